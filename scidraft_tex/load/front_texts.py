"""Texts of front matter that are read like a note's body: the abstract, and what closes a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.load.credits import ABSTRACT, ACKNOWLEDGEMENTS, FUNDING
from scidraft_tex.load.fields import Fields
from scidraft_tex.load.formats import lowered
from scidraft_tex.load.front_matter import split_front_matter
from scidraft_tex.model import FrontMatter, NoteSource

__all__ = ["front_texts"]

_BETWEEN = r"(?:\\?\s)+?"
"""What may stand between two words: blanks, and TOML's backslash at the end of a line."""

_MOST = 8
"""How many words, at most, are looked for of a text that is not written as it reads."""

_BLOCK = re.compile(r"[-*+>#|:~=`{<]|\d+[.)]")
"""What a line may begin with that is more than a word of a paragraph."""


def front_texts(source: NoteSource) -> Mapping[str, NoteSource]:
    """Return the texts of SOURCE's front matter by name: `abstract`, `acknowledgements`, `funding`.

    Those that are not there are left out. Each is a source whose body is the text, on the lines on
    which it stands in the file. Text that the format writes otherwise than it reads, such as
    paragraphs in one line of JSON, begins on the right line.
    """
    written = {
        "abstract": (source.front.abstract, ABSTRACT),
        "acknowledgements": (source.front.acknowledgements, ACKNOWLEDGEMENTS),
        "funding": (source.front.funding, FUNDING),
    }
    return {name: _source(source, text, keys) for name, (text, keys) in written.items() if text}


def _source(source: NoteSource, text: str, keys: Sequence[str]) -> NoteSource:
    """Return TEXT, which stands under one of KEYS, as a source with the lines of SOURCE's file."""
    front = split_front_matter(source.text)
    fields = Fields(
        front.fields, source.path, front.text, Diagnostics(), first_line=front.first_line
    )
    fields = replace(fields, values={**lowered(fields.table("params")), **front.fields})
    key = next((key for key in keys if fields.values.get(key)), keys[0])
    place = fields.place(key)
    above = front.text.split("\n")[: place.line - front.first_line]
    start = sum(len(line) + 1 for line in above) + place.column - 1 + len(key)
    lines = [""] * (place.line - 1)
    for line in _placed(text, front.text, start, front.first_line):
        if line.apart or not any(lines):
            lines += [""] * (line.number - 1 - len(lines))
        lines.append(line.text)
    first = next(number for number, line in enumerate(lines, start=1) if line.strip())
    kept = FrontMatter(source.front.title, bibliography=source.front.bibliography)
    return replace(source, front=kept, text="\n".join((*lines, "")), body_line=first)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a text and the line of the file, from 1, on which it stands.

    `apart` if an empty line comes before it: only there may more of them.
    """

    text: str
    number: int
    apart: bool


def _placed(text: str, written: str, start: int, first_line: int) -> Iterator[_Line]:
    """Yield the lines of TEXT, which is in WRITTEN from the offset START on.

    FIRST_LINE is the line of the file on which WRITTEN begins.
    """
    number, apart = first_line, False
    for line in text.split("\n"):
        words = line.split()
        found = _search(words, written, start)
        pieces = [line.rstrip()]
        if words and found:
            number = first_line + written.count("\n", 0, found.start())
            start = found.end()
            pieces = _broken(words, found.group()) or pieces
        for piece in pieces:
            yield _Line(piece, number, apart)
            number, apart = number + 1, False
        apart = not words


def _search(words: Sequence[str], written: str, start: int) -> re.Match[str] | None:
    """Return where WORDS stand in WRITTEN, as it may escape them, from the offset START on.

    Those of a sentence that was made of a table stand there in part: the most of its first words.
    """
    whole = re.compile(_BETWEEN.join(map(_as_written, words))).search(written, start)
    if whole or not words:
        return whole
    known = [*words[:-1], words[-1].rstrip(".")]
    for count in range(min(len(known), _MOST), 0, -1):
        pattern = _BETWEEN.join(map(_as_written, known[:count]))
        found = re.compile(rf"(?<!\w){pattern}(?!\w)").search(written, start)
        if found:
            return found
    return None


def _as_written(word: str) -> str:
    r"""Return a pattern of WORD in TOML, YAML or JSON: a backslash may be `\\`, a quote `\"`."""
    forms = {"\\": r"\\{1,2}", '"': r'\\?"', "'": "''?", "/": r"\\?/"}
    return "".join(forms.get(char) or re.escape(char) for char in word)


def _broken(words: Sequence[str], written: str) -> list[str]:
    """Return WORDS on as many lines as they are WRITTEN on; nothing if that is one.

    A blank and a line's end are one to Markdown, unless the next word would begin a list, a quote
    or the like.
    """
    counts = [len(line.rstrip("\\").split()) for line in written.split("\n")]
    if sum(counts) != len(words):
        return []
    lines: list[str] = []
    position = 0
    for count in counts:
        lines.append(" ".join(words[position : position + count]))
        position += count
    whole = len(lines) == 1 or not all(lines) or any(map(_BLOCK.match, lines[1:]))
    return [] if whole else lines
