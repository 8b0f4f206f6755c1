"""The stage itself for a handout: its metadata, and two of its pages on a sheet if asked."""

from __future__ import annotations

from pathlib import Path

from scidraft_tex.files import publish, scratch
from scidraft_tex.finish.imposition import booklet, same_paper, two_up
from scidraft_tex.finish.metadata import Metadata, PageLayout, finish

__all__ = ["finish_handout", "handout_metadata"]


def finish_handout(
    pdf: Path, out: Path, metadata: Metadata, impose: str, epoch: int | None
) -> tuple[Path, ...]:
    """Write PDF to OUT with METADATA, and beside it two pages on a sheet where IMPOSE asks for it.

    IMPOSE is `none`, `2up` or `booklet`; the paper stays that of the pages. Both are made before
    either is put in its place. Returns what was written. Raises `OSError` for what cannot be
    written.
    """
    with scratch("finish") as folder:
        made = [folder / out.name]
        finish(pdf, made[0], metadata, epoch=epoch)
        if impose != "none":
            made.append(made[0].with_stem(f"{out.stem}-{impose}"))
            make = booklet if impose == "booklet" else two_up
            make(made[0], made[1], sheet=same_paper(made[0]), fixed=epoch is not None)
        publish((path, out.with_name(path.name)) for path in made)
    return tuple(out.with_name(path.name) for path in made)


def handout_metadata(
    title: str, course: str, lecturer: str, language: str, *, two_sided: bool
) -> Metadata:
    """Return what the PDF of a sheet says of itself: plain words that every audience may read."""
    return Metadata(
        title=title,
        authors=(lecturer,) if lecturer else (),
        subject=course,
        language=language,
        layout=PageLayout.TWO_PAGES if two_sided else PageLayout.SINGLE_PAGE,
    )
