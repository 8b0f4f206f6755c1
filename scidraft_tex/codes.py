"""The closed list of diagnostic codes: each is named for the condition it reports.

A code is added here first; `diagnostic()` refuses one that is not listed, and
docs/diagnostics.md is made from this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scidraft_tex.spelling import did_you_mean


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
    fixed: bool = False
    """Whether it is always told: no setting and no comment changes its level."""


E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE

CODES: dict[str, Code] = {
    # load
    "site-settings": Code(E, "the site's settings file cannot be read", fixed=True),
    "settings-syntax": Code(E, "book.yaml or handout.yaml is not YAML", fixed=True),
    "settings-unknown-key": Code(E, "a key of book.yaml or handout.yaml is not known", fixed=True),
    "settings-value": Code(
        E,
        "a value of book.yaml or handout.yaml is not of the kind wanted",
        fixed=True,
    ),
    "front-matter-syntax": Code(
        E, "the front matter cannot be read", "mend the line; the note is left out until then"
    ),
    "front-matter-value": Code(
        W, "a front matter value is not of the kind wanted", "until then it is as good as not there"
    ),
    "address-conflict": Code(
        W, "two notes have one address on the web", "give one of them another slug"
    ),
    "alias-conflict": Code(
        W, "an alias is the address or an alias of another note", "leave it to one of them"
    ),
    "note-encoding": Code(E, "the file is not UTF-8", "save it as UTF-8"),
    "note-empty": Code(W, "a note has no text", "write it, or mark it as a draft"),
    "note-unreadable": Code(E, "the file cannot be read"),
    "note-too-large": Code(
        E, "a note's file is larger than it may be", "part it; it is left out until then"
    ),
    "note-too-deep": Code(E, "a note nests deeper than it can be read", "its source is printed"),
    "note-not-found": Code(
        E, "no note is called as the command line or handout.yaml says", fixed=True
    ),
    "note-ambiguous": Code(
        E,
        "several notes answer to a name",
        "name it by its path, as the message has them",
        fixed=True,
    ),
    "selection-empty": Code(E, "a selector chooses no note, or is none", fixed=True),
    "language-unsupported": Code(
        W,
        "the book's language is none of those whose words are known",
        "its fixed words are English",
    ),
    "language-support": Code(W, "TeX lacks something for the book's language"),
    # read
    "allow-invalid": Code(W, "a comment that allows a diagnostic cannot be used"),
    "allow-unused": Code(N, "a comment allows a diagnostic that is not there", "take it out"),
    "math-unclosed": Code(W, "a math delimiter is never closed", "close it, or escape it as \\$"),
    "fence-unclosed": Code(W, "a fence is never closed", "close it with the same marks"),
    "division-unclosed": Code(
        W,
        "a ::: division is opened and never closed, or closed unopened",
        "end it by a line of :::",
    ),
    "prose-command": Code(
        W,
        "a LaTeX command stands in prose, where it is none",
        "it is printed as it is written: put it in a formula or in a code span",
    ),
    "shortcode-syntax": Code(E, "a shortcode cannot be read"),
    "shortcode-unclosed": Code(W, "a shortcode is opened and never closed, or closed unopened"),
    "shortcode-unknown": Code(
        W, "a shortcode is not known", "its inner text is printed; its own markup is not"
    ),
    "index-syntax": Code(W, "an index term cannot be read as it is written"),
    "fence-indented": Code(
        W, "a fence is indented so far that it is none", "begin it where its block begins"
    ),
    "footnote-nested": Code(
        W, "a footnote's text cites a footnote", "the mark is printed as it stands: use words"
    ),
    "footnote-undefined": Code(W, "a footnote's mark has no text", "write [^name]: and the text"),
    "footnote-unused": Code(
        W, "a footnote's text has no mark", "it is not printed: set its mark, or take it out"
    ),
    "character-hidden": Code(
        W,
        "a character of the note is not to be seen",
        "it is left out: delete it, or retype the word",
    ),
    "table-syntax": Code(W, "a table's rows do not have the same columns"),
    "withheld-nothing": Code(
        W, "attributes that would withhold something stand by no block", "put them under one"
    ),
    "html-unknown": Code(W, "an HTML element has no printed form", "its text is kept"),
    "html-unclosed": Code(W, "an HTML element or comment is never closed", "write its end"),
    "shortcode-argument": Code(
        W, "a shortcode has an argument that it does not know, or lacks one"
    ),
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
    "bib-unused": Code(N, "no note cites an entry of a bibliography, or any of a whole file"),
    "link-unresolved": Code(
        W, "a link to a note or a heading of the site finds none", "its text is printed"
    ),
    "link-no-address": Code(
        N,
        "a paper has links to other notes, and the site no web address",
        "set baseURL in the site's settings; then they become citations",
    ),
    "duplicate-id": Code(E, "an id stands twice in a note", "rename one of them"),
    "withheld-end": Code(
        N,
        "text follows a piece that a handout withholds, and is printed",
        "if it is part of it, put <!-- end --> after it",
    ),
    "handout-value": Code(W, "what a block says to handouts is not of the kind wanted"),
    "label-unresolved": Code(
        W, "a reference to a label finds none", "write its \\label, or mend the name"
    ),
    "image-missing": Code(
        E, "an image file does not exist", "a framed placeholder is printed in its place"
    ),
    "path-outside": Code(E, "a path leads out of the site's folder", "put the file into the site"),
    "image-remote": Code(
        W, "an image is on the network", "nothing is fetched: save it beside the note"
    ),
    "image-unreadable": Code(
        E, "an image file cannot be converted", "save it again; a framed placeholder is printed"
    ),
    "index-range": Code(
        W, "a page range of the index has one end", "it becomes a single page; add the other end"
    ),
    "index-set-unknown": Code(E, "an entry set is not known", "name it in params.entrySets"),
    "glyph-fallback": Code(N, "a character made the engine's choice"),
    "glyph-missing": Code(W, "a character has no glyph in the fonts at hand"),
    "note-unplaced": Code(N, "a note reaches no chapter"),
    "sheet-too-long": Code(
        W, "a sheet takes more pages than it may", "leave something out, or allow for more pages"
    ),
    "sheet-fitted": Code(N, "a sheet was set closer to fit its pages"),
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
    "tool-missing": Code(E, "a program is not installed", fixed=True),
    "tool-failed": Code(E, "a program failed", fixed=True),
    "tool-timeout": Code(E, "a program took too long and was ended", fixed=True),
    "tool-memory": Code(E, "a program took too much memory and was ended", fixed=True),
    "tool-output": Code(E, "a program wrote or printed too much and was ended", fixed=True),
    "tool-version": Code(E, "two programs do not fit each other", fixed=True),
    "tex-error": Code(E, "TeX stopped at an error"),
    "tex-undefined-command": Code(E, "a command is not defined"),
    "tex-undefined-reference": Code(E, "a reference is not defined"),
    "tex-missing-character": Code(E, "a font lacks a character"),
    "tex-duplicate-destination": Code(W, "two links have one destination"),
    "tex-overfull": Code(W, "a line leaves the measure"),
    "tex-underfull": Code(N, "a page is stretched to its foot"),
    "book-too-long": Code(E, "a document has more pages than it may have"),
    "tex-unstable": Code(W, "references still move after the last pass"),
    "index-failed": Code(E, "an index could not be made"),
    "bibliography-failed": Code(E, "a list of references could not be made"),
    "table-overfull": Code(W, "a table is wider than the page"),
    # bundle
    "bundle-root": Code(E, "the root of the bundle is not its one document"),
    "bundle-include-folder": Code(
        E, "a file in a folder is read by \\include", "read it by \\input"
    ),
    "bundle-input-missing": Code(E, "a file of TeX code that is read is not in the bundle"),
    "bundle-path": Code(
        E, "a file is named by a path out of the bundle", "name it from the folder of the root"
    ),
    "bundle-name": Code(
        E, "a file's name has characters that arXiv does not take", "use a-z A-Z 0-9 _ + - . , ="
    ),
    "bundle-hidden": Code(
        E, "a file of the bundle is hidden", "give it a name without a dot at its beginning"
    ),
    "bundle-unused": Code(E, "nothing reads a file of the bundle"),
    "bundle-build-file": Code(E, "a file of the bundle is TeX's own work"),
    "bundle-readme": Code(
        E, "the file 00README.json is not of arXiv's schema, or not of this bundle"
    ),
    "bundle-figure-missing": Code(E, "a figure that is shown is not in the bundle"),
    "bundle-figure-format": Code(
        E, "a figure is of a format that arXiv's TeX does not take", "save it as PDF, PNG or JPEG"
    ),
    "bundle-figure-damaged": Code(E, "a figure is not what its name says", "save it again"),
    "bundle-figure-script": Code(E, "a PDF figure has a script in it", "print it to a new PDF"),
    "bundle-figure-encrypted": Code(E, "a PDF figure is encrypted", "save it without a password"),
    "bundle-figure-large": Code(
        W,
        "a PNG is larger than arXiv likes",
        "save it smaller, or without alpha and colour profile",
    ),
    "bundle-figure-unseen": Code(
        W,
        "a figure is shown by a command that arXiv does not look for",
        "name it by \\includegraphics",
    ),
    "bundle-shell-escape": Code(E, "the source asks for another program"),
    "bundle-engine-test": Code(
        E, "the source asks which engine runs", "write it for the one compiler"
    ),
    "bundle-unicode-package": Code(E, "a bundle for pdfLaTeX names a package of another engine"),
    "bundle-pdfoutput": Code(E, "the source sets or asks for \\pdfoutput"),
    "bundle-format-line": Code(E, "a first line asks for a format"),
    "bundle-font-name": Code(E, "a font is named by its family", "name its file: Extension = .otf"),
    "bundle-font-missing": Code(
        E, "a font file is of this machine alone", "choose a font of TeX Live's"
    ),
    "bundle-bbl-name": Code(E, "a list of references does not have the root's name"),
    "bundle-bbl-format": Code(
        E, "the list of references is in a format that the TeX Live does not read"
    ),
    "bundle-bbl-backend": Code(E, "the references are partly BibTeX's, partly biblatex's"),
    "bundle-bbl-left-out": Code(N, "the list of references is left out, for arXiv to make"),
    "bundle-references-missing": Code(
        E, "neither the list of references nor its bibliography is in the bundle"
    ),
    "bundle-key-missing": Code(E, "a cited key is in no list of the bundle"),
    "bundle-index-missing": Code(E, "an index that is printed is not in the bundle"),
    "bundle-local": Code(E, "the source tells of this machine or of its authors"),
    "bundle-today": Code(
        E, "the paper is dated by the day of its build", "give it the date of the note"
    ),
    "bundle-margin-note": Code(E, "the paper has notes in its margin"),
    "bundle-line-numbers": Code(E, "the paper numbers its lines"),
    "bundle-double-spacing": Code(E, "the lines are far apart"),
    "bundle-type-size": Code(E, "the type is not of 10 to 12 pt"),
    "bundle-margins": Code(E, "a margin is narrower than an inch"),
    "bundle-boxed": Code(W, "results are set in boxes", "set them as paragraphs"),
    "bundle-highlight": Code(E, "text is marked by a colour behind it"),
    "bundle-graphics-driver": Code(
        W, "an option names the driver of the graphics", "take the option out"
    ),
    "bundle-texlive": Code(W, "the source does not go with the TeX Live that is asked for"),
    "bundle-failures": Code(
        E, "pieces of the paper print as boxes: there is no bundle", "mend what is said of its note"
    ),
    "bundle-compile": Code(E, "the bundle does not compile alone"),
    "bundle-pages": Code(E, "the bundle's pages are not the paper's"),
    "bundle-unstable": Code(W, "the bundle's labels still move after arXiv's last run"),
    "bundle-large": Code(N, "the archive is large"),
    "build-unlocked": Code(N, "the build folder cannot be locked"),
    "internal-error": Code(E, "a fault of scidraft-tex itself", "please report it", fixed=True),
}


def may_pass(code: str) -> bool:
    """Tell whether what CODE says may be otherwise the next time, though nothing has changed.

    So it is with programs that are missing or were too slow, and with faults of our own: what was
    made then is not to be kept.
    """
    return code.startswith(("tool-", "diagram-tool", "internal-", "note-too-deep"))


def unusable(code: str) -> tuple[str, str]:
    """Return why CODE can be given no level, and what to do; two empty texts if it can."""
    known = CODES.get(code)
    if known is None:
        hint = did_you_mean(code, CODES, shown="`{}`", likeness=0.6)
        return f"no diagnostic has the code `{code}`", hint or "docs/diagnostics.md has all codes"
    if known.fixed:
        return f"`{code}` is always told: its level is fixed", "take it out"
    return "", ""
