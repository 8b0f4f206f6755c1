r"""Characters of code as LaTeX within a listing's lines, each as wide as its cells.

A listing is set in a face of one width, and lines up only if everything in it keeps to that. What
the face has (ASCII, Latin letters) stands as it is; lines, blocks, arrows and symbols are drawn or
squeezed into their cell, by macros of the frame's `blocks.tex` that need no other font. Any other
character is put into a cell as it is, and the scan for glyphs chooses an engine that has it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from scidraft_tex.symbols import formula_command

_COMMAND_CHARACTERS = {"\\": r"\codebs{}", "{": r"\codeob{}", "}": r"\codecb{}"}

_FACE = frozenset("¡£§©«®°±²³µ¶·¹»¿Œœ€–—‘’‚“”„†‡")
"""What Latin Modern Mono has in its own width besides ASCII and Latin letters."""

_SHAPES = {
    "up": ("▲▴", "△▵"),
    "down": ("▼▾", "▽▿"),
    "right": ("▶►▸", "▷▹▻"),
    "left": ("◀◄◂", "◁◃◅"),
    "square": ("■▪◼", "□▫◻"),
    "diamond": ("◆", "◇"),
    "round": ("●⬤", "○◯"),
    "star": ("★", "☆"),
}
"""Shapes that `blocks.tex` draws, filled and in outline; not every mathematics font has them."""

_DRAWN = {
    character: f"\\code{verb}{{{name}}}"
    for name, pair in _SHAPES.items()
    for verb, characters in zip(("fill", "draw"), pair, strict=True)
    for character in characters
}

_SYMBOLS = frozenset(
    "←→↑↓↔↕⇐⇒⇑⇓⇔↦↖↗↘↙↩↪•◦✗✓×÷−⋅∘√≤≥≠≈≡∼≪≫∝∞∂∇∈∉∋⊂⊆⊃⊇∪∩∅∀∃∧∨¬⊕⊗⊥∑∏∫⟨⟩′…⋯⋮ℓℝℕℤℚℂ"
    "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"
)
"""Symbols that the mathematics fonts of all engines have under one command."""

_LIKE = {"✔": "✓", "✘": "✗", "➜": "→", "➔": "→", "⇨": "⇒", "⟶": "→", "⟵": "←", "⟹": "⇒"}

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
    """Return TEXT with tab stops every TAB cells, composed accents, no control characters."""
    composed = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    plain = "".join(" " if unicodedata.category(c) == "Zs" else c for c in composed if _prints(c))
    return "\n".join(line.expandtabs(tab).rstrip() for line in plain.split("\n"))


def _prints(character: str) -> bool:
    """Leave out control and format characters, and the selectors of an emoji's look."""
    if character in "\n\t":
        return True
    return (
        unicodedata.category(character) not in {"Cc", "Cf"}
        and not "\ufe00" <= character <= "\ufe0f"
    )


def portable(character: str) -> bool:
    """Tell whether any engine prints CHARACTER in a listing, by face, drawing or formula."""
    return encode(character) not in {f"\\codecell{{{character}}}", f"\\codewide{{{character}}}"}


@lru_cache(maxsize=2048)
def encode(character: str) -> str:
    """Return CHARACTER as it is written in a listing's line."""
    if character.isascii():
        return _COMMAND_CHARACTERS.get(character, character)
    if (
        character in _FACE
        or (ord(character) < 0x180 and character.isalpha())
        or not cells(character)
    ):
        return character
    if character in _DRAWN:
        return _DRAWN[character]
    code = ord(character)
    if code in _BOXES:
        return _DIAGONALS.get(character) or _box(character)
    if code in _BARS:
        return f"\\codebar{{{code - _BARS.start + 1}}}"
    if character in _SHADES:
        return f"\\codeshade{{{_SHADES[character]}}}"
    symbol = _LIKE.get(character, character)
    if symbol in _SYMBOLS:
        formula = (formula_command(symbol) or symbol).replace("'", r"\prime ")
        return f"\\codecell{{\\ensuremath{{{formula}}}}}"
    return f"\\codewide{{{character}}}" if cells(character) == 2 else f"\\codecell{{{character}}}"


def _box(character: str) -> str:
    """Lines to the sides that CHARACTER's name tells, thick for heavy and double ones."""
    words = unicodedata.name(character).split()
    arms = "".join(_ARMS.get(word, "") for word in words)
    heavy = "HEAVY" in words or "DOUBLE" in words
    return f"\\code{'thick' if heavy else 'thin'}{{{arms}}}"


def encode_text(text: str) -> str:
    """Return TEXT as it is written in a listing's line."""
    if text.isascii() and not any(c in text for c in _COMMAND_CHARACTERS):
        return text
    return "".join(map(encode, text))
