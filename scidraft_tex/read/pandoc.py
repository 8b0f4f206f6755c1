"""Pandoc, called once for many texts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.files import scratch
from scidraft_tex.tools import Command, Runner, exceeding

Json = Any

FORMAT = (
    "commonmark_x-subscript-superscript-fancy_lists-emoji-raw_attribute-implicit_header_references"
    "-yaml_metadata_block-tex_math_dollars+autolink_bare_uris+sourcepos"
)
"""Goldmark as Hugo sets it up, in pandoc's terms, with a source position for every block."""

BATCH_BYTES = 400_000
"""How much text one call gets at the most; beyond it calls run side by side."""

_SECONDS = 15.0
_PACE = 20_000
"""How many characters pandoc reads in a second at the least, by far, after so many seconds."""

_PRINTED = 1 << 30
"""How many bytes of JSON one call may print: a hundred times and more its text."""

_FILE = re.compile(r"^(\d+)\.md@")


class PandocError(Exception):
    """Pandoc reads nothing at all; the text is its message."""

    @property
    def diagnostic(self) -> Diagnostic:
        """What to tell the user."""
        return diagnostic("tool-failed", "pandoc cannot read the notes", detail=str(self))


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that pandoc did not read: why, as a diagnostic without a place."""

    diagnostic: Diagnostic


def read_batch(texts: Sequence[str], runner: Runner, jobs: int = 2) -> list[list[Json] | Refused]:
    """Return for each of TEXTS the list of its blocks in pandoc's JSON form, or why there is none.

    A text that pandoc stops at does not take those of the same call with it. Raises `PandocError`
    where it reads none.
    """
    batches = _batches(texts)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        done = pool.map(lambda batch: _read(texts, batch, runner), batches)
        read = [blocks for part in done for blocks in part]
    refused = [one.diagnostic for one in read if isinstance(one, Refused)]
    if len(refused) == len(read) and {one.code for one in refused} == {"tool-failed"}:
        raise PandocError(refused[0].detail)
    return read


def read_blocks(read: list[Json] | Refused) -> list[Json]:
    """Return the blocks of what was READ, none of what was refused."""
    return [] if isinstance(read, Refused) else read


def _batches(texts: Sequence[str]) -> list[range]:
    starts, size = [0], 0
    for number, text in enumerate(texts):
        if size and size + len(text) > BATCH_BYTES:
            starts.append(number)
            size = 0
        size += len(text)
    return [range(a, b) for a, b in zip(starts, [*starts[1:], len(texts)], strict=True)]


def _read(texts: Sequence[str], numbers: range, runner: Runner) -> list[list[Json] | Refused]:
    made = _run(texts, numbers, runner)
    if not isinstance(made, Refused):
        return list(_by_file(made, numbers))
    if len(numbers) == 1:
        return [made]
    return [one for number in numbers for one in _read(texts, range(number, number + 1), runner)]


def _run(texts: Sequence[str], numbers: range, runner: Runner) -> list[Json] | Refused:
    """Return the blocks that pandoc makes of the texts of NUMBERS, one after the other."""
    with scratch("read") as folder:
        names = [f"{number}.md" for number in numbers]
        for name, number in zip(names, numbers, strict=True):
            (folder / name).write_text(texts[number], encoding="utf-8")
        command = Command(
            program(),
            ("--from", FORMAT, "--to", "json", "--sandbox", "--file-scope", *names),
            folder=folder,
            seconds=_SECONDS + sum(len(texts[number]) for number in numbers) / _PACE,
            printed=_PRINTED,
        )
        outcome = runner.run(command)
    if over := exceeding("pandoc", outcome):
        return Refused(over)
    if not outcome.ok:
        said = outcome.stderr.strip() or f"pandoc ended with {outcome.status}"
        return Refused(diagnostic("tool-failed", "pandoc cannot read the note", detail=said))
    try:
        return list(json.loads(outcome.stdout)["blocks"])
    except RecursionError:
        return Refused(diagnostic("note-too-deep", "the note nests too deeply to be read"))


def program() -> str:
    """Return the path of the pandoc that pypandoc brings, or finds."""
    import pypandoc  # noqa: PLC0415  # a command that reads nothing does not pay for it

    return str(pypandoc.get_pandoc_path())


def _by_file(blocks: list[Json], numbers: range) -> list[list[Json]]:
    """Return BLOCKS of a batch apart, by the file that their positions name."""
    parted: list[list[Json]] = [[] for _ in numbers]
    current = 0
    for block in blocks:
        found = _FILE.match(position(block))
        if found:
            current = int(found[1]) - numbers.start
        parted[current].append(block)
    return parted


def position(block: Json) -> str:
    """Return the `data-pos` of BLOCK, `0.md@3:1-5:1`, or "" where it has none."""
    content = block.get("c")
    if not isinstance(content, list):
        return ""
    for part in content[:2]:
        if _is_attributes(part):
            for key, value in part[2]:
                if key == "data-pos":
                    return str(value)
    return ""


def _is_attributes(part: Json) -> bool:
    return (
        isinstance(part, list)
        and len(part) == 3  # identifier, classes, pairs
        and isinstance(part[0], str)
        and isinstance(part[1], list)
        and isinstance(part[2], list)
    )
