"""A book in units is the book in one go, and an edited one is that of a clean build."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

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

pytestmark = pytest.mark.tex

Write = Callable[[Path, dict[str, str]], Path]

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


@pytest.fixture(scope="session")
def formats(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return Cache(tmp_path_factory.mktemp("formats"))


@pytest.fixture
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


def text_of(pdf: Path) -> str:
    done = subprocess.run(["pdftotext", "-raw", pdf, "-"], capture_output=True, check=True)
    return done.stdout.decode()


def pictures(pdf: Path) -> list[str]:
    """Return digests of the pages as they look."""
    command = ["pdftoppm", "-r", "60", "-gray", str(pdf), str(pdf.with_suffix(""))]
    subprocess.run(command, check=True)
    return [digest(path.read_bytes()) for path in sorted(pdf.parent.glob("*.pgm"))]


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


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"preamble.tex": PREAMBLE + FOLIOS},
        {
            "preamble.tex": PREAMBLE + FOLIOS,
            "book.tex": ROOT.replace("oneside, open=any", "twoside, open=right"),
        },
        {
            "preamble.tex": PREAMBLE + FOLIOS,
            "book.tex": ROOT.replace("oneside, open=any", "twoside, open=any"),
        },
    ],
)
def test_a_book_in_units_is_the_book_in_one_go(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset], changes: dict[str, str]
) -> None:
    files = FILES | changes
    whole = run(write_files(tmp_path / "whole", files), units=False)
    parts = run(write_files(tmp_path / "parts", files))
    assert whole.pdf
    assert parts.pdf
    assert parts.diagnostics == whole.diagnostics == ()
    one, other = pdf_facts(whole.pdf), pdf_facts(parts.pdf)
    assert one.pages > 8
    assert (other.pages, other.labels, other.outline) == (one.pages, one.labels, one.outline)
    assert parts.log.pages == one.pages
    assert text_of(parts.pdf) == text_of(whole.pdf)
    assert links(parts.pdf) == links(whole.pdf)


@pytest.mark.parametrize("sides", ["oneside, open=any", "twoside, open=right", "twoside, open=any"])
def test_pages_look_as_in_one_go(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset], sides: str
) -> None:
    files = FILES | {
        "preamble.tex": PREAMBLE + FOLIOS,
        "book.tex": ROOT.replace("oneside, open=any", sides),
    }
    whole = run(write_files(tmp_path / "whole", files), units=False).pdf
    parts = run(write_files(tmp_path / "parts", files)).pdf
    assert whole
    assert parts
    assert pictures(parts) == pictures(whole)


def test_nothing_changed_runs_nothing(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    folder = write_files(tmp_path, FILES)
    first = run(folder)
    shell = Noting()
    again = run(folder, shell)
    assert (shell.set, again.passes, again.pdf) == ([], 0, first.pdf)
    assert again.log == first.log


@pytest.mark.parametrize(
    ("changed", "units"),
    [
        ({"c/two.tex": TWO.replace("By \\cite", "Well by \\cite")}, {"002"}),
        ({"c/one.tex": ONE + WORDS * 60}, {"front", "001", "002", "003", "back"}),
        ({"c/three.tex": THREE.replace("{alpha}", "{gamma}")}, {"003", "back"}),
        ({"c/three.tex": THREE.replace("{Three}", "{Trois}")}, {"front", "003"}),
        ({"refs.bib": FILES["refs.bib"].replace("Donald", "D. E.")}, {"002"}),
        ({"refs.bib": "% a comment\n" + FILES["refs.bib"]}, set()),
        (
            {"preamble.tex": PREAMBLE + "\\linespread{1.1}\n"},
            {"front", "001", "002", "003", "back"},
        ),
    ],
)
@pytest.mark.parametrize("folios", ["", FOLIOS])
def test_an_edited_book_is_that_of_a_clean_build(
    tmp_path: Path,
    write_files: Write,
    run: Callable[..., Typeset],
    changed: dict[str, str],
    units: set[str],
    folios: str,
) -> None:
    before = FILES | {"preamble.tex": PREAMBLE + folios}
    changed = {name: text.replace(PREAMBLE, PREAMBLE + folios) for name, text in changed.items()}
    folder = write_files(tmp_path / "edited", before)
    run(folder)
    write_files(folder, changed)
    shell = Noting()
    edited = run(folder, shell)
    clean = run(write_files(tmp_path / "clean", before | changed))
    assert edited.pdf
    assert clean.pdf
    assert edited.pdf.read_bytes() == clean.pdf.read_bytes()
    assert edited.diagnostics == clean.diagnostics
    unmoved = {"003"} if folios and changed.get("c/one.tex") else set()  # tells of no page after it
    assert set(shell.set) == units - unmoved


def test_numbers_that_cannot_be_written_are_tex_s(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise FolioError("0")

    files = FILES | {"preamble.tex": PREAMBLE + FOLIOS}
    late = run(write_files(tmp_path / "late", files))
    monkeypatch.setattr(folios, "_folio", fail)
    shell = Noting()
    plain = run(write_files(tmp_path / "plain", files), shell)
    assert late.pdf
    assert plain.pdf
    assert text_of(plain.pdf) == text_of(late.pdf)
    assert links(plain.pdf) == links(late.pdf)
    assert shell.set.count("003") > 1


def test_a_chapter_more_moves_those_after_it(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    files = FILES | {"preamble.tex": PREAMBLE + FOLIOS}
    more = {
        "book.tex": ROOT.replace("\\input{c/one}", "\\input{c/zero}\n\\input{c/one}"),
        "c/zero.tex": "\\chapter{Zero}\\label{zero}\n" + WORDS * 20 + "See \\ref{three}.\n",
    }
    folder = write_files(tmp_path / "edited", files)
    run(folder)
    write_files(folder, more)
    shell = Noting()
    edited = run(folder, shell)
    clean = run(write_files(tmp_path / "clean", files | more))
    assert edited.pdf
    assert clean.pdf
    assert edited.pdf.read_bytes() == clean.pdf.read_bytes()


@pytest.mark.parametrize("table", ["{ll}", "{L{3em}R{4em}}"])
def test_tables_as_wide_as_their_cells_ask_for_a_pass_more(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset], table: str
) -> None:
    columns = "\\newcolumntype{L}[1]{p{#1}}\\newcolumntype{R}[1]{p{#1}}\n"
    three = THREE + f"\\begin{{longtable}}{table} a & b \\\\ c & wide \\\\ \\end{{longtable}}\n"
    three = re.sub(r"Back to.*", "", three, count=1)
    shell = Noting()
    files = FILES | {
        "preamble.tex": PREAMBLE + FOLIOS + "\\usepackage{array}\n" + columns,
        "c/three.tex": three,
    }
    assert run(write_files(tmp_path, files), shell).pdf
    assert shell.set.count("003") == (2 if table == "{ll}" else 1)


@pytest.mark.parametrize("end", [".pdf", ".aux", ".unit.json"])
def test_a_damaged_unit_is_set_again(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset], end: str
) -> None:
    folder = write_files(tmp_path, FILES)
    pdf = run(folder).pdf
    assert pdf
    data = pdf.read_bytes()
    (folder / f"units/001/book{end}").write_text("damaged")
    write_files(folder, {"c/three.tex": THREE + " "})
    shell = Noting()
    assert run(folder, shell).pdf
    assert "001" in shell.set
    assert "002" not in shell.set
    assert pdf.read_bytes() == data


def test_an_error_is_told_at_its_note_and_mended(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    folder = write_files(tmp_path, FILES)
    clean = run(folder).pdf
    assert clean
    data = clean.read_bytes()
    write_files(folder, {"c/two.tex": TWO.replace("By", "\\nosuch")})
    faulty = run(folder)
    assert [(d.code, str(d.place)) for d in faulty.diagnostics] == [
        ("tex-undefined-command", "n/two.md:3:1")
    ]
    assert faulty.pdf
    write_files(folder, {"c/two.tex": TWO})
    mended = run(folder)
    assert mended.diagnostics == ()
    assert clean.read_bytes() == data


def test_it_stops_at_errors_and_begins_anew(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    folder = write_files(tmp_path, FILES)
    clean = run(folder).pdf
    assert clean
    data = clean.read_bytes()
    write_files(folder, {"c/two.tex": TWO.replace("By", "\\nosuch")})
    stopped = run(folder, stop_at_errors=True)
    assert (stopped.pdf, stopped.passes, len(stopped.log.errors)) == (None, 1, 1)
    assert clean.read_bytes() == data
    write_files(folder, {"c/two.tex": TWO})
    mended = run(folder, stop_at_errors=True)
    assert mended.pdf == clean
    assert mended.diagnostics == ()
    assert clean.read_bytes() == data


def test_a_unit_that_tex_gives_up_in_stands_last_in_the_log(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    given_up = ONE + "%% n/one.md:9\n\\batchmode\\read-1to\\nothing\n"
    folder = write_files(tmp_path, FILES | {"c/one.tex": given_up})
    made = run(folder, stop_at_errors=True)
    assert made.pdf is None
    assert made.log.fatal
    assert made.log.errors[-1].file == "c/one.tex"


def test_all_units_together_have_no_more_pages_than_a_book_may(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    folder = write_files(tmp_path, FILES)
    made = run(folder, most_pages=7)
    assert made.pdf is None
    assert "book-too-long" in [item.code for item in made.diagnostics]
    assert run(folder).pdf


def test_back_matter_may_have_no_page(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    folder = write_files(tmp_path, FILES | {"backmatter.tex": ""})
    made = run(folder)
    assert made.pdf
    assert (made.log.fatal, made.diagnostics) == (False, ())
    assert pdf_facts(made.pdf).pages == made.log.pages
    write_files(folder, {"c/one.tex": ONE + WORDS})
    assert run(folder).pdf


def test_a_missing_label_and_a_missing_key_are_told(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    two = TWO.replace("By \\cite{knuth}", "\\ref{nowhere} \\cite{nobody}")
    found = run(write_files(tmp_path, FILES | {"c/two.tex": two})).diagnostics
    assert {d.code for d in found} == {"tex-undefined-reference", "citation-missing-key"}
    assert {d.place.line for d in found if d.place} == {3}


def test_a_removed_chapter_leaves_no_trace(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    fewer = {
        "book.tex": ROOT.replace("\\input{c/two}\n", ""),
        "c/one.tex": ONE.replace(", and \\ref{two:a}", ""),
    }
    folder = write_files(tmp_path / "edited", FILES)
    run(folder)
    edited = run(write_files(folder, fewer))
    clean = run(write_files(tmp_path / "clean", FILES | fewer))
    assert edited.pdf
    assert clean.pdf
    assert edited.pdf.read_bytes() == clean.pdf.read_bytes()


def test_the_folder_is_compiled_by_hand(
    tmp_path: Path, write_files: Write, run: Callable[..., Typeset]
) -> None:
    folder = write_files(tmp_path, FILES)
    run(folder)
    shutil.rmtree(folder / "units")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "book.tex"],
        cwd=folder, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
