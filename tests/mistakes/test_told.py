"""Each mistake of the catalogue is told once, at the character, in words that say what to do.

What the terminal shows of each stands in `told.txt`, in the order of the catalogue; `--bless`
writes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from scidraft_tex.codes import CODES
from scidraft_tex.diagnostics import Place
from scidraft_tex.tools import Runner, Shell
from tests.mistakes.catalogue import MISTAKES, NOTE, WHOLE, Mistake, Whole
from tests.mistakes.conftest import Dry, Said, build, write

GOLDEN = Path(__file__).parent / "told.txt"
BEFORE = '+++\ntitle = "A note"\n+++\n\nText before it.\n\n'
AFTER = "\n\nText after it.\n"
LINES = BEFORE.count("\n")

DRY = [one for one in MISTAKES if not (one.tex or one.browser)]
SET = [one for one in MISTAKES if one.tex]
DRAWN = [one for one in MISTAKES if one.browser]
NOTES = [one for one in WHOLE if set(one.files) == {NOTE}]
SITES = [one for one in WHOLE if set(one.files) != {NOTE}]

ALL: tuple[Mistake | Whole, ...] = (*MISTAKES, *WHOLE)


def note_of(mistake: Mistake | Whole) -> str:
    return f"content/notes/{mistake.name}.md"


def site_of(folder: Path, mistakes: list[Mistake], runner: Runner | None = None) -> Said:
    """Return what is said of a site with a note for each of MISTAKES."""
    for one in mistakes:
        write(folder, {**one.files, note_of(one): (BEFORE + one.text + AFTER).encode()})
    return build(folder, runner)


@pytest.fixture(scope="module")
def inserted(tmp_path_factory: pytest.TempPathFactory) -> Said:
    return site_of(tmp_path_factory.mktemp("inserted"), DRY)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Said:
    return site_of(tmp_path_factory.mktemp("drawn"), DRAWN, Dry(mermaid=True))


@pytest.fixture(scope="module")
def typeset(tmp_path_factory: pytest.TempPathFactory) -> Said:
    return site_of(tmp_path_factory.mktemp("typeset"), SET, Shell())


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Said:
    folder = tmp_path_factory.mktemp("notes")
    for one in NOTES:
        write(folder, {note_of(one): one.files[NOTE]})
    return build(folder)


def golden() -> dict[str, str]:
    """Return the parts of the golden file by the mistakes' names."""
    text = GOLDEN.read_text(encoding="utf-8") if GOLDEN.exists() else ""
    parts = re.split(r"^== (\S+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def bless(news: Mapping[str, str]) -> None:
    """Write NEWS into the golden file, in the order of the catalogue."""
    known = {**golden(), **news}
    names = [one.name for one in ALL if one.name in known]
    text = "".join(f"== {name}\n{known[name].rstrip()}\n\n" for name in names)
    GOLDEN.write_text(text.rstrip() + "\n", encoding="utf-8")


def compare(name: str, shown: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--bless"):
        bless({name: shown})
    assert golden()[name].rstrip() == shown.rstrip()


def expect(mistake: Mistake) -> list[tuple[str, Place]]:
    place = Place(note_of(mistake), LINES + mistake.line, mistake.column)
    return [(mistake.code, place)]


@pytest.mark.parametrize("mistake", DRY, ids=lambda one: one.name)
def test_a_mistake_is_told_once_at_its_place(
    mistake: Mistake, inserted: Said, request: pytest.FixtureRequest
) -> None:
    items = inserted.of(note_of(mistake))
    assert [(item.code, item.place) for item in items] == expect(mistake)
    compare(mistake.name, inserted.shown(items), request)


@pytest.mark.browser
@pytest.mark.parametrize("mistake", DRAWN, ids=lambda one: one.name)
def test_a_mistake_in_a_diagram_is_told_once_at_its_place(
    mistake: Mistake, drawn: Said, request: pytest.FixtureRequest
) -> None:
    items = drawn.of(note_of(mistake))
    assert [(item.code, item.place) for item in items] == expect(mistake)
    compare(mistake.name, drawn.shown(items), request)


@pytest.mark.tex
@pytest.mark.parametrize("mistake", SET, ids=lambda one: one.name)
def test_a_mistake_that_tex_meets_is_told_once_at_its_place(
    mistake: Mistake, typeset: Said, request: pytest.FixtureRequest
) -> None:
    items = typeset.of(note_of(mistake))
    assert [(item.code, item.place) for item in items] == expect(mistake)
    compare(mistake.name, typeset.shown(items), request)


@pytest.mark.parametrize("whole", NOTES, ids=lambda one: one.name)
def test_a_mistake_of_a_whole_note(
    whole: Whole, notes: Said, request: pytest.FixtureRequest
) -> None:
    items = notes.of(note_of(whole))
    wanted = [(whole.code, Place(note_of(whole), whole.line, whole.column))] if whole.code else []
    assert [(item.code, item.place) for item in items] == wanted
    compare(whole.name, notes.shown(items), request)


@pytest.mark.parametrize("whole", SITES, ids=lambda one: one.name)
def test_a_mistake_in_a_file_of_the_site(
    whole: Whole, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    write(tmp_path, {NOTE: b"One.\n", **whole.files})
    said = build(tmp_path)
    items = [item for item in said.items if item.code != "bib-unused"]
    place = Place(whole.file, whole.line, whole.column)
    assert [(item.code, item.place) for item in items] == [(whole.code, place)]
    compare(whole.name, said.shown(items), request)


def test_nothing_is_said_but_of_the_mistakes(inserted: Said) -> None:
    files = {note_of(one) for one in DRY}
    assert [item for item in inserted.items if not item.place or item.place.file not in files] == []


def test_the_catalogue_is_of_known_codes_and_of_names_of_their_own() -> None:
    names = [one.name for one in ALL]
    assert len(names) == len(set(names))
    assert len(MISTAKES) >= 45
    assert {one.code for one in ALL if one.code} <= set(CODES)


def test_what_is_blessed_is_of_the_catalogue() -> None:
    assert list(golden()) == [one.name for one in ALL]


MARK = "\\ensuremath{\\blacklozenge}"


@pytest.mark.parametrize(
    ("name", "words"),
    [("latin-1", f"Naïve K{MARK}nig says so."), ("nul", f"A word {MARK}and more.")],
)
def test_a_note_with_bytes_that_are_no_text_prints_with_a_mark(
    name: str, words: str, notes: Said
) -> None:
    book = notes.site / "build/book"
    texts = [path.read_text(encoding="utf-8") for path in sorted(book.glob("chapters/*.tex"))]
    (text,) = (text for text in texts if f"%% content/notes/{name}.md" in text)
    assert words in text
