"""What in pseudocode builds lines and blocks, and which braces belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scidraft_tex.recognise.pseudocode_commands import STRUCTURE, find, misspelt
from scidraft_tex.recognise.pseudocode_tokens import Token

__all__ = ["brace_pairs", "family", "is_statement", "meant_by", "structural"]


def structural(token: Token) -> bool:
    """Tell whether TOKEN is a command that builds lines."""
    command = find(token.text) if token.kind == "command" else None
    return command is not None and command.role in STRUCTURE


def is_statement(token: Token) -> bool:
    r"""Tell whether TOKEN is a word that begins a line, such as `\Return`."""
    command = find(token.text) if token.kind == "command" else None
    return command is not None and command.role == "statement"


def meant_by(token: Token) -> Token:
    """Return TOKEN, a misspelt command as the one that was meant."""
    meant = misspelt(token.text) if token.kind == "command" else ()
    return replace(token, text=meant[0]) if meant else token


def brace_pairs(stream: Sequence[Token]) -> dict[int, int]:
    """Return for each opening brace that is closed the index of the one that closes it.

    A pair holds no command that builds lines: what is open when one comes was never closed.
    """
    found: dict[int, int] = {}
    waiting: list[int] = []
    for index, token in enumerate(stream):
        if token.kind == "open":
            waiting.append(index)
        elif token.kind == "close" and waiting:
            found[waiting.pop()] = index
        elif structural(token):
            waiting.clear()
    return found


def family(block: str) -> str:
    r"""Return the name of BLOCK's kind: `\EndFor` ends every loop that begins with "for"."""
    return "For" if block in {"ForAll", "ForEach"} else block
