r"""Displays of a paper, whose numbers and marks stand as LaTeX and amsthm put them.

Widths are estimates, good to about a seventh. What may be too wide is given to `\fitdisplay`, by
which TeX itself decides; several lines with numbers, which go in no box, are set in smaller type.
"""

from __future__ import annotations

import re

from scidraft_tex.render.math import estimated_width
from scidraft_tex.render.measure import Page

__all__ = ["fitted_display"]

_MARKS = re.compile(r" ?\\qed(?:tag|row)\b")
_LAST_MARK = re.compile(r"\s*\\qedhere\s*\Z")
_BARE = re.compile(r"\\\[\n(?P<body>.*)\n\\\]", re.DOTALL)
_LINES = re.compile(
    r"\\begin\{(?P<name>align|gather)\*\}\n(?P<body>.*)\n\\end\{(?P=name)\*\}", re.DOTALL
)
_EQUATION = re.compile(
    r"\\begin\{equation\}\n(?P<body>.*?)(?P<marks>(?:\s*\\label\{[^{}]*\})*)\n\\end\{equation\}",
    re.DOTALL,
)
_TAGGED = re.compile(
    r"\\\[\n(?P<body>.*?)(?P<marks>\s*\\tag\*?\{(?:[^{}]|\{[^{}]*\})*\}"
    r"(?:\s*\\label\{[^{}]*\})*)\n\\\]",
    re.DOTALL,
)
_HELD = re.compile(r"\\(?:tag|label|qedhere|notag|intertext|shortintertext)\b|\\fitdisplay")
_NUMBERED = re.compile(r"\\begin\{(?P<name>align|gather|alignat|flalign)(?P<star>\*?)\}")
_WITHIN = {"align": "aligned", "alignat": "aligned", "flalign": "aligned", "gather": "gathered"}
_NUMBER = 30.0
"""What a number takes beside its formula, in pt."""
_SURE = 0.8
"""A display within this share of the measure is narrow enough, whatever the estimate's fault."""
_SMALLER = ((0.9, "small"), (0.8, "footnotesize"), (0.7, "scriptsize"))


def fitted_display(text: str, page: Page) -> str:
    """Return the display TEXT with what keeps it within PAGE's measure.

    A proof's mark that amsthm cannot put beside a number follows the display.
    """
    text = _MARKS.sub("", text)
    for pattern in (_BARE, _LINES):
        found = pattern.fullmatch(text)
        if found:
            return _unnumbered(found, page) or _with_tag(text, page) or text
    return _with_tag(text, page) or _smaller(text, page)


def _wide(formula: str, page: Page, number: float = 0.0) -> bool:
    return estimated_width(formula, page.font_size) > _SURE * (page.text_width - number)


def _unnumbered(found: re.Match[str], page: Page) -> str:
    """Return a display without numbers, fitted if it may be too wide; nothing if it has any."""
    body, mark = _LAST_MARK.subn("", found["body"])
    if _HELD.search(body):
        return ""
    name = _WITHIN.get(found.groupdict().get("name") or "", "")
    formula = f"\\begin{{{name}}}\n{body}\n\\end{{{name}}}" if name else body
    if not _wide(formula, page):
        return ""
    end = "\\qedhere\n" if mark else ""
    return f"\\[\n\\fitdisplay{{{formula}}}\n{end}\\]"


def _with_tag(text: str, page: Page) -> str:
    """Return a display with one number, its formula fitted beside it; nothing if it is none."""
    for pattern in (_EQUATION, _TAGGED):
        found = pattern.fullmatch(text)
        if found and not _HELD.search(found["body"]) and _wide(found["body"], page, _NUMBER):
            start, end = found.span("body")
            fitted = f"\\fitdisplay[{_NUMBER:g}pt]{{{found['body']}}}"
            return f"{text[:start]}{fitted}{text[end:]}"
    return ""


def _smaller(text: str, page: Page) -> str:
    """Return lines with numbers in the type in which they fit, if it is not the text's."""
    found = _NUMBERED.match(text)
    if found is None:
        return text
    body = text[found.end() :].rsplit("\n\\end{", 1)[0].lstrip("\n")
    formula = re.sub(r"\\label\{[^{}]*\}|\\notag|\\tag\*?\{[^{}]*\}|\\qedhere", "", body)
    name = _WITHIN[found["name"]]
    wide = estimated_width(f"\\begin{{{name}}}{formula}\\end{{{name}}}", page.font_size)
    share = (page.text_width - _NUMBER) / wide if wide else 1.0
    if share >= 1.0:
        return text
    size = next((name for scale, name in _SMALLER if scale <= share), _SMALLER[-1][1])
    return f"{{\\{size}\n{text}\n}}"
