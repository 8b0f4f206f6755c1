from __future__ import annotations

import pytest

from scidraft_tex.formats.paths import from_here


@pytest.mark.parametrize(
    ("file", "site", "path"),
    [
        ("notes/x.md", "content", "content/notes/x.md"),
        ("notes/x.md", ".", "notes/x.md"),
        ("../book.yaml", "content", "book.yaml"),
        ("x.md", "../site", "../site/x.md"),
        ("", "content", "content"),
        ("", ".", "."),
    ],
)
def test_a_file_is_named_from_here(file: str, site: str, path: str) -> None:
    assert from_here(file, site) == path
