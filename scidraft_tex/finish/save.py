"""Writing a PDF: beside and renamed, and the same bytes for the same pages if need be."""

from __future__ import annotations

from pathlib import Path

import pikepdf

from scidraft_tex.files import whole

__all__ = ["save"]


def save(document: pikepdf.Pdf, out: Path, *, deterministic: bool = False) -> None:
    """Write DOCUMENT to OUT, which is whole or as it was before at any time.

    With DETERMINISTIC the file's identifiers depend on what it holds alone. Makes OUT's folder.
    Raises `OSError` where it cannot be written.
    """
    if deterministic and "/ID" in document.trailer:
        del document.trailer["/ID"]
    with whole(out) as beside, beside.open("wb") as stream:  # by its name, pikepdf makes another
        document.save(
            stream,
            deterministic_id=deterministic,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
