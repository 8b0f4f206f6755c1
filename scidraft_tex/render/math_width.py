"""An estimate of how wide a formula sets, from its TeX alone.

Good to about a tenth for the formulas that stand in table cells: letters, operators, scripts at
seven tenths, fractions, roots, words. Nothing is expanded; an unknown command is taken for one
symbol.
"""

from __future__ import annotations

import re

from scidraft_tex.render.metrics import text_width

_TOKEN = re.compile(r"\\(?:[A-Za-z]+\*?|.)|[^\s]", re.DOTALL)
_SAFETY = 1.05  # a cell that is a little too wide is worse than a column that is
_SCRIPT = 0.7
_SYMBOL = 0.56


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SPACES = {
    "\\,": 0.17,
    "\\:": 0.22,
    "\\;": 0.28,
    "\\!": -0.17,
    "\\ ": 0.25,
    "~": 0.25,
    "\\quad": 1.0,
    "\\qquad": 2.0,
    "&": 0.8,
}
_NOTHING = _words(
    r"\left \right \big \Big \bigl \bigr \Bigl \Bigr \middle \displaystyle \textstyle \scriptstyle"
    r" \limits \nolimits \nonumber \mathstrut \strut \notag"
)
_TEXT = _words(
    r"\text \textrm \textbf \textit \textsf \texttt \mathrm \mathbf \mathit \mathsf \mathtt \mbox"
    r" \operatorname \operatorname*"
)
_WRAPPED = _words(
    r"\mathbb \mathcal \mathfrak \mathscr \boldsymbol \bm \hat \widehat \tilde \widetilde \bar"
    r" \overline \underline \vec \dot \ddot \mathring \check \overrightarrow \boxed"
)
_NAMES = _words(
    r"\arg \cos \cosh \cot \coth \csc \deg \det \dim \exp \gcd \hom \inf \ker \lg \lim \liminf"
    r" \limsup \ln \log \max \min \Pr \sec \sin \sinh \sup \tan \tanh"
)
_SYMBOLS = r"""
1.33 = < > \lt \gt \le \leq \ge \geq \ne \neq \approx \sim \simeq \equiv
1.25 \in \notin \ni \subset \subseteq \supset \supseteq \propto \cong \ll \gg
1.60 \to \gets \rightarrow \leftarrow \mapsto \Rightarrow \iff \implies
1.22 + - \pm \mp \times \div \cup \cap \oplus \otimes \ast * \wedge
1.10 \vee \setminus \odot \circ \star
0.75 \cdot \bullet
1.15 \sum \prod \int \bigcup \bigcap \bigoplus
1.20 \ldots \cdots \dots \dotsc \dotsb
0.36 \{ \} ( ) [ ] | \| \lvert \rvert \lVert \rVert \langle \rangle /
0.28 . : ; ! '
0.42 ,
0.85 \mid
"""
_WIDTHS = {
    symbol: float(width)
    for width, *symbols in map(str.split, _SYMBOLS.strip().splitlines())
    for symbol in symbols
}


def math_width(tex: str) -> float:
    r"""Return the estimated width of the formula TEX in em, in text style; rows stack."""
    return _SAFETY * _Reader(_TOKEN.findall(tex)).rows()


class _Reader:
    """Reads tokens once, left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.position = 0

    def rows(self, end: str = "") -> float:
        """Return the widest row up to the mark END, which is taken."""
        widest = row = 0.0
        while self.position < len(self.tokens):
            mark = self._take()
            if mark == end:
                break
            if mark == "\\\\":
                widest, row = max(widest, row), 0.0
            elif mark in {"_", "^"}:
                row += self._scripts()
            else:
                row += self._atom(mark)
        return max(widest, row)

    def _take(self) -> str:
        mark = self.tokens[self.position]
        self.position += 1
        return mark

    def _peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def _argument(self) -> float:
        if self._peek() == "{":
            self._take()
            return self.rows("}")
        return self._atom(self._take()) if self._peek() else 0.0

    def _scripts(self) -> float:
        """Return the width of the script here and of the one right above or below it."""
        width = self._argument()
        if self._peek() in {"_", "^"}:
            self._take()
            width = max(width, self._argument())
        return _SCRIPT * width

    def _words(self) -> float:
        """Return the width of an argument that is text: formulas in it count as text."""
        if self._peek() != "{":
            return self._argument()
        self._take()
        depth, letters = 1, []
        while self.position < len(self.tokens) and depth:
            mark = self._take()
            depth += (mark == "{") - (mark == "}")
            if mark not in {"{", "}", "$"}:
                letters.append("x" if mark.startswith("\\") else mark)
        return text_width("".join(letters))

    def _skip(self, end: str) -> None:
        while self._peek() and self._take() != end:
            pass

    def _atom(self, mark: str) -> float:
        if mark == "{":
            return self.rows("}")
        if mark == "}" or mark in _NOTHING:
            return 0.0
        if mark in _SPACES:
            return _SPACES[mark]
        if mark in _WIDTHS:
            return _WIDTHS[mark]
        if mark in _TEXT:
            return self._words()
        if mark in _NAMES:
            return text_width(mark[1:]) + 0.17
        if mark in _WRAPPED:
            return self._argument()
        if mark in {r"\frac", r"\dfrac", r"\tfrac", r"\binom"}:
            return _SCRIPT * max(self._argument(), self._argument()) + 0.24
        if mark == r"\sqrt":
            if self._peek() == "[":
                self._skip("]")
            return self._argument() + 0.85
        if mark in {r"\begin", r"\end"}:
            self._skip("}")
            return 0.4
        if len(mark) == 1 and mark.isalnum():
            return text_width(mark) + 0.02
        return _SYMBOL if len(mark) == 1 else 1.05 * _SYMBOL
