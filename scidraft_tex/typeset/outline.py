r"""A document's outline: what its first pass would write for biber, makeindex and the contents.

From nothing, a pass is lost to each of these: lists of references are made of what the first pass
cites, indexes of what the second marks, and each moves what stands after it. The outline is the
document's headings, citations and index marks alone, and takes a tenth of a pass. What it leaves
behind has the right length; its page numbers are wrong, and the first pass writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from scidraft_tex.files import text_of

__all__ = ["outline", "whole_text"]

_HEADINGS = ("part", "chapter", "addchap", "section", "subsection", "subsubsection", "paragraph")
_PLAIN = ("frontmatter", "mainmatter", "backmatter", "tableofcontents", "appendix")
_CITATIONS = ("cite", "parencite", "textcite", "nocite")
_WITH_TEXT = (
    *(*_CITATIONS, "index"),
    *("newrefsection", "printbibliography", "printindex"),
)
_COMMAND = re.compile(
    rf"\\(?:(?P<plain>{'|'.join(_PLAIN)})"
    rf"|(?P<name>{'|'.join((*_HEADINGS, *_WITH_TEXT))})(?P<star>\*?)"
    r"|(?P<input>input))(?![A-Za-z])"
)
_VERBATIM = re.compile(
    r"\\begin\{(?P<name>scidraftfailure|codelines|Verbatim)\}.*?\\end\{(?P=name)\}", re.DOTALL
)
_INPUT = re.compile(r"\\input\{(?P<name>[^{}]+)\}")
_COMMENT = re.compile(r"^[^\S\n]*%.*\n?", re.MULTILINE)
_CITING = tuple(f"\\{name}" for name in (*_CITATIONS, "newrefsection", "printbibliography"))
_WITHOUT_BRACES = frozenset({"newrefsection", "printbibliography", "printindex"})
_PAGE = 3000
"""About how many characters of a chapter's `.tex` fill a page."""

_DEEPEST = 8
"""How deep files may lie within files."""


def outline(folder: Path, text: str, *, lists: bool = True) -> str:
    r"""Return the outline of the document TEXT, whose `\input` files lie in FOLDER.

    It is "" for a text without a body, and for one without anything that an outline is of use for.
    Lists of references are in it if LISTS are to be made.
    """
    head, begin, body = text.partition("\\begin{document}")
    found = list(_commands(folder, body, 0)) if begin else []
    if not lists:
        found = [command for command in found if not command.startswith(_CITING)]
    useful = ("\\tableofcontents", "\\printbibliography", "\\printindex")
    if not any(command.startswith(useful) for command in found):
        return ""
    return "\n".join([head + begin, *found, "\\end{document}", ""])


def _commands(folder: Path, text: str, depth: int) -> Iterator[str]:
    """Yield what an outline has of TEXT, in order."""
    text = _COMMENT.sub("", _VERBATIM.sub("", text))
    at = pages = 0
    while match := _COMMAND.search(text, at):
        at = match.end()
        turned = match.start() // _PAGE
        yield from ["\\null\\newpage"] * (turned - pages)
        pages = turned
        if match["plain"]:
            yield match[0]
        elif match["input"]:
            name, at = _group(text, at, "{}")
            if name and depth < _DEEPEST:
                yield from _commands(folder, _file(folder, name), depth + 1)
        else:
            command, at = _with_arguments(text, match)
            if command:
                yield command


def whole_text(folder: Path, text: str) -> str:
    r"""Return TEXT with that of its `\input` files, which lie in FOLDER, in their places.

    Comments and what stands in a listing are left out.
    """
    return "".join(_pieces(folder, text, 0))


def _pieces(folder: Path, text: str, depth: int) -> Iterator[str]:
    text = _COMMENT.sub("", _VERBATIM.sub("", text))
    at = 0
    for match in _INPUT.finditer(text):
        yield text[at : match.start()]
        at = match.end()
        if depth < _DEEPEST:
            yield from _pieces(folder, _file(folder, match["name"]), depth + 1)
    yield text[at:]


def _file(folder: Path, name: str) -> str:
    path = folder / f"{name.removesuffix('.tex')}.tex"
    return text_of(path)


def _with_arguments(text: str, match: re.Match[str]) -> tuple[str, int]:
    """Return the command of MATCH with its arguments and label, "" if they are cut off; its end."""
    at = end = match.end()
    while text[at : at + 1] == "[":
        _, at = _group(text, at, "[]")
        if at == end:
            return "", end
        end = at
    if match["name"] in _WITHOUT_BRACES:
        return text[match.start() : at], at
    _, at = _group(text, at, "{}")
    if at == end:
        return "", match.end()
    line = text[match.start() : at]
    if match["name"] == "index":
        return line + "%", at
    if match["name"] in _HEADINGS and text.startswith("\\label{", at):
        _, at = _group(text, at + len("\\label"), "{}")
        line = text[match.start() : at]
    return line, at


def _group(text: str, at: int, signs: str) -> tuple[str, int]:
    """Return what stands in TEXT from AT within SIGNS, and where it ends; "" and AT for nothing.

    Braces within brackets hold any bracket; a sign after a backslash is none.
    """
    if text[at : at + 1] != signs[0]:
        return "", at
    depth = braces = 0
    position = at
    while position < len(text):
        sign = text[position]
        if sign == "\\":
            position += 1
        elif signs == "[]" and sign in "{}":
            braces += 1 if sign == "{" else -1
        elif sign in signs and not braces:
            depth += 1 if sign == signs[0] else -1
            if depth == 0:
                return text[at + 1 : position], position + 1
        position += 1
    return "", at
