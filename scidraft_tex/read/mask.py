"""Masking: take out of a note what a Markdown reader would spoil (math, citations, shortcodes …).

One scan from the first character to the last. At the start of a line it looks for fences, indented
code and attribute lists; within a line for code spans, math, commands, shortcodes and comments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.read import shortcodes
from scidraft_tex.read.attributes import attribute_line
from scidraft_tex.read.citation import option
from scidraft_tex.read.cursor import CONTAINER, Cursor
from scidraft_tex.read.delimiters import (
    DISPLAYS,
    INLINES,
    closing_brace,
    closing_dollar,
    closing_mark,
    code_span_end,
    display_limit,
)
from scidraft_tex.read.masks import RESERVED, AttributeLine, Masked, MaskKind

_FENCE = re.compile(rf"(?P<margin>{CONTAINER})(?P<fence>`{{3,}}|~{{3,}})(?P<info>[^\n]*)")
_COMMAND_AFTER = re.compile(r"\$\\[A-Za-z]")
_NOTE = re.compile(r"[ ]{0,3}\[\^[^\]\s]+\]:")
_NOTE_INDENT = 4
"""By how much the later paragraphs of a footnote's text are indented."""
_DEFINITION = re.compile(r"(?P<margin>[ ]{0,3}[:~][ \t]+)\S")
_LIST_ITEM = re.compile(r"(?P<margin>[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\S")
_MARGIN = re.compile(CONTAINER)
_INTERESTING = re.compile(r"[\n`\\$<{]|\]\(")
_TICKS = re.compile("`+")
_VERBATIM_HTML = re.compile(r"<(pre|script|style|textarea)\b", re.IGNORECASE)
_AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*>")
_LINK_TARGET = re.compile(r"\]\((?!\{\{)[^\s()<>]*(?=[\s)])")
_COMMAND = re.compile(
    r"\\(?P<name>cite[pt]?|ref|eqref|pageref|autoref|label)(?=[\[{])"
    rf"(?P<options>{option(chr(10))}{{0,2}})"
    r"\{(?P<body>[^{}\n]*(?:\n[^{}\n]+)?)\}"
)
_INDEX = re.compile(r"\\index(?:\[[^\]\n]*\])?\{")
_STYLE = re.compile(r"\\(?P<name>textbf|textit|emph|texttt|textsc|underline|textsuperscript)\{")


def mask(text: str, file: str, body_line: int = 1) -> tuple[Masked, Diagnostics]:
    """Return TEXT of FILE with its math, commands, shortcodes and attribute lines masked.

    Lines before BODY_LINE (front matter, from 1) are blanked. Every line and column of what is left
    is where it was.
    """
    scan = _Scan(RESERVED.sub("\ufffd", text), file)
    scan.blank_lines(body_line - 1)
    scan.body = scan.position
    scan.run()
    return Masked("".join(scan.out), tuple(scan.masks), tuple(scan.attributes)), scan.diagnostics


@dataclass
class _Scan(Cursor):
    r"""One scan: of the text from `body` on; `styles` are where open `\textbf{…}` end."""

    attributes: list[AttributeLine] = field(default_factory=list)
    body: int = 0
    list_indent: int = 0
    styles: list[int] = field(default_factory=list)

    # --- lines -------------------------------------------------------------------------------

    def run(self) -> None:
        """Scan to the end."""
        while self.position < len(self.text):
            if not self.line_construct():
                self.inline_line()

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

    def after_blank(self) -> bool:
        """Tell whether a blank line stands before the position's, or the body starts with it."""
        return self.position == self.body or super().after_blank()

    def note_list(self, line: str, indent: int) -> None:
        """Keep how far the content of the innermost list is indented."""
        item = _LIST_ITEM.match(line) or _DEFINITION.match(line)
        if item:
            self.list_indent = len(item["margin"].expandtabs(4))
        elif _NOTE.match(line):
            self.list_indent = _NOTE_INDENT
        elif indent == 0 and self.after_blank():
            self.list_indent = 0

    def attribute_list(self, line: str, end: int) -> bool:
        """Blank a line that is an attribute list and keep it aside."""
        attributes = attribute_line(line)
        if attributes is None:
            return False
        place = self.place(self.position + line.index("{"))
        above = not self.after_blank()
        self.attributes.append(AttributeLine(place.line, place.column, attributes, above=above))
        margin, _, _ = line.partition("{")
        self.out.append(margin + " " * (len(line) - len(margin)))
        self.position = end
        self.copy(min(end + 1, len(self.text)))
        return True

    def fence(self, opening: re.Match[str], end: int) -> None:
        """Copy a fence to its end; its info string is masked: readers differ on attributes."""
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

    def code_span(self) -> bool:
        """Step over a code span, or over backticks that open none."""
        end = code_span_end(self.text, self.position, self.paragraph_end())
        ticks = _TICKS.match(self.text, self.position)
        self.copy(end if end > 0 or ticks is None else ticks.end())
        return True

    def html(self) -> bool:
        """Step over a comment, an element whose content is no Markdown, or a URL in brackets."""
        if self.text.startswith("<!--", self.position):
            end = self.text.find("-->", self.position + 4)
            self.copy(len(self.text) if end < 0 else end + 3)
            return True
        found = _VERBATIM_HTML.match(self.text, self.position)
        if found:
            closing = re.compile(rf"</{found[1]}\s*>", re.IGNORECASE)
            close = closing.search(self.text, found.end())
            self.copy(close.end() if close else self.line_end(self.position))
            return True
        autolink = _AUTOLINK.match(self.text, self.position)
        if autolink:
            self.copy(autolink.end())
        return autolink is not None

    def link_target(self) -> bool:
        """Step over a link's URL, which may hold dollars and underscores, but not a shortcode."""
        found = _LINK_TARGET.match(self.text, self.position)
        if found is None or "{{" in found.group():
            return False
        self.copy(found.end())
        return True

    def backslash(self) -> bool:
        """Mask the formula or command that begins here, or step over an escaped character."""
        for opening, closing in DISPLAYS.items():
            if opening[0] == "\\" and self.text.startswith(opening, self.position):
                return self.formula(opening, closing, display=True)
        for opening, closing in INLINES.items():
            if self.text.startswith(opening, self.position):
                return self.formula(opening, closing, display=False)
        command = _COMMAND.match(self.text, self.position)
        if command and command.end() <= self.paragraph_end():
            self.put(MaskKind.COMMAND, command.group(), command.end())
            return True
        index = _INDEX.match(self.text, self.position)
        if index:
            return self.index(index)
        style = _STYLE.match(self.text, self.position)
        if style:
            return self.style(style)
        if self.position + 1 < len(self.text) and self.text[self.position + 1] != "\n":
            self.copy(self.position + 2)
            return True
        return False

    def index(self, opening: re.Match[str]) -> bool:
        r"""Mask `\index{…}` with what it holds."""
        end = closing_brace(self.text, opening.end(), self.paragraph_end())
        if end >= 0:
            self.put(MaskKind.COMMAND, self.text[self.position : end + 1], end + 1)
        return end >= 0

    def style(self, opening: re.Match[str]) -> bool:
        r"""Mask the two ends of `\textbf{…}`; what stands between is read as Markdown."""
        end = closing_brace(self.text, opening.end(), self.paragraph_end())
        if end < 0:
            return False
        self.put(MaskKind.STYLE_OPEN, opening["name"], opening.end())
        self.styles.append(end)
        while self.styles and self.position < self.styles[-1]:
            found = _INTERESTING.search(self.text, self.position, self.styles[-1])
            self.copy(found.start() if found else self.styles[-1])
            if found:
                self.construct(found.group())
        self.close_styles()
        return True

    def close_styles(self) -> None:
        """Mask the closing brace here, if it is that of an open style."""
        while self.styles and self.position >= self.styles[-1]:
            close = self.styles.pop()
            if self.position == close:
                self.put(MaskKind.STYLE_CLOSE, "", close + 1)

    # --- formulas ----------------------------------------------------------------------------

    def dollar(self) -> bool:
        """Mask the formula that a `$` opens here, if it does."""
        if self.text.startswith("$$", self.position):
            return self.formula("$$", "$$", display=True)
        end = closing_dollar(self.text, self.position, self.paragraph_end())
        if end < 0:
            self.stray_dollar()
            return False
        self.put(MaskKind.MATH, self.text[self.position + 1 : end], end + 1)
        return True

    def stray_dollar(self) -> None:
        """Report a `$` that closes nothing and has a command after it: money has none."""
        if _COMMAND_AFTER.match(self.text, self.position):
            message = "the formula that $ opens is never closed, or its braces do not pair"
            self.diagnostics.report("math-unclosed", message, self.place(self.position))

    def formula(self, opening: str, closing: str, *, display: bool) -> bool:
        """Mask the formula between OPENING, which stands here, and CLOSING; report one unclosed."""
        start = self.position
        after = start + len(opening)
        limit = display_limit(self.text, after) if display else self.paragraph_end()
        end = closing_mark(self.text, closing, after, limit)
        if end <= after:
            if end < 0:
                message = f"{opening} is never closed by {closing}"
                self.diagnostics.report("math-unclosed", message, self.place(start))
            self.copy(after)
            return True
        content = self.without_margin(self.text[after:end])
        end += len(closing)
        kind = MaskKind.DISPLAY if display else MaskKind.MATH
        self.put(kind, content, end, block=display and self.stands_alone(end))
        return True

    def without_margin(self, content: str) -> str:
        """Return CONTENT without the marks of a quotation that its lines begin with."""
        if ">" not in self.text[self.line_start() : self.position]:
            return content
        return re.sub(r"\n[ \t]*>[ \t]?", "\n", content)

    def stands_alone(self, end: int) -> bool:
        """Tell whether nothing but margins stands beside the text up to END on its lines."""
        before = self.text[self.line_start() : self.position]
        margin = _MARGIN.match(before)
        after = self.text[end : self.line_end(end)]
        if margin is None or margin.end() != len(before) or after.strip():
            return False
        spaces = len(before.expandtabs(4))
        return spaces - self.list_indent < 4 or bool(_LIST_ITEM.match(before + "x"))

    # --- shortcodes --------------------------------------------------------------------------

    def shortcode(self) -> bool:
        """Mask the shortcode that begins here, if one does; a raw one with what it encloses."""
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
            mark = rf"\{{\{{[<%]\s*/\s*{tag.name}\s*[>%]\}}\}}"
            closing = re.compile(mark).search(self.text, end)
            if closing:
                inner, end = self.text[end : closing.start()], closing.end()
        block = tag.name not in shortcodes.INLINE and self.stands_alone(end)
        self.put(MaskKind.SHORTCODE, source, end, block=block, inner=inner)
        return True
