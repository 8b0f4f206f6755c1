"""What changes on disk, gathered until it is quiet: the half of `watch` that waits."""

from __future__ import annotations

import os
import queue
import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from watchfiles import Change, watch

__all__ = ["Watched", "changed_since", "changes", "resolved"]

QUIET = 100
"""How many milliseconds nothing may have changed before a build begins: an editor's save, which
writes a file beside and renames it, is several changes."""
LONGEST = 1000
"""How many milliseconds changes are gathered at most."""
_READY = 10.0  # s
"""How long is waited for a folder to be listened to."""
_LOOK = 200
"""After how many milliseconds without a change a listener looks whether it is to stop."""

_PASSING = re.compile(r"~$|^\.#|^#.*#$|\.sw[a-z]$|\.tmp$|\.part$|\.crdownload$|^4913$|^\.nfs")
"""Names of files that editors and programs write for a moment."""
_NO_SOURCES = frozenset({"build", "public", "resources", "node_modules", "dist", "__pycache__"})
"""Folders of a site that are made from it, or that no note lies in."""
_SOURCES = frozenset(
    {
        *(".md", ".bib", ".toml", ".yaml", ".yml", ".json", ".j2", ".tex"),
        *(".png", ".jpg", ".jpeg", ".svg", ".pdf", ".webp", ".gif", ".avif", ".bmp", ".tiff"),
    }
)
"""Endings of what a build reads of a site: a log that somebody writes there is no cause."""

Batch: TypeAlias = frozenset[Path]


@dataclass(frozen=True, slots=True)
class Watched:
    """What a build read: folders with all that is in them, and single files.

    `made` are folders and files that the build wrote, which are no cause for another.
    """

    folders: tuple[Path, ...]
    files: tuple[Path, ...] = ()
    made: tuple[Path, ...] = ()

    def concerns(self, path: Path) -> bool:
        """Tell whether a change at PATH is a cause to build again."""
        if _PASSING.search(path.name) or any(path.is_relative_to(one) for one in self.made):
            return False
        if path in self.files:
            return True
        return any(_source(path, folder) for folder in self.folders)

    def roots(self) -> dict[Path, bool]:
        """Return the folders to listen to, each with whether what lies deeper counts.

        A single file is heard of through its folder: one that is replaced is another file.
        """
        found = dict.fromkeys((path.parent for path in self.files), False)
        return found | dict.fromkeys(self.folders, True)


def _source(path: Path, folder: Path) -> bool:
    if not path.is_relative_to(folder):
        return False
    between = path.relative_to(folder).parts
    if path.suffix.lower() not in _SOURCES and (path.suffix or path.is_file()):
        return False  # what has no ending may be a folder that was renamed
    return not any(part in _NO_SOURCES or part.startswith(".") for part in between)


def changes(watched: Watched, stop: threading.Event) -> Iterator[Batch]:
    """Yield what changed, batch by batch, until STOP is set; what no build reads is left out.

    The first batch is empty: it comes as soon as every folder is listened to, and nothing that
    changes from then on is missed. Raises `OSError` where a folder cannot be listened to.
    """
    heard: queue.Queue[Batch | OSError] = queue.Queue()
    ready = []
    for root, deep in watched.roots().items():
        if root.is_dir():
            ready.append(threading.Event())
            listener = threading.Thread(
                target=_listen,
                args=(root, watched, heard, stop, ready[-1]),
                kwargs={"deep": deep},
                daemon=True,
            )
            listener.start()
    for event in ready:
        event.wait(_READY)
    yield frozenset()
    while not stop.is_set():
        try:
            batch = heard.get(timeout=0.5)
        except queue.Empty:
            continue
        if isinstance(batch, OSError):
            raise batch
        yield batch.union(*_waiting(heard))


def changed_since(watched: Watched, moment: int) -> Batch:
    """Return the files of WATCHED that were written or renamed at MOMENT or later.

    MOMENT is in nanoseconds since 1970.
    """
    return frozenset(path for path in _files(watched) if _moment(path) >= moment)


def _files(watched: Watched) -> Iterator[Path]:
    yield from watched.files
    for folder in watched.folders:
        for place, folders, names in os.walk(folder):
            folders[:] = [name for name in folders if watched.concerns(Path(place, name, "x.md"))]
            yield from (path for name in names if watched.concerns(path := Path(place, name)))


def _moment(path: Path) -> int:
    try:
        found = path.lstat()
    except OSError:
        return 0
    return max(found.st_mtime_ns, found.st_ctime_ns)


def _waiting(heard: queue.Queue[Batch | OSError]) -> Iterator[Batch]:
    """Yield what was heard already, without waiting for more."""
    while True:
        try:
            batch = heard.get_nowait()
        except queue.Empty:
            return
        if isinstance(batch, frozenset):
            yield batch


def _listen(
    root: Path,
    watched: Watched,
    heard: queue.Queue[Batch | OSError],
    stop: threading.Event,
    ready: threading.Event,
    *,
    deep: bool,
) -> None:
    def concerns(_: Change, path: str) -> bool:
        return watched.concerns(Path(path))

    try:
        for batch in watch(
            root,
            watch_filter=concerns,
            debounce=LONGEST,
            step=QUIET,
            stop_event=stop,
            rust_timeout=_LOOK,
            yield_on_timeout=True,
            recursive=deep,
            raise_interrupt=False,
            ignore_permission_denied=True,
        ):
            ready.set()
            if batch:
                heard.put(frozenset(Path(path) for _, path in batch))
    except OSError as error:
        ready.set()
        heard.put(error)


def resolved(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return PATHS as the system tells of them: absolute, without links."""
    return tuple(dict.fromkeys(path.resolve() for path in paths))
