"""References and indexes: what arXiv does not make, or makes of what is shipped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.plan import BBL_FORMATS
from scidraft_tex.bundle.source import Use
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic

__all__ = ["BIBLIOGRAPHY_RULES", "bbl_format", "bbl_formats_told", "cited_keys", "finished_lists"]

_CITE = (
    "(?:[Nn]o|[Pp]aren|[Ff]oot|[Tt]ext|[Aa]uto|[Ss]mart|[Ss]uper|[Ff]ull|[Ff]ootfull)?"
    "[Cc]ite(?:p|t|alp|alt|author|year|yearpar|title|url|date|num|fullauthor)?"
)
_ITEM = re.compile(r"\\bibitem\s*(?:\[(?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\])?\s*\{([^{}]+)\}")
_ENTRY = re.compile(r"\\entry\{([^{}]+)\}\{")
_BIB_KEY = re.compile(r"^\s*@\w+\s*[{(]\s*([^,\s]+)\s*,", re.MULTILINE)
_FORMAT = re.compile(r"^%\s*\$\s*biblatex bbl format version (\S+)\s*\$", re.MULTILINE)
_BIBLATEX = re.compile(r"\A%\s*\$\s*biblatex auxiliary file\s*\$")
_INDEXES = {
    "printindex": (".ind",),
    "printglossary": (".gls",),
    "printglossaries": (".gls",),
    "printacronyms": (".acr", ".gls"),
    "printnomenclature": (".nls",),
}


def bbl_format(text: str) -> str:
    """Return the version of biblatex's format that the list TEXT is in, "" for no biblatex's."""
    found = _FORMAT.search(text)
    return found[1] if found and _BIBLATEX.match(text) else ""


def finished_lists(contents: Contents) -> Iterator[Diagnostic]:
    """A list has the root's base name, or all bibliographies are there to make it from."""
    for name in contents.of_kind(".bbl"):
        if name != f"{contents.root}.bbl":
            message = f"{name} does not have the name of the root, {contents.root}"
            yield diagnostic("bundle-bbl-name", message, place=Place(name))
    if contents.bbl:
        return
    for use in contents.uses("bibliography", "addbibresource"):
        for item in use.items:
            name = item if item.endswith(".bib") else f"{item}.bib"
            if name.removeprefix("./") not in contents.files:
                message = f"there is neither {contents.root}.bbl nor {name}"
                yield diagnostic("bundle-references-missing", message, place=use.place)


def cited_keys(contents: Contents) -> Iterator[Diagnostic]:
    """Every key that is cited is in the list, or in the bibliographies it is made from."""
    known = _known_keys(contents)
    for use in contents.uses(_CITE):
        for key in use.items:
            if key != "*" and "#" not in key and key not in known:
                message = f"\\{use.command} cites {key}, which is in no list"
                yield diagnostic("bundle-key-missing", message, place=use.place)


def mixed_backends(contents: Contents) -> Iterator[Diagnostic]:
    """The list and the commands are of one kind, biblatex's or BibTeX's, and that is the plan's."""
    new = list(_biblatex_uses(contents))
    old = list(contents.uses("bibliographystyle", "bibliography"))
    old += [use for package, use in contents.packages() if package == "natbib"]
    asked = contents.plan.bibliography
    for use in old if new else ():
        message = f"\\{use.command} is BibTeX's, and biblatex is loaded"
        yield diagnostic("bundle-bbl-backend", message, place=use.place)
    if new and asked == "bibtex":
        message = "biblatex is loaded in a bundle without it"
        yield diagnostic("bundle-bbl-backend", message, place=new[0].place)
    if contents.bbl and bool(bbl_format(contents.bbl.text)) != bool(new):
        one, other = ("BibTeX", "biblatex") if new else ("biblatex", "BibTeX")
        message = f"{contents.bbl.name} is {one}'s, and the source is for {other}"
        yield diagnostic("bundle-bbl-backend", message, place=Place(contents.bbl.name, 1))


def bbl_formats_told(contents: Contents) -> Iterator[Diagnostic]:
    """A list of biblatex's is in a format that the TeX Live reads."""
    version = bbl_format(contents.bbl.text) if contents.bbl else ""
    fitting = BBL_FORMATS[contents.plan.texlive]
    if contents.bbl and version and version not in fitting:
        message = (
            f"{contents.bbl.name} is in format {version}, and TeX Live {contents.plan.texlive} "
            f"reads {' and '.join(sorted(fitting))}"
        )
        yield diagnostic("bundle-bbl-format", message, place=Place(contents.bbl.name, 2))


def finished_indexes(contents: Contents) -> Iterator[Diagnostic]:
    """An index or a glossary that is printed is there, sorted: arXiv runs no makeindex."""
    for use in contents.uses(*_INDEXES):
        endings = _INDEXES[use.command]
        if not any(f"{contents.root}{end}" in contents.files for end in endings):
            message = f"\\{use.command} prints {contents.root}{endings[0]}, which is not there"
            yield diagnostic("bundle-index-missing", message, place=use.place)


def _known_keys(contents: Contents) -> frozenset[str]:
    if contents.bbl:
        text = contents.bbl.code
        return frozenset((*_ITEM.findall(text), *_ENTRY.findall(text)))
    within = [key for source in contents.sources for key in _ITEM.findall(source.code)]
    files = (contents.files[name].decode("utf-8", "replace") for name in contents.of_kind(".bib"))
    return frozenset((*within, *(key for text in files for key in _BIB_KEY.findall(text))))


def _biblatex_uses(contents: Contents) -> Iterator[Use]:
    yield from (use for package, use in contents.packages() if package == "biblatex")
    yield from contents.uses("addbibresource", "printbibliography")


BIBLIOGRAPHY_RULES = (
    *(finished_lists, cited_keys, mixed_backends, bbl_formats_told, finished_indexes),
)
