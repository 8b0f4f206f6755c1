"""A book of a hundred notes made at random, set by TeX: it is whole, and says where it is not."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.grammar import MARKER, invisible, noisy_notes, notes
from tests.fuzz.test_notes import FILES, lines_of
from tests.helpers import HUGO
from tests.pdf.conftest import Built, build
from tests.pdf.words import letters

pytestmark = [pytest.mark.tex, pytest.mark.slow]

OF_EACH = 50
SEED = int(os.environ.get("SCIDRAFT_FUZZ") or 0)
"""What the notes come of: each number makes others, to look for faults; CI has the same ones."""
_LEFT_OUT = {"front-matter-syntax"}
"""What is told of a note that is not in the book."""
_ERROR = re.compile(r"^\S+\.tex:\d+: .*|^! .*", re.MULTILINE)


def drawn(strategy: st.SearchStrategy[str]) -> list[str]:
    """Return `OF_EACH` texts of STRATEGY, those of `SEED`; the first list made is too plain."""
    lists: list[list[str]] = []

    @seed(SEED)
    @settings(
        max_examples=3,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(strategy, min_size=OF_EACH, max_size=OF_EACH))
    def draw(texts: list[str]) -> None:
        lists.append(texts)

    draw()
    assert len(set(lists[-1])) > OF_EACH * 0.8
    return lists[-1]


def own_words(text: str, number: int) -> str:
    """Return TEXT with markers that no other note has: those of the note NUMBER."""
    name = "".join(chr(ord("a") + digit) for digit in divmod(number, 25))
    return MARKER.sub(lambda found: f"qz{name}{found[0][2:]}", text)


def built_of(texts: Sequence[str], folder: Path) -> Built:
    """Return the book of TEXTS, each a note, built in FOLDER."""
    own = {f"content/notes/n{number}.md": text for number, text in enumerate(texts)}
    files = {"hugo.toml": HUGO, "book.yaml": "arrange: flat\nengine: pdflatex\n", **FILES, **own}
    for name, text in files.items():
        path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return build(folder / "site", folder)


def faults_of(built: Built, texts: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the book BUILT of TEXTS."""
    if built.status not in {0, 1} or not built.pdf.is_file():
        yield f"exit code {built.status}: {built.stderr}"
        return
    log = (built.tex / "book.log").read_text(errors="replace")
    yield from (f"TeX still says: {error}" for error in _ERROR.findall(log))
    check = ["qpdf", "--check", str(built.pdf)]
    checked = subprocess.run(check, capture_output=True, text=True, check=False)
    if checked.returncode:
        yield checked.stdout + checked.stderr
    told = built.report["diagnostics"]
    for item in told:
        if item["code"] == "internal-error":
            yield f"internal error: {item}"
    printed = "".join(_letters(built.pdf, *options) for options in ((), ("-raw",)))
    printed += _rows(built)
    for number, text in enumerate(texts):
        name = f"content/notes/n{number}.md"
        own = [item for item in told if item["file"] == name]
        yield from (f"{name} has no such place: {item}" for item in own if _outside(item, text))
        if not _LEFT_OUT.isdisjoint(item["code"] for item in own):
            continue
        known = "\n".join([_said(own, text), invisible(text)])
        lost = [w for w in MARKER.findall(text) if w not in printed and w not in known]
        if lost:
            yield f"{name} lost {lost}"


def _letters(pdf: Path, *options: str) -> str:
    """Return the letters of PDF; as they were drawn, with `-raw`, and not by line."""
    command = ["pdftotext", *options, str(pdf), "-"]
    return letters(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def _rows(built: Built) -> str:
    """Return the rows of tables as TeX had them: words broken in two cells at once interleave."""
    chapters = (path.read_text() for path in (built.tex / "chapters").glob("*.tex"))
    lines = (line for text in chapters for line in text.split("\n"))
    return "\n".join(line for line in lines if " & " in line and line.endswith("\\\\"))


def _outside(item: dict[str, Any], text: str) -> bool:
    """Tell whether ITEM is at a place that its note, TEXT, does not have."""
    lines = [*lines_of(text), ""]
    line = item["line"]
    return bool(line) and not (
        line <= len(lines) and 1 <= item["column"] <= len(lines[line - 1]) + 1
    )


def _said(own: Sequence[dict[str, Any]], text: str) -> str:
    """Return what is shown of a note with OWN diagnostics: messages and lines of TEXT."""
    lines = [*lines_of(text), ""]
    shown = [lines[item["line"] - 1] for item in own if item["line"] and item["line"] <= len(lines)]
    return "\n".join([*shown, *(json.dumps(item, ensure_ascii=False) for item in own)])


def test_a_book_of_any_notes_is_whole(tmp_path: Path) -> None:
    found = [*drawn(notes), *drawn(noisy_notes())]
    texts = [own_words(text, number) for number, text in enumerate(found)]
    built = built_of(texts, tmp_path)
    assert list(faults_of(built, texts)) == []
