from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import KINDS, Kind, Style
from scidraft_tex.recognise.results import (
    Results,
    bracketed,
    result_mark,
    stripped_left,
    take_leading_stop,
    take_stop,
)

HERE = Place("note.md", 1)
X = m.Math("x", HERE)


def run_in(*head: m.Inline | str, rest: str = " A.") -> m.Paragraph:
    nodes = tuple(m.Text(node) if isinstance(node, str) else node for node in head)
    after = (m.Text(rest),) if rest else ()
    return m.Paragraph((m.Styled("strong", nodes), *after), HERE)


def p(text: str) -> m.Paragraph:
    return m.Paragraph((m.Text(text),), HERE)


def recognise(*blocks: m.Block, kinds: tuple[Kind, ...] = KINDS) -> tuple[m.Block, ...]:
    return Results(kinds, Diagnostics()).recognise(blocks)


def result(*blocks: m.Block) -> m.Result:
    (found,) = recognise(*blocks)
    assert isinstance(found, m.Result)
    return found


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind(kind: Kind) -> None:
    found = result(run_in(f"{kind.name}."))
    assert (found.kind, found.name, found.number) == (kind, (), "")
    assert found.children == (p("A."),)


@pytest.mark.parametrize(
    ("block", "name", "number"),
    [
        (run_in("Theorem."), (), ""),
        (run_in("Theorem:"), (), ""),
        (run_in("Theorem", rest=". A."), (), ""),
        (run_in("Theorem 3."), (), "3"),
        (run_in("Theorem 3.2."), (), "3.2"),
        (run_in("Theorem A.1."), (), "A.1"),
        (run_in("Theorem 3a (a b)."), (m.Text("a b"),), "3a"),
        (run_in("Theorem (a (b) c)."), (m.Text("a (b) c"),), ""),
        (run_in("Theorem (", X, ")."), (X,), ""),
        (
            run_in("Theorem (the ", X, "-case)", rest=". A."),
            (m.Text("the "), X, m.Text("-case")),
            "",
        ),
    ],
)
def test_run_ins(block: m.Paragraph, name: tuple[m.Inline, ...], number: str) -> None:
    found = result(block)
    assert (found.kind.name, found.name, found.number) == ("Theorem", name, number)
    assert found.children == (p("A."),)


@pytest.mark.parametrize(
    "block",
    [
        run_in("Theorem"),
        run_in("Theorems."),
        run_in("theorem."),
        run_in("Verify."),
        run_in("Theorem that holds."),
        run_in("Theorem (open."),
        run_in("Theorem ", X, "."),
        run_in(X, "."),
        p("Theorem. A."),
        m.Paragraph((m.Styled("emph", (m.Text("Theorem."),)),), HERE),
        m.Paragraph((m.Text("So "), m.Styled("strong", (m.Text("Theorem."),))), HERE),
    ],
)
def test_what_is_no_result(block: m.Paragraph) -> None:
    assert recognise(block) == (block,)


def test_the_longest_name_wins() -> None:
    kinds = (*KINDS, Kind("Theorem Scheme", "Theorem Schemes", Style.PLAIN))
    (found,) = recognise(run_in("Theorem Scheme."), kinds=kinds)
    assert isinstance(found, m.Result)
    assert found.kind.name == "Theorem Scheme"


def test_a_head_alone_takes_the_next_block() -> None:
    listed = m.BulletList((m.ListItem((p("a"),)),), HERE)
    found = recognise(run_in("Definition.", rest=""), listed, p("After."))
    assert isinstance(found[0], m.Result)
    assert found[0].children == (listed,)
    assert found[1] == p("After.")


def test_a_head_alone_at_the_end() -> None:
    assert result(run_in("Definition.", rest="")).children == ()


def division(*children: m.Block, fenced: bool = True, **pairs: str) -> m.Division:
    attributes = m.Attributes("id", ("wide", "lemma"), tuple(pairs.items()))
    return m.Division(attributes, children, HERE, fenced=fenced)


def test_a_division_of_a_kind() -> None:
    found = recognise(division(p("A,"), p("B."), name="of *it*"), p("c."))
    assert isinstance(found[0], m.Result)
    assert (found[0].kind.name, found[0].label, found[0].children) == (
        "Lemma",
        "id",
        (p("A,"), p("B.")),
    )
    assert found[0].name == (m.Text("of "), m.Styled("emph", (m.Text("it"),)))
    assert found[1] == p("c.")


def test_a_division_that_says_its_kind_again() -> None:
    found = result(division(run_in("Lemma 2 (x)."), name="y"))
    assert (found.name, found.number, found.children) == ((m.Text("x"),), "2", (p("A."),))


def test_a_division_of_another_kind_than_its_run_in_holds_it() -> None:
    found = result(division(run_in("Proof.")))
    assert found.kind.name == "Lemma"
    assert isinstance(found.children[0], m.Result)


def test_a_block_with_an_attribute_line_goes_on_by_the_rule() -> None:
    found = recognise(division(p("Let"), fenced=False), m.Display("x.", HERE), p("After."))
    assert isinstance(found[0], m.Result)
    assert found[0].children == (p("Let"), m.Display("x.", HERE))


def test_end_marks_are_used_up() -> None:
    end = m.RawHtmlBlock("<!-- end -->", HERE)
    assert recognise(end, p("A."), end) == (p("A."),)


def test_results_within_items_and_quotations() -> None:
    quote, listed = recognise(
        m.Quote((run_in("Lemma."),), HERE),
        m.OrderedList((m.ListItem((run_in("Lemma."),)),), HERE),
    )
    assert isinstance(quote, m.Quote)
    assert isinstance(listed, m.OrderedList)
    assert isinstance(quote.children[0], m.Result)
    assert isinstance(listed.items[0].children[0], m.Result)


def test_a_class_that_is_nearly_a_kind_is_reported() -> None:
    said = Diagnostics()
    block = m.Division(m.Attributes(classes=("theorme", "wide")), (p("A."),), HERE)
    assert Results(KINDS, said).recognise([block]) == (block,)
    (item,) = said
    assert (item.code, item.hint, item.place) == ("kind-unknown", "did you mean theorem?", HERE)


@pytest.mark.parametrize(
    ("names", "proves"),
    [
        (["Theorem", "Proof"], [False, True]),
        (["Exercise", "Hint", "Solution"], [False, False, True]),
        (["Proof"], [False]),
        (["Theorem", "Proof", "Proof"], [False, True, False]),
    ],
)
def test_what_proofs_belong_to(names: list[str], proves: list[bool]) -> None:
    blocks = [
        m.Paragraph(run_in(f"{name}.").children, Place("note.md", line))
        for line, name in enumerate(names, start=1)
    ]
    found = [block for block in recognise(*blocks) if isinstance(block, m.Result)]
    assert [bool(block.proves) for block in found] == proves
    assert {block.proves for block in found} <= {"", result_mark(found[0])}


def test_text_between_parts_a_proof_from_its_theorem() -> None:
    found = recognise(run_in("Theorem."), p("Text."), run_in("Proof."))
    assert isinstance(found[2], m.Result)
    assert found[2].proves == ""


def test_small_pieces() -> None:
    head: list[m.Inline] = [m.Text("a. ")]
    assert take_stop(head)
    assert head == [m.Text("a")]
    assert not take_stop([X])
    rest: list[m.Inline] = [m.Text(": b")]
    assert take_leading_stop(rest)
    assert rest == [m.Text(" b")]
    assert not take_leading_stop([])
    assert stripped_left((m.SoftBreak(), m.Text("  "), m.Text(" a"))) == (m.Text("a"),)
    assert bracketed([m.Text(" ")]) == ()
    assert bracketed([m.Text("(a)")]) == (m.Text("a"),)
    assert bracketed([m.Text("a")]) is None
    assert bracketed([m.Text("("), X]) is None
