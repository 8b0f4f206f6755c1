r"""The formulas of a note: checked before TeX runs, their macros known, displays fitted.

A formula with something wrong in it is reported at the character and prints as its source, so that
it costs itself alone. What a note defines (`\newcommand` in a formula) holds to the note's end and
no further.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.render.failures import counted, failure_box, inline_failure
from scidraft_tex.render.math import (
    Fault,
    MacroDef,
    break_display,
    check_math,
    display_math,
    display_numbers,
    estimated_width,
    inline_math,
    split_macros,
)
from scidraft_tex.render.math.definitions import DEFINERS
from scidraft_tex.render.math.names import own_name, stranger
from scidraft_tex.render.math.signatures import RESERVED, Signature, signatures_of
from scidraft_tex.render.measure import Page
from scidraft_tex.walk import blocks_of, formula_place, inlines_of

_DEFINES = re.compile(
    rf"(?:{'|'.join(sorted(map(re.escape, DEFINERS), key=len, reverse=True))})(?![A-Za-z])"
)

_CODES = {Fault.COMMAND: "tex-undefined-command", Fault.COLOUR: "colour-unknown"}
_LONG = 24
"""From how many characters on a formula within a line may break after its commas."""
_OPEN = frozenset({"(", "[", "{", r"\{"})
_CLOSE = frozenset({")", "]", "}", r"\}"})

_REPORTED = 3
"""How many faults of one formula are reported: the others mostly follow from the first."""

_FITTED = 0.92
"""From which share of the measure on, by our estimate, TeX is asked to fit a display."""

_DELIMITED = re.compile(r"\\\[\n(?P<body>.*)\n\\\]", re.DOTALL)
_ALIGNED = re.compile(r"\\begin\{align\*\}\n(?P<body>.*)\n\\end\{align\*\}", re.DOTALL)
_LAST_MARK = re.compile(r"\s*\\qedhere\s*\Z")
_NUMBERED = re.compile(r"\\(?:tag|label|qed\w*|intertext)\b")


@dataclass(frozen=True, slots=True)
class Formulas:
    """Renders the formulas of one note; `own` are the commands that it and its site define.

    `macros` has what is known of the note's own. `label` turns an author's equation label into
    TeX's. What is wrong is added to `said`, and prints as `failure` has it: of a message, the
    source, its place, and the page.
    """

    label: Callable[[str], str]
    said: Diagnostics
    own: frozenset[str] = frozenset()
    failure: Callable[[str, str, Place, Page], str] = failure_box
    macros: Mapping[str, Signature] = field(default_factory=dict)

    def inline(self, node: m.Math) -> str:
        """Return the formula NODE within its line."""
        formula = split_macros(node.tex, self.own)[1]
        if self.faulty(node, display=node.display):
            return inline_failure(node.tex)
        text = inline_math(formula, label=self.label, own=self.own)
        if node.display:
            return text.replace("$", "$\\displaystyle ", 1)
        return breaking_commas(text) if len(text) > _LONG else text

    def display(self, block: m.Display, page: Page, *, end_mark: bool = False) -> str:
        """Return the display BLOCK on PAGE, broken or fitted where it is wider than the measure."""
        if self.faulty(block, display=True):
            box = self.failure("this formula cannot be set", block.tex, block.place, page)
            return counted(self.numbers(block), str) + box
        formula = split_macros(block.tex, self.own)[1]
        broken = break_display(formula, page.text_width, page.font_size)
        text = display_math(broken, label=self.label, end_mark=end_mark, own=self.own)
        wide = estimated_width(broken, page.font_size) > _FITTED * page.text_width
        return fitted(text) if wide else text

    def numbers(self, block: m.Display) -> tuple[m.Number, ...]:
        """Return the numbers that the display BLOCK takes, whether or not it can be set."""
        formula = split_macros(block.tex, self.own)[1]
        return display_numbers(display_math(formula, label=self.label, own=self.own))

    def faulty(self, node: m.Math | m.Display, *, display: bool) -> bool:
        """Report what is wrong with the formula NODE; tell whether TeX would stop at it.

        A colour that is not known costs the colour alone.
        """
        problems = check_math(node.tex, self.own, display=display, macros=self.macros)
        told = [problem for problem in problems if problem.fault is not Fault.ENDLESS]
        for problem in told[:_REPORTED]:
            code = _CODES.get(problem.fault, "math-syntax")
            place = formula_place(node, problem.offset)
            self.said.report(code, problem.message, place, problem.hint)
        return any(problem.fault is not Fault.COLOUR for problem in problems)


def breaking_commas(formula: str) -> str:
    r"""Return the formula so that TeX may break the line after a comma outside of all brackets.

    TeX itself breaks after relations and operators alone: `x_1, \dots, x_n` would never break.
    """
    depth, pieces, start = 0, [], 0
    for found in _STEP.finditer(formula):
        sign = found.group()
        depth += (sign in _OPEN) - (sign in _CLOSE)
        if sign == "," and depth == 0:
            pieces.append(formula[start : found.end()])
            start = found.end()
    return r"\allowbreak ".join(piece.lstrip() for piece in (*pieces, formula[start:]))


_STEP = re.compile(r"\\.|[()\[\]{},]")


def fitted(display: str) -> str:
    r"""Return DISPLAY so that TeX shrinks it if it is wider than the measure.

    One with numbers of its own on its lines is left as it is: they have no place in a box.
    """
    found = _DELIMITED.fullmatch(display) or _ALIGNED.fullmatch(display)
    if found is None:
        return display
    body, mark = _LAST_MARK.subn("", found["body"])
    if _NUMBERED.search(body):
        return display
    if found.re is _ALIGNED:
        body = f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"
    end = "\\qedhere\n" if mark else ""
    return f"\\[\n\\fitdisplay{{{body}}}\n{end}\\]"


# --- a note's own macros -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoteMacros:
    """What a note's formulas define: commands' names, and the LaTeX at the ends of their scope."""

    names: frozenset[str]
    opening: str
    closing: str
    signatures: Mapping[str, Signature] = field(default_factory=dict)


def note_macros(blocks: Sequence[m.Block], site: frozenset[str], said: Diagnostics) -> NoteMacros:
    """Return the macros that BLOCKS define; one defined in two ways, or the site's, is reported."""
    first: dict[str, tuple[MacroDef, Place]] = {}
    formulas = list(_formulas(blocks))
    for formula in formulas:
        for macro in split_macros(formula.tex)[0]:
            if macro.name in RESERVED:
                continue
            place, known = formula_place(formula, macro.offset), first.get(macro.name)
            if known and known[0].tex != macro.tex and not macro.redefines:
                message = f"{macro.name} has another meaning since line {known[1].line}"
                hint = "use another name, or \\renewcommand; the first meaning holds in print"
                said.report("macro-conflict", message, place, hint)
            elif macro.name in site and not macro.redefines and not known:
                message = f"{macro.name} is a command that the site's settings define"
                said.report("macro-conflict", message, place, "use another name, or \\renewcommand")
            first.setdefault(macro.name, (macro, place))
    _drop_strangers(first, site)
    names = sorted(first)
    opening = [f"\\formulasave{own_name(name)}\n{first[name][0].tex}" for name in names]
    closing = [f"\\formularestore{own_name(name)}" for name in names]
    signatures = signatures_of(formula.tex for formula in formulas)
    return NoteMacros(frozenset(names), "\n".join(opening), "\n".join(closing), signatures)


def _drop_strangers(macros: dict[str, tuple[MacroDef, Place]], site: frozenset[str]) -> None:
    """Take out of MACROS what says to TeX what no formula may, and what is made of that.

    It is reported where its formula is checked.
    """
    before = -1
    while before != len(macros):
        before = len(macros)
        own = site | frozenset(macros)
        for name in [name for name, (macro, _) in macros.items() if stranger(macro.tex, own)]:
            del macros[name]


def _formulas(blocks: Sequence[m.Block]) -> Iterator[m.Math | m.Display]:
    """Yield the formulas of BLOCKS that may define something."""
    for node in inlines_of(blocks):
        if isinstance(node, m.Math) and _DEFINES.search(node.tex):
            yield node
    for block in blocks_of(blocks):
        if isinstance(block, m.Display) and _DEFINES.search(block.tex):
            yield block
