from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import KINDS, by_name
from scidraft_tex.resolve.book import Chapter, Part
from scidraft_tex.resolve.terms import SUBJECTS, Terms, define, index_terms
from scidraft_tex.walk import inlines_of, plain_text

HERE = Place("note.md", 4)


def mark(text: str, key: str = "", line: int = 4, **more: object) -> m.IndexMark:
    level = (key, (m.Text(text),))
    return m.IndexMark(SUBJECTS, (level,), place=Place("note.md", line), **more)  # type: ignore[arg-type]  # its own fields


def note(*nodes: m.Inline, title: tuple[m.Inline, ...] = ()) -> m.Note:
    source = m.NoteSource("note.md", "n", "", m.FrontMatter(""), "", 1, "")
    return m.Note(source, title, (m.Paragraph(nodes, HERE),))


def resolved(*notes: m.Note, language: str = "en") -> tuple[Terms, list[str]]:
    said = Diagnostics()
    chapters = tuple(Chapter(one.title, "", (one,)) for one in notes)
    return index_terms([Part((), chapters)], language, said), [item.message for item in said]


def marks(terms: Terms) -> list[m.IndexMark]:
    return [
        node
        for part in terms.parts
        for chapter in part.chapters
        for one in chapter.notes
        for node in inlines_of(one.blocks)
        if isinstance(node, m.IndexMark)
    ]


def keys(terms: Terms) -> list[str]:
    return [one.levels[0][0] for one in marks(terms)]


def test_a_mark_is_sorted_by_its_key_or_its_text() -> None:
    done, _ = resolved(note(mark("Łoś"), mark("x", "Sigma algebra"), mark("Ångström")))
    assert keys(done) == ["los", "sigma algebra", "angstrom"]
    done, _ = resolved(note(mark("Ångström"), mark("zz")), language="sv")
    assert keys(done)[0] > keys(done)[1]


def test_marks_of_other_indexes_stay() -> None:
    other = m.IndexMark("math", (("k", (m.Text("K"),)),), (m.Text("x"),), "see")
    done, _ = resolved(note(other))
    assert marks(done) == [other]
    assert done.see == ()


def test_see_entries_leave_the_text_and_are_kept_once() -> None:
    see = mark("a", see=(m.Text("b"),), relation="see")
    also = mark("a", see=(m.Text("c"),), relation="see also")
    done, _ = resolved(note(see, also), note(see, mark("d")))
    assert keys(done) == ["d"]
    assert [(plain_text(one.see), one.relation) for one in done.see] == [
        ("b", "see"),
        ("c", "see also"),
    ]


def test_a_range_may_end_in_another_note() -> None:
    done, said = resolved(
        note(mark("a", relation="range start")), note(mark("A", relation="range end"))
    )
    assert said == []
    assert [one.relation for one in marks(done)] == ["range start", "range end"]


@pytest.mark.parametrize(
    ("ends", "relations", "said"),
    [
        (["start"], ["page"], ["the page range of a is never closed"]),
        (["end"], ["page"], ["the page range of a was never opened"]),
        (
            ["start", "start", "end"],
            ["range start", "page", "range end"],
            ["the page range of a is open already"],
        ),
        (
            ["start", "end", "end", "start", "end"],
            ["range start", "range end", "page", "range start", "range end"],
            ["the page range of a was never opened"],
        ),
    ],
)
def test_ranges_with_one_end(ends: list[str], relations: list[str], said: list[str]) -> None:
    done, messages = resolved(note(*(mark("a", relation=f"range {end}") for end in ends)))
    assert [one.relation for one in marks(done)] == relations
    assert messages == said


def test_a_broken_range_is_told_at_its_line() -> None:
    said = Diagnostics()
    one = note(mark("a", line=9, relation="range start"))
    index_terms([Part((), (Chapter((), "", (one,)),))], "en", said)
    (item,) = said
    assert (item.code, item.place) == ("index-range", Place("note.md", 9))


def test_titles_of_chapters_carry_no_marks() -> None:
    done, _ = resolved(note(title=(m.Text("T"), mark("t"))))
    (chapter,) = done.parts[0].chapters
    assert chapter.title == (m.Text("T"),)
    assert chapter.notes[0].title == (m.Text("T"), mark("t", "t"))


# --- definitions -------------------------------------------------------------------------------


def result(*blocks: m.Block, kind: str = "Definition") -> m.Result:
    return m.Result(by_name(KINDS)[kind], (), blocks, HERE)


def paragraph(*nodes: m.Inline) -> m.Paragraph:
    return m.Paragraph(nodes, HERE)


def emph(*nodes: m.Inline) -> m.Styled:
    return m.Styled("emph", nodes)


def terms(*blocks: m.Block, kind: str = "Definition") -> list[str]:
    made = define(result(*blocks, kind=kind))
    found = [node for node in inlines_of(made.children) if isinstance(node, m.IndexMark)]
    return [plain_text(one.levels[0][1]) for one in found]


def test_the_first_term_of_a_definition() -> None:
    block = paragraph(m.Text("A "), emph(m.Text("chain")), m.Text(" is "), emph(m.Text("x")))
    made = define(result(block)).children[0]
    assert isinstance(made, m.Paragraph)
    assert made.children[1] == mark("chain")
    assert terms(block) == ["chain"]
    assert terms(paragraph(m.Styled("strong", (m.Text("ring,"),)))) == ["ring"]
    sigma = (m.Math("\\sigma", HERE), m.Text("-algebra"))
    assert terms(paragraph(emph(*sigma))) == ["\\sigma-algebra"]


def test_only_definitions_define() -> None:
    assert terms(paragraph(emph(m.Text("chain"))), kind="Theorem") == []


@pytest.mark.parametrize(
    "text",
    ["This is a sentence.", "Note:", "one two three four five six seven", "It is. It was", "42"],
)
def test_what_is_no_term_is_passed_over(text: str) -> None:
    assert terms(paragraph(emph(m.Text(text)), emph(m.Text("term")))) == ["term"]


def test_a_formula_alone_is_no_term() -> None:
    assert terms(paragraph(emph(m.Math("x", HERE)))) == []


def test_a_term_in_a_list_but_not_in_a_footnote() -> None:
    item = m.ListItem((paragraph(emph(m.Text("open"))),))
    note_ = m.Footnote((paragraph(emph(m.Text("aside"))),), HERE)
    assert terms(paragraph(note_), m.BulletList((item,), HERE)) == ["open"]
