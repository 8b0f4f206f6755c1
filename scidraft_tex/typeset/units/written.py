r"""What a pass over a unit wrote: for itself, and for the other units.

The `.aux` of LaTeX, hyperref, bookmark and biblatex, line by line:

| line | is for |
|---|---|
| `\newlabel{…}{…}` | units that refer to the label |
| `\@writefile{toc}{…}` | the contents and lists, in the front matter |
| `\BKM@entry{…}{…}` | the outline |
| `%scidraft begins` | what stands before it is said by any document, and passed over |
| `%scidraft asks for pages` | the unit prints pages of labels; `titles`, their titles |
| `%scidraft 12 1 3` | the next unit: page, part, chapter |
| whether numbers end with dots | all units |
| widths of long tables, what is cited | the unit itself |
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

__all__ = [
    "DOTTED",
    "Label",
    "Written",
    "as_expected",
    "asked_names",
    "moved_index",
    "read_aux",
    "shared_name",
]

_BEGUN = "%scidraft begins\n"
_ASKS = "%scidraft asks for "
_END = re.compile(r"%scidraft (\d+) (\d+) (\d+)$")
_LABEL = "\\newlabel{"
_LIST = re.compile(r"\\@writefile\{(?P<list>\w+)\}\{(?P<line>.*)\}$")
_CONTENTS = re.compile(
    r"(?P<before>\\contentsline\s*\{.*\}\{)(?P<page>\d+)(?P<after>\}\{[^{}]*\}.*)$"
)
_INDEX = re.compile(r"^(?P<before>\\indexentry\{.*\}\{)(?P<page>\d+)\}$", re.MULTILINE)
_BACK = re.compile(
    r"\\abx@aux@backref\{(?P<read>\d+)\}\{[^{}]*\}\{\d+\}\{(?P<shown>\d+)\}\{(?P<page>\d+)\}$"
)
_PASSED = (
    *("\\relax", "\\BKM@entry", "\\@writefile", "\\abx@aux@read@bbl", "\\gdef \\@abspage@last"),
    *("\\newpmemlabel", "\\global\\@namedef{scr@dte@", "\\caption@xref", "\\providecommand"),
    "\\babel@aux",
)
DOTTED = "\\global\\csname @altsecnumformattrue\\endcsname"
"""KOMA-Script's note that numbers have dots behind them, since there is a part or an appendix."""

_WIDTHS = ("\\gdef \\LT@", "    {")
"""How the lines begin that tell the widths of a long table's columns."""

_ASKING = tuple(
    f"\\abx@aux@{name}{{" for name in ("cite", "segm", "refsection", "defaultrefcontext")
)
"""How the lines begin by which biblatex asks biber for lists, or tells what it has of it."""

_PAGE, _TITLE, _ANCHOR = 1, 2, 3
r"""Where these stand in what `\newlabel` says: number, page, title, name of the place."""

_GIVEN = re.compile(r"\\label\{[^{}]*\}")
_GROUP = re.compile(r"[{\[]([^{}\[\]]+)[}\]]")


@dataclass(frozen=True, slots=True)
class Written:
    r"""What a pass wrote, with page numbers as it counted them.

    `labels` maps names to what `\newlabel` says of them; `lists` are pairs of a list's ending and
    a line of it; `marks` the lines of bookmarks; `own` the lines that the unit reads back, labels
    apart, and `asks` what it prints of labels beside their numbers, `pages` and `titles`; `shared`
    are lines that hold for the whole book, and `end` is page, part and chapter at its end.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    lists: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    asks: frozenset[str] = frozenset()
    shared: tuple[str, ...] = ()
    end: tuple[int, int, int] | None = None

    def moved_lists(self, shift: int) -> Iterator[tuple[str, str]]:
        """Yield `lists` with SHIFT added to the pages that are arabic numbers."""
        return ((ending, _moved(_CONTENTS, line, shift)) for ending, line in self.lists)

    def moved_own(self, shift: int, *, widths: bool = True, asking: bool = True) -> tuple[str, ...]:
        """Return `own`, with SHIFT added to its pages.

        Without WIDTHS those of long tables are left out, which tell nothing where all columns have
        given ones, and without ASKING what is for biber alone.
        """
        passed = (*(() if widths else _WIDTHS), *(() if asking else _ASKING))
        return tuple(_moved_back(line, shift) for line in self.own if not line.startswith(passed))


def as_expected(line: str) -> bool:
    """Tell whether LINE is of a citation that stands on the page where TeX was when it read it."""
    match = _BACK.match(line)
    return match is not None and match["read"] == match["page"]


def read_aux(text: str) -> Written:
    """Return what the `.aux` TEXT says."""
    labels: dict[str, str] = {}
    lists: list[tuple[str, str]] = []
    marks: list[str] = []
    own: list[str] = []
    asks: set[str] = set()
    shared: list[str] = []
    end: tuple[int, int, int] | None = None
    for line in text.rpartition(_BEGUN)[2].splitlines():
        if line.startswith(_LABEL):
            name, _, value = line.removeprefix(_LABEL).partition("}{")
            labels[name] = "{" + value
        elif match := _LIST.match(line):
            lists.append((match["list"], match["line"]))
        elif line.startswith("\\BKM@entry"):
            marks.append(line)
        elif found := _END.match(line):
            end = int(found[1]), int(found[2]), int(found[3])
        elif line.startswith(_ASKS):
            asks.add(line.removeprefix(_ASKS))
        elif line.startswith(DOTTED):
            shared.append(line)
        elif not line.startswith(_PASSED):
            own.append(line)
    return Written(
        *(labels, tuple(lists), tuple(marks), tuple(own)),
        *(frozenset(asks), tuple(shared), end),
    )


def asked_names(text: str) -> frozenset[str]:
    r"""Return what may be names of labels in the `.tex` TEXT, elsewhere than in `\label`.

    A command may name a label in braces or brackets of its own.
    """
    return frozenset(_GROUP.findall(_GIVEN.sub("", text)))


@dataclass(frozen=True, slots=True)
class Label:
    r"""A label as a unit reads it: what `\newlabel` says, which counts pages from SHIFT."""

    name: str
    value: str
    shift: int = 0

    def line(self, asks: Collection[str]) -> str:
        r"""Return the `\newlabel` for a unit that ASKS for pages or titles, if it does.

        The label's place has a name that all units know; its page is 0 and its title empty for who
        does not ask: what such a unit prints does not depend on where others stand.
        """
        groups = list(_groups(self.value[1:-1]))
        if len(groups) > _ANCHOR:
            groups[_ANCHOR] = shared_name(self.name)
            if "titles" not in asks:
                groups[_TITLE] = ""
        if len(groups) > _PAGE and groups[_PAGE].isdigit():
            groups[_PAGE] = str(int(groups[_PAGE]) + self.shift if "pages" in asks else 0)
        return f"\\newlabel{{{self.name}}}{{{''.join(f'{{{group}}}' for group in groups)}}}"

    @property
    def anchor(self) -> str:
        """The name of its place in the unit that it stands in."""
        groups = list(_groups(self.value[1:-1]))
        return groups[_ANCHOR] if len(groups) > _ANCHOR else ""


def shared_name(label: str) -> str:
    """Return the name of the place of LABEL, by which all units link to it."""
    return f"label.{label}"


def moved_index(text: str, shift: int) -> str:
    """Return the raw index TEXT with SHIFT added to its page numbers."""
    return _INDEX.sub(lambda match: _added(match, shift) + "}", text) if shift else text


def _added(match: re.Match[str], shift: int) -> str:
    return f"{match['before']}{int(match['page']) + shift}"


def _moved(pattern: re.Pattern[str], line: str, shift: int) -> str:
    match = pattern.match(line) if shift else None
    return _added(match, shift) + match["after"] if match else line


def _moved_back(line: str, shift: int) -> str:
    match = _BACK.match(line) if shift else None
    if not match:
        return line
    page = int(match["page"]) + shift
    shown = int(match["shown"]) + shift
    return f"{line[: match.start('shown')]}{shown}}}{{{page}}}"


def _groups(text: str) -> Iterator[str]:
    """Yield what stands in each of the groups of which TEXT consists."""
    depth = start = 0
    escaped = False
    for index, sign in enumerate(text):
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = True
        elif sign == "{":
            depth += 1
            start = index + 1 if depth == 1 else start
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield text[start:index]
