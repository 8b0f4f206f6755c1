from __future__ import annotations

import re

import pytest

from scidraft_tex.codes import CODES
from scidraft_tex.diagnostics import Place, Severity
from scidraft_tex.typeset.errors import error_diagnostic, explain
from scidraft_tex.typeset.log import TexError


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Missing $ inserted.", "math stands outside a formula"),
        ("Display math should end with $$.", "closed by the wrong delimiter"),
        ("LaTeX Error: Bad math environment delimiter.", "math within math"),
        ("Double superscript.", "two superscripts"),
        ("Double subscript.", "two subscripts"),
        (r"Extra alignment tab has been changed to \cr.", "more cells than"),
        ("Misplaced alignment tab character &.", "an & or a rule stands where"),
        (r"Misplaced \noalign.", "an & or a rule stands where"),
        ("Missing } inserted.", "braces do not pair"),
        ("Extra }, or forgotten $.", "closed that none opened"),
        ("Too many }'s.", "closed that none opened"),
        (r"Missing \right. inserted.", r"\left and \right do not pair"),
        ("LaTeX Error: Environment nosuch undefined.", "no environment is called nosuch"),
        (
            r"LaTeX Error: \begin{align} on input line 10 ended by \end{aling}.",
            r"\begin{align} is ended by \end{aling}",
        ),
        (r"Paragraph ended before \text@ was complete.", r"an argument of \text is not closed"),
        (r"File ended while scanning use of \frac.", "not closed when the text ends"),
        (r"Argument of \foo has an extra }.", r"an argument of \foo is missing"),
        ("LaTeX Error: File `img/a.png' not found.", "the file img/a.png is not there"),
        (
            "Package pdftex.def Error: File `a.png' not found: using draft setting.",
            "the file a.png is not there",
        ),
        ("LaTeX Error: Unknown graphics extension: .svg.", "an image is of a kind"),
        ("Dimension too large.", "larger than TeX can measure"),
        ("TeX capacity exceeded, sorry [input stack size=5000].", "ran out of room"),
        (r"LaTeX Error: Command \foo already defined.", r"\foo is defined already"),
        (r"Package amsmath Error: \tag not allowed here.", r"TeX says: \tag not allowed here"),
        ("LaTeX Error: Too many unprocessed floats.", "too many figures"),
        ("Emergency stop.", "TeX gave up before the end"),
        (r"LaTeX Error: Something's wrong--perhaps a missing \item.", "before its first item"),
        (r"LaTeX Error: \mathbb allowed only in math mode.", r"\mathbb stands outside a formula"),
        ("You can't use `macro parameter character #' in horizontal mode.", "a # stands where"),
        (r"You can't use `\raise' in vertical mode.", r"\raise cannot be used in vertical mode"),
        ("Package foo Error: Something quite new.", "TeX says: Something quite new"),
    ],
)
def test_what_an_error_means(message: str, said: str) -> None:
    known = explain(TexError(message))
    assert said in known.message
    assert known.code == "tex-error"
    assert not re.search(r"\{[ab]\}|\{\{", known.message)


def test_an_undefined_command_is_named_with_its_likeness() -> None:
    known = explain(TexError("Undefined control sequence.", command=r"\aplha"))
    assert known.code == "tex-undefined-command"
    assert known.message == r"\aplha is not defined"
    assert r"did you mean \alpha" in known.hint


def test_an_unknown_character_is_named_with_its_code_point() -> None:
    text = "LaTeX Error: Unicode character ▼ (U+25BC) not set up for use with LaTeX."
    known = explain(TexError(text))
    assert known.code == "tex-missing-character"
    assert "▼ (U+25BC)" in known.message
    assert "lualatex" in known.hint


def test_tex_says_its_part_below() -> None:
    error = TexError(
        "Missing $ inserted.", "c.tex", 8, "a_b", "a_", context=("<inserted text>",), runaway="{x"
    )
    found = error_diagnostic(error, Place("n.md", 3), more=2)
    assert found.place == Place("n.md", 3)
    assert found.severity is Severity.ERROR
    assert found.detail.splitlines() == [
        "c.tex:8: Missing $ inserted.",
        "runaway: {x",
        "after: a_",
        "and 2 more in the same block, which may follow from it",
    ]
    assert found.code in CODES
