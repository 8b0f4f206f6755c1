"""What a piece counts, names and cites: what a box in its place has to do, too.

Then no number changes elsewhere, and every reference finds what it is meant for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from scidraft_tex import model as m
from scidraft_tex.isolation.nodes import Node, children

__all__ = ["CAPTIONED", "cited_in", "numbers_of"]

CAPTIONED: Mapping[type, Literal["figure", "table", "listing", "algorithm"]] = {
    m.Figure: "figure",
    m.Diagram: "figure",
    m.Table: "table",
    m.Listing: "listing",
    m.Tree: "listing",
    m.Algorithm: "algorithm",
}
"""Whose captions have numbers, and by which counter."""

Numbers = Callable[[m.Display], Iterable[m.Number]]


def numbers_of(nodes: Iterable[Node], displays: Numbers) -> Iterator[m.Number]:
    """Yield what NODES count, in reading order; DISPLAYS knows the numbers of a display."""
    for node in nodes:
        match node:
            case m.Display():
                yield from displays(node)
            case m.Failure():
                yield from node.numbers
                if node.caption:
                    yield m.Number(node.captioned, _labels(node.caption.label))
            case m.Heading():
                counter = "heading" if node.numbered else ""
                yield m.Number(counter, _labels(node.identifier), level=node.level)
            case m.Result():
                name = node.kind.environment if node.kind.numbered else ""
                yield m.Number("result" if name else "", _labels(node.label), name=name)
            case m.Footnote():
                yield m.Number("footnote")
            case m.Anchor():
                yield m.Number("", _labels(node.label))
            case m.Span() | m.Division():
                yield m.Number("", _labels(node.attributes.identifier))
            case m.Table() | m.Figure() | m.Diagram() | m.Listing() | m.Tree() | m.Algorithm():
                if node.caption:
                    yield m.Number(CAPTIONED[type(node)], _labels(node.caption.label))
            case m.Glossary():
                for term in node.terms:
                    yield m.Number("", _labels(term.label))
            case _:
                pass
        yield from numbers_of(_counting(node), displays)


def cited_in(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the entries of lists of references that NODES cite, in reading order."""
    for node in nodes:
        if isinstance(node, m.Citation):
            yield from filter(None, node.entries)
        elif isinstance(node, m.Failure):
            yield from node.cited
        yield from cited_in(children(node))


def _counting(node: Node) -> Iterator[Node]:
    """Yield what within NODE may count: the notes of tables and captions have letters."""
    held = isinstance(node, m.Table | m.Figure | m.Diagram | m.Listing | m.Tree | m.Algorithm)
    return (
        one for one in children(node) if not (held or isinstance(node, m.Failure)) or _places(one)
    )


def _places(node: Node) -> bool:
    return isinstance(node, m.Anchor | m.Span)


def _labels(label: str) -> tuple[str, ...]:
    return (label,) if label else ()
