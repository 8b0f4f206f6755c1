"""Which lines of a note a comment speaks of; and that it changes nothing of the page."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read import ReadNotes, read_notes
from scidraft_tex.read.allowances import EVERYWHERE, allowances_of, is_ours
from scidraft_tex.read.masks import Comment
from scidraft_tex.read.positions import Extent
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.tools import Shell

TEXT = """\
<!-- scidraft: allow code-first -->
<!-- SciDraft:allow: code-second -->

# Heading

<!-- scidraft: allow code-a,code-b -->
Paragraph one
more of it.

Paragraph $x$ <!-- scidraft: allow code-c -->
tail.

- item <!-- scidraft: allow code-d -->
- two
  cont

  <!--
  scidraft: allow code-e
     code-f -->
  ~~~ py
  x

  <!-- scidraft: allow code-fence -->
  ~~~

text

    code
    <!-- scidraft: allow code-indented -->

`<!-- scidraft: allow code-span -->` $<!-- scidraft: allow code-math -->$

<!-- scidraft: allow code-table -->

| a | b |
|---|---|
| 1 <!-- scidraft: allow code-cell --> | 2 |
{.academic}

<!-- scidraft: allow code-g -->
<!-- scidraft: allow code-h -->
$$
x

y
$$

> quoted
>
> <!-- scidraft: allow code-i -->
> in it

<!-- scidraft: alow code-z -->

<!-- scidraft: allow -->

<!-- another comment -->

::: {.lemma}
One.

<!-- scidraft: allow code-j -->

Two.
:::

A mark.[^1]

[^1]: A note. <!-- scidraft: allow code-k -->

<!-- scidraft: allow code-last -->
"""


def read(*texts: str) -> ReadNotes:
    """Return TEXTS read, as the notes 0.md, 1.md …; the body of each begins on its first line."""
    sources = [
        m.NoteSource(f"{n}.md", str(n), "notes", m.FrontMatter("T"), text, 1, "")
        for n, text in enumerate(texts)
    ]
    return read_notes(sources, Shell())


def test_a_comment_speaks_of_its_block() -> None:
    found = read(TEXT)
    (note,) = found.notes
    by_code = {one.code: (one.place.line, one.place.column, one.first, one.last)
               for one in note.allowances}  # fmt: skip
    assert by_code == {
        "code-first": (1, 22, 0, EVERYWHERE),
        "code-second": (2, 22, 0, EVERYWHERE),
        "code-a": (6, 22, 7, 8),
        "code-b": (6, 29, 7, 8),
        "code-c": (10, 36, 10, 11),
        "code-d": (13, 29, 13, 13),
        "code-e": (18, 19, 20, 24),
        "code-f": (19, 6, 20, 24),
        "code-table": (33, 22, 35, 38),
        "code-cell": (37, 26, 35, 38),
        "code-g": (40, 22, 42, 46),
        "code-h": (41, 22, 42, 46),
        "code-i": (50, 24, 51, 51),
        "code-j": (62, 22, 64, 64),
        "code-k": (69, 36, 69, 69),
        "code-last": (71, 22, 71, 71),
    }
    assert [(item.code, item.place) for item in found.diagnostics] == [
        ("allow-invalid", Place("0.md", 53, 1)),
        ("allow-invalid", Place("0.md", 55, 1)),
    ]


def test_ten_thousand_comments_take_no_time() -> None:
    comment = "<!-- scidraft: allow html-unknown -->"
    lines = range(1, 20_001, 2)
    comments = [Comment(Place("a.md", n), comment, alone=n % 4 == 1) for n in lines]
    blocks = [Extent(1, 1, 1), *(Extent(n + 1, 1, n + 2) for n in lines)]
    start = time.process_time()
    found = allowances_of(comments, blocks, [], Diagnostics())
    assert time.process_time() - start < 10  # each with each would take minutes
    assert [(one.first, one.last) for one in found[:4]] == [(2, 3), (2, 3), (6, 7), (6, 7)]


def test_front_matter_is_before_the_note() -> None:
    text = (
        '+++\ntitle = "<!-- scidraft: allow code-x -->"\n+++\n\n<!-- scidraft: allow code-y -->\n'
    )
    source = m.NoteSource("a.md", "a", "notes", m.FrontMatter("T"), text, 4, "")
    (note,) = read_notes([source], Shell()).notes
    assert [(one.code, one.first, one.last) for one in note.allowances] == [
        ("code-y", 0, EVERYWHERE)
    ]


@pytest.mark.parametrize(
    ("comment", "ours"),
    [
        ("<!-- scidraft: allow x -->", True),
        ("<!--scidraft:x-->", True),
        ("<!-- scidraft -->", False),
        ("<!-- end -->", False),
        ("<!-- see scidraft: allow x -->", False),
    ],
)
def test_which_comments_are_meant(comment: str, *, ours: bool) -> None:
    assert is_ours(comment) is ours


ALONE = """\

@
**Theorem 1** (first). One step.

@
$$ x $$

@
*Proof.* Easy. ∎

@
**Table 1.** Two samplers.

@
| a | b |
|---|---|
| 1 | 2 |

@
## Heading

@
- one

  @
  two
- three

@
![alt](a.png)

@
``` python
x
```

@
{{< references bib="a.bib" >}}

@
> quoted
>
> @
> more

@
1. one
2. two

@
[^1]: Text.

@
Term
: What it is.[^1]
"""


def test_comments_alone_on_their_lines_change_nothing_of_the_page() -> None:
    comment = "<!-- scidraft: allow html-unknown -->"
    with_it = re.sub("@", comment, ALONE)
    without = re.sub("@", "", ALONE)
    assert with_it.count(comment) == 16
    found = read(with_it, without)
    notes, _ = recognise(found.notes, Rules())
    one, other = notes
    assert len(one.allowances) == 16
    assert repr(one.blocks).replace("0.md", "1.md") == repr(other.blocks)


INLINE = """\
A line of text@
and another.@

- an item@
- another $x$@

*Proof.* It ends.@

> quoted@

$$ x $$@

![alt](a.png)@

**Table 1.** Two samplers.@

| a | b |
|---|---|
| 1 | 2@ |
"""


@pytest.mark.parametrize("space", ["", " ", "  "])
def test_comments_at_the_end_of_lines_change_nothing_of_the_page(space: str) -> None:
    comment = f"{space}<!-- scidraft: allow html-unknown -->"
    found = read(INLINE.replace("@", comment), INLINE.replace("@", ""))
    (one, other), _ = recognise(found.notes, Rules())
    assert len(one.allowances) == 10
    assert other.allowances == ()
    other = replace(other, allowances=one.allowances)
    assert repr(one.blocks).replace("0.md", "1.md") == repr(other.blocks)
