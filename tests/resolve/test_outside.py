"""Paths that lead out of the site, and what is told of those that would if they were there."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from scidraft_tex.resolve.outside import file_at, why_outside

BASE = "content/notes"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "site"
    (folder / "static").mkdir(parents=True)
    (folder.parent / "beside.png").write_bytes(b"x")
    (folder / "own.png").write_bytes(b"x")
    (folder / "static/out.png").symlink_to(folder.parent / "beside.png")
    return folder


def looked_up(address: str) -> list[PurePosixPath]:
    return [PurePosixPath(root, address.lstrip("/")) for root in (BASE, "static", ".")]


@pytest.mark.parametrize(
    "address",
    [
        *("../../../x.png", "a/../../../../x.png", "/../x.png", "/../beside.png", "/a/../../x"),
        *("/etc/x.png", "/usr/x.png", "file:own.png", "FILE:///etc/x.png", "C:\\x.png", "out.png"),
    ],
)
def test_what_leads_out(site: Path, address: str) -> None:
    assert why_outside(site, BASE, address, looked_up(address)) != ""


@pytest.mark.parametrize(
    "address",
    ["../../x.png", "own.png", "/own.png", "/nowhere/x.png", "", "/", "a\0b", "x" * 9_000],
)
def test_what_does_not(site: Path, address: str) -> None:
    assert why_outside(site, BASE, address, looked_up(address)) == ""


def test_nobody_is_told_what_there_is_outside(site: Path) -> None:
    """One step above the note's own folder, two above the site's: there or not is the same."""
    told = [why_outside(site, BASE, f"../../{name}", looked_up(f"../../{name}")) for name in "ab"]
    (site.parent / "a").write_bytes(b"x")
    assert told == [why_outside(site, BASE, "../../a", looked_up("../../a")), ""]


def test_a_folder_of_the_site_may_be_called_as_one_of_the_machine(site: Path) -> None:
    (site / "static/etc").mkdir()
    assert why_outside(site, BASE, "/etc/x.png", looked_up("/etc/x.png")) == ""


def test_links_are_followed_to_what_they_name(site: Path) -> None:
    assert file_at(site, PurePosixPath("static/out.png")) == site.parent / "beside.png"
    assert file_at(site, PurePosixPath("static/none.png")) is None
    assert file_at(site, PurePosixPath("static")) is None
