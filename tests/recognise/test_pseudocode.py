"""Pseudocode: the wrapper, the commands in every spelling, and what is mended."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.recognise.pseudocode import parse_pseudocode

FENCE = Place("notes/x.md", 10)
FULL = r"""\begin{algorithm}[H]
\footnotesize
\caption{Power iteration for \(A_k\), by \textbf{hand}}
\label{alg:power_it}
\begin{algorithmic}[1]

\Require matrix \(A\),
  start \(v\)
\While{\(\lVert v \rVert \gt 0\)}
    \State \(v \gets A v\) \Comment{keep_it}
\EndWhile
\Return \(v\)
\end{algorithmic}
\end{algorithm}"""


def parsed(text: str) -> m.Algorithm:
    algorithm, diagnostics = parse_pseudocode(text, FENCE)
    assert diagnostics == []
    assert algorithm is not None
    return algorithm


def body(text: str) -> list[str]:
    return [line.strip() for line in parsed(text).body.split("\n")]


def mended(text: str) -> tuple[str, list[tuple[int, int, str]]]:
    algorithm, diagnostics = parse_pseudocode(text, FENCE)
    assert algorithm is not None
    assert {d.code for d in diagnostics} == {"algorithm-syntax"}
    places = [d.place for d in diagnostics if d.place]
    said = [
        (place.line, place.column, d.message) for place, d in zip(places, diagnostics, strict=True)
    ]
    return algorithm.body, said


# --- the wrapper


def test_the_wrapper_gives_caption_label_size_and_step() -> None:
    algorithm = parsed(FULL)
    assert algorithm.size == "footnotesize"
    assert algorithm.lines == 1
    caption = algorithm.caption
    assert caption is not None
    assert caption.label == "alg:power_it"
    assert caption.place == Place("notes/x.md", 13, 10)
    assert caption.children == (
        m.Text("Power iteration for "),
        m.Math("A_k", caption.place),
        m.Text(", by "),
        m.Styled("strong", (m.Text("hand"),)),
    )


def test_line_n_of_the_body_is_the_note_s_line() -> None:
    algorithm = parsed(FULL)
    source = FULL.split("\n")
    for number, line in enumerate(algorithm.body.split("\n"), start=1):
        written = source[FENCE.line + algorithm.offset + number - FENCE.line - 1]
        assert re.findall(r"[A-Z]\w+", line.replace(r"\State", "")) == re.findall(
            r"[A-Z]\w+", written.replace(r"\State", "")
        )


def test_formulas_take_dollar_signs_and_return_starts_a_line() -> None:
    assert body(FULL) == [
        r"\Require matrix $A$,",
        r"start $v$",
        r"\While{$\lVert v \rVert \gt 0$}",
        r"\State $v \gets A v$ \Comment{keep\_it}",
        r"\EndWhile",
        r"\State \Return $v$",
    ]


def test_without_the_wrapper_there_is_no_caption() -> None:
    algorithm = parsed("\\begin{algorithmic}\n\\State x\n\\end{algorithmic}")
    assert algorithm.caption is None
    assert algorithm.lines == 0
    assert parsed(r"\State x").lines == 1


def test_a_label_within_the_caption_and_latex_in_it() -> None:
    text = r"""\begin{algorithm}
\caption{\label{a} The \emph{fast} way -- \texttt{do\_it} \cite{k,l}}
\State x
\end{algorithm}"""
    caption = parsed(text).caption
    assert caption is not None
    assert caption.label == "a"
    kinds = [type(node) for node in caption.children]
    assert kinds == [m.Text, m.Styled, m.Text, m.Code, m.Text, m.Citation]
    assert caption.children[2] == m.Text(" way – ")
    assert caption.children[3] == m.Code("do_it", caption.place)
    assert caption.children[5] == m.Citation("cite", ("k", "l"), caption.place)


def test_a_caption_over_two_lines_keeps_the_lines_of_the_body() -> None:
    algorithm = parsed("\\begin{algorithm}\n\\caption{one\n two}\n\\State x\n\\end{algorithm}")
    assert algorithm.caption is not None
    assert algorithm.caption.children == (m.Text("one two"),)
    assert (algorithm.offset, algorithm.body) == (3, r"\State x")


@pytest.mark.parametrize("text", ["", "\n\n", "\\begin{algorithm}\n\\caption{x}\n\\end{algorithm}"])
def test_nothing_to_print_is_told(text: str) -> None:
    algorithm, diagnostics = parse_pseudocode(text, FENCE)
    assert algorithm is None
    assert [d.message for d in diagnostics] == ["the pseudocode is empty"]
    assert diagnostics[0].place == FENCE


def test_an_environment_without_its_end_is_told_and_read() -> None:
    tex, said = mended("\\begin{algorithmic}[1]\n\\State x")
    assert tex == r"\State x"
    assert said == [(11, 1, "the algorithmic environment begins and never ends")]


# --- commands


def test_return_is_not_doubled_and_stays_within_a_line() -> None:
    assert body("\\State \\Return x\n\\State if so \\Return y\n\\If{a} \\Return b \\EndIf") == [
        r"\State \Return x",
        r"\State if so \Return y",
        r"\If{a} \State \Return b \EndIf",
    ]


def test_capitals_of_pseudocode_js() -> None:
    text = r"""\REQUIRE $n$
\INPUT $m$
\IF{$p < r$ \AND \NOT done}
\STATE $q =$ \CALL{Part}{$A$} \COMMENT{pivot}
\ELSIF{a}
\PRINT "x"
\ELSE
\FORALL{x} \STATE y \ENDFOR
\FOR{$i = 1$ \TO $n$}
\CONTINUE
\ENDFOR
\ENDIF
\REPEAT
\BREAK
\UNTIL{\TRUE}
\PROCEDURE{P}{x}
\RETURN \FALSE
\ENDPROCEDURE"""
    assert body(text) == [
        r"\Require $n$",
        r"\Input $m$",
        r"\If{$p < r$ \algword{and} \algword{not} done}",
        r"\State $q =$ \Call{Part}{$A$} \Comment{pivot}",
        r"\ElsIf{a}",
        r'\State \algword{print} "x"',
        r"\Else",
        r"\ForAll{x} \State y \EndFor",
        r"\For{$i = 1$ \algword{to} $n$}",
        r"\State \algword{continue}",
        r"\EndFor",
        r"\EndIf",
        r"\Repeat",
        r"\State \algword{break}",
        r"\Until{\algword{true}}",
        r"\Procedure{P}{x}",
        r"\State \Return \algword{false}",
        r"\EndProcedure",
    ]


def test_a_routine_s_missing_second_argument_is_empty() -> None:
    assert body("\\Function{f}\n\\Return \\Call{g}\n\\EndFunction")[:2] == [
        r"\Function{f}{}",
        r"\State \Return \Call{g}{}",
    ]


def test_text_outside_of_a_statement_gets_one() -> None:
    assert body("\\For{x}\ndo this\n\\EndFor\nthen that") == [
        r"\For{x}",
        r"\State do this",
        r"\EndFor",
        r"\State then that",
    ]


def test_pseudocode_without_commands_keeps_its_lines_and_indentation() -> None:
    assert body("for i in 1..n:\n    x_i = \\(i^2\\)\n\nstop") == [
        r"\State for i in 1..n:",
        r"\State \hspace{2em}x\_i = $i^2$",
        "",
        r"\State stop",
    ]


def test_declarations_and_unknown_commands_are_left() -> None:
    text = "\\algrenewcommand\\algorithmicrequire{\\textbf{Given:}}\n\\State \\mycommand{a_b} x"
    assert body(text) == [
        r"\algrenewcommand\algorithmicrequire{\textbf{Given:}}",
        r"\State \mycommand{a\_b} x",
    ]
    assert body(r"\State see \ref{alg:a_b} \hspace{0.5cm} x") == [
        r"\State see \ref{alg:a_b} \hspace{0.5cm} x"
    ]


# --- text and formulas


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        (r"a_b & c # d ^ e", r"a\_b \& c \# d \^{} e"),
        (r"50% of it, 50 % of it", r"50\% of it, 50 \% of it"),
        (r"5\% done % a note", r"5\% done "),
        (r"costs 5$", r"costs 5\$"),
        (r"\[x^2\] and $$y_1$$", r"$\displaystyle x^2$ and $\displaystyle y_1$"),
        (r"\\(x_1\\)", r"$x_1$"),
        (r"\(M_{\text{a_b}}\)", r"$M_{\text{a\_b}}$"),
        (r"\(x \text{ if $y_1$}\)", r"$x \text{ if $y_1$}$"),
        (r"\(5 % 3 # 1\)", r"$5 \% 3 \# 1$"),
        (r"set \{a\}", r"set \{a\}"),
    ],
)
def test_text_is_escaped_and_formulas_are_not(written: str, printed: str) -> None:
    assert parsed(rf"\State {written}").body == rf"\State {printed}".rstrip(" ") + (
        " " if printed.endswith(" ") else ""
    )


# --- what is mended


def test_an_open_block_is_ended_and_told_where_it_opens() -> None:
    tex, said = mended("\\If{a}\n  \\For{b}\n    \\State c\n\\EndIf")
    assert said == [(12, 3, r"\For is never closed")]
    assert tex.split("\n")[3].split() == [r"\EndFor", r"\EndIf"]


def test_all_that_is_open_at_the_end_is_ended() -> None:
    tex, said = mended("\\Repeat\n\\While{a}\n\\State c")
    assert [place[0] for place in said] == [12, 11]
    assert tex.split("\n")[-1].split() == [r"\State", "c", r"\EndWhile", r"\Until{}"]


def test_an_end_without_its_block_is_dropped() -> None:
    tex, said = mended("\\State a\n\\EndIf\n\\State b")
    assert said == [(12, 1, r"\EndIf closes no \If")]
    assert tex == "\\State a\n\n\\State b"


def test_else_outside_of_if() -> None:
    tex, said = mended("\\State a\n\\Else\n\\State b")
    assert said == [(12, 1, r"\Else stands outside of any \If")]
    assert r"\Else" not in tex


def test_an_argument_without_braces_is_the_rest_of_the_line() -> None:
    tex, said = mended("\\For i = 1 to $n$\n\\State a\n\\EndFor")
    assert said == [(11, 1, r"\For has no argument in braces")]
    assert tex.split("\n")[0] == r"\For{i = 1 to $n$}"


def test_braces_and_formulas_that_are_not_closed() -> None:
    tex, said = mended("\\State a {b\n\\State c} d} \\(x\n\\State e")
    assert tex == "\\State a \\{b\n\\State c\\} d\\} $x$\n\\State e"
    assert (12, 14, r"the formula that \( opens is never closed") in said


def test_a_formula_ends_before_the_next_line_of_pseudocode() -> None:
    assert body("\\State costs 5$\n\\State costs 6$") == [
        r"\State costs 5\$",
        r"\State costs 6\$",
    ]


def test_braces_of_a_formula_are_balanced() -> None:
    tex, said = mended(r"\State $x_{1$ and $y}$")
    assert tex == r"\State $x_{1}$ and $y\}$"
    assert [message for _, _, message in said] == [
        "the braces or dollar signs of a formula do not balance"
    ] * 2


def test_an_argument_s_open_brace() -> None:
    tex, said = mended("\\If{a\n\\State b\n\\EndIf")
    assert tex == "\\If{a}\n\\State b\n\\EndIf"
    assert said == [(11, 4, r"the brace after \If is never closed")]


PIECES = st.sampled_from(
    [
        *(r"\State", r"\If{a}", r"\EndIf", r"\For{b}", r"\EndFor", r"\Else", r"\Return"),
        *(r"\Repeat", r"\Until{c}", r"\Comment{q}", r"\Function{f}{x}"),
        *("{", "}", "$", r"\(", r"\)", "x_1", "%", "\n", " ", "\\"),
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_whatever_is_written_balances(text: str) -> None:
    algorithm, _ = parse_pseudocode(text, FENCE)
    if algorithm is None:
        return
    tex = re.sub(r"\\[^A-Za-z]", "", algorithm.body)
    assert tex.count("{") == tex.count("}")
    assert tex.count("$") % 2 == 0
    for opener, closer in (("If", "EndIf"), ("For", "EndFor"), ("Repeat", "Until")):
        assert len(re.findall(rf"\\{opener}\b", tex)) == len(re.findall(rf"\\{closer}\b", tex))
    lines = text.strip("\n").split("\n")
    assert algorithm.body.count("\n") <= len(lines)
