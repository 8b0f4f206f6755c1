"""What is a cause to build again, and that it is heard of however an editor saves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scidraft_tex.cli.changes import Watched, changed_since, changes

SITE = Path("/site")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/site/content/notes/x.md", True),
        ("/site/assets/bib/x.bib", True),
        ("/site/book.yaml", True),
        ("/site/content/notes/.x.md.swp", False),
        ("/site/content/notes/x.md~", False),
        ("/site/content/notes/4913", False),
        ("/site/content/notes/.#x.md", False),
        ("/site/.git/index", False),
        ("/site/public/index.html", False),
        ("/site/build/book.pdf", False),
        ("/site/build.log", False),
        ("/site/static/img/a.PNG", True),
        ("/site/content/notes/renamed", True),
        ("/site/paper.pdf", False),
        ("/elsewhere/settings.yaml", True),
        ("/elsewhere/other.yaml", False),
    ],
)
def test_what_is_a_cause_to_build_again(path: str, *, expected: bool) -> None:
    watched = Watched((SITE,), (Path("/elsewhere/settings.yaml"),), (SITE / "paper.pdf",))
    assert watched.concerns(Path(path)) is expected


def write(path: Path) -> None:
    path.write_text("new")


def replace(path: Path) -> None:
    beside = path.with_name(f".{path.name}.swp")
    beside.write_text("new")
    beside.replace(path)


def move_away_and_write(path: Path) -> None:
    path.rename(path.with_name(f"{path.name}~"))
    path.write_text("new")


def give_another_name(path: Path) -> None:
    path.rename(path.with_name("renamed.md"))


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[Callable[[Callable[[Path], None]], frozenset[Path]]]:
    """Return what saves a note in the way that it is given and returns the batch heard of it."""
    note = tmp_path.resolve() / "content" / "x.md"
    note.parent.mkdir()
    note.write_text("old")
    stop = threading.Event()

    def batch_of(save: Callable[[Path], None]) -> frozenset[Path]:
        found = changes(Watched((tmp_path.resolve(),)), stop)
        assert next(found) == frozenset()
        save(note)
        return next(found)

    yield batch_of
    stop.set()


@pytest.mark.parametrize("save", [write, replace, move_away_and_write])
def test_one_save_is_one_batch(
    heard: Callable[[Callable[[Path], None]], frozenset[Path]], save: Callable[[Path], None]
) -> None:
    assert {path.name for path in heard(save)} == {"x.md"}


def test_a_rename_is_heard_by_both_names(
    heard: Callable[[Callable[[Path], None]], frozenset[Path]],
) -> None:
    assert {path.name for path in heard(give_another_name)} == {"x.md", "renamed.md"}


def test_what_was_saved_before_the_listening_is_found(tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    (folder / "content").mkdir()
    (folder / "build").mkdir()
    old, new, made = folder / "old.md", folder / "content" / "new.md", folder / "build" / "x.tex"
    old.write_text("x")
    time.sleep(0.02)
    moment = time.time_ns()
    time.sleep(0.02)
    for path in (new, made):
        path.write_text("x")
    settings = tmp_path.resolve() / "gone.yaml"
    assert changed_since(Watched((folder,), (settings,)), moment) == {new}
