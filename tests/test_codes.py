"""The list of codes, the page made from it, and the package say the same."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scidraft_tex.codes import CODES, Severity
from scidraft_tex.codes_page import diagnostics_page
from scidraft_tex.diagnostics import Diagnostics, Place, diagnostic
from scidraft_tex.remedies import REMEDIES

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "scidraft_tex"
LISTS = {PACKAGE / name for name in ("codes.py", "codes_page.py", "remedies.py")}
NAME = re.compile(r"[a-z]+(?:-[a-z]+)+")


@cache
def words() -> frozenset[str]:
    """Return every string constant of the package outside of the lists."""
    return frozenset(
        node.value
        for path in set(PACKAGE.rglob("*.py")) - LISTS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def reported() -> Iterator[tuple[str, str]]:
    """Yield file and code of each call that makes a diagnostic of a code written in place."""
    for path in sorted(set(PACKAGE.rglob("*.py")) - LISTS):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = ast.unparse(node.func).rpartition(".")[2]
            first = node.args[0]
            if name in {"report", "diagnostic"} and isinstance(first, ast.Constant):
                yield path.name, str(first.value)


def test_the_package_reports_only_codes_of_the_list() -> None:
    calls = list(reported())
    assert len(calls) > len(CODES) // 2
    assert [(file, code) for file, code in calls if code not in CODES] == []


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_used(code: str) -> None:
    assert code in words()


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_code_is_named_for_its_condition(code: str) -> None:
    assert NAME.fullmatch(code)
    known = CODES[code]
    assert known.summary
    assert (
        known.summary[0].islower()
        or known.summary.split()[0] in {"Mermaid", "TeX"}
        or (known.summary.startswith("book.yaml"))
    )
    assert not known.summary.endswith(".")
    assert not known.advice.endswith(".")


def test_every_code_has_a_remedy_and_no_other() -> None:
    assert set(REMEDIES) == set(CODES)
    assert all(remedy.text.endswith(".") for remedy in REMEDIES.values())


def test_the_page_is_up_to_date() -> None:
    written = (REPOSITORY / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    assert written == diagnostics_page()


def test_the_page_has_a_section_and_a_row_a_code() -> None:
    page = diagnostics_page()
    assert re.findall(r"^## (\S+)$", page, re.MULTILINE) == sorted(CODES)
    rows = re.findall(r"^\| \[`(\S+)`\]\(#(\S+)\) \| (\w+) \|", page, re.MULTILINE)
    assert rows == [(code, code, CODES[code].severity.value) for code in sorted(CODES)]


def test_the_page_is_printed_by_running_its_module() -> None:
    command = [sys.executable, "-m", "scidraft_tex.codes_page"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=True)
    assert done.stdout.decode() == diagnostics_page()


# --- diagnostics made from codes -------------------------------------------------------------


def test_a_code_gives_severity_and_hint() -> None:
    made = diagnostic("citation-no-list", "\\cite{a} stands after the last list")
    assert made.severity is Severity.WARNING
    assert made.hint == CODES["citation-no-list"].advice != ""


def test_what_is_said_at_the_place_wins_over_the_list() -> None:
    made = diagnostic("citation-no-list", "x", hint="mend it", severity=Severity.NOTE)
    assert (made.hint, made.severity) == ("mend it", Severity.NOTE)


def test_a_code_that_is_not_listed_is_refused() -> None:
    with pytest.raises(KeyError):
        diagnostic("no-such-code", "x")


def test_the_same_thing_at_the_same_place_is_kept_once() -> None:
    said = Diagnostics()
    for line in (2, 1, 2):
        said.report("duplicate-id", "the id a stands twice", Place("a.md", line))
    assert [item.place for item in said] == [Place("a.md", 2), Place("a.md", 1)]
    assert [item.place for item in said.sorted()] == [Place("a.md", 1), Place("a.md", 2)]
    assert said.count()[Severity.ERROR] == len(said) == 2


def test_what_has_no_place_comes_first() -> None:
    said = Diagnostics()
    said.report("html-unknown", "x", Place("b.md", 3, 7))
    said.report("tool-failed", "y")
    assert [item.code for item in said.sorted()] == ["tool-failed", "html-unknown"]


def test_places_read_as_compilers_write_them() -> None:
    assert str(Place("notes/a.md", 12, 3)) == "notes/a.md:12:3"
    assert str(Place("notes/a.md")) == "notes/a.md"
