r"""What a pass will write of labels and citations, guessed before any is run.

A reference that is not known prints `??`, and a list of references does not tell where its entries
are cited: lines break elsewhere, pages move, and it takes a pass more for all to be right. A guess
is as wide as the truth nearly always, and the first pass writes the truth in its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["PAGE", "Guesses", "guess", "known_labels"]

PAGE = 2800
"""About how many characters of a chapter's `.tex` fill a page."""

_SIGN = re.compile(
    r"\\label\{(?P<label>[^{}]+)\}"
    r"|\\(?P<heading>chapter|addchap|section)(?P<star>\*?)(?![A-Za-z])"
    r"|\\begin\{(?P<begun>\w+\*?)\}"
    r"|(?P<ended>\\end\{\w+\*?\})"
    r"|\\caption(?:of\{(?P<kind>\w+)\})?[\[{]"
    r"|(?P<row>\\\\)|\\(?P<bare>notag|nonumber)(?![A-Za-z])|\\tag\*?\{(?P<tag>[^{}]*)\}"
    r"|\\newrefsection\[(?P<list>)"
    r"|\\(?:no|paren|text)?cite(?:\[[^\]]*\])*\{(?P<keys>[^{}]+)\}"
)
_RESULT = re.compile(r"(?:\[(?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\])?\s*\\label\{")
"""What follows the beginning of a result that has a number."""

_DISPLAYS = frozenset({"equation", "multline"})
_ROWS = frozenset({"align", "alignat", "flalign", "gather"})
"""Displays with a number, and those with one for each row."""

_FLOATS = {"standingfigure": "figure", "longtable": "table"}
_LABEL = re.compile(
    r"^\\newlabel\{(?P<name>[^{}]+)\}\{\{(?P<number>[^{}]*)\}\{(?P<page>[^{}]*)\}"
    r"\{.*\}\{(?P<anchor>[^{}]*)\}\{[^{}]*\}\}$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Guesses:
    r"""What `\newlabel` will say of labels, by name, and the lines that tell of citations."""

    labels: Mapping[str, str] = field(default_factory=dict)
    cited: tuple[str, ...] = ()

    @property
    def lines(self) -> str:
        """The guesses as an `.aux` has them."""
        labels = (f"\\newlabel{{{name}}}{value}" for name, value in self.labels.items())
        return "".join(f"{line}\n" for line in (*labels, *self.cited))


def known_labels(aux: str) -> dict[str, tuple[str, str, str]]:
    """Return number, page and anchor of each label of AUX by its name."""
    return {m["name"]: (m["number"], m["page"], m["anchor"]) for m in _LABEL.finditer(aux)}


@dataclass
class _Numbers:
    """What TeX counts in a text, and in each environment that it is in, what a label is of."""

    chapter: int
    prefix: str = ""
    counted: dict[str, int] = field(default_factory=dict)
    scopes: list[tuple[str, str]] = field(default_factory=lambda: [("", "")])

    def step(self, counter: str) -> None:
        """Count one more of COUNTER: a label there is of it."""
        self.counted[counter] = self.counted.get(counter, 0) + 1
        self._call(f"{self.prefix}{self.counted[counter]}")

    def begin_chapter(self, *, numbered: bool) -> None:
        """Begin a chapter, in which all is counted from 1."""
        self.chapter += numbered
        self.prefix = f"{self.chapter}." if numbered else ""
        self.counted.clear()
        self.scopes[:] = [("", str(self.chapter) if numbered else "")]

    def begin(self, environment: str, *, numbered: bool) -> None:
        """Begin ENVIRONMENT, a result if it is NUMBERED."""
        self.scopes.append((environment, self.number))
        if numbered:
            self.step("result")
        elif environment in _DISPLAYS | _ROWS:
            self.step("equation")

    def row(self) -> None:
        """Begin a row: some displays have a number for each."""
        if self.environment in _ROWS:
            self.step("equation")

    def tag(self, text: str) -> None:
        """Give TEXT to a display or row in place of its number."""
        if self.environment in _DISPLAYS | _ROWS:
            self.counted["equation"] -= 1
            self._call(text)

    def end(self) -> None:
        """End an environment: outside, a label is of what it was of before."""
        if len(self.scopes) > 1:
            self.scopes.pop()

    def caption(self, kind: str | None) -> None:
        """Count a caption, of the environment that it is in if it does not name its KIND."""
        known = (name for name, _ in reversed(self.scopes) if name and not name[0].isupper())
        environment = next(known, "")
        self.step(kind or _FLOATS.get(environment, environment))

    def _call(self, number: str) -> None:
        self.scopes[-1] = (self.environment, number)

    @property
    def environment(self) -> str:
        """The innermost environment, "" outside of all."""
        return self.scopes[-1][0]

    @property
    def number(self) -> str:
        """What a label is of."""
        return self.scopes[-1][1]


def guess(
    text: str,
    known: Mapping[str, tuple[str, str, str]],
    page: int = 1,
    chapter: int = 0,
    lists: int = 0,
) -> Guesses:
    r"""Return what a pass will say of the labels of TEXT that are not KNOWN, and of its citations.

    TEXT starts on PAGE, behind CHAPTER numbered chapters and as many as LISTS lists of references.
    Results count together; what stands between two known labels has the page of the first.
    """
    labels: dict[str, str] = {}
    cited: list[str] = []
    numbers, shown, anchor = _Numbers(chapter), "", ""
    for sign in _SIGN.finditer(text):
        here = shown or str(page + sign.start() // PAGE)
        if sign["heading"] == "section":
            if not sign["star"]:
                numbers.step("section")
        elif sign["heading"]:
            numbers.begin_chapter(numbered=sign["heading"] == "chapter" and not sign["star"])
        elif sign["begun"]:
            result = sign["begun"][0].isupper() and _RESULT.match(text, sign.end())
            numbers.begin(sign["begun"], numbered=bool(result))
        elif sign["ended"]:
            numbers.end()
        elif sign["row"]:
            numbers.row()
        elif sign["bare"] or sign["tag"] is not None:
            numbers.tag(sign["tag"] or "")
        elif sign["list"] is not None:
            lists += 1
        elif sign["keys"]:
            for key in sign["keys"].split(","):
                line = f"{{{len(cited) + 1}}}{{{key}}}{{{lists}}}{{{here}}}{{{here}}}"
                cited.append(f"\\abx@aux@backref{line}")
        elif sign["label"] in known:
            _, shown, anchor = known[sign["label"]]
        elif sign["label"] is None:
            numbers.caption(sign["kind"])
        elif sign["label"] not in labels:
            labels[sign["label"]] = f"{{{{{numbers.number}}}{{{here}}}{{}}{{{anchor}}}{{}}}}"
    return Guesses(labels, tuple(cited))
