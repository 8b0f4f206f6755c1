r"""The index of terms: what authors mark by `\index` and `glossary-term`, and what they define.

Every mark gets the key that it is sorted by; ranges with one end become pages; *see* entries leave
the text, since they belong to no page, and each is kept once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from scidraft_tex import model as m
from scidraft_tex.collation import sort_key
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read.index_command import SUBJECTS
from scidraft_tex.resolve.book import Part
from scidraft_tex.walk import inlines_of, plain_text, rewrite_blocks, rewrite_inlines

__all__ = ["SUBJECTS", "Terms", "define", "index_terms"]

MOST_WORDS = 6
"""The words of the longest emphasis in a definition that is taken for a term."""

_SENTENCE = re.compile(r"[.!?:]$|[.!?]\s+[^\W\d_a-z]")


@dataclass(frozen=True, slots=True)
class Terms:
    """Parts whose marks are ready for the index, and the *see* entries that were in them."""

    parts: tuple[Part, ...]
    see: tuple[m.IndexMark, ...]


def index_terms(
    parts: Sequence[Part], language: str, said: Diagnostics, *, definitions: bool = False
) -> Terms:
    """Return PARTS with their marks resolved for LANGUAGE; DEFINITIONS adds the terms of those.

    A range that never closes or never opens is told to SAID.
    """
    index = _Index(language, said)
    noted = [_defined(note) if definitions else note for note in _notes(parts)]
    marks = [list(_marks(note)) for note in noted]
    index.broken = set(_broken([mark for own in marks for mark in own], index, said))
    done = iter([index.note(note, own) for note, own in zip(noted, marks, strict=True)])
    finished = tuple(
        replace(
            part,
            chapters=tuple(
                replace(
                    chapter,
                    title=rewrite_inlines(chapter.title, _unmarked),
                    notes=tuple(next(done) for _ in chapter.notes),
                )
                for chapter in part.chapters
            ),
        )
        for part in parts
    )
    return Terms(finished, tuple(index.see.values()))


def _notes(parts: Sequence[Part]) -> Iterator[m.Note]:
    return (note for part in parts for chapter in part.chapters for note in chapter.notes)


# --- marks -------------------------------------------------------------------------------------


@dataclass
class _Index:
    """Resolves marks; `broken` are the ends of ranges that lack another, by their number."""

    language: str
    said: Diagnostics
    broken: set[int] = field(default_factory=set)
    ends: int = 0
    see: dict[tuple[object, ...], m.IndexMark] = field(default_factory=dict)

    def note(self, note: m.Note, marks: Sequence[m.IndexMark]) -> m.Note:
        """Return NOTE with its MARKS resolved; strings of its front matter carry none."""
        texts = tuple((text, rewrite_inlines(nodes, _unmarked)) for text, nodes in note.texts)
        if not marks:
            return note if texts == note.texts else replace(note, texts=texts)
        title = rewrite_inlines(note.title, self.inline)
        blocks = rewrite_blocks(note.blocks, self.inline)
        return replace(note, title=title, blocks=blocks, texts=texts)

    def inline(self, node: m.Inline) -> Sequence[m.Inline]:
        """Return NODE, if it is a mark with its keys."""
        if not isinstance(node, m.IndexMark) or node.index != SUBJECTS:
            return (node,)
        mark = replace(node, levels=self.keyed(node.levels))
        if mark.relation in {"see", "see also"}:
            keys = tuple(key for key, _ in mark.levels)
            self.see.setdefault((keys, mark.relation, plain_text(mark.see)), mark)
            return ()
        if mark.relation != "page":
            self.ends += 1
            if self.ends in self.broken:
                mark = replace(mark, relation="page")
        return (mark,)

    def keyed(
        self, levels: Iterable[tuple[str, tuple[m.Inline, ...]]]
    ) -> tuple[tuple[str, tuple[m.Inline, ...]], ...]:
        """Return LEVELS with what each is sorted by: the author's key, or the text."""
        return tuple((self.key(key, text), text) for key, text in levels)

    def key(self, key: str, text: tuple[m.Inline, ...]) -> str:
        """Return what a level with the author's KEY and TEXT is sorted by."""
        return sort_key(key or plain_text(text), self.language)


def _unmarked(node: m.Inline) -> Sequence[m.Inline]:
    return () if isinstance(node, m.IndexMark) else (node,)


def _marks(note: m.Note) -> Iterator[m.IndexMark]:
    """Yield the marks in NOTE, in the order in which they are resolved."""
    titled = (m.Paragraph(note.title, Place(note.source.path, 1)), *note.blocks)
    return (node for node in inlines_of(titled) if isinstance(node, m.IndexMark))


def _broken(marks: Sequence[m.IndexMark], index: _Index, said: Diagnostics) -> Iterator[int]:
    """Yield the numbers, from 1, of those ends of ranges that lack another, and report them."""
    ends = [mark for mark in marks if mark.relation in {"range start", "range end"}]
    opened: dict[tuple[str, ...], tuple[int, m.IndexMark]] = {}
    for number, mark in enumerate(ends, start=1):
        keys = tuple(key for key, _ in index.keyed(mark.levels))
        if mark.relation == "range start" and keys not in opened:
            opened[keys] = (number, mark)
        elif mark.relation == "range start":
            _report(mark, "is open already", said)
            yield number
        elif opened.pop(keys, None) is None:
            _report(mark, "was never opened", said)
            yield number
    for number, mark in opened.values():
        _report(mark, "is never closed", said)
        yield number


def _report(mark: m.IndexMark, what: str, said: Diagnostics) -> None:
    term = " ! ".join(plain_text(text) for _, text in mark.levels)
    said.report("index-range", f"the page range of {term} {what}", mark.place)


# --- definitions -------------------------------------------------------------------------------


def _defined(note: m.Note) -> m.Note:
    def block(node: m.Block) -> Sequence[m.Block]:
        return (define(node),) if isinstance(node, m.Result) else (node,)

    return replace(note, blocks=rewrite_blocks(note.blocks, block=block))


def define(result: m.Result) -> m.Result:
    """Return RESULT, if it is a definition with a mark before the term that it defines.

    That is the first of its emphases that is a term: no more than six words, and no sentence.
    """
    if result.kind.key != "definition":
        return result
    return replace(result, children=_marked_blocks(result.children))


def _marked_blocks(blocks: tuple[m.Block, ...]) -> tuple[m.Block, ...]:
    """Return BLOCKS with a mark before the first term in them, BLOCKS themselves if there is none.

    Footnotes and displays have none.
    """
    for number, block in enumerate(blocks):
        made = _marked_block(block)
        if made is not block:
            return (*blocks[:number], made, *blocks[number + 1 :])
    return blocks


def _marked_block(block: m.Block) -> m.Block:
    match block:
        case m.Paragraph():
            return _marked_paragraph(block)
        case m.BulletList() | m.OrderedList():
            for number, item in enumerate(block.items):
                made = _marked_blocks(item.children)
                if made is not item.children:
                    new = replace(item, children=made)
                    items = (*block.items[:number], new, *block.items[number + 1 :])
                    return replace(block, items=items)
            return block
        case _:
            return block


def _marked_paragraph(block: m.Paragraph) -> m.Paragraph:
    for number, node in enumerate(block.children):
        if isinstance(node, m.Styled) and node.style in {"strong", "emph"}:
            term = _term(node.children)
            if term:
                mark = m.IndexMark(SUBJECTS, (("", term),), place=block.place)
                before, after = block.children[:number], block.children[number:]
                return replace(block, children=(*before, mark, *after))
    return block


def _term(nodes: tuple[m.Inline, ...]) -> tuple[m.Inline, ...]:
    """Return the term that the emphasis of NODES is, without a comma after it, or nothing."""
    text = plain_text(nodes).strip()
    words = plain_text(node for node in nodes if not isinstance(node, m.Math))
    if _SENTENCE.search(text) or len(text.split()) > MOST_WORDS:
        return ()
    if not any(character.isalpha() for character in words):
        return ()
    last = nodes[-1]
    if isinstance(last, m.Text):
        return (*nodes[:-1], m.Text(last.text.rstrip(" ,;")))
    return nodes
