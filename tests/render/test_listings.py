"""Listings as LaTeX."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.engines import Engine
from scidraft_tex.render.listings import check_listing, render_listing
from scidraft_tex.render.measure import Page
from tests.render.latex import HERE, PAGE, caption, inline, note, printed

CODE = 'def f(x):\n\treturn {"a\\n": x}  # it\'s\n'


def tex(text: str, language: str = "", given: m.Caption | None = None, page: Page = PAGE) -> str:
    return render_listing(m.Listing(text, language, HERE, given), page, inline)


def test_a_listing_is_verbatim_with_marked_tokens() -> None:
    assert (
        tex(CODE, "python")
        == r"""\begin{listingblock}
\begin{codelines}[samepage=true]
\codekey{def} \codefun{f}(x):
    \codekey{return} \codeob{}\codestr{"a\codebs{}n"}: x\codecb{}  \codecom{# it's}
\end{codelines}
\end{listingblock}"""
    )


def test_a_caption_stands_above_and_its_notes_below() -> None:
    lines = tex("x", "", caption("Code", "x:code", note("n"))).split("\n")
    assert lines[1] == r"\captionof{listing}[{Code}]{Code\tablemark{a}}\label{x:code}"
    assert lines[-2] == r"\tablenote{a}{n}"


def test_blank_lines_at_the_ends_are_dropped_and_within_kept() -> None:
    lines = tex("\n  \n  a\n\nb\n\n").split("\n")
    assert lines[2:-2] == ["  a", "", "b"]


def test_long_lines_are_broken_with_a_mark() -> None:
    text = ", ".join(f"argument_{n}" for n in range(20))
    lines = tex(text, "python").split("\n")[2:-2]
    assert len(lines) > 2
    assert all(line.startswith(r"  \codehook{}") for line in lines[1:])
    assert all(len(line.replace(r"\codehook{}", "> ")) <= PAGE.code_columns for line in lines)


def test_a_drawing_is_set_smaller_instead() -> None:
    made = tex("┌" + "─" * 90 + "┐\n└" + "─" * 90 + "┘")
    found = re.search(r"fontsize=\{\\codesize\{([\d.]+)\}\}", made)
    assert found
    assert float(found[1]) * 0.5145 * 92 <= PAGE.text_width
    assert "codehook" not in made


def test_only_what_is_short_or_drawn_stays_on_a_page() -> None:
    assert "samepage" not in tex("x\n" * 20)
    assert "samepage" in tex("│\n▼\n" * 10)
    assert "samepage" not in tex("│\n▼\n" * 80)


def test_an_unknown_language_is_told() -> None:
    (found,) = check_listing(m.Listing("x", "klingon", HERE))
    assert (found.code, found.place) == ("language-unknown", HERE)
    assert check_listing(m.Listing("x", "python", HERE)) == ()


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_what_is_copied_from_the_page_is_the_code(engine: Engine, tmp_path: Path) -> None:
    code = "s = 'it' + \"x\" + `y` -- {a|b} <<c>> \\n ~^ $h #i %j &k_l ?`!`,,\nif x:\n    pass  # é"
    made = printed(tex(code, "python"), tmp_path, engine)
    assert made.faults == []
    squeezed = [re.sub(r"\s+", " ", line).strip() for line in made.text.split("\n")]
    for line in code.split("\n"):
        assert re.sub(r"\s+", " ", line).strip() in squeezed


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
@pytest.mark.parametrize("screen", [True, False])
def test_drawings_and_symbols_print_in_any_engine(
    engine: Engine, tmp_path: Path, *, screen: bool
) -> None:
    text = "┌──┐ ╔══╗\n│ab│▶║é ║\n└──┘ ╚══╝\n▁▂█ ░▒▓ ✓✗●○■□◆★ ≤≥≠→⇒λΣ∞ … ′ ▲▼◀\n╱╲╳"
    body = tex(text) + "\n\n" + tex("x = 1 # " + "long words " * 20, "python", caption("C", "l"))
    made = printed(body, tmp_path, engine, screen=screen)
    assert made.faults == []
    assert "Listing 1: C" in made.text


@pytest.mark.tex
def test_a_listing_breaks_but_never_leaves_a_line_alone(tmp_path: Path) -> None:
    fill = "\\vspace*{505pt}\n\n"
    code = "\n".join(f"line {n}" for n in range(60))
    made = printed(fill + tex(code, "", caption("Cut")), tmp_path)
    assert made.faults == []
    first = next(page for page in made.pages if "line 0" in page)
    assert "Cut" in first
    assert "line 1\n" in first
    last = next(page for page in made.pages if "line 59" in page)
    assert "line 58" in last
