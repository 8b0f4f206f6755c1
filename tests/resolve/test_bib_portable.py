from __future__ import annotations

import pytest
from hypothesis import given

from scidraft_tex.resolve.bib_portable import ascii_accents, portable
from scidraft_tex.resolve.bib_text import clean_text
from tests.bibs import VALUES, balanced


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\enquote{a \mkbibquote{b} {c}}", "``a ``b'' {c}''"),
        (r"\mkbibbold{a} \mkbibemph{b} \mkbibparens{c}", r"\textbf{a} \emph{b} (c)"),
        ("Ménage à trois – “so”", "Ménage à trois – “so”"),
        ("α-β", r"{\ensuremath{\alpha}}-{\ensuremath{\beta}}"),
        (r"{\bfseries a} b", r"{{\bfseries a} b}"),
        (r"\emph{a} b", r"\emph{a} b"),
        ("Kαβ", r"K{\ensuremath{\alpha}}{\ensuremath{\beta}}"),
        ("Η Αθήνα, Москва, 日本 ≤", r"Η Αθήνα, Москва, 日本 {\ensuremath{\leq}}"),
        ("𝐀≤∞", r"{\ensuremath{\mathbf{A}}}{\ensuremath{\leq}}{\ensuremath{\infty}}"),
        ("Nguyễn ḿ", r"Nguy{\~{\^{e}}}n {\'{m}}"),
        (r"$\mathscr{A}$", r"$\mathcal{A}$"),
    ],
)
def test_portable(text: str, expected: str) -> None:
    assert portable(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Müller", r"M{\"u}ller"),
        ("Łukasz Šímš", r"{\L}ukasz {\v S}{\'\i}m{\v s}"),
        ("Øre", r"{\O}re"),
        ("“a” – b’s", "``a'' -- b's"),
        ("Москва 日本 €", "Москва 日本 €"),
        ("plain", "plain"),
    ],
)
def test_ascii_accents(text: str, expected: str) -> None:
    assert ascii_accents(text) == expected


@given(VALUES)
def test_braces_match_still(text: str) -> None:
    clean = clean_text(text)
    assert balanced(portable(clean))
    assert balanced(ascii_accents(clean))
