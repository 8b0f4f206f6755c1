"""Pandoc, called once for many texts."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
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

BATCH_BYTES = 40_000
"""How much text one call gets at the most: what its answer holds is let go before the next's."""

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


def read_batches(
    texts: Sequence[str], runner: Runner, jobs: int = 2
) -> Generator[list[Json] | Refused, None, None]:
    """Yield for each of TEXTS in order the list of its blocks in pandoc's JSON form, or why none.

    JOBS calls run side by side, ahead of who takes what they answer, but never far: an answer is
    thirty times as large as its text. A text that pandoc stops at does not take those of the same
    call with it. Raises `PandocError` at the end where it read none.
    """
    batches = iter(_batches(texts))
    read = 0
    reason: Diagnostic | None = None
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        running: deque[Future[list[_Answer]]] = deque()

        def start(count: int) -> None:
            for batch in islice(batches, count):
                running.append(pool.submit(_answers, texts, batch, runner))

        start(jobs + 1)
        while running:
            answers = running.popleft().result()
            start(1)
            for answer in answers:
                for one in _parsed(texts, answer, runner):
                    if isinstance(one, Refused) and one.diagnostic.code == "tool-failed":
                        reason = reason or one.diagnostic
                    else:
                        read += 1
                    yield one
    if reason and not read:
        raise PandocError(reason.detail)


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


@dataclass(frozen=True, slots=True)
class _Answer:
    """What pandoc printed of the texts of `numbers`, or why it printed nothing."""

    numbers: range
    said: str | Refused


def _answers(texts: Sequence[str], numbers: range, runner: Runner) -> list[_Answer]:
    """Return what pandoc says of the texts of NUMBERS, of each by itself where it stops at one."""
    answer = _run(texts, numbers, runner)
    if isinstance(answer.said, Refused) and len(numbers) > 1:
        return _apart(texts, numbers, runner)
    return [answer]


def _apart(texts: Sequence[str], numbers: range, runner: Runner) -> list[_Answer]:
    return [_run(texts, range(number, number + 1), runner) for number in numbers]


def _parsed(
    texts: Sequence[str], answer: _Answer, runner: Runner
) -> Iterator[list[Json] | Refused]:
    """Yield what ANSWER says of each of its texts."""
    if isinstance(answer.said, Refused):
        yield answer.said
        return
    try:
        parted = _by_file(json.loads(answer.said)["blocks"], answer.numbers)
    except RecursionError:
        if len(answer.numbers) == 1:
            yield Refused(diagnostic("note-too-deep", "the note nests too deeply to be read"))
            return
        for one in _apart(texts, answer.numbers, runner):
            yield from _parsed(texts, one, runner)
        return
    yield from parted


def _run(texts: Sequence[str], numbers: range, runner: Runner) -> _Answer:
    """Return what pandoc says of the texts of NUMBERS, one after the other."""
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
        return _Answer(numbers, Refused(over))
    if not outcome.ok:
        said = outcome.stderr.strip() or f"pandoc ended with {outcome.status}"
        refused = diagnostic("tool-failed", "pandoc cannot read the note", detail=said)
        return _Answer(numbers, Refused(refused))
    return _Answer(numbers, outcome.stdout)


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
