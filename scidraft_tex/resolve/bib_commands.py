r"""The LaTeX that a bibliography field may hold: every other command is taken out of it.

A field is written for a preamble that is not ours; an unknown command in it would stop TeX.
"""

from __future__ import annotations

import re

__all__ = [
    "ACCENTS",
    "CONTROL_SYMBOLS",
    "DECLARATIONS",
    "PLAIN",
    "SWALLOWING",
    "SYMBOLS",
    "WITH_ARGUMENT",
    "math_is_sound",
    "words",
]


def words(text: str) -> frozenset[str]:
    """Return the words of TEXT as a set."""
    return frozenset(text.split())


ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "t": "\u0361", "c": "\u0327",
    "d": "\u0323", "b": "\u0331", "k": "\u0328", "r": "\u030a", "textcommabelow": "\u0326",
}  # fmt: skip
"""Accent commands, and the combining character of each."""

SYMBOLS = {
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ",
    "ng": "ŋ", "NG": "Ŋ", "dj": "đ", "DJ": "Đ", "S": "§", "P": "¶", "dag": "†", "ddag": "‡",
    "copyright": "©", "pounds": "£", "textendash": "–", "textemdash": "—", "textquoteleft": "‘",
    "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”", "textbullet": "•",
    "textregistered": "®", "texttrademark": "™", "textdegree": "°", "textmu": "µ", "lq": "‘",
    "rq": "’", "textcopyright": "©", "textsection": "§", "textparagraph": "¶", "textdagger": "†",
    "textdaggerdbl": "‡", "textperiodcentered": "·", "textexclamdown": "¡", "textquotesingle": "'",
    "textquestiondown": "¿", "guillemotleft": "«", "guillemotright": "»", "quotedblbase": "„",
    "quotesinglbase": "‚", "guilsinglleft": "‹", "guilsinglright": "›", "texteuro": "€",
    "euro": "€", "textsterling": "£", "textyen": "¥", "textcent": "¢", "textordfeminine": "ª",
    "textordmasculine": "º", "texttimes": "×", "textdiv": "÷", "textpm": "±", "textonehalf": "½",
    "textonequarter": "¼", "textthreequarters": "¾", "textperthousand": "‰", "dots": "…",
    "ldots": "…", "textellipsis": "…", "textonesuperior": "¹", "texttwosuperior": "²",
    "textthreesuperior": "³", "par": " ", "newline": " ", "linebreak": " ", "newblock": " ",
    "quad": " ", "qquad": " ", "space": " ", "textasteriskcentered": "*", "slash": "/",
}  # fmt: skip
"""Commands without argument that stand for a character."""

DECLARATIONS = {
    "it": "itshape", "bf": "bfseries", "tt": "ttfamily", "sc": "scshape", "rm": "rmfamily",
    "sf": "sffamily", "sl": "slshape", "em": "em", "itshape": "itshape", "bfseries": "bfseries",
    "ttfamily": "ttfamily", "scshape": "scshape", "rmfamily": "rmfamily", "sffamily": "sffamily",
    "slshape": "slshape", "upshape": "upshape", "mdseries": "mdseries", "normalfont": "normalfont",
}  # fmt: skip
"""Font switches, the two-letter ones (which KOMA-Script refuses) by their present names."""

PLAIN = words(
    "TeX LaTeX textbackslash textasciitilde textasciicircum textless textgreater textbar "
    "thinspace textbraceleft textbraceright textunderscore textdollar"
)
"""Commands without argument that are kept."""

WITH_ARGUMENT = words(
    "emph textbf textit textsc texttt textrm textsf textsl textup textmd textnormal mbox "
    "textsuperscript textsubscript underline enquote mkbibquote mkbibemph mkbibbold "
    "mkbibparens MakeUppercase MakeLowercase"
)
"""Commands with one argument that are kept."""

SWALLOWING = words(
    "noopsort cite citep citet citealp nocite label footnote thanks vspace hspace index "
    "phantom hphantom vphantom ignorespaces bibinfo bibfield color fontsize selectlanguage"
)
"""Commands that leave the page together with their argument."""

CONTROL_SYMBOLS = {
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "-": r"\-", "/": r"\/",
    "{": r"\textbraceleft{}", "}": r"\textbraceright{}", ",": r"\thinspace{}",
    ";": r"\thinspace{}", ":": r"\thinspace{}", "!": "", "@": "", "*": "", "\\": " ", " ": " ",
    "(": "", ")": "", "[": "", "]": "",
}  # fmt: skip
"""Commands of one character that is no letter, and what becomes of each.

A thin space is spelt out: of `\\,}` biber would take the comma.
"""

_MATH_LETTERS = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi "
    "pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta "
    "Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar imath jmath Re Im wp partial nabla infty "
    "emptyset aleph forall exists neg top bot angle triangle prime"
)
_MATH_RELATIONS = (
    "leq le geq ge neq ne equiv approx sim simeq cong propto ll gg prec succ preceq succeq subset "
    "supset subseteq supseteq in ni notin mid parallel perp vdash models to rightarrow leftarrow "
    "Rightarrow Leftarrow leftrightarrow Leftrightarrow mapsto longrightarrow uparrow downarrow "
    "times cdot div pm mp ast star circ bullet oplus otimes cup cap vee wedge land lor setminus "
    "sum prod int oint bigcup bigcap bigoplus bigotimes ldots cdots dots vdots ddots colon quad "
    "qquad lbrace rbrace langle rangle lfloor rfloor lceil rceil lvert rvert lVert rVert vert Vert "
    "lesssim gtrsim square dagger backslash"
)
_MATH_NAMES = (
    "log ln exp sin cos tan max min sup inf lim arg det dim ker deg gcd Pr displaystyle textstyle"
)
_MATH_ONE = (
    "mathbb mathbf mathcal mathrm mathit mathsf mathtt mathfrak mathscr boldsymbol operatorname "
    "text textrm textbf textit mbox hat tilde bar vec dot ddot widehat widetilde overline "
    "underline sqrt"
)
_MATH_COMMANDS = words(f"{_MATH_LETTERS} {_MATH_RELATIONS} {_MATH_NAMES} {_MATH_ONE}")
_MATH_COMMANDS_WITH_ONE = words(_MATH_ONE)
_MATH_COMMANDS_WITH_TWO = frozenset({"frac", "dfrac", "tfrac", "binom"})
_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_ATOM = rf"(?:{_GROUP}|\\[A-Za-z]+\s*(?:{_GROUP})*|[^\s{{}}\\_^])"
_ONE = re.compile(rf"\s*{_GROUP}")
_TWO = re.compile(rf"\s*{_GROUP}\s*{_GROUP}")
_SCRIPT = re.compile(rf"([_^])\s*({_ATOM})?")
_DOUBLE_SCRIPT = re.compile(rf"([_^])\s*{_ATOM}\s*(?:(?!\1)[_^]\s*{_ATOM}\s*)?\1|\^\s*{_ATOM}\s*'")


def math_is_sound(tex: str) -> bool:
    r"""Whether TEX is math that stands by itself between dollars.

    It has only commands of LaTeX and amsmath with their arguments, matching braces, and neither an
    empty nor a double script. `\left` and its kin are not let in: they come in pairs.
    """
    bare = re.sub(r"\\[{}%#&_$,;:! ]", "", tex)
    return bool(
        bare.strip()
        and not re.search(r"[_^]\s*(?:\\[,;:! ]|')", tex)
        and _braces_match(bare)
        and all(_command_is_sound(m, bare) for m in re.finditer(r"\\([A-Za-z]+|.?)", bare))
        and all(match[2] for match in _SCRIPT.finditer(bare))
        and not _DOUBLE_SCRIPT.search(bare)
        and not re.search(r"[$~\"]|(?<!\\)\\$", bare)
    )


def _braces_match(tex: str) -> bool:
    depth = 0
    for brace in re.findall(r"[{}]", tex):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _command_is_sound(match: re.Match[str], tex: str) -> bool:
    name = match[1]
    if name in _MATH_COMMANDS_WITH_TWO:
        return _TWO.match(tex, match.end()) is not None
    if name in _MATH_COMMANDS_WITH_ONE:
        return _ONE.match(tex, match.end()) is not None
    return name in _MATH_COMMANDS
