r"""Pseudocode fences: the `algorithm` wrapper, its caption and label, and the body within.

Reads what pseudocode.js and LaTeX read (docs/format.md, section 5): `\begin{algorithm}[H]`,
`\caption`, `\label` and a size are optional, and so is `\begin{algorithmic}[1]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Place, Severity, diagnostic
from scidraft_tex.recognise.pseudocode_body import read_body
from scidraft_tex.recognise.pseudocode_commands import SIZES
from scidraft_tex.recognise.pseudocode_tokens import Token, tokens
from scidraft_tex.walk import plain_text

_BEGIN = re.compile(
    r"\\begin\s*\{(?P<name>algorithm|algorithmic)\*?\}[ \t]*(?:\[(?P<option>[^\]\n]*)\])?"
)
_END = re.compile(r"\\end\s*\{(?P<name>algorithm|algorithmic)\*?\}")
_ARGUMENT = re.compile(r"\\(?P<name>caption|label)\*?\s*(?:\[(?P<short>[^\]]*)\]\s*)?(?=\{)")
_SIZE = re.compile(rf"\\(?P<size>{'|'.join(sorted(SIZES))})(?![A-Za-z])[ \t]*")
_CENTERING = re.compile(r"\\centering(?![A-Za-z])[ \t]*")
_STYLES: dict[str, m.InlineStyle] = {
    "textbf": "strong",
    "textit": "emph",
    "emph": "emph",
    "textsc": "small-caps",
    "underline": "underline",
}


def parse_pseudocode(text: str, place: Place) -> tuple[m.Algorithm | None, list[Diagnostic]]:
    """Return the pseudocode TEXT of the fence at PLACE, and what is wrong with it.

    What is wrong is mended so that TeX gets through. None for a fence with nothing in it to print.
    """
    wrapper = _Wrapper(text, place)
    found = wrapper.take()
    lines = wrapper.text.split("\n")
    offset = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    source = "\n".join(lines[offset:]).rstrip()
    body = read_body(source, Place(place.file, place.line + offset, place.column))
    diagnostics = [*wrapper.diagnostics, *body.diagnostics]
    if body.empty:
        message = "the pseudocode is empty"
        return None, [*diagnostics, diagnostic("algorithm-syntax", message, place=place)]
    algorithm = m.Algorithm(
        body=body.tex,
        place=place,
        caption=found.caption,
        lines=found.lines,
        size=found.size,
        offset=offset,
        formulas=body.formulas,
    )
    return algorithm, diagnostics


@dataclass(frozen=True, slots=True)
class _Found:
    caption: m.Caption | None
    lines: int
    size: str


class _Wrapper:
    """Takes the wrapper out of a fence's text, leaving spaces, so that lines stay."""

    def __init__(self, text: str, place: Place) -> None:
        self.text = text
        self.place = place
        self.diagnostics: list[Diagnostic] = []

    def take(self) -> _Found:
        """Take environments, caption, label and size; what remains in `text` is the body."""
        begun = {found["name"]: found for found in _BEGIN.finditer(self.text)}
        ended = {found["name"]: found for found in _END.finditer(self.text)}
        for name in begun.keys() ^ ended.keys():
            self._report_half(name, begun.get(name) or ended[name], opened=name in begun)
        for found in (*_BEGIN.finditer(self.text), *_END.finditer(self.text)):
            self._blank(found.start(), found.end())
        caption = self._argument("caption") if "algorithm" in begun else None
        label = self._argument("label") if "algorithm" in begun else None
        if "algorithm" in begun.keys() & ended.keys() and caption is None:
            self._report_bare(begun["algorithm"].start())
        head = self._head_end()
        size = _SIZE.search(self.text, 0, head)
        if size:
            self._blank(*size.span())
        centering = _CENTERING.search(self.text, 0, head)
        if centering:
            self._blank(*centering.span())
        lines = _step(begun["algorithmic"]["option"]) if "algorithmic" in begun else 1
        return _Found(_caption(caption, label, self.place), lines, size["size"] if size else "")

    def _head_end(self) -> int:
        """Return where the first printing thing stands: sizes after it belong to the text."""
        for found in re.finditer(r"\S+", self.text):
            word = found.group()
            if not (_SIZE.match(word) or _CENTERING.match(word)):
                return found.start()
        return len(self.text)

    def _argument(self, name: str) -> Token | None:
        r"""Take the first `\caption{…}` or `\label{…}`; return its content as a token."""
        for found in _ARGUMENT.finditer(self.text):
            if found["name"] != name:
                continue
            start = found.end() + 1
            end = _closing(self.text, start)
            if end < 0:
                self._report(found.start(), f"the brace that \\{name} opens is never closed")
                end = self.text.find("\n", start)
                end = len(self.text) if end < 0 else end
            content = self.text[start:end]
            line, column = self._position(start)
            self._blank(found.start(), min(end + 1, len(self.text)))
            return Token("text", content, line, column)
        return None

    def _blank(self, start: int, end: int) -> None:
        piece = re.sub(r"[^\n]", " ", self.text[start:end])
        self.text = self.text[:start] + piece + self.text[end:]

    def _position(self, index: int) -> tuple[int, int]:
        before = self.text[:index]
        return before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1

    def _report_half(self, name: str, found: re.Match[str], *, opened: bool) -> None:
        state = "begins and never ends" if opened else "ends and never begins"
        self._report(found.start(), f"the {name} environment {state}")

    def _report_bare(self, index: int) -> None:
        """Report the wrapper at INDEX, which has no caption and so no number."""
        message = r"\begin{algorithm} has no \caption, and so the algorithm no number"
        hint = r"add \caption{…}, or take \begin{algorithm} and its \end out"
        place, code = self._place(index), "algorithm-syntax"
        item = diagnostic(code, message, place=place, hint=hint, severity=Severity.WARNING)
        self.diagnostics.append(item)

    def _report(self, index: int, message: str) -> None:
        place = self._place(index)
        self.diagnostics.append(diagnostic("algorithm-syntax", message, place=place))

    def _place(self, index: int) -> Place:
        """Return where the character at INDEX of the text stands in the note."""
        line, column = self._position(index)
        return Place(self.place.file, self.place.line + line, self.place.column - 1 + column)


def _step(option: str | None) -> int:
    """Return the step of line numbers that `algorithmic` is given; 0 for none."""
    return int(option) if option and option.strip().isdecimal() else 0


def _closing(text: str, start: int) -> int:
    """Return the index of the brace that closes what begins at START, or -1."""
    depth = 1
    for found in re.finditer(r"\\.|[{}]", text[start:], re.DOTALL):
        depth += (found.group() == "{") - (found.group() == "}")
        if not depth:
            return start + found.start()
    return -1


# --- the caption -----------------------------------------------------------------------------


def _caption(caption: Token | None, label: Token | None, place: Place) -> m.Caption | None:
    """Return the caption, with the label that stands beside it or within it."""
    if caption is None and label is None:
        return None
    text = caption.text if caption else ""
    inner = re.search(r"\\label\s*\{([^{}]*)\}", text)
    name = label.text if label else inner[1] if inner else ""
    text = re.sub(r"\s*\\label\s*\{[^{}]*\}", "", text)
    where = place
    if caption:
        where = Place(place.file, place.line + caption.line, place.column - 1 + caption.column)
    children = _merged(_inlines(list(tokens(text.strip())), where))
    return m.Caption(tuple(children), where, name.strip())


def _inlines(stream: list[Token], place: Place) -> Iterator[m.Inline]:
    """Yield what a LaTeX caption says; of an unknown command its argument is left."""
    index = 0
    while index < len(stream):
        token = stream[index]
        index += 1
        if token.kind == "command":
            group, after = _group(stream, index)
            yield from _styled(token.text, group, place)
            index = after
        elif token.kind == "math":
            column = place.column - 1 + token.column + token.mark
            first = Place(place.file, place.line + token.line - 1, column)
            yield m.Math(token.text.strip(), place, origin=m.Origin(first))
        elif token.kind in {"newline", "space"}:
            yield m.Text(" ")
        elif token.kind == "escape":
            yield m.Text(_ESCAPES.get(token.text, token.text[1:]))
        elif token.kind == "text":
            yield m.Text(_typographic(token.text))


_ESCAPES = {r"\\": " ", r"\,": "\u2009", r"\ ": " ", r"\-": "\u00ad", r"\(": "", r"\)": ""}


def _styled(name: str, group: list[Token], place: Place) -> Iterator[m.Inline]:
    children = tuple(_merged(_inlines(group, place)))
    source = "".join(token.source for token in group)
    if name in _STYLES:
        yield m.Styled(_STYLES[name], children)
    elif name == "texttt":
        yield m.Code(plain_text(children), place)
    elif name in {"cite", "citep", "citet"}:
        keys = tuple(key.strip() for key in source.split(",") if key.strip())
        yield m.Citation(
            "citep" if name == "citep" else "citet" if name == "citet" else "cite", keys, place
        )
    elif name in {"ref", "eqref"}:
        yield m.Reference(source, place, "eqref" if name == "eqref" else "ref")
    else:
        yield from children


def _group(stream: list[Token], start: int) -> tuple[list[Token], int]:
    """Return the tokens of the group that begins at START, and the index after it."""
    if start >= len(stream) or stream[start].kind != "open":
        return [], start
    depth = 0
    for index in range(start, len(stream)):
        depth += (stream[index].kind == "open") - (stream[index].kind == "close")
        if not depth:
            return stream[start + 1 : index], index + 1
    return stream[start + 1 :], len(stream)


def _typographic(text: str) -> str:
    for source, printed in (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("~", "\u00a0")):
        text = text.replace(source, printed)
    return text


def _merged(nodes: Iterator[m.Inline]) -> Iterator[m.Inline]:
    """Yield NODES with neighbouring texts as one and their spaces as one."""
    text = ""
    for node in nodes:
        if isinstance(node, m.Text):
            text += node.text
            continue
        if text:
            yield m.Text(re.sub(r"[ \t\n]+", " ", text))
        text = ""
        yield node
    if text:
        yield m.Text(re.sub(r"[ \t\n]+", " ", text))
