"""Shortcodes (docs/format.md, section 8): the two ends paired, and each as what it prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.walk import plain_text, rewrite_blocks

WEB_ONLY = re.compile(r"^(promotion(-.*)?|ad|ads|related.*|template-row|toc|adsense|share.*)$")
PAIRED = frozenset({"preview", "gallery", "details", "quote", "glossary-term", "note", "aside"})
VOID = frozenset(
    {
        "references", "entry-a-to-z", "entry-map", "occupation-map", "entry-categories", "glossary",
        "gallery-item", "figure", "ref", "relref", "highlight", "math", "katex", "latex", "param",
        "youtube", "vimeo", "gist", "instagram", "tweet", "x", "qr", "mermaid",
    }
)  # fmt: skip
INDEXES = frozenset({"entry-a-to-z", "entry-map", "occupation-map"})
TRANSPARENT = frozenset({"note", "aside", "center", "rawhtml"})


@dataclass(frozen=True, slots=True)
class Printer:
    """Turns shortcodes into nodes; `default_bib` is the file of a list that names none."""

    diagnostics: Diagnostics
    inlines: Callable[[str], tuple[m.Inline, ...]]
    default_bib: str = "bib/refs.bib"

    # --- blocks ------------------------------------------------------------------------------

    def block(self, node: m.ShortcodeBlock) -> Sequence[m.Block]:  # noqa: PLR0911, C901  # a case a name
        """Return what the shortcode NODE prints as a block."""
        code, place = node.shortcode, node.place
        match code.name:
            case "preview":
                return (m.Division(m.Attributes(classes=("preview",)), node.children, place),)
            case "references":
                bib = code.get("bib", 0) or self.default_bib
                return (m.ReferenceList(bib, code.get("title"), place),)
            case name if name in INDEXES:
                return (m.PrintedIndex(code.get("set", 0) or "occupations", place),)
            case "entry-categories":
                return (m.EntryList(code.get("set", 0) or "occupations", place),)
            case "gallery":
                return self.gallery(node)
            case "gallery-item":
                return self.gallery(m.ShortcodeBlock(code, (node,), place))
            case "figure":
                return (self.figure(code),)
            case "glossary-term":
                return (self.term(node),)
            case "glossary":
                return (m.Glossary((), place),)
            case "highlight" | "mermaid":
                language = "mermaid" if code.name == "mermaid" else code.get("", 0)
                return (m.Fence(language, code.inner.strip("\n"), place),)
            case "math" | "katex" | "latex":
                return (m.Display(code.inner.strip(), place),)
            case "details":
                summary = code.get("summary", 0) or code.get("title")
                head = (m.Styled("strong", self.inlines(summary)),) if summary else ()
                first = (m.Paragraph(head, place),) if head else ()
                attributes = m.Attributes(classes=("details",))
                return (m.Division(attributes, (*first, *node.children), place),)
            case "quote":
                source = code.get("author") or code.get("source") or code.get("", 0)
                tail = (m.Paragraph((m.Text(f"— {source}"),), place),) if source else ()
                return (m.Quote((*node.children, *tail), place),)
            case name if WEB_ONLY.match(name):
                return ()
        inline = self.inline(code)
        if inline:
            return (m.Paragraph(tuple(inline), place), *node.children)
        return node.children

    def gallery(self, node: m.ShortcodeBlock) -> Sequence[m.Block]:
        """Return a gallery's items as one figure with a caption each."""
        images: list[m.Image] = []
        captions: list[tuple[m.Inline, ...]] = []
        rest: list[m.Block] = []
        for child in node.children:
            if isinstance(child, m.ShortcodeBlock) and child.shortcode.name == "gallery-item":
                code = child.shortcode
                caption = self.inlines(code.get("caption", 1))
                link = code.get("link", 2)
                if link:
                    caption = (m.Link(link, caption or (m.Text(link),), child.place),)
                images.append(
                    m.Image(code.get("image", 0) or code.get("src"), caption, child.place)
                )
                captions.append(caption)
            else:
                rest.append(child)
        if not images:
            return tuple(rest)
        title = node.shortcode.get("title") if node.shortcode.name == "gallery" else ""
        own = m.Caption(self.inlines(title), node.place) if title else None
        return (m.Figure(tuple(images), node.place, own, tuple(captions)), *rest)

    def figure(self, code: m.Shortcode) -> m.Block:
        """Return Hugo's `figure`."""
        text = " ".join(part for part in (code.get("title"), code.get("caption")) if part)
        attribution = code.get("attr")
        caption = self.inlines(f"{text} ({attribution})" if attribution else text)
        identifier = code.get("id")
        pairs = tuple((k, code.get(k)) for k in ("width", "height") if code.get(k))
        image = m.Image(
            code.get("src", 0),
            self.inlines(code.get("alt")) or caption,
            code.place,
            attributes=m.Attributes(identifier, (), pairs),
        )
        own = m.Caption(caption, code.place, identifier) if caption or identifier else None
        return m.Figure((image,), code.place, own)

    def term(self, node: m.ShortcodeBlock) -> m.Block:
        """Return a glossary term; its definition is the argument, or what it encloses."""
        code = node.shortcode
        definition = self.inlines(code.get("def", 2) or code.get("definition"))
        for child in node.children:
            if isinstance(child, m.Paragraph):
                definition = (*definition, *child.children)
        term = code.get("term", 0)
        return m.GlossaryTerm(term, definition, node.place, code.get("id", 1) or term)

    # --- inlines -----------------------------------------------------------------------------

    def inline(self, code: m.Shortcode) -> Sequence[m.Inline]:
        """Return what CODE prints within a line."""
        match code.name:
            case "ref" | "relref":
                target = code.get("path", 0)
                return (m.Link(f"relref:{target}", (), code.place),)
            case "math" | "katex" | "latex":
                return (m.Math(code.inner.strip(), code.place),)
            case "highlight":
                return (m.Code(code.inner.strip(), code.place),)
            case "glossary-term":
                term = code.get("term", 0)
                return (m.Text(term),) if term else ()
            case "youtube" | "vimeo" | "gist" | "tweet" | "x" | "instagram":
                return (m.Text(f"[{code.name}: {code.get('id', 0)}]"),)
            case name if WEB_ONLY.match(name) or name in PAIRED or name in VOID:
                return ()
        if code.role != "close":
            self.diagnostics.report(
                "shortcode-unknown", f"the shortcode {code.name} is not known", code.place
            )
        return ()


# --- pairing -----------------------------------------------------------------------------------


def lift(blocks: Iterable[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS with shortcodes that begin or end a paragraph, or are all of it, as blocks of their own.

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
    if code.name in {"ref", "relref", "param"}:
        return False
    if code.name in {"math", "katex", "latex", "highlight"}:
        return alone
    return code.name in PAIRED or code.name in VOID or bool(WEB_ONLY.match(code.name)) or alone


def pair(blocks: Sequence[m.Block], diagnostics: Diagnostics) -> tuple[m.Block, ...]:
    """Return BLOCKS with what stands between `{{< x >}}` and `{{< /x >}}` inside the one node.

    A pair that is never closed, or closed unopened, is reported where it stands.
    """
    closers = [b.shortcode.name for b in blocks if _closes(b)]
    stack: list[tuple[m.ShortcodeBlock, list[m.Block]]] = []
    done: list[m.Block] = []
    for block in blocks:
        target = stack[-1][1] if stack else done
        if not isinstance(block, m.ShortcodeBlock):
            target.append(block)
        elif block.shortcode.role == "close":
            _close(block, stack, done, diagnostics)
        elif block.shortcode.role == "open" and block.shortcode.name in closers:
            closers.remove(block.shortcode.name)
            stack.append((block, []))
        else:
            if block.shortcode.role == "open" and block.shortcode.name in PAIRED - {
                "glossary-term"
            }:
                _unclosed(block, diagnostics)
            target.append(block)
    while stack:
        opened, children = stack.pop()
        _unclosed(opened, diagnostics)
        (stack[-1][1] if stack else done).extend([opened, *children])
    return tuple(done)


def _closes(block: m.Block) -> bool:
    return isinstance(block, m.ShortcodeBlock) and block.shortcode.role == "close"


def _close(
    block: m.ShortcodeBlock,
    stack: list[tuple[m.ShortcodeBlock, list[m.Block]]],
    done: list[m.Block],
    diagnostics: Diagnostics,
) -> None:
    name = block.shortcode.name
    if not any(opened.shortcode.name == name for opened, _ in stack):
        diagnostics.report("shortcode-unclosed", f"{{{{< /{name} >}}}} closes nothing", block.place)
        return
    while True:
        opened, children = stack.pop()
        target = stack[-1][1] if stack else done
        if opened.shortcode.name == name:
            target.append(m.ShortcodeBlock(opened.shortcode, tuple(children), opened.place))
            return
        _unclosed(opened, diagnostics)
        target.extend([opened, *children])


def _unclosed(block: m.ShortcodeBlock, diagnostics: Diagnostics) -> None:
    name = block.shortcode.name
    diagnostics.report(
        "shortcode-unclosed",
        f"the shortcode {name} is never closed",
        block.place,
        hint=f"close it with {{{{< /{name} >}}}}",
    )


def pair_everywhere(blocks: Sequence[m.Block], diagnostics: Diagnostics) -> tuple[m.Block, ...]:
    """Return BLOCKS paired at every depth: in quotations, items and divisions each for themselves."""

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


def glossary_of(blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS with each `glossary` holding the terms of the note, sorted by their letters."""
    terms: list[m.GlossaryTerm] = []

    def collect(block: m.Block) -> Sequence[m.Block]:
        if isinstance(block, m.GlossaryTerm):
            terms.append(block)
        return (block,)

    blocks = rewrite_blocks(blocks, block=collect)
    ordered = tuple(sorted(terms, key=lambda term: plain_text((m.Text(term.term),)).casefold()))

    def fill(block: m.Block) -> Sequence[m.Block]:
        return (m.Glossary(ordered, block.place),) if isinstance(block, m.Glossary) else (block,)

    return rewrite_blocks(blocks, block=fill)
