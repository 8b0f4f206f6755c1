r"""Code as coloured pieces: Pygments' tokens in a few classes, line by line.

Pygments has some eighty kinds of token; print tells seven apart. Each class is a macro of the
frame's `blocks.tex` (`\codekey`, `\codestr` …), so the palette is the profile's and not the
note's.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from pygments.lexer import Lexer
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.token import Token, _TokenType, is_token_subtype
from pygments.util import ClassNotFound

TokenClass: TypeAlias = Literal["", "key", "str", "com", "num", "fun", "bui", "err"]
"""Keyword, string, comment, number, defined name, built-in name, what is wrong or removed."""


class Piece(NamedTuple):
    """Characters of one class within a line."""

    kind: TokenClass
    text: str


CodeLine: TypeAlias = tuple[Piece, ...]

_CLASSES: tuple[tuple[_TokenType, TokenClass], ...] = (
    (Token.Comment.Preproc, "key"),
    (Token.Comment.PreprocFile, "str"),
    (Token.Comment, "com"),
    (Token.Keyword.Type, "bui"),
    (Token.Keyword, "key"),
    (Token.Operator.Word, "key"),
    (Token.Literal.Number, "num"),
    (Token.Literal.Date, "num"),
    (Token.Literal.String, "str"),
    (Token.Name.Builtin, "bui"),
    (Token.Name.Exception, "bui"),
    (Token.Name.Function, "fun"),
    (Token.Name.Class, "fun"),
    (Token.Name.Decorator, "fun"),
    (Token.Name.Attribute, "fun"),
    (Token.Name.Tag, "key"),
    (Token.Generic.Heading, "key"),
    (Token.Generic.Subheading, "key"),
    (Token.Generic.Prompt, "com"),
    (Token.Generic.Inserted, "str"),
    (Token.Generic.Deleted, "err"),
    (Token.Generic.Traceback, "err"),
)

_PLAIN = frozenset({"", "text", "txt", "plain", "plaintext", "none", "output", "nohighlight"})
_OTHER_NAMES = {
    "golang": "go",
    "shell": "bash",
    "sh": "bash",
    "zsh": "bash",
    "jsonc": "json",
    "json5": "json",
    "vue": "html",
    "svelte": "html",
    "plist": "xml",
    "proto": "protobuf",
    "math": "latex",
}


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    name = language.lower()
    if name in _PLAIN:
        return None
    for candidate in (name, _OTHER_NAMES.get(name, "")):
        try:
            return get_lexer_by_name(candidate, stripnl=False)
        except ClassNotFound:
            continue
    return None


@cache
def language_names() -> frozenset[str]:
    """Return the names by which a fence may call a language."""
    aliases = (alias for _, names, _, _ in get_all_lexers() for alias in names)
    return frozenset((*aliases, *_PLAIN, *_OTHER_NAMES)) - {""}


def known_language(language: str) -> bool:
    """Tell whether LANGUAGE is one that is highlighted, or a name for plain text."""
    return language.lower() in _PLAIN or _lexer(language) is not None


def highlight(text: str, language: str) -> tuple[CodeLine, ...]:
    """Return the lines of TEXT in classes; a language that is not known has but one."""
    lexer = _lexer(language)
    if lexer is None:
        return tuple((Piece("", line),) if line else () for line in text.split("\n"))
    lines: list[list[Piece]] = [[]]
    for token, value in lexer.get_tokens(text):
        kind = token_class(token)
        for number, part in enumerate(value.split("\n")):
            if number:
                lines.append([])
            if part:
                _append(lines[-1], Piece(kind if part.strip() else "", part))
    if not text.endswith("\n") and not lines[-1]:
        lines.pop()  # the line end that lexers add
    return tuple(map(tuple, lines))


def _append(line: list[Piece], piece: Piece) -> None:
    if line and line[-1].kind == piece.kind:
        line[-1] = Piece(piece.kind, line[-1].text + piece.text)
    else:
        line.append(piece)


@lru_cache(maxsize=256)
def token_class(token: _TokenType) -> TokenClass:
    """Return the class of Pygments' TOKEN: that of its nearest ancestor that has one."""
    for ancestor, kind in _CLASSES:
        if is_token_subtype(token, ancestor):
            return kind
    return ""
