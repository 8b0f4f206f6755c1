"""The document model: what a note holds, as closed unions of frozen values without behaviour.

*read* makes the generic nodes, *recognise* turns `Fence`, `Division`, `ShortcodeBlock` and run-in
paragraphs into results, algorithms, captions and lists of references, *resolve* gives every link,
citation and image its answer, and only then does a renderer see it. Every block and every inline
that can be at fault knows its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from scidraft_tex.diagnostics import Place
from scidraft_tex.kinds import Kind

Alignment: TypeAlias = Literal["left", "center", "right", "default"]
InlineStyle: TypeAlias = Literal[
    "emph",
    "strong",
    "strike",
    "sup",
    "sub",
    "small-caps",
    "underline",
    "mark",
    "small",
    "kbd",
    "code",
]
PieceRole: TypeAlias = Literal["proofs", "solutions", "hints", "workings", "instructor"]
"""The classes of pieces of a handout that may be withheld."""
SpaceStyle: TypeAlias = Literal["blank", "ruled", "dotted", "squared"]
"""How room to work in is filled."""


@dataclass(frozen=True, slots=True)
class Attributes:
    """An attribute list: `{#identifier .class key=value}`."""

    identifier: str = ""
    classes: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()

    def get(self, key: str, default: str = "") -> str:
        """Return the value of KEY, or DEFAULT."""
        return dict(self.pairs).get(key, default)


NO_ATTRIBUTES = Attributes()


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a text that was taken out of a note begins.

    Before each of its further lines stand `margin` columns that are none of it: the marks of a
    quotation, the indent of a list.
    """

    place: Place
    margin: int = 0


# --- inlines ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """Characters as they print, spaces among them."""

    text: str


@dataclass(frozen=True, slots=True)
class SoftBreak:
    """A line's end in the source that prints as a space."""


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A line's end that prints as one."""


@dataclass(frozen=True, slots=True)
class Styled:
    """Emphasis and its kin."""

    style: InlineStyle
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Quoted:
    """Text between typographic quotation marks."""

    mark: Literal["single", "double"]
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Code within a line."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Math:
    """A formula without its delimiters; `display` for one that was set apart in the source.

    `origin` is where its `tex` stands.
    """

    tex: str
    place: Place
    display: bool = False
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written: `target` is a URL, a path, or `relref:…`, with or without `#fragment`."""

    target: str
    children: tuple[Inline, ...]
    place: Place
    title: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """An image in a line; `alt` is its alternative text as inlines.

    After *resolve*, `file` names the file that TeX includes (relative to the `.tex` folder),
    or is empty where there is none.
    """

    source: str
    alt: tuple[Inline, ...]
    place: Place
    title: str = ""
    attributes: Attributes = NO_ATTRIBUTES
    file: str = ""


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote where its mark stands."""

    children: tuple[Block, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Span:
    """Inlines with attributes: `[…]{.class}`."""

    attributes: Attributes
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap to fill in: `[word]{.gap}` on a handout, `children` for whom the word prints.

    `identifier` (`g1`, `g2`, … through the sheet) is the same for every audience; the gap of an
    audience that is not to see the word is without children.
    """

    identifier: str
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Citation:
    r"""A citation command: `\cite`, `\citep` or `\citet`.

    *resolve* fills `entries`: for each key the name it has in the generated `.bib`, or "" if the
    list's file lacks it.
    """

    command: Literal["cite", "citep", "citet"]
    keys: tuple[str, ...]
    place: Place
    prenote: str = ""
    postnote: str = ""
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    r"""A reference to something numbered in the note: `\ref`, `\eqref`, or "Table 1" in prose.

    `label` is as the author wrote it until *resolve* makes it a TeX label. `word` ("Table") is
    printed before the number.
    """

    label: str
    place: Place
    command: Literal["ref", "eqref", "pageref"] = "ref"
    word: str = ""


@dataclass(frozen=True, slots=True)
class CrossReference:
    """*resolve*'s answer to a `Link` into the site.

    `label` is a TeX label; `word` is the target's kind ("Theorem", "Section", "Chapter"), empty for
    one without a number. `children` is the link's own text, empty where the target speaks for
    itself.
    """

    label: str
    word: str
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that links reach, without a number; `label` is a TeX label after *resolve*."""

    label: str


@dataclass(frozen=True, slots=True)
class IndexMark:
    """A term that goes to an index at this page.

    `index` names the index (an entry set, or `subjects`); `levels` are heading and sub-headings as
    (sort key, text) pairs, `see` is the text that a *see* entry points to. Until *resolve* a key is
    what the author wrote as one, or empty. `style` is how the page's number is set.
    """

    index: str
    levels: tuple[tuple[str, tuple[Inline, ...]], ...]
    see: tuple[Inline, ...] = ()
    relation: Literal["page", "see", "see also", "range start", "range end"] = "page"
    style: Literal["", "strong", "emph"] = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Shortcode:
    """A shortcode's tag within a line; *recognise* replaces it. `spots` are those of its pairs."""

    name: str
    arguments: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    place: Place
    role: Literal["open", "close", "self"] = "open"
    inner: str = ""
    spots: tuple[Place, ...] = field(default=(), compare=False)

    def get(self, key: str, position: int | None = None, default: str = "") -> str:
        """Return the argument named KEY, or the one at POSITION, or DEFAULT."""
        for name, value in self.pairs:
            if name.lower() == key.lower():
                return value
        if position is not None and position < len(self.arguments):
            return self.arguments[position]
        return default


@dataclass(frozen=True, slots=True)
class RawHtml:
    """An HTML tag or comment within a line; *recognise* replaces it."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class InlineFailure:
    """What a piece of a line that could not be used prints: its source as it stands."""

    source: str
    place: Place


Inline: TypeAlias = (
    Text
    | SoftBreak
    | LineBreak
    | Styled
    | Quoted
    | Code
    | Math
    | Link
    | Image
    | Footnote
    | Span
    | Gap
    | Citation
    | Reference
    | CrossReference
    | Anchor
    | IndexMark
    | Shortcode
    | RawHtml
    | InlineFailure
)


# --- blocks ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `continued` for one that goes on after a display within the same sentence."""

    children: tuple[Inline, ...]
    place: Place
    continued: bool = False


@dataclass(frozen=True, slots=True)
class Display:
    """A displayed formula, without its delimiters; `origin` is where its `tex` stands."""

    tex: str
    place: Place
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` counts from 1 within the note, before it is nested in the book.

    `attributes` are those that are neither its id nor what takes its number away.
    """

    level: int
    children: tuple[Inline, ...]
    place: Place
    identifier: str = ""
    numbered: bool = True
    attributes: Attributes = NO_ATTRIBUTES


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item; `checked` is None unless it is a task."""

    children: tuple[Block, ...]
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class BulletList:
    """An unnumbered list; `tight` when its items are not set apart."""

    items: tuple[ListItem, ...]
    place: Place
    tight: bool = True


@dataclass(frozen=True, slots=True)
class OrderedList:
    """A numbered list from `start`; `style` is the numeral."""

    items: tuple[ListItem, ...]
    place: Place
    start: int = 1
    style: Literal["decimal", "lower-alpha", "upper-alpha", "lower-roman", "upper-roman"] = (
        "decimal"
    )
    tight: bool = True


@dataclass(frozen=True, slots=True)
class DefinitionList:
    """Terms, each with its definitions."""

    items: tuple[tuple[tuple[Inline, ...], tuple[tuple[Block, ...], ...]], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Quote:
    """A block quotation."""

    children: tuple[Block, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class ThematicBreak:
    """A rule across the text: `---`."""

    place: Place


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced code block as read; *recognise* makes it a listing, tree, algorithm or diagram.

    The lines of its text begin at `column`, which is that of its place unless it is given.
    """

    language: str
    text: str
    place: Place
    attributes: Attributes = NO_ATTRIBUTES
    column: int = 0

    @property
    def text_place(self) -> Place:
        """Its place, with the column of its text."""
        return Place(self.place.file, self.place.line, self.column or self.place.column)


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell; spans count columns and rows from 1."""

    children: tuple[Inline, ...]
    place: Place
    columns: int = 1
    rows: int = 1
    align: Alignment = "default"


Row: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption; `label` is the author's id or hand number, a TeX label after *resolve*.

    `number` is the hand number by which the text mentions it, `table-1`, or empty.
    """

    children: tuple[Inline, ...]
    place: Place
    label: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `style` is `academic`, `striped` or `bordered`, or empty for the site's default."""

    columns: tuple[Alignment, ...]
    head: tuple[Row, ...]
    body: tuple[Row, ...]
    place: Place
    style: Literal["academic", "striped", "bordered", ""] = ""
    attributes: Attributes = NO_ATTRIBUTES
    caption: Caption | None = None


@dataclass(frozen=True, slots=True)
class Division:
    """Blocks with attributes: `::: {.class}`, an HTML `<div>`, or a block with an attribute line.

    `fenced` when both of its ends are written out, as those of `:::` and of a `<div>` are.
    """

    attributes: Attributes
    children: tuple[Block, ...]
    place: Place
    fenced: bool = False


@dataclass(frozen=True, slots=True)
class RawHtmlBlock:
    """A block of HTML, or a comment; *recognise* replaces it."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class ShortcodeBlock:
    """A shortcode that stands as a block, with what it encloses; *recognise* replaces it."""

    shortcode: Shortcode
    children: tuple[Block, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Result:
    """A theorem-like result with its statement.

    `number` is the hand number that the author wrote, which TeX's own replaces. `label` as in
    `Caption`. `proves` is the label of the result that a proof belongs to. `closed` if its end is
    written out.
    """

    kind: Kind
    name: tuple[Inline, ...]
    children: tuple[Block, ...]
    place: Place
    number: str = ""
    label: str = ""
    attributes: Attributes = NO_ATTRIBUTES
    proves: str = ""
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Algorithm:
    """Pseudocode: the body of an `algorithmic` environment, in algorithmicx's commands.

    `caption` is None for a body without the `algorithm` wrapper, which takes no number. `lines` is
    the optional argument of `algorithmic` (1: every line is numbered). `body` is LaTeX whose line N
    stands at note line `place.line + offset + N`; `formulas` are the places of its formulas, and
    `failing` the numbers, from 0, of those that cannot be set.
    """

    body: str
    place: Place
    caption: Caption | None = None
    lines: int = 1
    size: str = ""
    offset: int = 0
    attributes: Attributes = NO_ATTRIBUTES
    formulas: tuple[Place, ...] = field(default=(), compare=False)
    failing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """Code set apart; `language` in lower case, empty for plain text."""

    text: str
    language: str
    place: Place
    caption: Caption | None = None
    attributes: Attributes = NO_ATTRIBUTES


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A line of a folder tree.

    `rails` tells for each level from the left what is drawn: a through line, a branch, the last
    branch, or nothing. `name` and `comment` (with its `#`) follow.
    """

    rails: tuple[Literal["bar", "tee", "elbow", "gap"], ...]
    name: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder tree."""

    entries: tuple[TreeEntry, ...]
    place: Place
    caption: Caption | None = None


@dataclass(frozen=True, slots=True)
class Diagram:
    """A Mermaid diagram; after *draw*, `file` names its PDF, with its size in pt."""

    source: str
    place: Place
    caption: Caption | None = None
    alt: str = ""
    description: str = ""
    file: str = ""
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Figure:
    """One or more images as a figure; several are a grid with captions of their own."""

    images: tuple[Image, ...]
    place: Place
    caption: Caption | None = None
    captions: tuple[tuple[Inline, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ReferenceList:
    """A list of references printed here; `bib` is the file that it names.

    *resolve* gives it the generated `.bib` file (relative to the `.tex` folder).
    """

    bib: str
    title: str
    place: Place
    file: str = ""


@dataclass(frozen=True, slots=True)
class SectionOpen:
    """Where the scope of a list of references begins; put in by *resolve*."""

    file: str
    place: Place


@dataclass(frozen=True, slots=True)
class EntryList:
    """The list of an entry set by category, in place of the web's categories page."""

    set_name: str
    place: Place


@dataclass(frozen=True, slots=True)
class PrintedIndex:
    """The printed index of an entry set, in place of the web's A-Z page."""

    set_name: str
    place: Place


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A term with its definition; `label` as in `Caption`."""

    term: tuple[Inline, ...]
    definition: tuple[Inline, ...]
    place: Place
    label: str = ""


@dataclass(frozen=True, slots=True)
class Glossary:
    """The glossary of the note: its terms in order of the alphabet."""

    terms: tuple[GlossaryTerm, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a piece takes, and the labels that it answers to.

    `counter` is TeX's: `equation`, `footnote`; `heading` for a heading of `level`, `result` for a
    result in the environment `name`; "" for a place without a number of its own, whose references
    print `name`, LaTeX, if there is one.
    """

    counter: str
    labels: tuple[str, ...] = ()
    level: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """What a piece that could not be used prints: a box with its message and source.

    What it would have counted it counts: `numbers` in their order, and `caption`, which is that of
    a `captioned` (a figure, a table, …). `cited` are the entries that lists of references have of
    it.
    """

    message: str
    source: str
    place: Place
    numbers: tuple[Number, ...] = ()
    cited: tuple[str, ...] = ()
    caption: Caption | None = None
    captioned: Literal["figure", "table", "listing", "algorithm"] = "figure"


# --- blocks of a handout: what becomes of a piece that may be withheld -----------------------


@dataclass(frozen=True, slots=True)
class Marked:
    """A piece of a handout that may be withheld, shown where it stands.

    `identifier` (`h1`, `h2`, … through the sheet, pieces within pieces too) is the same for every
    audience. `role` is the class of pieces that it belongs to, `kind` that of the result it is,
    None if it is none. `secret` if students do not see it here.
    """

    place: Place
    identifier: str
    children: tuple[Block, ...]
    role: PieceRole
    kind: Kind | None = None
    secret: bool = True


@dataclass(frozen=True, slots=True)
class Space:
    """Room to work in, in place of the hidden piece `identifier`, of whose text it has nothing.

    `amount` is `measured` (as high as what is hidden), a factor of that (`1.5`), a length (`6cm`)
    or a share of the page's height (`25%`). Room that an author asks for where nothing is hidden
    has no identifier, and a length or a share.
    """

    place: Place
    identifier: str
    amount: str
    style: SpaceStyle
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Hidden:
    """The hidden piece `identifier`: nothing is printed, but its counters step."""

    place: Place
    identifier: str
    role: PieceRole
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class MovedTo:
    """Where the piece `identifier` would stand that is printed at the sheet's end: a link to it."""

    place: Place
    identifier: str
    role: PieceRole
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """The piece `identifier` at the sheet's end, linked to where it would stand.

    `owner` is the TeX label of the result that it belongs to, which prints after `word`
    ("Exercise"), both "" if there is none.
    """

    place: Place
    identifier: str
    children: tuple[Block, ...]
    role: PieceRole
    kind: Kind | None = None
    owner: str = ""
    word: str = ""


Block: TypeAlias = (
    Paragraph
    | Display
    | Heading
    | BulletList
    | OrderedList
    | DefinitionList
    | Quote
    | ThematicBreak
    | Fence
    | Table
    | Division
    | RawHtmlBlock
    | ShortcodeBlock
    | Result
    | Algorithm
    | Listing
    | Tree
    | Diagram
    | Figure
    | ReferenceList
    | SectionOpen
    | EntryList
    | PrintedIndex
    | Glossary
    | Failure
    | Marked
    | Space
    | Hidden
    | MovedTo
    | Moved
)


# --- notes and sites -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Author:
    """A person who wrote a note or the site."""

    name: str
    affiliation: str = ""
    email: str = ""
    orcid: str = ""


@dataclass(frozen=True, slots=True)
class EntrySet:
    """A series of notes: which front matter fields make a note an entry of it."""

    name: str
    title_field: str = "entryTitle"
    category_field: str = "entryCategory"
    aliases_field: str = "entryAliases"
    summary_field: str = "entrySummary"
    tag: str = ""
    count_label: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A note's entry in one set; strings are Markdown."""

    set_name: str
    title: str
    category: str
    aliases: tuple[str, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a note says of itself; strings that print are Markdown, dates ISO 8601 days or "".

    `classes` are codes of what the note is about, by their scheme as it prints: ("MSC 2020",
    ("60J10",)).
    """

    title: str
    date: str = ""
    lastmod: str = ""
    draft: bool = False
    promotion: bool = False
    authors: tuple[Author, ...] = ()
    institute: str = ""
    tags: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    summary: str = ""
    abstract: str = ""
    slug: str = ""
    aliases: tuple[str, ...] = ()
    weight: int = 0
    bibliography: str = ""
    acknowledgements: str = ""
    funding: str = ""
    licence: str = ""
    classes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    entries: tuple[Entry, ...] = ()
    raw: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class NoteSource:
    r"""A note's file, loaded and not yet read.

    `path` is relative to the site's folder; `key` names the note in labels and file names (its
    slug, made unique). `text` is the whole file with `\\n` line ends; `body_line` is the line (from
    1) on which the body begins. `folder` is where relative paths in it start, relative to the
    site's folder.
    """

    path: str
    key: str
    section: str
    front: FrontMatter
    text: str
    body_line: int
    folder: str


@dataclass(frozen=True, slots=True)
class Allowance:
    """A diagnostic code that a comment of a note allows on the lines `first` to `last`.

    Line 0 is the note as a whole. `place` is where the code is written.
    """

    code: str
    place: Place
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Note:
    """A note as blocks; the title is inlines, read like the body."""

    source: NoteSource
    title: tuple[Inline, ...]
    blocks: tuple[Block, ...]
    texts: tuple[tuple[str, tuple[Inline, ...]], ...] = ()
    """Other front matter strings read as Markdown, by their source text (aliases, summaries, …)."""
    allowances: tuple[Allowance, ...] = ()

    def inlines(self, text: str) -> tuple[Inline, ...]:
        """Return the inlines of a front matter string TEXT, or TEXT as it is."""
        return dict(self.texts).get(text, (Text(text),))


@dataclass(frozen=True, slots=True)
class SkippedNote:
    """A note that the book leaves out, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class WebRules:
    """What a site's settings say of the addresses of its pages on the web.

    `content` is the folder of the pages, relative to the site's. `permalinks` are patterns by kind
    of page (`page`, `section`) and section; `ugly` tells by section whether addresses end in
    `.html`, "" standing for all others. Paths are made lower-case unless `keep_case`, and lose
    their accents with `plain`. `prefix` is the folder of the language, if it has one of its own.
    """

    content: str = "content"
    permalinks: tuple[tuple[str, str, str], ...] = ()
    ugly: tuple[tuple[str, bool], ...] = ()
    keep_case: bool = False
    plain: bool = False
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """A loaded site. `folder` is absolute; dates of notes decide nothing but their order."""

    folder: str
    title: str
    base_url: str = ""
    authors: tuple[Author, ...] = ()
    institute: str = ""
    language: str = ""
    sections: tuple[str, ...] = ("notes",)
    sets: tuple[EntrySet, ...] = ()
    macros: tuple[tuple[str, str], ...] = ()
    notes: tuple[NoteSource, ...] = ()
    pages: tuple[NoteSource, ...] = ()
    """Pages outside the main sections: A-Z and categories pages among them."""
    bibliographies: tuple[str, ...] = ()
    skipped: tuple[SkippedNote, ...] = field(default=())
    web: WebRules = WebRules()  # frozen
