"""How the pages look: what arXiv sends back (info.arxiv.org/help/policies/format_requirements)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.pages import PageFacts
from scidraft_tex.bundle.source import Use
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.lengths import POINTS_PER_INCH, tex_points

__all__ = ["LOOK_RULES", "forbidden_commands", "margins", "measured_margins", "measured_size"]

INCH = 72.0
"""The least margin, in PDF points."""

_SLACK = 6.0
"""How far text may reach into a margin, in points: punctuation hangs, a line is a bit too long."""

_FEW = 2
"""So many lines of a page may leave the measure: more are no accident, but the margin."""

_SIZES = (9.5, 12.5)
"""Between these, in TeX's points, the type is of 10 to 12 pt; faces are scaled by a little."""

_LEAST_SHARE = 0.05
"""So much of the letters is of the text's size, however long an algorithm or a table is."""

_FEW_LETTERS = 400
"""A paper of fewer letters has no text to judge: its notices in small type outweigh it."""

_COMMANDS = {
    "today": ("bundle-today", r"\today is the day of each build"),
    "marginpar": ("bundle-margin-note", r"\marginpar writes in the margin"),
    "marginnote": ("bundle-margin-note", r"\marginnote writes in the margin"),
    "sidenote": ("bundle-margin-note", r"\sidenote writes in the margin"),
    "todo": ("bundle-margin-note", r"\todo writes in the margin"),
    "linenumbers": ("bundle-line-numbers", r"\linenumbers numbers the lines"),
    "modulolinenumbers": ("bundle-line-numbers", r"\modulolinenumbers numbers the lines"),
    "doublespacing": ("bundle-double-spacing", r"\doublespacing is on"),
    "onehalfspacing": ("bundle-double-spacing", r"\onehalfspacing is on"),
    "hl": ("bundle-highlight", r"\hl marks text by a colour"),
    "newmdtheoremenv": ("bundle-boxed", r"\newmdtheoremenv sets results in boxes"),
    "newtcbtheorem": ("bundle-boxed", r"\newtcbtheorem sets results in boxes"),
    "tcolorboxenvironment": ("bundle-boxed", r"\tcolorboxenvironment sets results in boxes"),
}
_PACKAGES = {
    "marginnote": "bundle-margin-note",
    "sidenotes": "bundle-margin-note",
    "todonotes": "bundle-margin-note",
    "marginfix": "bundle-margin-note",
    "lineno": "bundle-line-numbers",
    "tcolorbox": "bundle-boxed",
    "mdframed": "bundle-boxed",
    "framed": "bundle-boxed",
    "shadethm": "bundle-boxed",
    "ntheorem-framed": "bundle-boxed",
    "soul": "bundle-highlight",
    "changes": "bundle-highlight",
}
_OPTIONS = {
    "doublespacing": "bundle-double-spacing",
    "onehalfspacing": "bundle-double-spacing",
    "doublespace": "bundle-double-spacing",
    "lineno": "bundle-line-numbers",
    "linenumbers": "bundle-line-numbers",
}
_STRETCH = re.compile(
    r"\\(?:linespread\s*\{|setstretch\s*\{|renewcommand\*?\s*\{?\\baselinestretch\}?\s*\{"
    r"|def\s*\\baselinestretch\s*\{)\s*([\d.]+)\s*\}"
)
_WIDEST_STRETCH = 1.4
_SIZE_OPTION = re.compile(r"(?:fontsize\s*=\s*)?(\d+(?:\.\d+)?)\s*pt")
_MARGIN = re.compile(
    r"(?:h|v|)margin|left|right|top|bottom|inner|outer|lmargin|rmargin|tmargin|bmargin"
)


def forbidden_commands(contents: Contents) -> Iterator[Diagnostic]:
    """No date of the day, margin notes, line numbers, wide lines, boxes or marked text."""
    for use in contents.uses(*_COMMANDS):
        code, message = _COMMANDS[use.command]
        yield diagnostic(code, message, place=use.place)
    for package, use in contents.packages():
        if package in _PACKAGES:
            message = f"the package {package} is loaded"
            yield diagnostic(_PACKAGES[package], message, place=use.place)
    for use in contents.uses("documentclass", "usepackage"):
        for option in use.settings:
            if option in _OPTIONS:
                message = f"the option {option} is given"
                yield diagnostic(_OPTIONS[option], message, place=use.place)
    for source in contents.sources:
        for found, place in source.matches(_STRETCH):
            if float(found[1]) >= _WIDEST_STRETCH:
                message = f"lines are {found[1]} times as far apart"
                yield diagnostic("bundle-double-spacing", message, place=place)


def type_sizes(contents: Contents) -> Iterator[Diagnostic]:
    """The document class is asked for type of 10, 11 or 12 pt."""
    for use in contents.uses("documentclass"):
        for option in use.settings:
            size = _SIZE_OPTION.fullmatch(option)
            if size and not 10 <= float(size[1]) <= 12:
                message = f"the type is of {size[1]} pt, and 10 to 12 pt are asked for"
                yield diagnostic("bundle-type-size", message, place=use.place)


def margins(contents: Contents) -> Iterator[Diagnostic]:
    """The margins that geometry is given are an inch or more."""
    for use in (*contents.uses("geometry"), *_geometry_loads(contents)):
        listed = use.argument.split(",") if use.command == "geometry" else use.settings
        for setting in listed:
            key, _, value = (part.strip() for part in setting.partition("="))
            points = _points(value)
            if _MARGIN.fullmatch(key) and points is not None and points < POINTS_PER_INCH - 0.1:
                message = f"geometry is given {key}={value}, less than an inch"
                yield diagnostic("bundle-margins", message, place=use.place)


def measured_margins(contents: Contents) -> Iterator[Diagnostic]:
    """On no page do lines of text begin or end less than an inch from the edge.

    One line above and one below, a running head and a page number, may stand in the margin.
    """
    for page in contents.pages:
        if page.turned:
            continue
        narrow = [side for side, is_narrow in _in_margins(page).items() if is_narrow]
        if narrow:
            message = f"text of page {page.number} is less than an inch from the {narrow[0]} edge"
            yield diagnostic("bundle-margins", message, place=_paper(contents))


def measured_size(contents: Contents) -> Iterator[Diagnostic]:
    """The text is of 10 to 12 pt: some of the letters are, code left aside."""
    glyphs: Counter[float] = Counter()
    for page in contents.pages:
        glyphs.update({size * POINTS_PER_INCH / 72: n for size, n in page.sizes.items()})
    fitting = sum(n for size, n in glyphs.items() if _SIZES[0] <= size <= _SIZES[1])
    if glyphs.total() >= _FEW_LETTERS and fitting < _LEAST_SHARE * glyphs.total():
        size = glyphs.most_common(1)[0][0]
        message = f"most of the text is of {size:.1f} pt, and 10 to 12 pt are asked for"
        yield diagnostic("bundle-type-size", message, place=_paper(contents))


def _paper(contents: Contents) -> Place:
    return Place(f"{contents.root}.pdf")


def _in_margins(page: PageFacts) -> dict[str, bool]:
    """Tell for each side of PAGE whether its margin is narrower than an inch."""
    few = max(_FEW, len(page.lines) // 10)
    left = [line for line in page.lines if line.left < INCH - _SLACK]
    right = [line for line in page.lines if line.right > page.width - INCH + _SLACK]
    top = [line for line in page.lines if line.baseline > page.height - INCH]
    bottom = [line for line in page.lines if line.baseline < INCH - _SLACK]
    return {
        "left": len(left) > few,
        "right": len(right) > few,
        "upper": len(top) > 1,
        "lower": len(bottom) > 1,
    }


def _geometry_loads(contents: Contents) -> Iterator[Use]:
    yield from (use for package, use in contents.packages() if package == "geometry")


def _points(length: str) -> float | None:
    try:
        return tex_points(length.replace(" ", ""))
    except ValueError:
        return None


LOOK_RULES = (forbidden_commands, type_sizes, margins, measured_margins, measured_size)
