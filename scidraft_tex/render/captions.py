"""Captions, and footnotes where TeX has no room for them: in captions, cells and boxes.

A footnote there is marked by a letter and printed under the piece that holds it. The list of tables
takes a short caption without notes, citations and index marks, which would count twice or stand
before their list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from scidraft_tex import model as m
from scidraft_tex.render.environments import command
from scidraft_tex.render.measure import InlineRenderer
from scidraft_tex.render.tex import url
from scidraft_tex.walk import blocks_of, plain_text

_OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)

Split: TypeAlias = tuple[m.Inline, ...] | m.Footnote | m.LineBreak


@dataclass(slots=True)
class Notes:
    """The footnotes of one piece, in the order in which their marks stand."""

    inline: InlineRenderer
    profile: Literal["screen", "print"] = "screen"
    texts: list[str] = field(default_factory=list)

    def mark(self, note: m.Footnote | m.Link) -> str:
        r"""Keep NOTE, or a link's URL, and return its mark, `\tablemark{a}`."""
        if isinstance(note, m.Link):
            self.texts.append(command("url", url(note.target)))
        else:
            self.texts.append(_note_text(note, self.inline))
        return command("tablemark", letter(len(self.texts)))

    def lines(self) -> list[str]:
        r"""Return the notes as LaTeX lines, `\tablenote{a}{…}`."""
        return [
            command("tablenote", letter(number), text)
            for number, text in enumerate(self.texts, start=1)
        ]

    def render(self, children: Iterable[m.Inline], newline: str = " ") -> str:
        """Return CHILDREN as LaTeX with marks for footnotes and NEWLINE for breaks."""
        parts: list[str] = []
        for piece in split(children):
            if isinstance(piece, m.Footnote):
                parts.append(self.mark(piece))
            elif isinstance(piece, m.LineBreak):
                parts.append(newline)
            elif self.profile == "print":
                parts += map(self._with_urls, piece)
            else:
                parts.append(self.inline(piece))
        return "".join(parts).strip()

    def _with_urls(self, node: m.Inline) -> str:
        """Return NODE; print has a link's URL in a note, as TeX's footnotes have it in the text."""
        if isinstance(node, m.Link) and _OUTSIDE.match(node.target):
            text = self.inline(node.children)
            return text + self.mark(node) if plain_text(node.children) != node.target else text
        return self.inline((node,))


def letter(number: int) -> str:
    """Return the mark of the note NUMBER, counted from 1: a to z, then aa, ab and so on."""
    marks = ""
    while number:
        number, rest = divmod(number - 1, 26)
        marks = chr(ord("a") + rest) + marks
    return marks


def split(children: Iterable[m.Inline]) -> Iterator[Split]:
    """Yield CHILDREN as runs of inlines with the footnotes and line breaks between them.

    Emphasis around a footnote or a break is closed before and opened after it; from a link or
    quotation marks they are moved out behind.
    """
    run: list[m.Inline] = []
    for piece in _lifted(children):
        if isinstance(piece, m.Footnote | m.LineBreak):
            if run:
                yield tuple(run)
            run = []
            yield piece
        else:
            run.append(piece)
    if run:
        yield tuple(run)


def _lifted(children: Iterable[m.Inline]) -> Iterator[m.Inline]:
    for node in children:
        match node:
            case m.Styled() | m.Span():
                for piece in split(node.children):
                    if isinstance(piece, m.Footnote | m.LineBreak):
                        yield piece
                    else:
                        yield replace(node, children=piece)
            case m.Link() | m.Quoted() | m.CrossReference():
                yield replace(node, children=tuple(_flat(node.children)))
                yield from (p for p in split(node.children) if isinstance(p, m.Footnote))
            case _:
                yield node


def _flat(children: Iterable[m.Inline]) -> Iterator[m.Inline]:
    for piece in split(children):
        if isinstance(piece, m.LineBreak):
            yield m.Text(" ")
        elif not isinstance(piece, m.Footnote):
            yield from piece


def _note_text(note: m.Footnote, inline: InlineRenderer) -> str:
    parts: list[str] = []
    for block in blocks_of(note.children):
        match block:
            case m.Paragraph():
                parts.append(inline(block.children))
            case m.Display():
                parts.append(inline((m.Math(block.tex, block.place, origin=block.origin),)))
            case m.Failure():
                parts.append(inline((m.InlineFailure(block.source, block.place),)))
            case m.Listing() | m.Fence():
                parts.append(inline((m.Code(" ".join(block.text.split()), block.place),)))
            case _:
                pass
    return " ".join(parts)


def listed(children: Iterable[m.Inline]) -> tuple[m.Inline, ...]:
    """Return CHILDREN as lists print them: no notes, citations, links, marks, breaks."""
    return _tidy(_listed(children))


def _listed(children: Iterable[m.Inline]) -> Iterator[m.Inline]:
    for node in children:
        match node:
            case m.Footnote() | m.Citation() | m.Anchor() | m.IndexMark() | m.Image():
                pass
            case m.LineBreak() | m.SoftBreak():
                yield m.Text(" ")
            case m.Link() | m.CrossReference():
                yield from _listed(node.children)
            case m.Styled() | m.Quoted() | m.Span():
                yield replace(node, children=tuple(_listed(node.children)))
            case _:
                yield node


def _tidy(children: Iterable[m.Inline]) -> tuple[m.Inline, ...]:
    """Close the gap that a citation left before a comma or a full stop."""
    done: list[m.Inline] = []
    for node in children:
        before = done[-1] if done else None
        if isinstance(node, m.Text) and isinstance(before, m.Text):
            joined = before.text + node.text
            for mark in (".", ",", ";", ":", ")", " "):
                joined = joined.replace(f" {mark}", mark)
            done[-1] = m.Text(joined)
        else:
            done.append(node)
    return tuple(done)


@dataclass(frozen=True, slots=True)
class CaptionText:
    """A caption as LaTeX: its text, its short form for lists (empty: the same), its label."""

    text: str
    short: str
    label: str

    def command(self, name: str = "caption", *arguments: str) -> str:
        r"""Return `\caption[short]{text}\label{label}`, or NAME{ARGUMENTS} in its place."""
        head = command(name, *arguments)
        option = f"[{{{self.short}}}]" if self.short else ""
        label = command("label", self.label) if self.label else ""
        return f"{head}{option}{{{self.text}}}{label}"


def caption_text(caption: m.Caption, notes: Notes) -> CaptionText:
    """Return CAPTION as LaTeX; its footnotes join NOTES."""
    text = notes.render(caption.children)
    children = listed(caption.children)
    short = notes.inline(children).strip()
    return CaptionText(text, "" if short == text else short, caption.label)
