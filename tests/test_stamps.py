"""What stands for this program and its packages."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scidraft_tex import stamps
from scidraft_tex.stamps import own_stamp


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    own_stamp.cache_clear()
    yield
    own_stamp.cache_clear()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "a.py").write_text("one")
    (folder / "notes.txt").write_text("one")
    monkeypatch.setattr(stamps, "_PACKAGE", folder)
    return folder


def again() -> str:
    own_stamp.cache_clear()
    return own_stamp()


def test_it_is_the_same_as_long_as_nothing_changes(package: Path) -> None:
    before = again()
    (package / "notes.txt").write_text("no source")
    assert again() == before


def test_it_changes_with_a_source(package: Path) -> None:
    before = again()
    os.utime(package / "a.py", ns=(1, 1))
    assert again() != before


def test_it_changes_with_a_template(package: Path) -> None:
    before = again()
    (package.parent / "templates").mkdir()
    (package.parent / "templates" / "book.tex.j2").write_text("x")
    assert again() != before


def test_it_changes_with_a_package_that_is_installed(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert package.is_dir()
    site = tmp_path / "site-packages"
    (site / "pandoc-1.0.dist-info").mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [*sys.path, str(site)])
    before = again()
    (site / "pandoc-1.0.dist-info").rename(site / "pandoc-1.1.dist-info")
    assert again() != before
