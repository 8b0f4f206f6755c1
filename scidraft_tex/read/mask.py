"""Masking: take out of a note what a Markdown reader would spoil (math, citations, shortcodes …).

One scan from the first character to the last. At the start of a line it looks for fences, indented
code and attribute lists; within a line for code spans, math, commands, shortcodes and comments. The rules of
math are those of docs/format.md, section 3: never inside code; `$` opens math only before a character
that is no space, and the next `$` must close it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read import shortcodes
from scidraft_tex.read.attributes import attribute_line
from scidraft_tex.read.masks import (
    FIRST,
    LIMIT,
    RESERVED,
    AttributeLine,
    Mask,
    Masked,
    MaskKind,
    comment_stand_in,
    stand_in,
)

_CONTAINER = r"(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]?)*[ \t]*"
_FENCE = re.compile(rf"(?P<margin>{_CONTAINER})(?P<fence>`{{3,}}|~{{3,}})(?P<info>[^\n]*)")
_LIST_ITEM = re.compile(r"(?P<margin>[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\S")
_MARGIN = re.compile(rf"{_CONTAINER}")
_INTERESTING = re.compile(r"[\n`\\$<{]|\]\(")
_BLANK_LINE = re.compile(r"\n[ \t>]*(?=\n|\Z)")
_VERBATIM_HTML = re.compile(r"<(pre|script|style|textarea)\b", re.IGNORECASE)
_COMMAND = re.compile(
    r"\\(?P<name>cite[pt]?|ref|eqref|pageref|autoref|label|index)(?=[\[{])"
    r"(?P<options>(?:\[[^\]\n]*\]){0,2})\{(?P<body>[^{}\n]*(?:\n[^{}\n]+)?)\}"
)
_STYLE = re.compile(r"\\(?P<name>textbf|textit|emph|texttt|textsc|underline|textsuperscript)\{")
_DISPLAY_PAIRS = {"$$": "$$", r"\[": r"\]", r"\\[": r"\\]"}
_INLINE_PAIRS = {r"\(": r"\)", r"\\(": r"\\)"}


def mask(text: str, file: str, body_line: int = 1) -> tuple[Masked, Diagnostics]:
    """Return TEXT of FILE with its math, commands, shortcodes and attribute lines masked.

    Lines before BODY_LINE (front matter, from 1) are blanked. Every line and column of what is left is
    where it was.
    """
    scan = _Scan(RESERVED.sub("\ufffd", text), file)
    scan.skip_lines(body_line - 1)
    scan.run()
    return Masked("".join(scan.out), tuple(scan.masks), tuple(scan.attributes)), scan.diagnostics


@dataclass
class _Scan:
    """The state of one scan: where it is in `text`, and what it has written."""

    text: str
    file: str
    position: int = 0
    out: list[str] = field(default_factory=list)
    masks: list[Mask] = field(default_factory=list)
    attributes: list[AttributeLine] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    list_indent: int = 0
    styles: list[int] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", self.text))]

    # --- places and output -------------------------------------------------------------------

    def place(self, position: int) -> Place:
        line = bisect_right(self._starts, position)
        return Place(self.file, line, position - self._starts[line - 1] + 1)

    def skip_lines(self, count: int) -> None:
        """Blank the first COUNT lines."""
        end = self._starts[count] if count < len(self._starts) else len(self.text)
        self.out.append("\n" * self.text.count("\n", 0, end))
        self.position = end

    def copy(self, end: int) -> None:
        """Write the text up to END as it is."""
        self.out.append(self.text[self.position : end])
        self.position = end

    def put(
        self, kind: MaskKind, content: str, end: int, *, block: bool = False, inner: str = ""
    ) -> None:
        """Write a stand-in for the text up to END."""
        source = self.text[self.position : end]
        if len(self.masks) >= LIMIT:
            self.copy(end)
            return
        token = chr(FIRST + len(self.masks))
        self.masks.append(Mask(kind, content, source, self.place(self.position), inner))
        self.out.append(comment_stand_in(token, source) if block else stand_in(token, source))
        self.position = end

    # --- lines -------------------------------------------------------------------------------

    def run(self) -> None:
        while self.position < len(self.text):
            if not self.line_construct():
                self.inline_line()

    def line_end(self, position: int) -> int:
        end = self.text.find("\n", position)
        return len(self.text) if end < 0 else end

    def line_construct(self) -> bool:
        """Deal with what only the start of a line can be; tell whether it was that."""
        end = self.line_end(self.position)
        line = self.text[self.position : end]
        if not line.strip():
            self.copy(min(end + 1, len(self.text)))
            return True
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        self.note_list(line, indent)
        if indent - self.list_indent >= 4 and self.after_blank():
            self.copy(min(end + 1, len(self.text)))
            return True
        fence = _FENCE.match(line)
        if fence and not (fence["fence"][0] == "`" and "`" in fence["info"]):
            self.fence(fence, end)
            return True
        return self.attribute_list(line, end)

    def note_list(self, line: str, indent: int) -> None:
        """Keep how far the content of the innermost list is indented."""
        item = _LIST_ITEM.match(line)
        if item:
            self.list_indent = len(item["margin"].expandtabs(4))
        elif indent == 0 and self.after_blank():
            self.list_indent = 0

    def after_blank(self) -> bool:
        before = self.text[: self.position].rstrip(" \t")
        return not before or before.endswith("\n\n") or (before.endswith("\n") and not before.strip())

    def attribute_list(self, line: str, end: int) -> bool:
        attributes = attribute_line(line)
        if attributes is None:
            return False
        number = self.place(self.position).line
        self.attributes.append(AttributeLine(number, attributes, not self.after_blank()))
        self.out.append(" " * len(line))
        self.position = end
        self.copy(min(end + 1, len(self.text)))
        return True

    def fence(self, opening: re.Match[str], end: int) -> None:
        """Copy a fence to its end; its info string is masked, since readers differ on attributes."""
        start = self.position
        mark = opening["fence"]
        self.copy(self.position + opening.start("info"))
        if opening["info"].strip():
            self.put(MaskKind.INFO, opening["info"], self.position + len(opening["info"].rstrip()))
        closing = re.compile(rf"^[ \t>]*{mark[0]}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
        found = closing.search(self.text, min(end + 1, len(self.text)))
        if found is None:
            self.diagnostics.report(
                "fence-unclosed", f"the fence {mark} is never closed", self.place(start)
            )
        self.copy(found.end() if found else len(self.text))

    # --- within lines ------------------------------------------------------------------------

    def inline_line(self) -> None:
        """Go on to the end of the line, or to the end of what began on it."""
        while True:
            found = _INTERESTING.search(self.text, self.position)
            if found is None:
                self.copy(len(self.text))
                return
            self.copy(found.start())
            if found.group() == "\n":
                self.close_styles()
                self.copy(self.position + 1)
                return
            self.construct(found.group())

    def construct(self, mark: str) -> None:
        """Deal with what begins here, or step over MARK."""
        match mark:
            case "`":
                done = self.code_span()
            case "\\":
                done = self.backslash()
            case "$":
                done = self.dollar()
            case "<":
                done = self.html()
            case "{":
                done = self.shortcode()
            case _:
                done = self.link_target()
        if not done:
            self.copy(self.position + len(mark))

    def paragraph_end(self) -> int:
        found = _BLANK_LINE.search(self.text, self.position)
        return found.start() if found else len(self.text)

    def code_span(self) -> bool:
        run = re.compile("`+").match(self.text, self.position)
        assert run is not None
        end = self.paragraph_end()
        for found in re.compile("`+").finditer(self.text, run.end(), end):
            if len(found.group()) == len(run.group()):
                self.copy(found.end())
                return True
        self.copy(run.end())
        return True

    def html(self) -> bool:
        if self.text.startswith("<!--", self.position):
            end = self.text.find("-->", self.position + 4)
            self.copy(len(self.text) if end < 0 else end + 3)
            return True
        found = _VERBATIM_HTML.match(self.text, self.position)
        if found:
            close = re.compile(rf"</{found[1]}\s*>", re.IGNORECASE).search(self.text, found.end())
            self.copy(close.end() if close else self.line_end(self.position))
            return True
        return False

    def link_target(self) -> bool:
        """Step over the URL of a link, which may hold dollars and underscores, but not a shortcode."""
        found = re.compile(r"\]\((?!\{\{)[^\s()<>]*(?=[\s)])").match(self.text, self.position)
        if found is None or "{{" in found.group():
            return False
        self.copy(found.end())
        return True

    def backslash(self) -> bool:
        for opening, closing in _DISPLAY_PAIRS.items():
            if opening[0] == "\\" and self.text.startswith(opening, self.position):
                return self.formula(opening, closing, display=True)
        for opening, closing in _INLINE_PAIRS.items():
            if self.text.startswith(opening, self.position):
                return self.formula(opening, closing, display=False)
        command = _COMMAND.match(self.text, self.position)
        if command and command.end() <= self.paragraph_end():
            self.put(MaskKind.COMMAND, command.group(), command.end())
            return True
        style = _STYLE.match(self.text, self.position)
        if style:
            return self.style(style)
        if self.position + 1 < len(self.text) and self.text[self.position + 1] != "\n":
            self.copy(self.position + 2)
            return True
        return False

    def style(self, opening: re.Match[str]) -> bool:
        r"""Mask the two ends of `\textbf{…}`; what stands between is read as Markdown."""
        depth, position, end = 1, opening.end(), self.paragraph_end()
        while position < end and depth:
            character = self.text[position]
            depth += {"{": 1, "}": -1}.get(character, 0)
            position += 2 if character == "\\" else 1
        if depth:
            return False
        self.put(MaskKind.STYLE_OPEN, opening["name"], opening.end())
        self.styles.append(position - 1)
        while self.styles and self.position < self.styles[-1]:
            found = _INTERESTING.search(self.text, self.position, self.styles[-1])
            self.copy(found.start() if found else self.styles[-1])
            if found:
                self.construct(found.group())
        self.close_styles()
        return True

    def close_styles(self) -> None:
        while self.styles and self.position >= self.styles[-1]:
            close = self.styles.pop()
            if self.position == close:
                self.put(MaskKind.STYLE_CLOSE, "", close + 1)

    def dollar(self) -> bool:
        if self.text.startswith("$$", self.position):
            return self.formula("$$", "$$", display=True)
        end = self.closing_dollar()
        if end < 0:
            return False
        self.put(MaskKind.MATH, self.text[self.position + 1 : end], end + 1)
        return True

    def closing_dollar(self) -> int:
        """Return where the `$` here is closed, or -1 if it opens no math."""
        text, start, end = self.text, self.position, self.paragraph_end()
        if start + 1 >= end or text[start + 1].isspace():
            return -1
        depth, position = 0, start + 1
        while position < end:
            character = text[position]
            if character == "$" and depth <= 0:
                follows = text[position + 1] if position + 1 < len(text) else " "
                closes = not text[position - 1].isspace() and not follows.isdigit()
                return position if closes else -1
            depth += {"{": 1, "}": -1}.get(character, 0)
            position += 2 if character == "\\" else 1
        return -1

    def formula(self, opening: str, closing: str, *, display: bool) -> bool:
        start = self.position
        limit = len(self.text) if display else self.paragraph_end()
        end = self.find_closing(closing, start + len(opening), limit)
        if end < 0 or end == start + len(opening):
            if end < 0:
                self.diagnostics.report(
                    "math-unclosed", f"{opening} is never closed by {closing}", self.place(start)
                )
            self.copy(start + len(opening))
            return True
        content = self.text[start + len(opening) : end]
        end += len(closing)
        kind = MaskKind.DISPLAY if display else MaskKind.MATH
        self.put(kind, self.without_margin(content), end, block=display and self.stands_alone(end))
        return True

    def find_closing(self, closing: str, start: int, limit: int) -> int:
        """Return where CLOSING stands, not after a backslash of its own, or -1."""
        position = self.text.find(closing, start, limit)
        while position > 0 and self.escaped(position, closing):
            position = self.text.find(closing, position + 1, limit)
        return position

    def escaped(self, position: int, closing: str) -> bool:
        r"""Tell whether the CLOSING found at POSITION is part of `\$` or of `\\)`, a line break and a bracket."""
        run = 0
        while self.text[position - run - 1] == "\\":
            run += 1
        return run % 2 == 1

    def without_margin(self, content: str) -> str:
        """Return CONTENT without the marks of a quotation that its lines begin with."""
        line_start = self._starts[self.place(self.position).line - 1]
        if ">" not in self.text[line_start : self.position]:
            return content
        return re.sub(r"\n[ \t]*>[ \t]?", "\n", content)

    def stands_alone(self, end: int) -> bool:
        """Tell whether nothing but margins stands beside the text up to END on its lines."""
        line_start = self._starts[self.place(self.position).line - 1]
        before = self.text[line_start : self.position]
        margin = _MARGIN.match(before)
        after = self.text[end : self.line_end(end)]
        if margin is None or margin.end() != len(before) or after.strip():
            return False
        spaces = len(before.expandtabs(4))
        return spaces - self.list_indent < 4 or bool(_LIST_ITEM.match(before + "x"))

    # --- shortcodes --------------------------------------------------------------------------

    def shortcode(self) -> bool:
        literal = shortcodes.ESCAPED.match(self.text, self.position)
        if literal:
            self.put(MaskKind.LITERAL, shortcodes.unescape(literal.group()), literal.end())
            return True
        if not shortcodes.OPENING.match(self.text, self.position):
            return False
        start = self.position
        end = shortcodes.tag_end(self.text, start)
        tag = shortcodes.parse_tag(self.text[start:end], self.place(start)) if end > 0 else None
        if tag is None:
            self.diagnostics.report(
                "shortcode-syntax",
                "the shortcode has no name" if end > 0 else "the shortcode is never closed",
                self.place(start),
                hint='write it as {{< name key="value" >}}',
            )
            return False
        source, inner = self.text[start:end], ""
        if tag.role == "open" and tag.name in shortcodes.RAW:
            closing = re.compile(rf"\{{\{{[<%]\s*/\s*{tag.name}\s*[>%]\}}\}}").search(
                self.text, end
            )
            if closing:
                inner, end = self.text[end : closing.start()], closing.end()
        self.put(MaskKind.SHORTCODE, source, end, block=self.stands_alone(end), inner=inner)
        return True
