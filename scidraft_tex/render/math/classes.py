"""The classes of TeX's atoms: what relates, joins, opens, closes (The TeXbook, chapter 18)."""

from __future__ import annotations

from enum import Enum, auto

from scidraft_tex.render.math.tree import Char, Command, Node
from scidraft_tex.symbols import formula_command

__all__ = ["Atom", "atom"]


class Atom(Enum):
    """What an atom is, for the space around it and for where a line may break."""

    ORDINARY = auto()
    OPERATOR = auto()
    BINARY = auto()
    RELATION = auto()
    OPEN = auto()
    CLOSE = auto()
    PUNCTUATION = auto()


_WORDS = {
    Atom.RELATION: """
        lt gt le leq ge geq ne neq equiv approx sim simeq cong propto in notin ni subset subseteq
        supset supseteq subsetneq supsetneq ll gg prec preceq succ succeq to gets rightarrow
        leftarrow mapsto leftrightarrow Rightarrow Leftarrow Leftrightarrow longrightarrow
        longleftarrow longmapsto Longrightarrow implies impliedby iff coloneqq eqqcolon vdash
        models perp parallel mid leqslant geqslant lesssim gtrsim triangleq doteq asymp colon
        xrightarrow xleftarrow stackrel rightharpoonup rightleftharpoons hookrightarrow
        twoheadrightarrow
    """,
    Atom.BINARY: """
        pm mp times div cdot ast star circ bullet cap cup sqcap sqcup vee wedge lor land setminus
        oplus ominus otimes oslash odot uplus amalg dagger ddagger bmod ltimes rtimes
    """,
    Atom.OPERATOR: """
        sum prod coprod int iint iiint oint bigcup bigcap bigsqcup bigvee bigwedge bigoplus
        bigotimes bigodot biguplus arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp
        gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh
        operatorname argmax argmin
    """,
    Atom.OPEN: "{ lbrace langle lfloor lceil lvert lVert lbrack bigl Bigl biggl Biggl",
    Atom.CLOSE: "} rbrace rangle rfloor rceil rvert rVert rbrack bigr Bigr biggr Biggr",
}
_CLASSES: dict[str, Atom] = {
    **dict.fromkeys("=<>:", Atom.RELATION),
    **dict.fromkeys("+-*", Atom.BINARY),
    **dict.fromkeys("([", Atom.OPEN),
    **dict.fromkeys("])", Atom.CLOSE),
    **dict.fromkeys(",;", Atom.PUNCTUATION),
    **{f"\\{word}": kind for kind, words in _WORDS.items() for word in words.split()},
}


def atom(node: Node) -> Atom:
    """Return the class of NODE; groups and what has no class of its own are ordinary."""
    match node:
        case Char():
            written = node.text if node.text.isascii() else formula_command(node.text) or ""
            return _CLASSES.get(written, Atom.ORDINARY)
        case Command():
            return _CLASSES.get(node.name, Atom.ORDINARY)
        case _:
            return Atom.ORDINARY
