r"""A preamble in the form in which TeX keeps it: read once, dumped to a format, loaded in no time.

`pdflatex -ini` reads the head of a document, up to and with its first `\input`, and dumps what it
knows then. A pass that starts from there passes over that head and goes on at the same line, so
that the `.tex` stays as it is, for TeX by hand as well, and lines in messages are right.

Only pdfTeX dumps such a preamble: LuaTeX cannot dump its fonts, nor XeTeX those of the system.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scidraft_tex.cache import Cache
from scidraft_tex.engines import Engine
from scidraft_tex.files import text_of
from scidraft_tex.tools import Command
from scidraft_tex.typeset.digests import digest, file_digest
from scidraft_tex.typeset.job import Job, Preloaded, Recorded

__all__ = ["head_of", "preloaded", "with_format"]

_HEAD = re.compile(
    r"(?:[^\S\n]*(?:%[^\n]*)?\n)*\s*\\documentclass\b.*?\\input\s*\{(?P<file>[^{}\\]+)\}",
    re.DOTALL,
)
_FOOT = r"""
\makeatletter
\let\scidraft@documentclass\documentclass
\long\def\documentclass#1\input#2{\let\documentclass\scidraft@documentclass}
\makeatother
\dump
"""


def head_of(text: str) -> str:
    r"""Return the beginning of the document TEXT that a format holds, "" if none can.

    It goes from `\documentclass`, before which there are comments alone, to the first `\input`.
    """
    match = _HEAD.match(text)
    return match[0] if match else ""


def with_format(job: Job, cache: Cache | None) -> Job:
    """Return JOB with a format out of CACHE, made now if there is none; JOB itself if none can be.

    Raises `ToolMissingError` if the engine is not installed.
    """
    found = preloaded(job, cache) if cache else None
    return replace(job, preloaded=found) if found else job


def preloaded(job: Job, cache: Cache) -> Preloaded | None:
    """Return the format for the head of JOB's document, out of CACHE or made now; None for none."""
    head = head_of(text_of(job.file(".tex")))
    if job.engine is not Engine.PDFLATEX or not head:
        return None
    key = _key(job, head)
    return _known(job, cache, key) or _made(job, cache, key, head)


def _key(job: Job, head: str) -> str:
    """Return what stands for HEAD, the file it ends with, the engine, TeX's settings and the day.

    A preamble may ask for the date, so that a format serves for a day.
    """
    match = _HEAD.match(head)
    name = match["file"] if match else ""
    when = datetime.now(UTC) if job.epoch is None else datetime.fromtimestamp(job.epoch, UTC)
    settings = (f"{name}={value}" for name, value in sorted(os.environ.items()) if "TEX" in name)
    program = job.runner.find(job.engine.value) or ""
    preamble = file_digest(job.folder / f"{name}.tex") + file_digest(job.folder / name)
    return digest("\0".join([head, preamble, program, f"{when:%Y%m%d}", *settings]).encode())


# --- from the cache ----------------------------------------------------------------------------


def _known(job: Job, cache: Cache, key: str) -> Preloaded | None:
    """Return the format KEY of CACHE if all that it was made of is as it was."""
    about = _about(cache.read(f"{key}_about"))
    if about is None or not _current(job.folder, about):
        return None
    path = cache.find(f"{key}_format")
    return Preloaded(path, _inputs(about), about["log"]) if path else None


def _about(data: bytes | None) -> dict[str, Any] | None:
    try:
        about = json.loads(data or b"")
        return about if isinstance(about, dict) else None
    except ValueError:
        return None


def _current(folder: Path, about: Mapping[str, Any]) -> bool:
    inside = (file_digest(folder / name) == known for name, known in about["inside"].items())
    outside = (_stamp(name) == known for name, known in about["outside"].items())
    return all(inside) and all(outside)


def _stamp(name: str) -> list[int]:
    try:
        status = Path(name).stat()
    except OSError:
        return []
    return [status.st_size, status.st_mtime_ns]


def _inputs(about: Mapping[str, Any]) -> tuple[str, ...]:
    return (*about["inside"], *about["outside"])


# --- made --------------------------------------------------------------------------------------


def _made(job: Job, cache: Cache, key: str, head: str) -> Preloaded | None:
    """Dump the format KEY and keep it in CACHE; return None if TeX complains, or writes more.

    A file that the preamble opens to write to would be closed in the format.
    """
    name = f"{job.name}-format"
    source = job.folder / f"{name}.tex"
    try:
        source.write_text(head + _FOOT, encoding="utf-8")
        outcome = job.runner.run(_dumping(job, name))
        recorded = Recorded.of(job.folder / f"{name}.fls")
        more = recorded.written - {f"{name}.log", f"{name}.fmt"}
        if not outcome.ok or more:
            return None
        log = _said(text_of(job.folder / f"{name}.log"))
        about: dict[str, Any] = {
            "inside": {file: file_digest(job.folder / file) for file in _inside(recorded, name)},
            "outside": {file: _stamp(file) for file in sorted(recorded.outside)},
            "log": log,
        }
        dumped = _unpacked((job.folder / f"{name}.fmt").read_bytes())
        path = cache.keep(f"{key}_format", dumped, ".fmt")
        if path is None or not cache.keep(f"{key}_about", json.dumps(about).encode()):
            return None
        return Preloaded(path, _inputs(about), log)
    except (OSError, EOFError, zlib.error):
        return None
    finally:
        for suffix in (".tex", ".log", ".fls", ".fmt"):
            (job.folder / f"{name}{suffix}").unlink(missing_ok=True)


def _unpacked(dumped: bytes) -> bytes:
    """Return a format as TeX reads it: unpacking it takes most of the time that loading one does.

    TeX Live packs what it dumps, and reads either.
    """
    return gzip.decompress(dumped) if dumped.startswith(b"\x1f\x8b") else dumped


def _dumping(job: Job, name: str) -> Command:
    options = ("-ini", "-interaction=nonstopmode", "-no-shell-escape", "-recorder")
    arguments = (*options, f"-jobname={name}", f"&{job.engine.value}", f"{name}.tex")
    environment = job.environment()
    return Command(job.engine.value, arguments, job.folder, "", environment, job.seconds)


def _inside(recorded: Recorded, name: str) -> Iterator[str]:
    return (file for file in sorted(recorded.read) if file != f"{name}.tex")


def _said(log: str) -> str:
    """Return what LOG says of the preamble: between its first lines and the dump, files closed."""
    _, _, rest = log.partition(".tex\n")
    said, _, _ = rest.partition("\nBeginning to dump on file")
    return said + ")\n"
