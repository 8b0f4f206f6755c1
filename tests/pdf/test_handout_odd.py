"""Odd notes on sheets: pieces that belong to nothing, links and titles with gaps, HTML."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pdf.handouts import Handouts, print_handouts

pytestmark = pytest.mark.tex

NOTES = {
    "linkgap": "---\ntitle: T\n---\nSay [see](https://web.example/a){.gap} now, by "
    "[the web](https://web.example/b).[^a]\n\n[^a]: Last.\n",
    "orphan": "---\ntitle: T\n---\nText.\n\n**Solution.** Of nothing.\n{.solution}\n\nMore.\n",
    "namegap": "---\ntitle: T\n---\n**Theorem (about [quzzogap]{.gap}).** It is.\n",
    "titlegap": "---\ntitle: On [quzzogap]{.gap}\n---\n\nSee [](titlegap.md) and [](#below).\n\n"
    "::: {#below}\nA part.\n:::\n",
    "html": '---\ntitle: T\n---\n<p class="instructor">quzzopar</p>\n\nSay '
    '<span class="gap">quzzogap</span> <span class="instructor">quzzospan</span>.\n',
    "caption": '---\ntitle: T\n---\n\n```python {title="Of [quzzogap]{.gap}"}\nx = 1\n```\n',
}
SHEETS = "".join(f"  - {{name: {name}, notes: {name}}}\n" for name in NOTES)
FILES = {
    "hugo.toml": 'title = "Odd"\nbaseURL = "https://odd.example/"\n',
    "handout.yaml": f"audiences: [student, solutions]\nqr: false\nsheets:\n{SHEETS}",
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Handouts:
    folder = tmp_path_factory.mktemp("odd")
    notes = {f"content/notes/{name}.md": text for name, text in NOTES.items()}
    for name, text in (FILES | notes).items():
        path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return print_handouts(folder, "--all", folder / "site")


@pytest.mark.parametrize("name", NOTES)
def test_nothing_is_wrong_with(odd: Handouts, name: str) -> None:
    said = [one for one in odd.report["diagnostics"] if Path(one["file"]).stem == name]
    assert [one for one in said if one["severity"] == "error"] == []


@pytest.mark.parametrize("name", NOTES)
def test_students_have_nothing_hidden(odd: Handouts, name: str) -> None:
    student = odd.papers[name, "student"]
    for path in student.tex.rglob("*"):
        assert path.is_dir() or b"quzzo" not in path.read_bytes(), path.name


def test_footnotes_are_numbered_alike_after_a_link_in_a_gap(odd: Handouts) -> None:
    for audience in ("student", "solutions"):
        assert "3 Last." in odd.papers["linkgap", audience].text


def test_a_gap_in_a_results_name_is_a_rule(odd: Handouts) -> None:
    assert "___" not in odd.papers["namegap", "student"].text


def test_a_piece_of_nothing_moves_to_the_end(odd: Handouts) -> None:
    text = odd.papers["orphan", "solutions"].text
    assert "??" not in text
    assert "Solution. Of nothing." in text.partition("Solutions")[2]
