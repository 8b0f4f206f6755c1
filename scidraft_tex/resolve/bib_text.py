r"""Field text of a `.bib` file made safe for LaTeX: what cannot be meant as LaTeX is not passed on.

A field is read as math, URLs and text. Text keeps the commands of `bib_commands`, accents become
Unicode (as biber would make them, so that a scan for missing glyphs sees what TeX will), and what
is left of `%`, `&`, `#`, `_`, `^` and `$` is escaped. The result has matching braces, whether
they are counted as BibTeX does or as TeX does.
"""

from __future__ import annotations

import re
import unicodedata

from scidraft_tex.resolve import bib_commands as known
from scidraft_tex.resolve.bib_identifiers import clean_url, entities_decoded

__all__ = ["clean_text"]

_SIMPLE = re.compile(r"[A-Za-z0-9 .,:;()'/+?!=*-]*")
_TAG = re.compile(
    r"</?(i|em|b|strong|sub|sup|scp|span|br|p|mml:\w+|jats:\w+)\b[^<>]*>", re.IGNORECASE
)
_TAG_COMMAND = {"i": "emph", "em": "emph", "b": "textbf", "strong": "textbf",
                "sub": "textsubscript", "sup": "textsuperscript"}  # fmt: skip
_DROPPED = re.compile("[\u200b-\u200f\u202a-\u202e\u2060\ufeff\ufffd\u00ad]")
_SEGMENT = re.compile(
    r"""(?<!\\)\$\$(?P<display>(?:\\.|[^\\$])+?)\$\$
    | (?<!\\)\$(?=\S)(?P<math>(?:\\.|[^\\$])*?(?:\\.|[^\\$\s]))\$(?!\d)
    | \\\((?P<paren>.+?)\\\)
    | \\\[(?P<bracket>.+?)\\\]
    | \\(?:url|nolinkurl|path)\s*\{(?P<url>(?:[^{}]|\{[^{}]*\})*)\}
    | (?<![{\w])(?P<bare>https?://[^\s{}"<>]*[^\s{}"<>.,;:!?)'\]])""",
    re.VERBOSE | re.DOTALL,
)
_TOKEN = re.compile(
    r"\\(?P<word>[A-Za-z]+)\*?\s*|\\(?P<symbol>.)|(?P<brace>[{}])|(?P<text>[^\\{}]+)|\\$", re.DOTALL
)
_ARGUMENT = re.compile(
    r"\s*(?:\{(?P<group>[^{}\\]*|\\[ij]|\\[A-Za-z]+\s*)\}|(?P<one>\\[ij]\b|[^\s{}\\]))"
)
_ESCAPES = str.maketrans({
    "%": r"\%", "&": r"\&", "#": r"\#", "_": r"\_", "$": r"\$", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "\u00a0": "~",
    "\u2009": r"\thinspace{}", "\u202f": r"\thinspace{}", "\u2010": "-", "\u2011": "-",
})  # fmt: skip


def clean_text(value: str) -> str:
    """Return the field VALUE as LaTeX that typesets by itself, in NFC, with single blanks."""
    if _SIMPLE.fullmatch(value) and "://" not in value:
        return " ".join(value.split())
    value = _plain_characters(value)
    parts: list[str] = []
    position = 0
    for match in _SEGMENT.finditer(value):
        parts += [value[position : match.start()], _segment(match)]
        position = match.end()
    parts.append(value[position:])
    joined = _Cleaner(parts).text()
    return " ".join(unicodedata.normalize("NFC", joined).split())


def _plain_characters(value: str) -> str:
    """Return VALUE without HTML and without characters that nothing prints."""
    value = _TAG.sub(_tag, entities_decoded(value))
    value = _DROPPED.sub("", value)
    return "".join(
        " " if unicodedata.category(char) in {"Cc", "Zl", "Zp"} else char for char in value
    )


def _tag(match: re.Match[str]) -> str:
    command = _TAG_COMMAND.get(match[1].lower())
    if command is None:
        return " " if match[1].lower() in {"br", "p"} else ""
    return "}" if match[0].startswith("</") else rf"\{command}{{"


def _segment(match: re.Match[str]) -> str:
    """Return math or a URL, marked as finished for `_Cleaner`, or text for it to clean."""
    url = match["url"] or match["bare"]
    if url is not None:
        cleaned = clean_url(url).replace("%", r"\%").replace("#", r"\#")
        return f"\0\\url{{{cleaned}}}" if cleaned else ""
    math = next(filter(None, match.group("display", "math", "paren", "bracket")), "").strip()
    return f"\0${_math(math)}$" if known.math_is_sound(math) else math.replace("$", "")


def _math(tex: str) -> str:
    """Return sound math with what TeX reads as a comment, a parameter or a tab escaped."""
    tex = tex.replace(r"\{", r"\lbrace ").replace(r"\}", r"\rbrace ")
    return re.sub(r"(?<!\\)[%#&]", r"\\\g<0>", tex)


class _Cleaner:
    """Cleans text around finished parts (those that begin with NUL), matching braces throughout."""

    def __init__(self, parts: list[str]) -> None:
        self.parts = parts
        self.done: list[str] = []
        self.depth = 0

    def text(self) -> str:
        """Return all parts, cleaned."""
        for part in self.parts:
            if part.startswith("\0"):
                self.done.append(part[1:])
            else:
                self._part(part)
        return "".join(self.done) + "}" * self.depth

    def _part(self, part: str) -> None:
        position = 0
        while match := _TOKEN.match(part, position):
            position = match.end()
            if match["text"] is not None:
                self.done.append(match["text"].translate(_ESCAPES))
            elif match["brace"]:
                self._brace(match["brace"])
            elif match["word"]:
                position = self._word(part, match["word"], match[0], position)
            elif match["symbol"]:
                position = self._symbol(part, match["symbol"], position)

    def _brace(self, brace: str) -> None:
        if brace == "{":
            self.depth += 1
        elif self.depth:
            self.depth -= 1
        else:
            return
        self.done.append(brace)

    def _word(self, part: str, word: str, written: str, position: int) -> int:
        r"""Take the command \WORD, and return where reading goes on."""
        if word in known.ACCENTS:
            return self._accent(part, known.ACCENTS[word], position)
        if word in known.SYMBOLS:
            self.done.append(known.SYMBOLS[word])
            return position + 2 if part.startswith("{}", position) else position
        if word in known.SWALLOWING:
            return _group_end(part, position)
        if word == "href":
            return _group_end(part, position)
        if word in known.DECLARATIONS:
            self.done.append(f"\\{known.DECLARATIONS[word]} ")
        elif word in known.PLAIN:
            self.done.append(f"\\{word}{{}}")
            position += 2 if part.startswith("{}", position) else 0
        elif word in known.WITH_ARGUMENT and part.startswith("{", position):
            self.done.append(f"\\{word}")
        elif written[-1].isspace() and self.done and not self.done[-1].endswith(" "):
            self.done.append(" ")
        return position

    def _symbol(self, part: str, symbol: str, position: int) -> int:
        r"""Take the command \SYMBOL, and return where reading goes on."""
        if symbol in known.ACCENTS:
            return self._accent(part, known.ACCENTS[symbol], position)
        self.done.append(known.CONTROL_SYMBOLS.get(symbol, symbol.translate(_ESCAPES)))
        return position

    def _accent(self, part: str, combining: str, position: int) -> int:
        """Take an accent with what bears it; one that Unicode does not have is left off."""
        match = _ARGUMENT.match(part, position)
        if match is None:
            return position
        base = (match["group"] if match["group"] is not None else match["one"]).strip()
        base = {r"\i": "i", r"\j": "j"}.get(base, base)
        if base.startswith("\\"):
            base = known.SYMBOLS.get(base[1:], "")
        if not base:
            return match.end()
        composed = unicodedata.normalize("NFC", base[:1] + combining)
        letters = composed if len(composed) == 1 else base[:1]
        self.done.append((letters + base[1:]).translate(_ESCAPES))
        return match.end()


def _group_end(part: str, position: int) -> int:
    """Return where the group that opens at POSITION ends, or POSITION if none does."""
    if not part.startswith("{", position):
        return position
    depth = 0
    for match in re.compile(r"[{}]").finditer(part, position):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return position
