r"""Prose to LaTeX: the inlines of a note.

Three kinds of context ask for the same inlines: running text, moving arguments (headings, captions'
short forms, index entries), where nothing may stand that counts or marks a place, and bookmarks,
which are plain Unicode.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from scidraft_tex import model as m
from scidraft_tex.collation import index_key, letter_heading
from scidraft_tex.glyphs import compose
from scidraft_tex.languages import Quotes
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.render import tex
from scidraft_tex.render.failures import inline_failure, missing_image
from scidraft_tex.render.formulas import Formulas
from scidraft_tex.render.math_text import math_text
from scidraft_tex.walk import plain_text

_STYLES: dict[str, str] = {
    "emph": "emph",
    "strong": "textbf",
    "strike": "strike",
    "sup": "textsuperscript",
    "sub": "textsubscript",
    "small-caps": "textsc",
    "underline": "underlined",
    "mark": "highlighted",
    "kbd": "kbd",
}
_CITE = {"cite": "cite", "citep": "parencite", "citet": "textcite"}
_BREAKABLE = re.compile(r"([/_.\\:,;=()\[\]{}|&+]+|(?<=[a-z])(?=[A-Z]))")

BlockRenderer = Callable[[tuple[m.Block, ...]], str]


@dataclass(frozen=True, slots=True)
class Prose:
    """Renders inlines; `blocks` renders what a footnote holds, `quotes` stand around quotations."""

    blocks: BlockRenderer
    formulas: Formulas
    moving: bool = False
    bookmarks: bool = True
    quotes: Quotes = Quotes()  # noqa: RUF009  # frozen

    def __call__(self, nodes: Iterable[m.Inline]) -> str:
        """Return NODES as LaTeX."""
        return "".join(self.inline(node) for node in nodes)

    def in_heading(self) -> Prose:
        """Return the same for moving arguments."""
        return replace(self, moving=True)

    def in_index(self) -> Prose:
        """Return the same for entries of indexes and lists, of which there are no bookmarks."""
        return replace(self, moving=True, bookmarks=False)

    def inline(self, node: m.Inline) -> str:  # noqa: PLR0911, PLR0912, C901  # one case a node
        """Return NODE as LaTeX."""
        match node:
            case m.Text():
                return tex.escape(compose(node.text))
            case m.SoftBreak():
                return " " if self.moving else "\n"
            case m.LineBreak():
                return " " if self.moving else "\\newline\n"
            case m.Styled():
                return self.styled(node)
            case m.Quoted():
                return self.quoted(node)
            case m.Code():
                return self.code(node)
            case m.Math():
                return self.math(node)
            case m.Link():
                return self.link(node)
            case m.CrossReference():
                return self(node.children) if self.moving else self.cross_reference(node)
            case m.Reference():
                return self.reference(node)
            case m.Image():
                return self.image(node)
            case m.Span():
                return self(node.children)
            case m.Gap():
                return self.gap(node)
            case m.Anchor():
                return self.anchor(node.label)
            case m.Footnote():
                return "" if self.moving else self.footnote(node)
            case m.Citation():
                return "" if self.moving else self.citation(node)
            case m.IndexMark():
                return "" if self.moving else self.index_mark(node)
            case m.InlineFailure():
                return self.failure(node)
            case m.Shortcode() | m.RawHtml():
                return ""

    def gap(self, node: m.Gap) -> str:
        """Return the word of a gap to fill in."""
        return self(node.children)

    def quoted(self, node: m.Quoted) -> str:
        """Return a quotation within the marks of the book's language."""
        marks, children = self.quotes, self(node.children)
        if node.mark == "single":
            return f"{marks.inner_opening}{children}{marks.inner_closing}"
        return f"{marks.opening}{children}{marks.closing}"

    def styled(self, node: m.Styled) -> str:
        """Return an emphasis or its kin."""
        if node.style == "small":
            return f"{{\\small {self(node.children)}}}"
        if node.style == "code":
            return _command("inlinecode", self(node.children))
        return _command(_STYLES[node.style], self(node.children))

    def code(self, node: m.Code) -> str:
        """Return code within a line."""
        return inline_code(node.text)

    def index_mark(self, node: m.IndexMark) -> str:
        """Return what puts a term into an index."""
        return index_mark(node, self)

    def cross_reference(self, node: m.CrossReference) -> str:
        """Return a link to another place of the book."""
        return _command("notelink", node.label, node.word, self(node.children))

    def math(self, node: m.Math) -> str:
        r"""Return a formula; in a moving argument with its Unicode form for the bookmark."""
        formula = self.formulas.inline(node)
        if not self.moving or not self.bookmarks:
            return formula
        return _command("texorpdfstring", formula, tex.escape(math_text(node.tex)))

    def failure(self, node: m.InlineFailure) -> str:
        """Return the source of what cannot be set."""
        shown = inline_failure(node.source)
        if not self.moving or not self.bookmarks:
            return shown
        return _command("texorpdfstring", shown, tex.escape(" ".join(node.source.split())))

    def link(self, node: m.Link) -> str:
        """Return a link out of the book."""
        if self.moving:
            return self(node.children)
        target = tex.url(node.target)
        shown = node.children == (m.Text(node.target),) or not node.children
        if shown:
            return _command("bareurl", target)
        if node.target.startswith("mailto:"):
            return _command("href", target, self(node.children))
        return _command("weblink", target, self(node.children))

    def reference(self, node: m.Reference) -> str:
        """Return a reference by number; the word before it is part of the link."""
        if node.command == "eqref":
            return _command("eqref", node.label)
        if node.command == "pageref":
            return _command("pageref", node.label)
        word = tex.escape(node.word)
        if self.moving:
            number = _command("ref*", node.label)
            shown = f"{word}~{number}" if word else number
            return _command("texorpdfstring", shown, word) if self.bookmarks else shown
        if not word:
            return _command("ref", node.label)
        return f"\\hyperref[{node.label}]{{{word}~\\ref*{{{node.label}}}}}"

    def image(self, node: m.Image) -> str:
        """Return an image in a line, no higher than that allows; for bookmarks, its words."""
        file = node.file
        shown = _command("inlineimage", file) if file else missing_image(node, inline=True)
        if not self.moving or not self.bookmarks:
            return shown
        return _command("texorpdfstring", shown, tex.escape(plain_text(node.alt).strip()))

    def anchor(self, label: str) -> str:
        """Return a place that links reach."""
        return f"\\phantomsection\\label{{{label}}}" if label and not self.moving else ""

    def footnote(self, node: m.Footnote) -> str:
        """Return a footnote; its blocks are set as paragraphs."""
        return _command("footnote", self.blocks(node.children).strip())

    def citation(self, node: m.Citation) -> str:
        """Return a citation; keys that the list's file lacks are in bold after a question mark."""
        known = [entry for entry in node.entries if entry]
        missing = [
            _command("missingcitation", tex.escape(key))
            for key, entry in itertools.zip_longest(node.keys, node.entries)
            if not entry
        ]
        if not known:
            return ", ".join(missing)
        notes = ""
        if node.prenote or node.postnote:
            post = self(read_inline(node.postnote, node.place))
            notes = f"[{{{post}}}]"
            if node.prenote:
                notes = f"[{{{self(read_inline(node.prenote, node.place))}}}]{notes}"
        cite = f"\\{self.cite(node.command)}{notes}{{{','.join(known)}}}"
        return ", ".join([cite, *missing])

    def cite(self, command: Literal["cite", "citep", "citet"]) -> str:
        r"""Return the name of biblatex's for an author's COMMAND."""
        return _CITE[command]


def _command(name: str, *arguments: str) -> str:
    """Return a command; PyLaTeX's objects would take most of the time of a book's prose."""
    return f"\\{name}" + "".join(f"{{{argument}}}" for argument in arguments)


def inline_code(text: str) -> str:
    r"""Return code within a line; it may break after punctuation and within camel case."""
    return _command("inlinecode", breaking_code(text, "\\codebreak{}"))


def breaking_code(text: str, sign: str) -> str:
    """Return code escaped, with SIGN where a line may end: after punctuation, in camel case."""
    pieces = _BREAKABLE.split(text)
    marked = tex.escape_code(pieces[0])
    for mark, rest in zip(pieces[1::2], pieces[2::2], strict=True):
        marked += tex.escape_code(mark) + (sign if marked and rest else "")
        marked += tex.escape_code(rest)
    return marked


def index_mark(mark: m.IndexMark, prose: Prose) -> str:
    r"""Return an `\index` command; what makeindex reads as its own signs is quoted.

    The text tells the letter under which it stands where makeindex cannot know it. It is written as
    TeX writes it into the `.idx` from a footnote or a table, a space after each command, so that
    one entry is the same everywhere.
    """
    plain = prose.in_index()
    levels: list[str] = []
    for key, text in mark.levels:
        if not key and not text:
            continue
        letter = letter_heading(key) if not levels else None
        under = "" if letter is None else _command("indexunder", letter)
        levels.append(f"{_quoted(index_key(key))}@{_quoted(_spaced(under + plain(text)))}")
    return f"\\index[{mark.index}]{{{'!'.join(levels)}{_page(mark, plain)}}}"


def _page(mark: m.IndexMark, plain: Prose) -> str:
    """Return what MARK says of its page, after a bar, or nothing."""
    if mark.relation in {"see", "see also"}:
        name = mark.relation.replace(" ", "")
        return f"|{name}{{{_quoted(_spaced(plain(mark.see)))}}}"
    sign = {"range start": "(", "range end": ")"}.get(mark.relation, "")
    style = {"strong": "textbf", "emph": "textit"}.get(mark.style, "")
    return f"|{sign}{style}" if sign or style else ""


def _spaced(text: str) -> str:
    return re.sub(r"(\\[A-Za-z]+)(?![A-Za-z ])", r"\1 ", text)


def _quoted(text: str) -> str:
    return re.sub(r'(["@!|])', r'"\1', text)


def has_marks(nodes: Iterable[m.Inline]) -> bool:
    """Tell whether NODES hold what may not stand in a moving argument."""
    for node in nodes:
        match node:
            case m.Footnote() | m.Citation() | m.IndexMark() | m.Anchor() | m.Link():
                return True
            case m.CrossReference() | m.Reference() | m.Math() | m.LineBreak() | m.InlineFailure():
                return True
            case m.Image():
                return True
            case m.Styled() | m.Quoted() | m.Span() | m.Gap():
                if has_marks(node.children):
                    return True
            case _:
                pass
    return False
