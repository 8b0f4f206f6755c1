"""The closed list of diagnostic codes: each is named for the condition it reports.

A code is added here first; `diagnostic()` refuses one that is not listed, and
docs/diagnostics.md is made from this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How grave: an error costs exit code 1, a warning does so with `--strict`, a note never."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Code:
    """One condition: its usual severity, what it means, and what a writer does about it."""

    severity: Severity
    summary: str
    advice: str = ""


E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE

CODES: dict[str, Code] = {
    # load
    "site-settings": Code(E, "the site's settings file cannot be read"),
    "settings-syntax": Code(E, "book.yaml is not YAML"),
    "settings-unknown-key": Code(E, "a key of book.yaml is not known"),
    "settings-value": Code(E, "a value of book.yaml is not of the kind wanted"),
    "front-matter-syntax": Code(
        E, "the front matter cannot be read", "mend the line; the note is left out until then"
    ),
    "front-matter-value": Code(W, "a front matter value is not of the kind wanted"),
    "note-encoding": Code(E, "the file is not UTF-8", "save it as UTF-8"),
    "note-unreadable": Code(E, "the file cannot be read"),
    "language-unsupported": Code(
        W,
        "the book's language is none of those whose words are known",
        "its fixed words are English",
    ),
    "language-support": Code(W, "TeX lacks something for the book's language"),
    # read
    "math-unclosed": Code(W, "a math delimiter is never closed", "close it, or escape it as \\$"),
    "fence-unclosed": Code(W, "a fence is never closed", "close it with the same marks"),
    "shortcode-syntax": Code(E, "a shortcode cannot be read"),
    "shortcode-unclosed": Code(W, "a shortcode is opened and never closed, or closed unopened"),
    "shortcode-unknown": Code(
        W, "a shortcode is not known", "its inner text is printed; its own markup is not"
    ),
    "index-syntax": Code(W, "an index term cannot be read as it is written"),
    "footnote-undefined": Code(W, "a footnote's mark has no text", "write [^name]: and the text"),
    "html-unknown": Code(W, "an HTML element has no printed form", "its text is kept"),
    # recognise
    "kind-unknown": Code(W, "a class looks like a result kind but is none"),
    "algorithm-syntax": Code(E, "a pseudocode fence cannot be read"),
    "caption-orphan": Code(W, "a caption has no table, figure or listing beside it"),
    "language-unknown": Code(N, "a listing's language is not known", "it is printed unhighlighted"),
    # resolve
    "citation-missing-key": Code(
        E,
        "a cited key is not in its list's bibliography file",
        "add the entry to that file, or mend the key",
    ),
    "citation-no-list": Code(
        W,
        "a citation stands after the last list of references",
        "put a references shortcode after it",
    ),
    "bib-missing-file": Code(E, "a bibliography file does not exist"),
    "bib-syntax": Code(W, "an entry of a bibliography cannot be read", "the entry is left out"),
    "bib-duplicate-key": Code(
        W, "a key stands twice in a bibliography", "the first entry with it is used"
    ),
    "link-unresolved": Code(
        W, "a link to a note or a heading of the site finds none", "its text is printed"
    ),
    "duplicate-id": Code(E, "an id stands twice in a note", "rename one of them"),
    "label-unresolved": Code(W, "a reference to a label finds none"),
    "image-missing": Code(
        E, "an image file does not exist", "a framed placeholder is printed in its place"
    ),
    "image-remote": Code(
        W, "an image is on the network", "nothing is fetched: save it beside the note"
    ),
    "image-unreadable": Code(E, "an image file cannot be converted"),
    "index-range": Code(
        W, "a page range of the index has one end", "it becomes a single page; add the other end"
    ),
    "index-set-unknown": Code(E, "an entry set is not known", "name it in params.entrySets"),
    "glyph-fallback": Code(N, "a character made the engine's choice"),
    "glyph-missing": Code(W, "a character has no glyph in the fonts at hand"),
    "note-unplaced": Code(N, "a note reaches no chapter"),
    "chapter-empty": Code(W, "a chapter of book.yaml has no note"),
    "macro-conflict": Code(W, "a formula defines a command that exists"),
    "math-syntax": Code(
        E, "a formula cannot be set", "its source is printed; mend it where the caret stands"
    ),
    "colour-unknown": Code(W, "a formula names a colour that is none", "it is printed in black"),
    "diagram-small": Code(
        W, "a diagram's letters are too small to read", "draw it in two, or with fewer boxes a line"
    ),
    # draw
    "diagram-syntax": Code(E, "a Mermaid diagram cannot be drawn", "its source is printed"),
    "diagram-tool": Code(W, "Mermaid diagrams cannot be drawn here", "their source is printed"),
    # render
    "template-fault": Code(
        E, "a template of the LaTeX frame cannot be used", "mend it, or remove it to have ours"
    ),
    # typeset
    "tool-missing": Code(E, "a program is not installed"),
    "tool-failed": Code(E, "a program failed"),
    "tool-timeout": Code(E, "a program took too long and was ended"),
    "tool-version": Code(E, "two programs do not fit each other"),
    "tex-error": Code(E, "TeX stopped at an error"),
    "tex-undefined-command": Code(E, "a command is not defined"),
    "tex-undefined-reference": Code(E, "a reference is not defined"),
    "tex-missing-character": Code(E, "a font lacks a character"),
    "tex-duplicate-destination": Code(W, "two links have one destination"),
    "tex-overfull": Code(W, "a line leaves the measure"),
    "tex-underfull": Code(N, "a page is stretched to its foot"),
    "tex-unstable": Code(W, "references still move after the last pass"),
    "index-failed": Code(E, "an index could not be made"),
    "bibliography-failed": Code(E, "a list of references could not be made"),
    "table-overfull": Code(W, "a table is wider than the page"),
    "internal-error": Code(E, "a fault of scidraft-tex itself", "please report it"),
}
