"""The languages that a book can be in: their words, quotation marks, and what TeX needs for them.

The table is data/languages.toml, by BCP 47 tag in lower case; a region (`pt-br`) has what differs
from its language. docs/languages.md tells what follows from a book's language.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.engines import Engine
from scidraft_tex.kinds import Kind
from scidraft_tex.spelling import did_you_mean
from scidraft_tex.tools import Command, Runner

__all__ = [
    "ENGLISH",
    "Font",
    "Language",
    "Quotes",
    "Support",
    "caption_names",
    "find_language",
    "language_tags",
    "localised",
    "support_for",
]

_SAME = {"no": "nb"}
"""Tags that are another's in the table."""

_APART = frozenset({"zh-hant", "zh-hk", "zh-mo", "zh-tw"})
"""Regions that write otherwise than their language in the table."""


@dataclass(frozen=True, slots=True)
class Quotes:
    """Quotation marks, outer ones for double quotes and inner ones for single; LaTeX."""

    opening: str = "``"
    closing: str = "''"
    inner_opening: str = "`"
    inner_closing: str = "'"


@dataclass(frozen=True, slots=True)
class Font:
    """A font as files that TeX finds; empty for a shape that it lacks. `package` is Debian's."""

    name: str
    package: str
    regular: str
    bold: str = ""
    italic: str = ""
    bolditalic: str = ""
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Language:
    """A language of a book.

    `babel` is its name in babel and csquotes, `locale` the `.ini` that babel reads, `ldf` babel's
    own file for it where that does more. `patterns` is a file that stands for its hyphenation, and
    `package` Debian's package of that. `engine` is what its letters need, empty where any will do;
    `faces` are text faces that have them, `bibliography` the language of biblatex's words where it
    lacks this one, `part` the word for a part where babel has none. `words` are the frame's,
    `captions` what a table is called, `kinds` what a kind of result is: its name, its plural, other
    words for it.
    """

    tag: str
    name: str
    babel: str
    locale: str
    ldf: str
    patterns: str
    package: str
    quotes: Quotes
    engine: str
    faces: tuple[Font, ...]
    bibliography: str
    part: str
    words: Mapping[str, str]
    captions: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, tuple[str, ...]]

    def word(self, key: str, text: str = "") -> str:
        """Return the word KEY, with TEXT where it has a place for a number or a name."""
        return self.words[key].replace("#", text)

    @property
    def letters(self) -> str:
        """All that the frame prints in this language, for who looks whether a font has it."""
        names = (
            name for one in (self.captions, self.kinds) for words in one.values() for name in words
        )
        return "".join(dict.fromkeys("".join((*self.words.values(), *names))))


@dataclass(frozen=True, slots=True)
class Support:
    """What TeX has here for a language: babel's own file, and a face with its letters."""

    ldf: bool = False
    face: Font | None = None


# --- the table ---------------------------------------------------------------------------------


_HEAD = re.compile(r"^\[([\w-]+)", re.MULTILINE)
"""The head of a table of data/languages.toml: `[de]`, `[de.words]`, `[fonts.name]`."""


@cache
def _texts() -> Mapping[str, str]:
    """Return the TOML of each language by tag, and that of the fonts, not yet read."""
    path = files("scidraft_tex") / "data" / "languages.toml"
    text = path.read_text(encoding="utf-8")
    heads = list(_HEAD.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    parts: dict[str, str] = {}
    for head, end in zip(heads, ends, strict=True):
        parts[head[1]] = parts.get(head[1], "") + text[head.start() : end]
    return parts


@cache
def _table(name: str) -> Mapping[str, Any]:
    """Return the table NAME: a book is in one language, and to read them all takes a while."""
    table: Mapping[str, Any] = tomllib.loads(_texts()[name])[name]
    return table


def language_tags() -> tuple[str, ...]:
    """Return the tags of the table, in lower case, a language before its regions."""
    return tuple(tag for tag in _texts() if tag != "fonts")


@cache
def _language(tag: str) -> Language:
    base, own = _table(tag.partition("-")[0]), _table(tag)
    data = {"locale": "", "ldf": "", "patterns": "", "package": "", "engine": "", **base, **own}
    kinds = base.get("kinds", {}) | own.get("kinds", {})
    fonts = {name: Font(name, **font) for name, font in _table("fonts").items()}
    return Language(
        tag=tag,
        name=data["name"],
        babel=data["babel"],
        locale=data["locale"],
        ldf=data["ldf"],
        patterns=data["patterns"],
        package=data["package"],
        quotes=Quotes() if tag.startswith("en") else Quotes(*data["quotes"]),
        engine=data["engine"],
        faces=tuple(fonts[name] for name in data.get("faces", ())),
        bibliography=data.get("bibliography", ""),
        part=data.get("part", ""),
        words=base["words"] | own.get("words", {}),
        captions={key: tuple(names) for key, names in data["captions"].items()},
        kinds={key: tuple(names) for key, names in kinds.items()},
    )


ENGLISH = _language("en")
"""The language of a book that names none, or one that is not in the table."""


def find_language(tag: str, found: Diagnostics | None = None) -> Language:
    """Return the language of the BCP 47 TAG, `de-AT` or `de_at`, as near as the table has it.

    One that it does not have is told to FOUND, and English; so is none, without a word.
    """
    parts = tag.lower().replace("_", "-").split("-")
    while parts:
        name = "-".join(parts)
        name = _SAME.get(name, name)
        if name in _APART:
            break
        if name in language_tags():
            return _language(name)
        parts.pop()
    if tag and found is not None:
        message = f"the words of the language {tag} are not known"
        hint = did_you_mean(tag, language_tags(), likeness=0.6)
        found.report("language-unsupported", message, hint=hint)
    return ENGLISH


# --- words -------------------------------------------------------------------------------------


def localised(kinds: Iterable[Kind], language: Language) -> tuple[Kind, ...]:
    """Return KINDS by the names that LANGUAGE has for them; keys and environments stay.

    The English name, and the language's other words, are names that notes may use beside it.
    """
    return tuple(_localised(kind, language.kinds.get(kind.key)) for kind in kinds)


def _localised(kind: Kind, names: tuple[str, ...] | None) -> Kind:
    if names is None:
        return kind
    name, plural, *others = names
    also = tuple(dict.fromkeys(word for word in (kind.name, *others) if word != name))
    return replace(kind, name=name, plural=plural, term=kind.term or kind.name, also=also)


def caption_names(language: Language) -> Mapping[str, str]:
    """Return what a caption may begin with in LANGUAGE or English, and the key of what it captions.

    `{"Tabelle": "table", "Table": "table"}`: a word that both have is the language's.
    """
    return {
        name: key
        for one in (ENGLISH, language)
        for key, names in one.captions.items()
        for name in names
    }


# --- what TeX has ------------------------------------------------------------------------------


def support_for(language: Language, engine: Engine, runner: Runner) -> tuple[Support, Diagnostics]:
    """Return what there is for LANGUAGE under ENGINE, by way of kpsewhich, and what is missing.

    Where kpsewhich is missing so is TeX, and another will say so.
    """
    said = Diagnostics()
    faces = () if engine is Engine.PDFLATEX else language.faces
    ldf = f"{language.ldf}.ldf" if language.ldf else ""
    wanted = [name for name in (ldf, language.patterns, *(face.regular for face in faces)) if name]
    if engine is Engine.PDFLATEX and language.engine:
        message = f"{engine} has no letters for {language.name}"
        said.report(
            "language-support", message, hint=f"leave engine out, or name {language.engine}"
        )
    if not wanted or runner.find("kpsewhich") is None:
        return Support(), said
    printed = runner.run(Command("kpsewhich", tuple(wanted), seconds=60.0)).stdout
    there = {Path(line).name for line in printed.splitlines()}
    if language.patterns and language.patterns not in there:
        message = f"TeX has no hyphenation for {language.name}"
        said.report("language-support", message, hint=f"run: apt-get install {language.package}")
    face = next((face for face in faces if face.regular in there), None)
    if faces and face is None:
        message = f"there is no font with letters for {language.name}"
        said.report("language-support", message, hint=f"run: apt-get install {faces[0].package}")
    return Support(ldf in there, face), said
