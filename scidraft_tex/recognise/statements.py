"""Where a result's statement ends (docs/format.md, section 4).

The web page does not say where a statement ends, so one rule decides:

1. An explicit end wins: up to `<!-- end -->` or `<!-- /theorem -->` all is of the statement, and
   none goes past a heading, the next result, a list of references.
2. A block joins while the sentence is open: after a paragraph that ends without `.`, `!` or `?`,
   after a display whose last character is no full stop, or when the next paragraph starts with a
   lower-case letter.
3. Narrative kinds (Proof, Example, Counterexample, Solution) also take everything up to the last
   display before the explicit end, and then rule 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from scidraft_tex import model as m
from scidraft_tex.kinds import Kind

_CLOSERS = "\"'”’“‘»«›‹)]}*」』）"
_STOPS = ".!?。！？．…"
_TRAILING = re.compile(
    r"(?:\s|\\end\{[^{}]*\}|\\(?:qquad|quad|notag|nonumber|displaystyle|right\.|[,;:! \\])"
    r"|\\(?:tag\*?|label)\{[^{}]*\}|\}|\$|&)+\Z"
)

_END = re.compile(r"<!--\s*(?:end|/\s*[\w -]+)\s*-->", re.IGNORECASE)
_LEADING = re.compile(r"^[\s(“‘”„‚«»‹›¿¡「『（\"'\[]+")
_CLITIC = re.compile(r"^\s*['’‘]\w\s")
"""A word of Dutch that stays small where a sentence begins with it: 't Is, 's Avonds."""


def statement_end(
    kind: Kind, blocks: Sequence[m.Block], start: int, is_end: Callable[[m.Block], bool]
) -> int:
    """Return the index of the first of BLOCKS after START that is not of the statement begun there.

    IS_END tells the blocks that end any statement (rule 1), end marks among them.
    """
    limit = start + 1
    while limit < len(blocks) and not is_end(blocks[limit]):
        limit += 1
    if limit < len(blocks) and is_end_mark(blocks[limit]):
        return limit
    end = start + 1
    if kind.narrative:
        displays = [i for i in range(start, limit) if isinstance(blocks[i], m.Display)]
        end = max(displays, default=start) + 1
    while end < limit and joins(blocks[end - 1], blocks[end]):
        end += 1
    return end


def is_end_mark(block: m.Block) -> bool:
    """Tell whether BLOCK is `<!-- end -->` or `<!-- /theorem -->`."""
    return isinstance(block, m.RawHtmlBlock) and bool(_END.fullmatch(block.text.strip()))


def joins(before: m.Block, block: m.Block) -> bool:
    """Tell whether BLOCK goes on with the sentence that BEFORE began (rule 2)."""
    if starts_lower(block):
        return True
    match before:
        case m.Paragraph():
            return not ends_sentence(before.children)
        case m.Display():
            return not display_ends_sentence(before.tex)
        case m.Division() if before.children:
            return joins(before.children[-1], block)
        case _:
            return False


def starts_lower(block: m.Block) -> bool:
    """Tell whether BLOCK is a paragraph that starts with a lower-case letter."""
    if not isinstance(block, m.Paragraph):
        return False
    first = _first_text(block.children)
    return bool(first) and first[0].islower()


def _first_text(nodes: Sequence[m.Inline]) -> str:
    for node in nodes:
        match node:
            case m.Text():
                text = _LEADING.sub("", _CLITIC.sub("", node.text))
                if text:
                    return text
            case m.Styled() | m.Quoted() | m.Link() | m.Span():
                return _first_text(node.children)
            case m.Anchor() | m.IndexMark() | m.SoftBreak():
                continue
            case _:
                return ""
    return ""


def ends_sentence(nodes: Sequence[m.Inline]) -> bool:
    """Tell whether the paragraph of NODES ends in a full stop, an exclamation or a question mark.

    Closing quotes and brackets after the mark, footnotes and citations do not open the sentence
    again.
    """
    for node in reversed(nodes):
        match node:
            case m.Text():
                text = node.text.rstrip().rstrip(_CLOSERS).rstrip()
                if text:
                    return text[-1] in _STOPS
            case m.Math():
                return display_ends_sentence(node.tex)
            case m.Styled() | m.Quoted() | m.Link() | m.Span():
                return ends_sentence(node.children)
            case (
                m.Footnote()
                | m.Citation()
                | m.Anchor()
                | m.IndexMark()
                | m.SoftBreak()
                | m.LineBreak()
            ):
                continue
            case _:
                return False
    return False


def display_ends_sentence(tex: str) -> bool:
    r"""Tell whether the last character that prints of the formula TEX is a full stop.

    What follows it without printing (`\end{aligned}`, `\quad`, `\tag{1}`, braces) does not count.
    """
    return _TRAILING.sub("", tex).endswith((".", "!", "?"))
