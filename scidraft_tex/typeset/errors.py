"""TeX's errors in a writer's words: what each means in a note, and what to do about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.spelling import did_you_mean
from scidraft_tex.typeset.commands import ENVIRONMENTS, suggestions
from scidraft_tex.typeset.job import TOO_LONG
from scidraft_tex.typeset.log import TexError

__all__ = ["Explanation", "error_diagnostic", "explain"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A code of `codes.CODES`, what happened and what to do, in terms of the note."""

    code: str
    message: str
    hint: str


_RULES: tuple[tuple[str, str, str], ...] = (
    (
        r"Missing \$ inserted",
        "math stands outside a formula, or a formula holds an empty line",
        r"put it between \( and \), escape a lone _ or ^, or remove the empty line",
    ),
    (
        r"Display math should end with \$\$",
        "a displayed formula is closed by the wrong delimiter",
        "close it as it was opened, and leave no empty line in it",
    ),
    (
        r".*Bad math environment delimiter",
        r"a math delimiter closes what none opened, or opens math within math",
        r"look for a second \( or \[ before the first is closed",
    ),
    (r"Double superscript", "two superscripts follow each other", "group them: a^{b^c} or {a^b}^c"),
    (r"Double subscript", "two subscripts follow each other", "group them: a_{b_c} or {a_b}_c"),
    (
        r"Extra alignment tab",
        "a row has more cells than its table or matrix has columns",
        r"remove an &, or end the row before it with \\",
    ),
    (
        r"Misplaced alignment tab|Misplaced (?:\\cr|\\noalign|\\omit|\\span)",
        r"an & or a rule stands where no table or aligned formula is",
        r"write \& for the character, or put it within aligned, cases or a matrix",
    ),
    (
        r"Missing } inserted|Missing { inserted|Missing \\endgroup",
        "braces do not pair",
        "count the braces of the formula: one is missing",
    ),
    (
        r"Extra }, or forgotten|Too many }'s|Extra \\endgroup|Extra \\right|Extra \\or",
        "a brace or a delimiter is closed that none opened",
        "remove it, or add the one that opens it",
    ),
    (
        r"Missing delimiter",
        "no delimiter follows a command that wants one",
        r"write one after it, such as (, [, \| or \langle",
    ),
    (
        r"Limit controls must follow a math operator",
        r"\limits stands after what is no operator",
        r"leave it out, or make the base an operator: \mathop{…}",
    ),
    (
        r"Ambiguous; you need another \{ and \}",
        r"two \over, \choose or \atop stand in one group",
        r"put the inner one in braces, or write \frac{…}{…}",
    ),
    (
        r".*Invalid use of (?P<a>\\[A-Za-z]+)",
        "{a} has no place here",
        "put it between lines that are aligned, or leave it out",
    ),
    (
        r"Missing \\right|Extra \\left|Extra \\middle",
        r"\left and \right do not pair, or no delimiter follows one",
        r"give each \left its \right in the same cell and line; \left. and \right. do not print",
    ),
    (
        r"Missing \\cr inserted|Missing # inserted",
        "a table or matrix is not well formed",
        r"look for a missing \\ or an unclosed brace in it",
    ),
    (
        r"Missing number|Illegal unit of measure|Missing control sequence",
        "a command wants a number, a length or a name that is not there",
        "give it, such as 2em or 10pt",
    ),
    (
        r".*\\begin{(?P<a>.*?)}.* ended by \\end{(?P<b>.*?)}",
        r"\begin{{{a}}} is ended by \end{{{b}}}",
        r"give each \begin its own \end; one is missing or misspelt",
    ),
    (
        r"Paragraph ended before (?P<a>\\\S+?)@? ?was complete",
        "an argument of {a} is not closed when its paragraph ends",
        "close its brace, and leave no empty line in it",
    ),
    (
        r"(?:File ended while scanning|Forbidden control sequence found while scanning)",
        "an argument or a group is not closed when the text ends",
        "close its brace",
    ),
    (
        r"Argument of (?P<a>\\\S+?)@? has an extra }",
        "an argument of {a} is missing or closed too early",
        "give it between braces",
    ),
    (
        r".*File [`'](?P<a>.*?)' not found|.*cannot find image file '(?P<b>.*?)'",
        "the file {a}{b} is not there",
        "put it there, or mend its name",
    ),
    (
        r".*Unknown graphics extension|.*Cannot determine size of graphic",
        "an image is of a kind that TeX cannot include",
        "save it as PDF, PNG or JPEG",
    ),
    (
        r"Dimension too large|Arithmetic overflow|.*Number too big",
        "a length is larger than TeX can measure",
        "look for a huge number in a width, or for a table far too wide",
    ),
    (
        r"TeX capacity exceeded",
        "TeX ran out of room, mostly for a macro that calls itself",
        "look for a definition that uses its own name",
    ),
    (
        r".*Command (?P<a>\\\S+) (?:already defined|invalid in math mode)",
        "{a} is defined already, or has no place in math",
        "choose another name for it, or move it out of the formula",
    ),
    (
        r".*(?P<a>\\\S+) allowed only in math mode",
        "{a} stands outside a formula",
        r"put it between \( and \)",
    ),
    (
        r"TeX does not come to an end",
        "TeX does not come to an end in it",
        "look for a macro that calls itself, or a length that makes TeX run in circles",
    ),
    (
        r"A group or an environment is left open",
        "a group or an environment is opened that nothing closes",
        r"give each { its }, each \begin its \end, each \left its \right",
    ),
    (
        r"Emergency stop|.*==> Fatal error",
        "TeX gave up before the end of the text",
        "look at the last lines of its log",
    ),
    (r".*Too deeply nested", "lists lie in lists too deeply", "four levels are the most"),
    (r".*Too many unprocessed floats", "too many figures follow each other without text", ""),
    (
        r".*Something's wrong--perhaps a missing \\item",
        r"a list holds text before its first item",
        r"begin it with \item",
    ),
    (r".*Lonely \\item", r"\item stands outside a list", "put it within itemize or enumerate"),
    (
        r".*Illegal character in array arg|.*Illegal pream-token",
        "a column of an array has an unknown letter",
        "use l, c, r or p{…}",
    ),
    (
        r".*There's no line here to end",
        r"\\ stands where no line is",
        "remove it, or leave an empty line instead",
    ),
    (
        r"Illegal parameter number|You can't use `macro parameter character #'",
        "a # stands where no macro has a parameter",
        r"write \# for the character",
    ),
    (
        r"You can't use `?(?P<a>.*?)'? in (?P<b>.*?) mode",
        "{a} cannot be used in {b} mode",
        "",
    ),
)

_EXPLAINED = tuple((re.compile(pattern), message, hint) for pattern, message, hint in _RULES)
_ENVIRONMENT = re.compile(r".*Environment (?P<name>\S+) undefined")
_UNICODE = re.compile(r".*Unicode character (?P<character>.+?) \((?P<point>U\+[0-9A-F]+)\)")
_NO_GLYPH = re.compile(r".*Invalid UTF-8|Text line contains an invalid character")


def explain(error: TexError) -> Explanation:
    """Return what ERROR means to a writer; an unknown one keeps TeX's own words."""
    text = error.message
    if error.command:
        return _undefined(error.command)
    if match := _UNICODE.match(text):
        message = f"pdfLaTeX has no character {match['character']} ({match['point']})"
        hint = "write it as a command, or set engine: lualatex in book.yaml"
        return Explanation("tex-missing-character", message, hint)
    if _NO_GLYPH.match(text):
        message = "the text holds a byte or a control character that is none of UTF-8's letters"
        return Explanation("tex-error", message, "retype the line")
    if text.startswith(TOO_LONG):
        hint = "look for a command that ends pages without end, or raise `limits: pages:`"
        return Explanation("book-too-long", text[0].lower() + text[1:].rstrip("."), hint)
    if match := _ENVIRONMENT.match(text):
        hint = did_you_mean(match["name"], ENVIRONMENTS) or "mend its name, or define it"
        return Explanation("tex-error", f"no environment is called {match['name']}", hint)
    for pattern, message, hint in _EXPLAINED:
        if match := pattern.match(text):
            groups = {name: value or "" for name, value in match.groupdict().items()}
            return Explanation("tex-error", message.format(**groups) if groups else message, hint)
    return Explanation("tex-error", _bare(text), "")


def _undefined(command: str) -> Explanation:
    close = suggestions(command)
    hint = f"did you mean {' or '.join(close)}?" if close else "define it, or mend its name"
    return Explanation("tex-undefined-command", f"{command} is not defined", hint)


def _bare(text: str) -> str:
    """Return TeX's message without the name of the package that gave it, and without its stop."""
    words = re.sub(r"^(?:(?:Package|Class|Module) \S+|LaTeX\d?) Error: ", "", text)
    return f"TeX says: {words.rstrip('.')}"


def error_diagnostic(error: TexError, place: Place | None, more: int = 0) -> Diagnostic:
    """Return ERROR as a diagnostic at PLACE; TeX's own words and place are its detail.

    MORE counts the errors after it in the same block, which mostly follow from the first.
    """
    known = explain(error)
    return diagnostic(
        known.code, known.message, place=place, hint=known.hint, detail=_detail(error, more)
    )


def _detail(error: TexError, more: int) -> str:
    where = f"{error.file}:{error.line}: " if error.file and error.line else ""
    lines = [where + error.message]
    if error.runaway:
        lines.append(f"runaway: {error.runaway[:120]}")
    if error.reached.strip():
        lines.append(f"after: {error.reached.strip()[-120:]}")
    if more:
        lines.append(f"and {more} more in the same block, which may follow from it")
    return "\n".join(lines)
