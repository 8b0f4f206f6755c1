"""A Hugo site's own settings, as far as print wants them (docs/format.md, section 1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.load.decoding import decode
from scidraft_tex.load.fields import Fields
from scidraft_tex.load.files import is_own
from scidraft_tex.load.formats import PARSERS, FormatError, lowered
from scidraft_tex.model import Author, EntrySet, WebRules

NAMES = tuple(f"{stem}.{ending}" for stem in ("hugo", "config") for ending in PARSERS)
"""Where Hugo looks for a site's settings, first to last: `hugo.toml` … `config.json`."""

_FOLDER = "config/_default"
_CODE = "site-settings"
_SECTION = re.compile(r"[^/\\]*[^/\\.][^/\\]*")


@dataclass(frozen=True, slots=True)
class HugoSettings:
    """What a site says of itself. `sections` is empty where it names none."""

    title: str = ""
    base_url: str = ""
    language: str = ""
    web: WebRules = WebRules()  # noqa: RUF009  # frozen
    authors: tuple[Author, ...] = ()
    institute: str = ""
    sections: tuple[str, ...] = ()
    sets: tuple[EntrySet, ...] = ()
    macros: tuple[tuple[str, str], ...] = ()

    @property
    def content(self) -> str:
        """The folder of the pages, relative to the site's."""
        return self.web.content


def read_hugo(folder: Path, found: Diagnostics) -> HugoSettings | None:
    """Return the settings of the site in FOLDER, or None if it has no file of them.

    What cannot be read is an error among FOUND, and the site goes on with what can.
    """
    main = next(_existing(folder, ["", _FOLDER], NAMES), None)
    params = _part(folder, "params")
    if main is None and params is None:
        return None
    settings = HugoSettings()
    if main is not None and (fields := _read(folder, main, found)):
        settings = _root(folder, fields)
        own = lowered(fields.table("params"))
        settings = _params(settings, replace(fields, values={**_shared(fields), **own}))
    if params is not None and (fields := _read(folder, params, found)):
        settings = _params(settings, replace(fields, values=fields.values))
    permalinks = _part(folder, "permalinks")
    if permalinks is not None and (fields := _read(folder, permalinks, found)):
        rules = tuple(_permalinks(fields))
        settings = replace(settings, web=replace(settings.web, permalinks=rules))
    return settings


def _part(folder: Path, name: str) -> str | None:
    """Return the file that holds the table NAME of the settings by itself, if there is one."""
    return next(_existing(folder, [_FOLDER], [f"{name}.{ending}" for ending in PARSERS]), None)


def _existing(folder: Path, places: list[str], names: list[str] | tuple[str, ...]) -> Iterator[str]:
    for place in places:
        for name in names:
            path = str(PurePosixPath(place, name))
            if (folder / path).is_file() and is_own(folder, path):
                yield path


def _read(folder: Path, path: str, found: Diagnostics) -> Fields | None:
    """Return what the settings file at PATH holds, or None and a diagnostic."""
    try:
        decoded = decode((folder / path).read_bytes())
    except OSError as error:
        found.report(_CODE, f"the file cannot be read: {error.strerror}", Place(path))
        return None
    text, fault = decoded.text, decoded.fault
    if fault:
        found.report("note-encoding", fault.reason, Place(path, fault.line, fault.column))
    try:
        table = PARSERS[path.rsplit(".", 1)[1]](text)
    except FormatError as error:
        place = Place(path, error.line, error.column)
        found.report(_CODE, error.message, place, "mend the line; nothing of the file is used")
        return None
    return Fields(lowered(table), path, text, found, code=_CODE)


def _root(folder: Path, fields: Fields) -> HugoSettings:
    content = fields.string("contentDir") or "content"
    if not is_own(folder, content):
        fields.refuse("contentDir", "a folder within the site's")
        content = "content"
    return HugoSettings(
        title=fields.string("title"),
        base_url=fields.string("baseURL"),
        language=fields.string("languageCode", "locale", "defaultContentLanguage"),
        web=_web(fields, PurePosixPath(content).as_posix()),
    )


# --- addresses on the web ----------------------------------------------------------------------


def _web(fields: Fields, content: str) -> WebRules:
    """Return what FIELDS, the top of the settings, say of addresses; CONTENT holds the pages."""
    table = fields.values.get("permalinks")
    rules = replace(fields, values=lowered(table)) if isinstance(table, Mapping) else None
    in_folder = fields.flag("defaultContentLanguageInSubdir")
    language = fields.string("defaultContentLanguage") or "en"
    return WebRules(
        content=content,
        permalinks=tuple(_permalinks(rules)) if rules else (),
        ugly=_ugly(fields),
        keep_case=fields.flag("disablePathToLower"),
        plain=fields.flag("removePathAccents"),
        prefix=language.lower() if in_folder else "",
    )


def _permalinks(fields: Fields) -> Iterator[tuple[str, str, str]]:
    """Yield the patterns of FIELDS with kind and section; those outside a table are of pages."""
    for name, value in fields.values.items():
        if isinstance(value, str):
            yield "page", name, value
        elif isinstance(value, Mapping) and name in {"page", "section"}:
            for section, pattern in value.items():
                if isinstance(pattern, str):
                    yield name, str(section), pattern


def _ugly(fields: Fields) -> tuple[tuple[str, bool], ...]:
    """Return for each section, "" for all others, whether its addresses end in `.html`."""
    table = fields.values.get("uglyurls")
    if not isinstance(table, Mapping):
        return (("", True),) if fields.flag("uglyURLs") else ()
    own = replace(fields, values=lowered(table))
    return tuple((name, own.flag(name)) for name in own.values)


# --- params ------------------------------------------------------------------------------------


def _shared(fields: Fields) -> dict[str, Any]:
    """Return the keys that Hugo takes both at the top and among `params`."""
    return {k: fields.values[k] for k in ("author", "mainsections") if k in fields.values}


def _params(settings: HugoSettings, params: Fields) -> HugoSettings:
    """Return SETTINGS with what PARAMS says."""
    return replace(
        settings,
        authors=params.authors("author", "authors") or settings.authors,
        institute=params.string("institute") or settings.institute,
        sections=_sections(params) or settings.sections,
        sets=tuple(_sets(params)) or settings.sets,
        macros=tuple(_macros(params).items()) or settings.macros,
    )


def _sections(params: Fields) -> tuple[str, ...]:
    names = [name.strip("/") for name in params.strings("mainSections")]
    if not all(_SECTION.fullmatch(name) for name in names):
        params.refuse("mainSections", "names of folders in the content folder")
    return tuple(dict.fromkeys(name for name in names if _SECTION.fullmatch(name)))


def _sets(params: Fields) -> Iterator[EntrySet]:
    """Yield the entry sets in the order in which they are written, under their written names."""
    tables = params.table("entrySets")
    sets = replace(params, values=lowered(tables))
    for name in tables:
        fields = replace(params, values=lowered(sets.table(name)))
        usual = EntrySet(name)
        yield EntrySet(
            name=name,
            title_field=fields.string("titleField") or usual.title_field,
            category_field=fields.string("categoryField") or usual.category_field,
            aliases_field=fields.string("aliasesField") or usual.aliases_field,
            summary_field=fields.string("summaryField") or usual.summary_field,
            tag=fields.string("tag"),
            count_label=fields.string("countLabel"),
        )


def _macros(params: Fields) -> dict[str, str]:
    """Return the macros of `params.math.macros` and `params.katex.macros` by their commands.

    The latter wins. KaTeX takes names with their backslash; one that has none is given it.
    """
    macros: dict[str, str] = {}
    for group in ("math", "katex"):
        outer = params.values.get(group)
        if not isinstance(outer, Mapping):
            continue
        table = replace(params, values=lowered(outer)).table("macros")
        for name, body in table.items():
            if isinstance(body, str):
                macros[name if name.startswith("\\") else "\\" + name] = body
            else:
                replace(params, values={name.lower(): body}).refuse(name, "the macro's text")
    return macros
