"""Captions written as paragraphs, and what the text calls "Table 1" (docs/format.md, section 6).

A paragraph `**Table 1.** …` before or after a table is its caption. The author's number becomes
TeX's, and "Table 1" elsewhere in the note a reference to it. A paragraph that only begins with a
bold **Listing 1**, no stop after it, is prose; the listing beside it takes the number all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.recognise.results import (
    result_mark,
    stripped_left,
    take_leading_stop,
    take_stop,
)
from scidraft_tex.walk import inlines_of, plain_text, rewrite_blocks

Captioned = m.Table | m.Figure | m.Diagram | m.Algorithm | m.Listing | m.Tree

WORDS: dict[str, tuple[type, ...]] = {
    "Table": (m.Table,),
    "Figure": (m.Figure, m.Diagram),
    "Fig": (m.Figure, m.Diagram),
    "Diagram": (m.Diagram,),
    "Algorithm": (m.Algorithm,),
    "Listing": (m.Listing, m.Tree),
}
"""What each word of a caption may stand beside."""

_NUMBER = r"(?:\d+(?:\.\d+)*[a-z]?)"
_HEAD = re.compile(rf"^(?P<word>{'|'.join(WORDS)})\.?(?:[ \u00a0](?P<number>{_NUMBER}))?$")


@dataclass(frozen=True, slots=True)
class Head:
    """The bold beginning of a caption paragraph; `stopped` tells a caption from a mention."""

    word: str
    number: str
    stopped: bool
    rest: tuple[m.Inline, ...]

    @property
    def label(self) -> str:
        """What names the captioned thing within its note."""
        return f"{self.word.lower()}-{self.number}" if self.number else ""


def caption_head(block: m.Block) -> Head | None:
    """Return the caption head that BLOCK begins with, or None.

    "Algorithm." without a number begins a result of that kind.
    """
    if not isinstance(block, m.Paragraph) or not block.children:
        return None
    first = block.children[0]
    if not isinstance(first, m.Styled) or first.style != "strong" or not first.children:
        return None
    inner, rest = list(first.children), list(block.children[1:])
    stopped = take_stop(inner) or take_leading_stop(rest)
    found = _HEAD.match(plain_text(inner).strip())
    if found is None:
        return None
    word = "Figure" if found["word"] == "Fig" else found["word"]
    if word == "Algorithm" and not found["number"]:
        return None
    return Head(word, found["number"] or "", stopped, stripped_left(rest))


def attach_captions(blocks: Sequence[m.Block], diagnostics: Diagnostics) -> tuple[m.Block, ...]:
    """Return BLOCKS with each caption paragraph in the thing beside it."""
    done = list(blocks)
    sides = _sides(done)
    index = 0
    while index < len(done):
        paragraph = done[index]
        head = caption_head(paragraph)
        neighbour = _neighbour(done, index, head, sides) if head else None
        if head is None or neighbour is None:
            if head and head.stopped and head.number and head.word != "Algorithm":
                _orphan(head, paragraph, diagnostics)
            index += 1
            continue
        done[neighbour] = give(done[neighbour], head, paragraph.place)
        left = _left_over(paragraph, head, done[neighbour])
        done[index : index + 1] = left
        index += len(left)
    return tuple(_inside(block, diagnostics) for block in done)


def _inside(block: m.Block, diagnostics: Diagnostics) -> m.Block:
    match block:
        case m.Division() | m.Quote():
            return replace(block, children=attach_captions(block.children, diagnostics))
        case m.BulletList() | m.OrderedList():
            items = tuple(
                replace(item, children=attach_captions(item.children, diagnostics))
                for item in block.items
            )
            return replace(block, items=items)
        case _:
            return block


def _sides(blocks: Sequence[m.Block]) -> tuple[int, int]:
    """Return on which side of a caption to look first for what it captions: 1 is after it.

    A caption between two tables could be either's; those that are between none and one tell how
    their author does it.
    """
    vote = 0
    for index, block in enumerate(blocks):
        head = caption_head(block)
        if head:
            found = [side for side in (1, -1) if _fits(blocks, index + side, head)]
            vote += found[0] if len(found) == 1 else 0
    return (1, -1) if vote >= 0 else (-1, 1)


def _fits(blocks: Sequence[m.Block], index: int, head: Head) -> bool:
    return 0 <= index < len(blocks) and isinstance(blocks[index], WORDS[head.word])


def _neighbour(
    blocks: Sequence[m.Block], index: int, head: Head, sides: tuple[int, int]
) -> int | None:
    """Return the index of what HEAD at INDEX captions; SIDES are tried in their order."""
    for side in sides:
        if _fits(blocks, index + side, head) and not _named(blocks[index + side]):
            return index + side
    return None


def _named(block: m.Block) -> bool:
    """Tell whether BLOCK already has a caption with a hand number."""
    caption = getattr(block, "caption", None)
    return isinstance(caption, m.Caption) and bool(caption.number)


def give(block: m.Block, head: Head, place: Place) -> m.Block:
    """Return BLOCK with the caption of HEAD, which stood at PLACE, or with its number alone.

    A caption of its own stays. A mention gives its number to code, which needs no words; a table
    or figure without words is no captioned one.
    """
    if not isinstance(block, m.Table | m.Figure | m.Diagram | m.Algorithm | m.Listing | m.Tree):
        return block
    old = block.caption
    name = (old.label if old else "") or identifier(block) or head.label
    if old and old.children:
        return replace(block, caption=replace(old, label=name, number=head.label))
    if head.stopped:
        return replace(block, caption=m.Caption(head.rest, place, name, head.label))
    if isinstance(block, m.Table | m.Figure | m.Diagram):
        return block
    return replace(block, caption=m.Caption((), place, name, head.label))


def _left_over(paragraph: m.Block, head: Head, captioned: m.Block) -> tuple[m.Block, ...]:
    """Return what is left of the PARAGRAPH with HEAD once CAPTIONED has its caption.

    Beside a caption of another wording it stays as text that refers to it.
    """
    caption = getattr(captioned, "caption", None)
    if not head.stopped or not isinstance(paragraph, m.Paragraph):
        return (paragraph,)
    if not isinstance(caption, m.Caption) or _words(caption.children) == _words(head.rest):
        return ()
    if not caption.label:
        return (paragraph,)
    reference = m.Reference(caption.label, paragraph.place, word=head.word)
    bold = m.Styled("strong", (reference, m.Text(".")))
    rest = (m.Text(" "), *head.rest) if head.rest else ()
    return (m.Paragraph((bold, *rest), paragraph.place),)


def _words(nodes: Sequence[m.Inline]) -> str:
    return " ".join(plain_text(nodes).split()).rstrip(".").casefold()


def identifier(block: m.Block) -> str:
    """Return the id that BLOCK's own attribute list gives it, or ""."""
    attributes = getattr(block, "attributes", m.NO_ATTRIBUTES)
    return attributes.identifier if isinstance(attributes, m.Attributes) else ""


def _orphan(head: Head, block: m.Block, diagnostics: Diagnostics) -> None:
    diagnostics.report(
        "caption-orphan",
        f"the caption {head.word} {head.number} has no {head.word.lower()} before or after it",
        block.place,
        hint="put it in a paragraph right before or after what it captions",
    )


# --- mentions ----------------------------------------------------------------------------------


def link_mentions(blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS with each "Table 1" whose table is in the note as a reference to it.

    Results that carry a hand number ("**Theorem 3 (x).**") are mentioned in the same way. The text
    of a link stays as it is.
    """
    words = dict(_numbered(blocks))
    if not words:
        return tuple(blocks)
    names = sorted({name.rsplit("-", 1)[0] for name in words}, key=len, reverse=True)
    pattern = re.compile(
        rf"\b(?P<word>{'|'.join(map(re.escape, names))}|fig\.)[ \u00a0](?P<number>{_NUMBER})",
        re.IGNORECASE,
    )

    linked = {
        (node.place, node.target): node.children
        for node in inlines_of(blocks)
        if isinstance(node, m.Link)
    }

    def inline(node: m.Inline) -> Sequence[m.Inline]:
        if isinstance(node, m.Link):
            return (replace(node, children=linked[node.place, node.target]),)
        return _mentions(node.text, words, pattern) if isinstance(node, m.Text) else (node,)

    return rewrite_blocks(blocks, inline)


def _numbered(blocks: Sequence[m.Block]) -> list[tuple[str, str]]:
    """Return (hand number, label) of everything with a hand number: ("table-1", "losses")."""
    found: list[tuple[str, str]] = []

    def collect(block: m.Block) -> Sequence[m.Block]:
        caption = getattr(block, "caption", None)
        if isinstance(caption, m.Caption) and caption.number:
            found.append((caption.number, caption.label))
        if isinstance(block, m.Result) and block.number:
            name = f"{block.kind.name.lower()}-{block.number}"
            found.append((name, result_mark(block)))
        return (block,)

    rewrite_blocks(blocks, block=collect)
    return found


def _mentions(text: str, words: dict[str, str], pattern: re.Pattern[str]) -> list[m.Inline]:
    nodes: list[m.Inline] = []
    last = 0
    for found in pattern.finditer(text):
        word = "figure" if found["word"].lower() == "fig." else found["word"].lower()
        label = words.get(f"{word}-{found['number'].rstrip('.')}")
        if label is None:
            continue
        if found.start() > last:
            nodes.append(m.Text(text[last : found.start()]))
        written = found["word"]
        nodes.append(m.Reference(label, Place(""), word=written))
        last = found.end()
    if last < len(text) or not nodes:
        nodes.append(m.Text(text[last:]))
    return nodes
