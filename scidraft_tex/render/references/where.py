r"""Where a work is to be found: DOI, eprint and address, as links.

`%` and `#` are escaped, which hyperref undoes: links then stand within arguments, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from pybtex.richtext import HRef, Tag, Text
from pybtex.style.template import Node

from scidraft_tex.render import tex
from scidraft_tex.render.references.parts import Context, sentences, words_of
from scidraft_tex.resolve.bib_portable import portable

__all__ = ["address", "where"]

_EPRINTS = {
    "arxiv": ("arXiv", "https://arxiv.org/abs/"),
    "jstor": ("JSTOR", "https://www.jstor.org/stable/"),
    "pubmed": ("PMID", "https://pubmed.ncbi.nlm.nih.gov/"),
    "pmid": ("PMID", "https://pubmed.ncbi.nlm.nih.gov/"),
    "hdl": ("HDL", "https://hdl.handle.net/"),
    "googlebooks": ("Google Books", "https://books.google.com/books?id="),
    "hal": ("HAL", "https://hal.science/"),
}  # fmt: skip
"""Archives by their names in `eprinttype`: as printed, and what an id's address begins with."""
_PRINTED = "!\"#$%&'()*+,-./:;<=>?@[]_~|"
"""What a DOI may hold that is shown as it is."""


def _where(_: Sequence[Any], context: Context) -> Text:
    fields = context["entry"].fields
    doi, url = fields.get("doi", ""), fields.get("url", "")
    links = [
        _doi(doi) if doi else "",
        _eprint(fields) if "eprint" in fields else "",
        Text(Tag("sc", "url"), ": ", f"\\url{{{address(url)}}}") if url else "",
    ]
    shown = sentences[links].format_data(context)
    if "urldate" not in fields:
        return shown
    words = words_of(context)
    before, after = words.around("visited")
    visited = Text(before, words.date(fields["urldate"]), after)
    if url:
        return Text(shown, " (", visited, ")")
    return sentences[shown, Text("(", visited.capfirst(), ")")].format_data(context)


where = Node("where", _where)
"""The DOI, the eprint and the URL of an entry, and when this was visited."""


def address(url: str) -> str:
    r"""Return URL as `\url` and `\href` take it everywhere."""
    return url.replace("%", r"\%").replace("#", r"\#")


def _doi(doi: str) -> Text:
    target = f"https://doi.org/{quote(doi, safe='/:;()._-')}"
    shown = f"\\nolinkurl{{{address(quote(doi, safe=_PRINTED))}}}"
    return Text(Tag("sc", "doi"), ": ", HRef(address(target), shown))


def _eprint(fields: Any) -> Text:
    identifier, kind = fields["eprint"], fields.get("eprinttype", "")
    name, archive = _EPRINTS.get(kind, (kind or "eprint", ""))
    subject = fields.get("eprintclass", "")
    shown = Text(
        portable(tex.escape(identifier)),
        f" [\\texttt{{{tex.escape(subject)}}}]" if subject else "",
    )
    target = address(archive + quote(identifier, safe="/:._-"))
    return Text(f"{name}: ", HRef(target, shown) if archive else shown)
