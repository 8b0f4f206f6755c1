from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import KINDS, by_name
from scidraft_tex.resolve.book import Target
from scidraft_tex.resolve.labels import NoteLabels, collect, local_label, note_label

THEOREM, PROOF = by_name(KINDS)["Theorem"], by_name(KINDS)["Proof"]


def at(line: int) -> Place:
    return Place("note.md", line)


def note(*blocks: m.Block) -> m.Note:
    source = m.NoteSource("note.md", "my_note", "", m.FrontMatter("T"), "", 1, "")
    return m.Note(source, (), blocks)


def labels(*blocks: m.Block) -> tuple[NoteLabels, list[str]]:
    said = Diagnostics()
    return collect(note(*blocks), "Chapter", said), [item.message for item in said]


def heading(identifier: str, line: int = 1) -> m.Heading:
    return m.Heading(2, (m.Text("H"),), at(line), identifier)


def theorem(identifier: str = "", line: int = 1) -> m.Result:
    return m.Result(THEOREM, (), (), at(line), label=identifier)


def table(identifier: str = "", caption: str = "", line: int = 1) -> m.Table:
    own = m.Caption((), at(line), caption) if caption else None
    return m.Table((), (), (), at(line), attributes=m.Attributes(identifier), caption=own)


def test_labels_of_a_note() -> None:
    assert note_label(note()) == "note:my=5f=note"
    assert local_label(note(), "eq:a_b") == "my=5f=note:eq=3a=a=5f=b"


def test_what_can_be_referred_to() -> None:
    image = m.Figure((), at(6), m.Caption((), at(6), "f"))
    found, said = labels(
        heading("h"),
        theorem("t", 2),
        m.Display(r"x \label{eq:x} \label{y}", at(3)),
        m.Division(m.Attributes("d"), (), at(4)),
        table("", "table-1", 5),
        image,
        m.Paragraph((m.Anchor("a"),), at(7)),
        table("plain", "", 8),
    )
    assert said == []
    assert {name: target.word for name, target in found.local.items()} == {
        "h": "Section",
        "t": "Theorem",
        "eq:x": "Equation",
        "y": "Equation",
        "d": "",
        "table-1": "Table",
        "f": "Figure",
        "a": "",
        "plain": "",
    }
    assert found.own == Target("note:my=5f=note", "Chapter")
    assert found.find("#eq:x") == Target("my=5f=note:eq=3a=x", "Equation")
    assert found.find("H") == found.local["h"]
    assert found.find("nothing") is None


def test_a_heading_without_a_number_has_no_word() -> None:
    found, _ = labels(m.Heading(2, (), at(1), "h", numbered=False))
    assert found.local["h"].word == ""


def test_the_one_numbered_result_is_the_notes_own() -> None:
    proof = m.Result(PROOF, (), (), at(3))
    found, _ = labels(theorem(line=2), proof)
    assert found.main == Target("my=5f=note:2-1", "Theorem")
    assert labels(theorem(line=2), theorem(line=4))[0].main is None
    assert labels()[0].main is None


def test_an_id_twice_is_reported_and_the_first_keeps_it() -> None:
    found, said = labels(theorem("a", 2), table("", "a", 5))
    assert said == ["the id a stands at line 2 already"]
    assert found.local["a"].word == "Theorem"
    assert found.keeps("a", at(2))
    assert not found.keeps("a", at(5))


def test_two_headings_with_one_written_id_are_reported() -> None:
    assert labels(heading("a", 1), heading("a", 3))[1] == ["the id a stands at line 1 already"]


def test_an_id_made_of_a_headings_words_gives_way_in_silence() -> None:
    assert labels(theorem("a", 1), heading("a", 3))[1] == []
    found, said = labels(heading("a", 1), theorem("a", 3))
    assert said == []
    assert found.keeps("a", at(1))
