"""The rules that arXiv has for a submission of TeX, each a function of what a bundle holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.rules.bibliography import BIBLIOGRAPHY_RULES
from scidraft_tex.bundle.rules.engine import ENGINE_RULES
from scidraft_tex.bundle.rules.figures import FIGURE_RULES
from scidraft_tex.bundle.rules.files import FILE_RULES
from scidraft_tex.bundle.rules.fonts import FONT_RULES
from scidraft_tex.bundle.rules.looks import LOOK_RULES
from scidraft_tex.bundle.rules.private import PRIVATE_RULES
from scidraft_tex.bundle.rules.structure import STRUCTURE_RULES
from scidraft_tex.bundle.rules.texlive import TEXLIVE_RULES
from scidraft_tex.diagnostics import Diagnostic, Diagnostics

__all__ = ["RULES", "Rule", "check"]

Rule = Callable[[Contents], Iterator[Diagnostic]]

RULES: tuple[Rule, ...] = (
    *STRUCTURE_RULES,
    *FILE_RULES,
    *FIGURE_RULES,
    *ENGINE_RULES,
    *FONT_RULES,
    *BIBLIOGRAPHY_RULES,
    *PRIVATE_RULES,
    *LOOK_RULES,
    *TEXLIVE_RULES,
)
"""Every rule, in the order in which breaches are told."""


def check(contents: Contents) -> Diagnostics:
    """Return what breaks a rule in CONTENTS."""
    found = Diagnostics()
    for rule in RULES:
        found.extend(rule(contents))
    return found
