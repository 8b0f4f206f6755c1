"""The words of a note's prose, to be found again in what was made of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

__all__ = ["letters", "prose", "runs"]

RUN = 4
"""So many words in a row are looked for."""

_APART = re.compile(
    r"^([`~]{3,}).*?^\1\s*$"  # fences
    r"|\$\$.*?\$\$|\\\[.*?\\\]"  # displays
    r"|<!--.*?-->|\{\{[<%].*?[>%]\}\}"  # comments, shortcodes
    r"|!\[[^\]]*\]\([^)]*\)"  # images
    r"|^(:{3,}) *\{\.instructor.*?^\2\s*$",  # what is for the instructor alone
    re.DOTALL | re.MULTILINE,
)
_FRONT = re.compile(r"\A(\+\+\+|---)\n.*?\n\1\n", re.DOTALL)
_PLAIN = re.compile(r"[^\W_]['’\w\s.,;:!?()\-–—]*")


def prose(note: str) -> Iterator[list[str]]:
    """Yield the words, by their letters, of each line of NOTE with nothing but words and signs."""
    for line in _APART.sub("\n|\n", _FRONT.sub("", note)).splitlines():
        if _PLAIN.fullmatch(line.strip()):
            yield [word for word in map(letters, line.split()) if word]


def letters(text: str) -> str:
    """Return the letters of TEXT alone: signs, numbers and hyphens at a line's end aside."""
    whole = unicodedata.normalize("NFKC", text)
    return "".join(letter for letter in whole if letter.isalpha()).casefold()


def runs(words: list[str]) -> Iterator[str]:
    """Yield every RUN of WORDS, joined; a shorter line is one."""
    for start in range(max(1, len(words) - RUN + 1)):
        yield "".join(words[start : start + RUN])
