import json
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
