"""How a command ends, and what is said of what stopped it."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Severity, diagnostic

if TYPE_CHECKING:
    from scidraft_tex.progress import Progress


class Exit(IntEnum):
    """How the command ends."""

    MADE = 0
    ERRORS = 1
    USAGE = 2
    TOOL_MISSING = 3
    NOTHING_MADE = 4
    INTERRUPTED = 130


def guarded(build: Callable[[], Exit], progress: Progress, site: Path) -> Exit:
    """Return how BUILD ends; what stops it is told in a line each, without a traceback."""
    try:
        return build()
    except OSError as error:
        progress.error(f"{error.filename or 'the build'}: {error.strerror or error}")
    except Exception as error:  # noqa: BLE001  # whatever went wrong, a user gets no traceback
        fault = fault_of(error)
        progress.diagnostics(Diagnostics([fault]), site)
        if fault.code == "tool-missing":
            return Exit.TOOL_MISSING
    return Exit.NOTHING_MADE


def fault_of(error: Exception) -> Diagnostic:
    """Return what to say of ERROR: the diagnostic that it carries, else that the fault is ours."""
    known = getattr(error, "diagnostic", None)
    if isinstance(known, Diagnostic):
        return known
    where = traceback.extract_tb(error.__traceback__)[-1]
    message = f"{type(error).__name__} in {Path(where.filename).name}:{where.lineno}: {error}"
    return diagnostic("internal-error", message, detail="".join(traceback.format_exception(error)))


def exit_code(diagnostics: Diagnostics, *, made: bool, strict: bool) -> Exit:
    """Return the exit code of a build: whether anything was MADE, and what was said."""
    if not made:
        missing = any(item.code == "tool-missing" for item in diagnostics)
        return Exit.TOOL_MISSING if missing else Exit.NOTHING_MADE
    count = diagnostics.count()
    failed = count[Severity.ERROR] or (strict and count[Severity.WARNING])
    return Exit.ERRORS if failed else Exit.MADE
