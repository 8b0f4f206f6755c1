r"""docs/diagnostics.md, made from the list of codes: `python -m scidraft_tex.codes_page` prints it.

`codes.CODES` has each code's severity and meaning, `remedies.REMEDIES` what to do about it.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from io import TextIOWrapper

from scidraft_tex.codes import CODES, Code
from scidraft_tex.remedies import REMEDIES

__all__ = ["diagnostics_page"]


_HEAD = """\
# Diagnostics

What the program says about a site, by code. Each diagnostic has a place (file, line and column), a
message, mostly a hint, and a severity:

| severity | exit code |
|---|---|
| error | 1, if a PDF was made |
| warning | 0; 1 with `--strict` |
| note | 0; shown with `--verbose` |

None of these keeps the rest of the book from being made, unless its section says so. Files are
relative to the site's folder.

On a terminal the source line stands below the message, with a caret, then what to do about it, and
the first lines of what another program said of it, TeX for instance:

```text
content/notes/mixing.md:41:8: error[tex-undefined-command]: \\mixng is not defined
 41 | Since $\\mixng(\\epsilon)$ is finite, the chain
    |        ^
    = help: did you mean \\mixing?
```

Of one message the first five are shown, of one code the first ten, or 25 errors; `--verbose` shows
all of them, and all that a program said. `report.json` has all in any case.

## Raising, lowering, silencing

For a site, `diagnostics` in `book.yaml` gives codes another severity, or `off`, to have nothing
said. It counts for books, preprints and handouts alike:

```yaml
diagnostics:
  citation-missing-key: warning
  html-unknown: error
  tex-overfull: off
```

For a note or a part of it, a comment takes codes away. The web page does not show it, and the
printed one is the same without it:

```markdown
<!-- scidraft: allow tex-overfull, html-unknown -->

The paragraph, list, table, formula or fence that follows may be too wide.

So may this line. <!-- scidraft: allow tex-overfull -->
```

| where the comment stands | what it speaks of |
|---|---|
| alone on its lines, before the first block of the note | the whole note, and what has no line |
| alone on its lines elsewhere | the block that begins next, up to its end |
| on a line with other text | the block that the line is in; in a list, the paragraph of the item |

A block is what blank lines part from others: a paragraph, a whole list, table, quotation, fence or
displayed formula, what `:::` lines enclose, with an attribute line under it. In a fence, a formula
or a code span the comment is text, and allows nothing. Put it before a heading, not on its line:
the words there make the heading's address.

Whatever is silenced, the page stays as it is: a formula that cannot be set prints as a marked box
all the same. What tells of a fault of the program, of another program that is missing or failed, or
of settings that cannot be used has a fixed severity: its section says so.

## All codes

| code | severity | meaning |
|---|---|---|
"""

_OF_NO_NOTE = (
    "allow-unused", "bib-duplicate-key", "bib-syntax", "bib-unused", "book-", "build-", "bundle-",
    "chapter-", "language-support", "language-unsupported", "link-no-address", "note-too-",
    "note-unreadable", "sheet-", "template-", "tex-unstable",
)  # fmt: skip
"""How codes begin that are not told at the line of a note."""

_TAIL = """
The page is made from the list of codes by `python -m scidraft_tex.codes_page`.
"""


def diagnostics_page() -> str:
    """Return the page as Markdown: a table of all codes, then a section a code."""
    codes = sorted(CODES.items())
    rows = [
        f"| [`{name}`](#{name}) | {code.severity.value} | {code.summary} |\n"
        for name, code in codes
    ]
    sections = ["".join(_section(name, code)) for name, code in codes]
    return _HEAD + "".join(rows) + "".join(sections) + _TAIL


def _section(name: str, code: Code) -> Iterator[str]:
    remedy = REMEDIES[name]
    text = textwrap.fill(remedy.text, 100, break_long_words=False, break_on_hyphens=False)
    yield f"\n## {name}\n\n**{code.severity.value.capitalize()}:** {code.summary}.\n\n{text}\n"
    if remedy.example:
        fence = "````" if "```" in remedy.example else "```"
        yield f"\n{fence}{remedy.language}\n{remedy.example}\n{fence}\n"
    yield f"\n{_silencing(name, code)}\n"


def _silencing(name: str, code: Code) -> str:
    """Return how the code NAME is silenced, in one line."""
    if code.fixed:
        return "It is always told."
    setting = f"`{name}: off` under `diagnostics` in `book.yaml`"
    if name.startswith(_OF_NO_NOTE):
        return f"To silence it: {setting}."
    return f"To silence it: `<!-- scidraft: allow {name} -->` in the note, or {setting}."


if __name__ == "__main__":
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(diagnostics_page())
