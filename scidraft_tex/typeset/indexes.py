"""Printed indexes: makeindex over what TeX gathered, and its complaints as diagnostics.

Each `.idx` that the last pass wrote becomes an `.ind` of the same name, in the style of
`<job>.ist` or `book.ist` where the folder has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.files import text_of
from scidraft_tex.tools import Outcome, exceeding
from scidraft_tex.typeset.digests import digest, file_digest
from scidraft_tex.typeset.job import Job
from scidraft_tex.typeset.sourcemap import SourceMap

__all__ = ["MadeIndexes", "index_diagnostics", "make_indexes"]

_PROBLEM = re.compile(
    r"(?:!!|##) (?P<grave>Input|Warning)?.*?\((?:file|input) = [^,]+, line = (?P<line>\d+)"
    r"[^\n]*\n\s*-- (?P<text>[^\n]*)"
)
_STYLE_PROBLEM = re.compile(r"\*\* Input style error[^\n]*\n\s*-- (?P<text>[^\n]*)")
_ENTRY = re.compile(r"\\indexentry\s*\{(?P<entry>.*?)(?:\|[^|{}]*(?:\{.*\})?)?\}\{[^{}]*\}$")


@dataclass(frozen=True, slots=True)
class MadeIndexes:
    """What `make_indexes` did: the digest each index was made from, whether any has changed.

    `failures` are of makeindex itself; what it says of entries is in its transcripts.
    """

    sources: Mapping[str, str]
    changed: bool = False
    failures: tuple[Diagnostic, ...] = ()


def make_indexes(job: Job, indexes: tuple[str, ...], made: Mapping[str, str]) -> MadeIndexes:
    """Sort each of INDEXES whose entries or style differ from those that MADE knows.

    Raises `ToolMissingError` if makeindex is needed and not there.
    """
    style = _style(job)
    sources: dict[str, str] = {}
    failures: list[Diagnostic] = []
    changed = False
    for name in indexes:
        source = digest(f"{file_digest(job.folder / name)} {_digest_of(style)}".encode())
        target = (job.folder / name).with_suffix(".ind")
        sources[name] = source
        if made.get(name) == source and target.exists():
            continue
        before = file_digest(target)
        outcome = job.run("makeindex", *_arguments(name, style))
        failures.extend(_failures(name, outcome))
        changed = changed or file_digest(target) != before
    return MadeIndexes(sources, changed, tuple(failures))


def _style(job: Job) -> Path | None:
    found = (job.folder / f"{stem}.ist" for stem in (job.name, "book"))
    return next((path for path in found if path.is_file()), None)


def _digest_of(style: Path | None) -> str:
    return file_digest(style) if style else ""


def _arguments(name: str, style: Path | None) -> list[str]:
    stem = name.removesuffix(".idx")
    return [
        "-c",
        *(("-s", style.name) if style else ()),
        "-t",
        f"{stem}.ilg",
        "-o",
        f"{stem}.ind",
        name,
    ]


def _failures(name: str, outcome: Outcome) -> Iterator[Diagnostic]:
    index = Path(name).stem
    if over := exceeding(f"makeindex, over the index {index},", outcome):
        yield over
    elif not outcome.ok:
        said = (outcome.stderr or outcome.stdout).strip()
        yield diagnostic("index-failed", f"the index {index} could not be made", detail=said)


def index_diagnostics(
    folder: Path, indexes: tuple[str, ...], source: SourceMap
) -> Iterator[Diagnostic]:
    """Yield what the transcripts of INDEXES complain of, each at the note line of its entry."""
    for name in indexes:
        transcript = text_of((folder / name).with_suffix(".ilg"))
        entries = text_of(folder / name).splitlines()
        for match in _PROBLEM.finditer(transcript):
            yield _problem(match, name, entries, source)
        for match in _STYLE_PROBLEM.finditer(transcript):
            message = f"the index style is at fault: {match['text']}"
            yield diagnostic("index-failed", message, detail=name)
        yield from _not_utf8((folder / name).with_suffix(".ind"))


def _problem(match: re.Match[str], name: str, entries: list[str], source: SourceMap) -> Diagnostic:
    number = int(match["line"])
    raw = entries[number - 1] if number <= len(entries) else ""
    parsed = _ENTRY.match(raw.strip())
    entry = parsed["entry"] if parsed else raw
    detail = f"{name}:{number}: {match['text']}"
    index = Path(name).stem
    if match["grave"] == "Warning":
        message = f"the entry {entry} of the index {index} is inconsistent"
    else:
        message = f"the entry {entry} is left out of the index {index}"
    hint = 'write ! @ | and " within an entry as "! "@ "| and "", and give at most three levels'
    return diagnostic(
        "index-failed", message, place=_place(entry, source), hint=hint, detail=detail
    )


def _place(entry: str, source: SourceMap) -> Place | None:
    spots = source.find(f"{{{entry}") if entry else iter(())
    return next((place for file, line in spots if (place := source.place(file, line))), None)


def _not_utf8(ind: Path) -> Iterator[Diagnostic]:
    r"""Yield a complaint if IND is no UTF-8: makeindex cuts a letter that is not ASCII in half."""
    try:
        ind.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        message = f"the index {ind.stem} has a heading that is half a letter"
        hint = "give entries sort keys of ASCII letters"
        yield diagnostic("index-failed", message, hint=hint, detail=f"{ind.name}: {error.reason}")
    except OSError:
        return
