"""What a command saw, made and said: a second run that would see the same has nothing to do.

The state is one JSON file of the build. It names every file that a command may have read, with
what tells whether it changed (`marks`), what stands for the program and those that it runs, and
what was made. Little is imported here: this is all that an unchanged build runs.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from scidraft_tex.digests import digest_of
from scidraft_tex.marks import Mark, Status, below, changed, mark_of, marks_of, racy, status_of
from scidraft_tex.stamps import own_stamp

__all__ = ["Comparison", "Snapshot", "State", "asked_for", "look"]

_FORMAT = 1
_PROGRAMS = (
    *("pdflatex", "lualatex", "xelatex", "biber", "makeindex", "kpsewhich", "rsvg-convert"),
    *("mmdc", "node", "chromium-headless-shell", "chrome-headless-shell", "chromium"),
    *("chromium-browser", "google-chrome", "google-chrome-stable"),
    *("pandoc", "pdftotext", "fc-list"),
)
_VARIABLES = (
    *("PATH", "HOME", "LANG", "LC_", "SOURCE_DATE_EPOCH", "FORCE_SOURCE_DATE", "XDG_", "TEX"),
    *("BIB", "BST", "MFINPUTS", "TFMFONTS", "T1FONTS", "TTFONTS", "OPENTYPEFONTS", "PUPPETEER"),
    "PYPANDOC",
)
"""How the names of variables begin that may change what is printed."""
_INSTALLED = (
    *("/usr/share/texmf/ls-R", "/usr/share/texlive/texmf-dist/ls-R", "/var/lib/texmf/ls-R"),
    *("/usr/local/share/texmf/ls-R", "/usr/share/fonts", "/usr/local/share/fonts"),
)
"""What changes when a package of TeX or a font is installed."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What there was before a command read anything.

    `folder` is the site's; files below it but those `apart` are `below`. `asked` are files that
    were looked for elsewhere, with None for those that were not there. `when` is in ns since 1970.
    """

    folder: str
    apart: tuple[str, ...]
    below: Mapping[str, Mark]
    asked: Mapping[str, Mark | None]
    tools: str
    when: int


def asked_for(paths: Iterable[Path], known: State | None = None) -> dict[str, Mark | None]:
    """Return what there is now of the files at PATHS, None for one that is not there.

    It is to be called before they are read. Folders are passed over.
    """
    before, since = (known.marks, known.when) if known else ({}, 0)
    names = sorted({os.path.abspath(path) for path in paths})  # noqa: PTH100  # links stay links
    found: dict[str, Mark | None] = {}
    for name in names:
        status = status_of(name)
        if not os.path.isdir(name):  # noqa: PTH112
            mark = mark_of(name, status, before.get(name), since) if status else None
            found[name] = mark
    return found


def look(
    folder: Path,
    apart: Iterable[Path],
    asked: Mapping[str, Mark | None],
    when: int,
    known: State | None = None,
) -> Snapshot:
    """Return what there is now of the site in FOLDER, with what was ASKED for since WHEN (ns).

    What stands APART is not looked at: what the command itself makes. Files that are KNOWN and look
    the same are not read.
    """
    root, others = _real(folder), tuple(sorted({_real(path) for path in apart}))
    before, since = (known.marks, known.when) if known else ({}, 0)
    return Snapshot(
        folder=root,
        apart=others,
        below=marks_of(below(root, others), before, since),
        asked=asked,
        tools=_tools(),
        when=when,
    )


@dataclass(frozen=True, slots=True)
class State:
    """A command that came to its end: what it saw and made, and what it said.

    `request` is what it was asked for, in plain values. `outside` are files of the TeX installation
    that were read, with their digest as one. `code` is the exit code, `said` the diagnostics in
    plain values, and `lines` those that ended it. `refused` is a file that it did not write, strict
    as it was.
    """

    request: Mapping[str, Any]
    program: str
    tools: str
    folder: str
    apart: tuple[str, ...]
    below: Mapping[str, Mark]
    asked: Mapping[str, Mark | None]
    made: Mapping[str, Mark]
    when: int
    code: int
    said: tuple[tuple[Any, ...], ...] = ()
    lines: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    installed: str = ""
    refused: str = ""
    format: int = field(default=_FORMAT)

    @classmethod
    def load(cls, path: Path) -> State | None:
        """Return the state in the file at PATH, None if there is none that can be read."""
        try:
            return cls.parsed(path.read_bytes())
        except OSError:
            return None

    @classmethod
    def parsed(cls, data: bytes) -> State | None:
        """Return the state that DATA holds, None if it holds none."""
        try:
            values = json.loads(data)
            state = cls(**{one.name: values[one.name] for one in fields(cls)})
        except (ValueError, TypeError, KeyError):
            return None
        return state if state.format == _FORMAT and _well_formed(state) else None

    def save(self, path: Path) -> None:
        """Write the state to PATH, beside and renamed. Raises `OSError`."""
        from scidraft_tex.files import whole  # noqa: PLC0415  # not for an unchanged build

        with whole(path) as beside:
            beside.write_bytes(self.data())

    def data(self) -> bytes:
        """Return the state as `parsed` reads it."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return json.dumps(values, ensure_ascii=True, separators=(",", ":")).encode()

    @classmethod
    def of(
        cls,
        request: Mapping[str, Any],
        seen: Snapshot,
        made: Iterable[Path],
        outside: Iterable[str] = (),
        *,
        code: int = 0,
        said: Iterable[Sequence[Any]] = (),
        lines: Iterable[str] = (),
    ) -> State:
        """Return the state of a command for REQUEST that has SEEN and MADE files.

        OUTSIDE are those of the TeX installation that were read; for the rest see the class.
        """
        files = {name: status_of(name) for name in sorted({_real(path) for path in made})}
        there = ((name, status) for name, status in files.items() if status is not None)
        read = tuple(sorted(set(outside)))
        return cls(
            request=request,
            program=own_stamp(),
            tools=seen.tools,
            folder=seen.folder,
            apart=seen.apart,
            below={name: mark for name, mark in seen.below.items() if name not in files},
            asked=seen.asked,
            made=marks_of(there, {}, 0),
            when=seen.when,
            code=code,
            said=tuple(tuple(item) for item in said),
            lines=tuple(lines),
            outside=read,
            installed=_installed(read),
        )

    @property
    def marks(self) -> Mapping[str, Mark]:
        """The marks of all files that were read."""
        return {**self.below, **{name: mark for name, mark in self.asked.items() if mark}}

    def compare(self, request: Mapping[str, Any]) -> Comparison:
        """Return what has changed since, for a command that asks for REQUEST."""
        now = _Now(self, time.time_ns())
        reason = self._otherwise(request) or now.reason()
        return Comparison(reason, now.state() if not reason and now.read else None)

    def _otherwise(self, request: Mapping[str, Any]) -> str:
        if request != self.request:
            return "the command is another one"
        if own_stamp() != self.program:
            return "scidraft-tex or a package that it uses has changed"
        if _tools() != self.tools or _installed(self.outside) != self.installed:
            return "programs, fonts or variables of the environment have changed"
        return ""

    def short(self, name: str) -> str:
        """Return NAME relative to the site if it is in it."""
        return os.path.relpath(name, self.folder) if name.startswith(self.folder) else name


@dataclass(frozen=True, slots=True)
class Comparison:
    """Why a command has to be run anew, "" if all is as it was.

    `state` is then the state with what is known now, if that spares the next look some reading:
    where files were touched, or were too young when the state was taken.
    """

    reason: str
    state: State | None = None


class _Now:
    """What there is now of what a state names; `read` tells whether any file had to be read."""

    def __init__(self, state: State, when: int) -> None:
        self.before = state
        self.when = when
        self.read = False
        self.statuses: dict[str, Status] = {}

    def reason(self) -> str:
        """Return what has changed, "" if nothing has."""
        before = self.before
        for name, mark in before.made.items():
            if self.differs(name, status_of(name), mark):
                return f"{before.short(name)}, which was made, has changed"
        for name, asked in before.asked.items():
            status = status_of(name)
            if self.differs(name, status, asked) if asked else status is not None:
                return f"{before.short(name)} has changed"
        found = {name: status for name, status in below(before.folder, before.apart)
                 if name not in before.made}  # fmt: skip
        for name in before.below:
            if name not in found:
                return f"{before.short(name)} is gone"
        for name, status in found.items():
            known = before.below.get(name)
            if known is None:
                return f"{before.short(name)} is new"
            if self.differs(name, status, known):
                return f"{before.short(name)} has changed"
        return ""

    def differs(self, name: str, status: Status | None, mark: Mark) -> bool:
        """Tell whether the file NAME, now with STATUS, is another than when its MARK was taken."""
        self.statuses[name] = status or []
        self.read |= status != list(mark[0]) or racy(status, self.before.when)
        return changed(name, status, mark, self.before.when)

    def state(self) -> State:
        """Return the state with the statuses found, of files that hold what they held."""

        def marks(known: Mapping[str, Mark]) -> dict[str, Mark]:
            return {name: (self.statuses[name], mark[1]) for name, mark in known.items()}

        asked = {name: mark and (self.statuses[name], mark[1])
                 for name, mark in self.before.asked.items()}  # fmt: skip
        return replace(
            self.before,
            below=marks(self.before.below),
            made=marks(self.before.made),
            asked=asked,
            when=self.when,
        )


def _well_formed(state: State) -> bool:
    """Tell whether the parts of STATE are of the kinds that they should be, all the way down."""
    texts = (state.program, state.tools, state.folder, state.installed, state.refused)
    marks = (state.below, state.asked, state.made)
    return (
        all(isinstance(text, str) for text in texts)
        and all(isinstance(number, int) for number in (state.when, state.code))
        and all(isinstance(group, dict) for group in (state.request, *marks))
        and all(_is_mark(mark) for mark in (*state.below.values(), *state.made.values()))
        and all(mark is None or _is_mark(mark) for mark in state.asked.values())
        and _texts(state.apart) and _texts(state.lines) and _texts(state.outside)
        and isinstance(state.said, list) and all(isinstance(item, list) for item in state.said)
    )  # fmt: skip


def _texts(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def _is_mark(mark: object) -> bool:
    return (
        isinstance(mark, list)
        and len(mark) == 2
        and isinstance(mark[0], list)
        and len(mark[0]) in {0, 4}
        and all(isinstance(number, int) for number in mark[0])
        and isinstance(mark[1], str)
    )


# --- the machine -------------------------------------------------------------------------------


def _tools() -> str:
    """Return the digest of the programs that may be run, and of the variables that they heed."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    parts = [f"{name}={os.environ[name]}" for name in sorted(_heeded(os.environ))]
    for program in _PROGRAMS:
        found = ((f"{folder}/{program}", status_of(f"{folder}/{program}")) for folder in folders)
        parts.append(str(next((one for one in found if one[1]), None)))
    own = Path(__file__).parent.parent / "node_modules" / ".package-lock.json"
    parts += [str(status_of(name)) for name in (*_INSTALLED, str(own))]
    return digest_of(*parts)


def _heeded(names: Iterable[str]) -> Collection[str]:
    return [name for name in names if name.startswith(_VARIABLES)]


def _installed(files: Iterable[str]) -> str:
    """Return the digest of names, sizes and times of FILES of the TeX installation."""
    return digest_of(*(f"{name} {(status_of(name) or [])[:2]}" for name in files))


def _real(path: Path) -> str:
    return os.path.realpath(path)
