"""A book in units is the book in one go, and an edited one is that of a clean build."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

import pikepdf
import pytest

from scidraft_tex.cache import Cache
from scidraft_tex.digests import digest
from scidraft_tex.engines import Engine
from scidraft_tex.finish.facts import pdf_facts
from scidraft_tex.tools import Command, Outcome, Shell
from scidraft_tex.typeset import driver
from scidraft_tex.typeset.driver import Typeset, typeset
from scidraft_tex.typeset.units import folios
from scidraft_tex.typeset.units.folios import FolioError
from scidraft_tex.typeset.units.split import split_book
from tests.typeset.conftest import write

pytestmark = pytest.mark.tex

Built = Callable[[dict[str, str]], Path]

PDF = "out/book.pdf"
WORDS = "Each paragraph has a number of words, so that there are lines and pages to set.\n\n"
PREAMBLE = r"""
\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage{longtable}
\usepackage[noautomatic]{imakeidx}
\AtBeginDocument{\makeindex[name=terms]}
\newcounter{opening}\AddtoDoHook{heading/preinit/chapter}{\stepopening}
\newcommand*\stepopening[1]{\stepcounter{opening}}
\usepackage[backend=biber,style=numeric-comp,sorting=none,backref=true]{biblatex}
\addbibresource{refs.bib}
\usepackage[hidelinks,hypertexnames=true,pdfpagelabels]{hyperref}
\usepackage{bookmark}
\renewcommand*\theHchapter{\arabic{opening}}
"""
FOLIOS = r"""
\newcommand*\folio[1]{\pagemark}
\makeatletter
\renewcommand*\ps@plain{\let\@oddhead\@empty\let\@evenhead\@empty
  \def\@oddfoot{\hfil\folio{c}\hfil}\let\@evenfoot\@oddfoot}
\newcommand*\ps@running{\let\@oddfoot\@empty\let\@evenfoot\@empty
  \def\@evenhead{\folio{l}\hfil x}\def\@oddhead{x\hfil\folio{r}}}
\makeatother
\pagestyle{running}
"""
ROOT = r"""\documentclass[fontsize=12pt, oneside, open=any]{scrbook}
\input{preamble}
\begin{document}
\frontmatter
\input{frontmatter}

\mainmatter
\part{First}\label{part:1}
\input{c/one}
\input{c/two}

\part{Second}
\input{c/three}

\backmatter
\input{backmatter}
\end{document}
"""
ONE = (
    r"""%% n/one.md:1
\chapter{One}\label{one}
"""
    + WORDS * 60
    + r"""%% n/one.md:5
See \ref{three}, page \pageref{three}, and \ref{two:a}.\index[terms]{alpha}
%% n/one.md:7
A note\footnote{Here.}, and \hyperref[three:list]{the list}.
"""
)
TWO = (
    r"""%% n/two.md:1
\chapter{Two}\label{two}
\newrefsection[refs.bib]
%% n/two.md:3
\section{A}\label{two:a} By \cite{knuth}.\index[terms]{beta}\footnote{There.}
"""
    + WORDS * 40
    + r"""
%% n/two.md:9
\begin{longtable}{ll} wide wide & b \\ c & wide wide \\ \end{longtable}
\printbibliography
"""
)
THREE = (
    r"""%% n/three.md:1
\chapter{Three}\label{three}
\begin{enumerate}\item\label{three:list} x\end{enumerate}
"""
    + WORDS * 20
    + r"""
%% n/three.md:8
\index[terms]{alpha} Back to \ref{one} on page \pageref{one}.
"""
)
FILES = {
    "book.tex": ROOT,
    "preamble.tex": PREAMBLE,
    "frontmatter.tex": "\\pdfbookmark[0]{Contents}{contents}\n\\tableofcontents\n",
    "backmatter.tex": "\\bookmarksetup{startatroot}\n\\addchap{Index}\n\\printindex[terms]\n",
    "refs.bib": "@book{knuth, author={Donald Knuth}, title={The Book}, year={1984}}\n",
    "c/one.tex": ONE,
    "c/two.tex": TWO,
    "c/three.tex": THREE,
}


class Clean(Protocol):
    """What sets a book of files, from nothing."""

    def __call__(self, files: dict[str, str], *, units: bool = True) -> Typeset: ...


class Noting(Shell):
    """A shell that remembers which units TeX set, and how often biber ran."""

    def __init__(self) -> None:
        super().__init__()
        self.set: list[str] = []
        self.biber = 0

    def run(self, command: Command) -> Outcome:
        found = re.search(r"\\input\{units/(\w+)/book\.tex\}$", command.arguments[-1])
        if found:
            self.set.append(found[1])
        self.biber += command.program == "biber"
        return super().run(command)


@pytest.fixture(autouse=True)
def small_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a unit for each chapter of a book of any size."""
    monkeypatch.setattr(driver, "split_book", partial(split_book, large=0, full=1))


@pytest.fixture(scope="module")
def formats(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return Cache(tmp_path_factory.mktemp("formats"))


@pytest.fixture(scope="module")
def run(formats: Cache) -> Callable[..., Typeset]:
    def build(
        folder: Path,
        shell: Shell | None = None,
        *,
        units: bool = True,
        stop_at_errors: bool = False,
        most_pages: int = 5000,
    ) -> Typeset:
        return typeset(
            *(folder, "book", Engine.PDFLATEX, shell or Shell()),
            epoch=1_700_000_000,
            notes={"n/two.md": "x\n\nA By\n"},
            formats=formats,
            outlined=units,
            processes=2,
            stop_at_errors=stop_at_errors,
            most_pages=most_pages,
        )

    return build


@pytest.fixture(scope="module")
def clean(run: Callable[..., Typeset], tmp_path_factory: pytest.TempPathFactory) -> Clean:
    """Return what sets a book of files from nothing, once for all tests, which only look at it."""
    known: dict[str, Typeset] = {}

    def build(files: dict[str, str], *, units: bool = True) -> Typeset:
        key = json.dumps([files, units], sort_keys=True)
        if key not in known:
            folder = write(tmp_path_factory.mktemp("clean"), files)
            known[key] = run(folder, units=units)
        return known[key]

    return build


@pytest.fixture
def built(clean: Clean, tmp_path: Path) -> Built:
    """Return what has a book of files in units for a test alone: what was set, in another place."""

    def copy(files: dict[str, str]) -> Path:
        pdf = clean(files).pdf
        assert pdf
        folder = next(folder for folder in pdf.parents if (folder / "book.tex").is_file())
        return shutil.copytree(folder, tmp_path / "built", symlinks=True)

    return copy


def text_of(pdf: Path) -> str:
    done = subprocess.run(["pdftotext", "-raw", pdf, "-"], capture_output=True, check=True)
    return done.stdout.decode()


def pictures(pdf: Path, folder: Path) -> list[str]:
    """Return digests of the pages as they look, drawn in FOLDER."""
    folder.mkdir()
    subprocess.run(["pdftoppm", "-r", "60", "-gray", pdf, folder / "page"], check=True)
    return [digest(path.read_bytes()) for path in sorted(folder.glob("*.pgm"))]


def links(pdf: Path) -> list[tuple[int, list[int], tuple[int, int]]]:
    """Return page, place and target of each link: the page and height it leads to."""
    found = []
    with pikepdf.open(pdf) as document:
        number = {page.obj.objgen: index for index, page in enumerate(document.pages)}
        names = pikepdf.NameTree(document.Root.Names.Dests)
        for index, page in enumerate(document.pages):
            for link in page.obj.get("/Annots", []):
                target = names[str(link.A.D)]
                where = target.D if isinstance(target, pikepdf.Dictionary) else target
                to = (number[where[0].objgen], round(float(where[3])))
                found.append((index, [round(float(x)) for x in link.Rect], to))
    return found


TWOSIDED = ROOT.replace("oneside, open=any", "twoside, open=right")
SIDES = [
    {"preamble.tex": PREAMBLE + FOLIOS},
    {"preamble.tex": PREAMBLE + FOLIOS, "book.tex": TWOSIDED},
    {"preamble.tex": PREAMBLE + FOLIOS, "book.tex": TWOSIDED.replace("open=right", "open=any")},
]
NAMES = ["oneside", "twoside, open=right", "twoside, open=any"]


@pytest.mark.parametrize("changes", [{}, *SIDES], ids=["plain", *NAMES])
def test_a_book_in_units_is_the_book_in_one_go(clean: Clean, changes: dict[str, str]) -> None:
    whole, parts = clean(FILES | changes, units=False), clean(FILES | changes)
    assert whole.pdf
    assert parts.pdf
    assert parts.diagnostics == whole.diagnostics == ()
    one, other = pdf_facts(whole.pdf), pdf_facts(parts.pdf)
    assert one.pages > 8
    assert (other.pages, other.labels, other.outline) == (one.pages, one.labels, one.outline)
    assert parts.log.pages == one.pages
    assert text_of(parts.pdf) == text_of(whole.pdf)
    assert links(parts.pdf) == links(whole.pdf)


@pytest.mark.parametrize("changes", SIDES, ids=NAMES)
def test_pages_look_as_in_one_go(tmp_path: Path, clean: Clean, changes: dict[str, str]) -> None:
    whole, parts = clean(FILES | changes, units=False).pdf, clean(FILES | changes).pdf
    assert whole
    assert parts
    assert pictures(parts, tmp_path / "parts") == pictures(whole, tmp_path / "whole") != []


def test_nothing_changed_runs_nothing(tmp_path: Path, run: Callable[..., Typeset]) -> None:
    folder = write(tmp_path, FILES)
    first = run(folder)
    shell = Noting()
    again = run(folder, shell)
    assert (shell.set, again.passes, again.pdf) == ([], 0, first.pdf)
    assert again.log == first.log


ALL = {"front", "001", "002", "003", "back"}
LONGER = ({"c/one.tex": ONE + WORDS * 60}, ALL)
RENAMED = ({"c/three.tex": THREE.replace("{Three}", "{Trois}")}, {"front", "003"})


@pytest.mark.parametrize(
    ("folios", "changed", "units"),
    [
        ("", *LONGER),
        ("", *RENAMED),
        (FOLIOS, LONGER[0], ALL - {"003"}),  # it tells of no page after it
        (FOLIOS, *RENAMED),
        (FOLIOS, {"c/two.tex": TWO.replace("By \\cite", "Well by \\cite")}, {"002"}),
        (FOLIOS, {"c/three.tex": THREE.replace("{alpha}", "{gamma}")}, {"003", "back"}),
        (FOLIOS, {"refs.bib": FILES["refs.bib"].replace("Donald", "D. E.")}, {"002"}),
        (FOLIOS, {"refs.bib": "% a comment\n" + FILES["refs.bib"]}, set()),
        (FOLIOS, {"preamble.tex": PREAMBLE + FOLIOS + "\\linespread{1.1}\n"}, ALL),
    ],
)
def test_an_edited_book_is_that_of_a_clean_build(
    built: Built,
    clean: Clean,
    run: Callable[..., Typeset],
    folios: str,
    changed: dict[str, str],
    units: set[str],
) -> None:
    before = FILES | {"preamble.tex": PREAMBLE + folios}
    shell = Noting()
    edited = run(write(built(before), changed), shell)
    anew = clean(before | changed)
    assert edited.pdf
    assert anew.pdf
    assert edited.pdf.read_bytes() == anew.pdf.read_bytes()
    assert edited.diagnostics == anew.diagnostics
    assert set(shell.set) == units


def test_numbers_that_cannot_be_written_are_tex_s(
    tmp_path: Path, clean: Clean, run: Callable[..., Typeset], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise FolioError("0")

    files = FILES | {"preamble.tex": PREAMBLE + FOLIOS}
    late = clean(files)
    monkeypatch.setattr(folios, "_folio", fail)
    shell = Noting()
    plain = run(write(tmp_path, files), shell)
    assert late.pdf
    assert plain.pdf
    assert text_of(plain.pdf) == text_of(late.pdf)
    assert links(plain.pdf) == links(late.pdf)
    assert shell.set.count("003") > 1


def test_a_chapter_more_moves_those_after_it(
    built: Built, clean: Clean, run: Callable[..., Typeset]
) -> None:
    files = FILES | {"preamble.tex": PREAMBLE + FOLIOS}
    more = {
        "book.tex": ROOT.replace("\\input{c/one}", "\\input{c/zero}\n\\input{c/one}"),
        "c/zero.tex": "\\chapter{Zero}\\label{zero}\n" + WORDS * 20 + "See \\ref{three}.\n",
    }
    edited = run(write(built(files), more)).pdf
    anew = clean(files | more).pdf
    assert edited
    assert anew
    assert edited.read_bytes() == anew.read_bytes()


@pytest.mark.parametrize("table", ["{ll}", "{L{3em}R{4em}}"])
def test_tables_as_wide_as_their_cells_ask_for_a_pass_more(
    tmp_path: Path, run: Callable[..., Typeset], table: str
) -> None:
    columns = "\\newcolumntype{L}[1]{p{#1}}\\newcolumntype{R}[1]{p{#1}}\n"
    three = THREE + f"\\begin{{longtable}}{table} a & b \\\\ c & wide \\\\ \\end{{longtable}}\n"
    three = re.sub(r"Back to.*", "", three, count=1)
    shell = Noting()
    files = FILES | {
        "preamble.tex": PREAMBLE + FOLIOS + "\\usepackage{array}\n" + columns,
        "c/three.tex": three,
    }
    assert run(write(tmp_path, files), shell).pdf
    assert shell.set.count("003") == (2 if table == "{ll}" else 1)


@pytest.mark.parametrize("end", [".pdf", ".aux", ".unit.json"])
def test_a_damaged_unit_is_set_again(built: Built, run: Callable[..., Typeset], end: str) -> None:
    folder = built(FILES)
    data = (folder / PDF).read_bytes()
    (folder / f"units/001/book{end}").write_text("damaged")
    write(folder, {"c/three.tex": THREE + " "})
    shell = Noting()
    assert run(folder, shell).pdf == folder / PDF
    assert "001" in shell.set
    assert "002" not in shell.set
    assert (folder / PDF).read_bytes() == data


def test_an_error_is_told_at_its_note_and_mended(built: Built, run: Callable[..., Typeset]) -> None:
    folder = built(FILES)
    data = (folder / PDF).read_bytes()
    write(folder, {"c/two.tex": TWO.replace("By", "\\nosuch")})
    faulty = run(folder)
    assert [(d.code, str(d.place)) for d in faulty.diagnostics] == [
        ("tex-undefined-command", "n/two.md:3:1")
    ]
    assert faulty.pdf == folder / PDF
    assert (folder / PDF).read_bytes() != data
    write(folder, {"c/two.tex": TWO})
    mended = run(folder)
    assert mended.diagnostics == ()
    assert (folder / PDF).read_bytes() == data


def test_it_stops_at_errors_and_begins_anew(built: Built, run: Callable[..., Typeset]) -> None:
    folder = built(FILES)
    data = (folder / PDF).read_bytes()
    write(folder, {"c/two.tex": TWO.replace("By", "\\nosuch")})
    stopped = run(folder, stop_at_errors=True)
    assert (stopped.pdf, stopped.passes, len(stopped.log.errors)) == (None, 1, 1)
    assert (folder / PDF).read_bytes() == data
    write(folder, {"c/two.tex": TWO})
    mended = run(folder, stop_at_errors=True)
    assert mended.pdf == folder / PDF
    assert mended.diagnostics == ()
    assert (folder / PDF).read_bytes() == data


def test_a_unit_that_tex_gives_up_in_stands_last_in_the_log(
    tmp_path: Path, run: Callable[..., Typeset]
) -> None:
    given_up = ONE + "%% n/one.md:9\n\\batchmode\\read-1to\\nothing\n"
    folder = write(tmp_path, FILES | {"c/one.tex": given_up})
    made = run(folder, stop_at_errors=True)
    assert made.pdf is None
    assert made.log.fatal
    assert made.log.errors[-1].file == "c/one.tex"


def test_all_units_together_have_no_more_pages_than_a_book_may(
    tmp_path: Path, run: Callable[..., Typeset]
) -> None:
    folder = write(tmp_path, FILES)
    made = run(folder, most_pages=7)
    assert made.pdf is None
    assert "book-too-long" in [item.code for item in made.diagnostics]
    assert run(folder).pdf


def test_back_matter_may_have_no_page(tmp_path: Path, run: Callable[..., Typeset]) -> None:
    folder = write(tmp_path, FILES | {"backmatter.tex": ""})
    made = run(folder)
    assert made.pdf
    assert (made.log.fatal, made.diagnostics) == (False, ())
    assert pdf_facts(made.pdf).pages == made.log.pages
    write(folder, {"c/one.tex": ONE + WORDS})
    assert run(folder).pdf


def test_a_missing_label_and_a_missing_key_are_told(
    tmp_path: Path, run: Callable[..., Typeset]
) -> None:
    two = TWO.replace("By \\cite{knuth}", "\\ref{nowhere} \\cite{nobody}")
    found = run(write(tmp_path, FILES | {"c/two.tex": two})).diagnostics
    assert {d.code for d in found} == {"tex-undefined-reference", "citation-missing-key"}
    assert {d.place.line for d in found if d.place} == {3}


def test_a_removed_chapter_leaves_no_trace(
    built: Built, clean: Clean, run: Callable[..., Typeset]
) -> None:
    fewer = {
        "book.tex": ROOT.replace("\\input{c/two}\n", ""),
        "c/one.tex": ONE.replace(", and \\ref{two:a}", ""),
    }
    edited = run(write(built(FILES), fewer)).pdf
    anew = clean(FILES | fewer).pdf
    assert edited
    assert anew
    assert edited.read_bytes() == anew.read_bytes()


def test_the_folder_is_compiled_by_hand(built: Built) -> None:
    folder = built(FILES)
    shutil.rmtree(folder / "units")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "book.tex"],
        cwd=folder, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
