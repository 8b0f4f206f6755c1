"""Installed fonts, and LuaLaTeX's fallback to them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Place
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import (
    DECLARED,
    FONT_QUERY,
    TEXT_COMMANDS,
    Font,
    character_preamble,
    choose_engine,
    fallback_fonts,
    fallback_preamble,
    read_fonts,
)
from scidraft_tex.tools import Shell
from tests.render.lines import FRAME, set_lines


def font(family: str, *ranges: tuple[int, int]) -> Font:
    return Font(family, tuple(first for first, _ in ranges), tuple(last for _, last in ranges))


SERIF = font("DejaVu Serif", (0x20, 0x7E), (0x400, 0x4FF))
SANS = font("DejaVu Sans", (0x20, 0x7E), (0x400, 0x4FF), (0x5D0, 0x5EA), (0x600, 0x6FF))
CHINESE = font("Noto Serif CJK SC", (0x3041, 0x30FF), (0x4E00, 0x9FFF))
JAPANESE = font("Noto Serif CJK JP", (0x3041, 0x30FF), (0x4E00, 0x9FFF))
ODD = font("Aardvark", (0x400, 0x4FF), (0x2600, 0x26FF))
LATIN = font("Latin Modern Roman", (0x20, 0x4FF))
ALL = (ODD, CHINESE, SANS, SERIF, JAPANESE, LATIN)


def test_the_listing_of_fontconfig() -> None:
    fonts = read_fonts(
        "B\tBold\t20-7e\nB\tRegular\t20-7e a0 400-4ff\nB\tItalic\t41\n"
        "A\tOblique\t41-5a\nnonsense\nC\tRegular\tnothing hexadecimal\n"
    )
    assert [found.family for found in fonts] == ["A", "B"]
    assert fonts[1] == Font("B", (0x20, 0xA0, 0x400), (0x7E, 0xA0, 0x4FF))


@pytest.mark.parametrize(
    ("character", "has"),
    [("\x1f", False), (" ", True), ("~", True), ("\x7f", False), ("ж", True), ("Ԁ", False)],
)
def test_what_a_font_has(character: str, *, has: bool) -> None:
    assert SERIF.has(character) is has


def test_few_fonts_in_the_order_of_preference() -> None:
    found = fallback_fonts("жשع中☺😀", ALL)
    assert {c: chosen.family for c, chosen in found.items()} == {
        "ж": "DejaVu Serif",
        "ש": "DejaVu Sans",
        "ع": "DejaVu Sans",
        "中": "Noto Serif CJK SC",
        "☺": "Aardvark",
    }


def test_kana_ask_for_japanese_shapes() -> None:
    assert {f.family for f in fallback_fonts("日本の", ALL).values()} == {"Noto Serif CJK JP"}
    assert {f.family for f in fallback_fonts("日本", ALL).values()} == {"Noto Serif CJK SC"}


def test_the_fallback_of_lualatex() -> None:
    lines = fallback_preamble("ж中", ALL).splitlines()
    assert lines[0] == (
        r'\directlua{luaotfload.add_fallback("textfallback", '
        r'{"DejaVu Serif:mode=harf;", "Noto Serif CJK SC:mode=harf;"})}'
    )
    assert all(line.startswith(r"\defaultfontfeatures[") for line in lines[1:])
    assert fallback_preamble("😀", ALL) == ""
    assert fallback_preamble("", ALL) == ""


def test_what_is_written_from_right_to_left() -> None:
    lines = fallback_preamble("עع", ALL).splitlines()
    assert lines[0] == r"\PassOptionsToPackage{bidi=basic}{babel}"
    assert '"DejaVu Sans:mode=harf;script=arab;"' in lines[1]


def test_xelatex_names_a_font_for_each_character() -> None:
    assert fallback_preamble("ж", ALL, Engine.XELATEX).splitlines() == [
        r"\usepackage{newunicodechar}",
        r"\newfontfamily\textfallbacka{DejaVu Serif}",
        r"\newunicodechar{ж}{{\textfallbacka\char1078 }}",
    ]


def test_a_command_goes_before_another_font() -> None:
    fonts = (font("TeX Gyre Pagella", (0x20, 0x17F)), *ALL)
    choice = choose_engine([("é ж ≤ ⅓ 😀", Place("a.md", 1))], "auto", fonts)
    preamble = character_preamble(choice, fonts)
    assert "DejaVu Serif" in preamble.fallback
    lines = preamble.declarations.splitlines()
    assert r"\newunicodechar{≤}{\ensuremath{\leq}}" in lines
    assert r"\newunicodechar{😀}{\missingglyph{1F600}}" in lines
    assert r"\AtBeginDocument{\newunicodechar{⅓}{\ensuremath{\tfrac{1}{3}}}}" in lines
    assert not any("é" in line or "ж" in line for line in lines)


def test_pdflatex_has_no_fallback() -> None:
    choice = choose_engine([("é ≤ ж", Place("a.md", 1))], Engine.PDFLATEX)
    preamble = character_preamble(choice, ALL)
    assert preamble.fallback == ""
    assert len(preamble.declarations.splitlines()) == 3


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.LUALATEX, Engine.XELATEX])
def test_other_scripts_are_printed(engine: Engine, tmp_path: Path) -> None:
    fonts = read_fonts(Shell().run(FONT_QUERY).stdout)
    assert any(found.family == "DejaVu Sans" for found in fonts)
    text = "Привет ≤ ∈ ½ ⅓ λόγος ☺ ✓ α²"
    hebrew = "שלום" if engine is Engine.LUALATEX else ""
    lines = [f"{text}\\par", f"\\textbf{{Привет}} $x = \\text{{мир}}$ {hebrew}", r"\section{Мир}"]
    choice = choose_engine([(line, Place("a.md", 1)) for line in lines], engine, fonts)
    assert choice.missing == ()
    preamble = character_preamble(choice, fonts)
    frame = replace(FRAME, unicode=preamble.declarations, fallback=preamble.fallback)
    done = set_lines(lines, tmp_path, engine, frame)
    assert done.errors == {}
    assert done.missing == ()
    assert done.text.count("Привет") == 2
    assert "λόγος" in done.text
    assert "Мир" in done.text
    if hebrew:
        assert hebrew in done.text.replace("\u202b", "").replace("\u202c", "")


@pytest.mark.tex
def test_every_command_of_the_text_typesets_with_lualatex(tmp_path: Path) -> None:
    fonts = read_fonts(Shell().run(FONT_QUERY).stdout)
    # U+FFFD is never written as itself: LuaTeX takes it for bytes that are no text.
    characters = sorted((DECLARED | set(TEXT_COMMANDS)) - {"\ufffd"})
    choice = choose_engine([("".join(characters), Place("a.md", 1))], Engine.LUALATEX, fonts)
    preamble = character_preamble(choice, fonts)
    frame = replace(FRAME, unicode=preamble.declarations, fallback=preamble.fallback)
    done = set_lines([f"A{c}B\\par" for c in characters], tmp_path, Engine.LUALATEX, frame)
    assert {characters[line]: error for line, error in done.errors.items()} == {}
    assert done.missing == ()
