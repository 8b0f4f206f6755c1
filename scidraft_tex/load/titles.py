"""A note's title in print (docs/format.md, section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scidraft_tex.kinds import WITHHELD, Kind

_TRAILING = re.compile(r"(?P<title>.*\S)\s+\((?P<label>[^()]+)\)\s*", re.DOTALL)
_JOINS = re.compile(r"\s*(?:,|/|&|\band\b)\s*")

_LEVELS = ("starter", "beginner", "basic", "intermediate", "advanced")
_FORMS = (
    r"demo(?: note)?",
    r"(?:(?:academic|bordered|striped|pipe|default) )?tables?",
    r"(?:(?:sequence|state|class|flow|block|er|mermaid|gantt|entity relationship) )?diagrams?",
    r"(?:(?:flow|gantt|pie|quadrant|xy|mermaid) )?charts?",
    r"flowcharts?|gantt|mindmaps?|timelines?|user journey",
    r"pseudo-?code|pseudo-algorithms?|code|code listings?|listings?",
    r"folder (?:structures?|trees?)|citations?|references|survey",
)
_FORM = re.compile(rf"(?:(?:{'|'.join(_LEVELS)}) )?(?:{'|'.join(_FORMS)})")

HAND_NUMBER = re.compile(r"^\s*(?:\d{1,3}(?:\.\d{1,3})+\.?|\d{1,3}\.|[IVX]{1,5}\.)\s+(?=\S)")
"""A number that an author wrote before a heading's words; TeX's takes its place (section 9)."""

_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})")
_ATX = re.compile(r" {0,3}#{1,6}[ \t]+(?P<text>.*?)(?:[ \t]+#+)?[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_NO_TEXT = re.compile(r" {0,3}(?:[>|]|[-*+] |\d+[.)] |\{\{)|\s*$")
_DIVISION = re.compile(r"[ >]*:{3,}(?P<own>.*)")
_LIST = re.compile(r"\{(?P<list>[^{}]*)\}\s*:*\s*$")
_CLASS = re.compile(r"\.([\w-]+)")
_ATTRIBUTES = re.compile(r"(?:\s+|(?<=[^\s\]]))\{[#.][^{}]*\}$")


def without_label(title: str, kinds: Iterable[Kind]) -> str:
    """Return TITLE less a trailing parenthesis that says of which kind the note is, and no more.

    It goes if every part of it, parted by commas, slashes or "and", is one of KINDS in the singular
    or the plural, or a form that a note demonstrates: a table, diagram, chart, pseudocode, listing
    or folder structure of some sort and level, "demo", "survey". The words are a closed list, so
    that a parenthesis that means something stays: "Kernel (linear)", "Sorting (Python)",
    "Support Vector Machine (SVM)", "Calculus (advanced)". One that begins a title, or stands in
    its middle, is never taken.
    """
    match = _TRAILING.fullmatch(title)
    if match is None:
        return title
    names = {name.lower() for kind in kinds for name in (*kind.names, kind.plural)}
    label = " ".join(match["label"].lower().split())
    parts = _JOINS.split(label)
    if all(part in names or _FORM.fullmatch(part) for part in parts):
        return match["title"]
    return title


def first_heading(body: str) -> str:
    """Return BODY's first heading, as Markdown, less a number by hand, or ""; fences hold none.

    One that a handout may withhold (section 10) names no note.
    """
    return HAND_NUMBER.sub("", _first_heading(_without_withheld(body)))


def _without_withheld(body: str) -> str:
    """Return BODY without what stands between `:::` lines, or below a heading, of `WITHHELD`."""
    kept: list[str] = []
    withheld: list[bool] = []  # of each division that is open
    for line in body.split("\n"):
        division = _DIVISION.match(line)
        if division and division["own"].strip():
            bare = division["own"].strip(" :")
            withheld.append(bare in WITHHELD or _is_withheld(bare))
        elif division and withheld:
            withheld.pop()
        elif not any(withheld) and not (_ATX.fullmatch(line) and _is_withheld(line)):
            kept.append(line)
    return "\n".join(kept)


def _is_withheld(line: str) -> bool:
    found = _LIST.search(line)
    return found is not None and not WITHHELD.isdisjoint(_CLASS.findall(found["list"]))


def _first_heading(body: str) -> str:
    fence = ""
    above = ""
    for line in body.split("\n"):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark["mark"]
        elif mark and mark["mark"].startswith(fence) and not line.strip(fence[0] + " \t"):
            fence = ""
        elif not fence:
            heading = _ATX.fullmatch(line)
            if heading and heading["text"]:
                return _ATTRIBUTES.sub("", heading["text"])
            if above and _UNDERLINE.fullmatch(line):
                return _ATTRIBUTES.sub("", above)
        text = not (fence or mark or _NO_TEXT.match(line) or _UNDERLINE.fullmatch(line))
        above = f"{above} {line.strip()}".strip() if text else ""
    return ""


def title_of_name(name: str) -> str:
    """Return a file's NAME without its ending as a title: `gradient-descent`, Gradient Descent."""
    words = re.sub(r"[-_\s]+", " ", name).strip()
    return " ".join(word[:1].upper() + word[1:] for word in words.split()) or name
