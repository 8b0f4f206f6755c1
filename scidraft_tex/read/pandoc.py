"""Pandoc, called once for many texts."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.tools import Command, Runner

Json = Any

FORMAT = (
    "commonmark_x-subscript-superscript-fancy_lists-emoji-raw_attribute-implicit_header_references"
    "-yaml_metadata_block-tex_math_dollars+autolink_bare_uris+sourcepos"
)
"""Goldmark as Hugo sets it up, in pandoc's terms, with a source position for every block."""

BATCH_BYTES = 400_000
"""How much text one call gets at the most; beyond it calls run side by side."""

_FILE = re.compile(r"^(\d+)\.md@")


class PandocError(Exception):
    """Pandoc refused a batch; the text is its message."""

    @property
    def diagnostic(self) -> Diagnostic:
        """What to tell the user."""
        return diagnostic("tool-failed", "pandoc cannot read the notes", detail=str(self))


def read_batch(texts: Sequence[str], runner: Runner, jobs: int = 2) -> list[list[Json]]:
    """Return for each of TEXTS the list of its blocks in pandoc's JSON form.

    Raises `PandocError`.
    """
    batches = _batches(texts)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        done = pool.map(lambda batch: _read(texts, batch, runner), batches)
        return [blocks for part in done for blocks in part]


def _batches(texts: Sequence[str]) -> list[range]:
    starts, size = [0], 0
    for number, text in enumerate(texts):
        if size and size + len(text) > BATCH_BYTES:
            starts.append(number)
            size = 0
        size += len(text)
    return [range(a, b) for a, b in zip(starts, [*starts[1:], len(texts)], strict=True)]


def _read(texts: Sequence[str], numbers: range, runner: Runner) -> list[list[Json]]:
    with tempfile.TemporaryDirectory(prefix="scidraft-") as folder:
        names = [f"{number}.md" for number in numbers]
        for name, number in zip(names, numbers, strict=True):
            (Path(folder) / name).write_text(texts[number], encoding="utf-8")
        outcome = runner.run(
            Command(
                program(),
                ("--from", FORMAT, "--to", "json", "--file-scope", *names),
                folder=Path(folder),
                seconds=120,
            )
        )
    if not outcome.ok:
        raise PandocError(outcome.stderr.strip() or f"pandoc ended with {outcome.status}")
    return _by_file(json.loads(outcome.stdout)["blocks"], numbers)


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
