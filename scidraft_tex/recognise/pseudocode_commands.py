r"""The commands of pseudocode in every spelling, and algorithmicx's name for each.

The site's pseudocode.js reads commands in any case (`\STATE`, `\State`); the older `algorithmic`
package writes them in capitals. Print uses algorithmicx's algpseudocode, and what it lacks
(`\Input`, `\ForEach`, `\algword`) is defined in the frame's `blocks.tex`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from scidraft_tex.spelling import near

Role: TypeAlias = Literal["line", "open", "middle", "close", "word", "statement", "comment", "call"]


@dataclass(frozen=True, slots=True)
class Command:
    r"""A command: its role, its name in print, its arguments, the block it opens or closes.

    Roles: `line` starts a line (`\State`); `open`, `middle` and `close` build blocks; `word` prints
    a word within a line; `statement` is a word that starts a line where none is open (`\Return`);
    `comment` and `call` are algorithmicx's own commands within a line.
    """

    role: Role
    name: str
    arguments: int = 0
    block: str = ""

    @property
    def tex(self) -> str:
        """The command as LaTeX."""
        return f"\\algword{{{self.name}}}" if self.role == "word" else f"\\{self.name}"

    @property
    def keyword(self) -> str:
        """A statement as LaTeX."""
        return r"\Return" if self.name == "Return" else f"\\algword{{{self.name.lower()}}}"


BLOCKS = {"If": 1, "For": 1, "ForAll": 1, "ForEach": 1, "While": 1, "Loop": 0, "Repeat": 0}
ROUTINES = {"Function": 2, "Procedure": 2}

CLOSERS = {
    **{name: f"End{name}" for name in (*BLOCKS, *ROUTINES)},
    "ForAll": "EndFor",
    "ForEach": "EndFor",
    "Repeat": "Until",
}
"""Block by block, the command that ends it."""


def _table() -> dict[str, Command]:
    table: dict[str, Command] = {}
    for name in ("State", "Statex", "Require", "Ensure", "Input", "Output"):
        table[name] = Command("line", name)
    for name, count in {**BLOCKS, **ROUTINES}.items():
        table[name] = Command("open", name, count, name)
        if name != "Repeat":
            table[f"End{name}"] = Command("close", CLOSERS[name], 0, name)
    table["Until"] = Command("close", "Until", 1, "Repeat")
    for name in ("ElsIf", "ElseIf", "Elif", "Elseif"):
        table[name] = Command("middle", "ElsIf", 1, "If")
    table["Else"] = Command("middle", "Else", 0, "If")
    for name in ("Return", "Print", "Break", "Continue"):
        table[name] = Command("statement", name)
    for name in ("And", "Or", "Xor", "Not", "True", "False", "To", "DownTo", "UpTo", "Mod"):
        table[name] = Command("word", name.lower())
    table["DownTo"] = Command("word", "down to")
    table["UpTo"] = Command("word", "to")
    table["Comment"] = Command("comment", "Comment", 1)
    table["Call"] = Command("call", "Call", 2)
    return table


_BY_SPELLING = {name.lower(): command for name, command in _table().items()}


def find(name: str) -> Command | None:
    """Return the command of NAME (no backslash, letters in any case), or None."""
    return _BY_SPELLING.get(name.lower())


def misspelt(name: str) -> tuple[str, ...]:
    """Return the commands that NAME was probably meant for, likeliest first; none if it is TeX's.

    Only what begins with a capital letter is: pseudocode's commands are written so.
    """
    if not name[:1].isupper() or name in LETTERS or find(name):
        return ()
    known = {command.name for command in _BY_SPELLING.values() if command.role != "word"}
    return near(name, known, most=2, likeness=0.75)


LETTERS = frozenset(
    {
        *("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi"),
        *("Omega", "Large", "LARGE", "Huge", "Alph", "Roman"),
    }
)
"""Commands of TeX that begin with a capital letter and may look like pseudocode's."""

STRUCTURE = frozenset({"line", "open", "middle", "close"})
"""The roles of commands that build lines; neither a formula nor a brace reaches over one."""

LINE_COMMANDS = frozenset(
    name for name, command in _BY_SPELLING.items() if command.role in STRUCTURE
)
"""The commands of these roles, in lower case."""

RAW_ARGUMENTS = frozenset(
    {
        *("label", "ref", "eqref", "pageref", "autoref", "cref", "hyperref"),
        *("cite", "citep", "citet", "hspace", "vspace", "url", "color", "rule", "phantom"),
        *("fontsize", "fontfamily", "includegraphics", "begin", "end"),
    }
)
"""Commands whose first argument is no text: nothing in it is escaped."""

DECLARATIONS = frozenset(
    {
        *(
            "algrenewcommand",
            "algnewcommand",
            "renewcommand",
            "newcommand",
            "algsetup",
            "setlength",
        ),
        *("setcounter", "algblock", "algloop", "algdef", "algtext", "providecommand"),
        *("vspace", "smallskip", "medskip", "bigskip"),
    }
)
"""Commands that print nothing: they start no line, and the rest of their line is left as it is."""

SIZES = frozenset({"tiny", "scriptsize", "footnotesize", "small", "normalsize", "large", "Large"})
"""The sizes that may stand before `algorithmic`."""
