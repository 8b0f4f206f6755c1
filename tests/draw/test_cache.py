import json
import os
from pathlib import Path

import pytest

from scidraft_tex.draw.cache import Cache, key_digest, place

KEY = {"source": "a", "tool": "1"}


def stored(tmp_path: Path) -> Cache:
    drawn = tmp_path / "drawn.pdf"
    drawn.write_bytes(b"drawing")
    cache = Cache(tmp_path / "cache")
    cache.store(KEY, drawn, 10.5, 20)
    return cache


def test_what_is_stored_is_found_with_its_size(tmp_path: Path) -> None:
    entry = stored(tmp_path).find(KEY, ".pdf")
    assert entry is not None
    assert (entry.path.read_bytes(), entry.width, entry.height) == (b"drawing", 10.5, 20)


def test_the_text_beside_names_what_went_in(tmp_path: Path) -> None:
    cache = stored(tmp_path)
    said = json.loads((cache.folder / f"{key_digest(KEY)}.json").read_text())
    assert said["inputs"] == KEY
    assert sorted(path.suffix for path in cache.folder.iterdir()) == [".json", ".pdf"]


def test_another_key_is_a_miss(tmp_path: Path) -> None:
    cache = stored(tmp_path)
    assert cache.find({**KEY, "tool": "2"}, ".pdf") is None
    assert cache.find(KEY, ".png") is None
    assert Cache(tmp_path / "none").find(KEY, ".pdf") is None


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"inputs": {}}', '"x"'])
def test_a_damaged_text_is_a_miss(tmp_path: Path, text: str) -> None:
    cache = stored(tmp_path)
    (cache.folder / f"{key_digest(KEY)}.json").write_text(text)
    assert cache.find(KEY, ".pdf") is None


def test_a_damaged_or_missing_file_is_a_miss(tmp_path: Path) -> None:
    cache = stored(tmp_path)
    path = cache.folder / f"{key_digest(KEY)}.pdf"
    path.write_bytes(b"draw")
    assert cache.find(KEY, ".pdf") is None
    path.unlink()
    assert cache.find(KEY, ".pdf") is None


def test_place_leaves_nothing_beside(tmp_path: Path) -> None:
    source = tmp_path / "a.png"
    source.write_bytes(b"x")
    target = tmp_path / "folder" / "b.png"
    place(source, target)
    place(source, target)
    assert [path.name for path in target.parent.iterdir()] == ["b.png"]
    with pytest.raises(FileNotFoundError):
        place(tmp_path / "none", target)
    assert [path.name for path in target.parent.iterdir()] == ["b.png"]


def test_a_shared_folder_has_what_the_own_one_lacks(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.pdf"
    drawn.write_bytes(b"drawing")
    Cache(tmp_path / "one", tmp_path / "shared").store(KEY, drawn, 10, 20)
    other = Cache(tmp_path / "two", tmp_path / "shared")
    entry = other.find(KEY, ".pdf")
    assert entry is not None
    assert entry.path.parent == tmp_path / "two"
    assert Cache(tmp_path / "two").find(KEY, ".pdf") == entry


def test_a_damaged_entry_of_a_shared_folder_is_a_miss(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.pdf"
    drawn.write_bytes(b"drawing")
    Cache(tmp_path / "one", tmp_path / "shared").store(KEY, drawn, 10, 20)
    (tmp_path / "shared" / f"{key_digest(KEY)}.pdf").write_bytes(b"another")
    assert Cache(tmp_path / "two", tmp_path / "shared").find(KEY, ".pdf") is None


def test_a_shared_folder_loses_what_was_used_least_lately(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scidraft_tex.draw.cache.LIMIT", 3000)
    drawn = tmp_path / "drawn.pdf"
    drawn.write_bytes(bytes(900))
    shared = tmp_path / "shared"
    for number in range(4):
        Cache(tmp_path / "one", shared).store({"source": str(number)}, drawn, 1, 1)
        for path in shared.glob(f"{key_digest({'source': str(number)})}.*"):
            os.utime(path, ns=(number, number))
    Cache(tmp_path / "one", shared).store({"source": "last"}, drawn, 1, 1)
    left = [n for n in range(4) if Cache(shared).find({"source": str(n)}, ".pdf")]
    assert left
    assert left == list(range(4))[-len(left) :]
    assert Cache(shared).find({"source": "last"}, ".pdf")
    assert sum(path.stat().st_size for path in shared.iterdir()) <= 3000
    assert Cache(tmp_path / "one").find({"source": "0"}, ".pdf")
