"""The settings of a book, from `book.yaml` to values."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scidraft_tex.book_settings import read_settings
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.kinds import KINDS, Kind, Style
from scidraft_tex.settings import (
    ChapterPlan,
    Diagrams,
    Fonts,
    Lists,
    Margins,
    PartPlan,
    Settings,
    Tables,
)

Reader = Callable[[str], tuple[Settings, Diagnostics]]

EVERY_KEY = """\
title: Finite Chains
subtitle: A compendium
subject: Chains
keywords: [chain, mixing]
authors: [Ada Lovelace, Emmy Noether]
edition: 2
date: 2026-11-30
language: no
licence: CC BY 4.0
publisher: Example Press
dedication: To the reader.
site: ../notes
parts:
  - title: One
    chapters:
      - title: Definitions
        set: results
        category: [Definitions, Axioms]
      - notes: notes/a.md
        glob: ["notes/b/**/*.md"]
        tag: Mixing
arrange: folders
kinds:
  - Fact
  - {name: Heuristic, plural: Rules of thumb, style: remark, narrative: true}
numbering: per-kind
engine: lualatex
profile: print
paper: 17x24
fonts: {main: TeX Gyre Pagella, size: 11}
margins: {inner: 22mm, binding: 0.5in}
tables: {default: academic}
diagrams: {theme: forest, renderer: mermaidx}
drop: Demo note.
indexes: []
lists: {results: [Theorem], listings: true}
toc_depth: 2
index_definitions: true
symbols: true
at_a_glance: true
back_references: false
colour_figures: true
page_multiple: 4
impose: 2up
crop_marks: true
bleed: 0.125in
trust: notes
diagnostics: {tex-overfull: off, html-unknown: error}
"""


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    def reader(text: str) -> tuple[Settings, Diagnostics]:
        path = tmp_path / "book.yaml"
        path.write_text(text, encoding="utf-8")
        return read_settings(path)

    return reader


def said(found: Diagnostics) -> list[tuple[str, str]]:
    return [(str(item.place), item.code) for item in found]


def test_every_key(read: Reader) -> None:
    settings, found = read(EVERY_KEY)
    assert list(found) == []
    assert settings == Settings(
        title="Finite Chains",
        subtitle="A compendium",
        subject="Chains",
        keywords=("chain", "mixing"),
        authors=("Ada Lovelace", "Emmy Noether"),
        edition="2",
        date="2026-11-30",
        language="no",
        licence="CC BY 4.0",
        publisher="Example Press",
        dedication="To the reader.",
        site="../notes",
        parts=(
            PartPlan(
                "One",
                (
                    ChapterPlan(
                        "Definitions", entry_set="results", categories=("Definitions", "Axioms")
                    ),
                    ChapterPlan(
                        notes=("notes/a.md",), globs=("notes/b/**/*.md",), tags=("Mixing",)
                    ),
                ),
            ),
        ),
        arrange="folders",
        kinds=(
            Kind("Fact", "Facts", Style.PLAIN),
            Kind("Heuristic", "Rules of thumb", Style.REMARK, narrative=True),
        ),
        numbering="per-kind",
        engine="lualatex",
        profile="print",
        paper="17x24",
        fonts=Fonts(main="TeX Gyre Pagella", size=11),
        margins=Margins(inner="22mm", binding="0.5in"),
        tables=Tables("academic"),
        diagrams=Diagrams("forest", "mermaidx"),
        drop=("Demo note.",),
        indexes=(),
        lists=Lists(results=True, result_kinds=("Theorem",), listings=True),
        toc_depth=2,
        index_definitions=True,
        symbols=True,
        at_a_glance=True,
        back_references=False,
        colour_figures=True,
        page_multiple=4,
        impose="2up",
        crop_marks=True,
        bleed="0.125in",
        trust="notes",
        diagnostics=(("tex-overfull", "off"), ("html-unknown", "error")),
    )


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "title:\nparts:\nfonts:\n  main:\n"])
def test_nothing_said_is_all_defaults(read: Reader, text: str) -> None:
    settings, found = read(text)
    assert (settings, list(found)) == (Settings(), [])


def test_a_wrong_value_costs_its_key_alone(read: Reader) -> None:
    settings, found = read("title: Chains\nengine: pdftex\npaper: b5\n")
    assert said(found) == [("book.yaml:2:9", "settings-value")]
    assert "`engine` is one of `auto`, `pdflatex`" in next(iter(found)).message
    assert (settings.title, settings.engine, settings.paper) == ("Chains", "auto", "b5")


def test_a_whole_number_may_be_written_with_a_point(read: Reader) -> None:
    settings, found = read("toc_depth: 2.0\nfonts: {size: 12.0}\n")
    assert list(found) == []
    assert (repr(settings.toc_depth), repr(settings.fonts.size)) == ("2", "12")


def test_results_off(read: Reader) -> None:
    settings, _ = read("lists: {results: false, tables: true}\n")
    assert settings.lists == Lists(results=False, tables=True)


def test_a_list_of_algorithms_alone_is_printed_unasked() -> None:
    assert Settings().lists == Lists(algorithms=True)


def test_no_kinds_in_the_list_of_results_is_no_list(read: Reader) -> None:
    settings, _ = read("lists: {results: []}\n")
    assert settings.lists.results is False


def test_a_missing_file_is_an_error_and_all_default(tmp_path: Path) -> None:
    settings, found = read_settings(tmp_path / "book.yaml")
    assert settings == Settings()
    assert said(found) == [("book.yaml", "site-settings")]


def test_other_encodings_are_an_error_at_the_line(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_bytes("title: A\nsubtitle: Zürich\n".encode("latin-1"))
    settings, found = read_settings(path)
    assert settings == Settings()
    assert said(found) == [("book.yaml:2:1", "note-encoding")]


def test_a_byte_order_mark_is_no_part_of_the_first_key(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_bytes(b"\xef\xbb\xbftitle: A\r\nsubtitle: B\r\n")
    settings, found = read_settings(path)
    assert (settings.title, settings.subtitle, list(found)) == ("A", "B", [])


def test_own_kinds_join_the_table_and_replace_by_name() -> None:
    own = (Kind("Fact", "Facts", Style.PLAIN), Kind("Rule", "Rules", Style.REMARK))
    kinds = Settings(kinds=own).all_kinds
    assert len(kinds) == len(KINDS) + 1
    assert kinds[-1] == own[0]
    assert [kind.style for kind in kinds if kind.name == "Rule"] == [Style.REMARK]
    assert [kind.name for kind in kinds[:-1]] == [kind.name for kind in KINDS]


def test_override_takes_what_is_given_and_leaves_the_rest() -> None:
    settings = Settings(title="Chains", paper="b5", diagrams=Diagrams("forest", "none"))
    changed = settings.override(
        engine="xelatex", title=None, toc_depth=0, diagram_renderer="browser", table_style=None
    )
    assert changed == Settings(
        title="Chains",
        paper="b5",
        engine="xelatex",
        toc_depth=0,
        diagrams=Diagrams("forest", "browser"),
    )
    assert settings.override() == settings


def test_the_import_brings_no_parser_and_no_validator() -> None:
    program = (
        "import sys, scidraft_tex.settings; print(sorted({'yaml', 'jsonschema'} & {*sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"
