from __future__ import annotations

import os
from pathlib import Path

import pytest

from scidraft_tex.cache import Cache, user_cache


def test_what_is_kept_is_found_with_its_suffix(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "not there yet")
    assert cache.find("key") is None
    kept = cache.keep("key", b"data", ".fmt")
    assert kept is not None
    assert kept.suffix == ".fmt"
    assert cache.find("key") == kept
    assert cache.read("key") == b"data"
    assert cache.read("other") is None


def test_an_entry_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.keep("key", b"old")
    cache.keep("key", b"new")
    assert cache.read("key") == b"new"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("damage", [b"", b"dat", b"dataa", b"atad"])
def test_a_damaged_entry_is_a_miss_and_goes(tmp_path: Path, damage: bytes) -> None:
    cache = Cache(tmp_path)
    kept = cache.keep("key", b"data")
    assert kept is not None
    kept.write_bytes(damage)
    assert cache.find("key") is None
    assert not kept.exists()


def test_a_foreign_file_is_a_miss(tmp_path: Path) -> None:
    (tmp_path / "key-something.fmt").write_bytes(b"data")
    (tmp_path / "key-folder").mkdir()
    assert Cache(tmp_path).find("key") is None


def test_the_entry_longest_out_of_use_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=8)
    for age, key in ((30, "a"), (20, "b")):
        kept = cache.keep(key, b"1234")
        assert kept is not None
        os.utime(kept, (1_000_000 - age, 1_000_000 - age))
    assert cache.read("a") == b"1234"
    cache.keep("c", b"1234")
    assert [cache.read(key) for key in "abc"] == [b"1234", None, b"1234"]


def test_one_entry_beyond_the_limit_is_kept_for_its_use(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=1)
    assert cache.keep("a", b"1234")
    assert cache.read("a") == b"1234"


def test_a_folder_that_cannot_be_is_a_miss(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    cache = Cache(tmp_path / "file" / "below")
    assert cache.keep("key", b"data") is None
    assert cache.find("key") is None


def test_there_is_room_for_more_than_twenty_formats(tmp_path: Path) -> None:
    formats, others = user_cache("formats", tmp_path, {}), user_cache("diagrams", tmp_path, {})
    assert formats.limit > 20 * 25_000_000
    assert others.limit == Cache(tmp_path).limit


def test_the_users_cache_is_where_the_specification_says(tmp_path: Path) -> None:
    told = {"XDG_CACHE_HOME": str(tmp_path / "xdg"), "HOME": str(tmp_path / "home")}
    assert user_cache("formats", tmp_path, told).folder == tmp_path / "xdg/scidraft-tex/formats"
    del told["XDG_CACHE_HOME"]
    home = tmp_path / "home/.cache/scidraft-tex/formats"
    assert user_cache("formats", tmp_path, told).folder == home
    relative = {"XDG_CACHE_HOME": "here", "HOME": "there"}
    assert user_cache("formats", tmp_path, relative).folder == tmp_path / "formats"
    assert user_cache("formats", tmp_path, {}).folder == tmp_path / "formats"


def test_a_home_that_cannot_be_written_to_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    told = {"HOME": str(tmp_path / "file")}
    assert user_cache("formats", tmp_path, told).folder == tmp_path / "formats"
