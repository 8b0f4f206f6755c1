r"""Commands in prose that mean nothing there are told, what only looks like one is not."""

from __future__ import annotations

import pytest

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.read.mask import mask


def said(text: str) -> list[Diagnostic]:
    _, found = mask(text, "n.md")
    return [item for item in found if item.code == "prose-command"]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (r"The rate \alpha is small.", 10, r"\alpha is no command of prose"),
        (r"See \autocite{a}.", 5, r"\autocite is no command of prose"),
        (r"See \mycite[3]{a}.", 5, r"\mycite is no command of prose"),
        (r"*\foo{bar}*", 2, r"\foo is no command of prose"),
        (r"Of \x{1}.", 4, r"\x is no command of prose"),
        (r"\begin{itemize}", 1, r"\begin is no command of prose"),
        (r"As \cite says.", 4, r"\cite has no argument"),
        (r"So \textbf{bold", 4, r"\textbf is not closed in its paragraph"),
    ],
)
def test_a_command_is_told_at_its_place(text: str, column: int, message: str) -> None:
    (item,) = said(f"Text.\n\n{text}\n")
    assert item.place is not None
    assert (item.place.line, item.place.column) == (3, column)
    assert item.message == message


@pytest.mark.parametrize(
    "text",
    [
        r"$\alpha$ and \(\beta\) and $$\gamma$$",
        r"`\alpha` and \cite{a} and \textbf{b} and \index{c} and \ref{d}",
        r"Escaped \* and \_ and \\alpha and C:\Users\me and a\bc and \n",
        r"\\server\share",
        "```latex\n\\alpha{x}\n```",
        "<!-- \\alpha -->",
        "<pre>\\alpha</pre>",
        "    \\alpha",
        "[text](a\\foo)",
        "{{< mermaid >}}\n\\alpha\n{{< /mermaid >}}",
    ],
)
def test_nothing_is_told_of(text: str) -> None:
    assert said(f"Text.\n\n{text}\n") == []


@pytest.mark.parametrize("opening", [r"\(", "$$", r"\[", "$"])
def test_what_an_open_formula_holds_is_told_once(opening: str) -> None:
    _, found = mask(f"Of {opening}\\alpha + \\beta{{x}} no more.\n\n# End\n\n\\gamma.\n", "n.md")
    assert [item.code for item in found] == ["math-unclosed", "prose-command"]
    assert r"\gamma" in [*found][1].message


def test_a_near_name_is_suggested() -> None:
    (item,) = said(r"It is \texbf{bold}.")
    assert item.hint.startswith(r"did you mean \textbf?")
