r"""What stands in `\index{…}`, by the manual of makeindex, to an index mark.

`!` parts the levels, `@` the key from the text, `|` what is said of the page: `|see{…}`,
`|seealso{…}`, `|(` and `|)` around a range, `|textbf` and `|textit` for the page's number. A
quotation mark before one of these signs, or before another, takes its meaning away. In a formula
none of them has any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read.delimiters import closing_brace, closing_dollar, closing_mark
from scidraft_tex.read.inline_text import read_inline

__all__ = ["LEVELS", "SUBJECTS", "index_mark"]

SUBJECTS = "subjects"
"""The index of the terms that authors mark."""

LEVELS = 3
"""How many levels makeindex knows."""

Relation: TypeAlias = Literal["page", "see", "see also"]
_STYLES: Mapping[str, m.InlineStyle] = {
    "emph": "emph",
    "textit": "emph",
    "textbf": "strong",
    "textsc": "small-caps",
    "texttt": "code",
    "underline": "underline",
}
_PAGE_STYLES: Mapping[str, Literal["", "strong", "emph"]] = {
    "": "",
    "hyperpage": "",
    "textbf": "strong",
    "bfseries": "strong",
    "bf": "strong",
    "textit": "emph",
    "emph": "emph",
    "itshape": "emph",
    "it": "emph",
}
_RELATIONS: Mapping[str, Relation] = {"see": "see", "seealso": "see also"}
_PAGE = re.compile(r"\s*(?P<range>[()]?)\s*\\?(?P<name>\w*)\s*(?:\{(?P<text>.*)\})?\s*", re.DOTALL)
_STYLED = re.compile(rf"\\(?P<name>{'|'.join(_STYLES)})\{{")
_ESCAPED = re.compile(r"\\([&%_#{}])")
_LINE = re.compile(r"\s*\n[ \t>]*")
_HINT = 'write it as \\index{key@term!sub-term|see{other term}}, and ! @ | and " as "! "@ "| and ""'


def index_mark(body: str, place: Place, said: Diagnostics) -> m.Inline:
    r"""Return the mark of `\index{BODY}` at PLACE; what of it is not used is told to SAID.

    One without a term is nothing.
    """
    entry, page = _parted(_LINE.sub(" ", body))
    levels = [_level(raw, place) for raw in entry]
    if not all(text for _, text in levels):
        message = f"\\index{{{body.strip()}}} has a level without a term"
        said.report("index-syntax", message, place, hint=_HINT)
        levels = [level for level in levels if level[1]]
    if len(levels) > LEVELS:
        message = f"an index has {LEVELS} levels, and this term {len(levels)}"
        said.report("index-syntax", message, place, hint="the last of them are joined by commas")
        levels[LEVELS - 1 :] = [_joined(levels[LEVELS - 1 :])]
    if not levels:
        return m.Text("")
    mark = m.IndexMark(SUBJECTS, tuple(levels), place=place)
    return mark if page is None else _with_page(mark, page, place, said)


def _with_page(mark: m.IndexMark, page: str, place: Place, said: Diagnostics) -> m.IndexMark:
    """Return MARK with what PAGE, the part after its bar, says of the page's number."""
    found = _PAGE.fullmatch(page)
    name = found["name"] if found else page
    if found and name in _RELATIONS and not found["range"] and (found["text"] or "").strip():
        see = _read(found["text"].strip(), place)
        return m.IndexMark(mark.index, mark.levels, see, _RELATIONS[name], place=place)
    if found is None or name not in _PAGE_STYLES or found["text"]:
        message = f"|{page.strip()} says nothing of a page that an index knows"
        said.report("index-syntax", message, place, hint=_HINT)
    style = _PAGE_STYLES.get(name, "")
    ranges: Mapping[str, Literal["page", "range start", "range end"]]
    ranges = {"": "page", "(": "range start", ")": "range end"}
    relation = ranges[found["range"] if found else ""]
    return m.IndexMark(mark.index, mark.levels, (), relation, style, place)


# --- makeindex's signs -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sign:
    """One of makeindex's signs, or a piece of text without any."""

    text: str
    special: bool = False


def _signs(body: str) -> Iterator[_Sign]:
    """Yield BODY in pieces: signs that mean something, and what stands between."""
    position = 0
    while position < len(body):
        character = body[position]
        end = position + 1
        if character == '"' and end < len(body):
            yield _Sign(body[end])
            end += 1
        elif character in {"\\", "$"}:
            end = _formula_end(body, position)
            yield _Sign(body[position:end])
        else:
            yield _Sign(character, special=character in "!@|")
        position = end


def _formula_end(body: str, start: int) -> int:
    """Return where the formula at START of BODY ends, or the escaped character or the dollar."""
    if body[start] == "$":
        end = closing_dollar(body, start, len(body))
        return end + 1 if end > 0 else start + 1
    for opening, closing in (("\\\\(", "\\\\)"), ("\\(", "\\)")):
        if body.startswith(opening, start):
            end = closing_mark(body, closing, start + len(opening), len(body))
            return end + len(closing) if end > 0 else start + len(opening)
    return start + 2


def _parted(body: str) -> tuple[list[tuple[str, str]], str | None]:
    """Return the levels of BODY as (key, text), a key that is not there empty, and its page."""
    levels = [["", ""]]
    page: list[str] | None = None
    for sign in _signs(body):
        if page is not None:
            page.append(sign.text)
        elif not sign.special:
            levels[-1][1] += sign.text
        elif sign.text == "!":
            levels.append(["", ""])
        elif sign.text == "@":
            levels[-1] = [levels[-1][1], ""]
        else:
            page = []
    return [(key, text) for key, text in levels], None if page is None else "".join(page)


# --- text --------------------------------------------------------------------------------------

_Level: TypeAlias = tuple[str, tuple[m.Inline, ...]]


def _level(raw: tuple[str, str], place: Place) -> _Level:
    key, text = raw
    return key.strip(), _read(text.strip() or key.strip(), place)


def _joined(levels: list[_Level]) -> _Level:
    nodes: list[m.Inline] = []
    for _, text in levels:
        nodes += [*([m.Text(", ")] if nodes else []), *text]
    return levels[0][0], tuple(nodes)


def _read(text: str, place: Place) -> tuple[m.Inline, ...]:
    r"""Return TEXT, Markdown with `\emph{…}` and its kin, as inlines."""
    opening = _STYLED.search(text)
    end = closing_brace(text, opening.end(), len(text)) if opening else -1
    if opening is None or end < 0:
        return _unescaped(read_inline(text, place)) if text else ()
    before, inner, after = text[: opening.start()], text[opening.end() : end], text[end + 1 :]
    style = _STYLES[opening["name"]]
    return (
        *_read(before, place),
        m.Styled(style, _read(inner, place)),
        *_read(after, place),
    )


def _unescaped(nodes: tuple[m.Inline, ...]) -> tuple[m.Inline, ...]:
    return tuple(
        m.Text(_ESCAPED.sub(r"\1", node.text)) if isinstance(node, m.Text) else node
        for node in nodes
    )
