"""Mistakes that writers of notes make, each with the place at which it is told.

A text shows the place by a caret, `‸`, right before the character that is pointed at; it is no part
of the text. `MISTAKES` may be put between two paragraphs of any note, `WHOLE` concern a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.mistakes import pictures

__all__ = ["MISTAKES", "WHOLE", "Mistake", "Whole"]

CARET = "‸"


@dataclass(frozen=True)
class Mistake:
    """Blocks with a mistake in them: what is inserted, and what is told of it.

    `code` is that of the first thing told; `line` and `column` count from 1 in `text`. `files` are
    those of the site that the text names, by path. `boxed` says that the page shows a marked box in
    the place of what fails; `tex` and `browser`, that only TeX or Mermaid meets the mistake.
    """

    name: str
    text: str
    code: str
    line: int
    column: int
    files: Mapping[str, bytes] = field(default_factory=dict)
    boxed: bool = False
    tex: bool = False
    browser: bool = False


@dataclass(frozen=True)
class Whole:
    """A site's files with a mistake in one of them: `file`, told of at `line` and `column`.

    Line 0 is the file as a whole; a `code` of "" says that nothing is wrong.
    """

    name: str
    files: Mapping[str, bytes]
    code: str
    file: str = ""
    line: int = 0
    column: int = 1


def _place(marked: str) -> tuple[str, int, int]:
    """Return MARKED without its caret, and where that stood."""
    before, caret, after = marked.partition(CARET)
    assert caret
    assert CARET not in after
    return before + after, before.count("\n") + 1, len(before) - before.rfind("\n")


def _mistake(
    name: str,
    code: str,
    marked: str,
    files: Mapping[str, bytes] | None = None,
    *,
    boxed: bool = False,
    tex: bool = False,
    browser: bool = False,
) -> Mistake:
    text, line, column = _place(marked)
    return Mistake(name, text, code, line, column, files or {}, boxed, tex, browser)


def _boxed(name: str, code: str, marked: str, files: Mapping[str, bytes] | None = None) -> Mistake:
    return _mistake(name, code, marked, files, boxed=True)


def _tex(name: str, marked: str) -> Mistake:
    return _mistake(name, "tex-error", marked, boxed=True, tex=True)


_UNDEFINED = (
    _boxed("undefined-inline", "tex-undefined-command", r"The law is \(x + ‸\vrho\) at rest."),
    _boxed("undefined-dollar", "tex-undefined-command", r"The law is $x + ‸\vrho$ at rest."),
    _boxed("undefined-doubled", "tex-undefined-command", r"The law is \\(x + ‸\vrho\\) at rest."),
    _boxed("undefined-display", "tex-undefined-command", "\\[\na = b\n  + ‸\\vectr{c}\n\\]"),
    _boxed("undefined-display-line", "tex-undefined-command", r"$$a = ‸\vectr{c}$$"),
    _boxed(
        "undefined-cell",
        "tex-undefined-command",
        "| Law | Value |\n|-----|-------|\n| one | \\(x\\) |\n| two | \\(2‸\\xbar\\) |",
    ),
    _boxed("undefined-heading", "tex-undefined-command", r"### The law of \(‸\vrho\) at rest"),
    _boxed(
        "undefined-caption",
        "tex-undefined-command",
        "**Table 91.** The values of \\(‸\\vrho\\).\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    ),
    _boxed(
        "undefined-result-name",
        "tex-undefined-command",
        r"**Lemma (bound of \(‸\vrho\)).** Every bound is a bound.",
    ),
    _boxed(
        "undefined-footnote",
        "tex-undefined-command",
        "A claim with a source.[^mistaken]\n\n[^mistaken]: It holds for \\(‸\\vrho\\).",
    ),
    _boxed(
        "undefined-list-item",
        "tex-undefined-command",
        "- one thing\n- another, with\n  its \\(‸\\vrho\\)",
    ),
    _boxed(
        "undefined-quotation", "tex-undefined-command", "> They say so:\n> all is \\(‸\\vrho\\)."
    ),
    _boxed(
        "undefined-algorithm",
        "tex-undefined-command",
        "```pseudo-algorithm\n\\begin{algorithmic}\n\\State \\(a \\gets ‸\\vrho\\)\n"
        "\\end{algorithmic}\n```",
    ),
    _boxed(
        "undefined-link", "tex-undefined-command", r"See [the \(‸\vrho\)](https://example.org/)."
    ),
    _boxed("undefined-emphasis", "tex-undefined-command", r"They *stress the \(‸\vrho\) of it*."),
    _boxed("undefined-fence", "tex-undefined-command", "```math\na = b\n  + ‸\\vectr{c}\n```"),
)

_BRACES = (
    _boxed("brace-inline", "math-syntax", r"One half is \(\frac{1}‸{2\) of it."),
    _boxed("brace-display", "math-syntax", "\\[\nx = \\sqrt‸{a + b\n\\]"),
    _boxed(
        "brace-cell",
        "math-syntax",
        "| a | b |\n|---|---|\n| 1 | \\(x^‸{2\\) |",
    ),
    _boxed("brace-stray", "math-syntax", r"One half is \(\frac{1}{2}‸}\) of it."),
    _boxed("brace-group", "math-syntax", r"One is \(a + ‸{b + c\) here."),
)

_OPEN = (
    _mistake("open-parenthesis", "math-unclosed", r"The value ‸\(x + 1 is never closed."),
    _mistake("open-dollar", "math-unclosed", r"The value ‸$\alpha + 1 is never closed."),
    _mistake("open-dollars", "math-unclosed", "‸$$\nx = y\n\n```text\nas it was\n```"),
    _mistake("open-bracket", "math-unclosed", "‸\\[\nx = y\n\n```text\nas it was\n```"),
)

_STRUCTURE = (
    _boxed("ampersand-inline", "math-syntax", r"So \(a ‸& b\) hold."),
    _boxed(
        "ampersand-array",
        "math-syntax",
        "\\[\n\\begin{array}{cc}\na & b \\\\\nc & d ‸& e\n\\end{array}\n\\]",
    ),
    _boxed(
        "ampersand-cases",
        "math-syntax",
        "\\[\nf = \\begin{cases} 1 & x > 0 ‸& y \\\\ 0 & x < 0 \\end{cases}\n\\]",
    ),
    _boxed(
        "environment-unknown",
        "math-syntax",
        "\\[\n‸\\begin{pmatrx} a & b \\end{pmatrx}\n\\]",
    ),
    _boxed("environment-unended", "math-syntax", "\\[\n‸\\begin{aligned}\na &= b\n\\]"),
    _boxed(
        "environment-crossed",
        "math-syntax",
        "\\[\n\\begin{aligned}\n\\begin{cases} 1 & 2\n‸\\end{aligned}\n\\end{cases}\n\\]",
    ),
    _boxed("environment-stray-end", "math-syntax", "\\[\na &= b \\\\\n‸\\end{aligned}\n\\]"),
    _boxed(
        "array-without-columns", "math-syntax", "\\[\n‸\\begin{array}\na & b\n\\end{array}\n\\]"
    ),
    _boxed("left-alone", "math-syntax", r"So \(‸\left( \frac{a}{b} )\) is it."),
    _boxed("right-alone", "math-syntax", r"So \(( \frac{a}{b} ‸\right)\) is it."),
    _boxed(
        "left-across-lines",
        "math-syntax",
        "\\[\n\\begin{aligned}\na &= \\left( b ‸\\\\\n&+ c \\right)\n\\end{aligned}\n\\]",
    ),
    _boxed("superscript-twice", "math-syntax", r"So \(x^a‸^b\) is it."),
    _boxed("subscript-twice", "math-syntax", r"So \(x_i‸_j\) is it."),
    _boxed("superscript-empty", "math-syntax", r"So \(x‸^\) is it."),
    _boxed("text-number-sign", "math-syntax", r"So \(x \text{ for case ‸#1}\) holds."),
    _boxed("text-percent", "math-syntax", r"So \(x \text{ for 50‸% of it}\) holds."),
    _boxed("argument-missing", "math-syntax", r"So \(a + ‸\frac{1}\) is it."),
    _boxed("limits-misplaced", "math-syntax", r"So \(x‸\limits^2\) is it."),
    _mistake("colour-unknown", "colour-unknown", r"So \(\textcolor{‸blau}{x}\) is it."),
)

_MACROS = (
    _boxed(
        "macro-too-few-arguments",
        "math-syntax",
        "\\(\\newcommand{\\mispair}[2]{(#1, #2)}\\)\nThe pair \\(‸\\mispair{a}\\) is open.",
    ),
    _boxed("macro-parameter", "math-syntax", r"So \(\newcommand{\misnorm}[1]{|‸#2|} x\) is it."),
    _boxed("macro-recursive", "math-syntax", r"So \(‸\def\misloop{a\misloop} \misloop\) is it."),
    _boxed("macro-primitive", "math-syntax", r"So \(‸\def\par{x} \par\) is it."),
    _boxed("macro-without-meaning", "math-syntax", r"So \(x ‸\newcommand{\misempty}\) is it."),
    _mistake(
        "macro-twice",
        "macro-conflict",
        "First \\(\\newcommand{\\misd}{d} \\misd\\),\nthen \\(‸\\newcommand{\\misd}{D} \\misd\\).",
    ),
)

_BY_TEX = (
    _tex("length-too-large", r"So \(a ‸\kern 20000pt b\) is it."),
    _tex("unit-unknown", r"So \(a ‸\rule{2xx}{1em}\) is it."),
    _tex("over-twice", r"So \(x \over y ‸\over z\) is it."),
    _tex("limits-after-group", r"So \({x}‸\limits^2\) is it."),
    _tex("rule-outside-array", r"So \(a ‸\hline b\) is it."),
    _tex("delimiter-missing", r"So \(‸\big a b\) is it."),
    _tex("column-letter", "\\[\n‸\\begin{array}{cq} a & b \\end{array}\n\\]"),
    _tex("text-between-no-lines", "\\[\na\n‸\\intertext{b}\n\\]"),
)
"""What is found when the page is set."""

_IMAGES = (
    _boxed("image-missing", "image-missing", "‸![A curve](/img/mistaken-curve.png)"),
    _boxed("image-outside", "path-outside", "‸![A curve](../../../../etc/curve.png)"),
    _mistake(
        "image-remote", "image-remote", "‸![A curve](https://example.org/curve.png)", boxed=True
    ),
    _boxed(
        "image-broken-png",
        "image-unreadable",
        "‸![A curve](/img/mistaken.png)",
        {"static/img/mistaken.png": pictures.BROKEN_PNG},
    ),
    _boxed(
        "image-broken-jpeg",
        "image-unreadable",
        "‸![A curve](/img/mistaken.jpg)",
        {"static/img/mistaken.jpg": pictures.BROKEN_JPEG},
    ),
    _boxed(
        "image-broken-svg",
        "image-unreadable",
        "‸![A curve](/img/mistaken.svg)",
        {"static/img/mistaken.svg": b'<svg xmlns="http://www.w3.org/2000/svg"><g></svg>\n'},
    ),
    _boxed(
        "image-broken-pdf",
        "image-unreadable",
        "‸![A curve](/img/mistaken.pdf)",
        {"static/img/mistaken.pdf": b"%PDF-1.5\n1 0 obj\n<< /Type /Catalog\n"},
    ),
    _boxed(
        "image-empty",
        "image-unreadable",
        "Within ‸![a curve](/img/mistaken-empty.png) a line.",
        {"static/img/mistaken-empty.png": b""},
    ),
    _boxed(
        "image-page",
        "image-unreadable",
        "‸![A curve](/img/mistaken-page.png)",
        {"static/img/mistaken-page.png": b"<!doctype html><title>404</title>\n"},
    ),
    _boxed("image-of-figure", "image-missing", '‸{{< figure src="/img/mistaken-curve.png" >}}'),
)

_SHORTCODES = (
    _mistake("shortcode-unknown", "shortcode-unknown", '‸{{< galery id="x" >}}'),
    _mistake("shortcode-unended", "shortcode-syntax", '‸{{< figure src="/img/a.png"\n\nGoes on.'),
    _mistake("shortcode-nameless", "shortcode-syntax", "A ‸{{< >}} here."),
    _mistake(
        "shortcode-unclosed",
        "shortcode-unclosed",
        '‸{{< details "More" >}}\n\nMore of it is told here.',
    ),
    _mistake("shortcode-closes-nothing", "shortcode-unclosed", "‸{{< /details >}}"),
    _mistake(
        "shortcode-argument", "shortcode-argument", '{{< figure ‸scr="/img/mistaken-curve.png" >}}'
    ),
    _mistake("shortcode-argument-missing", "shortcode-argument", "‸{{< figure >}}"),
    _mistake("set-unknown", "index-set-unknown", '‸{{< entry-a-to-z set="mistaken" >}}'),
)

_BLOCKS = (
    _mistake("kind-unknown", "kind-unknown", "‸::: {.theorm}\nAll is well that ends well.\n:::"),
    _mistake("language-unknown", "language-unknown", "‸```pyhton\nx = 1\n```"),
    _mistake("fence-in-quotation", "fence-unclosed", "> ‸```python\n> x = 1"),
    _mistake("fence-in-list", "fence-unclosed", "- an item\n\n  ‸```python\n  x = 1"),
    _mistake("fence-tab", "fence-indented", "\t‸```python\n\tx = 1\n\t```"),
    _mistake("division-unclosed", "division-unclosed", "> ‸::: {.remark}\n> All is well."),
    _mistake(
        "id-twice",
        "duplicate-id",
        "::: {.remark #mistaken-id}\nFirst.\n:::\n\n‸::: {.remark #mistaken-id}\nSecond.\n:::",
    ),
    _mistake(
        "label-twice",
        "duplicate-id",
        "\\[ a = b \\label{mistaken-eq} \\]\n\n‸\\[ c = d \\label{mistaken-eq} \\]",
    ),
    _mistake("label-unknown", "label-unresolved", r"By ‸\eqref{mistaken-label} it holds."),
    _mistake(
        "label-unknown-in-formula", "label-unresolved", r"So \(x \text{ by ‸\eqref{mistaken-l}}\)."
    ),
    _mistake("link-note", "link-unresolved", "See ‸[the note](/notes/mistaken-note/) of it."),
    _mistake("link-file", "link-unresolved", "See ‸[the note](mistaken-note.md) of it."),
    _mistake("link-relref", "link-unresolved", 'See ‸[the note]({{< relref "mistaken-note" >}}).'),
    _mistake("link-fragment", "link-unresolved", "See ‸[the part](#mistaken-part) of it."),
    _mistake("footnote-undefined", "footnote-undefined", "A claim.‸[^mistaken-none]"),
    _mistake("footnote-unused", "footnote-unused", "‸[^mistaken-unused]: A text with no mark."),
    _mistake(
        "footnote-twice",
        "duplicate-id",
        "A claim.[^mistaken-two]\n\n[^mistaken-two]: One.\n\n‸[^mistaken-two]: Two.",
    ),
    _mistake("index-empty-level", "index-syntax", r"A chain‸\index{chain!!long} is long."),
    _mistake("index-four-levels", "index-syntax", r"A chain‸\index{a!b!c!d} is long."),
    _mistake("index-page-style", "index-syntax", r"A chain‸\index{chain|textfoo} is long."),
    _mistake("index-open-brace", "index-syntax", r"A chain‸\index{chain is long."),
    _mistake("index-range", "index-range", r"A chain‸\index{mistaken chain|(} is long."),
    _mistake("html-unknown", "html-unknown", "It is ‸<blink>here to stay</blink>."),
    _mistake("html-unclosed", "html-unclosed", "It is ‸<b>bold and stays so."),
    _mistake(
        "diagram",
        "diagram-syntax",
        "```mermaid\nflowchart LR\n  A --> B\n‸  B --> --> C\n```",
        browser=True,
    ),
)

_COMMANDS = (
    _mistake("command-in-prose", "prose-command", r"The rate ‸\alpha is small."),
    _mistake("verb-in-prose", "prose-command", r"The word ‸\verb|x| is code."),
    _mistake("style-open", "prose-command", r"The word ‸\textbf{bold is open."),
    _boxed("verb-open", "math-syntax", r"So \(a ‸\verb|b\) is it."),
    _boxed("code-in-formula", "math-syntax", r"So \(a ‸$b$ c\) is it."),
)

_ALGORITHMS = (
    _mistake(
        "algorithm-command",
        "algorithm-syntax",
        "```pseudo-algorithm\n\\begin{algorithmic}\n\\State \\(a \\gets b\\)\n‸\\Iff{\\(a\\)}\n"
        "\\EndIf\n\\end{algorithmic}\n```",
    ),
    _mistake(
        "algorithm-unended",
        "algorithm-syntax",
        "```pseudo-algorithm\n\\begin{algorithmic}\n‸\\If{\\(a\\)}\n  \\State \\(b\\)\n"
        "\\end{algorithmic}\n```",
    ),
    _mistake(
        "algorithm-brace",
        "algorithm-syntax",
        "```pseudo-algorithm\n\\begin{algorithmic}\n\\If‸{\\(a\\)\n  \\State \\(b\\)\n\\EndIf\n"
        "\\end{algorithmic}\n```",
    ),
    _mistake(
        "algorithm-caption",
        "algorithm-syntax",
        "```pseudo-algorithm\n‸\\begin{algorithm}\n\\begin{algorithmic}\n\\State \\(b\\)\n"
        "\\end{algorithmic}\n\\end{algorithm}\n```",
    ),
)

_TABLES = (
    _mistake("table-columns", "table-syntax", "| a | b |\n‸|---|\n| 1 | 2 |"),
    _mistake("table-cells-lost", "table-syntax", "| a | b |\n|---|---|\n| 1 | 2 ‸| 3 |"),
    _mistake("table-without-rule", "table-syntax", "‸| a | b |\n| 1 | 2 |"),
    _mistake("caption-orphan", "caption-orphan", "‸**Table 92.** The values of it."),
)

_CHARACTERS = (
    _mistake("bidi-override", "character-hidden", "The word ‸\u202egnorw\u202c is turned."),
    _mistake("bidi-in-code", "character-hidden", "```python\nok = ‸\u2066'x'\u2069\n```"),
    _mistake("byte-order-mark", "character-hidden", "A word ‸\ufeffand a mark."),
    _mistake("control-character", "character-hidden", "A word ‸\x08and a mark."),
)

MISTAKES: tuple[Mistake, ...] = (
    *_UNDEFINED,
    *_BRACES,
    *_OPEN,
    *_STRUCTURE,
    *_MACROS,
    *_BY_TEX,
    *_IMAGES,
    *_SHORTCODES,
    *_BLOCKS,
    *_COMMANDS,
    *_ALGORITHMS,
    *_TABLES,
    *_CHARACTERS,
)
"""Blocks with a mistake, each by itself between blank lines."""

NOTE = "content/notes/a-note.md"
BIB = "assets/bib/refs.bib"
_FRONT = '+++\ntitle = "A note"\n+++\n\n'
_CITES = _FRONT + "By \\cite{right2001} it holds.\n\n{{< references >}}\n"
_ENTRY = "@book{right2001, title = {T}, author = {A. Lee}, year = 2001}\n"


def _whole(
    name: str, code: str, marked: str, file: str = NOTE, others: Mapping[str, str] | None = None
) -> Whole:
    """Return the mistake in FILE, whose text is MARKED; without a caret it is told of the file."""
    text, line, column = _place(marked) if CARET in marked else (marked, 0, 1)
    files = {path: other.encode() for path, other in (others or {}).items()}
    return Whole(name, {**files, file: text.encode()}, code, file, line, column)


def _bytes(name: str, code: str, marked: bytes) -> Whole:
    """Return the mistake in a note of bytes that are no text, the caret among them."""
    before, _, after = marked.partition(CARET.encode())
    read = before.decode()
    line, column = read.count("\n") + 1, len(read) - read.rfind("\n")
    return Whole(name, {NOTE: before + after}, code, NOTE, line, column)


def _bib(name: str, code: str, marked: str) -> Whole:
    """Return the mistake in a bibliography that a note cites from."""
    return _whole(name, code, marked, BIB, {NOTE: _CITES})


def _cites(name: str, code: str, marked: str) -> Whole:
    """Return the mistake in a note that cites from a bibliography without any."""
    return _whole(name, code, _FRONT + marked, NOTE, {BIB: _ENTRY})


_HEAD = _FRONT.encode()

_ENCODINGS = (
    _bytes("latin-1", "note-encoding", _HEAD + b"Na\xc3\xafve K\xe2\x80\xb8\xf6nig says so.\n"),
    _bytes("nul", "note-encoding", _HEAD + b"A word \xe2\x80\xb8\x00and more.\n"),
    _bytes("utf-16", "note-encoding", "‸".encode() + "\ufeff# A note\n".encode("utf-16-le")),
    _whole("byte-order-mark-first", "", "\ufeff" + _FRONT + "All is well.\n"),
    _whole(
        "carriage-returns",
        "tex-undefined-command",
        (_FRONT + "One.\n\nTwo \\(‸\\vrho\\).\n").replace("\n", "\r\n"),
    ),
    _whole("line-separator", "", _FRONT + "One\u2028two.\n"),
    _whole("tabs", "tex-undefined-command", _FRONT + "-\tone\n\n\ttwo \\(‸\\vrho\\).\n"),
    Whole(
        "lone-carriage-returns",
        {NOTE: (_FRONT + "One.\n\nTwo \\(\\vrho\\).\n").replace("\n", "\r").encode()},
        "tex-undefined-command",
        NOTE,
        7,
        7,
    ),
)

_FRONT_MATTER = (
    _whole("toml-syntax", "front-matter-syntax", '+++\ntitle = "A note‸\n+++\n\nText.\n'),
    _whole("toml-unquoted", "front-matter-syntax", "+++\ntitle = ‸A note\n+++\n\nText.\n"),
    _whole(
        "toml-key-twice", "front-matter-syntax", '+++\ntitle = "A"\n‸title = "B"\n+++\n\nText.\n'
    ),
    _whole("toml-unended", "front-matter-syntax", '‸+++\ntitle = "A note"\n\nText.\n'),
    _whole("yaml-colon", "front-matter-syntax", "---\ntitle: Chains‸: a note\n---\n\nText.\n"),
    _whole("yaml-tab", "front-matter-syntax", "---\ntags:\n‸\t- one\n---\n\nText.\n"),
    _whole("yaml-unended", "front-matter-syntax", "‸---\ntitle: A note\n\nText.\n"),
    _whole("json-syntax", "front-matter-syntax", '{\n "title": "A note",\n‸}\n\nText.\n'),
    _whole(
        "date-unknown",
        "front-matter-value",
        '+++\ntitle = "A note"\ndate = ‸"yesterday"\n+++\n\nText.\n',
    ),
    _whole("title-number", "front-matter-value", "---\ntitle: ‸[a, b]\n---\n\nText.\n"),
    _whole("draft-word", "front-matter-value", "---\ntitle: A\ndraft: ‸perhaps\n---\n\nText.\n"),
    _whole("weight-word", "front-matter-value", "---\ntitle: A\nweight: ‸heavy\n---\n\nText.\n"),
    _whole("empty", "note-empty", "‸"),
    _whole("only-front-matter", "note-empty", '‸+++\ntitle = "A note"\n+++\n'),
)

_CITATIONS = (
    _cites(
        "citation-key",
        "citation-missing-key",
        "By \\cite{‸rigth2001} it holds.\n\n{{< references >}}\n",
    ),
    _cites(
        "citation-second-key",
        "citation-missing-key",
        "By \\cite{right2001,‸wrong1999} it holds.\n\n{{< references >}}\n",
    ),
    _cites(
        "citation-after-list",
        "citation-no-list",
        "By \\cite{right2001}.\n\n{{< references >}}\n\nAlso ‸\\cite{right2001}.\n",
    ),
    _cites(
        "bibliography-missing",
        "bib-missing-file",
        'By \\cite{right2001} it holds.\n\n‸{{< references bib="bib/ref.bib" >}}\n',
    ),
    _whole(
        "bibliography-of-front-matter",
        "bib-missing-file",
        '+++\ntitle = "A note"\nbibliography = "bib/ref.bib"\n+++\n\n'
        "By \\cite{right2001} it holds.\n\n‸{{< references >}}\n",
        NOTE,
        {BIB: _ENTRY},
    ),
    _bib("bib-brace", "bib-syntax", _ENTRY + "‸@book{open, title = {T, year = 1999\n"),
    _bib("bib-comma", "bib-syntax", _ENTRY + "@book{comma, title = {T}\n  ‸year = 1999}\n"),
    _bib("bib-key-missing", "bib-syntax", _ENTRY + "‸@book{title = {T}, year = 1999}\n"),
    _bib("bib-key-twice", "bib-duplicate-key", _ENTRY + "‸" + _ENTRY.replace("{T}", "{U}")),
    _bib(
        "bib-field-twice",
        "bib-syntax",
        _ENTRY + "@book{twice, title = {T},\n  ‸title = {U}, year = 1999}\n",
    ),
    _bib("bib-stray", "bib-syntax", _ENTRY + "‸}\n"),
)

_SWALLOWED = (
    _whole("comment-unclosed", "html-unclosed", _FRONT + "One.\n\n‸<!-- a remark\n\nTwo.\n"),
    _whole("fence-unclosed", "fence-unclosed", _FRONT + "One.\n\n‸```python\nx = 1\n\nTwo.\n"),
    _whole("division-open", "division-unclosed", _FRONT + "‸::: {.remark}\nOne.\n\nTwo.\n"),
    _whole("display-unclosed", "math-unclosed", _FRONT + "One.\n\n‸$$\nx = y\n\nTwo.\n"),
    _whole(
        "title-formula", "tex-undefined-command", "+++\ntitle = 'The \\(‸\\vrho\\)'\n+++\n\nOne.\n"
    ),
)

_SETTINGS = (
    _whole("book-colon", "settings-syntax", "title: Chains‸: a book\n", "book.yaml"),
    _whole("book-tab", "settings-syntax", "fonts:\n‸\tmain: Libertinus\n", "book.yaml"),
    _whole("book-key", "settings-unknown-key", "‸titel: Chains\n", "book.yaml"),
    _whole("book-nested-key", "settings-unknown-key", "fonts:\n  ‸man: A\n", "book.yaml"),
    _whole("book-value", "settings-value", "engine: ‸latex\n", "book.yaml"),
    _whole("book-type", "settings-value", "parts: ‸7\n", "book.yaml"),
    _whole("book-key-twice", "settings-syntax", "title: A\n‸title: B\n", "book.yaml"),
    _whole("book-list", "settings-value", "‸- title\n", "book.yaml"),
    _whole("hugo-toml", "site-settings", 'title = "A site‸\nbaseURL = ""\n', "hugo.toml"),
    _whole("hugo-toml-key-twice", "site-settings", 'title = "A"\n‸title = "B"\n', "hugo.toml"),
    _whole("hugo-yaml", "site-settings", "title: A‸: site\n", "hugo.yaml"),
    _whole("hugo-sets", "site-settings", "[params]\nentrySets = ‸[1, 2]\n", "hugo.toml"),
)

WHOLE: tuple[Whole, ...] = (
    *_ENCODINGS,
    *_FRONT_MATTER,
    *_CITATIONS,
    *_SWALLOWED,
    *_SETTINGS,
)
"""Files with a mistake, each a site of its own."""
