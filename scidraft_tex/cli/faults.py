"""Faults of our own: one line for the user, and a file that holds what mending them takes."""

from __future__ import annotations

import hashlib
import importlib.metadata
import locale
import os
import platform
import shlex
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

from scidraft_tex import __version__, tools
from scidraft_tex.cli.options import BUILD
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, diagnostic
from scidraft_tex.files import whole

if TYPE_CHECKING:
    from scidraft_tex.settings import Settings

__all__ = ["REPORT", "Scene", "fault_of", "reported"]

REPORT = "fault.txt"
"""The report's name in the build folder."""

_HEAD = """\
A fault of scidraft-tex itself. This file holds what mending it takes: please report it with this.
Nothing was sent anywhere. Names of files and words of notes stand in it; of the environment there
are names alone.
"""
_PROGRAMS = ("pdflatex", "lualatex", "xelatex", "biber", "makeindex", "rsvg-convert", "node")
_PACKAGES = ("jinja2", "pikepdf", "pillow", "pybtex", "pygments", "pypandoc_binary", "rich")
_LAST = 20
"""How many of the diagnostics before a fault the report has."""

_CODE = "internal-error"


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a fault happened: the stage, "" before the first, and the settings, if any."""

    stage: str = ""
    settings: Settings | None = None


def fault_of(error: Exception, scene: Scene) -> Diagnostic:
    """Return what to say of ERROR: the diagnostic that it carries, else that the fault is ours.

    Then the report is written.
    """
    known = getattr(error, "diagnostic", None)
    if isinstance(known, Diagnostic):
        return known
    told = "".join(traceback.format_exception(error))
    note, said = _found(error.__traceback__)
    path = _write(_report(scene, note, [told], said))
    where = traceback.extract_tb(error.__traceback__)[-1]
    reason = " ".join(str(error).split())
    message = f"{type(error).__name__} in {Path(where.filename).name}:{where.lineno}: {reason}"
    return _naming(diagnostic(_CODE, message, detail=told), path)


def reported(items: Diagnostics, scene: Scene) -> Diagnostics:
    """Return ITEMS; where faults of ours cost a piece of a note, those name the report, written."""
    faults = [item for item in items if item.code == _CODE]
    if not faults:
        return items
    notes = ", ".join(sorted({item.place.file for item in faults if item.place}))
    others = [item for item in items if item.code != _CODE]
    path = _write(_report(scene, notes, (item.detail for item in faults), others))
    done = Diagnostics()
    done.extend(_naming(item, path) if item.code == _CODE else item for item in items)
    return done


def _naming(fault: Diagnostic, path: Path | None) -> Diagnostic:
    """Return FAULT in one line that names the report at PATH."""
    report = f"please report it, with {path}" if path else "please report it"
    return replace(fault, message=f"{fault.message}; {report}", hint="")


# --- the report ----------------------------------------------------------------------------------


def _write(text: str) -> Path | None:
    """Write TEXT below the build folder, or where the system has its temporary files."""
    for path in (BUILD / REPORT, Path(tempfile.gettempdir()) / f"scidraft-tex-{os.getpid()}.txt"):
        try:
            with whole(path) as beside:
                beside.write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError:
            continue
        return path
    return None


def _report(scene: Scene, note: str, told: Iterable[str], said: Iterable[Diagnostic]) -> str:
    digest = hashlib.sha256(repr(scene.settings).encode("utf-8", "backslashreplace")).hexdigest()
    last = [f"{item.place or '-'}: {item.code}: {item.message}" for item in said][-_LAST:]
    facts = {
        "version": __version__,
        "command": shlex.join(sys.argv),
        "time": time.strftime("%Y-%m-%d %H:%M:%S %z"),
        "platform": f"{platform.platform()}, Python {platform.python_version()}",
        "encoding": f"{locale.getencoding()}, {sys.getfilesystemencoding()} of file names",
        "stage": scene.stage or "before the first",
        "note": note or "not known",
        "settings": digest if scene.settings else "none",
        "packages": ", ".join(_packages()),
        "environment": " ".join(sorted(os.environ)),
    }
    parts = [
        _HEAD,
        "\n".join(f"{name}: {value}" for name, value in facts.items()),
        "programs:\n" + "\n".join(_programs()),
        *told,
        "said before:\n" + ("\n".join(last) or "nothing"),
    ]
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _packages() -> Iterator[str]:
    for name in _PACKAGES:
        try:
            yield f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            yield f"{name} missing"


def _programs() -> Iterator[str]:
    shell = tools.Shell()
    for name in _PROGRAMS:
        path = shell.find(name)
        said = (
            _said(shell, tools.Command(path, ("--version",), seconds=5))
            if path
            else "not installed"
        )
        yield f"{name}: {said}"


def _said(shell: tools.Shell, command: tools.Command) -> str:
    """Return the first line that COMMAND prints; its own troubles are not to hide the fault."""
    try:
        outcome = shell.run(command)
    except Exception as error:  # noqa: BLE001  # whatever it is, the report goes on
        return f"does not run: {error}"
    return next(iter(f"{outcome.stdout}{outcome.stderr}".splitlines()), "")


# --- what the stack knows ------------------------------------------------------------------------


def _found(trace: TracebackType | None) -> tuple[str, list[Diagnostic]]:
    """Return the note under work and what was said, as the frames of TRACE have them."""
    note, said = "", list[Diagnostic]()
    for frame in _frames(trace):
        for value in list(frame.f_locals.values()):
            note = _note_path(value) or note
            if isinstance(value, Diagnostics) and len(value):
                said = list(value)
    return note, said


def _frames(trace: TracebackType | None) -> Iterator[FrameType]:
    while trace is not None:
        yield trace.tb_frame
        trace = trace.tb_next


def _note_path(value: Any) -> str:
    from scidraft_tex.model import Note, NoteSource  # noqa: PLC0415  # after --help

    if isinstance(value, Note):
        return value.source.path
    return value.path if isinstance(value, NoteSource) else ""
