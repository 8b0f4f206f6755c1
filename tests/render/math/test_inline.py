"""Formulas within a line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.engines import Engine
from scidraft_tex.render.math import inline_math
from tests.render.lines import set_lines

CASES = {
    # line ends, comments, spaces
    "a\n\n  b": "$a b$",
    "a % why\n  + b": "$a + b$",
    "\\alpha%\nb": r"$\alpha b$",
    " x ": "$x$",
    "x\\": "$x$",
    "x\\ ": "$x\\ $",
    "": "",
    " %\n": "",
    # arguments without braces get them
    r"\frac12": r"$\frac{1}{2}$",
    r"\sqrt[3]2": r"$\sqrt[3]{2}$",
    r"\mathbb R": r"$\mathbb{R}$",
    r"x^\frac12": r"$x^{\frac{1}{2}}$",
    r"x^\top_2": r"$x^{\top}_2$",
    r"x^{ab}_\text{c}": r"$x^{ab}_{\text{c}}$",
    # Unicode
    "α ≤ ∑ℝ×→": r"$\alpha \leq \sum\mathbb{R}\times\rightarrow$",
    "x²³ + y₁ⁿ": "$x^{23} + y_1^n$",
    "f′″": "$f'''$",
    "é + x̂": r"$\acute{e} + \hat{x}$",
    "𝐀𝔸𝜶": r"$\mathbf{A}\mathbb{A}\boldsymbol{\alpha}$",
    "中文 x": r"$\text{中文} x$",
    "a\u2009b\u200b": r"$a\,b$",
    "\\left⟨x\\right⟩": r"$\left\langle x\right\rangle$",
    # text
    r"\text{é — $x_1$ & a_b}": r"$\text{é — $x_1$ \& a\_b}$",
    r"\text{where \(x^2\)}": r"$\text{where $x^2$}$",
    r"\text{\alpha}": r"$\text{\ensuremath{\alpha}}$",
    r"\'e \ss": r"$\text{\'{e}} \text{\ss}$",
    r"\verb|a_b|": r"$\text{\texttt{a\_b}}$",
    # for the web alone
    r"\htmlClass{red}{x+1}": "${x+1}$",
    r"\htmlStyle{color: red}{x}\htmlId{i}{y}\htmlData{a=b}{z}": "${x}{y}{z}$",
    r"\href{https://x.example/%20#a}{y}": "${y}$",
    r"\url{https://x.example/a_b%20}": r"$\text{https://x.example/a\_b\%20}$",
    r"\includegraphics[alt=A cat, width=1em]{img/cat_1.png}": r"$\text{A cat}$",
    r"\includegraphics{img/cat_1.png}": r"$\text{cat\_1.png}$",
    r"\message{hello}x": "$x$",
    # colours
    r"\color{red} x": r"$\color[HTML]{FF0000} x$",
    r"\textcolor{#0f0}{y}": r"$\mathcolor[HTML]{00FF00}{y}$",
    r"\text{\textcolor{teal}{y}}": r"$\text{\textcolor[HTML]{008080}{y}}$",
    r"\fcolorbox{red}{#eee}{$x$}": r"$\fcolorbox[HTML]{FF0000}{EEEEEE}{$x$}$",
    r"\textcolor{nonsense}{y}": "${y}$",
    # declarations
    r"{\rm d}x": r"${\mathrm{ d}}x$",
    r"\text{\bf a}": r"$\text{\bfseries  a}$",
    r"{\large x}": r"${\text{\large$ x$}}$",
    # distances
    r"a\kern{1em}b\kern3mu c\mkern 1em d": (
        r"$a\kern1em\relax b\mkern3mu\relax c\kern1em\relax d$"
    ),
    r"a\hspace{3mu}b\hspace*{1em}": r"$a\mspace{3mu}b\hspace*{1em}$",
    # alphabets without small letters
    r"\mathbb{1}_A": r"${\mathbf{1}}_A$",
    r"\mathcal{Ab}": r"${\mathcal{A}b}$",
    r"\mathcal{A1}": r"$\mathcal{A1}$",
    r"\mathrm{d\mu}": r"${\mathrm{d}\mu}$",
    r"\mathbf{\Gamma x}": r"${\boldsymbol{\Gamma}\mathbf{ x}}$",
    r"\mathrm{softmax}": r"$\mathrm{softmax}$",
    # other meanings
    r"\empty \th \real": r"$\emptyset \operatorname{th} \Re$",
    "\\char`a \\char\"2261 \\char'141 \\char98": r"$a \equiv a b$",
    r"\pu{1.2e-3 kJ mol-1}": r"$1.2 \times 10^{-3}\,\mathrm{kJ}\,\mathrm{mol}^{-1}$",
    r"\ce{H2O  -> H+}": r"$\ce{H2O -> H+}$",
    # structure
    r"\begin{align} a \\ b \end{align}": r"$\begin{aligned} a \\ b \end{aligned}$",
    r"\begin{darray}{c:r} a \end{darray}": (
        r"$\begin{array}{>{\displaystyle}c|>{\displaystyle}r} a \end{array}$"
    ),
    r"\begin{matrix} a \\ [b] \end{matrix}": r"$\begin{matrix} a \\\relax [b] \end{matrix}$",
    r"\begin{matrix} a \\[1em] b \cr c \end{matrix}": (
        r"$\begin{matrix} a \\[1em] b \\ c \end{matrix}$"
    ),
    r"a \\ b": r"$a \newline b$",
    r"\begin{aligned} [a] \end{aligned}": r"$\begin{aligned}\relax [a] \end{aligned}$",
    r"\begin{aligned}[t] a \end{aligned}": r"$\begin{aligned}[t] a \end{aligned}$",
    r"\begin{matrix*}[r] a \end{matrix*}": r"$\begin{matrix*}[r] a \end{matrix*}$",
    r"x \tag{1} \label{e}": r"$x\quad\text{(1)}$",
    r"\operatorname*{arg\,max}_x": r"$\operatorname*{arg\,max}_x$",
    # what is not balanced is
    r"{a": "${a}$",
    r"a}b": "$ab$",
    r"\left( a": r"$\left( a\right.$",
    r"a \right)": "$a$",
    r"\begin{matrix} a": r"$\begin{matrix} a\end{matrix}$",
}


@pytest.mark.parametrize("tex", list(CASES))
def test_a_formula_within_a_line(tex: str) -> None:
    assert inline_math(tex) == CASES[tex]


def test_labels_of_references_are_the_notes() -> None:
    done = inline_math(r"\eqref{a} \text{\ref{b}}", label=lambda name: f"n:{name}")
    assert done == r"$\eqref{n:a} \text{\ref{n:b}}$"


def test_ones_own_commands_are_left_alone() -> None:
    tex = r"\real{x} \R^\f{a} \rm b"
    own = {r"\real", r"\f", r"\rm"}
    assert inline_math(tex, own=own) == r"$\real{x} \R^\f{a} \rm b$"


PIECES = st.sampled_from(
    [
        "{", "}", "^", "_", "&", "\\\\", "\\", "$", "#", "[", "]", "%", "\n", " ", "'", "a", "1",
        "²", "≤", "中", "é", r"\left(", r"\right)", r"\frac", r"\sqrt", r"\text{", r"\alpha",
        r"\begin{matrix}", r"\end{matrix}", r"\begin{align}", r"\end{align}", r"\tag{1}",
        r"\label{x}", r"\def\q#1", r"\newcommand{\z}[1]", r"\color{red}", r"\large", r"\mathbb",
        r"\href{", r"\verb|", r"\(", r"\)", r"\over", r"\char`", r"\kern", r"\notag", r"\middle",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25))
def test_whatever_is_written_the_latex_is_balanced(pieces: list[str]) -> None:
    done = inline_math("".join(pieces))
    plain = re.sub(r"\\[^A-Za-z]", "", done)
    assert plain.count("{") == plain.count("}")
    assert len(re.findall(r"\\left(?![a-z])", plain)) == len(re.findall(r"\\right(?![a-z])", plain))
    begun = re.findall(r"\\begin\{(\w*)", plain)
    assert sorted(begun) == sorted(re.findall(r"\\end\{(\w*)", plain))
    assert "\n" not in done
    assert plain.count("$") % 2 == 0


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_the_formulas_typeset(engine: Engine, tmp_path: Path) -> None:
    unknown = {"中文 x"}  # whose characters the text's font does not have
    formulas = [tex for tex in CASES if CASES[tex] and tex not in unknown]
    done = set_lines([inline_math(tex) for tex in formulas], tmp_path, engine)
    assert {formulas[line]: error for line, error in done.errors.items()} == {}
    assert done.missing == ()
