"""The engine's choice, and what the user is told of it."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Place, Severity
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import (
    DECLARED,
    TEXT_COMMANDS,
    Font,
    character_preamble,
    choose_engine,
    unsupported,
)

CYRILLIC = Font("DejaVu Serif", (0x20, 0x400), (0x7E, 0x4FF))
MAIN = Font("TeX Gyre Pagella", (0x20, 0xA0, 0x300), (0x7E, 0x17F, 0x30C))
HERE = Place("notes/a.md", 3, 5)


def test_what_pdflatex_lacks() -> None:
    assert unsupported("plain text", Engine.PDFLATEX) == set()
    assert unsupported("naïve — “α ≤ β” ✓ x² Ⅳ", Engine.PDFLATEX) == set()
    assert unsupported("ж 中 é e\u0301 x\u0302", Engine.PDFLATEX) == {"ж", "中", "\u0302"}


def test_what_the_other_engines_lack() -> None:
    assert unsupported("ж 中 ≤", Engine.LUALATEX) == set()
    assert unsupported("ж 中 ≤", Engine.LUALATEX, (MAIN, CYRILLIC)) == {"中"}
    assert unsupported("x\u0302 ≤", Engine.LUALATEX, (MAIN,)) == set()


@given(st.text())
def test_it_is_what_the_tables_lack(text: str) -> None:
    lacking = {
        c
        for c in unicodedata.normalize("NFC", text)
        if not c.isascii() and c not in DECLARED and c not in TEXT_COMMANDS
    }
    assert unsupported(text, Engine.PDFLATEX) == lacking


def test_a_book_is_scanned_quickly() -> None:
    text = ("A line of text with é, α ≤ β and — dashes.\n" * 25_000)[:1_000_000]
    unsupported(text[:100], Engine.PDFLATEX)
    start = time.perf_counter()
    assert unsupported(text, Engine.PDFLATEX) == set()
    assert time.perf_counter() - start < 1


def test_pdflatex_where_it_can() -> None:
    choice = choose_engine([("α ≤ β", HERE), ("plain", HERE)], "auto", (MAIN,))
    assert choice.engine is Engine.PDFLATEX
    assert choice.used == {"α", "≤", "β"}
    assert not choice.reasons
    assert not choice.missing
    assert not choice.diagnostics


def test_lualatex_where_it_must() -> None:
    texts = [("plain", Place("notes/z.md", 1)), ("line\n  α жд", HERE)]
    choice = choose_engine(texts, "auto", (MAIN, CYRILLIC))
    assert choice.engine is Engine.LUALATEX
    assert choice.reasons == (
        ("ж", Place("notes/a.md", 4, 5)),
        ("д", Place("notes/a.md", 4, 6)),
    )
    (said,) = choice.diagnostics
    assert (said.code, said.severity) == ("glyph-fallback", Severity.NOTE)
    assert said.place == Place("notes/a.md", 4, 5)
    assert "U+0436 CYRILLIC SMALL LETTER ZHE ж" in said.message
    assert "U+0434" in said.message


def test_the_first_line_counts_from_its_column() -> None:
    choice = choose_engine([("ab ж", HERE)], "auto")
    assert choice.reasons == (("ж", Place("notes/a.md", 3, 8)),)


def test_a_letter_that_unicode_does_not_compose() -> None:
    choice = choose_engine([("ab x\u0302", HERE)], "auto")
    assert choice.reasons == (("\u0302", Place("notes/a.md", 3, 9)),)
    assert "U+0302 COMBINING CIRCUMFLEX ACCENT" in choice.diagnostics[0].message


def test_pdflatex_as_asked() -> None:
    choice = choose_engine([("a\nб 中", HERE)], Engine.PDFLATEX, (MAIN, CYRILLIC))
    assert choice.engine is Engine.PDFLATEX
    assert [character for character, _ in choice.missing] == ["б", "中"]
    (said,) = choice.diagnostics
    assert (said.code, said.severity) == ("glyph-missing", Severity.WARNING)
    assert said.place == Place("notes/a.md", 4, 1)
    assert "pdfLaTeX prints no U+0431" in said.message


def test_no_font_has_it() -> None:
    choice = choose_engine([("ж 中", HERE)], "auto", (MAIN, CYRILLIC))
    assert choice.engine is Engine.LUALATEX
    assert choice.missing == (("中", Place("notes/a.md", 3, 7)),)
    assert [said.code for said in choice.diagnostics] == ["glyph-fallback", "glyph-missing"]
    assert "中" not in choice.diagnostics[0].message
    assert "no installed font has U+4E2D" in choice.diagnostics[1].message


def test_no_change_of_engine_that_gains_nothing() -> None:
    choice = choose_engine([("中", HERE)], "auto", (MAIN, CYRILLIC))
    assert choice.engine is Engine.PDFLATEX
    assert [character for character, _ in choice.missing] == ["中"]
    assert [said.code for said in choice.diagnostics] == ["glyph-missing"]


def test_many_characters_are_counted() -> None:
    choice = choose_engine([("абвгдежз", HERE)], "auto")
    assert choice.diagnostics[0].message.endswith("and 3 more")


@pytest.mark.parametrize("asked", [Engine.LUALATEX, Engine.XELATEX])
def test_the_engine_asked_for_is_not_explained(asked: Engine) -> None:
    choice = choose_engine([("ж", HERE)], asked, (MAIN, CYRILLIC))
    assert choice.engine is asked
    assert choice.diagnostics == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [("中文", "chinese-simplified"), ("日本語の文", "japanese"), ("ж", ""), ("plain", "")],
)
def test_lines_of_ideographs_break_by_their_language(text: str, language: str) -> None:
    choice = choose_engine([(text, HERE)], Engine.LUALATEX)
    assert character_preamble(choice).ideographs == language
