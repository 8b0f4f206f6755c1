"""A site whose sheets are measured on the page: room to work in, type, margins, colours."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

__all__ = ["URL", "make_course_site"]

URL = "https://web.example/a_long/address?of=it"
"""The address of the only link out of the site."""

PROSE = """\
A sum that is divided by the number of its terms is their mean, and whoever has measured a thing
more than once has taken one. The observations differ, since no instrument is without its error,
and the mean is closer to the truth than most of them. How much closer it is depends on how the
errors are spread, and on whether one of them leans on another.

"""
SOLUTION = """\
The terms are paired, the first with the last and the second with the last but one, and all pairs
have the same sum; there are half as many of them as there are terms, so

\\[ \\sum_{k=1}^{n} k = \\frac{n (n + 1)}{2} . \\]

For odd numbers the term in the middle is half of such a sum, and counts as half a pair.
"""
ROOMS = {
    "least": "space=1pt",
    "measured": "space=measured",
    "factor": "space=2",
    "share": "space=10%",
    "ruled": "space=4cm style=ruled",
    "length": "space=6cm",
    "dotted": "space=3cm style=dotted",
    "squared": "space=3cm style=squared",
}
"""What asks for room, by a name for it."""


def _rooms() -> str:
    return "---\ntitle: Rooms\n---\n\n" + "".join(
        f"Up{name}\n\n::: {{.solution {how}}}\n{SOLUTION}:::\n\nDown{name}\n\n"
        for name, how in ROOMS.items()
    )


GAPS = f"""\
---
title: Gaps
---

Say [heteroscedasticity]{{.gap}} now. Say [sum]{{.gap}} then.

{PROSE}
"""
COLOURS = f"""\
---
title: Colours
---

See [the web]({URL}), and <mark>marked</mark>, by \\cite{{knuth}}.

```python
def mean(values):  # of numbers
    return "sum", sum(values) / 2
```

| a | b |
|---|---|
| 1 | 2 |
{{.table-striped}}

![A red square](red.png "A red square")

**Theorem (mean).** It is one.
{{.theorem #mean}}

{PROSE * 9}

By [the theorem above](#mean) and \\cite{{gauss,knuth}}.
"""
LONG = f"---\ntitle: Long\n---\n\n**Exercise.** Read.\n\n{PROSE * 22}\n"
LONGER = f"---\ntitle: Longer\n---\n\n{PROSE * 40}\n"
TERM = """\
course: On Sums
lecturer: Ada Example
date: 2026-11-30
term: Winter 2026
sheets:
  - {name: rooms, number: 3a, notes: rooms, audiences: [student, instructor], qr: false}
  - {name: gaps, notes: gaps, audiences: [student, solutions], url: "https://s.example/7"}
  - {name: small, notes: colours, size: 10, paper: letter, impose: 2up}
  - {name: large, notes: colours, size: 17}
  - name: margin
    notes: colours
    sides: two
    notes_margin: true
    impose: booklet
    name_field: false
  - {name: fits, notes: long, fit: 2}
  - {name: spills, notes: longer, fit: 2}
"""
FILES = {
    "hugo.toml": 'title = "Sums"\nlanguageCode = "en"\nbaseURL = "https://sums.example/"\n',
    "handout.yaml": TERM,
    "content/notes/rooms.md": _rooms(),
    "content/notes/gaps.md": GAPS,
    "content/notes/colours.md": COLOURS,
    "content/notes/long.md": LONG,
    "content/notes/longer.md": LONGER,
    "assets/bib/refs.bib": """\
@book{knuth, author={Knuth, Donald E.}, title={Literate Programming}, year=1992, publisher={CSLI}}
@article{gauss, author={Gauss, Carl F.}, title={Theoria}, year=1821, journal={Comm.}, volume=5}
""",
}


def make_course_site(folder: Path) -> Path:
    """Write the site into FOLDER and return it."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    Image.new("RGB", (96, 96), (200, 30, 30)).save(folder / "content/notes/red.png")
    return folder
