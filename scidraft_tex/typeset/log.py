"""What a TeX log says, as values: the vocabulary of the log parser and of the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "DuplicateDestination",
    "LogSummary",
    "LogWarning",
    "MissingCharacter",
    "OverfullBox",
    "TexError",
    "UndefinedReference",
    "UnderfullPage",
]


@dataclass(frozen=True, slots=True)
class TexError:
    """An error that TeX stopped at.

    `file` is relative to the `.tex` folder where it lies in it, and `line` counts from 1 (0: the
    log names none). `excerpt` is the line of the file as TeX shows it, `reached` the part of it
    that TeX had read. `command` is the control sequence TeX points at, if it points at one, and
    `runaway` the beginning of an argument that never ended.
    """

    message: str
    file: str = ""
    line: int = 0
    excerpt: str = ""
    reached: str = ""
    context: tuple[str, ...] = ()
    command: str = ""
    runaway: str = ""


@dataclass(frozen=True, slots=True)
class LogWarning:
    """A warning of LaTeX (`source` is `LaTeX`), of a package or of a class, its lines joined."""

    source: str
    text: str
    file: str = ""
    line: int = 0
    origin: Literal["latex", "package", "class"] = "latex"


@dataclass(frozen=True, slots=True)
class UndefinedReference:
    """A reference or a citation whose key TeX does not know; `page` as TeX numbers it."""

    key: str
    what: Literal["reference", "citation"]
    page: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class MissingCharacter:
    """A character that the font in use has no glyph for: a blank on paper."""

    character: str
    font: str
    file: str = ""


@dataclass(frozen=True, slots=True)
class DuplicateDestination:
    """A second link target of one name; links go to the first."""

    name: str
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class OverfullBox:
    """A box that its contents do not fit: `points` (pt) too wide (`h`) or too high (`v`).

    `line` to `last_line` is where TeX made it, 0 where it says that an output routine was active.
    """

    direction: Literal["h", "v"]
    points: float
    file: str = ""
    line: int = 0
    last_line: int = 0


@dataclass(frozen=True, slots=True)
class UnderfullPage:
    """A vertical box, mostly a page, stretched more than TeX likes.

    `badness` is TeX's, 10000 at most. `page` is the number TeX gave the page that was shipped next
    (0: none was), and `sheet` which page of the file it is, counted from 1.
    """

    badness: int
    file: str = ""
    line: int = 0
    page: int = 0
    sheet: int = 0


@dataclass(frozen=True, slots=True)
class LogSummary:
    """All that a log says.

    `pages` and `bytes` are those of the written file, 0 if none was (XeTeX tells no bytes).
    `fatal`: TeX gave up before the end. `reading` is the file that was being read where it ends.
    `reruns` are its wishes for another pass, in its words. `banner` is the log's first line;
    `biblatex` that package's version, if it was loaded.
    """

    banner: str = ""
    biblatex: str = ""
    errors: tuple[TexError, ...] = ()
    warnings: tuple[LogWarning, ...] = ()
    undefined: tuple[UndefinedReference, ...] = ()
    multiply_defined: tuple[str, ...] = ()
    missing_characters: tuple[MissingCharacter, ...] = ()
    duplicate_destinations: tuple[DuplicateDestination, ...] = ()
    overfull: tuple[OverfullBox, ...] = ()
    underfull: tuple[UnderfullPage, ...] = ()
    reruns: tuple[str, ...] = ()
    pages: int = 0
    bytes: int = 0
    fatal: bool = False
    reading: str = ""

    def overfull_lines(self, above: float = 0.0) -> tuple[OverfullBox, ...]:
        """Return the lines of text more than ABOVE pt too wide, in the order of the log."""
        return tuple(box for box in self.overfull if box.direction == "h" and box.points > above)
