r"""Finished lists of references: the `.bbl` that biblatex reads, with every entry formatted.

biblatex numbers what is cited, links to it, and tells on which pages: that takes little. Making the
text of an entry takes biblatex ten milliseconds, and biber seconds to start; so pybtex formats it
here in the same look (`references/`), and biblatex prints it as it is.

An entry's type is then `finished`, of which `templates/shared/references.tex.j2` says how it
prints. What text calls the work is the family name of its one author.
"""

from __future__ import annotations

from collections.abc import Iterator

from scidraft_tex.digests import digest_of
from scidraft_tex.languages import Language
from scidraft_tex.render.references.items import called, formatted
from scidraft_tex.render.references.style import VancouverStyle
from scidraft_tex.render.references.words import words_for
from scidraft_tex.resolve.bib_works import works
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.bibliography import CitedList

__all__ = ["finished_entries"]


def finished_entries(printed: CitedList, language: Language) -> str:
    """Return the entries of the list PRINTED in LANGUAGE, in order, as a `.bbl` has them."""
    words = words_for(language)
    style = VancouverStyle(words, stop=False)
    lines: list[str] = []
    for key in printed.keys:
        if members := works(printed.bibliography, key):
            name = called(members[0], words)
            lines += _entry(entry_name(key), name, formatted(members, style))
    return "\n".join([*lines, ""])


def _entry(key: str, name: str, text: str) -> Iterator[str]:
    known = digest_of(name)
    yield f"    \\entry{{{key}}}{{finished}}{{}}"
    yield f"      \\name{{author}}{{1}}{{}}{{{{{{hash={known}}}{{family={{{name}}}}}}}}}"
    yield f"      \\strng{{namehash}}{{{known}}}"
    yield "      \\field{labelnamesource}{author}"
    yield f"      \\field{{usera}}{{{text}}}"
    yield "    \\endentry"
