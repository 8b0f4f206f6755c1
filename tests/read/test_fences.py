"""What opens a fence, and where it ends."""

from __future__ import annotations

import pytest

from scidraft_tex.read.fences import fence_end, fence_opening


@pytest.mark.parametrize(
    ("line", "margin", "mark", "info"),
    [
        ("```python", "", "```", "python"),
        ("  ~~~~", "  ", "~~~~", ""),
        ("> - ```text", "> - ", "```", "text"),
    ],
)
def test_what_opens_a_fence(line: str, margin: str, mark: str, info: str) -> None:
    found = fence_opening(line)
    assert found is not None
    assert (found["margin"], found["fence"], found["info"]) == (margin, mark, info)


@pytest.mark.parametrize("line", ["`` x ``", "```a`b", "text ```"])
def test_what_opens_none(line: str) -> None:
    assert fence_opening(line) is None


@pytest.mark.parametrize(
    ("text", "indent", "inside", "closed"),
    [
        ("```\na\n```\nb", 0, "```\na\n```", True),
        ("```\na\n````  \nb", 0, "```\na\n````  ", True),
        ("```\na\n~~~\n``\n", 0, "```\na\n~~~\n``\n", False),
        ("> ```\n> a\nb\n```\n", 0, "> ```\n> a\n", False),
        ("> ```\n> a\n> ```\nb", 0, "> ```\n> a\n> ```", True),
        ("  ```\n  a\n\nb\n```\n", 2, "  ```\n  a\n\n", False),
        ("  ```\n  a\n\n  b\n  ```\nc", 2, "  ```\n  a\n\n  b\n  ```", True),
    ],
)
def test_where_a_fence_ends(text: str, indent: int, inside: str, *, closed: bool) -> None:
    line, _, _ = text.partition("\n")
    opening = fence_opening(line)
    assert opening is not None
    end, found = fence_end(text, len(line) + 1, opening, indent)
    assert (text[:end], found) == (inside, closed)
