r"""A list of references as LaTeX that needs neither BibTeX nor biber: `thebibliography`.

pybtex formats it, in the look that biblatex gives a book (`references/`). The commands in it are
those of LaTeX, natbib and hyperref; formulas in titles may use amsmath's and amssymb's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scidraft_tex.languages import Language
from scidraft_tex.render.references.items import called, formatted
from scidraft_tex.render.references.latex import environment
from scidraft_tex.render.references.style import VancouverStyle
from scidraft_tex.render.references.words import words_for
from scidraft_tex.resolve.bib_works import works
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.bibliography import Bibliography

__all__ = ["thebibliography"]


def thebibliography(
    references: Bibliography, cited: Sequence[str], names: Mapping[str, str], language: Language
) -> str:
    r"""Return the `thebibliography` of the entries CITED, in that order; "" if there are none.

    NAMES has what `\cite` calls each key, which is `entry_name` of it where it is missing. Labels
    are natbib's: `\citet` prints names, `\cite` numbers. Keys that REFERENCES lacks are passed
    over: who resolves citations has reported them. An entry that pybtex cannot format prints its
    fields one after the other.
    """
    words = words_for(language)
    style = VancouverStyle(words)
    items = []
    for key in dict.fromkeys(cited):
        if members := works(references, key):
            name = names.get(key) or entry_name(key)
            first = members[0]
            label = f"{{{called(first, words)}}}({first.year})"  # natbib's author and year
            items.append((name, label, formatted(members, style)))
    return environment(items) if items else ""
