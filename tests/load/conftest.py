"""Sites written for a test, and the real one where it is at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

WriteSite = Callable[[Mapping[str, str | bytes]], Path]

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def write_site(tmp_path: Path) -> WriteSite:
    """Return what writes files, by their paths, into a folder of the test's own."""

    def write(files: Mapping[str, str | bytes]) -> Path:
        folder = tmp_path / "site"
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return write
