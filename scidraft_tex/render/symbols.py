"""The list of symbols in print: each with its meaning, and the page of the table that has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scidraft_tex import model as m
from scidraft_tex.languages import Quotes
from scidraft_tex.render import tex
from scidraft_tex.render.environments import command
from scidraft_tex.render.formulas import Formulas, NoteMacros
from scidraft_tex.render.prose import Prose
from scidraft_tex.resolve.book import SymbolTable

__all__ = ["LABEL", "symbol_list"]

LABEL = "symbols"
"""The TeX label of the list."""

NoteFormulas = Callable[[m.Note], tuple[NoteMacros, Formulas]]


def symbol_list(
    tables: Sequence[SymbolTable],
    title: str,
    formulas_of: NoteFormulas,
    quotes: Quotes = Quotes(),  # noqa: B008  # frozen
) -> str:
    """Return the `.tex` of the list of TABLES under TITLE; several tables have a heading each.

    FORMULAS_OF gives a note's macros, within which its formulas stand, and what renders them.
    """
    parts = [f"\\addchap{{{tex.escape(title)}}}\\label{{{LABEL}}}"]
    for table in tables:
        macros, formulas = formulas_of(table.note)
        prose = Prose(lambda _: "", formulas, quotes=quotes).in_index()
        lines = [macros.opening] if macros.opening else []
        if len(tables) > 1:
            lines.append(command("symbolgroup", prose(table.title).strip()))
        for symbol in table.symbols:
            item = command(
                "symbolitem",
                prose(symbol.symbol).strip(),
                prose(symbol.meaning).strip(),
                table.label,
            )
            lines += [tex.comment(f"{symbol.place.file}:{symbol.place.line}"), item]
        lines += [macros.closing] if macros.closing else []
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"
