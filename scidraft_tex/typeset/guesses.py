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
    r"|(?P<chapter>\\chapter)(?![A-Za-z*])"
    r"|(?P<section>\\newrefsection)\["
    r"|\\(?:no|paren|text)?cite(?:\[[^\]]*\])*\{(?P<keys>[^{}]+)\}"
)
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


def guess(
    text: str,
    known: Mapping[str, tuple[str, str, str]],
    page: int = 1,
    chapter: int = 0,
    lists: int = 0,
) -> Guesses:
    r"""Return what a pass will say of the labels of TEXT that are not KNOWN, and of its citations.

    TEXT starts on PAGE, behind CHAPTER numbered chapters and as many as LISTS lists of references.
    What stands between two known labels is guessed by the first.
    """
    labels: dict[str, str] = {}
    cited: list[str] = []
    counted, number, shown, anchor = 0, str(chapter), "", ""
    for sign in _SIGN.finditer(text):
        here = shown or str(page + sign.start() // PAGE)
        if sign["chapter"]:
            chapter, counted = chapter + 1, 0
            number = str(chapter)
        elif sign["section"]:
            lists += 1
        elif sign["keys"]:
            for key in sign["keys"].split(","):
                line = f"{{{len(cited) + 1}}}{{{key}}}{{{lists}}}{{{here}}}{{{here}}}"
                cited.append(f"\\abx@aux@backref{line}")
        elif sign["label"] in known:
            number, shown, anchor = known[sign["label"]]
        elif sign["label"] not in labels:
            counted += 1
            value = f"{number.partition('.')[0]}.{counted}"
            labels[sign["label"]] = f"{{{{{value}}}{{{here}}}{{}}{{{anchor}}}{{}}}}"
    return Guesses(labels, tuple(cited))
