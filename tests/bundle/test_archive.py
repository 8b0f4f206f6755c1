"""An archive is made of its files alone, and any tar reads it."""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.bundle.archive import pack, unpack

FILES = {"b.tex": b"b", "figures/a.png": b"\0", "a.tex": b""}


def test_the_order_of_the_files_does_not_matter() -> None:
    backwards = dict(reversed(FILES.items()))
    assert pack(FILES, 7) == pack(backwards, 7)
    assert pack(FILES, 7) != pack(FILES, 8)


def test_tar_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    path.write_bytes(pack(FILES, 0))
    listed = subprocess.run(["tar", "tzf", path], capture_output=True, text=True, check=True)
    assert listed.stdout.split() == ["a.tex", "b.tex", "figures/a.png"]


@given(st.dictionaries(st.from_regex(r"[a-z]{1,5}\.tex", fullmatch=True), st.binary(max_size=50)))
def test_what_is_packed_is_unpacked(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, bytes]
) -> None:
    folder = tmp_path_factory.mktemp("out")
    unpack(pack(files, 1), folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files


def test_no_file_leaves_the_folder(tmp_path: Path) -> None:
    with pytest.raises(tarfile.TarError):
        unpack(pack({"../a.tex": b""}, 0), tmp_path / "in")
    assert not (tmp_path / "a.tex").exists()
