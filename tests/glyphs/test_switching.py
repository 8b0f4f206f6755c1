"""XeLaTeX's classes of letters: which characters they hold, and what the preamble says of them."""

from __future__ import annotations

from pathlib import Path

from scidraft_tex.diagnostics import Place
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import (
    MAIN_FAMILY,
    Font,
    FoundFont,
    PaperFont,
    choose_engine,
    paper_preamble,
)
from scidraft_tex.glyphs.switching import switching_preamble

MAIN = Font(MAIN_FAMILY, (0x20, 0xA0), (0x7E, 0x17F))
ROW = PaperFont("A", "a.otf", ships=True, scripts=("CYRILLIC",), package="fonts-a", bold="ab.otf")
FREE = PaperFont("B", "b.otf", ships=False, scripts=(), package="fonts-b", mono="bm.otf", scale=0.9)
PATHS = {name: Path("/f") / name for name in ("a.otf", "ab.otf", "b.otf", "bm.otf")}


def found(row: PaperFont, *spans: tuple[int, int], lacks: str = "") -> FoundFont:
    glyphs = Font(row.name, tuple(a for a, _ in spans), tuple(b for _, b in spans))
    here = {name: PATHS[name] for name in row.files if name != lacks}
    return FoundFont(row, here, glyphs)


CYRILLIC = found(ROW, (0x370, 0x4FF))
OTHERS = found(FREE, (0x590, 0x6FF), (0x3000, 0x9FFF), (0xFF00, 0xFFEF))


def lines(*served: tuple[FoundFont, str], commands: str = "") -> list[str]:
    return switching_preamble(served, MAIN, commands).splitlines()


def test_nothing_for_nothing() -> None:
    assert switching_preamble((), MAIN, ()) == ""


def test_a_font_that_goes_along_is_named_in_its_folder_and_one_of_tex_live_by_itself() -> None:
    made = lines((CYRILLIC, "ж"), (OTHERS, "中"))
    assert (
        r"\newfontfamily\textfacea{a.otf}[Path=fonts/, BoldFont=ab.otf, AutoFakeSlant=.2]" in made
    )
    assert r"\newfontfamily\textfaceb{b.otf}[Scale=0.9, AutoFakeBold=2, AutoFakeSlant=.2]" in made
    assert r"\newfontfamily\codefaceb{bm.otf}[AutoFakeBold=2, AutoFakeSlant=.2]" in made
    assert r"\newcommand*\faces@choose@a{\textfacea}" in made


def test_a_shape_whose_file_is_not_here_is_made() -> None:
    made = lines((found(ROW, (0x400, 0x4FF), lacks="ab.otf"), "ж"))
    assert "AutoFakeBold=2" in made[1]


def test_letters_between_those_in_use_join_their_span() -> None:
    spans = [line for line in lines((CYRILLIC, "абя")) if line.startswith(r"\faces@span")]
    assert spans == [r'\faces@span\faces@class@a{"0430}{"044F}']


def test_what_has_a_command_stays_out_of_the_spans() -> None:
    made = lines((CYRILLIC, "ав"), commands="б")
    spans = [line for line in made if line.startswith(r"\faces@span")]
    assert spans == [
        r'\faces@span\faces@class@a{"0430}{"0430}',
        r'\faces@span\faces@class@a{"0432}{"0432}',
    ]


def test_stops_of_east_asia_keep_to_the_sign_before_them() -> None:
    made = lines((OTHERS, "中。"))
    (stops,) = (line for line in made if line.startswith(r"\newcommand*\faces@in@a"))
    (signs,) = (line for line in made if line.startswith(r"\newcommand*\faces@in@b"))
    assert r'\faces@span\faces@class@a{"3002}{"3002}' in made
    assert r"\hskip" not in stops
    assert r"{\hskip 0pt plus .1em\relax\begingroup\faces@choose@a" in signs
    assert r'\XeTeXlinebreaklocale "zh" ' in stops
    assert r"  \XeTeXinterchartoks\faces@class@a\faces@class@b={}" in made
    assert sum(r"\newfontfamily\textface" in line for line in made) == 1


def test_words_from_right_to_left() -> None:
    made = lines((OTHERS, "\u05e9\u0639"))
    assert r"\TeXXeTstate=1" in made
    assert r"\newfontfamily\textfacea{b.otf}[Script=Hebrew, " in "\n".join(made)
    assert r"\newfontfamily\textfaceb{b.otf}[Script=Arabic, " in "\n".join(made)
    between = r"{\faces@end\faces@in@b}"
    assert rf"  \XeTeXinterchartoks\faces@class@a\faces@class@b={between}" in made
    assert not any("TeXXeT" in line for line in lines((CYRILLIC, "ж")))


# --- a paper's preamble ------------------------------------------------------------------------


def preamble(text: str, engine: Engine = Engine.XELATEX) -> tuple[str, dict[str, Path]]:
    choice = choose_engine(
        [(text, Place("a.md", 1))], engine, (MAIN, CYRILLIC.glyphs, OTHERS.glyphs)
    )
    made, files = paper_preamble(choice, MAIN, (CYRILLIC, OTHERS))
    assert made.fallback == made.ideographs == ""
    return made.declarations, dict(files)


def test_a_greek_letter_is_a_sign_and_a_greek_word_is_of_one_font() -> None:
    sign, files = preamble("α ≤ β")
    assert r"\newunicodechar{α}{\ensuremath{\alpha}}" in sign
    assert files == {}
    word, files = preamble("λόγος ≤")
    assert "newunicodechar{λ}" not in word
    assert r"\newunicodechar{≤}{\ensuremath{\leq}}" in word
    assert r'\faces@span\faces@class@a{"03B3}{"03CC}' in word.splitlines()
    assert files == {"fonts/a.otf": Path("/f/a.otf"), "fonts/ab.otf": Path("/f/ab.otf")}


def test_a_dingbat_is_a_command_where_no_font_has_it() -> None:
    assert r"\newunicodechar{①}{\textding{172}}" in preamble("①")[0]
    font = found(FREE, (0x2460, 0x2460))
    choice = choose_engine([("①", Place("a.md", 1))], Engine.XELATEX, (MAIN, font.glyphs))
    made, _ = paper_preamble(choice, MAIN, (font,))
    assert "textding" not in made.declarations
    assert r'\faces@span\faces@class@a{"2460}{"2460}' in made.declarations


def test_what_no_font_has_is_its_code_point() -> None:
    made, files = preamble("ж 😀 中")
    assert r"\newunicodechar{😀}{\missingglyph{1F600}}" in made
    assert set(files) == {"fonts/a.otf", "fonts/ab.otf"}  # b.otf is of TeX Live


def test_pdflatex_takes_no_font_along() -> None:
    made, files = preamble("ж ①", Engine.PDFLATEX)
    assert files == {}
    assert made.splitlines()[:2] == [
        r"\usepackage{pifont}",
        r"\DeclareRobustCommand*\textding[1]{\ding{#1}}",
    ]
    assert r"\DeclareUnicodeCharacter{0436}{\missingglyph{0436}}" in made.splitlines()
