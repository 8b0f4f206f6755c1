"""A fault of our own costs the note that it happens in, and not the others."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place
from scidraft_tex.model import Failure, NoteSource

__all__ = ["boxed", "guarded"]

Result = TypeVar("Result")


def guarded(
    work: Callable[[], Result],
    instead: Callable[[], Result],
    place: Place | None,
    said: Diagnostics,
) -> Result:
    """Return what WORK returns; where a fault of ours ends it, what INSTEAD does.

    What nests too deeply is the note's fault, and told as that. One of ours goes to SAID as
    `internal-error` at PLACE, with the traceback as its detail. Raises what is neither: `OSError`,
    which is the machine's, and errors that carry a diagnostic of their own.
    """
    try:
        return work()
    except OSError:
        raise
    except RecursionError:
        said.report("note-too-deep", "something in the note nests too deeply to be set", place)
    except Exception as error:
        if isinstance(getattr(error, "diagnostic", None), Diagnostic):
            raise
        told = "".join(traceback.format_exception(error))
        where = traceback.extract_tb(error.__traceback__)[-1]
        reason = " ".join(str(error).split())
        at = f"{Path(where.filename).name}:{where.lineno}"
        said.report("internal-error", f"{type(error).__name__} in {at}: {reason}", place, "", told)
    return instead()


def boxed(note: NoteSource) -> Failure:
    """Return what is printed of NOTE where a fault of ours keeps it from being set: its source."""
    body = "\n".join(note.text.split("\n")[note.body_line - 1 :]).strip()
    return Failure("this note could not be set", body, Place(note.path, note.body_line))
