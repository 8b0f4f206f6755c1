from __future__ import annotations

from dataclasses import replace

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import KINDS, by_name
from scidraft_tex.render.blocks import Blocks, guarded
from scidraft_tex.render.entries import Entries
from scidraft_tex.render.formulas import Formulas
from scidraft_tex.render.measure import Page

KIND = by_name(KINDS)
PAGE = Page(text_width=400.0, text_height=600.0)
SAID = Diagnostics()
FORMULAS = Formulas(lambda name: f"note:{name}", SAID)
BLOCKS = Blocks(PAGE, 0, 0, Entries((), {}), FORMULAS, SAID, mapped=False)


def at(line: int) -> Place:
    return Place("note.md", line)


def p(text: str, line: int = 1, *, continued: bool = False) -> m.Paragraph:
    return m.Paragraph((m.Text(text),), at(line), continued=continued)


def d(tex: str, line: int = 1) -> m.Display:
    return m.Display(tex, at(line))


def ul(*items: tuple[m.Block, ...], tight: bool = True) -> m.BulletList:
    return m.BulletList(tuple(m.ListItem(item) for item in items), at(1), tight=tight)


def tex(*blocks: m.Block, end_mark: bool = False) -> str:
    return BLOCKS.blocks(blocks, end_mark=end_mark)


def test_blocks_stand_apart_under_the_lines_they_come_from() -> None:
    mapped = replace(BLOCKS, mapped=True)
    assert mapped.blocks([p("a", 3), p("b", 5)]) == "%% note.md:3\na\n\n%% note.md:5\nb"
    assert mapped.blocks([m.Quote((p("a", 4),), at(4))]) == (
        "%% note.md:4\n\\begin{quote}\n%% note.md:4\na\n\\end{quote}"
    )
    assert mapped.blocks([m.Paragraph((m.Text("a"),), Place(""))]) == "a"
    division = m.Division(m.NO_ATTRIBUTES, (p("a", 4),), at(3))
    assert mapped.blocks([division]) == "%% note.md:4\na"


def test_a_display_stays_in_its_paragraph() -> None:
    assert tex(p("So"), d("x"), p("where")) == "So\n\\[\nx\n\\]\nwhere"
    assert tex(p("So"), d("x."), p("Next.")) == "So\n\\[\nx.\n\\]\n\nNext."
    assert tex(p("So"), d("x."), p("Next.", continued=True)) == "So\n\\[\nx.\n\\]\nNext."
    assert tex(ul((p("a"),)), d("x")).count("\n\n") == 1


@pytest.mark.parametrize(
    ("depth", "level", "name"),
    [
        (0, 1, "section"),
        (0, 2, "subsection"),
        (1, 1, "subsection"),
        (1, 3, "paragraph"),
        (1, 6, "subparagraph"),
        (0, -3, "section"),
    ],
)
def test_headings_nest_below_the_note(depth: int, level: int, name: str) -> None:
    block = m.Heading(level, (m.Text("A"),), at(1), "l")
    assert replace(BLOCKS, depth=depth).block(block) == f"\\{name}{{A}}\\label{{l}}"


def test_headings_shift() -> None:
    block = m.Heading(2, (m.Text("A"),), at(1))
    assert replace(BLOCKS, shift=-1).blocks([block]) == "\\section{A}"


def test_lists() -> None:
    assert tex(ul((p("a"),), (p("b"),))) == "\\begin{itemize}\n\\item a\n\\item b\n\\end{itemize}"
    assert tex(ul((p("a"),), tight=False)).startswith("\\begin{itemize}[loose]")
    assert (
        tex(
            ul(
                (),
            )
        )
        == "\\begin{itemize}\n\\item\n\\end{itemize}"
    )
    tasks = m.BulletList(
        (m.ListItem((p("a"),), checked=True), m.ListItem((p("b"),), checked=False)), at(1)
    )
    assert "\\item[\\taskdone] a\n\\item[\\taskopen] b" in tex(tasks)


@pytest.mark.parametrize(
    ("start", "style", "options"),
    [
        (1, "decimal", ""),
        (3, "decimal", "[start=3]"),
        (1, "lower-roman", "[label=\\roman*.]"),
        (2, "upper-alpha", "[start=2,label=\\Alph*.]"),
    ],
)
def test_numbered_lists(start: int, style: str, options: str) -> None:
    items = (m.ListItem((p("a"),)),)
    block = m.OrderedList(items, at(1), start, style)  # type: ignore[arg-type]  # one of five
    assert tex(block) == f"\\begin{{enumerate}}{options}\n\\item a\n\\end{{enumerate}}"


def test_an_item_that_begins_with_a_bracket() -> None:
    assert "\\item {[}x] a" in tex(ul((p("[x] a"),)))
    assert guarded("[a") == "{[}a"
    assert guarded("a [") == "a ["


def test_a_heading_that_begins_an_item_has_a_line_above_it() -> None:
    head = m.Heading(1, (m.Text("H"),), at(1))
    above = "\\leavevmode\n\\section{H}"
    assert tex(ul((head, p("a")))) == f"\\begin{{itemize}}\n\\item {above}\n\na\n\\end{{itemize}}"
    assert tex(m.Quote((head,), at(1))) == f"\\begin{{quote}}\n{above}\n\\end{{quote}}"
    terms = m.DefinitionList((((m.Text("T"),), ((head,),)),), at(1))
    assert f"\\item[{{T}}] {above}\n" in tex(terms)
    classes = m.Attributes(classes=("center",))
    assert tex(m.Division(classes, (head,), at(1))) == (
        f"\\begin{{center}}\n{above}\n\\end{{center}}"
    )
    anchor = m.Paragraph((m.Anchor("a"),), at(1))
    assert "\\item \\leavevmode\n" in tex(ul((anchor, head)))
    inner = m.Division(m.NO_ATTRIBUTES, (head,), at(1))
    assert above in tex(ul((inner,)))
    assert "\\leavevmode" not in tex(ul((d("x"), head)))


def test_a_heading_that_text_goes_on_behind_is_set_without_any_too() -> None:
    head = m.Heading(4, (m.Text("H"),), at(1))
    assert tex(p("a"), head) == "a\n\n\\paragraph{H}\\leavevmode"
    assert tex(head, p("a")) == "\\paragraph{H}\n\na"
    assert tex(m.Quote((p("a"), head), at(1))).endswith("\\paragraph{H}\\leavevmode\n\\end{quote}")


def test_definition_lists() -> None:
    block = m.DefinitionList((((m.Text("a]b"),), ((p("one"),), (p("two"),))),), at(1))
    assert tex(block) == "\\begin{description}\n\\item[{a]b}] one\n\ntwo\n\\end{description}"


def result(kind: str, *children: m.Block, name: str = "", proves: str = "") -> m.Result:
    names = (m.Text(name),) if name else ()
    return m.Result(KIND[kind], names, children, at(1), label="l", proves=proves)


def test_results() -> None:
    assert tex(result("Lemma", p("a"))) == "\\begin{Lemma}\n\\label{l}\na\n\\end{Lemma}"
    assert tex(result("Lemma", p("a"), name="x")).startswith("\\begin{Lemma}[{x}]\n")
    assert "\\label{l}\\resultbreak\n" in tex(result("Lemma", ul((p("a"),))))


@pytest.mark.parametrize(
    ("name", "proves", "option"),
    [
        ("", "", ""),
        ("x", "", "[{Proof (x)}]"),
        ("", "t", "[{\\hyperref[t]{Proof}}]"),
        ("x", "t", "[{\\hyperref[t]{Proof} (x)}]"),
    ],
)
def test_heads_of_proofs(name: str, proves: str, option: str) -> None:
    found = tex(result("Proof", p("a"), name=name, proves=proves))
    assert found == f"\\phantomsection\\label{{l}}\n\\begin{{Proof}}{option}\na\n\\end{{Proof}}"


TABLE = m.Table(("left",), (), (((m.Cell((m.Text("a"),), at(1)),)),), at(1))


@pytest.mark.parametrize(
    ("block", "mark"),
    [
        (d("x"), "x \\qedhere\n\\]"),
        (ul((p("a"),), (p("b"),)), "\\item b \\qedhere\n\\end{itemize}"),
        (ul((p("a"), d("x"))), "x \\qedhere\n\\]\n\\end{itemize}"),
        (m.Quote((d("x"),), at(1)), "x \\qedhere\n\\]\n\\end{quote}"),
        (m.Division(m.NO_ATTRIBUTES, (d("x"),), at(1)), "x \\qedhere\n\\]"),
        (TABLE, "\\end{tableblock}\n\\qedabove"),
    ],
)
def test_end_marks(block: m.Block, mark: str) -> None:
    assert tex(result("Proof", p("a:"), block)).endswith(f"{mark}\n\\end{{Proof}}")
    assert tex(result("Lemma", p("a:"), block)).count("\\qed") == 0


def test_only_the_last_block_has_the_end_mark() -> None:
    found = tex(result("Proof", d("x"), d("y")))
    assert found.count("\\qed") == 1
    assert "y \\qedhere" in found


def test_divisions() -> None:
    division = m.Division(m.Attributes("l", ("center",)), (p("a"),), at(1))
    assert tex(division) == ("\\phantomsection\\label{l}\n\\begin{center}\na\n\\end{center}")
    assert tex(m.Division(m.Attributes(classes=("pagebreak",)), (), at(1))) == "\\clearpage"
    assert tex(p("a"), m.Division(m.Attributes("l"), (), at(1)), p("b")) == "a\n\nb"


def test_lists_of_references() -> None:
    assert tex(m.SectionOpen("bib/a-1.bib", at(1))) == "\\newrefsection[bib/a-1.bib]"
    plain = m.ReferenceList("b", "", at(1), "bib/a-1.bib")
    assert tex(plain) == "\\printbibliography[heading=notereferences]"
    titled = replace(plain, title="A, B & C")
    assert tex(titled) == "\\printbibliography[heading=notereferences,title={A, B \\& C}]"


def test_a_glossary() -> None:
    terms = (
        m.GlossaryTerm((m.Text("a_b"),), (m.Text("First."),), at(1), "l"),
        m.GlossaryTerm((m.Math("x", at(1)),), (), at(1)),
    )
    assert tex(m.Glossary(terms, at(1))) == (
        "\\begin{description}\n"
        "\\item[{a\\_b}] First. \\glossarypage{l}\n"
        "\\item[{\\texorpdfstring{$x$}{x}}] \n"
        "\\end{description}"
    )
    assert tex(m.Glossary((), at(1))) == ""


def test_a_failure_counts_names_and_cites_what_it_stands_for() -> None:
    numbers = (m.Number("equation", ("n:a",)), m.Number("heading", ("n:h",), level=2))
    block = m.Failure("wrong", "x", at(7), numbers, ("e1", "e2"))
    assert tex(block).startswith(
        "{\\refstepcounter{equation}\\label{n:a}}\\failureheading{subsection}\\label{n:h}"
        "\\nocite{e1,e2}\\begin{scidraftfailure}{note.md:7:1: wrong}\n\\failureline{x}\n"
    )


def test_a_failure_keeps_its_caption_and_what_it_is_numbered_as() -> None:
    caption = m.Caption((m.Text("All of it"),), at(6), "n:table-1")
    found = tex(m.Failure("wrong", "x", at(7), caption=caption, captioned="table"))
    assert "\\captionof{table}{All of it}\\label{n:table-1}\n\\begin{scidraftfailure}" in found


def test_what_prints_nothing() -> None:
    assert tex(m.RawHtmlBlock("<x>", at(1))) == ""
    assert tex(m.PrintedIndex("nothing", at(1))) == ""
    assert tex(m.EntryList("nothing", at(1))) == ""
