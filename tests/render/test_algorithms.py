"""Pseudocode as LaTeX."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.engines import Engine
from scidraft_tex.recognise.pseudocode import parse_pseudocode
from scidraft_tex.render.algorithms import height, render_algorithm, render_body
from tests.render.latex import HERE, PAGE, inline, note, printed

SOURCE = r"""\begin{algorithm}[H]
\footnotesize
\caption{Steps of \(x\)}
\label{alg:steps}
\begin{algorithmic}[1]
\Require \(x \in A\)

\For{\(i = 1, \dots, n\)} \Comment{all_of them}
  \State \(x \gets x + i\) → on
\EndFor
\Return \(x\)
\end{algorithmic}
\end{algorithm}"""


def algorithm(text: str = SOURCE) -> m.Algorithm:
    made, diagnostics = parse_pseudocode(text, HERE)
    assert made is not None
    assert diagnostics == []
    return made


def test_the_float_stands_where_it_is_said() -> None:
    assert (
        render_algorithm(algorithm(), PAGE, inline)
        == r"""\begin{algorithm}[H]
\caption{Steps of $x$}\label{alg:steps}
\footnotesize
\begin{algorithmic}[1]
\Require $x \in A$
\For{$i = 1, \dots, n$} \Comment{all\_of them}
  \State $x \gets x + i$ → on
\EndFor
\State \Return $x$
\end{algorithmic}
\end{algorithm}"""
    )


def test_without_caption_there_is_no_float() -> None:
    made = render_algorithm(algorithm(r"\State x"), PAGE, inline)
    assert made == (
        "\\begin{algorithmblock}\n\\begin{algorithmic}[1]\n\\State x\n\\end{algorithmic}\n"
        "\\end{algorithmblock}"
    )


def test_formulas_and_other_characters_go_through_the_prose_writer() -> None:
    seen: list[m.Inline] = []

    def keep(nodes: tuple[m.Inline, ...]) -> str:
        seen.extend(nodes)
        return "*"

    body = r"\State $x \text{ if $y$}$ costs 5\$ → ∞ $z$"
    made = render_body(m.Algorithm(body, HERE), keep)
    assert made == r"\State * costs 5\$ * * *"
    assert seen == [
        m.Math(r"x \text{ if $y$}", HERE),
        m.Text("→"),
        m.Text("∞"),
        m.Math("z", HERE),
    ]


def test_a_note_of_the_caption_stands_below() -> None:
    made = algorithm()
    assert made.caption is not None
    noted = replace(made, caption=replace(made.caption, children=(m.Text("T"), note("n"))))
    lines = render_algorithm(noted, PAGE, inline).split("\n")
    assert lines[1] == r"\caption[{T}]{T\tablemark{a}}\label{alg:steps}"
    assert lines[-2] == r"\tablenote{a}{n}"


def long(lines: int) -> m.Algorithm:
    steps = "\n".join(rf"\State step {n}" for n in range(lines))
    return algorithm(SOURCE.replace(r"\footnotesize", "").replace(r"\Return \(x\)", steps))


def test_one_that_is_taller_than_a_page_may_break() -> None:
    made = render_algorithm(long(60), PAGE, inline)
    assert made.startswith(
        "\\begin{longalgorithm}{\\captionof{algorithm}{Steps of $x$}\\label{alg:steps}}"
    )
    assert "longalgorithm" not in render_algorithm(long(60), replace(PAGE, breakable=False), inline)
    assert "longalgorithm" not in render_algorithm(long(10), PAGE, inline)


def test_heights_count_wrapped_lines_and_size() -> None:
    wordy = m.Algorithm(r"\State " + "some words " * 30, HERE)
    assert height(wordy, PAGE) - height(m.Algorithm(r"\State x", HERE), PAGE) > 3 * PAGE.leading
    small = replace(wordy, size="footnotesize")
    assert height(small, PAGE) < height(wordy, PAGE)


CAPITALS = r"""\INPUT $n$
\OUTPUT $m$
\FUNCTION{Do_it}{$n$}
\IF{$n > 1$ \AND \NOT done} \PRINT "x"
\ELSIF{$a$}
\FOREACH{$x \in A$} \STATE \CALL{F}{$x$} \ENDFOR
\ELSE
\REPEAT
\BREAK
\UNTIL{\TRUE}
\ENDIF
\LOOP
\CONTINUE
\ENDLOOP
\RETURN $m$
\ENDFUNCTION"""


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_pseudocode_prints(engine: Engine, tmp_path: Path) -> None:
    pieces = [
        render_algorithm(algorithm(SOURCE.replace("→", "to")), PAGE, inline),
        render_algorithm(algorithm(CAPITALS), PAGE, inline),
        render_algorithm(algorithm("for all x:\n    do 50% of a_b"), PAGE, inline),
        render_algorithm(replace(long(70), body=long(70).body.replace("→", "to")), PAGE, inline),
    ]
    made = printed("\n\n".join(pieces), tmp_path, engine)
    assert made.faults == []
    assert "multiply defined" not in made.log.replace("alg:steps' multiply", "")
    assert "Algorithm 1. Steps of" in made.text
    assert "Algorithm 2. Steps of" in made.text
    assert "do 50% of a_b" in made.text
    assert "for each" in made.text
    assert "step 69" in made.pages[-1]
    assert len(made.pages) >= 3


BROKEN = [
    "\\If{a}\n\\State b\n\\EndFor",
    "\\EndIf\n\\Else\n\\Until{x}",
    "text {open\n\\State \\(x_{1\n\\State } z $ y",
    "\\For i in 1..n\n\\Function{f}\n\\Comment{alone}",
    "\\Comment{first}\n50 % of $5 and #6 & 7_8 ^ ~ \\",
    "\\Repeat\n\\While{a}\n\\Procedure{p}{q}\n\\Loop\n\\ForAll{x}\n\\ForEach{y}",
]


@pytest.mark.tex
def test_what_is_mended_does_not_stop_tex(tmp_path: Path) -> None:
    pieces = []
    for text in BROKEN:
        made, diagnostics = parse_pseudocode(text, HERE)
        assert made is not None
        assert diagnostics or text.startswith(r"\Comment")
        pieces.append(render_algorithm(made, PAGE, inline))
    assert printed("\n\n".join(pieces), tmp_path).faults == []
