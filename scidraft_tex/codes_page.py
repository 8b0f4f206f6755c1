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

| code | severity | meaning |
|---|---|---|
"""

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
    yield f"\n## {name}\n\n{code.severity.value.capitalize()}: {code.summary}.\n\n{text}\n"
    if remedy.example:
        yield f"\n```{remedy.language}\n{remedy.example}\n```\n"


if __name__ == "__main__":
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(diagnostics_page())
