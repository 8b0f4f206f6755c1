from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.render.formulas import Formulas, NoteMacros
from scidraft_tex.render.symbols import symbol_list
from scidraft_tex.resolve.book import Symbol, SymbolTable

HERE = Place("note.md", 4)
SOURCE = m.NoteSource("note.md", "n", "", m.FrontMatter(""), "", 1, "")
NOTE = m.Note(SOURCE, (), ())


def formulas(_: m.Note) -> tuple[NoteMacros, Formulas]:
    macros = NoteMacros(frozenset({"\\z"}), "\\opening", "\\closing")
    return macros, Formulas(lambda name: name, Diagnostics())


def table(title: str) -> SymbolTable:
    symbol = Symbol((m.Math("x", HERE),), (m.Text("50 %"),), HERE)
    return SymbolTable((m.Text(title),), NOTE, "n:table", (symbol,))


ROWS = "%% note.md:4\n\\symbolitem{$x$}{50 \\%}{n:table}"


def test_one_table_has_no_heading() -> None:
    assert symbol_list([table("T")], "A & B", formulas) == (
        f"\\addchap{{A \\& B}}\\label{{symbols}}\n\n\\opening\n{ROWS}\n\\closing\n"
    )


def test_several_tables_have_one_each() -> None:
    made = symbol_list([table("One"), table("Two")], "L", formulas)
    assert f"\\opening\n\\symbolgroup{{One}}\n{ROWS}\n\\closing\n\n" in made
    assert made.count("\\symbolgroup") == 2
