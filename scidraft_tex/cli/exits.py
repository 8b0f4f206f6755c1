"""How a command ends, and what is said of what stopped it."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scidraft_tex.diagnostics import Diagnostics, Severity

if TYPE_CHECKING:
    from scidraft_tex.progress import Progress
    from scidraft_tex.settings import Settings


class Exit(IntEnum):
    """How the command ends."""

    MADE = 0
    ERRORS = 1
    USAGE = 2
    TOOL_MISSING = 3
    NOTHING_MADE = 4
    INTERRUPTED = 130
    TERMINATED = 143


def guarded(
    build: Callable[[], Exit], progress: Progress, site: Path, settings: Settings | None = None
) -> Exit:
    """Return how BUILD ends; what stops it is told in a line each, without a traceback.

    A fault of our own is reported in a file, where SETTINGS are told by their digest alone.
    """
    try:
        return build()
    except OSError as error:
        progress.error(f"{error.filename or 'the build'}: {error.strerror or error}")
        progress.traced(error)
    except Exception as error:  # noqa: BLE001  # whatever went wrong, a user gets no traceback
        from scidraft_tex.cli.faults import Scene, fault_of  # noqa: PLC0415  # hardly ever needed

        fault = fault_of(error, Scene(progress.began, settings))
        progress.diagnostics(Diagnostics([fault]), site)
        progress.traced(error)
        if fault.code == "tool-missing":
            return Exit.TOOL_MISSING
    return Exit.NOTHING_MADE


def told_faults(
    items: Diagnostics, progress: Progress, settings: Settings | None = None
) -> Diagnostics:
    """Return ITEMS of a build; those that are faults of ours name the file that reports them."""
    if all(item.code != "internal-error" for item in items):
        return items
    from scidraft_tex.cli.faults import Scene, reported  # noqa: PLC0415  # hardly ever needed

    return reported(items, Scene(progress.began, settings))


def saved(path: Path, values: dict[str, Any], progress: Progress) -> bool:
    """Write the report VALUES to PATH; tell that it cannot be written, which costs no PDF."""
    from scidraft_tex.report import write_report  # noqa: PLC0415  # after --help

    try:
        write_report(path, values)
    except OSError as error:
        progress.error(f"{error.filename}: {error.strerror}")
        return False
    return True


def ended(
    diagnostics: Diagnostics,
    progress: Progress,
    *,
    made: bool,
    strict: bool,
    whole: bool = True,
    kept: Path | None = None,
) -> Exit:
    """Return the exit code of a build, as `exit_code`; without a PDF a reason is always said.

    WHOLE is whether all that goes with the PDFs could be written. KEPT is where a strict build was
    to put what it refuses.
    """
    if kept:
        progress.error(refused_line(kept))
        return Exit.ERRORS
    if not made and not diagnostics.count()[Severity.ERROR]:
        progress.error("no PDF was made, and nothing was said that explains it; try --verbose")
    code = exit_code(diagnostics, made=made, strict=strict)
    return Exit.ERRORS if code is Exit.MADE and not whole else code


def refused_line(path: Path) -> str:
    """Return what to say of a strict build that was to write PATH and does not."""
    return f"--strict: {path} is not written, and what stood there before stays"


def exit_code(diagnostics: Diagnostics, *, made: bool, strict: bool) -> Exit:
    """Return the exit code of a build: whether anything was MADE, and what was said."""
    if not made:
        missing = any(item.code == "tool-missing" for item in diagnostics)
        return Exit.TOOL_MISSING if missing else Exit.NOTHING_MADE
    count = diagnostics.count()
    failed = count[Severity.ERROR] or (strict and count[Severity.WARNING])
    return Exit.ERRORS if failed else Exit.MADE
