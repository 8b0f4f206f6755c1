"""The fonts that a preprint may take letters from: the table, what is found, what serves."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex.glyphs import PAPER_FONTS, Font, FoundFont, PaperFont
from scidraft_tex.glyphs.paper_fonts import (
    coverage_query,
    covered,
    font_search,
    located,
    packages_for,
    serving,
)

ROW = PaperFont("A", "a.otf", ships=True, scripts=("CYRILLIC",), package="fonts-a")
CYRILLIC = FoundFont(ROW, {"a.otf": Path("/f/a.otf")}, Font("a", (0x400,), (0x4FF,)))
SONG, MINCHO, BATANG = (
    FoundFont(replace(ROW, name=name, scripts=scripts), {}, Font(name, *spans))
    for name, scripts, spans in (
        ("Song", ("CJK",), ((0x4E00,), (0x9FFF,))),
        ("Mincho", ("HIRAGANA", "CJK"), ((0x3041, 0x4E00), (0x30FF, 0x9FFF))),
        ("Batang", ("HANGUL",), ((0x4E00, 0xAC00), (0x9FFF, 0xD7A3))),
    )
)


def names(served: tuple[tuple[FoundFont, frozenset[str]], ...]) -> dict[str, str]:
    return {font.font.name: "".join(sorted(characters)) for font, characters in served}


# --- the table ---------------------------------------------------------------------------------


def test_file_names_are_such_as_arxiv_takes() -> None:
    files = [name for font in PAPER_FONTS for name in font.files]
    assert all(re.fullmatch(r"[a-zA-Z0-9_+.,=-]+\.(otf|ttf)", name) for name in files)
    assert len(set(files)) == len(files)


def test_each_script_has_a_font_and_a_package() -> None:
    assert all(font.package and font.scale > 0 for font in PAPER_FONTS)
    scripts = {script for font in PAPER_FONTS for script in font.scripts}
    assert scripts >= {"CYRILLIC", "GREEK", "HEBREW", "ARABIC", "CJK", "HIRAGANA", "HANGUL"}


def test_what_asks_for_more_of_who_passes_it_on_stays_where_it_is() -> None:
    left = {font.name for font in PAPER_FONTS if not font.ships}
    assert left == {"FreeSerif", "FandolSong", "HaranoAjiMincho", "IPAexMincho", "UnBatang"}


# --- which are here ----------------------------------------------------------------------------


def test_tex_and_the_system_are_asked_for_every_file_at_once() -> None:
    by_tex, by_system = font_search(("lmroman10-regular.otf",))
    assert by_tex.program == "kpsewhich"
    assert by_tex.arguments[0] == "lmroman10-regular.otf"
    assert {"cmunrm.otf", "DejaVuSerif-Bold.ttf", "FandolSong-Regular.otf"} <= set(by_tex.arguments)
    assert len(set(by_tex.arguments)) == len(by_tex.arguments)
    assert (by_system.program, by_system.arguments[0]) == ("fc-list", ":")


def test_what_tex_finds_goes_before_the_systems() -> None:
    tex, both = located("/texmf/x/a.otf\n\n", "/usr/a.otf\n/usr/b.ttf\n")
    assert tex == {"a.otf": Path("/texmf/x/a.otf")}
    assert both == {"a.otf": Path("/texmf/x/a.otf"), "b.ttf": Path("/usr/b.ttf")}


def test_what_ships_may_come_from_anywhere_and_the_rest_from_tex_alone() -> None:
    here = {
        name: Path("/usr") / name
        for name in ("DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "FreeSerif.otf")
    }
    listing = "/usr/DejaVuSerif.ttf\t\t400-4ff\n/usr/FreeSerif.otf\t\t5d0-5ea\n"
    (dejavu,) = covered({}, here, listing)
    assert dejavu.font.name == "DejaVu Serif"
    assert dejavu.glyphs.has("ж")
    assert not dejavu.glyphs.has("ש")
    assert dejavu.file("DejaVuSerif-Bold.ttf")
    assert not dejavu.file("DejaVuSerif-Italic.ttf")
    assert dejavu.shipped == {
        "fonts/DejaVuSerif.ttf": Path("/usr/DejaVuSerif.ttf"),
        "fonts/DejaVuSerif-Bold.ttf": Path("/usr/DejaVuSerif-Bold.ttf"),
    }
    _, free = covered(here, here, listing)
    assert (free.font.name, free.shipped) == ("FreeSerif", {})


def test_a_font_of_which_nothing_is_known_serves_nothing() -> None:
    here = {"DejaVuSerif.ttf": Path("/usr/DejaVuSerif.ttf")}
    assert covered(here, here, "") == ()


def test_the_characters_are_asked_for_by_file() -> None:
    query = coverage_query([Path("/a.otf"), Path("/b.otf")])
    assert query.program == "fc-scan"
    assert query.arguments[1:] == ("/a.otf", "/b.otf")


# --- which serve -------------------------------------------------------------------------------


def test_few_fonts_serve_many_characters() -> None:
    assert names(serving("жд中", (CYRILLIC, SONG, MINCHO))) == {"A": "дж", "Song": "中"}
    assert serving("😀", (CYRILLIC, SONG)) == ()
    assert serving("", (CYRILLIC,)) == ()


@pytest.mark.parametrize(
    ("text", "served"),
    [
        ("日本", {"Song": "日本"}),
        ("日本の", {"Mincho": "の日本"}),
        ("韓國어", {"Batang": "國韓어"}),
    ],
)
def test_ideographs_have_the_shapes_of_the_syllables_language(
    text: str, served: dict[str, str]
) -> None:
    assert names(serving(text, (SONG, MINCHO, BATANG))) == served


@pytest.mark.parametrize(
    ("text", "packages"),
    [
        ("ж", ("fonts-cmu",)),
        ("жλש", ("fonts-cmu", "fonts-noto-core")),
        ("中", ("texlive-lang-chinese",)),
        ("日の", ("texlive-lang-japanese",)),
        ("😀", ()),
    ],
)
def test_what_to_install_for_a_script(text: str, packages: tuple[str, ...]) -> None:
    assert packages_for(text) == packages
