"""Fences and tables that are withheld, and exercises with a line of what handouts know."""

from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.recognise.notes import Rules, recognise
from tests.helpers import Shell, read_texts


def recognised(shell: Shell, text: str) -> tuple[m.Block, ...]:
    """Return the recognised blocks of the note TEXT."""
    notes, _ = read_texts([text], shell)
    (note,), _ = recognise(notes, Rules())
    return note.blocks


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        ("```python {.working}\nx\n```", m.Listing),
        ("```mermaid {.working}\nflowchart LR\n```", m.Diagram),
        ("```math {.working}\nx\n```", m.Display),
        ("```pseudocode {.working}\n\\State x\n```", m.Algorithm),
        ("```text {.working}\na/\n├── b\n└── c\n```", m.Tree),
        ("| a |\n|---|\n| b |\n{.working}", m.Table),
    ],
)
def test_a_fence_or_a_table_stands_in_a_division(
    shell: Shell, block: str, kind: type[m.Block]
) -> None:
    before, division, after = recognised(shell, f"A.\n\n{block}\n\nB.\n")
    assert isinstance(division, m.Division)
    assert division.attributes.classes == ("working",)
    assert division.fenced
    (inside,) = division.children
    assert isinstance(inside, kind)
    assert isinstance(before, m.Paragraph)
    assert isinstance(after, m.Paragraph)


def test_all_of_it_is_the_result_with_its_caption_and_id(shell: Shell) -> None:
    text = "**Table 1.** Sums.\n\n| a |\n|---|\n| b |\n{.solution #t space=3cm}\n\n$$ x $$\n"
    result, display = recognised(shell, text)
    assert isinstance(result, m.Result)
    assert isinstance(display, m.Display)
    assert result.closed
    assert result.kind.key == "solution"
    assert result.label == ""
    assert result.attributes.get("space") == "3cm"
    (table,) = result.children
    assert isinstance(table, m.Table)
    assert table.caption is not None
    assert table.caption.label == "t"


@pytest.mark.parametrize("line", ["points=5", "time=10", "space=3cm", "withhold=omit"])
def test_a_line_under_a_run_in_is_the_results(shell: Shell, line: str) -> None:
    text = f"**Exercise (edges).** Count\n{{{line} #e}}\n\n$$ x. $$\n\nText.\n"
    result, after = recognised(shell, text)
    assert isinstance(result, m.Result)
    assert isinstance(after, m.Paragraph)
    assert result.kind.key == "exercise"
    assert result.label == "e"
    assert result.attributes.pairs == (tuple(line.split("=")),)
    assert [type(block) for block in result.children] == [m.Paragraph, m.Display]


def test_any_other_line_stays_a_divisions(shell: Shell) -> None:
    (division,) = recognised(shell, "**Exercise.** Count.\n{.center lang=en}\n")
    assert isinstance(division, m.Division)
    (division,) = recognised(shell, "Text.\n{points=5}\n")
    assert isinstance(division, m.Division)


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("**Proof.** A.\n\nB.\n", False),
        ("**Proof.** A.\n\n<!-- end -->\n\nB.\n", True),
        ("::: {.proof}\nA.\n:::\n\nB.\n", True),
        ("A.\n{.proof}\n\nB.\n", False),
    ],
)
def test_whether_an_end_is_written_out(shell: Shell, text: str, *, closed: bool) -> None:
    result, _ = recognised(shell, text)
    assert isinstance(result, m.Result)
    assert result.closed is closed
