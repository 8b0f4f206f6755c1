"""Whatever a note holds, it comes to a chapter: lines of the golden documents in any order."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.helpers import Shell, make_notes
from tests.test_golden import FOLDER, parse

NOTES = [
    case.text("note")
    for path in sorted(FOLDER.glob("*.md"))
    for case in parse(path.read_text(encoding="utf-8"))[1]
]
LINES = sorted({line for note in NOTES for line in note.split("\n")})
ANY = st.lists(
    st.sampled_from(LINES) | st.just("") | st.sampled_from(NOTES), min_size=1, max_size=15
)

_FAILURE = re.compile(r"\\begin\{scidraftfailure\}.*?\\end\{scidraftfailure\}", re.DOTALL)


@pytest.mark.slow
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.lists(ANY.map("\n".join), min_size=5, max_size=20))
def test_any_note_comes_to_a_chapter(notes: list[str]) -> None:
    cases = {f"n{number}": (text, {"title": "A"}) for number, text in enumerate(notes)}
    with TemporaryDirectory() as folder:
        made = make_notes(Path(folder).resolve(), Shell(), cases, {})
    for name, note in made.items():
        lines = cases[name][0].count("\n") + 2
        assert note.tex.startswith(f"%% content/notes/{name}.md:1\n")
        boxless = _FAILURE.sub("", note.tex)
        assert boxless.count("\\begin{") == boxless.count("\\end{")
        for item in note.said:
            assert item.place is None or 0 <= item.place.line <= lines
