"""One note as a paper: what stands on its pages, and what arXiv is given."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex.finish.facts import pdf_facts
from tests.pdf.conftest import REPOSITORY
from tests.pdf.papers import Paper, Papers, compile_alone, print_papers, text_of_pdf
from tests.pdf.small_site import make_site
from tests.pitfalls.page import read_words

pytestmark = [pytest.mark.tex, pytest.mark.browser, pytest.mark.slow]

NOTE = "coupling-from-the-past"
WEB = "https://notes.example.org/markov/notes"
VARIANTS = {
    "plain": (),
    "twocolumn": ("--style", "twocolumn", "--texlive", "2023"),
    "biblatex": ("--bibliography", "biblatex", "--texlive", "2023"),
    "xelatex": ("--compiler", "xelatex", "--paper", "letter"),
}
INCH = 72.0
DESCENDERS = 3.0
"""How far, in pt, the box of a word reaches below its line."""
EPOCH = 1_700_000_000


@dataclass
class Variant:
    """The note in one of its variants."""

    name: str
    run: Papers

    @property
    def paper(self) -> Paper:
        return self.run.paper

    @property
    def engine(self) -> str:
        return "xelatex" if self.name == "xelatex" else "pdflatex"


@pytest.fixture(scope="module", params=VARIANTS)
def variant(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Variant:
    """Return the note in each variant, built once."""
    folder = tmp_path_factory.mktemp(request.param)
    run = print_papers(folder, NOTE, REPOSITORY / "content", *VARIANTS[request.param])
    return Variant(request.param, run)


@pytest.fixture
def paper(variant: Variant) -> Paper:
    return variant.paper


def test_it_is_made_without_a_word(variant: Variant) -> None:
    run = variant.run
    assert (run.status, run.stderr) == (0, "")
    assert [code for code in run.codes if code != "bundle-bbl-left-out"] == []
    tex = run.paper.report["tex"]
    assert tex["undefined_references"] == tex["missing_characters"] == tex["overfull"] == []
    assert run.paper.report["compiler"] == variant.engine


# --- what a reader sees ----------------------------------------------------------------------


def test_the_head_of_the_paper(paper: Paper) -> None:
    first = " ".join(paper.text.partition("\f")[0].split())
    for words in (
        "Coupling from the Past",
        "Josiah Carberry",
        "Ada Example",
        "Department of Psychoceramics, Example University",
        "Institute of Examples",
        "0000-0002-1825-0097",
        "ada@example.org",
        "October 12, 2026",
        "Keywords: perfect sampling, coupling, Markov chain Monte Carlo",
        "60J10, 65C05",
        "CC BY 4.0",
        f"{WEB}/{NOTE}/",
        "A Markov chain that is run forward is never exactly stationary.",
    ):
        assert "".join(words.split()) in "".join(first.split()), words
    assert re.search(r"MSC\b.*60J10", first)
    assert first.index("Coupling from the Past") < first.index("Josiah Carberry")
    assert first.index("October 12, 2026") < first.index("Abstract") < first.index("Keywords")


def test_no_day_but_the_notes_own_is_printed(paper: Paper) -> None:
    months = "January|February|March|April|May|June|July|August|September|October|November|December"
    days = set(re.findall(rf"\b(?:{months}) \d{{1,2}}, \d{{4}}", paper.flat))
    assert days == {"October 12, 2026"}


def test_links_lead_to_the_web(paper: Paper) -> None:
    assert paper.links >= {
        "https://orcid.org/0000-0002-1825-0097",
        "mailto:ada@example.org",
        f"{WEB}/{NOTE}/",
        f"{WEB}/convergence-theorem/",
        f"{WEB}/perfect-sampling-program/",
        f"{WEB}/cerny-conjecture/",
        f"{WEB}/gibbs-sampler/",
        f"{WEB}/gibbs-sampler/#two-temperatures",
        f"{WEB}/mixing-time/",
        "https://doi.org/10.1017/CBO9780511613586",
    }


def test_everything_numbered_has_its_number(paper: Paper) -> None:
    for words in (
        "Monotone chains",
        "Related ways to an exact sample",
        "A The price of doubling",
        "Theorem 1 (Propp and Wilson).",
        "Example 2 (Ising model).",
        "Remark 3 (impatience).",
        "Lemma 4 (doubling).",
        "Algorithm 1 Monotone Coupling from the Past",
        "Table 1: Ways to a sample of a chain",
        "Figure 1: Runs that begin ever further back",
        "Acknowledgements",
        "Example Foundation (EX-2026-17).",
    ):
        assert words in paper.flat, words
    assert paper.flat.count("Proof.") == 2
    assert "??" not in paper.flat


def test_what_closes_a_paper_comes_in_order(variant: Variant) -> None:
    ends = ("Acknowledgements", "Funding", "References", "The price of doubling")
    places = {word.text: at for at, word in enumerate(read_words(variant.paper.pdf))}
    if variant.name == "twocolumn":  # where the order of reading is a guess
        assert set(ends[:3]) <= places.keys()
        return
    order = [variant.paper.flat.index(words) for words in ends]
    assert order == sorted(order)


def test_references_come_in_the_order_of_their_first_citation(variant: Variant) -> None:
    paper = variant.paper
    root, text = (
        (paper.source / name).read_text(encoding="utf-8") for name in (f"{NOTE}.tex", "text.tex")
    )
    cited = re.findall(r"\\cite\{([^}]+)\}", root.replace("\\input{text}", text))
    order = list(dict.fromkeys(cited))
    assert (order[0], order[-1], len(order)) == ("propp1996", "haggstrom2002", 7)
    listed = (paper.folder / "tex" / f"{NOTE}.bbl").read_text(encoding="utf-8")
    keys = re.findall(r"\\bibitem\[[^\]]*\]\{([^}]+)\}|\\entry\{([^}]+)\}", listed)
    assert ["".join(pair) for pair in keys] == order
    numbers = re.findall(r"^\[(\d+)\]", paper.text, re.MULTILINE)
    assert sorted(map(int, set(numbers))) == list(range(1, 8))


def test_the_picture_has_its_description(paper: Paper) -> None:
    assert "alt={Three runs that start at times -1, -2 and -4" in paper.tex
    for word in ("start at −4", "time 0"):
        assert word in paper.flat


# --- the page --------------------------------------------------------------------------------


def test_text_keeps_an_inch_from_every_edge(variant: Variant) -> None:
    facts = pdf_facts(variant.paper.pdf)
    width, height = facts.sizes[0]
    assert (round(width), round(height)) == (
        (612, 792) if variant.name == "xelatex" else (595, 842)
    )
    outside = [
        word
        for word in read_words(variant.paper.pdf)
        if word.left < INCH - 2
        or word.right > width - INCH + 2
        or word.top < INCH - 2
        or (word.bottom - DESCENDERS > height - INCH and not word.text.isdigit())
    ]
    assert outside == []


def test_the_type_is_of_the_size_that_arxiv_asks_for(variant: Variant) -> None:
    done = subprocess.run(
        ["pdftohtml", "-xml", "-i", "-stdout", "-zoom", "1", variant.paper.pdf],
        capture_output=True,
        text=True,
        check=True,
    )
    sizes = {
        name: float(size)
        for name, size in re.findall(r'<fontspec id="(\d+)" size="([\d.]+)"', done.stdout)
    }
    letters: Counter[float] = Counter()
    for name, text in re.findall(r'<text [^>]*font="(\d+)"[^>]*>(.*?)</text>', done.stdout):
        letters[sizes[name]] += len(re.sub(r"<[^>]+>", "", text))
    assert letters.most_common(1)[0][0] == (10 if variant.name == "twocolumn" else 11)


def test_columns(variant: Variant) -> None:
    words = [w for w in read_words(variant.paper.pdf) if w.page == 2 and not w.text.isdigit()]
    middle = pdf_facts(variant.paper.pdf).sizes[0][0] / 2
    across = [word for word in words if word.left < middle - 1 and word.right > middle + 1]
    assert bool(across) == (variant.name != "twocolumn")


def test_no_results_in_boxes_nor_anything_in_the_margin(paper: Paper) -> None:
    for command in ("marginpar", "tcolorbox", "mdframed", "lineno", "today", "doublespacing"):
        assert command not in paper.tex


# --- the file --------------------------------------------------------------------------------


def test_the_file_is_whole_and_carries_its_fonts(variant: Variant) -> None:
    pdf = variant.paper.pdf
    checked = subprocess.run(["qpdf", "--check", pdf], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    facts = pdf_facts(pdf)
    assert (facts.unembedded, facts.type3) == ((), ())
    assert facts.pages == variant.paper.report["pages"]
    titles = [item.title for item in facts.outline]
    assert "1 Monotone chains" in titles
    assert "A The price of doubling" in titles


def test_the_file_says_what_it_is(paper: Paper) -> None:
    done = subprocess.run(
        ["pdfinfo", "-isodates", paper.pdf], capture_output=True, text=True, check=True
    )
    said = dict(re.findall(r"^([^:]+):\s+(.*)$", done.stdout, re.MULTILINE))
    assert said["Title"] == "Coupling from the Past"
    assert said["Author"] == "Josiah Carberry, Ada Example"
    assert said["Keywords"] == "perfect sampling, coupling, Markov chain Monte Carlo"
    assert said["CreationDate"].startswith("2026-10-12T00:00:00")
    assert said["JavaScript"] == "no"
    with pikepdf.open(paper.pdf) as document:
        assert str(document.Root.Lang) == "en"
        with document.open_metadata() as xmp:
            assert xmp["dc:title"] == "Coupling from the Past"
            assert xmp["dc:rights"] == "CC BY 4.0"
            licence = xmp["{http://creativecommons.org/ns#}license"]
            assert licence == "https://creativecommons.org/licenses/by/4.0/"


# --- the bundle ------------------------------------------------------------------------------


def test_the_files_of_the_bundle(variant: Variant) -> None:
    paper = variant.paper
    names = set(paper.bundle)
    (figure,) = [name for name in names if name.startswith("figures/")]
    lists = {f"{NOTE}.bbl"} if f"{NOTE}.bbl" in names else set()
    expected = {"00README.json", f"{NOTE}.tex", "preamble.tex", "text.tex", "appendix.tex"}
    assert names == expected | {f"{NOTE}.bib", figure} | lists
    assert lists or variant.name == "biblatex"
    assert re.fullmatch(r"figures/[\w+.,=-]+\.pdf", figure, re.ASCII)
    assert sorted(names) == paper.report["files"]
    assert paper.archive.stat().st_size == paper.report["bytes"]


def test_a_list_of_bibers_goes_with_the_tex_live(variant: Variant) -> None:
    if variant.name != "biblatex":
        assert "thebibliography" in variant.paper.bundle[f"{NOTE}.bbl"].decode()
        return
    made = (variant.paper.folder / "tex" / f"{NOTE}.bbl").read_text(encoding="utf-8")
    version = re.search(r"bbl format version ([\d.]+)", made)
    assert version
    fits = version[1] in {"3.2", "3.3"}
    assert (f"{NOTE}.bbl" in variant.paper.bundle) == fits
    assert ("bundle-bbl-left-out" in variant.run.codes) != fits


def test_arxiv_is_told_what_to_do(variant: Variant) -> None:
    told = json.loads(variant.paper.bundle["00README.json"])
    assert told["spec_version"] == 1
    assert told["process"]["compiler"] == variant.engine
    assert told["texlive_version"] in {2023, "2023", 2025, "2025"}
    assert str(told["texlive_version"]) == str(variant.paper.report["texlive"])
    sources = [one["filename"] for one in told["sources"] if one["usage"] == "toplevel"]
    assert sources == [f"{NOTE}.tex"]


def test_nothing_tells_of_this_machine(variant: Variant) -> None:
    local = [str(REPOSITORY), str(variant.run.folder), str(Path.home()), "/tmp/", "content/notes"]  # noqa: S108
    for name, data in variant.paper.bundle.items():
        for word in local:
            assert word.encode() not in data, (name, word)
        if name.endswith(".tex"):
            assert not re.search(r"^\s*%%", data.decode(), re.MULTILINE), name


def test_no_engine_is_asked_about(variant: Variant) -> None:
    tex = variant.paper.tex
    for command in (r"\ifxetex", r"\ifpdf", "iftex", r"\pdfoutput", r"\write18", "shell-escape"):
        assert command not in tex
    unicode = any(name in tex for name in ("fontspec", "unicode-math", "polyglossia"))
    assert unicode == (variant.engine == "xelatex")


def test_it_compiles_alone_to_the_same_pages(variant: Variant, tmp_path: Path) -> None:
    alone = compile_alone(variant.paper, tmp_path / "alone", variant.engine)
    assert text_of_pdf(alone) == variant.paper.text
    assert pdf_facts(alone).pages == variant.paper.report["pages"]
    assert pdf_facts(alone).fonts == pdf_facts(variant.paper.pdf).fonts


# --- a small site ----------------------------------------------------------------------------


def small(folder: Path, *arguments: str, settings: str = "") -> Papers:
    """Print the note `mean` of the small site, with more SETTINGS, in FOLDER."""
    book = make_site(folder / "site") / "book.yaml"
    book.write_text(book.read_text() + settings)
    return print_papers(folder, "mean", "site", *arguments)


def spoil(folder: Path, code: str) -> None:
    """Give the site in FOLDER a template that makes arXiv refuse what comes of it, for CODE."""
    name, text = REFUSED[code]
    path = folder / f"site/templates/preprint/{name}.tex.j2"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'\\BLOCK{{extends "default/preprint/{name}.tex.j2"}}\n{text}\n')


def test_the_note_comes_out_the_same_again(variant: Variant, tmp_path: Path) -> None:
    if variant.name == "plain":
        folder = tmp_path / "and again"
        again = print_papers(folder, NOTE, REPOSITORY / "content", anew=True).paper
        assert again.pdf.read_bytes() == variant.paper.pdf.read_bytes()
        assert again.archive.read_bytes() == variant.paper.archive.read_bytes()


@pytest.mark.parametrize("options", [("--bibliography=biblatex",), ("--compiler=xelatex",)])
def test_one_date_makes_one_file_wherever_it_lies(tmp_path: Path, options: tuple[str, ...]) -> None:
    made = []
    for name in ("one", "another/and deeper"):
        make_site(tmp_path / name / "site")
        run = print_papers(tmp_path / name, "mean", "site", *options, epoch=EPOCH, anew=True)
        assert run.status == 0, run.stderr
        made.append((run.paper.pdf.read_bytes(), run.paper.archive.read_bytes()))
    assert made[0] == made[1]


def test_the_archive_holds_nothing_but_plain_files_of_one_day(variant: Variant) -> None:
    done = subprocess.run(
        ["tar", "--utc", "-tvzf", variant.paper.archive], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert {line.split()[0] for line in lines} == {"-rw-r--r--"}
    assert {line.split()[1] for line in lines} == {"0/0"}
    assert {line.split()[3] for line in lines} == {"2026-10-12"}


REFUSED = {
    "bundle-today": ("preprint", r"\BLOCK{block title}\VAR{super()}\today\BLOCK{endblock}"),
    "bundle-unicode-package": (
        "preamble",
        r"\BLOCK{block last}\ifdefined\XeTeXversion\usepackage{fontspec}\fi\BLOCK{endblock}",
    ),
    "bundle-margins": (
        "page",
        r"\BLOCK{block geometry}\usepackage[margin=0.5in]{geometry}\BLOCK{endblock}",
    ),
    "bundle-line-numbers": (
        "preamble",
        r"\BLOCK{block last}\usepackage{lineno}\linenumbers\BLOCK{endblock}",
    ),
    "bundle-pdfoutput": ("preamble", r"\BLOCK{block first}\pdfoutput=1\BLOCK{endblock}"),
    "bundle-local": ("preamble", "\\BLOCK{block last}\n%% TODO /home/ada/paper\n\\BLOCK{endblock}"),
}


@pytest.mark.parametrize(
    "codes",
    [
        ("bundle-today", "bundle-unicode-package", "bundle-margins"),
        ("bundle-line-numbers",),
        ("bundle-pdfoutput",),
        ("bundle-local",),
    ],
    ids="+".join,
)
def test_what_arxiv_would_refuse_is_not_bundled(tmp_path: Path, codes: tuple[str, ...]) -> None:
    for code in codes:
        spoil(tmp_path, code)
    run = small(tmp_path)
    assert run.status == 1
    for code in codes:
        assert code in run.codes
        assert f"error[{code}]" in run.stderr
    assert run.paper.pdf.is_file()
    assert not run.paper.archive.exists()
    assert (run.paper.report["bundle"], run.paper.report["bytes"]) == (None, 0)


def test_a_bundle_that_is_refused_leaves_none_of_the_run_before(tmp_path: Path) -> None:
    assert small(tmp_path).paper.archive.is_file()
    (tmp_path / "site").rename(tmp_path / "before")
    spoil(tmp_path, "bundle-today")
    run = small(tmp_path)
    assert run.status == 1
    assert not run.paper.archive.exists()


def test_templates_of_a_site_that_nobody_vouches_for_are_not_used(tmp_path: Path) -> None:
    spoil(tmp_path, "bundle-today")
    run = small(tmp_path, settings="trust: notes\n")
    assert run.status == 0, run.stderr
    assert run.paper.archive.is_file()
