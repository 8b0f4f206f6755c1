"""Glossary terms (docs/format.md, section 8): each where it is used, all in the glossary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scidraft_tex import model as m
from scidraft_tex.collation import sort_key
from scidraft_tex.read.index_command import SUBJECTS
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.walk import blocks_of, plain_text, rewrite_blocks

NAME = "glossary-term"


def define_terms(blocks: Sequence[m.Block], language: str = "en") -> tuple[m.Block, ...]:
    """Return BLOCKS with every `glossary-term` as its term, and every `glossary` with all of them.

    They come in the order of LANGUAGE. A term prints in italics where it is used, with an index
    entry. In a note without a glossary its definition becomes a footnote.
    """
    defined = _Terms(printed=any(_is_glossary(block) for block in blocks_of(blocks)))
    done = rewrite_blocks(blocks, block=defined.block)
    ordered = tuple(
        sorted(defined.terms, key=lambda term: sort_key(plain_text(term.term), language))
    )

    def fill(block: m.Block) -> Sequence[m.Block]:
        return (m.Glossary(ordered, block.place),) if _is_glossary(block) else (block,)

    return rewrite_blocks(done, block=fill)


def _is_glossary(block: m.Block) -> bool:
    return isinstance(block, m.ShortcodeBlock) and block.shortcode.name == "glossary"


@dataclass
class _Terms:
    """The terms of one note in reading order; `printed` if a glossary holds their definitions."""

    printed: bool
    terms: list[m.GlossaryTerm] = field(default_factory=list)

    def block(self, block: m.Block) -> Sequence[m.Block]:
        """Return BLOCK with the terms in its text."""
        match block:
            case m.Paragraph():
                return (replace(block, children=self.inlines(block.children)),)
            case m.Table():
                return (replace(block, head=self.rows(block.head), body=self.rows(block.body)),)
            case _:
                return (block,)

    def rows(self, rows: tuple[m.Row, ...]) -> tuple[m.Row, ...]:
        """Return ROWS with the terms in their cells."""
        return tuple(
            tuple(replace(cell, children=self.inlines(cell.children)) for cell in row)
            for row in rows
        )

    def inlines(self, nodes: Sequence[m.Inline]) -> tuple[m.Inline, ...]:
        """Return NODES with each pair of tags, and what stands between, as a term."""
        done: list[m.Inline] = []
        opened: list[tuple[int, m.Shortcode]] = []
        for node in nodes:
            if isinstance(node, (m.Styled, m.Quoted, m.Link)):
                done.append(replace(node, children=self.inlines(node.children)))
            elif not isinstance(node, m.Shortcode) or node.name != NAME:
                done.append(node)
            elif node.role == "close" and opened:
                start, code = opened.pop()
                done[start:] = self.term(code, tuple(done[start:]))
            elif node.role == "open" and _is_paired(node, nodes):
                opened.append((len(done), node))
            elif node.role != "close":
                done.extend(self.term(node, read_inline(node.get("term", 0) or node.get("id"))))
        for start, code in reversed(opened):
            done[start:] = self.term(code, tuple(done[start:]))
        return tuple(done)

    def term(self, code: m.Shortcode, words: tuple[m.Inline, ...]) -> tuple[m.Inline, ...]:
        """Keep the term that CODE defines, and return what its WORDS print."""
        name = code.get("id") or plain_text(words)
        definition = code.get("def", 1) or code.get("definition")
        known = {term.label for term in self.terms}
        text = read_inline(definition, code.place)
        if name not in known:
            self.terms.append(m.GlossaryTerm(words, text, code.place, name))
        anchor = () if name in known else (m.Anchor(name),)
        mark = m.IndexMark(SUBJECTS, (("", words),), place=code.place)
        shown = (*anchor, mark, m.Styled("emph", words))
        if self.printed or not text:
            return shown
        return (*shown, m.Footnote((m.Paragraph(text, code.place),), code.place))


def _is_paired(code: m.Shortcode, nodes: Sequence[m.Inline]) -> bool:
    """Tell whether a closing tag follows CODE among NODES before the next opening one."""
    for node in nodes[nodes.index(code) + 1 :]:
        if isinstance(node, m.Shortcode) and node.name == NAME:
            return node.role == "close"
    return False
