import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.resolve.bib_commands import math_is_sound
from scidraft_tex.resolve.bib_text import clean_text

PIECES = (
    r"\ { } $ % & # _ ^ ~ a 1 \alpha \emph \' \url{ http://a.b/c_%d &amp; <i> </i> \( \) $x^2$ é "
    r"\frac \\ \$ \c \foo \noopsort{ `` -- \% \bf \ss "
)
NASTY = st.lists(st.sampled_from([*PIECES.split(" "), " ", '"']), max_size=14).map("".join)


@pytest.mark.parametrize(
    ("written", "clean"),
    [
        ("Plain {Title} of 3--4", "Plain {Title} of 3--4"),
        ("50% of x_y & #1", r"50\% of x\_y \& \#1"),
        (r"50\% of x\_y \& \#1", r"50\% of x\_y \& \#1"),
        ("R&amp;D &lt;5 &gt; &#233; R\\&amp;D", r"R\&D \textless{}5 \textgreater{} é R\&D"),
        ("CO<sub>2</sub> and <i>E. coli</i>", r"CO\textsubscript{2} and \emph{E. coli}"),
        (r"$\pi$-tuning, R$^3$, {{$\tau^3$-B}}", r"$\pi$-tuning, R$^3$, {{$\tau^3$-B}}"),
        (r"\(x<y\) and $$a_{ij}$$", "$x<y$ and $a_{ij}$"),
        ("costs $5 and $6", r"costs \$5 and \$6"),
        ("odd $ sign", r"odd \$ sign"),
        (r"$\unknown x$ and $x_1_2$ and $x^$", r"x and x\_1\_2 and x\textasciicircum{}"),
        (r"Erd{\H o}s, Poincar\'e, Ma\~{n}a, \O re", "Erd{ő}s, Poincaré, Maña, Øre"),
        (r"\c{c}a, {\'\i}", "ça, {í}"),
        (r"\d{h} and \t{oo} and \'{}", "ḥ and oo and"),
        (r"{\it old} and {\bf x}", r"{\itshape old} and {\bfseries x}"),
        (r"\emph{a} \textsc{b} \TeX", r"\emph{a} \textsc{b} \TeX{}"),
        (r"\foo{kept} \bar", "{kept}"),
        (r"{\noopsort{1973b}}1973 \cite{x}.", "{}1973 ."),
        (r"\href{http://a.b}{the page}", "{the page}"),
        (r"at \url{http://a.b/c\_d\%20e} now", r"at \url{http://a.b/c_d\%20e} now"),
        ("see http://a.b/c_d#e.", r"see \url{http://a.b/c_d\#e}."),
        ("closed } twice }", "closed twice"),
        ("open { once", "open { once}"),
        (r"a \{ b \}", r"a \textbraceleft{} b \textbraceright{}"),
        ("ends in \\", "ends in"),
        ("\u200bzero\u00a0width", "zero~width"),
        ("e\u0301", "é"),
        (r"\emph", ""),
    ],
)  # fmt: skip
def test_clean_text(written: str, clean: str) -> None:
    assert clean_text(written) == clean


@pytest.mark.parametrize(
    ("tex", "sound"),
    [
        (r"\frac{1}{n}", True),
        (r"\mathbb{R}^{n \times m}_+", True),
        ("x_i^2", True),
        (r"\{a\}", True),
        (r"\frac{1}", False),
        (r"\mathbb R", False),
        ("x^2^3", False),
        ("x_", False),
        (r"x^\,1", False),
        ("x_'", False),
        ("{x", False),
        ("", False),
        (r"\left(x", False),
        (r"\write18{x}", False),
    ],
)
def test_math_is_sound(tex: str, *, sound: bool) -> None:
    assert math_is_sound(tex) is sound


@given(NASTY)
def test_braces_match_for_bibtex_and_for_tex(text: str) -> None:
    depth = 0
    clean = clean_text(text)
    for char in clean:
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert depth >= 0
    assert depth == 0
    assert not any(pair in clean for pair in ("\\{", "\\}", "\0"))


@given(st.text(max_size=40))
def test_any_text_is_cleaned(text: str) -> None:
    assert "\n" not in clean_text(text)
