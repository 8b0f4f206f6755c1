from __future__ import annotations

import pytest

from scidraft_tex.formats.values import counted, said_line


@pytest.mark.parametrize(
    ("count", "word", "text"),
    [(0, "error", "no error"), (1, "pass", "1 pass"), (2, "pass", "2 passes"), (2, "a", "2 as")],
)
def test_counts_read_as_words(count: int, word: str, text: str) -> None:
    expected = f"{text}s" if count == 0 else text
    assert counted(count, word) == expected


def test_errors_and_warnings_are_told() -> None:
    said = [{"severity": one} for one in ("error", "note", "warning", "warning")]
    assert said_line({"diagnostics": said}) == "1 error, 2 warnings"
