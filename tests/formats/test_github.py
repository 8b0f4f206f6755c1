"""GitHub's workflow commands: one a line, escaped as its runner reads them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Diagnostic, Place, Severity, diagnostic
from scidraft_tex.formats.github import github_text

_COMMAND = re.compile(r"::(?P<name>[a-z]+) (?P<properties>[^\n]*?)::(?P<data>[^\n]*)\n")


def unescaped(text: str) -> str:
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ",")):
        text = text.replace(code, character)
    return text.replace("%25", "%")


@pytest.mark.parametrize(
    ("severity", "name"),
    [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.NOTE, "notice")],
)
def test_a_command_names_place_and_code(severity: Severity, name: str) -> None:
    item = Diagnostic("math-syntax", severity, "no", place=Place("notes/x.md", 41, 7))
    command = f"::{name} file=content/notes/x.md,line=41,col=7,title=math-syntax::no\n"
    assert github_text([item], "content") == command


def test_a_whole_file_has_no_line_and_what_has_no_file_only_a_title() -> None:
    items = [
        diagnostic("bib-unused", "a", place=Place("r.bib")),
        diagnostic("tool-failed", "b"),
    ]
    assert github_text(items, ".").splitlines() == [
        "::notice file=r.bib,title=bib-unused::a",
        "::error title=tool-failed::b",
    ]


def test_what_would_end_a_property_or_a_command_is_escaped() -> None:
    item = diagnostic(
        "image-missing", "100%: a, b\r\n::error::x", place=Place("a:b,c%\n.md", 1), hint="d"
    )
    assert github_text([item], ".") == (
        "::error file=a%3Ab%2Cc%25%0A.md,line=1,col=1,title=image-missing"
        "::100%25: a, b%0D%0A::error::x%0Ad\n"
    )


@given(message=st.text(), file=st.text(st.characters(exclude_characters="/\0."), min_size=1))
def test_the_runner_reads_back_what_was_said(message: str, file: str) -> None:
    item = Diagnostic("tex-error", Severity.ERROR, message, place=Place(file, 2, 3))
    found = _COMMAND.fullmatch(github_text([item], "site"))
    assert found is not None
    properties = dict(pair.split("=", 1) for pair in found["properties"].split(","))
    assert unescaped(properties["file"]) == f"site/{file}"
    assert unescaped(found["data"]) == message
