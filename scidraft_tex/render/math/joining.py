"""Puts pieces of LaTeX together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["join", "merged_text"]

_WORD_END = re.compile(r"\\[A-Za-z]+\Z")
_TEXT = re.compile(r"\\text\{([^\\{}\x00-\x7f]+)\}")


def join(pieces: Iterable[str]) -> str:
    """Return PIECES in one string.

    A space parts a control word from a letter that it would swallow, and white space stands once:
    what was taken out between two line ends must not leave a blank line.
    """
    done: list[str] = []
    for piece in pieces:
        if not piece or (piece.isspace() and done and done[-1][-1].isspace()):
            continue
        if piece[0].isalpha() and piece[0].isascii() and done and _WORD_END.search(done[-1]):
            done.append(" ")
        done.append(piece)
    return "".join(done)


def merged_text(pieces: Sequence[str]) -> list[str]:
    r"""Return PIECES with each run of single characters in `\text{…}` under one."""
    done: list[str] = []
    for piece in pieces:
        single = _TEXT.fullmatch(piece)
        if single and done and _TEXT.fullmatch(done[-1]):
            done[-1] = f"{done[-1][:-1]}{single[1]}}}"
        else:
            done.append(piece)
    return done
