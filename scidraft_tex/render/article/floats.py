"""What floats: where a captioned piece stands on a page of one or two columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scidraft_tex import model as m
from scidraft_tex.render.captions import CaptionText, Notes, caption_text
from scidraft_tex.render.environments import command
from scidraft_tex.render.measure import InlineRenderer, Page

__all__ = ["Room", "captioned", "notes_and_caption", "set_apart"]


@dataclass(frozen=True, slots=True)
class Room:
    """The room that a piece has: the measure where it is said, a column's, and the page's.

    `floats` is False where nothing can float.
    """

    here: Page = Page(400.0, 600.0)  # noqa: RUF009  # frozen
    column: Page = Page(400.0, 600.0)  # noqa: RUF009  # frozen
    wide: Page = Page(400.0, 600.0)  # noqa: RUF009  # frozen
    floats: bool = True

    @property
    def two_columns(self) -> bool:
        """Whether the page is wider than a column."""
        return self.wide.text_width > self.column.text_width + 1

    @property
    def may_span(self) -> bool:
        """Whether a float may go across both columns."""
        return self.floats and self.two_columns


def notes_and_caption(
    caption: m.Caption | None, room: Room, inline: InlineRenderer
) -> tuple[list[str], CaptionText | None]:
    """Return the lines of CAPTION's footnotes, which stand below the piece, and its text."""
    notes = Notes(inline, room.column.profile)
    text = caption_text(caption, notes) if caption else None
    return notes.lines(), text


def captioned(text: CaptionText | None, kind: str = "") -> list[str]:
    r"""Return the line of a caption, `\caption`, or `\captionof` of KIND outside of floats."""
    if text is None:
        return []
    name = command("captionof", kind) if kind else "\\caption"
    return [f"{name}{{{text.text}}}" + (f"\\label{{{text.label}}}" if text.label else "")]


def set_apart(name: str, lines: Sequence[str], *, wide: bool = False) -> str:
    """Return LINES in the float NAME, across both columns if WIDE; without NAME, centred here."""
    if not name:
        return "\n".join(["\\begin{center}", *lines, "\\end{center}"])
    star, places = ("*", "tp") if wide else ("", "htbp")
    return "\n".join([f"\\begin{{{name}{star}}}[{places}]", *lines, f"\\end{{{name}{star}}}"])
