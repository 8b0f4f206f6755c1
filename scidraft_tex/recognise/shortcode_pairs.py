"""The two ends of shortcodes, paired: `{{< x >}}` … `{{< /x >}}` as one node with its content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeGuard

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.read.shortcodes import INLINE
from scidraft_tex.recognise.shortcodes import PAIRED, VOID, WEB_ONLY
from scidraft_tex.walk import rewrite_blocks


def lift(blocks: Iterable[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS with shortcodes that begin or end a paragraph, or are it, as blocks.

    Those that print within a line (`ref`, `relref`, `math`) stay.
    """

    def split(block: m.Block) -> Sequence[m.Block]:
        if not isinstance(block, m.Paragraph):
            return (block,)
        before, nodes = _taken(list(block.children), first=True)
        after, nodes = _taken(nodes, first=False)
        if not before and not after:
            return (block,)
        middle = (m.Paragraph(tuple(nodes), block.place),) if nodes else ()
        return (*before, *middle, *reversed(after))

    return rewrite_blocks(blocks, block=split)


def _taken(nodes: list[m.Inline], *, first: bool) -> tuple[list[m.Block], list[m.Inline]]:
    taken: list[m.Block] = []
    at = 0 if first else -1
    while nodes:
        node = nodes[at]
        blank = isinstance(node, m.SoftBreak) or (
            isinstance(node, m.Text) and not node.text.strip()
        )
        if isinstance(node, m.Shortcode) and _is_block(node, alone=len(nodes) == 1):
            taken.append(m.ShortcodeBlock(node, (), node.place))
        elif not (blank and (taken or len(nodes) == 1)):
            break
        nodes.pop(at)
    return taken, nodes


def _is_block(code: m.Shortcode, *, alone: bool) -> bool:
    if code.name in INLINE:
        return False
    if code.name in {"math", "katex", "latex", "highlight"}:
        return alone
    return code.name in PAIRED or code.name in VOID or bool(WEB_ONLY.match(code.name)) or alone


Open = tuple[m.ShortcodeBlock, list[m.Block]]


def pair(blocks: Sequence[m.Block], diagnostics: Diagnostics) -> tuple[m.Block, ...]:
    """Return BLOCKS with what stands between `{{< x >}}` and `{{< /x >}}` inside the one node.

    A pair that is never closed, or closed unopened, is reported where it stands.
    """
    closers = [block.shortcode.name for block in blocks if _is_closing(block)]
    stack: list[Open] = []
    done: list[m.Block] = []
    for block in blocks:
        target = stack[-1][1] if stack else done
        if not isinstance(block, m.ShortcodeBlock):
            target.append(block)
        elif _is_closing(block):
            _close(block, stack, done, diagnostics)
        elif block.shortcode.role == "open" and block.shortcode.name in closers:
            closers.remove(block.shortcode.name)
            stack.append((block, []))
        else:
            if block.shortcode.role == "open" and block.shortcode.name in PAIRED:
                _unclosed(block, diagnostics)
            target.append(block)
    while stack:
        _give_up(stack, done, diagnostics)
    return tuple(done)


def _is_closing(block: m.Block) -> TypeGuard[m.ShortcodeBlock]:
    return isinstance(block, m.ShortcodeBlock) and block.shortcode.role == "close"


def _close(
    block: m.ShortcodeBlock, stack: list[Open], done: list[m.Block], diagnostics: Diagnostics
) -> None:
    name = block.shortcode.name
    if not any(opened.shortcode.name == name for opened, _ in stack):
        message, hint = f"{{{{< /{name} >}}}} closes nothing", "take it out, or open it before"
        diagnostics.report("shortcode-unclosed", message, block.place, hint)
        return
    while stack[-1][0].shortcode.name != name:
        _give_up(stack, done, diagnostics)
    opened, children = stack.pop()
    target = stack[-1][1] if stack else done
    target.append(m.ShortcodeBlock(opened.shortcode, tuple(children), opened.place))


def _give_up(stack: list[Open], done: list[m.Block], diagnostics: Diagnostics) -> None:
    """Report the innermost open shortcode; what follows it stays where it stood."""
    opened, children = stack.pop()
    _unclosed(opened, diagnostics)
    (stack[-1][1] if stack else done).extend([opened, *children])


def _unclosed(block: m.ShortcodeBlock, diagnostics: Diagnostics) -> None:
    name = block.shortcode.name
    diagnostics.report(
        "shortcode-unclosed",
        f"the shortcode {name} is never closed",
        block.place,
        hint=f"close it with {{{{< /{name} >}}}}",
    )


def pair_everywhere(blocks: Sequence[m.Block], diagnostics: Diagnostics) -> tuple[m.Block, ...]:
    """Return BLOCKS paired at every depth: quotations, items and divisions each by themselves."""

    def inside(block: m.Block) -> Sequence[m.Block]:
        match block:
            case m.Quote() | m.Division():
                return (replace(block, children=pair(block.children, diagnostics)),)
            case m.BulletList() | m.OrderedList():
                items = tuple(
                    replace(item, children=pair(item.children, diagnostics)) for item in block.items
                )
                return (replace(block, items=items),)
            case _:
                return (block,)

    return pair(rewrite_blocks(blocks, block=inside), diagnostics)
