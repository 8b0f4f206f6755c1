r"""LaTeX commands that mean something in prose: `\cite`, `\ref`, `\label`, `\index`, `\textbf`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, cast

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.read.citation import citation, option
from scidraft_tex.read.index_command import index_mark
from scidraft_tex.read.masks import Mask

_COMMAND = re.compile(rf"\\(?P<name>\w+)(?P<options>{option()}*)\{{(?P<body>.*)\}}", re.DOTALL)
_STYLES: dict[str, m.InlineStyle] = {
    "textbf": "strong",
    "textit": "emph",
    "emph": "emph",
    "texttt": "code",
    "textsc": "small-caps",
    "underline": "underline",
    "textsuperscript": "sup",
}


def command(mask: Mask, said: Diagnostics) -> m.Inline:
    r"""Return the node of a masked command: `\cite`, `\ref`, `\label`, `\index` and kin.

    What cannot be used of one is told to SAID.
    """
    found = _COMMAND.fullmatch(mask.text)
    if found is None:
        return m.Text(mask.source)
    name, body = found["name"], found["body"].strip()
    if name.startswith("cite"):
        return citation(name, found["options"], body, mask.place)
    if name == "label":
        return m.Anchor(body)
    if name == "index":
        return index_mark(body, mask.place, said)
    kind = name if name in {"eqref", "pageref"} else "ref"
    return m.Reference(body, mask.place, cast("Literal['ref', 'eqref', 'pageref']", kind))


class StyleOpen(m.Text):
    r"""The opening of `\textbf{`, until its end is found; its text is the source."""

    __slots__ = ("name",)

    name: str

    def __init__(self, name: str, source: str) -> None:
        """Remember NAME, the command's."""
        super().__init__(source)
        object.__setattr__(self, "name", name)


class StyleClose(m.Text):
    """The end of a styled piece."""

    __slots__ = ()

    def __init__(self) -> None:
        """Be a brace, should its opening be missing."""
        super().__init__("}")


def close_styles(nodes: Iterable[m.Inline]) -> list[m.Inline]:
    r"""Return NODES with each run between the two ends of a `\textbf{…}` as one styled node."""
    done: list[m.Inline] = []
    opened: list[tuple[int, str]] = []
    for node in nodes:
        if isinstance(node, StyleOpen):
            opened.append((len(done), node.name))
            done.append(m.Text(node.text))
        elif isinstance(node, StyleClose) and opened:
            start, name = opened.pop()
            children = tuple(done[start + 1 :])
            done[start:] = [m.Styled(_STYLES[name], children)]
        else:
            done.append(m.Text(node.text) if isinstance(node, StyleClose) else node)
    return done
