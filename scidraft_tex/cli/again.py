"""A command whose last run saw, made and said the very same: it says so again, and that is all."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scidraft_tex.cli import seen
from scidraft_tex.cli.exits import Exit, refused_line
from scidraft_tex.cli.options import BUILD
from scidraft_tex.cli.plain import diagnostic_of, plain, values_of
from scidraft_tex.codes import may_pass
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.lock import held, waiting_line
from scidraft_tex.marks import Mark
from scidraft_tex.state import Snapshot, State, asked_for, look

if TYPE_CHECKING:
    from scidraft_tex.progress import Progress

__all__ = ["Again"]

_NOT_ASKED = frozenset(
    {"run", "seen", "interrupts", "jobs", "quiet", "verbose", "explain", "debug"}
)
"""Options that change neither what is made nor how a command ends."""


class Again:
    """What the command NAME knows of its last run in this folder."""

    def __init__(self, name: str, options: argparse.Namespace) -> None:
        """Load what there is of a run with OPTIONS."""
        self.options = options
        self.path = BUILD / "state" / f"{name}.json"
        asked = {key: plain(value) for key, value in vars(options).items()}
        self.request = {key: asked[key] for key in sorted(asked.keys() - _NOT_ASKED)}
        self.request["folder"] = os.getcwd()  # noqa: PTH109  # as a plain value
        self.start = time.perf_counter()
        self.state = State.load(self.path)
        self.reason = "there is no record of a build"
        self.asked: dict[str, Mark | None] = {}
        self.settings: list[Path] = []
        self.began = time.time_ns()
        self.snapshot: Snapshot | None = None

    def done(self) -> Exit | None:
        """Say again what was said, and return how it ended; None if there is something to do.

        Another build in this folder is waited for. Who follows changes wants to know what was read,
        and who debugs what happens, and so the command runs. Raises `OSError` where the folder
        cannot be locked.
        """
        if self.state is None or getattr(self.options, "seen", None) is not None:
            return None
        if self.options.debug:
            self.reason = "--debug asks for it"
            return None
        with held(BUILD, self._waiting):
            self.state = State.load(self.path)
            return self._done(self.state) if self.state else None

    def _done(self, state: State) -> Exit | None:
        compared = state.compare(self.request)
        self.reason = compared.reason
        if compared.reason:
            return None
        try:
            code, said = Exit(state.code), [diagnostic_of(one) for one in state.said]
        except (TypeError, ValueError):  # no state of ours
            return None
        if compared.state:
            with suppress(OSError):
                compared.state.save(self.path)
        self._say(Diagnostics(said), state)
        return code

    def _progress(self) -> Progress:
        from scidraft_tex.progress import Progress  # noqa: PLC0415  # brings rich

        return Progress(quiet=self.options.quiet, verbose=self.options.verbose)

    def _waiting(self, process: str) -> None:
        self._progress().told(waiting_line(BUILD, process))

    def _say(self, said: Diagnostics, state: State) -> None:
        progress = self._progress()
        progress.diagnostics(said, Path(state.folder))
        seconds = time.perf_counter() - self.start
        first = f"nothing has changed since the last build, {seconds:.2f} s"
        progress.summary([first, *state.lines])
        if state.refused:
            progress.error(refused_line(Path(state.refused)))

    def ask(self, paths: Iterable[Path]) -> None:
        """Remember what there is of files at PATHS, which are about to be looked for and read."""
        given = list(paths)
        self.asked |= asked_for(given, self.state)
        self.settings += [path for path in given if path.is_file()]

    def read(self, site: Path) -> None:
        """Tell who follows changes, if anybody does, that SITE and files asked for are read."""
        if site.is_dir():
            seen.read(self.options, site, *self.settings)

    def look(self, site: Path, made: Iterable[Path | None]) -> None:
        """Remember what there is of SITE, which is about to be read; MADE are files to be made.

        Until the command has ended well there is no record of it: the folder is to be locked.
        """
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        apart = [BUILD, *filter(None, made)]
        self.snapshot = look(site, apart, self.asked, self.began, self.state)

    def keep(
        self,
        code: Exit,
        said: Diagnostics,
        lines: Sequence[str],
        made: Iterable[Path],
        folders: Iterable[Path],
        *,
        lasts: bool = True,
        refused: Path | None = None,
    ) -> None:
        """Remember a run that ended with CODE, SAID so much and ended with LINES.

        MADE are its files, and so are all in FOLDERS. REFUSED is what a strict one did not write.
        What may end otherwise though nothing changes is not remembered: a missing program, one that
        was too slow, what could not be written. Unless it LASTS, the command knows of such.
        """
        files = list(made)
        pdfs = [path for path in files if path.suffix == ".pdf"]
        seen.made(self.options, pdfs, *(path for path in files if path not in pdfs))
        passing = not lasts or any(may_pass(item.code) for item in said)
        if self.snapshot is None or passing or code not in {Exit.MADE, Exit.ERRORS}:
            return
        inner = [path for folder in folders for path in folder.rglob("*") if _lasts(path)]
        state = State.of(
            self.request,
            self.snapshot,
            [*files, *inner],
            _outside(path for path in inner if path.suffix == ".fls"),
            code=int(code),
            said=[values_of(item) for item in said.sorted()],
            lines=lines,
        )
        state = replace(state, refused=str(refused or ""))
        with suppress(OSError):
            state.save(self.path)


def _lasts(path: Path) -> bool:
    """Tell whether PATH is a file that was made, and no mark or something that is being written."""
    return not path.name.startswith(".") and path.is_file()


def _outside(recorders: Iterable[Path]) -> set[str]:
    """Return the files of the TeX installation that the RECORDERS, `.fls` files, name."""
    found: set[str] = set()
    for path in recorders:
        with suppress(OSError):
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            found.update(line[6:] for line in lines if line.startswith("INPUT /"))
    return found
