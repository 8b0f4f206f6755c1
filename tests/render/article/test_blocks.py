r"""The blocks of a paper: results in amsthm's environments, nothing that only a book has."""

from __future__ import annotations

from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import KINDS, by_name
from scidraft_tex.render.article.blocks import ArticleBlocks
from scidraft_tex.render.entries import Entries
from scidraft_tex.render.failures import paper_box
from scidraft_tex.render.formulas import Formulas
from tests.render.article.test_tables import ONE, table
from tests.render.latex import HERE, caption

KIND = by_name(KINDS)
SAID = Diagnostics()
FORMULAS = Formulas(lambda name: f"n:{name}", SAID, frozenset(), paper_box)
BLOCKS = ArticleBlocks(ONE.column, 0, 0, Entries((), {}), FORMULAS, SAID, mapped=False, room=ONE)


def p(*nodes: m.Inline | str) -> m.Paragraph:
    return m.Paragraph(tuple(m.Text(n) if isinstance(n, str) else n for n in nodes), HERE)


def result(
    kind: str, *blocks: m.Block, name: str = "", label: str = "", proves: str = ""
) -> m.Result:
    named = (m.Text(name),) if name else ()
    return m.Result(KIND[kind], named, blocks, HERE, label=label, proves=proves)


def tex(*blocks: m.Block) -> str:
    return BLOCKS.blocks(blocks)


def test_a_result_is_an_environment_of_its_kind() -> None:
    made = tex(result("Theorem", p("So."), name="main", label="n:1"))
    assert made == "\\begin{Theorem}[{main}]\n\\label{n:1}\nSo.\n\\end{Theorem}"


def test_one_that_begins_with_a_list_has_its_head_on_a_line() -> None:
    items = m.BulletList((m.ListItem((p("a"),)),), HERE)
    assert tex(result("Lemma", items)) == (
        "\\begin{Lemma}\n\\leavevmode\n\\begin{itemize}\n\\item a\n\\end{itemize}\n\\end{Lemma}"
    )


def test_a_proof_is_amsthm_s_with_the_head_that_it_needs() -> None:
    assert tex(result("Proof", p("So."))) == "\\begin{proof}\nSo.\n\\end{proof}"
    assert tex(result("Proof", p("So."), name="of it")) == (
        "\\begin{proof}[{Proof of it}]\nSo.\n\\end{proof}"
    )
    assert tex(result("Solution", p("So."))) == "\\begin{proof}[{Solution}]\nSo.\n\\end{proof}"
    linked = tex(result("Proof", p("So."), label="n:2", proves="n:1"))
    assert linked == "\\phantomsection\\label{n:2}\n\\begin{proof}\nSo.\n\\end{proof}"


def test_the_mark_stands_where_amsthm_can_put_it() -> None:
    display = tex(result("Proof", m.Display("x = y", HERE)))
    assert "\\[\nx = y \\qedhere\n\\]" in display
    numbered = tex(result("Proof", m.Display(r"x \label{a}", HERE)))
    assert "qed" not in numbered
    assert "\\qed" not in tex(result("Proof", table()))


def test_lists_are_the_class_s_own() -> None:
    loose = m.BulletList((m.ListItem((p("a"),), checked=True),), HERE, tight=False)
    assert tex(loose) == "\\begin{itemize}\n\\item[$\\boxtimes$] a\n\\end{itemize}"
    open_task = replace(loose, items=(m.ListItem((p("a"),), checked=False),))
    assert "\\item[$\\square$]" in tex(open_task)


def test_the_first_heading_is_a_section() -> None:
    heading = m.Heading(1, (m.Text("A"),), HERE, "n:a")
    assert tex(heading) == "\\section{A}\\label{n:a}"
    assert tex(replace(heading, level=3)) == "\\subsubsection{A}\\label{n:a}"


def test_what_only_a_book_has_is_nothing() -> None:
    lists = (
        m.SectionOpen("x.bib", HERE),
        m.ReferenceList("x", "", HERE),
        m.EntryList("terms", HERE),
        m.PrintedIndex("terms", HERE),
    )
    assert tex(*lists) == ""
    mark = m.IndexMark("subjects", (("", (m.Text("x"),)),))
    assert tex(p("a", mark, "b")) == "ab"


def test_inlines_need_no_command_of_ours() -> None:
    code = m.Code("f(a_b)", HERE)
    assert tex(p(code)) == "\\texttt{f(\\allowbreak{}a\\_\\allowbreak{}b)}"
    heading = m.Heading(1, (code,), HERE)
    assert tex(heading) == "\\section{\\texttt{f(a\\_b)}}"
    link = m.Link("https://x.org/a_b", (m.Text("here"),), HERE)
    assert tex(p(link)) == "\\href{https://x.org/a\\_b}{here}"
    assert tex(p(replace(link, children=()))) == "\\url{https://x.org/a\\_b}"
    citation = m.Citation("citep", ("k",), HERE, "see", "p. 3", ("k",))
    assert tex(p(citation)) == "\\citep[{see}][{p. 3}]{k}"


def test_references_are_links_with_their_word() -> None:
    assert tex(p(m.CrossReference("n:1", "Theorem", ()))) == (
        "\\hyperref[n:1]{Theorem~\\ref*{n:1}}"
    )
    assert tex(p(m.CrossReference("n:1", "Theorem", (m.Text("it"),)))) == "\\hyperref[n:1]{it}"
    assert tex(p(m.CrossReference("n:1", "", ()))) == "\\nameref{n:1}"


def test_an_image_within_a_line_is_no_higher() -> None:
    tall = m.Attributes(pairs=(("natural-width", "90"), ("natural-height", "90")))
    image = m.Image("a", (m.Text("sun"),), HERE, "", tall, "figures/a.png")
    height = 0.7 * ONE.column.leading
    assert tex(p(image)) == f"\\includegraphics[height={height:.1f}pt,alt={{sun}}]{{figures/a.png}}"
    low = m.Attributes(pairs=(("natural-width", "9"), ("natural-height", "5")))
    assert tex(p(replace(image, attributes=low, alt=()))) == "\\includegraphics{figures/a.png}"


def test_a_footnote_holds_nothing_that_floats() -> None:
    note = m.Footnote((p("See"), table(given=caption("T", "n:t"))), HERE)
    assert "\\captionof{table}{T}" in tex(p(note))
    assert "\\begin{table}" not in tex(p(note))


def test_only_a_mapped_paper_names_lines() -> None:
    note = m.Footnote((p("See"),), HERE)
    blocks = (p("a", note), m.Quote((p("b"),), HERE), result("Proof", p("c")))
    assert "%%" not in tex(*blocks)
    mapped = replace(BLOCKS, mapped=True).blocks(blocks)
    assert mapped.count("%% notes/x.md:7") == 5


def test_a_failure_prints_its_source_but_not_where_it_arose() -> None:
    made = paper_box("it & is wrong", "\\x{\n\n}", Place("content/a.md", 3), ONE.column)
    assert made == (
        "\\begin{scidraftfailure}{it \\& is wrong}\n\\failureline{\\textbackslash{}x\\{}\n"
        "\\failureline{}\n\\failureline{\\}}\n\\end{scidraftfailure}"
    )
    assert "content/a.md" not in tex(m.Failure("wrong", "x", Place("content/a.md", 3)))
