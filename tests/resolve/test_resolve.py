from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.labels import label
from scidraft_tex.resolve.answers import Answers
from scidraft_tex.settings import Settings
from scidraft_tex.walk import blocks_of, inlines_of
from tests.helpers import MakeNote

OTHER = (
    '+++\ntitle = "Other"\n+++\n\n## Shared\n\n::: {.theorem #main}\nA.\n:::\n\n'
    "$$\nx \\label{far}\n$$\n"
)


def crossings(note: m.Note) -> list[tuple[str, str]]:
    return [(n.label, n.word) for n in inlines_of(note.blocks) if isinstance(n, m.CrossReference)]


def test_the_same_heading_in_two_notes(note: MakeNote) -> None:
    made = note(
        "## Shared\n\n[here](#shared), [there](/notes/other/#shared).",
        {"content/notes/other.md": OTHER},
        title="A",
    )
    assert crossings(made.note) == [("note:shared", "Section"), ("other:shared", "Section")]
    labels = [
        block.identifier
        for other in made.book.notes
        for block in blocks_of(other.blocks)
        if isinstance(block, m.Heading)
    ]
    assert sorted(labels) == ["note:shared", "other:shared"]


def test_a_link_to_a_note_reaches_its_only_result(note: MakeNote) -> None:
    made = note("[there](/notes/other/)", {"content/notes/other.md": OTHER}, title="A")
    assert crossings(made.note) == [("other:main", "Theorem")]


def test_links_are_counted(note: MakeNote) -> None:
    text = "[a](/notes/other/) [b](/nowhere/) [c](https://example.org/)"
    made = note(text, {"content/notes/other.md": OTHER}, title="A")
    assert (made.book.counts.internal_links, made.book.counts.unresolved_links) == (1, 1)
    assert made.codes == ["link-unresolved"]


def test_a_reference_finds_what_only_one_other_note_has(note: MakeNote) -> None:
    made = note("By \\eqref{far}.", {"content/notes/other.md": OTHER}, title="A")
    assert [n.label for n in inlines_of(made.note.blocks) if isinstance(n, m.Reference)] == [
        "other:far"
    ]
    assert made.codes == []


def test_a_reference_that_finds_nothing(note: MakeNote) -> None:
    made = note("By \\ref{nowhere}.", title="A")
    assert made.codes == ["label-unresolved"]
    assert "\\textbf{?nowhere}" in made.tex


def test_links_in_titles_are_resolved(note: MakeNote) -> None:
    made = note("Text.", {"content/notes/other.md": OTHER}, title="See [it](/notes/other/)")
    assert "\\notelink{other:main}{Theorem}{it}" in made.tex
    assert "/notes/other" not in made.tex


def test_a_citation_in_a_title_belongs_to_no_list(note: MakeNote) -> None:
    made = note("Text.", title="On \\cite{a}")
    assert "\\missingcitation{a}" in made.tex


def test_labels_of_what_carries_a_caption(note: MakeNote) -> None:
    made = note("| a |\n|---|\n| 1 |\n{#t}\n\n**Table 1.** T.\n\nSee Table 1.", title="A")
    (table,) = [block for block in made.note.blocks if isinstance(block, m.Table)]
    assert table.caption
    assert table.caption.label == "note:t"


def test_only_the_first_of_two_keeps_an_id(note: MakeNote) -> None:
    made = note("::: {.lemma #a}\nA.\n:::\n\n::: {.lemma #a}\nB.\n:::\n", title="A")
    assert [b.label for b in made.note.blocks if isinstance(b, m.Result)] == ["note:a", ""]
    assert made.codes == ["duplicate-id"]


def test_an_anchor_twice_is_one(note: MakeNote) -> None:
    made = note('<a id="x"></a>A\n\n<a id="x"></a>B', title="A")
    assert made.tex.count("\\label{note:x}") == 1


def test_terms_and_their_glossary_have_one_label(note: MakeNote) -> None:
    text = 'A {{< glossary-term id="z" def="D." >}}zed{{< /glossary-term >}}.\n\n{{< glossary >}}\n'
    made = note(text, title="A")
    assert made.tex.count("\\label{note:z}") == 1
    assert "\\glossarypage{note:z}" in made.tex


def test_chapters_of_one_title_have_labels_of_their_own(note: MakeNote) -> None:
    made = note(
        "Text.",
        {
            "hugo.toml": (
                'title = "T"\n'
                '[params.entrySets.a]\ntitleField = "aTitle"\ncategoryField = "aCategory"\n'
                '[params.entrySets.b]\ntitleField = "bTitle"\ncategoryField = "bCategory"\n'
            ),
            "content/notes/one.md": '{"title": "One", "aTitle": "One", "aCategory": "Rules"}\n',
            "content/notes/two.md": '{"title": "Two", "bTitle": "Two", "bCategory": "Rules"}\n',
        },
        settings=Settings(),
        title="A",
    )
    assert [chapter.label for chapter in made.book.chapters] == [
        label("chapter", "Rules"),
        label("chapter", "Rules", "2"),
        label("note", "note"),
    ]


def test_a_fault_of_ours_costs_the_note_that_it_happens_in(
    note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Answers, node: object) -> None:  # noqa: ARG001
        raise ZeroDivisionError

    monkeypatch.setattr(Answers, "inline", fails)
    made = note("Words that stay.")
    assert made.codes == ["internal-error"]
    assert "Words that stay." in made.tex.replace("\\ ", " ")
