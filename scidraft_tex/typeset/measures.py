r"""Reading what a measuring run wrote: `<root>.measures`, and the labels of the `.aux` file.

A line of the former is a word and what it is of, in TeX's points or scaled points (65536 to the
point), written by templates/handout/measuring.tex.j2:

| line | is |
|---|---|
| `page 650000 640000` | the top of a page's text above the lower edge, and its height |
| `begin h1 1 12345`, `end h1 1 1234` | a piece's ends: page, and height above the lower edge |
| `from h1 equation 3`, `to h1 equation 5` | a counter where a piece begins and ends |
| `labels h1 eq:a eq:b` | the labels within a piece |
| `gap g1 34.5pt` | how wide a gap's word is |
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from scidraft_tex.render.sheets.measures import Measures

__all__ = ["read_measures"]

_SCALED = 65536
_LABEL = r"\newlabel{"


def read_measures(folder: Path, root: str) -> Measures:
    """Return what the measuring run of `<root>.tex` in FOLDER measured; nothing if it did not."""
    found = _Found()
    for line in _text(folder / f"{root}.measures").splitlines():
        with suppress(ValueError):
            found.line(line.split())
    numbers = dict(_labels(_text(folder / f"{root}.aux")))
    return found.measures(numbers)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


@dataclass
class _Found:
    """The lines of a file so far."""

    page: tuple[int, int] = (0, 0)
    begins: dict[str, tuple[int, int]] = field(default_factory=dict)
    ends: dict[str, tuple[int, int]] = field(default_factory=dict)
    before: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    after: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    widths: dict[str, float] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def line(self, words: list[str]) -> None:
        """Take in the WORDS of a line; one that is not whole is passed over.

        Raises `ValueError` for what should be a number and is none.
        """
        match words:
            case ["page", top, height]:
                self.page = int(top), int(height)
            case ["begin", piece, page, y]:
                self.begins[piece] = int(page), int(y)
            case ["end", piece, page, y]:
                self.ends[piece] = int(page), int(y)
            case ["from", piece, counter, value]:
                self.before[piece][counter] = int(value)
            case ["to", piece, counter, value]:
                self.after[piece][counter] = int(value)
            case ["labels", piece, *labels]:
                self.labels[piece] = tuple(labels)
            case ["gap", gap, width] if width.endswith("pt"):
                self.widths[gap] = float(width.removesuffix("pt"))

    def height(self, piece: str) -> float:
        """Return the height of PIECE in pt, over the pages that it stands on."""
        (first, top), (last, bottom) = self.begins[piece], self.ends[piece]
        return (top - bottom + (last - first) * self.page[1]) / _SCALED

    def measures(self, numbers: Mapping[str, str]) -> Measures:
        """Return what the lines come to; NUMBERS are those of all labels."""
        return Measures(
            heights={piece: self.height(piece) for piece in self.ends if piece in self.begins},
            widths=self.widths,
            before=self.before,
            steps={piece: _steps(self.before[piece], self.after[piece]) for piece in self.after},
            numbers=numbers,
            labels=self.labels,
        )


def _steps(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    steps = {name: value - before.get(name, 0) for name, value in after.items()}
    return {name: step for name, step in steps.items() if step}


def _labels(aux: str) -> Iterator[tuple[str, str]]:
    r"""Yield each label of AUX with its number: `\newlabel{eq:a}{{3}{1}…}`."""
    for line in aux.splitlines():
        if line.startswith(_LABEL):
            name, _, rest = line.removeprefix(_LABEL).partition("}{")
            if rest.startswith("{"):
                yield name, _group(rest)


def _group(text: str) -> str:
    """Return what stands within the braces that TEXT begins with."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return text[1:index]
    return ""
