"""What surrounds a build: one at a time in a folder, leftovers cleared, outputs possible."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scidraft_tex.cache import user_folders
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.files import sweep, sweep_scratch, text_of, unlink_links, whole
from scidraft_tex.lock import held, waiting_line

if TYPE_CHECKING:
    from scidraft_tex.progress import Progress

__all__ = ["building"]

WORK = {
    "book": ("book",),
    "preprints": ("preprints/*/tex",),
    "handouts": ("handouts/*/tex", "cache/handouts"),
}
"""By a command's folder in the build folder: where TeX's own files are, which are of one site."""

_SITE = ".site"
"""The file in a command's folder that tells which site was built there last."""


@contextmanager
def building(
    build: Path, kind: str, site: Path, progress: Progress, outputs: Sequence[Path | None]
) -> Iterator[None]:
    """Hold the folder BUILD for a build of KIND, a key of `WORK`, from the folder SITE.

    Another build there is waited for. What killed runs left is removed, and what another site left
    for TeX; so are symbolic links in the folder of KIND and in the cache's. OUTPUTS are files that
    will be written; that they cannot be is told now and not after all the work. Raises `OSError`
    that names what cannot be written.
    """
    folders = {_check_output(path) for path in outputs if path}

    def waiting(process: str) -> None:
        progress.told(waiting_line(build, process))

    with held(build, waiting) as locked:
        if not locked:
            said = Diagnostics()
            said.report(
                "build-unlocked", f"{build}/ cannot be locked: let no other build run in it"
            )
            progress.diagnostics(said, site)
        sweep_scratch()
        for own in (build / kind, *build.glob("cache/*")):
            unlink_links(own)
        sweep(build, below=True)
        for folder in folders:
            sweep(folder)
        for folder in user_folders():
            sweep(folder, below=True)
        with _site_of(build, kind, site):
            yield


def _check_output(path: Path) -> Path:
    """Return the folder of PATH that is there; raises `OSError` where PATH cannot be written."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    folder = next(folder for folder in path.absolute().parents if os.path.lexists(folder))
    try:
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def _site_of(build: Path, kind: str, site: Path) -> Iterator[None]:
    """Let BUILD be SITE's for a build of KIND; what TeX left there of another site is removed.

    Labels and pictures of two sites are not to meet. While it is not known whose they are, they are
    nobody's: so a killed build leaves them.
    """
    marker = build / kind / _SITE
    own = hashlib.sha256(os.fsencode(os.path.realpath(site))).hexdigest()
    if text_of(marker).strip() == own:
        yield
        return
    marker.unlink(missing_ok=True)
    for pattern in WORK[kind]:
        for folder in build.glob(pattern):
            shutil.rmtree(folder)
    try:
        yield
    finally:
        if marker.parent.is_dir():
            with suppress(OSError), whole(marker) as beside:  # what matters more has said so
                beside.write_text(f"{own}\n", encoding="utf-8")
