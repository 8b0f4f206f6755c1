"""Captions written as paragraphs, and what the text calls "Table 1" (docs/format.md, section 6).

A paragraph `**Table 1.** …` before or after a table is its caption. The author's number becomes
TeX's, and "Table 1" elsewhere in the note a reference to it. A paragraph that only begins with a
bold **Listing 1**, no stop after it, is prose; the listing beside it takes the number all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.languages import ENGLISH, Language, caption_names
from scidraft_tex.recognise.results import (
    result_mark,
    stripped_left,
    take_leading_stop,
    take_stop,
)
from scidraft_tex.walk import inlines_of, plain_text, rewrite_blocks

WORDS: dict[str, tuple[type, ...]] = {
    "Table": (m.Table,),
    "Figure": (m.Figure, m.Diagram),
    "Diagram": (m.Diagram,),
    "Algorithm": (m.Algorithm,),
    "Listing": (m.Listing, m.Tree),
}
"""What each word of a caption may stand beside; languages.toml has other words for them."""

_NUMBER = r"(?:\d+(?:\.\d+)*[a-z]?)"
_SPACE = "[ \u00a0]"
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]$")


@cache
def _head(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a caption's head, NAMES being the words that it may begin with."""
    number = f"(?P<number>{_NUMBER})"
    spaced = [re.escape(name) for name in names if not _UNSPACED.search(name)]
    joined = [re.escape(name) for name in names if _UNSPACED.search(name)]
    forms = [rf"(?P<word>{'|'.join(spaced)})\.?(?:{_SPACE}{number})?"]
    if joined:
        forms.append(rf"(?P<word_>{'|'.join(joined)}){_SPACE}?(?P<number_>{_NUMBER})?")
    return re.compile("|".join(forms))


@dataclass(frozen=True, slots=True)
class Head:
    """The bold beginning of a caption paragraph; `stopped` tells a caption from a mention.

    `word` is one of `WORDS`, `name` what the book's language has for it.
    """

    word: str
    number: str
    stopped: bool
    rest: tuple[m.Inline, ...]
    name: str

    @property
    def label(self) -> str:
        """What names the captioned thing within its note."""
        return f"{self.word.lower()}-{self.number}" if self.number else ""


def caption_head(block: m.Block, language: Language = ENGLISH) -> Head | None:
    """Return the caption head that BLOCK begins with, in words of LANGUAGE or English, or None.

    "Algorithm." without a number begins a result of that kind.
    """
    if not isinstance(block, m.Paragraph) or not block.children:
        return None
    first = block.children[0]
    if not isinstance(first, m.Styled) or first.style != "strong" or not first.children:
        return None
    inner, rest = list(first.children), list(block.children[1:])
    stopped = take_stop(inner) or take_leading_stop(rest)
    names = {name.rstrip("."): key for name, key in caption_names(language).items()}
    found = _head(tuple(names)).fullmatch(plain_text(inner).strip())
    if found is None:
        return None
    groups = {name.rstrip("_"): text for name, text in found.groupdict("").items() if text}
    key, number = names[groups["word"]], groups.get("number", "")
    if key == "algorithm" and not number:
        return None
    name = language.captions[key][0]
    return Head(key.capitalize(), number, stopped, stripped_left(rest), name)


def attach_captions(
    blocks: Sequence[m.Block], diagnostics: Diagnostics, language: Language = ENGLISH
) -> tuple[m.Block, ...]:
    """Return BLOCKS with each caption, in words of LANGUAGE or English, in the thing beside it."""
    done = list(blocks)
    sides = _sides(done, language)
    index = 0
    while index < len(done):
        paragraph = done[index]
        head = caption_head(paragraph, language)
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
    return tuple(_inside(block, diagnostics, language) for block in done)


def _inside(block: m.Block, diagnostics: Diagnostics, language: Language) -> m.Block:
    match block:
        case m.Division() | m.Quote():
            return replace(block, children=attach_captions(block.children, diagnostics, language))
        case m.BulletList() | m.OrderedList():
            items = tuple(
                replace(item, children=attach_captions(item.children, diagnostics, language))
                for item in block.items
            )
            return replace(block, items=items)
        case _:
            return block


def _sides(blocks: Sequence[m.Block], language: Language) -> tuple[int, int]:
    """Return on which side of a caption to look first for what it captions: 1 is after it.

    A caption between two tables could be either's; those that are between none and one tell how
    their author does it.
    """
    vote = 0
    for index, block in enumerate(blocks):
        head = caption_head(block, language)
        if head:
            found = [side for side in (1, -1) if _fits(blocks, index + side, head)]
            vote += found[0] if len(found) == 1 else 0
    return (1, -1) if vote >= 0 else (-1, 1)


def _fits(blocks: Sequence[m.Block], index: int, head: Head) -> bool:
    """Tell whether HEAD may caption the block at INDEX; a table without a row prints nothing."""
    if not 0 <= index < len(blocks) or not isinstance(blocks[index], WORDS[head.word]):
        return False
    block = blocks[index]
    return not isinstance(block, m.Table) or bool(block.head or block.body)


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
    reference = m.Reference(caption.label, paragraph.place, word=head.name)
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
        f"the caption {head.name} {head.number} has no {head.word.lower()} before or after it",
        block.place,
        hint="put it in a paragraph right before or after what it captions",
    )


# --- mentions ----------------------------------------------------------------------------------


def link_mentions(blocks: Sequence[m.Block], language: Language = ENGLISH) -> tuple[m.Block, ...]:
    """Return BLOCKS with each "Table 1" whose table is in the note as a reference to it.

    Results that carry a hand number ("**Theorem 3 (x).**") are mentioned in the same way, all of
    them in words of LANGUAGE or English. The text of a link stays as it is.
    """
    labels, words = _numbered(blocks, caption_names(language))
    if not labels:
        return tuple(blocks)
    pattern = _mention(words)
    linked = {
        (node.place, node.target): node.children
        for node in inlines_of(blocks)
        if isinstance(node, m.Link)
    }

    def inline(node: m.Inline) -> Sequence[m.Inline]:
        if isinstance(node, m.Link):
            return (replace(node, children=linked[node.place, node.target]),)
        return _mentions(node.text, labels, words, pattern) if isinstance(node, m.Text) else (node,)

    return rewrite_blocks(blocks, inline)


def _numbered(
    blocks: Sequence[m.Block], names: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return what BLOCKS have with a hand number, and what it is called.

    The first are labels by kind and number, `{"table-1": "losses"}`, the second kinds by word,
    `{"tabelle": "table", "tab.": "table"}`. NAMES are those of captions.
    """
    labels: dict[str, str] = {}
    words: dict[str, str] = {}

    def collect(block: m.Block) -> Sequence[m.Block]:
        caption = getattr(block, "caption", None)
        if isinstance(caption, m.Caption) and caption.number:
            labels[caption.number] = caption.label
            kind = caption.number.rsplit("-", 1)[0]
            words.update({name.lower(): kind for name, key in names.items() if key == kind})
        if isinstance(block, m.Result) and block.number:
            labels[f"{block.kind.key}-{block.number}"] = result_mark(block)
            words.update({name.lower(): block.kind.key for name in block.kind.names})
        return (block,)

    rewrite_blocks(blocks, block=collect)
    return labels, words


def _mention(words: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of a word of WORDS before a number; one of Kanji needs no space around."""
    ordered = sorted(words, key=len, reverse=True)
    forms = [
        f"{re.escape(word)}{_SPACE}?" if _UNSPACED.search(word) else rf"\b{re.escape(word)}{_SPACE}"
        for word in ordered
    ]
    return re.compile(rf"(?P<word>{'|'.join(forms)})(?P<number>{_NUMBER})", re.IGNORECASE)


def _mentions(
    text: str, labels: Mapping[str, str], words: Mapping[str, str], pattern: re.Pattern[str]
) -> list[m.Inline]:
    nodes: list[m.Inline] = []
    last = 0
    for found in pattern.finditer(text):
        written = found["word"].rstrip(" \u00a0")
        label = labels.get(f"{words[written.lower()]}-{found['number'].rstrip('.')}")
        if label is None:
            continue
        if found.start() > last:
            nodes.append(m.Text(text[last : found.start()]))
        nodes.append(m.Reference(label, Place(""), word=written))
        last = found.end()
    if last < len(text) or not nodes:
        nodes.append(m.Text(text[last:]))
    return nodes
