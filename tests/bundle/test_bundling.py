"""From a folder of source to an archive, with TeX."""

from __future__ import annotations

import io
import json
import os
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex.bundle import Bundled, Plan, bundle, bundling
from scidraft_tex.bundle.plan import BBL_FORMATS, README
from scidraft_tex.bundle.rules.bibliography import bbl_format
from scidraft_tex.engines import Engine
from scidraft_tex.tools import Outcome, Shell, StandIn
from scidraft_tex.typeset import typeset
from tests.bundle.paper import good_files

EPOCH = 1_700_000_000
PDFLATEX, XELATEX = Plan(), Plan(compiler=Engine.XELATEX)
STAND_IN = StandIn({"kpsewhich": Outcome(0, "", "", 0.0)})


@dataclass
class Bench:
    """A folder with a paper's source, clean and as it was set, and the paper."""

    folder: Path
    plan: Plan
    files: dict[str, bytes]
    pdf: Path
    bbl: Path | None = None

    @property
    def archive(self) -> Path:
        return self.folder / "out" / "paper.tar.gz"

    @property
    def source(self) -> Path:
        return write(self.folder / "source", self.files)

    def bundle(self) -> Bundled:
        return bundle(
            *(self.source, "paper", self.plan, self.pdf, self.archive, Shell()),
            epoch=EPOCH,
            bbl=self.bbl,
        )

    def swap(self, old: str, new: str, name: str = "paper.tex") -> None:
        text = self.files[name].decode()
        assert old in text
        self.files[name] = text.replace(old, new).encode()


def write(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def sources(plan: Plan) -> dict[str, bytes]:
    return {name: data for name, data in good_files(plan).items() if name != README}


def mapped(data: bytes) -> bytes:
    """Return a text with the places of its note's lines."""
    return data.replace(b"\\section", b"%% content/notes/x.md:41\n\\section")


def set_paper(folder: Path, plan: Plan, files: Mapping[str, bytes]) -> Path:
    """Set FILES as a build does, with map comments; return the folder."""
    own = {name: mapped(data) if name == "text.tex" else data for name, data in files.items()}
    tex = write(folder / "tex", own)
    given = ["paper.bbl"] if "paper.bbl" in files else []
    made = typeset(tex, "paper", plan.compiler, Shell(), epoch=0, given=given)
    assert made.pdf is not None
    return tex


def bench(folder: Path, plan: Plan, files: dict[str, bytes] | None = None) -> Bench:
    files = sources(plan) if files is None else files
    tex = set_paper(folder, plan, files)
    return Bench(folder, plan, dict(files), tex / "out" / "paper.pdf", tex / "paper.bbl")


def codes(made: Bundled) -> list[str]:
    assert all(item.place and item.place.file.startswith("paper/") for item in made.diagnostics)
    return [item.code for item in made.diagnostics]


def read(archive: Path) -> dict[str, bytes]:
    with tarfile.open(archive) as opened:
        files = {entry.name: opened.extractfile(entry) for entry in opened}
        return {name: file.read() for name, file in files.items() if file}


@pytest.mark.tex
@pytest.mark.parametrize("plan", [PDFLATEX, XELATEX], ids=lambda plan: plan.compiler.value)
def test_a_paper_is_bundled(tmp_path: Path, plan: Plan) -> None:
    work = bench(tmp_path, plan)
    work.files |= {"old.tex": b"\\documentclass{article}", "figures/old.png": b"", ".x": b""}
    made = work.bundle()
    assert codes(made) == []
    assert made.archive == work.archive
    assert made.runs == 2
    assert made.size == work.archive.stat().st_size
    files = read(work.archive)
    assert files == good_files(plan)
    assert tuple(sorted(files)) == made.files
    told = json.loads(files[README])
    assert told["process"]["compiler"] == plan.compiler.value
    assert told["sources"] == [{"filename": "paper.tex", "usage": "toplevel"}]


@pytest.mark.tex
def test_the_same_source_is_the_same_archive(tmp_path: Path) -> None:
    work = bench(tmp_path, PDFLATEX)
    assert work.bundle().archive
    first = work.archive.read_bytes()
    for path in work.source.rglob("*"):
        os.utime(path, (1, 1))
    assert work.bundle().archive
    assert work.archive.read_bytes() == first
    with tarfile.open(fileobj=io.BytesIO(first)) as opened:
        entries = opened.getmembers()
    assert [entry.name for entry in entries] == sorted(entry.name for entry in entries)
    assert {(entry.mtime, entry.uid, entry.gid, entry.uname) for entry in entries} == {
        (EPOCH, 0, 0, "")
    }
    assert first[4:8] == b"\0\0\0\0"


@pytest.mark.tex
def test_other_pages_than_the_papers_are_told_and_no_archive_stays(tmp_path: Path) -> None:
    work = bench(tmp_path, PDFLATEX)
    write(work.folder / "out", {"paper.tar.gz": b"an old one"})
    work.swap("After section", "Behind section", "text.tex")
    made = work.bundle()
    assert codes(made) == ["bundle-pages"]
    assert "page 2 shows something else" in made.diagnostics.items[0].message
    assert (made.archive, made.size) == (None, 0)
    assert not work.archive.exists()
    work.swap("\\newpage", "\\newpage\\null\\newpage", "text.tex")
    assert "it has 3 pages, and the paper has 2" in work.bundle().diagnostics.items[0].message


@pytest.mark.tex
def test_what_does_not_compile_alone_is_told_with_the_words_of_tex(tmp_path: Path) -> None:
    work = bench(tmp_path, PDFLATEX)
    work.swap("\\begin{document}", "\\usepackage{nowhere}\n\\begin{document}")
    made = work.bundle()
    assert codes(made) == ["bundle-compile"]
    told = made.diagnostics.items[0]
    assert "nowhere.sty" in told.detail
    assert told.place is not None
    assert told.place.file == "paper/paper.tex"
    assert not work.archive.exists()


@pytest.mark.tex
def test_a_reference_that_nothing_defines_is_told(tmp_path: Path) -> None:
    work = bench(tmp_path, PDFLATEX)
    work.swap("\\ref{one}", "\\ref{three}", "text.tex")
    made = work.bundle()
    assert "bundle-compile" in codes(made)
    assert "reference three" in made.diagnostics.items[0].message


@pytest.mark.tex
def test_labels_that_never_settle_are_told_and_taken(tmp_path: Path) -> None:
    files = sources(PDFLATEX)
    counting = rb"""\makeatletter\AtBeginDocument{\providecommand\count@er{0}%
\immediate\write\@auxout{\string\gdef\string\count@er{\number\numexpr\count@er+1}}}\makeatother
\begin{document}"""
    files["paper.tex"] = files["paper.tex"].replace(b"\\begin{document}", counting)
    made = bench(tmp_path, PDFLATEX, files).bundle()
    assert codes(made) == ["bundle-unstable"]
    assert made.runs == 5
    assert made.archive


@pytest.mark.tex
def test_a_large_archive_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundling, "LARGE", 100)
    made = bench(tmp_path, PDFLATEX).bundle()
    assert codes(made) == ["bundle-large"]
    assert made.archive


@pytest.mark.tex
def test_a_figure_that_a_macro_shows_is_shipped(tmp_path: Path) -> None:
    files = sources(PDFLATEX)
    macro = b"\\newcommand\\icon[1]{\\includegraphics{#1}}\n\\begin{document}"
    files["paper.tex"] = files["paper.tex"].replace(b"\\begin{document}", macro)
    shown = b"\\icon{figures/photo.png}"
    files["text.tex"] = files["text.tex"].replace(
        b"\\includegraphics[width=2cm]{figures/photo.png}", shown
    )
    made = bench(tmp_path, PDFLATEX, files).bundle()
    assert codes(made) == ["bundle-figure-unseen"]
    assert made.archive
    assert "figures/photo.png" in made.files


@pytest.mark.tex
def test_what_tex_does_not_read_is_told(tmp_path: Path) -> None:
    files = sources(PDFLATEX)
    files["text.tex"] += b"\\iffalse\\includegraphics{figures/never.png}\\fi\n"
    files["figures/never.png"] = files["figures/photo.png"]
    made = bench(tmp_path, PDFLATEX, files).bundle()
    assert codes(made) == ["bundle-unused"]
    assert "figures/never.png" in made.diagnostics.items[0].message


@pytest.mark.tex
@pytest.mark.parametrize("texlive", [2025, 2023])
def test_a_list_of_biblatex_is_shipped_if_its_format_fits(tmp_path: Path, texlive: int) -> None:
    plan = Plan(2025 if texlive == 2025 else 2023, bibliography="biblatex")
    files = sources(plan)
    del files["paper.bbl"]
    tex = files["paper.tex"].replace(b"graphicx,natbib", b"graphicx")
    tex = tex.replace(b"\\bibliography{paper}", b"\\printbibliography")
    loads = b"\\usepackage[style=numeric]{biblatex}\n\\addbibresource{paper.bib}\n\\begin{document}"
    files["paper.tex"] = tex.replace(b"\\begin{document}", loads)
    files["text.tex"] = files["text.tex"].replace(b"\\citet", b"\\cite")
    work = bench(tmp_path, plan, files)
    assert work.bbl is not None
    fits = bbl_format(work.bbl.read_text()) in BBL_FORMATS[texlive]
    made = work.bundle()
    assert codes(made) == ([] if fits else ["bundle-bbl-left-out"])
    assert made.archive
    assert ("paper.bbl" in made.files) == fits
    assert "paper.bib" in made.files


def test_a_list_in_another_format_is_left_out(tmp_path: Path) -> None:
    head = "% $ biblatex auxiliary file $\n% $ biblatex bbl format version 3.2 $\n"
    bbl = tmp_path / "made.bbl"
    bbl.write_text(head)
    pdf = tmp_path / "paper.pdf"
    source = write(tmp_path / "source", {"paper.tex": b"\\today"})
    plan = Plan(2025, bibliography="biblatex")
    said = bundle(source, "paper", plan, pdf, tmp_path / "a", STAND_IN, epoch=0, bbl=bbl)
    assert "bundle-bbl-left-out" in codes(said)
    assert "paper.bbl" not in said.files
    older = Plan(2023, bibliography="biblatex")
    said = bundle(source, "paper", older, pdf, tmp_path / "a", STAND_IN, epoch=0, bbl=bbl)
    assert "bundle-bbl-left-out" not in codes(said)
    assert "paper.bbl" in said.files


def test_a_breach_costs_the_archive_and_no_run_of_tex(tmp_path: Path) -> None:
    archive = tmp_path / "paper.tar.gz"
    archive.write_bytes(b"an old one")
    pdf = tmp_path / "paper.pdf"
    document = pikepdf.new()
    document.add_blank_page()
    document.save(pdf)
    source = write(tmp_path / "source", {"paper.tex": b"\\documentclass{article}\\today"})
    made = bundle(source, "paper", PDFLATEX, pdf, archive, STAND_IN, epoch=0)
    assert codes(made) == ["bundle-today"]
    assert (made.archive, made.runs) == (None, 0)
    assert not archive.exists()


def test_a_paper_that_is_no_pdf_is_told(tmp_path: Path) -> None:
    source = write(tmp_path / "source", {"paper.tex": b"\\documentclass{article}"})
    pdf = tmp_path / "paper.pdf"
    pdf.write_bytes(b"no PDF")
    made = bundle(source, "paper", PDFLATEX, pdf, tmp_path / "a.tar.gz", STAND_IN, epoch=0)
    assert codes(made) == ["bundle-pages"]
    assert made.archive is None


@pytest.mark.parametrize("engine", [Engine.LUALATEX])
def test_arxiv_does_not_run_every_engine(engine: Engine) -> None:
    with pytest.raises(ValueError, match="arXiv does not run lualatex"):
        Plan(compiler=engine)
