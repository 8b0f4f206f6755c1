"""An estimate of how wide a formula sets, from its TeX alone.

Good to about a tenth for the formulas that stand in table cells: letters, operators, scripts at seven
tenths, fractions, roots, words. Nothing is expanded; an unknown command is taken for one symbol.
"""

from __future__ import annotations

import re

from scidraft_tex.render.metrics import text_width

_TOKEN = re.compile(r"\\(?:[A-Za-z]+\*?|.)|[^\s]", re.DOTALL)
_SAFETY = 1.05  # a cell that is a little too wide is worse than a column that is
_SCRIPT = 0.7
_SYMBOL = 0.56
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
_NOTHING = frozenset(
    r"\left \right \big \Big \bigl \bigr \Bigl \Bigr \middle \displaystyle \textstyle \scriptstyle"
    r" \limits \nolimits \nonumber \mathstrut \strut \notag".split()
)
_TEXT = frozenset(
    r"\text \textrm \textbf \textit \textsf \texttt \mathrm \mathbf \mathit \mathsf \mathtt \mbox"
    r" \operatorname \operatorname*".split()
)
_WRAPPED = frozenset(
    r"\mathbb \mathcal \mathfrak \mathscr \boldsymbol \bm \hat \widehat \tilde \widetilde \bar"
    r" \overline \underline \vec \dot \ddot \mathring \check \overrightarrow \boxed".split()
)
_NAMES = frozenset(
    r"\arg \cos \cosh \cot \coth \csc \deg \det \dim \exp \gcd \hom \inf \ker \lg \lim \liminf"
    r" \limsup \ln \log \max \min \Pr \sec \sin \sinh \sup \tan \tanh".split()
)
_WIDTHS = {
    **dict.fromkeys(r"= < > \lt \gt \le \leq \ge \geq \ne \neq \approx \sim \simeq \equiv".split(), 1.33),
    **dict.fromkeys(r"\in \notin \ni \subset \subseteq \supset \supseteq \propto \cong \ll".split(), 1.25),
    **dict.fromkeys(r"\to \gets \rightarrow \leftarrow \mapsto \Rightarrow \iff \implies".split(), 1.6),
    **dict.fromkeys(r"+ - \pm \mp \times \div \cup \cap \oplus \otimes \ast * \wedge".split(), 1.22),
    **dict.fromkeys(r"\vee \setminus \odot \circ \star".split(), 1.1),
    **dict.fromkeys(r"\cdot \bullet".split(), 0.75),
    **dict.fromkeys(r"\sum \prod \int \bigcup \bigcap \bigoplus".split(), 1.15),
    **dict.fromkeys(r"\ldots \cdots \dots \dotsc \dotsb".split(), 1.2),
    **dict.fromkeys(r"\{ \} ( ) [ ] | \| \lvert \rvert \lVert \rVert \langle \rangle /".split(), 0.36),
    **dict.fromkeys(". : ; ! '".split(), 0.28),
    ",": 0.42,
    "\\mid": 0.85,
}


def math_width(tex: str) -> float:
    r"""Return the estimated width of the formula TEX in em, set in text style; rows at `\\` stack."""
    return _SAFETY * _Reader(_TOKEN.findall(tex)).rows()


class _Reader:
    """Reads tokens once, left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.position = 0

    def rows(self, end: str = "") -> float:
        """Return the widest row up to the token END, which is taken."""
        widest = row = 0.0
        while self.position < len(self.tokens):
            token = self._take()
            if token == end:
                break
            if token == "\\\\":
                widest, row = max(widest, row), 0.0
            elif token in {"_", "^"}:
                row += self._scripts()
            else:
                row += self._atom(token)
        return max(widest, row)

    def _take(self) -> str:
        token = self.tokens[self.position]
        self.position += 1
        return token

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
            token = self._take()
            depth += (token == "{") - (token == "}")
            if token not in {"{", "}", "$"}:
                letters.append("x" if token.startswith("\\") else token)
        return text_width("".join(letters))

    def _skip(self, end: str) -> None:
        while self._peek() and self._take() != end:
            pass

    def _atom(self, token: str) -> float:  # noqa: PLR0911 -- a table of what commands are
        if token == "{":
            return self.rows("}")
        if token == "}" or token in _NOTHING:
            return 0.0
        if token in _SPACES:
            return _SPACES[token]
        if token in _WIDTHS:
            return _WIDTHS[token]
        if token in _TEXT:
            return self._words()
        if token in _NAMES:
            return text_width(token[1:]) + 0.17
        if token in _WRAPPED:
            return self._argument()
        if token in {r"\frac", r"\dfrac", r"\tfrac", r"\binom"}:
            return _SCRIPT * max(self._argument(), self._argument()) + 0.24
        if token == r"\sqrt":
            if self._peek() == "[":
                self._skip("]")
            return self._argument() + 0.85
        if token in {r"\begin", r"\end"}:
            self._skip("}")
            return 0.4
        if len(token) == 1 and token.isalnum():
            return text_width(token) + 0.02
        return _SYMBOL if len(token) == 1 else 1.05 * _SYMBOL
