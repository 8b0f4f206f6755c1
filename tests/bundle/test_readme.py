"""What arXiv is told, and what it would refuse to read."""

from __future__ import annotations

import json

import pytest

from scidraft_tex.bundle.plan import Plan
from scidraft_tex.bundle.readme import readme, readme_faults
from scidraft_tex.engines import Engine


def faults(told: object, plan: Plan | None = None) -> list[str]:
    return list(readme_faults(json.dumps(told).encode(), "paper", plan or Plan()))


def told(plan: Plan | None = None) -> dict[str, object]:
    loaded: dict[str, object] = json.loads(readme("paper", plan or Plan()))
    return loaded


def test_the_file_says_what_the_plan_says() -> None:
    plan = Plan(2023, Engine.XELATEX)
    assert told(plan) == {
        "spec_version": 1,
        "texlive_version": 2023,
        "process": {"compiler": "xelatex"},
        "sources": [{"filename": "paper.tex", "usage": "toplevel"}],
    }
    assert faults(told(plan), plan) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"texlive": 2025}, "arXiv knows no key texlive"),
        ({"spec_version": 2}, "spec_version is not 1"),
        ({"texlive_version": "2025"}, "texlive_version is not 2025"),
        ({"process": {"compiler": "latex"}}, "process is not the compiler pdflatex alone"),
        ({"process": {"compiler": "pdflatex", "bibliography": {}}}, "process is not"),
        ({"sources": {}}, "sources is not a list"),
        ({"sources": []}, "the one source of usage toplevel is not paper.tex"),
        ({"sources": [{"filename": "paper.tex", "usage": "main"}]}, "'main' is no usage"),
        (
            {"sources": [{"filename": "paper.tex", "usage": "toplevel", "line": 1}]},
            "arXiv knows no key line of a source",
        ),
    ],
)
def test_what_arxiv_refuses_is_a_fault(change: dict[str, object], fault: str) -> None:
    assert fault in faults(told() | change)[0]


@pytest.mark.parametrize(("data", "fault"), [(b"{", "it is not JSON"), (b"[]", "not an object")])
def test_what_is_no_object_is_a_fault(data: bytes, fault: str) -> None:
    assert fault in next(readme_faults(data, "paper", Plan()))
