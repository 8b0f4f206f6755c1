from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.collation import index_key, sort_key
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.render.formulas import Formulas
from scidraft_tex.render.prose import Prose, has_marks, index_mark, inline_code

HERE = Place("note.md", 1)
FORMULAS = Formulas(lambda name: f"note:{name}", Diagnostics())
PROSE = Prose(lambda blocks: f"<{len(blocks)} blocks>", FORMULAS)
MOVING = PROSE.in_heading()
A = (m.Text("a_b"),)


@pytest.mark.parametrize(
    ("node", "tex", "moving"),
    [
        (m.Text("50% & #"), "50\\% \\& \\#", "50\\% \\& \\#"),
        (m.SoftBreak(), "\n", " "),
        (m.LineBreak(), "\\newline\n", " "),
        (m.Styled("strong", A), "\\textbf{a\\_b}", "\\textbf{a\\_b}"),
        (m.Styled("small", A), "{\\small a\\_b}", "{\\small a\\_b}"),
        (m.Styled("kbd", A), "\\kbd{a\\_b}", "\\kbd{a\\_b}"),
        (m.Quoted("single", A), "`a\\_b'", "`a\\_b'"),
        (m.Quoted("double", A), "``a\\_b''", "``a\\_b''"),
        (m.Math("x_1", HERE), "$x_1$", "\\texorpdfstring{$x_1$}{x₁}"),
        (m.Link("https://a.b/c", A, HERE), "\\weblink{https://a.b/c}{a\\_b}", "a\\_b"),
        (m.Link("https://a.b/c", (), HERE), "\\bareurl{https://a.b/c}", ""),
        (
            m.Link("https://a.b/c", (m.Text("https://a.b/c"),), HERE),
            "\\bareurl{https://a.b/c}",
            "https://a.b/c",
        ),
        (m.Link("mailto:a@b.c", A, HERE), "\\href{mailto:a@b.c}{a\\_b}", "a\\_b"),
        (m.CrossReference("l", "Theorem", A), "\\notelink{l}{Theorem}{a\\_b}", "a\\_b"),
        (m.Reference("l", HERE), "\\ref{l}", "\\texorpdfstring{\\ref*{l}}{}"),
        (m.Reference("l", HERE, "eqref"), "\\eqref{l}", "\\eqref{l}"),
        (m.Reference("l", HERE, "pageref"), "\\pageref{l}", "\\pageref{l}"),
        (
            m.Reference("l", HERE, word="Table"),
            "\\hyperref[l]{Table~\\ref*{l}}",
            "\\texorpdfstring{Table~\\ref*{l}}{Table}",
        ),
        (
            m.Image("a.png", A, HERE, file="f.pdf"),
            "\\inlineimage{f.pdf}",
            "\\texorpdfstring{\\inlineimage{f.pdf}}{a\\_b}",
        ),
        (
            m.Image("a_.png", (), HERE),
            "\\missinginline{a\\_.png}",
            "\\texorpdfstring{\\missinginline{a\\_.png}}{}",
        ),
        (m.Anchor("l"), "\\phantomsection\\label{l}", ""),
        (m.Span(m.Attributes("l"), A), "a\\_b", "a\\_b"),
        (m.Footnote((m.ThematicBreak(HERE),), HERE), "\\footnote{<1 blocks>}", ""),
        (m.RawHtml("<b>", HERE), "", ""),
        (m.Shortcode("x", (), (), HERE), "", ""),
    ],
)
def test_inlines(node: m.Inline, tex: str, moving: str) -> None:
    assert PROSE((node,)) == tex
    assert MOVING((node,)) == moving


def cite(command: str, entries: tuple[str, ...], prenote: str = "", postnote: str = "") -> str:
    keys = tuple("abc"[: len(entries)])
    node = m.Citation(command, keys, HERE, prenote, postnote, entries)  # type: ignore[arg-type]  # one of three
    assert MOVING((node,)) == ""
    return PROSE((node,))


@pytest.mark.parametrize(
    ("command", "written"), [("cite", "cite"), ("citep", "parencite"), ("citet", "textcite")]
)
def test_citations(command: str, written: str) -> None:
    assert cite(command, ("x", "y")) == f"\\{written}{{x,y}}"
    assert cite(command, ("x",), "", "p.~5") == f"\\{written}[{{p.\\textasciitilde{{}}5}}]{{x}}"
    assert cite(command, ("x",), "see", "\\(y\\)") == f"\\{written}[{{see}}][{{$y$}}]{{x}}"


def test_missing_keys() -> None:
    assert cite("cite", ("x", "")) == "\\cite{x}, \\missingcitation{b}"
    assert cite("cite", ("", "")) == "\\missingcitation{a}, \\missingcitation{b}"
    unresolved = m.Citation("cite", ("a_b",), HERE)
    assert PROSE((unresolved,)) == "\\missingcitation{a\\_b}"


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("a_b", "\\inlinecode{a\\_\\codebreak{}b}"),
        ("camelCase", "\\inlinecode{camel\\codebreak{}Case}"),
        ("a--b", "\\inlinecode{a-{}-b}"),
        ("/a/b/", "\\inlinecode{/a/\\codebreak{}b/}"),
        ("", "\\inlinecode{}"),
    ],
)
def test_code(text: str, tex: str) -> None:
    assert inline_code(text) == tex


@given(st.text(alphabet="aB_/.{}\\$ '`\"-"))
def test_code_breaks_only_within(text: str) -> None:
    inner = inline_code(text).removeprefix("\\inlinecode{").removesuffix("}")
    assert not inner.startswith("\\codebreak{}")
    assert not inner.endswith("\\codebreak{}")


def mark(*levels: tuple[str, str], **more: object) -> str:
    pairs = tuple((key, (m.Text(text),)) for key, text in levels)
    return index_mark(m.IndexMark("math", pairs, **more), MOVING)  # type: ignore[arg-type]  # its own fields


def test_index_marks() -> None:
    assert mark(("b", "B")) == "\\index[math]{b@B}"
    assert mark(("a", "A"), ("b", "B")) == "\\index[math]{a@A!b@B}"
    assert mark(("b", "B"), see=(m.Text("C"),), relation="see") == "\\index[math]{b@B|see{C}}"
    assert mark(("b", "B"), relation="range start") == "\\index[math]{b@B|(}"
    assert mark(("b", "B"), relation="range end") == "\\index[math]{b@B|)}"


def test_the_style_of_a_page_follows_the_bar() -> None:
    assert mark(("b", "B"), style="strong") == "\\index[math]{b@B|textbf}"
    assert mark(("b", "B"), style="emph", relation="range start") == "\\index[math]{b@B|(textit}"
    also = mark(("b", "B"), see=(m.Text("a|b"),), relation="see also")
    assert also == "\\index[math]{b@B|seealso{a\\textbar {}b}}"


def test_a_letter_that_makeindex_does_not_know_is_named() -> None:
    key = sort_key("Ångström", "sv")
    assert mark((key, "Å"), ("b", "B")) == (
        f"\\index[math]{{{index_key(key)}@\\indexunder {{Å}}Å!b@B}}"
    )
    assert mark(("b", "B"), (key, "Å")) == f"\\index[math]{{b@B!{index_key(key)}@Å}}"


def test_an_entry_reads_as_tex_writes_it_from_an_argument() -> None:
    text = (m.Styled("emph", (m.Math("\\sigma_x", HERE),)),)
    made = index_mark(m.IndexMark("math", (("k", text),)), PROSE)
    assert made == "\\index[math]{k@\\emph {$\\sigma _x$}}"


def test_makeindexs_own_signs_are_quoted() -> None:
    assert mark(("a!b", "a@b|c")) == '\\index[math]{a"!b@a"@b\\textbar {}c}'


@pytest.mark.parametrize(
    ("node", "marked"),
    [
        (m.Text("a"), False),
        (m.Styled("emph", A), False),
        (m.Styled("emph", (m.Math("x", HERE),)), True),
        (m.Image("a.png", (), HERE), True),
        (m.Footnote((), HERE), True),
        (m.Citation("cite", (), HERE), True),
        (m.Link("u", A, HERE), True),
        (m.Reference("l", HERE), True),
        (m.Anchor("l"), True),
        (m.LineBreak(), True),
    ],
)
def test_what_may_not_stand_in_a_moving_argument(node: m.Inline, *, marked: bool) -> None:
    assert has_marks((node,)) is marked


def test_a_display_within_a_line_keeps_its_size() -> None:
    assert PROSE((m.Math("x", HERE, display=True),)) == "$\\displaystyle x$"
