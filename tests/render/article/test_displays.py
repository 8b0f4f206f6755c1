r"""Displays that may be too wide are fitted, those that are not stay as they are."""

from __future__ import annotations

from scidraft_tex.render.article.displays import fitted_display
from scidraft_tex.render.measure import Page

NARROW = Page(text_width=217.0, text_height=700.0)
WIDE = Page(text_width=440.0, text_height=700.0)
SUM = " + ".join(f"a_{{{n}}} x^{{{n}}}" for n in range(9))


def test_a_display_that_fits_stays() -> None:
    for text in ("\\[\nx = y\n\\]", "\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}"):
        assert fitted_display(text, NARROW) == text


def test_one_without_a_number_is_left_to_tex() -> None:
    assert fitted_display(f"\\[\n{SUM}\n\\]", NARROW) == f"\\[\n\\fitdisplay{{{SUM}}}\n\\]"
    assert fitted_display(f"\\[\n{SUM}\n\\]", WIDE) == f"\\[\n{SUM}\n\\]"


def test_lines_are_fitted_as_one_and_the_mark_stays_beside_them() -> None:
    text = f"\\begin{{gather*}}\n{SUM} \\\\\nx \\qedhere\n\\end{{gather*}}"
    body = f"\\begin{{gathered}}\n{SUM} \\\\\nx\n\\end{{gathered}}"
    assert fitted_display(text, NARROW) == f"\\[\n\\fitdisplay{{{body}}}\n\\qedhere\n\\]"


def test_a_number_keeps_its_room() -> None:
    equation = f"\\begin{{equation}}\n{SUM}\\label{{e}}\n\\end{{equation}}"
    fitted = f"\\fitdisplay[30pt]{{{SUM}}}\\label{{e}}"
    assert fitted_display(equation, NARROW) == equation.replace(f"{SUM}\\label{{e}}", fitted)
    tagged = f"\\[\n{SUM} \\tag{{$*$}}\n\\]"
    fitted = f"\\fitdisplay[30pt]{{{SUM}}} \\tag{{$*$}}"
    assert fitted_display(tagged, NARROW) == f"\\[\n{fitted}\n\\]"


def test_lines_with_numbers_are_set_in_smaller_type() -> None:
    rows = " + ".join(f"a_{{{n}}} x^{{{n}}}" for n in range(6))
    text = f"\\begin{{align}}\nx &= {rows} \\label{{a}} \\\\\ny &= z\n\\end{{align}}"
    assert fitted_display(text, WIDE) == text
    assert fitted_display(text, NARROW) == f"{{\\small\n{text}\n}}"
    assert fitted_display(text.replace(rows, SUM), NARROW).startswith("{\\scriptsize\n")


def test_a_mark_that_amsthm_cannot_place_follows_the_display() -> None:
    for mark in (r" \qedtag", r" \qedrow"):
        text = f"\\begin{{equation}}\nx{mark}\n\\end{{equation}}"
        assert fitted_display(text, NARROW) == "\\begin{equation}\nx\n\\end{equation}"
