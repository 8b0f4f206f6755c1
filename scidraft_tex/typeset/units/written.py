r"""What a pass over a unit wrote: for itself, and for the other units.

The `.aux` of LaTeX, hyperref, bookmark and biblatex, line by line:

| line | is for |
|---|---|
| `\newlabel{…}{…}` | units that refer to the label |
| `\@writefile{toc}{…}` | the contents and lists, in the front matter |
| `\BKM@entry{…}{…}` | the outline |
| `%scidraft 12 1 3` | the next unit: page, part, chapter |
| whether numbers end with dots | all units |
| widths of long tables, what is cited | the unit itself |
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

__all__ = ["Written", "asked_labels", "moved_index", "read_aux"]

_END = re.compile(r"%scidraft (\d+) (\d+) (\d+)$")
_LABEL = "\\newlabel{"
_LIST = re.compile(r"\\@writefile\{(?P<list>\w+)\}\{(?P<line>.*)\}$")
_CONTENTS = re.compile(
    r"(?P<before>\\contentsline\s*\{.*\}\{)(?P<page>\d+)(?P<after>\}\{[^{}]*\}.*)$"
)
_INDEX = re.compile(r"^(?P<before>\\indexentry\{.*\}\{)(?P<page>\d+)\}$", re.MULTILINE)
_BACK = re.compile(r"\\abx@aux@backref\{\d+\}\{[^{}]*\}\{\d+\}\{(?P<shown>\d+)\}\{(?P<page>\d+)\}$")
_PASSED = (
    *("\\relax", "\\BKM@entry", "\\@writefile", "\\abx@aux@read@bbl", "\\gdef \\@abspage@last"),
    *("\\newpmemlabel", "\\global\\@namedef{scr@dte@", "\\caption@xref", "\\providecommand"),
)
_SHARED = "\\global\\csname @altsecnumformattrue\\endcsname"
"""KOMA-Script's note that numbers have dots behind them, since there is a part or an appendix."""

_GIVEN = re.compile(r"\\label\{[^{}]*\}")
_GROUP = re.compile(r"[{\[]([^{}\[\]]+)[}\]]")


@dataclass(frozen=True, slots=True)
class Written:
    r"""What a pass wrote, with page numbers as they are to be.

    `labels` maps names to what `\newlabel` says of them; `lists` are pairs of a list's ending and
    a line of it; `marks` the lines of bookmarks; `own` the lines that the unit reads back, labels
    apart, and `shared` lines that hold for the whole book; `end` is page, part and chapter at its
    end.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    lists: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    own: str = ""
    shared: tuple[str, ...] = ()
    end: tuple[int, int, int] | None = None


def read_aux(text: str, common: Collection[str] = (), shift: int = 0) -> Written:
    """Return what the `.aux` TEXT says, with SHIFT added to its page numbers, if they are arabic.

    COMMON are lines that any document writes: nothing depends on them.
    """
    labels: dict[str, str] = {}
    lists: list[tuple[str, str]] = []
    marks: list[str] = []
    own: list[str] = []
    shared: list[str] = []
    end: tuple[int, int, int] | None = None
    for line in text.splitlines():
        if line.startswith(_LABEL):
            name, _, value = line.removeprefix(_LABEL).partition("}{")
            labels[name] = _moved_label("{" + value, shift)
        elif match := _LIST.match(line):
            lists.append((match["list"], _moved(_CONTENTS, match["line"], shift)))
        elif line.startswith("\\BKM@entry"):
            marks.append(line)
        elif found := _END.match(line):
            end = int(found[1]) + shift, int(found[2]), int(found[3])
        elif line.startswith(_SHARED):
            shared.append(line)
        elif line not in common and not line.startswith(_PASSED):
            own.append(_moved_back(line, shift))
    return Written(labels, tuple(lists), tuple(marks), "\n".join(own), tuple(shared), end)


def asked_labels(text: str, known: Iterable[str]) -> list[str]:
    r"""Return those of the labels KNOWN that the `.tex` TEXT names, elsewhere than in `\label`.

    A command may name a label in braces or brackets of its own.
    """
    return sorted(set(_GROUP.findall(_GIVEN.sub("", text))) & set(known))


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


def _moved_label(value: str, shift: int) -> str:
    r"""Return VALUE, `{{number}{page}{title}{anchor}{}}`, with SHIFT added to its page."""
    if not shift:
        return value
    groups = list(_groups(value[1:-1]))
    if len(groups) > 1 and groups[1].isdigit():
        groups[1] = str(int(groups[1]) + shift)
        return "{" + "".join(f"{{{group}}}" for group in groups) + "}"
    return value


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
