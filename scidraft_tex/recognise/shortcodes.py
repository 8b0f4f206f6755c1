"""Shortcodes (docs/format.md, section 8): the two ends paired, and each as what it prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read.inline_text import read_spans
from scidraft_tex.recognise.shortcode_arguments import lacks, source_of
from scidraft_tex.spelling import did_you_mean

WEB_ONLY = re.compile(r"^(promotion(-.*)?|ad|ads|related.*|template-row|toc|adsense|share.*)$")
PAIRED = frozenset({"preview", "gallery", "details", "quote", "note", "aside"})
VOID = frozenset(
    {
        "references", "entry-a-to-z", "entry-map", "occupation-map", "entry-categories", "glossary",
        "gallery-item", "figure", "ref", "relref", "highlight", "math", "katex", "latex", "param",
        "youtube", "vimeo", "gist", "instagram", "tweet", "x", "qr", "mermaid",
    }
)  # fmt: skip
NAMES = PAIRED | VOID
"""The shortcodes that have a printed form."""
INDEXES = frozenset({"entry-a-to-z", "entry-map", "occupation-map"})


DEFAULT_LIST = "bib/refs.bib"
"""The bibliography of a list of references that names none."""


@dataclass(frozen=True, slots=True)
class Printer:
    """Turns shortcodes into nodes; `default_bib` is the file of a list that names none."""

    diagnostics: Diagnostics
    inlines: Callable[[str], tuple[m.Inline, ...]]
    default_bib: str = DEFAULT_LIST

    # --- blocks ------------------------------------------------------------------------------

    def block(self, node: m.ShortcodeBlock) -> Sequence[m.Block]:  # noqa: PLR0911  # a case a name
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
            case "highlight" | "mermaid":
                language = "mermaid" if code.name == "mermaid" else code.get("", 0)
                return (m.Fence(language, code.inner.strip("\n"), place),)
            case "math" | "katex" | "latex":
                return (m.Display(code.inner.strip(), place, formula_origin(code)),)
            case "details":
                summary = code.get("summary", 0) or code.get("title")
                head = (m.Styled("strong", self.inlines(summary)),) if summary else ()
                first = (m.Paragraph(head, place),) if head else ()
                attributes = m.Attributes(classes=("details",))
                return (m.Division(attributes, (*first, *node.children), place),)
            case "quote":
                source = code.get("author") or code.get("source") or code.get("", 0)
                tail = (m.Paragraph(read_spans(f"— {source}", place), place),) if source else ()
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
        if len(images) == 1 and own is None:
            own, captions = m.Caption(captions[0], node.place) if captions[0] else None, []
        return (m.Figure(tuple(images), node.place, own, tuple(captions)), *rest)

    def figure(self, code: m.Shortcode) -> m.Block:
        """Return Hugo's `figure`; one that names no image is a box."""
        if lacks(code):
            return m.Failure("the figure names no image", source_of(code), code.place)
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

    # --- inlines -----------------------------------------------------------------------------

    def inline(self, code: m.Shortcode) -> Sequence[m.Inline]:
        """Return what CODE prints within a line."""
        match code.name:
            case "ref" | "relref":
                target = code.get("path", 0)
                return (m.Link(f"relref:{target}", (), code.place),)
            case "math" | "katex" | "latex":
                return (m.Math(code.inner.strip(), code.place, origin=formula_origin(code)),)
            case "highlight":
                return (m.Code(code.inner.strip(), code.place),)
            case "youtube" | "vimeo" | "gist" | "tweet" | "x" | "instagram":
                return (m.Link(embedded(code), (), code.place),)
            case "qr":
                return (m.Link(code.get("text", 0), (), code.place),)
            case name if WEB_ONLY.match(name) or name in PAIRED or name in VOID:
                return ()
        if code.role != "close":
            message = f"the shortcode {code.name} is not known"
            hint = did_you_mean(code.name, NAMES)
            self.diagnostics.report("shortcode-unknown", message, code.place, hint)
        return ()


def formula_origin(code: m.Shortcode) -> m.Origin:
    """Return where the formula in CODE begins, whose opening tag is written with no argument."""
    before = code.inner[: len(code.inner) - len(code.inner.lstrip())]
    place = code.place
    if "\n" in before:
        column = len(before) - before.rfind("\n")
        return m.Origin(Place(place.file, place.line + before.count("\n"), column))
    tag = len("{{<  >}}") + len(code.name)
    return m.Origin(Place(place.file, place.line, place.column + tag + len(before)))


def embedded(code: m.Shortcode) -> str:
    """Return the address of what CODE embeds on the web."""
    first, second = code.get("user", 0) or code.get("id", 0), code.get("id", 1)
    match code.name:
        case "youtube":
            return f"https://www.youtube.com/watch?v={code.get('id', 0)}"
        case "vimeo":
            return f"https://vimeo.com/{code.get('id', 0)}"
        case "instagram":
            return f"https://www.instagram.com/p/{code.get('id', 0)}/"
        case "gist":
            return f"https://gist.github.com/{first}/{second}"
        case _:
            return f"https://x.com/{first}/status/{second}"
