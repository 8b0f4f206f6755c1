from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.render.entries import Entries, texts
from scidraft_tex.resolve.book import ListedEntry, PrintedSet, Target


def note(*texts: tuple[str, tuple[m.Inline, ...]]) -> m.Note:
    source = m.NoteSource("note.md", "n", "", m.FrontMatter("T"), "", 1, "")
    return m.Note(source, (), (), texts)


def listed(title: str, category: str, *aliases: str, summary: str = "") -> ListedEntry:
    entry = m.Entry("math", title, category, aliases, summary)
    return ListedEntry(entry, note(), Target(f"l:{title}", "Theorem"))


def entries(*items: ListedEntry, inline: dict[str, str] | None = None) -> Entries:
    printed = PrintedSet(m.EntrySet("math"), "By category", "A–Z", items, listed=True)
    return Entries((printed,), inline or {})


def test_the_list_by_category() -> None:
    found = entries(
        listed("b", "Rules"),
        listed("Á", "Rules", "other", "another_one", summary="S."),
        listed("c", "Axioms"),
    )
    assert found.list_of("math").split("\n") == [
        "\\entrycategory{Axioms}",
        "\\entryitem{\\ref*{l:c}}{c}{l:c}{}{}",
        "\\entrycategory{Rules}",
        "\\entryitem{\\ref*{l:Á}}{Á}{l:Á}{other, another\\_one}{S.}",
        "\\entryitem{\\ref*{l:b}}{b}{l:b}{}{}",
    ]


def test_strings_print_as_they_were_read() -> None:
    found = entries(listed("The  $x$", "Rules"), inline={"The $x$": "The \\(x\\)"})
    assert "{The \\(x\\)}" in found.list_of("math")


def test_what_stands_for_an_a_to_z_page() -> None:
    assert entries(listed("a", "b")).pointer("math") == "\\notelink{index:math}{}{A--Z}"


def test_a_set_without_entries() -> None:
    assert entries().find("nothing") is None
    assert (entries().list_of("nothing"), entries().pointer("nothing")) == ("", "")


def test_every_string_that_the_lists_print() -> None:
    emph = (m.Styled("emph", (m.Text("a"),)),)
    entry = m.Entry("math", "*a*", "Rules", ("b  c",), "S.")
    item = ListedEntry(entry, note(("*a*", emph)), Target("l", ""))
    printed = PrintedSet(m.EntrySet("math"), "", "", (item,), listed=True)
    assert texts((printed,)) == {
        "*a*": emph,
        "Rules": (m.Text("Rules"),),
        "S.": (m.Text("S."),),
        "b c": (m.Text("b c"),),
    }
