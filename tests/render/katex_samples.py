"""One formula for each command and each environment of the table of KaTeX."""

from __future__ import annotations

from scidraft_tex.render.katex import ENVIRONMENTS, Function

_ARGUMENTS = {
    "m": "{a}", "M": "{a}", "t": "{a}", "r": "{1em}", "c": "{teal}", "d": "(", "s": "{1em}",
    "o": "[b]", "O": "",
}  # fmt: skip

_OWN = {
    "\\\\": r"a \\ b",
    r"\(": r"\text{\(a\)}",
    r"\)": r"\text{\(b\)}",
    r"\[": "a",
    r"\]": "a",
    r"\above": r"{a \above{1pt} b}",
    r"\atop": r"{a \atop b}",
    r"\begin": r"\begin{matrix} a \end{matrix}",
    r"\begingroup": r"\begingroup a \endgroup",
    r"\bgroup": r"\bgroup a \egroup",
    r"\brace": r"{a \brace b}",
    r"\brack": r"{a \brack b}",
    r"\ce": r"\ce{H2O <=> OH^- + H^+}",
    r"\char": r"\char`a",
    r"\choose": r"{a \choose b}",
    r"\cr": r"\begin{matrix} a \cr b \end{matrix}",
    r"\def": r"\def\x#1{#1}\x{a}",
    r"\displaybreak": r"\begin{align*} a \displaybreak\\ b \end{align*}",
    r"\displaylimits": r"\sum\displaylimits_a",
    r"\edef": r"\edef\x{a}\x",
    r"\egroup": r"\bgroup b \egroup",
    r"\end": r"\begin{matrix} a \end{matrix}",
    r"\endgroup": r"\begingroup b \endgroup",
    r"\eqref": r"\eqref{l}",
    r"\expandafter": r"\expandafter\hat a",
    r"\futurelet": "a",
    r"\gdef": r"\gdef\x{a}\x",
    r"\genfrac": r"\genfrac(){0pt}{0}{a}{b}",
    r"\global": r"\global\def\x{a}\x",
    r"\hdashline": r"\begin{array}{c} a \\ \hdashline b \end{array}",
    r"\hline": r"\begin{array}{c} a \\ \hline b \end{array}",
    r"\hskip": r"a\hskip{1em}b",
    r"\htmlData": r"\htmlData{a=b}{c}",
    r"\includegraphics": r"\includegraphics[height=1em, alt=cat]{a/b_c.png}",
    r"\intertext": r"\begin{align*} a \\ \intertext{b} c \end{align*}",
    r"\kern": r"a\kern 1em b",
    r"\label": r"a \label{l}",
    r"\left": r"\left( a \right)",
    r"\leftroot": r"\sqrt[\leftroot{1}3]{a}",
    r"\let": r"\let\x=\alpha \x",
    r"\limits": r"\sum\limits_a",
    r"\long": r"\long\def\x{a}\x",
    r"\middle": r"\left( a \middle| b \right)",
    r"\mkern": r"a\mkern 3mu b",
    r"\mskip": r"a\mskip{3mu}b",
    r"\mspace": r"a\mspace{3mu}b",
    r"\newcommand": r"\newcommand\xx[1]{#1}\xx a",
    r"\noexpand": r"\noexpand a",
    r"\nolimits": r"\sum\nolimits_a",
    r"\not": r"\not=",
    r"\over": r"{a \over b}",
    r"\pageref": r"\text{\pageref{l}}",
    r"\prescript": r"\prescript{a}{b}{C}",
    r"\providecommand": r"\providecommand\xy{a}\xy",
    r"\pu": r"\pu{123 kJ mol-1}",
    r"\raisetag": r"a \raisetag{1em}\tag{2}",
    r"\ref": r"\text{\ref{l}}",
    r"\renewcommand": r"\renewcommand\x[1]{#1}\x a",
    r"\right": r"\left( a \right]",
    r"\rule": r"\rule[1pt]{1em}{1pt}",
    r"\set": r"\set{a|b}",
    r"\Set": r"\Set{a|b}",
    r"\shortintertext": r"\begin{align*} a \\ \shortintertext{b} c \end{align*}",
    r"\shoveleft": r"\begin{multline} a \\ \shoveleft{b} \\ c \end{multline}",
    r"\shoveright": r"\begin{multline} a \\ \shoveright{b} \\ c \end{multline}",
    r"\sideset": r"\sideset{_a}{^b}\sum",
    r"\smash": r"\smash[b]{y}",
    r"\smashoperator": r"\smashoperator{\sum_a}",
    r"\substack": r"\sum_{\substack{a \\ b}}",
    r"\tag": r"a \tag{1}",
    r"\uproot": r"\sqrt[\uproot{1}3]{a}",
    r"\verb": r"\verb|a_b|",
    r"\xdef": r"\xdef\x{a}\x",
}

DISPLAYS_ONLY = (r"\begin{align*}", r"\begin{multline}")
"""What begins a formula that makes no sense within a line."""


def sample(function: Function) -> str:
    """Return a formula with FUNCTION in it."""
    if function.name in _OWN:
        return _OWN[function.name]
    arguments = "".join(_ARGUMENTS[kind] for kind in function.arguments.lstrip("*"))
    body = function.name + arguments
    return body if function.math else rf"\text{{{body}}}"


def environment_sample(name: str) -> str:
    """Return a formula with the environment NAME in it."""
    arguments = {
        "array": "{c:l}", "darray": "{c|r}", "subarray": "{c}", "alignat": "{2}",
        "alignat*": "{2}", "alignedat": "{2}",
    }.get(name, "")  # fmt: skip
    body = {"cells": r"a & b \\ c & d", "rows": r"a \\ b"}.get(ENVIRONMENTS[name].rows, "a")
    if name == "CD":
        body = r"A @>a>> B \\ @VbVV @VVcV \\ C @= D"
    if name.startswith("eqnarray"):
        body = r"a &=& b \\ c &=& d"
    return rf"\begin{{{name}}}{arguments} {body} \end{{{name}}}"
