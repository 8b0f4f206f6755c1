"""Whatever a note holds, nothing raises, no word is lost, and every message has its place."""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz.grammar import MARKER, invisible, noisy_notes, notes
from tests.helpers import Case, Made, Shell, make_notes

NOTES_AT_ONCE = 20
TIMES = 50
BIB = "@book{a, title={A}, author={Ada Ay}, year=2001}\n@book{b, title={B}, year=2002}\n"
FILES = {"assets/bib/refs.bib": BIB}
RANDOM = bool(os.environ.get("SCIDRAFT_FUZZ"))
"""Whether other notes are made each time, to look for faults; CI has the same every time."""
FUZZ = settings(
    max_examples=TIMES,
    deadline=None,
    derandomize=not RANDOM,
    database=None,
    phases=(Phase.generate, Phase.shrink) if RANDOM else (Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
_BREAKS = re.compile(r"\\failurebreak\{\}")


def made_of(texts: list[str]) -> dict[str, Made]:
    cases: dict[str, Case] = {f"n{number}": (text, {}) for number, text in enumerate(texts)}
    with TemporaryDirectory() as folder:
        return make_notes(Path(folder).resolve(), Shell(), cases, FILES)


def lines_of(text: str) -> list[str]:
    """Return the lines of a note: LF, CRLF and a lone CR end one."""
    return re.split(r"\r\n|\r|\n", text)


def assert_sound(text: str, note: Made) -> None:
    """Assert it of what TEXT came to; the terminal shows the line of each message, too."""
    lines = lines_of(text)
    told = "\n".join(f"{item.message} {item.hint} {item.detail}" for item in note.said)
    for item in note.said:
        assert item.code != "internal-error", (item, item.detail)
        if item.place and item.place.line:
            assert item.place.line <= len(lines) + 1, (item, text)
            line = lines[item.place.line - 1] if item.place.line <= len(lines) else ""
            assert 1 <= item.place.column <= len(line) + 1, (item, line)
            told += f"\n{line}"
    printed = _BREAKS.sub("", note.tex)
    lost = {
        word
        for word in MARKER.findall(text)
        if word not in printed and word not in told and word not in invisible(text)
    }
    assert not lost, text


@pytest.mark.slow
@FUZZ
@given(st.lists(notes, min_size=NOTES_AT_ONCE, max_size=NOTES_AT_ONCE))
def test_a_note_loses_nothing(texts: list[str]) -> None:
    made = made_of(texts)
    for number, text in enumerate(texts):
        if f"n{number}" in made:
            assert_sound(text, made[f"n{number}"])
        else:  # a line of dashes begins front matter that never ends
            assert text.startswith("---")


@pytest.mark.slow
@FUZZ
@given(st.lists(noisy_notes(), min_size=NOTES_AT_ONCE, max_size=NOTES_AT_ONCE))
def test_noise_loses_nothing(texts: list[str]) -> None:
    made = made_of(texts)
    for number, text in enumerate(texts):
        if f"n{number}" in made:
            assert_sound(text, made[f"n{number}"])
