from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.resolve.index import entry_marks, inverted, level

X = m.Math("x", Place("note.md", 1))


def note(entry: m.Entry, *texts: tuple[str, tuple[m.Inline, ...]]) -> m.Note:
    front = m.FrontMatter(entry.title, entries=(entry,))
    source = m.NoteSource("note.md", "n", "", front, "", 1, "")
    return m.Note(source, (), (), texts)


def test_an_entry_its_category_and_its_aliases() -> None:
    entry = m.Entry("math", "Chain Rule", "Rules", ("Leibniz rule", "chain rule", "leibniz  Rule"))
    marks = entry_marks(note(entry), entry)
    title, alias = (m.Text("Chain Rule"),), (m.Text("Leibniz rule"),)
    assert marks == (
        m.IndexMark("math", (("chain rule", title),)),
        m.IndexMark("math", (("rules", (m.Text("Rules"),)), ("chain rule", title))),
        m.IndexMark("math", (("leibniz rule", alias),), title, "see"),
    )


def test_titles_are_what_was_read_of_them() -> None:
    entry = m.Entry("math", "The  $x$", "")
    (mark,) = entry_marks(note(entry, ("The $x$", (m.Text("The "), X))), entry)
    assert mark.levels == (("x the", (m.Text(""), X, m.Text(", The"))),)


def test_articles_go_to_the_end() -> None:
    assert inverted((m.Text("The chain rule"),), "en") == (m.Text("Chain rule"), m.Text(", The"))
    assert inverted((m.Text("Die Kette"),), "en") == (m.Text("Die Kette"),)
    assert inverted((m.Text("Die Kette"),), "de-AT") == (m.Text("Kette"), m.Text(", Die"))
    assert inverted((m.Text("A* search"),), "en") == (m.Text("A* search"),)
    assert inverted((X,), "en") == (X,)
    assert inverted((), "en") == ()
    assert level((m.Text("A Łoś theorem"),)) == (
        "los theorem a",
        (m.Text("Łoś theorem"), m.Text(", A")),
    )
