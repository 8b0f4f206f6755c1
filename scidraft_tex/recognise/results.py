"""Results: run-ins such as **Theorem (name).** and divisions with the class of a kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.kinds import Kind, Style, by_key, by_name
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.recognise.statements import is_end_mark, statement_end
from scidraft_tex.spelling import did_you_mean
from scidraft_tex.walk import plain_text

_NUMBER = re.compile(r"\s*(?P<number>\d+(?:\.\d+)*[a-z]?|[A-Z](?:\.\d+)+)(?=[\s.:(（]|$)")
_HANDOUT_KEYS = frozenset({"points", "time", "space", "withhold"})
_STOPS = (".", ":", "。", "：", "．")
_BRACKETS = {"(": ")", "（": "）"}


@dataclass(frozen=True, slots=True)
class RunIn:
    """A run-in that starts a result: kind, hand number, name, the rest of its paragraph."""

    kind: Kind
    number: str
    name: tuple[m.Inline, ...]
    rest: tuple[m.Inline, ...]


class Results:
    """Finds results of KINDS among blocks; a class that is nearly one is reported."""

    def __init__(self, kinds: Sequence[Kind], diagnostics: Diagnostics) -> None:
        """Know KINDS by name and by class."""
        self.diagnostics = diagnostics
        self.names = dict(by_name(kinds))
        self.keys = dict(by_key(kinds))
        self.classes = {name.lower(): kind for name, kind in self.names.items()} | self.keys

    def recognise(self, blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
        """Return BLOCKS with each result as one `Result`; end marks are used up."""
        done: list[m.Block] = []
        index = 0
        while index < len(blocks):
            block = blocks[index]
            result = self.starts(block)
            if result is None:
                if not is_end_mark(block):
                    done.append(self.inside(block))
                index += 1
            elif isinstance(block, m.Division) and block.fenced:
                inside = self.recognise(result.children)
                done.append(replace(result, children=inside, closed=True))
                index += 1
            else:
                own = result.children or (m.Paragraph((), block.place),)
                statement = [*blocks[:index], own[-1], *blocks[index + 1 :]]
                end = statement_end(result.kind, statement, index, self.is_end)
                joined = tuple(self.inside(b) for b in blocks[index + 1 : end])
                closed = end < len(blocks) and is_end_mark(blocks[end])
                children = (*result.children, *joined)
                done.append(replace(result, children=children, closed=closed))
                index = end
        return link_proofs(done)

    def inside(self, block: m.Block) -> m.Block:
        """Return BLOCK with the results inside it recognised."""
        match block:
            case m.Division():
                self.check(block)
                return replace(block, children=self.recognise(block.children))
            case m.Quote():
                return replace(block, children=self.recognise(block.children))
            case m.BulletList() | m.OrderedList():
                items = tuple(
                    replace(item, children=self.recognise(item.children)) for item in block.items
                )
                return replace(block, items=items)
            case _:
                return block

    def check(self, block: m.Division) -> None:
        """Report a class of BLOCK that looks like a kind's."""
        for name in block.attributes.classes:
            hint = did_you_mean(name, self.keys, likeness=0.8)
            if hint:
                message = f"{name} is no kind of result"
                self.diagnostics.report("kind-unknown", message, block.place, hint)

    def is_end(self, block: m.Block) -> bool:
        """Tell whether BLOCK ends any statement before it (rule 1)."""
        return (
            isinstance(block, (m.Heading, m.ReferenceList, m.EntryList, m.PrintedIndex, m.Glossary))
            or is_end_mark(block)
            or self.starts(block) is not None
        )

    def starts(self, block: m.Block) -> m.Result | None:
        """Return the result that BLOCK begins, holding BLOCK alone, or None."""
        if isinstance(block, m.Paragraph):
            run_in = self.run_in(block.children)
            if run_in is None:
                return None
            first = (replace(block, children=run_in.rest),) if run_in.rest else ()
            return m.Result(run_in.kind, run_in.name, first, block.place, run_in.number)
        if isinstance(block, m.Division):
            return self.division(block) or self.attributed(block)
        return None

    def attributed(self, block: m.Division) -> m.Result | None:
        """Return BLOCK, a run-in with a line of what handouts know beside it, as a result."""
        keys = {key for key, _ in block.attributes.pairs}
        if block.fenced or keys.isdisjoint(_HANDOUT_KEYS) or len(block.children) != 1:
            return None
        result = self.starts(block.children[0])
        if result is None or isinstance(block.children[0], m.Division):
            return None
        own = block.attributes
        return replace(result, label=own.identifier, attributes=own, place=block.place)

    def division(self, block: m.Division) -> m.Result | None:
        """Return BLOCK as a result if it has the class of a kind."""
        kind = next((self.classes[c] for c in block.attributes.classes if c in self.classes), None)
        if kind is None:
            return None
        children, number = block.children, ""
        name: tuple[m.Inline, ...] = ()
        if children and isinstance(children[0], m.Paragraph):
            run_in = self.run_in(children[0].children)
            if run_in and run_in.kind == kind:
                rest = (replace(children[0], children=run_in.rest),) if run_in.rest else ()
                children, number, name = (*rest, *children[1:]), run_in.number, run_in.name
        return m.Result(
            kind,
            name or read_inline(block.attributes.get("name"), block.place),
            children,
            block.place,
            number,
            block.attributes.identifier,
            block.attributes,
        )

    def run_in(self, nodes: Sequence[m.Inline]) -> RunIn | None:
        """Return the run-in that NODES begin with: `**Kind N (name).** …` or `**Kind**. …`."""
        if not nodes or not isinstance(nodes[0], m.Styled) or nodes[0].style != "strong":
            return None
        head = list(nodes[0].children)
        rest = list(nodes[1:])
        if not head or not isinstance(head[0], m.Text):
            return None
        word = self.word_of(head[0].text)
        if not word:
            return None
        head[0] = m.Text(head[0].text[len(word) :])
        if not take_stop(head) and not take_leading_stop(rest):
            return None
        first = plain_text(head[:1])
        found = _NUMBER.match(first)
        head[0] = m.Text(first[found.end() :] if found else first)
        name = bracketed(head)
        if name is None and self.names[word].style is Style.PROOF:
            name = of_what(head)
        if name is None:
            return None
        return RunIn(self.names[word], found["number"] if found else "", name, stripped_left(rest))

    def word_of(self, text: str) -> str:
        """Return the longest name of a kind that TEXT begins with, or ""."""
        names = [n for n in self.names if text.startswith(n) and not text[len(n) :][:1].isalpha()]
        return max(names, key=len, default="")


def take_stop(head: list[m.Inline]) -> bool:
    """Take the full stop or colon off the end of HEAD; tell whether there was one."""
    if not isinstance(head[-1], m.Text):
        return False
    text = head[-1].text.rstrip()
    if not text.endswith(_STOPS):
        return False
    head[-1] = m.Text(text[:-1].rstrip())
    return True


def take_leading_stop(rest: list[m.Inline]) -> bool:
    """Take the full stop or colon off the beginning of REST; tell whether there was one."""
    if not rest or not isinstance(rest[0], m.Text) or not rest[0].text.startswith(_STOPS):
        return False
    rest[0] = m.Text(rest[0].text[1:])
    return True


def bracketed(head: Sequence[m.Inline]) -> tuple[m.Inline, ...] | None:
    """Return what stands between HEAD's parentheses; () for nothing, None for anything else."""
    nodes = [node for node in head if not (isinstance(node, m.Text) and not node.text.strip())]
    if not nodes:
        return ()
    first = nodes[0].text.lstrip() if isinstance(nodes[0], m.Text) else ""
    closing = _BRACKETS.get(first[:1])
    if closing is None:
        return None
    nodes[0] = m.Text(first[1:])
    last = nodes[-1]
    if not isinstance(last, m.Text) or not last.text.rstrip().endswith(closing):
        return None
    nodes[-1] = m.Text(last.text.rstrip()[:-1])
    return tuple(node for node in nodes if not (isinstance(node, m.Text) and not node.text))


def of_what(head: Sequence[m.Inline]) -> tuple[m.Inline, ...] | None:
    """Return HEAD if it says what is proved or solved, `of Theorem 2`, else None."""
    first, *rest = head
    if not isinstance(first, m.Text) or not re.match(r"\s*(?:of|to)\s+\S", plain_text(head)):
        return None
    return (m.Text(first.text.lstrip()), *rest)


def stripped_left(nodes: Sequence[m.Inline]) -> tuple[m.Inline, ...]:
    """Return NODES without white space at their beginning."""
    rest = list(nodes)
    while rest and (
        isinstance(rest[0], (m.SoftBreak, m.LineBreak))
        or (isinstance(rest[0], m.Text) and not rest[0].text.strip())
    ):
        rest.pop(0)
    if rest and isinstance(rest[0], m.Text):
        rest[0] = m.Text(rest[0].text.lstrip())
    return tuple(rest)


def link_proofs(blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS with each proof or solution told which result right before it it belongs to."""
    done: list[m.Block] = []
    for block in blocks:
        if isinstance(block, m.Result) and block.kind.style is Style.PROOF:
            done.append(replace(block, proves=_proved(done)))
        else:
            done.append(block)
    return tuple(done)


def _proved(before: Sequence[m.Block]) -> str:
    """Return the mark of the numbered result that stands right before, hints in between aside."""
    for block in reversed(before):
        if not isinstance(block, m.Result) or block.kind.style is Style.PROOF:
            return ""
        if block.kind.key != "hint":
            return result_mark(block)
    return ""


def result_mark(result: m.Result) -> str:
    """Return what names RESULT within its note: its id, else its place."""
    return result.label or f"{result.place.line}-{result.place.column}"
