"""Short strings of Markdown in arguments (captions, definitions), without a call of pandoc."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.kinds import HELD
from scidraft_tex.read.attributes import parse_attributes
from scidraft_tex.read.citation import citation, option

_OWN = rf"\{{(?=[^{{}}]*\b(?:{'|'.join(sorted(HELD))})\b)[^{{}}]*\}}"
"""An attribute list with a class that a handout may withhold."""

_CODE = r"`[^`]+`"
_LINK = r"!?\[[^\]]*\]\([^)\s]+\)"
_HELD = re.compile(
    rf"(?P<plain>{_CODE}|{_LINK})(?P<own>{_OWN})"
    rf"|\[(?P<span>(?>\\.|\$[^$]+\$|{_CODE}|{_LINK}|\[[^\[\]]*\]|[^\[\]])*+)\](?P<list>{_OWN})"
    rf"|<(?P<tag>[a-z][a-z0-9]*)\b(?P<given>[^<>]*\bclass\s*=[^<>]*)>(?P<inner>.*?)</(?P=tag)\s*>",
    re.DOTALL | re.IGNORECASE,
)
"""What a handout may withhold of a line: a span, code or a link with a class, an element."""

_CLASSES = re.compile(r"""\bclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_PIECE = re.compile(
    r"\\\\?\((?P<paren>.+?)\\\\?\)|\$(?P<dollar>[^\s$](?:[^$]*[^\s$])?)\$(?!\d)"
    r"|`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|\*(?P<emph>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|\[(?P<text>[^\]]*)\]\((?P<url>[^)\s]+)\)"
    rf"|\\(?P<cite>cite[pt]?)(?P<options>{option()}{{0,2}})\{{(?P<keys>[^}}]*)\}}",
    re.DOTALL,
)

Reader: TypeAlias = Callable[[str, Place], tuple[m.Inline, ...]]

_OPENING = re.compile(r"""(?<![^\s(\[—–])["'](?=\S)""")


def read_inline(text: str, place: Place | None = None) -> tuple[m.Inline, ...]:
    """Return TEXT with its math, code, emphasis, links and citations as inlines.

    This is for one-line arguments of shortcodes and fences; notes and front matter go through
    pandoc.
    """
    where = place or Place("")
    nodes: list[m.Inline] = []
    last = 0
    for found in _found(text):
        if found.start() > last:
            nodes.append(m.Text(typographic(text[last : found.start()])))
        nodes.append(
            _node(found, where) if found.re is _PIECE else _held(found, where, read_inline)
        )
        last = found.end()
    if last < len(text):
        nodes.append(m.Text(typographic(text[last:])))
    return tuple(nodes)


def read_spans(text: str, place: Place | None = None) -> tuple[m.Inline, ...]:
    """Return TEXT, which is no Markdown, with what a handout may withhold of it as spans."""
    where = place or Place("")
    nodes: list[m.Inline] = []
    last = 0
    for found in _HELD.finditer(text):
        classes = _classes(found)
        if classes:
            nodes += [m.Text(text[last : found.start()])] if found.start() > last else []
            nodes.append(_held(found, where, read_spans))
            last = found.end()
    if last < len(text):
        nodes.append(m.Text(text[last:]))
    return tuple(nodes)


def without_held(text: str, classes: Collection[str]) -> str:
    """Return TEXT, Markdown that is read later, with what has one of CLASSES as dots."""

    def shown(found: re.Match[str]) -> str:
        return found.group() if set(classes).isdisjoint(_classes(found)) else "…"

    return _HELD.sub(shown, text)


def _found(text: str) -> Iterator[re.Match[str]]:
    """Yield what TEXT has of markup, what may be withheld before what else begins there."""
    position = 0
    while True:
        held = next((one for one in _HELD.finditer(text, position) if _classes(one)), None)
        piece = _PIECE.search(text, position)
        if held is not None and (piece is None or held.start() <= piece.start()):
            piece = held
        if piece is None:
            return
        yield piece
        position = piece.end()


def _classes(found: re.Match[str]) -> tuple[str, ...]:
    """Return the classes of FOUND that a handout may withhold."""
    own = found["own"] or found["list"]
    if own:
        names = (parse_attributes(own[1:-1]) or m.NO_ATTRIBUTES).classes
    else:
        given = _CLASSES.search(found["given"])
        names = tuple((given[1] or given[2] or given[3] or "").split()) if given else ()
    return tuple(name for name in names if name in HELD)


def _held(found: re.Match[str], place: Place, read: Reader) -> m.Inline:
    inner = found["plain"] or found["span"] or found["inner"] or ""
    return m.Span(m.Attributes(classes=_classes(found)), read(inner, place))


def typographic(text: str) -> str:
    """Return TEXT with dashes, dots and quotation marks as Goldmark's typographer sets them."""
    for written, sign in (("---", "—"), ("--", "–"), ("...", "…")):
        text = text.replace(written, sign)
    opened = _OPENING.sub(lambda found: "“" if found.group() == '"' else "‘", text)
    return opened.replace('"', "”").replace("'", "’")


def _node(found: re.Match[str], place: Place) -> m.Inline:
    if found["paren"] or found["dollar"]:
        return m.Math(found["paren"] or found["dollar"], place)
    if found["code"]:
        return m.Code(found["code"], place)
    if found["strong"]:
        return m.Styled("strong", read_inline(found["strong"], place))
    if found["emph"]:
        return m.Styled("emph", read_inline(found["emph"], place))
    if found["url"]:
        return m.Link(found["url"], read_inline(found["text"], place), place)
    return citation(found["cite"], found["options"], found["keys"], place)
