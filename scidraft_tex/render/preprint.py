"""The stage itself for a preprint: a drawn note to the files of a paper's source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import CharacterPreamble
from scidraft_tex.labels import label
from scidraft_tex.languages import Language, Support
from scidraft_tex.render import katex, tex
from scidraft_tex.render.article.blocks import APPENDIX, ArticleBlocks
from scidraft_tex.render.article.code import boxes
from scidraft_tex.render.article.floats import Room
from scidraft_tex.render.article.frame import ArticleFrame, render_article_frame
from scidraft_tex.render.article.macros import paper_macros
from scidraft_tex.render.article.sheet import Sheet, sheet_of
from scidraft_tex.render.article.title import credits_of, dated, told_apart
from scidraft_tex.render.bibitems import thebibliography
from scidraft_tex.render.blocks import NoteWriter
from scidraft_tex.render.book import Rendered
from scidraft_tex.render.entries import Entries
from scidraft_tex.render.faces import Faces, own_faces
from scidraft_tex.render.failures import paper_box
from scidraft_tex.render.formulas import Formulas, NoteMacros, note_macros
from scidraft_tex.render.frame import Numbering
from scidraft_tex.render.imprint import plain_words
from scidraft_tex.render.references.words import words_for
from scidraft_tex.render.template_folders import template_folders
from scidraft_tex.resolve.bib_classic import write_classic
from scidraft_tex.resolve.preprint import Preprint
from scidraft_tex.settings import Settings
from scidraft_tex.walk import blocks_of

__all__ = ["PaperLook", "paper_writers", "render_preprint"]


_TEXT, _APPENDIX = "text", "appendix"
_FONTS = "paperfonts"
_OWN = frozenset({"abstract", "acknowledgements", "funding"})
"""The classes of the divisions that the frame has a place for."""
_LEVELS, _SAME_LEVELS = 6, 4
"""How deep lists may nest in LaTeX itself, and those of one kind."""


@dataclass(frozen=True, slots=True)
class PaperLook:
    """What the renderer is told beside the paper.

    `root` names the files. With `mapped` each block stands under a comment that names its place in
    the note, which only its author has a use for. The others are as in a book's look; faces that
    are not given are Latin Modern.
    """

    settings: Settings
    engine: Engine
    characters: CharacterPreamble = CharacterPreamble()  # noqa: RUF009  # frozen
    support: Support = Support()  # noqa: RUF009  # frozen
    faces: Faces | None = None
    root: str = "paper"
    mapped: bool = True

    @property
    def sheet(self) -> Sheet:
        """The page."""
        return sheet_of(self.settings)

    @property
    def language(self) -> Language:
        """The language of the paper's own words."""
        return self.settings.spoken


def render_preprint(preprint: Preprint, look: PaperLook) -> Rendered:
    """Return the source of PREPRINT: its root, preamble, text, appendix, and bibliography.

    Raises `TemplateFaultError` for a template that cannot be used.
    """
    said = Diagnostics()
    note = preprint.book.notes[0]
    site = frozenset(name for name, _ in preprint.book.site.macros)
    macros = note_macros(note.blocks, site, said)
    writer = _writer(note, look, macros, site, said)
    paper = _Paper(preprint, look, note, writer, macros.opening)
    files = dict(paper.texts())
    files |= paper.bibliography()
    closing = paper.closing()
    texts = (*files.values(), *(text for _, text in closing))
    frame = paper.frame(files, closing, texts)
    own = Path(preprint.book.site.folder) if look.settings.trust == "authors" else None
    faces = look.faces or own_faces(look.engine)
    made = render_article_frame(
        frame,
        look.sheet,
        look.engine,
        faces,
        texts,
        template_folders(own),
        biblatex=look.settings.preprint.bibliography == "biblatex",
    )
    return Rendered(made | files, said)


def paper_writers(preprint: Preprint, look: PaperLook) -> Callable[[m.Note], NoteWriter]:
    """Return what renders the note of PREPRINT as `render_preprint` does, without a word."""
    site = frozenset(name for name, _ in preprint.book.site.macros)

    def writer(note: m.Note) -> NoteWriter:
        macros = note_macros(note.blocks, site, Diagnostics())
        return NoteWriter(macros, _writer(note, look, macros, site, Diagnostics()))

    return writer


def _writer(
    note: m.Note, look: PaperLook, macros: NoteMacros, site: frozenset[str], said: Diagnostics
) -> ArticleBlocks:
    """Return what renders the blocks of NOTE: the topmost of its own headings is a section.

    MACROS are what its formulas define, SITE are those that its site does.
    """
    sheet, key, own = look.sheet, note.source.key, site | macros.names
    levels = [block.level for block in blocks_of(note.blocks) if isinstance(block, m.Heading)]
    return ArticleBlocks(
        page=sheet.column,
        depth=0,
        shift=1 - min(levels, default=1),
        entries=Entries((), {}),
        formulas=Formulas(lambda name: label(key, name), said, own, paper_box, macros.signatures),
        said=said,
        mapped=look.mapped,
        quotes=look.language.quotes,
        room=Room(sheet.column, sheet.column, sheet.wide),
    )


@dataclass(frozen=True, slots=True)
class _Paper:
    """Writes the parts of PREPRINT, whose one note is `note`.

    `opening` are the definitions of its formulas.
    """

    preprint: Preprint
    look: PaperLook
    note: m.Note
    writer: ArticleBlocks
    opening: str

    # --- the text ------------------------------------------------------------------------------

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield the files of the body and of the appendix, if there is one, with their names."""
        body = [block for block in self.note.blocks if _class(block) not in _OWN]
        marks = [index for index, block in enumerate(body) if _class(block) == APPENDIX]
        end = marks[0] if marks else len(body)
        yield self.file(_TEXT), self.writer.blocks(body[:end]) + "\n"
        rest = [block for block in body[end:] if _class(block) != APPENDIX]
        if rest:
            yield self.file(_APPENDIX), self.appendix(rest) + "\n"

    def appendix(self, blocks: Sequence[m.Block]) -> str:
        """Return BLOCKS, which get a heading if they do not begin with one of a section."""
        writer, first = self.writer, blocks[0]
        text = writer.blocks(blocks)
        if isinstance(first, m.Heading) and first.level + writer.shift <= 1:
            return text
        return f"\\section{{{tex.escape(self.look.language.word('appendix'))}}}\n\n{text}"

    def file(self, name: str) -> str:
        """Return the file NAME, another than the root."""
        return f"{name}.tex" if name != self.look.root else f"{name}-1.tex"

    def closing(self) -> list[tuple[str, str]]:
        """Return the headings and texts that stand before the references."""
        word = self.look.language.word
        return [
            (tex.escape(word(name)), text)
            for name in ("acknowledgements", "funding")
            if (text := self.division(name))
        ]

    def division(self, name: str) -> str:
        """Return what the division of the class NAME holds, "" if there is none."""
        found = [block for block in self.note.blocks if _class(block) == name]
        return "\n\n".join(self.writer.blocks([block]) for block in found)

    def bibliography(self) -> dict[str, str]:
        """Return the `.bib`, and the list of references as LaTeX where BibTeX would make it."""
        preprint, root = self.preprint, self.look.root
        if not preprint.cited:
            return {}
        if self.look.settings.preprint.bibliography == "biblatex":
            return dict(preprint.book.bibliographies)
        given = (preprint.references, preprint.cited, preprint.names)
        return {
            f"{root}.bib": write_classic(*given),
            f"{root}.bbl": thebibliography(*given, self.look.language),
        }

    def has_fonts(self) -> bool:
        """Tell whether XeLaTeX is told of faces or characters beyond LaTeX's own."""
        faces = self.look.faces
        named = faces.main + faces.sans + faces.mono if faces else ""
        characters = self.look.characters
        return bool(named or characters.fallback or characters.declarations)

    # --- the frame -----------------------------------------------------------------------------

    def frame(
        self, files: Mapping[str, str], closing: list[tuple[str, str]], texts: Sequence[str]
    ) -> ArticleFrame:
        """Return the frame around FILES and what is CLOSING; TEXTS are all that it holds."""
        look, front, settings = self.look, self.note.source.front, self.look.settings
        prose = replace(self.writer.prose, moving=True, bookmarks=False)
        credited, affiliations = credits_of(self.preprint.authors)
        authors, contacts = told_apart(credited)
        abstract = self.division("abstract")
        title = prose(self.note.title)
        own = label("note", self.note.source.key)
        xelatex = look.engine is Engine.XELATEX
        whole = "\n".join((*texts, abstract))
        drawn = tuple((c, f"{ord(c):04X}") for c in boxes(whole))
        macros = paper_macros(self.preprint.book.site.macros, self.opening)
        printed = (whole, title, macros, look.characters.declarations)
        commands = frozenset[str]().union(*map(katex.used_commands, printed))
        tag = settings.language or "en"
        kinds = {b.kind.key for b in blocks_of(self.note.blocks) if isinstance(b, m.Result)}
        return ArticleFrame(
            root=look.root,
            title=title,
            plain_title=tex.escape(plain_words(self.note.title)),
            text=self.file(_TEXT).removesuffix(".tex"),
            authors=authors,
            affiliations=affiliations,
            contacts=contacts,
            names=tuple(tex.escape(author.name) for author in self.preprint.authors),
            conjunction=words_for(look.language).word("and"),
            date=dated(front, look.language, tag),
            abstract=abstract,
            keywords=tuple(tex.escape(word) for word in front.keywords),
            classes=tuple(
                (tex.escape(scheme), tuple(map(tex.escape, codes)))
                for scheme, codes in front.classes
            ),
            licence=tex.escape(front.licence or settings.licence),
            address=tex.url(self.preprint.address),
            label=own if f"{{{own}}}" in whole or f"[{own}]" in whole else "",
            closing=tuple(closing),
            appendix=_APPENDIX if any(name.startswith(_APPENDIX) for name in files) else "",
            language=tag,
            support=replace(look.support, face=None),
            kinds=tuple(kind for kind in settings.all_kinds if kind.numbered and kind.key in kinds),
            numbering=Numbering(settings.numbering),
            bibliographies=tuple(name for name in files if name.endswith(".bib")),
            macros=macros,
            packages=katex.packages(commands),
            commands=commands,
            unicode=look.characters.declarations,
            fonts=_FONTS if xelatex and (drawn or self.has_fonts()) else "",
            fallback=look.characters.fallback,
            ideographs=look.characters.ideographs,
            deep_lists=_deep(self.note.blocks),
            boxes=drawn,
            listings=any(map(_is_numbered_listing, blocks_of(self.note.blocks))),
        )


def _class(block: m.Block) -> str:
    """Return the class of BLOCK, if it is a division."""
    if isinstance(block, m.Division) and block.attributes.classes:
        return block.attributes.classes[0]
    return ""


def _is_numbered_listing(block: m.Block) -> bool:
    return isinstance(block, m.Listing | m.Tree) and block.caption is not None


def _deep(blocks: Sequence[m.Block], around: tuple[str, ...] = ()) -> bool:
    """Tell whether lists among BLOCKS nest deeper than LaTeX lets them, within those AROUND."""
    return any(_is_deep(block, around) for block in blocks)


def _is_deep(block: m.Block, around: tuple[str, ...]) -> bool:
    match block:
        case m.BulletList() | m.OrderedList():
            nest = (*around, type(block).__name__)
            if len(nest) > _LEVELS or nest.count(nest[-1]) > _SAME_LEVELS:
                return True
            return any(_deep(item.children, nest) for item in block.items)
        case m.Quote():
            return _deep(block.children, (*around, "quote"))
        case m.Division() | m.Result():
            return _deep(block.children, around)
        case m.DefinitionList():
            nest = (*around, "terms")
            return any(_deep(d, nest) for _, definitions in block.items for d in definitions)
        case _:
            return False
