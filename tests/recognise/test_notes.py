from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.kinds import KINDS, Kind, Style
from scidraft_tex.recognise.notes import Rules, recognise
from tests.helpers import MakeNote, Shell, read_texts

SITE = Rules()


def recognised(shell: Shell, text: str, rules: Rules = SITE) -> tuple[m.Block, ...]:
    notes, _ = read_texts([text], shell)
    (note,), said = recognise(notes, rules)
    assert not list(said)
    return note.blocks


def names(blocks: tuple[m.Block, ...]) -> list[str]:
    return [type(block).__name__ for block in blocks]


def test_nothing_generic_is_left(shell: Shell) -> None:
    text = (
        "{{< preview >}}\n**Lemma.** A\n\n$$\nx\n$$\n{{< /preview >}}\n\n![i](a.png)\n\n"
        "```python\nx\n```\n\n<!-- c -->\n\n{{< references >}}\n"
    )
    assert names(recognised(shell, text)) == ["Division", "Figure", "Listing", "ReferenceList"]


def test_a_captioned_table_joins_a_statement_with_its_caption(shell: Shell) -> None:
    text = "**Lemma.** We have:\n\n**Table 1.** T.\n\n| a |\n|---|\n| 1 |\n\nAfter.\n"
    lemma, after = recognised(shell, text)
    assert isinstance(lemma, m.Result)
    assert names(lemma.children) == ["Paragraph", "Table"]
    assert isinstance(after, m.Paragraph)


def test_the_list_that_names_no_file_reads_the_notes_own(note: MakeNote) -> None:
    made = note("\\cite{a}\n\n{{< references >}}", bibliography="bib/own.bib", title="A")
    (found,) = [block for block in made.blocks if isinstance(block, m.ReferenceList)]
    assert found.bib == "bib/own.bib"


def test_a_sites_own_kinds_and_labels_to_leave_out(shell: Shell) -> None:
    rules = Rules((*KINDS, Kind("Warning", "Warnings", Style.REMARK)), ("Demo note.",))
    text = "**Demo note.** Gone.\n\n**Warning (hot).** Stays.\n"
    (found,) = recognised(shell, text, rules)
    assert isinstance(found, m.Result)
    assert (found.kind.name, found.name) == ("Warning", (m.Text("hot"),))


def test_headings_lose_their_number_after_links_to_them_have_their_id(shell: Shell) -> None:
    (heading,) = recognised(shell, "## 1.2. Human Skills\n")
    assert isinstance(heading, m.Heading)
    assert (heading.children, heading.identifier) == ((m.Text("Human Skills"),), "12-human-skills")


def test_what_is_wrong_is_reported_for_every_note(shell: Shell) -> None:
    notes, _ = read_texts(["{{< wibble >}}", "a", "{{< wobble >}}"], shell)
    _, said = recognise(notes, Rules())
    assert [(item.code, item.place and item.place.file) for item in said] == [
        ("shortcode-unknown", "0.md"),
        ("shortcode-unknown", "2.md"),
    ]
