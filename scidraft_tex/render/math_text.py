r"""Formulas as plain Unicode, for bookmarks and messages: `\(x^2 \le \alpha\)` as x² ≤ α."""

from __future__ import annotations

import re

from scidraft_tex.symbols import FORMULA

_ALIASES = {
    "le": "≤", "ge": "≥", "ne": "≠", "lt": "<", "gt": ">", "to": "→", "implies": "⇒", "iff": "⇔",
    "gets": "←", "epsilon": "ε", "varepsilon": "ε", "phi": "φ", "varphi": "φ", "dots": "…",
    "cdots": "⋯", "cdot": "·", "ell": "ℓ", "langle": "⟨", "rangle": "⟩",
    "lVert": "‖", "rVert": "‖",
    "Vert": "‖", "lvert": "|", "rvert": "|", "prime": "′", "R": "ℝ", "top": "⊤", "sqrt": "√",
}  # fmt: skip
"""Commands beside those that the table of symbols has a character for."""

_SYMBOLS = {
    command[1:]: character
    for character, command in reversed(tuple(FORMULA.items()))
    if re.fullmatch(r"\\[A-Za-z]+", command)
} | _ALIASES
_BLACKBOARD = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ", "P": "ℙ", "E": "𝔼"}
_SUPERSCRIPT = dict(zip("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", strict=True))
_SUBSCRIPT = dict(zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", strict=True))
_SCRIPT = re.compile(r"([\^_])(?:\{([^{}]*)\}|(\S))")
_NAMED = re.compile(
    r"\\(?:operatorname\*?|text\w*|math(?:rm|bf|it|sf|cal|frak)|mbox)\s*\{([^{}]*)\}"
)
_SPACING = re.compile(
    r"\\[,;:! ]|\\(?:left|right|big[lr]?|Big[lr]?|quad|qquad|displaystyle)(?![A-Za-z])"
)


def math_text(tex: str) -> str:
    """Return the formula TEX in Unicode as nearly as its characters allow."""
    text = re.sub(
        r"\\mathbb\s*\{?([A-Z])\}?", lambda f: _BLACKBOARD.get(f[1], f[1]), _SPACING.sub(" ", tex)
    )
    text = _NAMED.sub(r"\1", text)
    text = re.sub(r"\\([A-Za-z]+)", lambda found: _SYMBOLS.get(found[1], found[1]), text)
    text = _SCRIPT.sub(lambda f: _script(f[1], f[2] if f[2] is not None else f[3]), text)
    return " ".join(re.sub(r"[{}$\\]", "", text).split())


def _script(mark: str, content: str) -> str:
    table = _SUPERSCRIPT if mark == "^" else _SUBSCRIPT
    if content and all(character in table for character in content):
        return "".join(table[character] for character in content)
    return mark + content
