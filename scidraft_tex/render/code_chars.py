r"""Characters of code as LaTeX within a listing's lines, each as wide as its cells.

A listing is set in a face of one width, and lines up only if everything in it keeps to that. What the face has
(ASCII, Latin letters) stands as it is; lines, blocks, arrows and symbols are drawn or squeezed into their cell,
by macros of the frame's `blocks.tex` that need no other font. Any other character is put into a cell as it is,
and the scan for glyphs chooses an engine that has it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_COMMAND_CHARACTERS = {"\\": r"\codebs{}", "{": r"\codeob{}", "}": r"\codecb{}"}

_FACE = frozenset("¡£§©«®°±²³µ¶·¹»¿Œœ€–—‘’‚“”„†‡")
"""What Latin Modern Mono has in its own width besides ASCII and Latin letters."""

SYMBOLS = {
    **{"←": r"\leftarrow", "→": r"\rightarrow", "↑": r"\uparrow", "↓": r"\downarrow"},
    **{"↔": r"\leftrightarrow", "↕": r"\updownarrow", "⇐": r"\Leftarrow", "⇒": r"\Rightarrow"},
    **{"⇑": r"\Uparrow", "⇓": r"\Downarrow", "⇔": r"\Leftrightarrow", "↦": r"\mapsto"},
    **{"↖": r"\nwarrow", "↗": r"\nearrow", "↘": r"\searrow", "↙": r"\swarrow"},
    **{"⟵": r"\leftarrow", "⟶": r"\rightarrow", "⟹": r"\Rightarrow", "↩": r"\hookleftarrow"},
    **{"↪": r"\hookrightarrow", "➜": r"\rightarrow", "➔": r"\rightarrow"},
    **{"▲": r"\blacktriangle", "▼": r"\blacktriangledown", "△": r"\triangle", "▽": r"\triangledown"},
    **{"▶": r"\blacktriangleright", "►": r"\blacktriangleright", "▸": r"\blacktriangleright"},
    **{"◀": r"\blacktriangleleft", "◄": r"\blacktriangleleft", "▷": r"\triangleright"},
    **{"◁": r"\triangleleft", "●": r"\bullet", "○": r"\circ", "•": r"\bullet", "◦": r"\circ"},
    **{"■": r"\blacksquare", "□": r"\square", "◆": r"\blacklozenge", "◇": r"\lozenge"},
    **{"★": r"\bigstar", "✓": r"\checkmark", "✔": r"\checkmark", "✗": r"\times", "✘": r"\times"},
    **{"×": r"\times", "÷": r"\div", "−": "-", "⋅": r"\cdot", "∘": r"\circ", "√": r"\surd"},
    **{"≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx", "≡": r"\equiv", "∼": r"\sim"},
    **{"≪": r"\ll", "≫": r"\gg", "∝": r"\propto", "∞": r"\infty", "∂": r"\partial", "∇": r"\nabla"},
    **{"∈": r"\in", "∉": r"\notin", "∋": r"\ni", "⊂": r"\subset", "⊆": r"\subseteq"},
    **{"∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset", "∀": r"\forall", "∃": r"\exists"},
    **{"∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "⊕": r"\oplus", "⊗": r"\otimes", "⊥": r"\bot"},
    **{"∑": r"\sum", "∏": r"\prod", "∫": r"\int", "⟨": r"\langle", "⟩": r"\rangle", "′": r"\prime"},
    **{"…": r"\ldots", "⋯": r"\cdots", "⋮": r"\vdots", "ℓ": r"\ell", "ℝ": r"\mathbb{R}"},
    **{"α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon"},
    **{"ζ": r"\zeta", "η": r"\eta", "θ": r"\theta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda"},
    **{"μ": r"\mu", "ν": r"\nu", "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma"},
    **{"τ": r"\tau", "υ": r"\upsilon", "φ": r"\varphi", "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega"},
    **{"Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi"},
    **{"Σ": r"\Sigma", "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega"},
}
"""Symbols that listings hold, as amsmath and amssymb have them."""

_DIAGONALS = {"╱": "/", "╲": r"\codebs{}", "╳": "X"}
_SHADES = {"░": 25, "▒": 50, "▓": 75}
_ARMS = {"LEFT": "l", "RIGHT": "r", "UP": "u", "DOWN": "d", "HORIZONTAL": "lr", "VERTICAL": "ud"}
_BOXES = range(0x2500, 0x2580)
_BARS = range(0x2581, 0x2589)


def cells(character: str) -> int:
    """Return how many cells CHARACTER takes: 2 for East Asian wide ones, 0 for combining marks."""
    if character.isascii():
        return 1
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def width(text: str) -> int:
    """Return how many cells TEXT takes."""
    return len(text) if text.isascii() else sum(map(cells, text))


def clean(text: str, tab: int = 4) -> str:
    """Return TEXT with tabs expanded to stops of TAB cells, accents composed, and no control characters."""
    composed = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    kept = (c for c in composed if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf"})
    plain = "".join(kept).replace("\u00a0", " ")
    return "\n".join(line.expandtabs(tab).rstrip() for line in plain.split("\n"))


def drawn(character: str) -> bool:
    """Tell whether CHARACTER is drawn, or set in the mathematics font: any engine prints it in a listing."""
    return encode(character) not in {character, f"\\codecell{{{character}}}", f"\\codewide{{{character}}}"}


@lru_cache(maxsize=2048)
def encode(character: str) -> str:
    """Return CHARACTER as it is written in a listing's line."""
    if character.isascii():
        return _COMMAND_CHARACTERS.get(character, character)
    if character in SYMBOLS:
        return f"\\codecell{{\\ensuremath{{{SYMBOLS[character]}}}}}"
    code = ord(character)
    if code in _BOXES:
        return _DIAGONALS.get(character) or _box(character)
    if code in _BARS:
        return f"\\codebar{{{code - _BARS.start + 1}}}"
    if character in _SHADES:
        return f"\\codeshade{{{_SHADES[character]}}}"
    if character in _FACE or (code < 0x180 and character.isalpha()):
        return character
    return f"\\codewide{{{character}}}" if cells(character) == 2 else f"\\codecell{{{character}}}"


def _box(character: str) -> str:
    """Lines to the sides that the character's Unicode name tells, thick for heavy and double ones."""
    words = unicodedata.name(character).split()
    arms = "".join(_ARMS.get(word, "") for word in words)
    heavy = "HEAVY" in words or "DOUBLE" in words
    return f"\\code{'thick' if heavy else 'thin'}{{{arms}}}"


def encode_text(text: str) -> str:
    """Return TEXT as it is written in a listing's line."""
    if text.isascii() and not any(c in text for c in _COMMAND_CHARACTERS):
        return text
    return "".join(map(encode, text))
