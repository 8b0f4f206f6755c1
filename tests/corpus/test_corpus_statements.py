"""On the real site: which results it holds, how far each statement goes, and what ends it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from scidraft_tex import model as m
from scidraft_tex.kinds import Style
from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.settings import Settings
from scidraft_tex.walk import blocks_of, plain_text
from tests.helpers import Shell

pytestmark = pytest.mark.corpus

Notes = Mapping[str, m.Note]


@pytest.fixture(scope="module")
def expected(corpus: Path) -> dict[str, Any]:
    return dict(json.loads((corpus / "expected.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def notes(corpus: Path, shell: Shell) -> Notes:
    site, said = load_site(corpus / "scidraft", Settings())
    assert not list(said)
    read = read_notes(site.notes, shell)
    found, said = recognise(read.notes, Rules())
    assert not list(read.diagnostics)
    assert not list(said)
    return {Path(note.source.path).name: note for note in found}


def results(note: m.Note) -> list[m.Result]:
    return [block for block in note.blocks if isinstance(block, m.Result)]


def source(nodes: Iterable[m.Inline]) -> str:
    """Return NODES as they were written, emphasis aside."""
    parts: list[str] = []
    for node in nodes:
        match node:
            case m.Math():
                parts.append(f"\\({node.tex}\\)")
            case m.Styled() | m.Quoted() | m.Link():
                parts.append(source(node.children))
            case _:
                parts.append(plain_text((node,)))
    return "".join(parts)


def written(block: m.Block) -> str:
    """Return BLOCK as it was written, so far as a statement's end shows it."""
    match block:
        case m.Paragraph():
            return source(block.children)
        case m.Display():
            return f"$$ {block.tex} $$"
        case m.OrderedList():
            items = (" ".join(map(written, item.children)) for item in block.items)
            return " ".join(f"{n}. {text}" for n, text in enumerate(items, start=block.start))
        case m.BulletList():
            return " ".join("- " + " ".join(map(written, item.children)) for item in block.items)
        case _:
            return ""


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_every_note_of_the_site_is_read(notes: Notes, expected: dict[str, Any]) -> None:
    assert len(notes) == expected["notes"]


def test_results_by_kind(notes: Notes, expected: dict[str, Any]) -> None:
    counted = Counter(result.kind.name for note in notes.values() for result in results(note))
    assert counted == expected["results"]


def test_statements(notes: Notes, expected: dict[str, Any]) -> None:
    found = {
        name: [(r.kind.name, source(r.name), len(r.children)) for r in results(note)]
        for name, note in notes.items()
        if results(note)
    }
    assert found == {
        name: [(one["kind"], one["name"], one["blocks"]) for one in statements]
        for name, statements in expected["statements"].items()
    }


def test_what_ends_each_statement(notes: Notes, expected: dict[str, Any]) -> None:
    wrong = {}
    for name, statements in expected["statements"].items():
        for result, one in zip(results(notes[name]), statements, strict=True):
            text = squeezed(" ".join(map(written, result.children)))
            if not text.endswith(squeezed(one["ends_with"])):
                wrong[name] = (text[-80:], one["ends_with"])
    assert wrong == {}


def test_totals_of_blocks(notes: Notes, expected: dict[str, Any]) -> None:
    blocks = [block for note in notes.values() for block in blocks_of(note.blocks)]
    tables = [block for block in blocks if isinstance(block, m.Table)]
    assert {
        "diagrams": sum(isinstance(block, m.Diagram) for block in blocks),
        "displays": sum(isinstance(block, m.Display) for block in blocks),
        "listings": sum(isinstance(block, m.Listing) for block in blocks),
        "notes": len(notes),
        "pseudo_algorithms": sum(isinstance(block, m.Algorithm) for block in blocks),
        "table_academic": sum(table.style == "academic" for table in tables),
        "table_default": sum(table.style == "" for table in tables),
        "table_striped": sum(table.style == "striped" for table in tables),
        "tables": len(tables),
        "trees": sum(isinstance(block, m.Tree) for block in blocks),
    } == expected["totals"]


def test_every_place_is_a_line_of_its_note(notes: Notes) -> None:
    for note in notes.values():
        lines = note.source.text.split("\n")
        for block in blocks_of(note.blocks):
            assert note.source.body_line <= block.place.line <= len(lines)
            if isinstance(block, m.Paragraph) and isinstance(block.children[0], m.Text):
                first = block.children[0].text.split()[0].strip("“‘—")
                assert block.continued or first[:3] in lines[block.place.line - 1]


def test_proofs_are_linked_to_what_stands_before_them(notes: Notes) -> None:
    for note in notes.values():
        for before, block in zip(note.blocks, note.blocks[1:], strict=False):
            if isinstance(block, m.Result) and block.kind.style is Style.PROOF:
                assert bool(block.proves) == isinstance(before, m.Result)
