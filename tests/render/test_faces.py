"""Faces: which families an engine has, the preamble's lines for them, what is said of others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import MAIN_FAMILY, Font
from scidraft_tex.render.faces import (
    PAPER,
    Faces,
    beyond_pdflatex,
    chosen_faces,
    own_faces,
    text_file,
    with_main,
)
from scidraft_tex.settings import Fonts

INSTALLED = {"DejaVu Serif", "DejaVu Sans Mono"}


def chosen(fonts: Fonts, engine: Engine) -> tuple[Faces, list[str]]:
    said = Diagnostics()
    faces = chosen_faces(fonts, engine, INSTALLED, said)
    assert {item.code for item in said} <= {"settings-value"}
    return faces, [item.message for item in said]


def test_the_books_own() -> None:
    pdftex = own_faces(Engine.PDFLATEX)
    assert (pdftex.math, pdftex.main) == (r"\usepackage{mathpazo}", r"\usepackage{tgpagella}")
    assert pdftex.mono == ""
    opentype = own_faces(Engine.LUALATEX)
    assert opentype.main.startswith(r"\setmainfont{texgyrepagella}[")
    assert opentype.mono.startswith(r"\setmonofont{lmmono10}[")
    assert opentype.math == r"\setmathfont{texgyrepagella-math.otf}"
    assert pdftex.names == opentype.names == ()


@pytest.mark.parametrize(
    ("name", "main", "math"),
    [
        ("TeX Gyre Termes", r"\usepackage{tgtermes}", r"\usepackage{mathptmx}"),
        ("lmodern", r"\renewcommand*\rmdefault{lmr}", r"\usepackage{lmodern}"),
        ("latin modern roman", r"\renewcommand*\rmdefault{lmr}", r"\usepackage{lmodern}"),
        ("Charter", r"\renewcommand*\rmdefault{bch}", "mathastext"),
        ("UTOPIA", r"\renewcommand*\rmdefault{put}", "mathastext"),
    ],
)
def test_pdflatex_has_the_familys_mathematics_with_it(name: str, main: str, math: str) -> None:
    faces, said = chosen(Fonts(main=name), Engine.PDFLATEX)
    assert said == []
    assert faces.main == main
    assert math in faces.math


def test_formulas_may_have_another_family() -> None:
    fonts = Fonts(main="TeX Gyre Termes", math="Latin Modern Math")
    pdftex, _ = chosen(fonts, Engine.PDFLATEX)
    assert pdftex.math == r"\usepackage{lmodern}"
    opentype, _ = chosen(fonts, Engine.XELATEX)
    assert opentype.math == r"\setmathfont{latinmodern-math.otf}"


def test_an_installed_family_goes_by_its_name_and_code_keeps_its_width() -> None:
    faces, said = chosen(Fonts("DejaVu Serif", mono="DejaVu Sans Mono"), Engine.LUALATEX)
    assert said == []
    assert faces.main == r"\setmainfont{DejaVu Serif}"
    assert faces.mono == r"\setmonofont{DejaVu Sans Mono}[Scale=0.857]"
    assert faces.math == r"\setmathfont{texgyrepagella-math.otf}"
    assert faces.names == ("DejaVu Serif", "DejaVu Sans Mono")
    assert not faces.old_figures


@pytest.mark.parametrize(
    ("fonts", "engine", "message"),
    [
        (Fonts("DejaVu Serif"), Engine.PDFLATEX, "`fonts.main`: pdfLaTeX has no DejaVu Serif"),
        (Fonts(math="Asana"), Engine.PDFLATEX, "`fonts.math`: pdfLaTeX has no Asana"),
        (Fonts(mono="Nope"), Engine.LUALATEX, "`fonts.mono`: no font family Nope is installed"),
        (Fonts("Charter"), Engine.XELATEX, "`fonts.main`: no font family Charter is installed"),
    ],
)
def test_what_is_not_to_be_had_is_told_and_ours_taken(
    fonts: Fonts, engine: Engine, message: str
) -> None:
    faces, said = chosen(fonts, engine)
    assert said == [message]
    assert faces == own_faces(engine)


def test_the_hint_names_what_pdflatex_has() -> None:
    said = Diagnostics()
    chosen_faces(Fonts(sans="Arial"), Engine.PDFLATEX, (), said)
    (item,) = said
    assert "TeX Gyre Heros, TeX Gyre Adventor, Latin Modern Sans" in item.hint


def test_where_fontconfig_tells_nothing_a_family_is_believed_to_be_there() -> None:
    said = Diagnostics()
    faces = chosen_faces(Fonts("Nope"), Engine.LUALATEX, (), said)
    assert (faces.main, list(said)) == (r"\setmainfont{Nope}", [])


@pytest.mark.parametrize(
    ("fonts", "beyond"),
    [
        (Fonts(), ()),
        (Fonts(main="times", mono="courier", sans="helvetica", size=12), ()),
        (Fonts(mono="Latin Modern Mono", math="TeX Gyre Pagella Math"), ()),
        (Fonts(main="TeX Gyre Bonum", sans="Arial"), ("TeX Gyre Bonum", "Arial")),
    ],
)
def test_what_pdflatex_lacks(fonts: Fonts, beyond: tuple[str, ...]) -> None:
    assert beyond_pdflatex(fonts) == beyond


@given(
    st.sampled_from(["", "TeX Gyre Termes", "Charter", "Nope", "DejaVu Serif"]),
    st.sampled_from(["", "TeX Gyre Cursor", "Latin Modern Mono", "Nope"]),
    st.sampled_from(Engine),
)
def test_there_are_lines_for_every_choice(main: str, mono: str, engine: Engine) -> None:
    faces, _ = chosen(Fonts(main=main, mono=mono), engine)
    assert faces.main
    assert faces.sans
    assert faces.math
    assert bool(faces.mono) or engine is Engine.PDFLATEX
    assert "Nope" not in str(faces)


def test_the_chosen_family_stands_in_for_ours_among_the_fonts() -> None:
    ours, other, more = (Font(name, (65,), (90,)) for name in (MAIN_FAMILY, "DejaVu Serif", "X"))
    fonts = (ours, other, more)
    assert with_main(fonts, "DejaVu Serif") == (replace(other, family=MAIN_FAMILY), more)
    assert with_main(fonts, "Nope") == with_main(fonts, "") == fonts


# --- a preprint --------------------------------------------------------------------------------


def of_a_paper(fonts: Fonts, engine: Engine) -> tuple[Faces, list[str]]:
    said = Diagnostics()
    faces = chosen_faces(fonts, engine, INSTALLED, said, PAPER)
    assert all(item.severity == "warning" for item in said)
    return faces, [item.message for item in said]


def test_a_preprint_is_in_latin_modern_as_latex_has_it() -> None:
    pdftex = Faces("", "", "", r"\usepackage{lmodern}", old_figures=False, paper=True)
    xetex = replace(pdftex, math=r"\setmathfont{latinmodern-math.otf}")
    assert own_faces(Engine.PDFLATEX, PAPER) == pdftex
    assert own_faces(Engine.XELATEX, PAPER) == xetex
    assert of_a_paper(Fonts(main="Latin Modern"), Engine.PDFLATEX)[0].main == ""


def test_a_preprint_in_another_face_has_latin_modern_beside_it() -> None:
    fonts = Fonts(main="Times")
    pdftex, said = of_a_paper(fonts, Engine.PDFLATEX)
    assert said == []
    assert (pdftex.main, pdftex.math) == (r"\usepackage{tgtermes}", r"\usepackage{mathptmx}")
    assert pdftex.sans == r"\renewcommand*\sfdefault{lmss}"
    assert pdftex.mono == r"\renewcommand*\ttdefault{lmtt}"
    xetex, said = of_a_paper(fonts, Engine.XELATEX)
    assert said == []
    assert xetex.main.startswith(r"\setmainfont{texgyretermes}[")
    assert (xetex.sans, xetex.mono) == ("", "")
    assert xetex.names == pdftex.names == ("TeX Gyre Termes", "Latin Modern Mono")


@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.XELATEX])
def test_a_preprint_is_in_nothing_that_this_machine_alone_has(engine: Engine) -> None:
    faces, (message,) = of_a_paper(Fonts("DejaVu Serif"), engine)
    assert faces == own_faces(engine, PAPER)
    assert "`fonts.main`: a preprint cannot be set in DejaVu Serif" in message


@pytest.mark.parametrize(
    ("fonts", "beyond"),
    [
        (Fonts(main="Arial", math="Asana"), ()),
        (Fonts(main="TeX Gyre Bonum", sans="Arial"), ("TeX Gyre Bonum",)),
        (Fonts(main="Charter", mono="Latin Modern Mono"), ()),
    ],
)
def test_what_xelatex_can_have_of_tex_live(fonts: Fonts, beyond: tuple[str, ...]) -> None:
    assert beyond_pdflatex(fonts, PAPER) == beyond


@pytest.mark.parametrize(
    ("main", "file"),
    [
        ("", "lmroman10-regular.otf"),
        ("palatino", "texgyrepagella-regular.otf"),
        ("Charter", "lmroman10-regular.otf"),
        ("Arial", "lmroman10-regular.otf"),
    ],
)
def test_the_upright_face_of_the_text(main: str, file: str) -> None:
    assert text_file(Fonts(main), PAPER) == file


def test_old_figures_and_spaced_capitals_are_a_books() -> None:
    assert not own_faces(Engine.PDFLATEX).paper
    assert own_faces(Engine.PDFLATEX).old_figures
