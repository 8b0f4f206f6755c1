"""What the last check saw and said, kept for the user: one that would see the same says it again.

A check leaves nothing in the site or in the folder that it runs in, so that its records stand among
the user's caches. One has all that was found, whatever was told of it: it serves every format.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.cache import user_folder
from scidraft_tex.cli.options import BUILD
from scidraft_tex.cli.plain import diagnostic_of, plain, values_of
from scidraft_tex.codes import may_pass
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.lock import FILE
from scidraft_tex.marks import Mark
from scidraft_tex.shelf import Shelf
from scidraft_tex.state import Snapshot, State, asked_for, look

__all__ = ["Found", "Record"]

_LIMIT = 64 * 2**20
"""How many bytes of records are kept: those of some hundred large sites."""
_ASKED = ("site", "config", "report", "math")
"""Options that change what is found, or where it goes."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a check of the folder `site` came to: how many notes it read, and all that was said."""

    site: Path
    notes: int
    said: Diagnostics


class Record:
    """What is known of the last check that was asked for in the same way."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Load what there is of a check with OPTIONS."""
        values = vars(options)
        self.request = {name: plain(values[name]) for name in _ASKED}
        self.request["folder"] = os.getcwd()  # noqa: PTH109  # as a plain value
        self.key = json.dumps(self.request, sort_keys=True)
        folder = user_folder("checks")
        self.shelf = Shelf(folder, _LIMIT) if folder else None
        data = self.shelf.get(self.key) if self.shelf and not options.debug else None
        self.state = State.parsed(data) if data is not None else None
        self.began = time.time_ns()
        self.asked: dict[str, Mark | None] = {}
        self.snapshot: Snapshot | None = None

    def found(self) -> Found | None:
        """Return what was found, if it would be found again."""
        compared = self.state.compare(self.request) if self.state else None
        if self.state is None or compared is None or compared.reason:
            return None
        try:
            site, notes = self.state.lines
            said = Diagnostics([diagnostic_of(one) for one in self.state.said])
            found = Found(Path(site), int(notes), said)
        except (TypeError, ValueError):  # no record of ours
            return None
        if compared.state:
            self._put(compared.state)
        return found

    def ask(self, paths: Iterable[Path]) -> None:
        """Remember what there is of files at PATHS, which are about to be looked for and read."""
        self.asked |= asked_for(paths, self.state)

    def look(self, site: Path, report: Path | None) -> None:
        """Remember what there is of SITE, which is about to be read; REPORT is to be written.

        Folders of builds are not looked at: *load* sees nothing of them.
        """
        builds = [path for path in (BUILD, site / BUILD) if (path / FILE).exists()]
        apart = [*builds, *([report] if report else [])]
        self.snapshot = look(site, apart, self.asked, self.began, self.state)

    def keep(self, found: Found, report: Path | None) -> None:
        """Remember what was FOUND and the REPORT of it, unless the next time may find otherwise."""
        if self.snapshot is None or any(may_pass(item.code) for item in found.said):
            return
        state = State.of(
            self.request,
            self.snapshot,
            [report] if report else [],
            said=[values_of(item) for item in found.said],
            lines=[str(found.site), str(found.notes)],
        )
        self._put(state)

    def _put(self, state: State) -> None:
        if self.shelf:
            self.shelf.put(self.key, state.data())
            self.shelf.trim()
