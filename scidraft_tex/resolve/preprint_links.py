"""Links of a paper: to the rest of the site they become citations of its web pages.

A paper leaves the site behind, so a link to another note is its text, as a link to the note's
address on the web, and a citation of an entry made for that note (docs/format.md, section 9).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import quote, unquote

from scidraft_tex import model as m
from scidraft_tex.addresses import defragmented, parts_of
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.load.web import web_address, web_path
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.resolve.assets import Assets
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.bibliography import BibEntry
from scidraft_tex.resolve.labels import NoteLabels
from scidraft_tex.resolve.links import addresses, file_link, unresolved_link
from scidraft_tex.resolve.pieces import public
from scidraft_tex.resolve.preprint_references import References
from scidraft_tex.walk import plain_text, rewrite_inlines

__all__ = ["PaperLinks", "note_entry", "tex_text"]

_SPECIAL = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%",
    "#": r"\#", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
})  # fmt: skip
_TIE = m.Text("\u00a0")


@dataclass
class PaperLinks:
    """Where the links of a paper lead; `labels` are those of the paper's own note.

    `authors` wrote the notes that name none. `keys` are those of the entries made, by the notes'
    paths.
    """

    site: m.Site
    labels: NoteLabels
    authors: tuple[m.Author, ...]
    assets: Assets
    references: References
    diagnostics: Diagnostics
    internal: int = 0
    unresolved: int = 0
    keys: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the addresses of the site's notes and pages."""
        self.notes = addresses(self.site, self.site.notes)
        self.pages = addresses(self.site, self.site.pages)

    @cached_property
    def web(self) -> Mapping[str, m.NoteSource]:
        """The notes and pages of the site by their paths on the web."""
        sources = (*self.site.pages, *self.site.notes)
        return {_path(web_path(self.site, source)): source for source in sources}

    @cached_property
    def citable(self) -> frozenset[str]:
        """The paths of what is cited and not just linked to: the notes."""
        return frozenset(note.path for note in self.site.notes)

    def answer(self, node: m.Link, origin: m.Note) -> Sequence[m.Inline]:
        """Return what the link NODE in ORIGIN prints."""
        if node.target in {"", "#"}:
            return node.children
        path = self.notes.internal(node.target)
        if path is None:
            return (node,)
        address, fragment = defragmented(path)
        source = self.source(address, origin.source)
        if source is not None and source.path == origin.source.path:
            return self.own(node, source, fragment)
        if source is not None:
            return self.other(node, source, fragment)
        if _path(address) == "" and address.startswith("/"):
            return self.linked(node, f"{self.site.base_url}#{fragment}".rstrip("#"), ())
        if self.assets.find(address, origin):
            return file_link(node, address, self.notes.base)
        self.unresolved += 1
        known = self.notes.names(address)
        return unresolved_link(node, None, fragment, self.diagnostics, known)

    def without(self, nodes: Iterable[m.Inline]) -> tuple[m.Inline, ...]:
        """Return NODES, those of a title, with links into the site as their text alone."""

        def inline(node: m.Inline) -> Sequence[m.Inline]:
            if not isinstance(node, m.Link) or self.notes.internal(node.target) is None:
                return (node,)
            return node.children

        return rewrite_inlines(nodes, inline)

    def source(self, address: str, origin: m.NoteSource) -> m.NoteSource | None:
        """Return the note or the page at ADDRESS as written in ORIGIN, or None."""
        found = self.notes.note(address, origin) or self.pages.note(address, origin)
        if found is not None or not address.startswith("/"):
            return found
        base = _path(parts_of(self.site.base_url).path)
        path = _path(address)
        return self.web.get(path) or self.web.get(path.removeprefix(base).strip("/"))

    def own(self, node: m.Link, source: m.NoteSource, fragment: str) -> Sequence[m.Inline]:
        """Return a link into the paper; one to the whole of it is its text."""
        target = self.labels.find(unquote(fragment)) if fragment else self.labels.main
        if target is not None:
            self.internal += 1
            return (m.CrossReference(target.label, target.word, node.children),)
        if fragment:
            self.unresolved += 1
            return unresolved_link(node, source, fragment, self.diagnostics, self.labels.local)
        return node.children or public(title_of(source))

    def other(self, node: m.Link, source: m.NoteSource, fragment: str) -> Sequence[m.Inline]:
        """Return a link to another note with its citation, or to a page of the site."""
        self.internal += 1
        address = web_address(self.site, source)
        link = f"{address}#{quote(unquote(fragment), safe='%')}" if fragment else address
        printed = self.linked(node, link if address else "", public(title_of(source)))
        if not address or source.path not in self.citable:
            return printed
        key = self.keys.get(source.path) or self.cited(source, address)
        citation = m.Citation("cite", (key,), node.place, entries=(entry_name(key),))
        return (*printed, _TIE, citation)

    def linked(self, node: m.Link, address: str, title: tuple[m.Inline, ...]) -> Sequence[m.Inline]:
        """Return the text of NODE, else TITLE, as a link to ADDRESS; the text alone if it is ""."""
        bare = plain_text(node.children).strip() in {"", node.target}
        text = title or (m.Text(self.site.title),) if bare else node.children
        if parts_of(address).netloc:
            return (replace(node, target=address, children=text),)
        message = "links to other notes are printed as their text: the site has no web address"
        if all(item.code != "link-no-address" for item in self.diagnostics):
            self.diagnostics.report("link-no-address", message, node.place)
        return text

    def cited(self, source: m.NoteSource, address: str) -> str:
        """Return the key of the entry of SOURCE, which is made."""
        entry = note_entry(self.site, source, self.authors, address)
        self.keys[source.path] = self.references.add_own(entry)
        return self.keys[source.path]


def title_of(source: m.NoteSource) -> tuple[m.Inline, ...]:
    """Return the title of SOURCE in quotation marks, without links and citations."""
    return quoted(read_inline(source.front.title))


def quoted(title: Iterable[m.Inline]) -> tuple[m.Inline, ...]:
    """Return TITLE in quotation marks, without links and citations."""
    return (m.Quoted("double", _plain(title)),)


def _plain(nodes: Iterable[m.Inline]) -> tuple[m.Inline, ...]:
    def inline(node: m.Inline) -> Sequence[m.Inline]:
        match node:
            case m.Link():
                return node.children
            case m.Citation() | m.Footnote():
                return ()
        return (node,)

    return rewrite_inlines(nodes, inline)


def _path(address: str) -> str:
    return unquote(address).strip("/").lower()


# --- entries -----------------------------------------------------------------------------------


def note_entry(
    site: m.Site, source: m.NoteSource, authors: tuple[m.Author, ...], address: str
) -> BibEntry:
    """Return the entry of SOURCE at ADDRESS; AUTHORS wrote it if it names none."""
    names = [author.name for author in source.front.authors or authors]
    fields = {
        "author": " and ".join(_name(site, name) for name in names),
        "title": f"{{{tex_text(public(_plain(read_inline(source.front.title))))}}}",
        "organization": tex_text(_plain(read_inline(site.title))),
        "date": source.front.date or source.front.lastmod,
        "url": address,
    }
    kept: Mapping[str, str] = {name: value for name, value in fields.items() if value.strip("{} ")}
    return BibEntry(source.key, "online", kept, 0)


def _name(site: m.Site, name: str) -> str:
    """Return NAME as BibTeX reads it: in braces if it names no person."""
    text = name.translate(_SPECIAL)
    words = name.casefold().split()
    whole = name in {site.title, site.institute} or "and" in words or words[:1] == ["the"]
    return f"{{{text}}}" if whole else text


def tex_text(nodes: Iterable[m.Inline]) -> str:
    """Return NODES, those of a title, as LaTeX for a field of a `.bib`."""
    parts: list[str] = []
    for node in nodes:
        match node:
            case m.Text():
                parts.append(node.text.translate(_SPECIAL))
            case m.Math():
                parts.append(f"${node.tex}$")
            case m.Code():
                parts.append(rf"\texttt{{{node.text.translate(_SPECIAL)}}}")
            case m.Styled(style="emph"):
                parts.append(rf"\emph{{{tex_text(node.children)}}}")
            case m.Styled(style="strong"):
                parts.append(rf"\textbf{{{tex_text(node.children)}}}")
            case _:
                parts.append(plain_text((node,)).translate(_SPECIAL))
    return "".join(parts)
