r"""What a preamble defines and nobody uses is left out: what is left is what the paper needs.

Templates hold every definition that a paper may need, in the order in which they must stand. Here a
text of LaTeX is cut into statements, and the definitions among them that neither the paper nor
another definition that is kept uses are dropped, with the comments over them.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

__all__ = ["needed", "used_names"]

_COMMAND = re.compile(r"\\(?:[A-Za-z@]+|[^A-Za-z@\s])")
_ENVIRONMENT = re.compile(r"\\begin\{(\w+)\*?\}")
_COLUMN = re.compile(r"([LCR])\{[\d.]+pt\}")
_COLOUR = re.compile(r"[{!=,\]]([a-z]+)[}!,]")
_NAMING = (
    "newcommand renewcommand providecommand DeclareRobustCommand DeclareMathOperator newlength "
    "newsavebox algnewcommand algrenewcommand DeclareMathAlphabet DeclareMathSymbol formulaams "
    "formulamacro"
)
_DEFINERS = (
    r"(?:\\protected|\\long|\\global)*\\[gex]?def\s*(?P<def>\\[A-Za-z@]+|\\.)",
    rf"\\(?:{'|'.join(_NAMING.split())})\*?\s*\{{?(?P<command>\\[A-Za-z@]+|\\.)",
    r"\\let\s*(?P<let>\\[A-Za-z@]+|\\.)",
    r"\\(?:re)?newenvironment\*?\{(?P<environment>\w+)\*?\}",
    r"\\NewDocumentEnvironment\{(?P<document>\w+)\*?\}",
    r"\\newcolumntype\{?(?P<column>[A-Z])\}?",
    r"\\definecolor\{(?P<colour>\w+)\}",
    r"\\algdef\{\w+\}\[\w+\]\{(?P<algorithmic>\w+)\}",
)
_DEFINITION = re.compile("|".join(_DEFINERS))


@dataclass(frozen=True, slots=True)
class _Statement:
    """Lines that belong together: comments, then a definition of `name`, or anything else.

    `again` tells that it changes what is there already.
    """

    text: str
    name: str = ""
    again: bool = False


def used_names(text: str) -> frozenset[str]:
    r"""Return what TEXT uses: commands, and environments, columns and colours by their names.

    >>> sorted(used_names(r"\begin{figure*}x\end{figure*}"))
    ['\\begin', '\\end', 'figure']
    """
    code = _without_comments(text)
    return frozenset({
        *_COMMAND.findall(code),
        *_ENVIRONMENT.findall(code),
        *(f"column {name}" for name in _COLUMN.findall(code)),
        *(f"colour {name}" for name in _COLOUR.findall(code)),
    })  # fmt: skip


def needed(preamble: str, used: Iterable[str]) -> str:
    """Return PREAMBLE without the definitions that neither USED nor the rest of it needs."""
    found = list(_statements(preamble))
    own = {one.name for one in found if one.name and not one.again}
    statements = [one if one.name in own else replace(one, name="") for one in found]
    names = set(used)
    for statement in statements:
        if not statement.name:
            names |= used_names(statement.text)
    pending = [one for one in statements if one.name]
    while taken := [one for one in pending if one.name in names]:
        for one in taken:
            names |= used_names(one.text)
        pending = [one for one in pending if one not in taken]
    kept = [one.text for one in statements if not one.name or one.name in names]
    return _tidy(kept)


def _without_comments(text: str) -> str:
    return re.sub(r"(?<!\\)%.*", "", text)


def _statements(text: str) -> Iterable[_Statement]:
    """Yield the statements of TEXT; a definition goes on in lines that are indented."""
    comments: list[str] = []
    lines = deque(text.split("\n"))
    while lines:
        line = lines.popleft()
        if line.startswith("%") and not line.startswith("% ---"):
            comments.append(line)
            continue
        found = _DEFINITION.match(line)
        whole = [line]
        while found and lines and (_open(whole) or lines[0].startswith(" ")):
            whole.append(lines.popleft())
        name = _name(found) if found else ""
        yield _Statement("\n".join([*comments, *whole]), name, line.startswith("\\renew"))
        comments = []
    if comments:
        yield _Statement("\n".join(comments))


def _open(lines: Sequence[str]) -> bool:
    """Tell whether braces that LINES open are closed in none of them."""
    code = re.sub(r"\\[\\{}%]", "", "\n".join(lines))
    code = _without_comments(code)
    return code.count("{") > code.count("}")


def _name(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    name = found[kind]
    match kind:
        case "column" | "colour":
            return f"{kind} {name}"
        case "algorithmic":
            return f"\\{name}"
        case _:
            return str(name)


def _tidy(parts: Sequence[str]) -> str:
    r"""Join PARTS; headings and pairs of `\makeatletter` with nothing in them go."""
    text = "\n".join(parts)
    text = re.sub(r"\\makeatletter\n(?:\s*\n)*\\makeatother\n", "", text)
    while True:
        shorter = re.sub(r"(?m)^% ---.*\n(?=\s*(?:^% ---|\Z))", "", text)
        shorter = re.sub(r"\n{3,}", "\n\n", shorter)
        if shorter == text:
            return text.strip("\n") + "\n"
        text = shorter
