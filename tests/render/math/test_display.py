"""Displays: which environment, where the numbers go, where a proof's mark stands."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.engines import Engine
from scidraft_tex.kinds import KINDS
from scidraft_tex.render.math import display_math
from tests.render.lines import FRAME, one_line, set_lines


def note(label: str) -> str:
    return f"n:{label}"


CASES = {
    "plain": ("a = b", "\\[\na = b\n\\]"),
    "blank": (" \n % nothing\n", ""),
    "blank lines": ("a\n\n\n= b", "\\[\na\n= b\n\\]"),
    "a label on a line of its own": (
        "a\n\\label{e}\n= b",
        "\\begin{equation}\na\n= b \\label{n:e}\n\\end{equation}",
    ),
    "comment": ("a % why\n= b", "\\[\na = b\n\\]"),
    # environments that are displays of their own
    "align": (
        r"\begin{align} a &= b \\ &= c \end{align}",
        "\\begin{align}\na &= b \\\\\n&= c\n\\end{align}",
    ),
    "align*": (r"\begin{align*} a &= b \end{align*}", "\\begin{align*}\na &= b\n\\end{align*}"),
    "a line's end too many": (
        r"\begin{gather*} a \\ b \\ \end{gather*}",
        "\\begin{gather*}\na \\\\\nb\n\\end{gather*}",
    ),
    "alignat": (
        r"\begin{alignat}{2} a &= b & c &= d \end{alignat}",
        "\\begin{alignat}{2}\na &= b & c &= d\n\\end{alignat}",
    ),
    "equation": (r"\begin{equation} a \end{equation}", "\\begin{equation}\na\n\\end{equation}"),
    "equation*": (r"\begin{equation*} a \end{equation*}", "\\[\na\n\\]"),
    "equation of lines": (
        r"\begin{equation} a \\ b \end{equation}",
        "\\begin{equation}\n\\begin{gathered}\na \\\\\nb\n\\end{gathered}\n\\end{equation}",
    ),
    "multline": (
        r"\begin{multline} a \\ b \end{multline}",
        "\\begin{multline}\na \\\\\nb\n\\end{multline}",
    ),
    "eqnarray": (
        r"\begin{eqnarray} a &=& b \\ &=& c \nonumber \end{eqnarray}",
        "\\begin{align}\na &= b \\\\\n&= c \\notag\n\\end{align}",
    ),
    "text around an environment": (
        r"x = \begin{align} a \\ b \end{align}",
        "\\[\nx = \\begin{aligned} a \\\\ b \\end{aligned}\n\\]",
    ),
    "two environments": (
        r"\begin{equation} a \end{equation} \begin{gather} b \end{gather}",
        "\\[\n{a} \\begin{gathered} b \\end{gathered}\n\\]",
    ),
    # environments that stand within a display
    "aligned": (
        r"\begin{aligned} a &= b \\ &= c \end{aligned}",
        "\\[\n\\begin{aligned} a &= b \\\\ &= c \\end{aligned}\n\\]",
    ),
    "cases": (
        r"f = \begin{cases} 1 & x > 0 \\ 0 \end{cases}",
        "\\[\nf = \\begin{cases} 1 & x > 0 \\\\ 0 \\end{cases}\n\\]",
    ),
    # bare lines
    "bare lines": (r"a \\ b", "\\[\n\\begin{gathered}\na \\\\\nb\n\\end{gathered}\n\\]"),
    "bare aligned lines": (
        r"a &= b \\[1em] &= c",
        "\\[\n\\begin{aligned}\na &= b \\\\[1em]\n&= c\n\\end{aligned}\n\\]",
    ),
    "no option": (
        r"a \\ [b] \\ *c",
        "\\[\n\\begin{gathered}\na \\\\\n\\relax [b] \\\\\n\\relax *c\n\\end{gathered}\n\\]",
    ),
    "a number after the last line's end": (
        r"a \\ b \\ \tag{1}",
        "\\[\n\\begin{gathered}\na \\\\\nb\n\\end{gathered} \\tag{1}\n\\]",
    ),
    # numbers
    "tag": (r"a \tag{1}", "\\[\na \\tag{1}\n\\]"),
    "label": (r"a \label{e}", "\\begin{equation}\na \\label{n:e}\n\\end{equation}"),
    "tag and label": (r"\tag{$*$} a \label{e}", "\\[\na \\tag{$*$} \\label{n:e}\n\\]"),
    "tag in the depth": (
        r"\begin{aligned} a \\ {b \tag*{x}} \end{aligned}",
        "\\[\n\\begin{aligned} a \\\\ {b } \\end{aligned} \\tag*{x}\n\\]",
    ),
    "several tags": (
        r"\begin{aligned} a &= b \tag{1} \\ c &= d \tag{2} \label{e} \end{aligned}",
        "\\begin{align*}\na &= b \\tag{1} \\\\\nc &= d \\tag{2} \\label{n:e}\n\\end{align*}",
    ),
    "several labels in bare lines": (
        r"a \label{x} \\ b \\ c \label{y}",
        "\\begin{gather}\na \\label{n:x} \\\\\nb \\notag \\\\\nc \\label{n:y}\n\\end{gather}",
    ),
    "label in a starred environment": (
        r"\begin{align*} a &= b \label{x} \\ c &= d \tag{3} \\ e &= f \end{align*}",
        (
            "\\begin{align}\na &= b \\label{n:x} \\\\\nc &= d \\tag{3} \\\\\n"
            "e &= f \\notag\n\\end{align}"
        ),
    ),
    "label after an environment": (
        r"\begin{equation*} a \end{equation*} \label{e}",
        "\\begin{equation}\na \\label{n:e}\n\\end{equation}",
    ),
    "no number": (
        r"\begin{equation} a \notag \end{equation}",
        "\\[\na\n\\]",
    ),
    "reference": (r"a \text{ by } \eqref{e}", "\\[\na \\text{ by } \\eqref{n:e}\n\\]"),
}


@pytest.mark.parametrize("name", list(CASES))
def test_a_display(name: str) -> None:
    tex, expected = CASES[name]
    assert display_math(tex, label=note) == expected


MARKED = {
    "plain": ("a = b", "\\[\na = b \\qedhere\n\\]"),
    "number": (r"a \label{e}", "\\begin{equation}\na \\label{n:e} \\qedtag\n\\end{equation}"),
    "tag": (r"a \tag{1}", "\\[\na \\tag{1} \\qedtag\n\\]"),
    "align": (
        r"\begin{align} a &= b \\ &= c \end{align}",
        "\\begin{align}\na &= b \\\\\n&= c \\qedtag\n\\end{align}",
    ),
    "align without a number last": (
        r"\begin{align} a &= b \\ &= c \notag \end{align}",
        "\\begin{align}\na &= b \\\\\n&= c \\qedrow\n\\end{align}",
    ),
    "align*": (
        r"\begin{align*} a &= b \\ &= c \\ \end{align*}",
        "\\begin{align*}\na &= b \\\\\n&= c \\qedhere\n\\end{align*}",
    ),
    "multline*": (
        r"\begin{multline*} a \\ b \end{multline*}",
        "\\begin{multline*}\na \\\\\nb \\qedrow\n\\end{multline*}",
    ),
    "aligned": (
        r"\begin{aligned} a &= b \\ &= c \end{aligned}",
        "\\begin{align*}\na &= b \\\\\n&= c \\qedhere\n\\end{align*}",
    ),
    "aligned of many columns": (
        r"\begin{aligned} a &= b & c &= d \\ e &= f & g &= h \end{aligned}",
        "\\[\n\\begin{aligned} a &= b & c &= d \\\\ e &= f & g &= h \\end{aligned} \\qedhere\n\\]",
    ),
    "bare lines": (r"a \\ b", "\\begin{gather*}\na \\\\\nb \\qedhere\n\\end{gather*}"),
    "cases": (
        r"f = \begin{cases} 1 \\ 0 \end{cases}",
        "\\[\nf = \\begin{cases} 1 \\\\ 0 \\end{cases} \\qedhere\n\\]",
    ),
}


@pytest.mark.parametrize("name", list(MARKED))
def test_the_end_mark(name: str) -> None:
    tex, expected = MARKED[name]
    assert display_math(tex, label=note, end_mark=True) == expected


PIECES = st.sampled_from(
    [
        "{", "}", "^", "&", "\\\\", "\\", "[", "%", "\n", " ", "a", r"\left(", r"\right)", r"\frac",
        r"\begin{aligned}", r"\end{aligned}", r"\begin{align}", r"\end{align}", r"\begin{cases}",
        r"\end{cases}", r"\begin{multline}", r"\end{multline}", r"\tag{1}", r"\label{x}", r"\notag",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=20), st.booleans())
def test_whatever_is_displayed_the_latex_is_balanced(pieces: list[str], end_mark: bool) -> None:  # noqa: FBT001 - hypothesis gives it
    done = display_math("".join(pieces), end_mark=end_mark)
    plain = re.sub(r"\\[^A-Za-z]", "", done)
    assert plain.count("{") == plain.count("}")
    open_environments: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{([^}]*)\}", plain):
        if kind == "begin":
            open_environments.append(name)
        else:
            assert open_environments.pop() == name
    assert not open_environments
    assert "\n\n" not in done
    assert done.count(r"\qed") == (end_mark and bool(done))


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_the_displays_typeset(engine: Engine, tmp_path: Path) -> None:
    names = [name for name in CASES if CASES[name][1]]
    lines = [one_line(display_math(CASES[name][0], label=note)) for name in names]
    lines = [line.replace("n:", f"n{index}:") for index, line in enumerate(lines)]
    done = set_lines(lines, tmp_path, engine)
    assert {names[line]: error for line, error in done.errors.items()} == {}
    assert done.missing == ()


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_the_end_mark_is_on_the_last_line_once(engine: Engine, tmp_path: Path) -> None:
    """Each proof stands on its own page; its mark is told apart by a word."""
    lines = [r"\renewcommand*\qedsymbol{QED}\setcounter{equation}{40}"]
    for name, (tex, _) in MARKED.items():
        display = one_line(display_math(tex, label=lambda _, n=name: f"l:{n}", end_mark=True))  # type: ignore[misc]
        lines.append(rf"\begin{{Proof}}Begin. {display}\end{{Proof}}\clearpage")
    lines.append(r"\begin{equation} after \label{after}\end{equation} \eqref{l:number}")
    frame = replace(FRAME, kinds=KINDS)
    done = set_lines(lines, tmp_path, engine, frame, passes=2)
    assert done.errors == {}
    plain = [unicodedata.normalize("NFKC", page) for page in done.pages]
    pages = [page for page in plain if "Begin" in page]
    assert len(pages) == len(MARKED)
    for name, page in zip(MARKED, pages, strict=True):
        assert page.count("QED") == 1, (name, page)
        rows = [row for row in page.splitlines()[1:] if row.strip() and "Begin" not in row]
        rows = [row for row in rows if not row.strip().isdigit()]
        if name not in {"aligned of many columns", "cases"}:
            assert rows[-1].rstrip().endswith("QED"), (name, page)
    numbered = dict(zip(MARKED, pages, strict=True))
    assert re.search(r"a\s+\(\S*41\)\s+QED", numbered["number"])
    assert re.search(r"a\s+\(1\)\s+QED", numbered["tag"])
    assert re.search(r"=\s*c\s+\(\S*43\)\s+QED", numbered["align"])
    last = plain[-1]
    assert "QED" not in last
    assert re.search(r"\(\S*41\)", last)  # the reference to the label beside a mark
