"""Complaints about what is said, or not: each test is a row of the list of pitfalls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from scidraft_tex import cli
from scidraft_tex.diagnostics import Diagnostic, Place
from scidraft_tex.pipeline import Made
from scidraft_tex.tools import Command, Outcome, Shell
from tests.helpers import HUGO
from tests.pitfalls.conftest import Bench, Dry, Files

Make = Callable[[Files], Made]
ONE = "content/notes/one.md"
OWN_LOOK = (
    '\\BLOCK{extends "default/shared/references.tex.j2"}\n'
    "\\BLOCK{block formats}\n\\VAR{super()}\n\\setlength\\bibitemsep{0pt}\n\\BLOCK{endblock}\n"
)
"""Lists of references in a look of the site's own: biber makes them."""


def told(made: Made, code: str) -> Diagnostic:
    (item,) = [item for item in made.diagnostics if item.code == code]
    return item


@pytest.mark.tex
def test_pitfall_01_an_error_is_at_a_line_of_the_note(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error of TeX names a line of a file that the author never wrote."""
    wrong = r"Here \(\big a b\) is what TeX stops at."
    bench.write({"hugo.toml": HUGO, ONE: f"# One\n\nFine.\n\n{wrong}\n"})
    monkeypatch.chdir(bench.folder)
    assert cli.main(["book", "site", "-o", "again/book.pdf", "-v"]) == 1
    said = capsys.readouterr().err.splitlines()
    at = next(number for number, line in enumerate(said) if "error[" in line)
    head, source, caret, *rest = said[at:]
    assert head.startswith(f"{ONE}:5:8: error[tex-error]: no delimiter follows a command")
    assert source == f"  5 | {wrong}"
    assert caret == "    |        ^"
    assert any("Missing delimiter (. inserted)." in line for line in rest)


@pytest.mark.browser
@pytest.mark.slow
def test_pitfall_04_a_diagram_that_cannot_be_drawn_is_an_error(made: Make) -> None:
    """The picture of a bomb that says "syntax error" is printed without a word."""
    text = "# One\n\nText.\n\n```mermaid\nflowchart LR\n  A[open --> B\n```\n"
    book = made({"hugo.toml": HUGO, ONE: text})
    error = told(book, "diagram-syntax")
    assert error.severity == "error"
    assert error.place
    assert (error.place.file, error.place.line) == (ONE, 7)
    assert book.drawn.drawn == 0


def test_pitfall_06_a_table_that_fits_in_no_way_is_told(made: Make) -> None:
    """A table runs off the page, and nobody hears of it before the book is printed."""
    row = "|".join(["", *["w" * 40] * 12, ""])
    rule = "|".join(["", *["---"] * 12, ""])
    book = made({"hugo.toml": HUGO, ONE: f"# One\n\nText.\n\n{row}\n{rule}\n{row}\n"})
    warning = told(book, "table-overfull")
    assert warning.place == Place(ONE, 5, 1)
    number = warning.message.removeprefix("the table is ").split(" pt wider than the page")[0]
    assert float(number) > 500


def test_pitfall_13_a_macro_that_is_defined_twice_is_told(made: Make) -> None:
    """A macro is defined twice in a note, and which of them holds is left to chance."""
    text = "# One\n\n\\(\\def\\E{a} \\E\\)\n\nText.\n\n\\(\\def\\E{b} \\E\\)\n"
    twice = told(made({"hugo.toml": HUGO, ONE: text}), "macro-conflict")
    assert twice.place
    assert (twice.place.file, twice.place.line) == (ONE, 7)
    assert "\\E has another meaning since line 3" in twice.message


def test_pitfall_14_a_character_without_a_glyph_is_told_before_tex(bench: Bench) -> None:
    """A character that the font lacks is a line of the log and a gap on the page."""
    bench.write({"hugo.toml": HUGO, ONE: "# One\n\nText.\n\nIt says \U000e0fff here.\n"})
    press = Dry()
    item = told(bench.build(press), "glyph-missing")
    assert item.place == Place(ONE, 5, 9)
    assert "U+E0FFF" in item.message
    tex = bench.chapter("one").read_text(encoding="utf-8")
    assert "\U000e0fff" in tex
    preamble = (bench.folder / "build/book/preamble.tex").read_text(encoding="utf-8")
    assert "E0FFF" in preamble


def test_pitfall_16_an_id_twice_is_one_error_with_both_places(made: Make) -> None:
    """Two headings have one id: a link goes to either of them, and the log repeats it a lot."""
    text = "# One\n\n## First {#same}\n\nText.\n\n## Second {#same}\n\nTo [it](#same).\n"
    error = told(made({"hugo.toml": HUGO, ONE: text}), "duplicate-id")
    assert error.severity == "error"
    assert error.place
    assert (error.place.file, error.place.line) == (ONE, 7)
    assert "the id same stands at line 3 already" in error.message


def test_pitfall_18_a_link_to_nothing_is_told_and_none_to_the_web(made: Make, bench: Bench) -> None:
    """A link to a page that is not in the book becomes a link to the web page in print."""
    text = "# One\n\nSee [the other](/notes/other/) and [the A to Z](/notes/gone/#x).\n"
    book = made({"hugo.toml": HUGO, ONE: text})
    found = [item.place for item in book.diagnostics if item.code == "link-unresolved"]
    assert found == [Place(ONE, 3, 5), Place(ONE, 3, 36)]
    tex = bench.chapter("one").read_text(encoding="utf-8")
    assert "See the other and the A to Z." in tex


def test_pitfall_19_what_is_no_kind_is_told_and_printed(made: Make, bench: Bench) -> None:
    """A theorem of a kind that the tool does not know is left out without a word."""
    text = '# One\n\n::: {.theorme name="of all"}\nAll is well.\n:::\n'
    item = told(made({"hugo.toml": HUGO, ONE: text}), "kind-unknown")
    assert item.place == Place(ONE, 3, 1)
    assert "theorem" in item.message + item.hint
    assert "All is well." in bench.chapter("one").read_text(encoding="utf-8")


@dataclass
class OldBiber(Dry):
    """Has a biber that is older than biblatex."""

    def run(self, command: Command) -> Outcome:
        if command.program == "biber":
            self.asked.append(command)
            words = (
                "ERROR - Error: Found biblatex control file version 3.10, expected version 3.8.\n"
                "This means that your biber (2.17) and biblatex (3.19) versions are incompatible.\n"
            )
            assert command.folder is not None
            (command.folder / "book.blg").write_text(words)
            return Outcome(2, words, "", 0.0)
        return super().run(command)

    def set_pages(self, command: Command) -> Outcome:
        done = super().set_pages(command)
        assert command.folder is not None
        asked = '<bcf:section number="1"><bcf:citekey order="1">k</bcf:citekey></bcf:section>'
        (command.folder / "book.bcf").write_text(
            '<bcf:controlfile version="3.10" '
            f'xmlns:bcf="https://sourceforge.net/projects/biblatex">{asked}</bcf:controlfile>'
        )
        return done


def test_pitfall_24_biber_and_biblatex_that_do_not_fit(bench: Bench) -> None:
    """Biber and biblatex of two releases: the numbers of a control file are all one hears."""
    files = {
        "hugo.toml": HUGO,
        ONE: "# One\n\nBy \\cite{k}.\n\n{{< references >}}\n",
        "assets/bib/refs.bib": "@book{k, title = {K}, author = {K. Kay}, year = 1999}\n",
        "templates/shared/references.tex.j2": OWN_LOOK,
    }
    bench.write(files)
    made = bench.build(OldBiber())
    error = told(made, "tool-version")
    assert "biber 2.17" in error.message
    assert "biblatex 3.19" in error.message
    assert "install biber 2.19" in error.hint
    assert made.pdf


def test_pitfall_26_only_what_changed_is_made_again(bench: Bench) -> None:
    """For one comma the whole book is drawn, written and set again."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>'
    two = "content/notes/two.md"
    bench.write(
        {
            "hugo.toml": HUGO,
            ONE: "# One\n\n![A square](a.svg)\n\nWords words.\n",
            two: "# Two\n\nWords.\n",
            "content/notes/a.svg": svg,
        }
    )
    first = Dry()
    assert bench.build(first).typeset.passes > 0
    assert "rsvg-convert" in _makers(first)
    kept = {path: path.stat().st_mtime_ns for path in _rendered(bench.folder)}
    still = Dry()
    assert bench.build(still).typeset.passes == 0
    assert _makers(still) == []
    bench.write({ONE: "# One\n\n![A square](a.svg)\n\nWords, words.\n"})
    again = Dry()
    assert bench.build(again).typeset.passes == 1
    assert _makers(again) == ["pdflatex"]
    now = {path: path.stat().st_mtime_ns for path in _rendered(bench.folder)}
    assert [path for path in kept if now[path] != kept[path]] == [bench.chapter("one")]


def _makers(press: Dry) -> list[str]:
    """Return the programs that were run to make something; pandoc reads, kpsewhich looks.

    A preamble that is dumped (`-ini`) is kept for all books that have it.
    """
    names = [Path(one.program).name for one in press.asked if "-ini" not in one.arguments]
    return [name for name in names if name not in {"pandoc", "kpsewhich", "fc-list"}]


def _rendered(folder: Path) -> list[Path]:
    book = folder / "build/book"
    return [*book.glob("*.tex"), *book.glob("chapters/*.tex")]


def test_pitfall_27_an_svg_that_cannot_be_converted_is_an_error(bench: Bench) -> None:
    """TeX stops late at a picture that could not be converted, and does not say where it is."""
    assert Shell().find("rsvg-convert")
    text = "# One\n\nText.\n\n![A square](a.svg)\n"
    bench.write({"hugo.toml": HUGO, ONE: text, "content/notes/a.svg": "<svg><rect></svg>"})
    error = told(bench.build(), "image-unreadable")
    assert error.severity == "error"
    assert error.place == Place(ONE, 5, 1)
    tex = bench.chapter("one").read_text(encoding="utf-8")
    assert "includegraphics" not in tex
    assert "a.svg" in tex


def test_pitfall_28_html_without_a_printed_form_keeps_its_text(made: Make, bench: Bench) -> None:
    """HTML that the tool does not know is left out, with what it holds."""
    text = "# One\n\nIt is <blink>here to stay</blink>.\n"
    item = told(made({"hugo.toml": HUGO, ONE: text}), "html-unknown")
    assert item.place == Place(ONE, 3, 7)
    assert "blink" in item.message
    assert "It is here to stay." in bench.chapter("one").read_text(encoding="utf-8")
