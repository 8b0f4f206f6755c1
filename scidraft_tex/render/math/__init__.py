r"""Formulas: the TeX that KaTeX takes, checked, and written as LaTeX that typesets.

`check_math` says what is wrong in the writer's terms, before TeX runs. `split_macros` takes the
definitions out of a formula, `inline_math` and `display_math` write the rest.
"""

from scidraft_tex.render.math.breaking import break_display
from scidraft_tex.render.math.check import check_math
from scidraft_tex.render.math.display import display_math, inline_math
from scidraft_tex.render.math.macros import MacroDef, macro_definitions, split_macros
from scidraft_tex.render.math.numbers import display_numbers
from scidraft_tex.render.math.reader import Fault, Problem
from scidraft_tex.render.math.width import estimated_width

__all__ = [
    "Fault",
    "MacroDef",
    "Problem",
    "break_display",
    "check_math",
    "display_math",
    "display_numbers",
    "estimated_width",
    "inline_math",
    "macro_definitions",
    "split_macros",
]
