"""Captions written as paragraphs, and what the text calls "Table 1" (docs/format.md, section 6).

A paragraph `**Table 1.** …` before or after a table is its caption. The author's number becomes TeX's, and
"Table 1" elsewhere in the note a reference to it. A paragraph that only begins with a bold **Listing 1**, no
stop after it, is prose; the listing beside it takes the number all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.recognise.results import stripped_left, take_leading_stop, take_stop
from scidraft_tex.walk import plain_text, rewrite_blocks

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
    """Return the caption head that BLOCK begins with, or None."""
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
    return Head(word, found["number"] or "", stopped, stripped_left(rest))


def attach_captions(blocks: Sequence[m.Block], diagnostics: Diagnostics) -> tuple[m.Block, ...]:
    """Return BLOCKS with each caption paragraph in the thing beside it."""
    done = list(blocks)
    index = 0
    while index < len(done):
        head = caption_head(done[index])
        neighbour = _neighbour(done, index, head) if head else None
        if head is None or neighbour is None:
            if head and head.stopped and head.word not in {"Algorithm"}:
                _orphan(head, done[index], diagnostics)
            index += 1
            continue
        captioned, is_caption = give(done[neighbour], head, done[index].place)
        done[neighbour] = captioned
        if is_caption:
            del done[index]
        else:
            index += 1
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


def _neighbour(blocks: Sequence[m.Block], index: int, head: Head) -> int | None:
    """Return the index of what HEAD at INDEX captions: after it if possible, else before it."""
    for other in (index + 1, index - 1):
        if 0 <= other < len(blocks):
            block = blocks[other]
            if isinstance(block, WORDS[head.word]) and not _named(block):
                return other
    return None


def _named(block: m.Block) -> bool:
    """Tell whether BLOCK already has a caption with a hand number."""
    caption = getattr(block, "caption", None)
    return isinstance(caption, m.Caption) and bool(caption.label)


def give(block: m.Block, head: Head, place: Place) -> tuple[m.Block, bool]:
    """Return BLOCK with the caption or number of HEAD, and whether the paragraph was used up by it."""
    assert isinstance(block, (m.Table, m.Figure, m.Diagram, m.Algorithm, m.Listing, m.Tree))
    old = block.caption
    if old and old.children:
        return replace(block, caption=replace(old, label=old.label or head.label)), False
    if head.stopped:
        return replace(block, caption=m.Caption(head.rest, place, head.label)), True
    if isinstance(block, (m.Table, m.Figure, m.Diagram)):
        return block, False
    return replace(block, caption=m.Caption((), place, head.label)), False


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

    Results that carry a hand number ("**Theorem 3 (x).**") are mentioned in the same way.
    """
    words = dict(_numbered(blocks))
    if not words:
        return tuple(blocks)
    names = sorted({name.rsplit("-", 1)[0] for name in words}, key=len, reverse=True)
    pattern = re.compile(
        rf"\b(?P<word>{'|'.join(map(re.escape, names))}|fig\.)[ \u00a0](?P<number>{_NUMBER})", re.IGNORECASE
    )

    def inline(node: m.Inline) -> Sequence[m.Inline]:
        return _mentions(node.text, words, pattern) if isinstance(node, m.Text) else (node,)

    return rewrite_blocks(blocks, inline)


def _numbered(blocks: Sequence[m.Block]) -> list[tuple[str, str]]:
    """Return (name, label) of everything with a hand number: ("table-1", "table-1")."""
    found: list[tuple[str, str]] = []

    def collect(block: m.Block) -> Sequence[m.Block]:
        caption = getattr(block, "caption", None)
        if isinstance(caption, m.Caption) and re.search(r"-\d", caption.label):
            found.append((caption.label, caption.label))
        if isinstance(block, m.Result) and block.number:
            name = f"{block.kind.name.lower()}-{block.number}"
            found.append((name, block.label or name))
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
