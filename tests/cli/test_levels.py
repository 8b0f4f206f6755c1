"""What settings and comments make of what is said: terminal, report and exit code agree."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex.cli import main
from scidraft_tex.cli.exits import Exit

WRONG = """\
{citation}
Of \\cite{{nobody}} it is said.

{overfull}
`{word}`

{syntax}
$$ x^{{ $$

A tail. {idle}
"""
WORD = "unbroken" * 16

SETTINGS = """\
arrange: flat
diagnostics:
  citation-missing-key: note
  math-syntax: warning
  bib-unused: off
"""


def allowing(code: str) -> str:
    return f"<!-- scidraft: allow {code} -->"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a site of two notes with the same faults, which the first allows."""
    allowed = WRONG.format(
        citation=allowing("citation-missing-key"),
        overfull=allowing("tex-overfull"),
        syntax=allowing("math-syntax"),
        idle=allowing("html-unknown"),
        word=WORD,
    )
    plain = WRONG.format(citation="", overfull="", syntax="", idle="", word=WORD)
    notes = tmp_path / "site" / "content" / "notes"
    bib = tmp_path / "site" / "assets" / "bib"
    for folder in (notes, bib):
        folder.mkdir(parents=True)
    references = '\n{{< references bib="bib/a.bib" >}}\n'
    (notes / "allowed.md").write_text(f"# Allowed\n\n{allowed}{references}", encoding="utf-8")
    (notes / "plain.md").write_text(f"# Plain\n\n{plain}{references}", encoding="utf-8")
    (bib / "a.bib").write_text("@book{a, title={T}, author={A}, year={2000}}\n", encoding="utf-8")
    (tmp_path / "site" / "hugo.toml").write_text('title = "S"\n', encoding="utf-8")
    (tmp_path / "site" / "book.yaml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "site"


def told(report: Path) -> list[tuple[str, str, str, int]]:
    """Return code, severity, note and line of each diagnostic in REPORT."""
    values = json.loads(report.read_text(encoding="utf-8"))["diagnostics"]
    return [(one["code"], one["severity"], Path(one["file"]).stem, one["line"]) for one in values]


@pytest.mark.tex
def test_a_book_says_what_is_left(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", str(site), "-v"]) == Exit.MADE
    assert told(Path("build/report.json")) == [
        ("allow-unused", "note", "allowed", 12),
        ("citation-missing-key", "note", "plain", 4),
        ("tex-overfull", "warning", "plain", 7),
        ("math-syntax", "warning", "plain", 10),
    ]
    err = capsys.readouterr().err
    assert err.count("allowed.md:") == 1
    assert "plain.md:10:" in err
    chapters = sorted(Path("build/book/chapters").glob("0*.tex"))
    boxes = [path.read_text(encoding="utf-8").count("cannot be set") for path in chapters]
    assert boxes == [1, 1]
    with pikepdf.open("build/book.pdf") as document:
        assert len(document.pages) > 1


def test_a_code_that_cannot_be_set_is_refused(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (site / "book.yaml").write_text(
        "diagnostics:\n  internal-error: off\n  tex-overful: off\n  html-unknown: of\n",
        encoding="utf-8",
    )
    assert main(["book", str(site)]) == Exit.USAGE
    err = capsys.readouterr().err
    assert "book.yaml:2:19: error[settings-value]: `internal-error` is always told" in err
    assert "book.yaml:3:3: error[settings-unknown-key]: no diagnostic has the code" in err
    assert "= help: did you mean `tex-overfull`?" in err
    assert "book.yaml:4:17: error[settings-value]: `diagnostics.html-unknown` is one of" in err
    assert "= help: did you mean `off`?" in err
