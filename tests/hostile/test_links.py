"""Links where a build writes: what they lead to stays as it was, whatever is put in their place."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from scidraft_tex.bundle.archive import unpack
from tests.cli.conftest import Command, title_of, write
from tests.hostile.attacks import SECRET
from tests.robust.conftest import make_site

OTHERS = {"thesis/one.tex": SECRET, "thesis/one.bib": SECRET, "log.txt": SECRET, "pdf.txt": SECRET}


def state(folder: Path) -> Mapping[str, str]:
    """Return what FOLDER holds, by names below it."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


@pytest.fixture
def others(tmp_path: Path) -> Path:
    """Return a folder of files that no build has any business with."""
    return write(tmp_path / "others", OTHERS)


def test_nothing_is_written_or_removed_by_way_of_a_link(
    home: Path, run: Command, others: Path
) -> None:
    make_site(home)
    links = {
        "build/book/chapters": "thesis",
        "build/book/bib": "thesis",
        "build/book/figures": "thesis",
        "build/book/out": "thesis",
        "build/book/book.log": "log.txt",
        "build/book/book.aux": "none.txt",
        "build/book/book.tex": "log.txt",
        "build/book.pdf": "pdf.txt",
        "build/report.json": "log.txt",
        "build/cache/images": "thesis",
    }
    for name, target in links.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).symlink_to(others / target)
    assert run("book").code == 0
    assert state(others) == OTHERS
    assert [name for name in links if (home / name).is_symlink()] == []
    assert title_of(home / "build/book.pdf") == "Small"
    assert len(list((home / "build/book/chapters").glob("*.tex"))) == 2


@pytest.mark.parametrize("arguments", [("book",), ("preprint", "one", "--no-bundle")])
def test_a_folder_for_tex_that_is_a_link_is_replaced(
    home: Path, run: Command, others: Path, arguments: tuple[str, ...]
) -> None:
    make_site(home)
    own = home / "build" / ("book" if arguments == ("book",) else "preprints")
    own.parent.mkdir()
    own.symlink_to(others)
    assert run(*arguments).code == 0
    assert state(others) == OTHERS
    assert own.is_dir()
    assert not own.is_symlink()


def test_a_build_folder_that_is_a_link_is_where_its_owner_wants_it(
    home: Path, run: Command, tmp_path: Path
) -> None:
    make_site(home)
    (tmp_path / "large").mkdir()
    (home / "build").symlink_to(tmp_path / "large")
    assert run("book").code == 0
    assert (home / "build").is_symlink()
    assert title_of(tmp_path / "large/book.pdf") == "Small"


@pytest.mark.parametrize("name", ["/etc/passwd", "../../secret.txt"])
def test_no_archive_unpacks_a_link_that_leads_out(name: str, tmp_path: Path) -> None:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        entry = tarfile.TarInfo("paper.tex")
        entry.type, entry.linkname = tarfile.SYMTYPE, name
        archive.addfile(entry)
    with pytest.raises(tarfile.TarError):
        unpack(data.getvalue(), tmp_path / "a")
    assert state(tmp_path) == {}
