"""Masking: take out of a note what a Markdown reader would spoil (math, citations, shortcodes …).

One scan from the first character to the last. At the start of a line it looks for fences, indented
code and attribute lists; within a line for code spans, math, commands, shortcodes and comments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.read import shortcodes
from scidraft_tex.read.allowances import is_ours
from scidraft_tex.read.citation import option
from scidraft_tex.read.cursor import CONTAINER
from scidraft_tex.read.delimiters import (
    DISPLAYS,
    INLINES,
    closing_dollar,
    closing_mark,
    code_span_end,
)
from scidraft_tex.read.footnotes import FOOTNOTE, Footnotes
from scidraft_tex.read.hidden import hidden, without_hidden
from scidraft_tex.read.lines import LIST_ITEM, LineScan
from scidraft_tex.read.masks import RESERVED, Comment, Masked, MaskKind
from scidraft_tex.read.prose_commands import unknown_command

_COMMAND_AFTER = re.compile(r"\$\\[A-Za-z]")
_MARGIN = re.compile(CONTAINER)
_INTERESTING = re.compile(r"[\n`\\$<{]|\]\(|\[\^")
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
    text = RESERVED.sub("\ufffd", text)
    scan = _Scan(without_hidden(text), file)
    scan.blank_lines(body_line - 1)
    scan.diagnostics.extend(hidden(text, scan))
    scan.body = scan.position
    scan.run()
    found = (tuple(scan.masks), tuple(scan.attributes), tuple(scan.comments))
    return Masked("".join(scan.out), *found), scan.diagnostics


@dataclass
class _Scan(LineScan):
    r"""One scan: of the text from `body` on; `styles` are where open `\textbf{…}` end.

    Up to `unclosed` what stands there was meant for a formula; `absent` are marks that do not stand
    between the position and the place that they have.
    """

    comments: list[Comment] = field(default_factory=list)
    styles: list[int] = field(default_factory=list)
    footnotes: Footnotes = field(default_factory=Footnotes)
    unclosed: int = 0
    absent: dict[str, int] = field(default_factory=dict)

    def run(self) -> None:
        """Scan to the end."""
        while self.position < len(self.text):
            if not self.line_construct():
                self.inline_line()
        self.diagnostics.extend(self.divisions.left())
        self.diagnostics.extend(self.footnotes.faults())

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
            case "[^":
                done = self.footnote()
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
            found = self.text.find("-->", self.position + 4)
            end = len(self.text) if found < 0 else found + 3
            if found < 0:
                message = "the comment is never closed, and nothing after it is printed"
                self.diagnostics.report("html-unclosed", message, self.place(self.position))
            comment = self.text[self.position : end]
            if found >= 0 and is_ours(comment):
                place = self.place(self.position)
                self.comments.append(Comment(place, comment, self.stands_alone(end)))
            self.copy(end)
            return True
        verbatim = _VERBATIM_HTML.match(self.text, self.position)
        if verbatim:
            closing = re.compile(rf"</{verbatim[1]}\s*>", re.IGNORECASE)
            close = closing.search(self.text, verbatim.end())
            self.copy(close.end() if close else self.line_end(self.position))
            return True
        autolink = _AUTOLINK.match(self.text, self.position)
        if autolink:
            self.copy(autolink.end())
        return autolink is not None

    def footnote(self) -> bool:
        """Step over the mark of a footnote, or the beginning of its text.

        A mark within such a text is none: pandoc drops it, and follows those in a ring forever.
        """
        found = FOOTNOTE.match(self.text, self.position)
        if found is None:
            return False
        before = self.text[self.line_start() : self.position]
        text = self.text.startswith(":", found.end()) and bool(_MARGIN.fullmatch(before))
        if self.in_note and not text:
            message = f"the footnote {found['name']} is cited in another's text"
            self.diagnostics.report("footnote-nested", message, self.place(self.position))
            self.put(MaskKind.LITERAL, found.group(), found.end())
            return True
        self.footnotes.see(found["name"], self.place(self.position), text=text)
        self.copy(found.end())
        return True

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
            self.no_command()
            self.copy(self.position + 2)
            return True
        return False

    def no_command(self) -> None:
        """Report what looks like a command here and is none."""
        if self.position >= self.unclosed:
            here = self.place(self.position)
            self.diagnostics.extend(unknown_command(self.text, self.position, here))

    def index(self, opening: re.Match[str]) -> bool:
        r"""Mask `\index{…}` with what it holds."""
        end = self.closing_brace(opening.end() - 1)
        if end < 0:
            place = self.place(self.position)
            message = r"the brace that \index opens is never closed"
            self.diagnostics.report("index-syntax", message, place, "close it in its paragraph")
            return False
        self.put(MaskKind.COMMAND, self.text[self.position : end + 1], end + 1)
        return True

    def style(self, opening: re.Match[str]) -> bool:
        r"""Mask the two ends of `\textbf{…}`; what stands between is read as Markdown."""
        end = self.closing_brace(opening.end() - 1)
        if end < 0:
            self.no_command()
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
        end = closing_dollar(self.text, self.position, self.paragraph_end(), self.pairs())
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
            self.unclosed = self.paragraph_end()

    def formula(self, opening: str, closing: str, *, display: bool) -> bool:
        """Mask the formula between OPENING, which stands here, and CLOSING; report one unclosed."""
        start = self.position
        after = start + len(opening)
        limit = self.block_start(after) if display else self.paragraph_end()
        end = self.closing(closing, after, limit)
        if end <= after:
            if end < 0:
                what, end_of = ("display", "") if display else ("formula", " in its paragraph")
                message = f"the {what} that {opening} opens is never closed"
                hint = f"write {closing}{end_of}; what follows is read as text until then"
                self.diagnostics.report("math-unclosed", message, self.place(start), hint)
                self.unclosed = limit
            self.copy(after)
            return True
        content = self.without_margin(self.text[after:end])
        end += len(closing)
        kind = MaskKind.DISPLAY if display else MaskKind.MATH
        self.put(kind, content, end, block=display and self.stands_alone(end))
        return True

    def closing(self, mark: str, start: int, limit: int) -> int:
        """Return where MARK stands between START and LIMIT, or -1; what is not there stays so."""
        if self.absent.get(mark) == limit:
            return -1
        end = closing_mark(self.text, mark, start, limit)
        if end < 0:
            self.absent[mark] = limit
        return end

    def stands_alone(self, end: int) -> bool:
        """Tell whether nothing but margins stands beside the text up to END on its lines."""
        before = self.text[self.line_start() : self.position]
        margin = _MARGIN.match(before)
        after = self.text[end : self.line_end(end)]
        if margin is None or margin.end() != len(before) or after.strip():
            return False
        spaces = len(before.expandtabs(4))
        return spaces - self.list_indent < 4 or bool(LIST_ITEM.match(before + "x"))

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
