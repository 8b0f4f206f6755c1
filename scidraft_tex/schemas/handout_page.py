"""docs/handout-settings.md, made from the schema of `handout.yaml`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from scidraft_tex.handout_settings import NOTE_KEYS
from scidraft_tex.schemas import handout_schema
from scidraft_tex.schemas.page import TAIL, key_table

__all__ = ["EXAMPLE", "handout_page"]

EXAMPLE = """\
course: Finite Markov Chains
lecturer: Ada Lovelace
term: Autumn 2026
audiences: [student, solutions, instructor]

proofs: space          # students prove it themselves, on as much room as our proof takes,
space: 1.5             # times one and a half,
style: squared         # on squared paper
solutions: omit        # exercises are done elsewhere: no room for them
marks: true            # a table with the points of each exercise

sheets:
  - name: week-1
    title: What a chain is
    date: 2026-09-07
    notes: [notes/markov-property.md, transition-matrix]
    intro: |
      Read section 1 before the lecture. **Hand in** exercise 1 by Friday.
  - name: week-2
    title: Where a chain settles
    date: 2026-09-14
    select: [tag=stationarity]
    fit: 2
  - name: week-3
    title: How long it takes
    date: 2026-09-21
    notes: Mixing time
    select: ["set=results,category=Theorems", "notes/week-3/*.md"]
    proofs: show       # here they are read, not written
  - name: test
    title: Test
    number: ""         # no number
    date: 2026-09-28
    notes: exercises-chains
    solutions: space
    space: 25%         # a quarter of a page for each answer
    style: ruled
    audiences: [student, instructor]
"""
"""A term of four sheets, as the page shows it."""

_NOTE_EXAMPLE = """\
---
title: Mixing time
handout:
  proofs: space
  space: 8cm
  style: ruled
---
"""

_HEAD = f"""\
# Settings of handouts

A handout is a sheet for a course, printed from the notes of a site: for students, with room to work
in where the proofs and solutions would be; for students afterwards, with these at the end; and for
yourself, with everything in its place. A file `handout.yaml` plans the sheets of a term.

## Example

Put this beside your notes as `handout.yaml`, with your own course and notes:

```yaml
{EXAMPLE}```

Then `scidraft-tex handout --all` prints every sheet for all its audiences.

What stands above `sheets` holds for all of them; a sheet may say each of it otherwise. `week-1` and
the others are the names of the files. Numbers of theorems and exercises are the same for all
audiences, whether a proof is shown or not, so that everybody in the room speaks of the same
Exercise 3.

The file has these rules, which are those of YAML:

- `key: value`, with a space after the colon; what belongs to a sheet stands further to the right.
- A list is `[one, two]`, or a line for each with `- ` before it.
- Text needs no quotation marks unless it has a colon and a space, a `#`, or begins with a sign such
  as `[`, `*` or `"`.
- After `#` comes a remark.

Every key is optional. A mistake in the file is told with its line and column, a misspelt key with
the one that was meant, and costs that key alone. The command line comes before the file:
`scidraft-tex handout --all --size 17` prints the same sheets in large print.

## Which notes

`notes` are named one by one: by path (`notes/mixing-time.md`), by file name or slug
(`mixing-time`), or by title (`Mixing time`). `select` chooses those that have something in common:

| selector | chooses |
|---|---|
| `tag=mixing` | the notes with that tag |
| `set=results` | the entries of that set of `params.entrySets` |
| `category=Theorems` | the entries of that category, in any set, and the notes of that category |
| `notes/week-3/*.md` | the notes in that folder; `**` stands for folders within folders |
| `notes/week-3` | all notes in that folder and below |
| `set=results,category=Theorems` | those for which both hold |

Each item of `select` is a selector of its own, and its notes are added to the sheet; conditions
that have commas between them, within one item, must all hold. A comma that `tag=`, `set=`,
`category=` or `path=` does not follow belongs to the value: `category=Laws, rules`. In tags, sets
and categories capitals do not matter.

Notes come in the order of the items, and within an item in the site's order: by weight, date and
path; each comes once. A selector that chooses nothing is an error. Drafts are printed only where
they are named.

## Room to work in

What is withheld from students is never in their file: not in its text, nor in its bookmarks. In its
place is room, as high as the proof or the solution would be (`space: measured`) or in another
amount, and as a page of an exercise book looks, if you wish (`style`). One block may have an amount
of its own: `{{.proof space=6cm}}` on the line below it. A note may have its own way in its front
matter, whatever sheet it is printed on:

```yaml
{_NOTE_EXAMPLE}```

KEYS

## Keys

`[]` after a name stands for each item of a list. Where text or a list is wanted, text is a list of
one; a number does for text where the text may be one (`number: 3`).

"""

_TAIL = """
Kinds of results, fonts, and how tables and diagrams look are those of the book, in `book.yaml`
beside the file ([settings.md](settings.md)).
"""


def handout_page() -> str:
    """Return the page as Markdown: an example, what it means, and a table of all keys."""
    schema = handout_schema()
    sheet = schema["properties"]["sheets"]["items"]["properties"]
    shared = _listed(key for key, inner in sheet.items() if "$ref" in inner)
    note = _filled(
        f"A note may say {_listed(NOTE_KEYS)}. A block comes before its note, and a note before "
        "the sheet, the command line and the term."
    )
    own = _filled(f"A sheet may say these keys of its own, in place of the term's: {shared}.")
    table = key_table(schema)
    return f"{_HEAD.replace('KEYS', note)}{table}\n{own}\n{_TAIL}{TAIL}"


def _listed(keys: Iterable[str]) -> str:
    *most, last = [f"`{key}`" for key in keys]
    return f"{', '.join(most)} and {last}"


def _filled(text: str) -> str:
    """Return TEXT in the lines of a page."""
    return textwrap.fill(text, 100, break_on_hyphens=False)
