"""Lists of references: biber when there is cause, and its complaints as diagnostics."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Container, Iterator
from dataclasses import dataclass

from scidraft_tex.diagnostics import Diagnostic, Severity, diagnostic
from scidraft_tex.tools import exceeding
from scidraft_tex.typeset.digests import digest, file_digest, request_digest
from scidraft_tex.typeset.job import Job

__all__ = [
    "MadeBibliography",
    "biber_diagnostics",
    "bibliography_files",
    "bibliography_request",
    "make_bibliography",
]

_LINE = re.compile(r"^(?:\[\d+\] \S+> )?(?P<level>INFO|WARN|ERROR|FATAL) - (?P<text>.*)$")
_VERSIONS = re.compile(
    r".*control file version (?P<found>[\d.]+), expected version (?P<expected>[\d.]*\d)"
)
_PAIR = re.compile(
    r".*your biber \((?P<biber>[^)]+)\) and biblatex \((?P<biblatex>[^)]+)\)", re.DOTALL
)
_MISSING_KEY = re.compile(
    r"I didn't find a database entry for '(?P<key>.*)' \(section (?P<n>\d+)\)"
)
_MISSING_FILE = re.compile(r"Cannot find '(?P<file>.*)'")
_DUPLICATE = re.compile(r"Duplicate entry key: '(?P<key>.*)' in file '(?P<file>.*)'")
_SUBSYSTEM = re.compile(
    r"BibTeX subsystem: (?P<path>\S+), line (?P<line>\d+), (?P<text>(?:syntax error|warning).*)"
)
_ENTRY = re.compile(r"(?:Datamodel: )?(?:\S+ )?[Ee]ntry '(?P<key>.*?)' \((?P<file>.*?)\)")
_LOOKING = re.compile(r"Looking for bibtex file '(?P<file>.*)' for section")
_TEMPORARY = re.compile(r"\S*/biber_tmp_\S+")


@dataclass(frozen=True, slots=True)
class MadeBibliography:
    """What `make_bibliography` did: the request it answered, whether the `.bbl` has changed."""

    request: str
    changed: bool = False
    failures: tuple[Diagnostic, ...] = ()


def bibliography_files(job: Job) -> tuple[str, ...]:
    """Return the `.bib` files that the control file names, as it names them.

    There are none for a finished list that was given.
    """
    if job.lists_given:
        return ()
    try:
        root = ET.parse(job.file(".bcf")).getroot()  # noqa: S314 - our own TeX run wrote it
    except (OSError, ET.ParseError):
        return ()
    sources = (
        (element.text or "").strip()
        for element in root.iter()
        if element.tag.endswith("}datasource") and element.get("type") == "file"
    )
    return tuple(dict.fromkeys(filter(None, sources)))


def bibliography_request(job: Job) -> str:
    """Return the digest of what biber is asked and of the `.bib` files, "" for no citation."""
    if job.lists_given:
        return ""
    asked = request_digest(job.file(".bcf"))
    if not asked:
        return ""
    files = (f"{name} {file_digest(job.folder / name)}" for name in bibliography_files(job))
    return digest("\n".join([asked, *files]).encode())


def make_bibliography(job: Job, answered: str) -> MadeBibliography:
    """Run biber if what it is asked is not what ANSWERED it was asked before.

    Where nothing is cited, the lists of an earlier run are removed. Raises `ToolMissingError`.
    """
    request = bibliography_request(job)
    bbl = job.file(".bbl")
    before = file_digest(bbl)
    if job.lists_given:
        job.file(".blg").unlink(missing_ok=True)
        return MadeBibliography(request)
    if not request:
        bbl.unlink(missing_ok=True)
        job.file(".blg").unlink(missing_ok=True)
        return MadeBibliography(request, changed=bool(before))
    if request == answered and before:
        return MadeBibliography(request)
    outcome = job.run("biber", job.stem)
    failures: list[Diagnostic] = []
    if over := exceeding("biber", outcome):
        failures.append(over)
    elif not outcome.ok and not list(biber_diagnostics(job.text(".blg"))):
        said = (outcome.stderr or outcome.stdout).strip()
        failures.append(diagnostic("bibliography-failed", "biber failed", detail=said[-2000:]))
    return MadeBibliography(request, file_digest(bbl) != before, tuple(failures))


def biber_diagnostics(log: str, located: Container[str] = ()) -> Iterator[Diagnostic]:
    """Yield what biber's LOG (its `.blg`, or what it printed) complains of.

    Missing keys in LOCATED are left out: TeX's log tells of them too, and where they are cited.
    """
    looking = ""
    for level, text in _messages(log):
        if match := _LOOKING.match(text):
            looking = match["file"]
        missing = _MISSING_KEY.match(text)
        if level == "INFO" or (missing and missing["key"] in located):
            continue
        yield _complaint(level, text, looking)


def _messages(log: str) -> Iterator[tuple[str, str]]:
    """Yield level and text of each message; lines without a level go on with the one before."""
    level, parts = "", list[str]()
    for line in log.splitlines():
        if match := _LINE.match(line):
            if level:
                yield level, "\n".join(parts).strip()
            level, parts = match["level"], [match["text"]]
        else:
            parts.append(line)
    if level:
        yield level, "\n".join(parts).strip()


def _complaint(level: str, text: str, looking: str) -> Diagnostic:
    detail = f"biber: {_TEMPORARY.sub(looking, text)}"
    if match := _VERSIONS.match(text):
        return _version(match, text, detail)
    if match := _MISSING_KEY.match(text):
        message = f"no entry {match['key']} in the bibliography of list {match['n']}"
        return diagnostic("citation-missing-key", message, detail=detail)
    if match := _MISSING_FILE.match(text):
        message = f"the bibliography file {match['file']} does not exist"
        return diagnostic("bib-missing-file", message, detail=detail)
    if match := _DUPLICATE.match(text):
        message = f"the key {match['key']} stands twice in {match['file']}"
        return diagnostic("bib-duplicate-key", message, detail=detail)
    severity = Severity.WARNING if level == "WARN" else Severity.ERROR
    if match := _SUBSYSTEM.match(text):
        message = f"{looking or 'a bibliography file'}, line {match['line']}: {match['text']}"
        return diagnostic("bib-syntax", message, detail=detail, severity=severity)
    if match := _ENTRY.match(text):
        message = f"the entry {match['key']} of {match['file']} is not as it should be"
        return diagnostic("bib-syntax", message, detail=detail)
    message = "biber could not make the lists of references" if level != "WARN" else "biber warns"
    return diagnostic("bibliography-failed", message, detail=detail, severity=severity)


def _version(match: re.Match[str], text: str, detail: str) -> Diagnostic:
    """Return the complaint that biber and biblatex do not fit, with what to install.

    Since 2.0 and 3.0, biber 2.N goes with biblatex 3.N (biber's manual, Compatibility Matrix).
    """
    pair = _PAIR.match(text)
    biber, biblatex = (pair["biber"], pair["biblatex"]) if pair else ("", "")
    message = (
        f"biber{' ' + biber if biber else ''} reads control files of version {match['expected']}, "
        f"biblatex{' ' + biblatex if biblatex else ''} writes version {match['found']}"
    )
    return diagnostic("tool-version", message, hint=_fitting(biber, biblatex), detail=detail)


def _fitting(biber: str, biblatex: str) -> str:
    wanted = re.match(r"3\.(\d+)", biblatex)
    held = re.match(r"2\.(\d+)", biber)
    if not wanted or not held:
        return "install biber and biblatex of one TeX distribution"
    return (
        f"install biber 2.{wanted[1]}, made for biblatex 3.{wanted[1]}, "
        f"or biblatex 3.{held[1]}, made for biber 2.{held[1]}"
    )
