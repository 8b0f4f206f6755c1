"""The parts that entries are made of, as nodes of pybtex's templates.

A node whose fields are missing is empty text, which the nodes around it leave out: a template
needs no word about what an entry may lack. `entry` of a context is pybtex's, with LaTeX as values;
`style` is what formats it, and has its `words`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pybtex.database import Person
from pybtex.richtext import Symbol, Text
from pybtex.style.template import Node, join, tag

from scidraft_tex.render.references.latex import rich
from scidraft_tex.render.references.names import is_others
from scidraft_tex.render.references.words import Words

__all__ = [
    "Context",
    "around",
    "capital",
    "emphasised",
    "keyed",
    "ordinal",
    "persons",
    "phrase",
    "sentences",
    "units",
    "value",
    "words_of",
    "year",
]

Context = Mapping[str, Any]
"""What pybtex hands to the nodes of a template."""

_MOST_NAMES = 6


def words_of(context: Context) -> Words:
    """Return the words of the list's language."""
    words: Words = context["style"].words
    return words


# --- joining -----------------------------------------------------------------------------------


def _pieces(children: Sequence[Any], context: Context) -> list[Text]:
    """Return CHILDREN, nodes or text, formatted, without those that are empty."""
    formatted = (c.format_data(context) if isinstance(c, Node) else c for c in children)
    return [Text(piece) for piece in formatted if piece]


def _sentences(children: Sequence[Any], context: Context, sep: object = " ") -> Text:
    pieces = _pieces(children, context)
    return Text(sep).join([*(piece.add_period() for piece in pieces[:-1]), *pieces[-1:]])


def _units(children: Sequence[Any], context: Context) -> Text:
    if not context["style"].stop:
        return _sentences(children, context)
    return _sentences(children, context, Symbol("newblock")).add_period()


def _around(children: Sequence[Any], context: Context, before: str = "", after: str = "") -> Text:
    inner = join[list(children)].format_data(context)
    return Text(before, inner, after) if inner else Text()


def _capital(children: Sequence[Any], context: Context) -> Text:
    return join[list(children)].format_data(context).capfirst()


sentences = Node("sentences", _sentences)
"""Its children with a stop after each but the last, if that does not end in one."""

units = Node("units", _units)
"""The blocks of an entry, each ended by a stop; the last as the style has it."""

around = Node("around", _around)
"""Its children, if there is anything in them, between `before` and `after`."""

capital = Node("capital", _capital)
"""Its children, of which the first is a word of ours, with a capital."""


def emphasised(*children: Any) -> Node:
    r"""Return a node that puts CHILDREN into `\emph`."""
    return tag("em")[list(children)]


# --- fields ------------------------------------------------------------------------------------


def _value(_: Sequence[Any], context: Context, name: str) -> Text:
    return rich(context["entry"].fields.get(name, ""))


def _keyed(_: Sequence[Any], context: Context, name: str) -> Text:
    written = context["entry"].fields.get(name, "")
    words = words_of(context)
    return rich(words.word(written)).capfirst() if written in words else rich(written)


def _phrase(children: Sequence[Any], context: Context, key: str) -> Text:
    before, after = words_of(context).around(key)
    return _around(children, context, before, after)


def _year(_: Sequence[Any], context: Context) -> Text:
    return Text(context["entry"].fields.get("year", ""))


def _ordinal(_: Sequence[Any], context: Context, name: str, key: str) -> Text:
    written = context["entry"].fields.get(name, "")
    if not (written.isascii() and written.isdigit()):
        return rich(written)
    return _phrase([rich(words_of(context).ordinal(written))], context, key)


value = Node("value", _value)
"""The field `name`."""

keyed = Node("keyed", _keyed)
"""The field `name`, which may be a key of biblatex's, such as `phdthesis`."""

phrase = Node("phrase", _phrase)
"""Its children within the word `key`: `vol. #`."""

year = Node("year", _year)
"""The year, or a range of them."""

ordinal = Node("ordinal", _ordinal)
"""The field `name`; if it is a number, that as an ordinal within the word `key`: `2nd ed.`."""


# --- names -------------------------------------------------------------------------------------


def _persons(_: Sequence[Any], context: Context, role: str) -> Text:
    listed: Sequence[Person] = context["entry"].persons.get(role, ())
    named = [context["style"].format_name(one) for one in listed if not is_others(one)]
    shown = Text(", ").join(named[:_MOST_NAMES])
    if named and (len(named) > _MOST_NAMES or len(named) < len(listed)):
        comma = "," if len(named) > 1 else ""
        return Text(shown, f"{comma} {words_of(context).word('et-al')}")
    return shown


persons = Node("persons", _persons)
"""The names of a `role`; of more than six, six and the words for others."""
