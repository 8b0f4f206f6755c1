"""What a run of preprints came to, as values: its `report.json`, and the lines that end it."""

from __future__ import annotations

from typing import Any

from scidraft_tex.finish.facts import page_count
from scidraft_tex.formats.values import counted, said_line
from scidraft_tex.preprints import MadePreprint, MadePreprints
from scidraft_tex.report import closing_values, tex_values

__all__ = ["report", "summary"]


def report(made: MadePreprints) -> dict[str, Any]:
    """Return the report of a run as plain values (docs/report.md has the keys)."""
    return {
        "preprints": [_paper(one) for one in made.papers],
        **closing_values(made.diagnostics, made.seconds),
    }


def _paper(made: MadePreprint) -> dict[str, Any]:
    asked, bundle = made.look.settings.preprint, made.bundle
    archive = bundle.archive if bundle else None
    return {
        "note": made.paper.note.path,
        "pdf": str(made.pdf) if made.pdf else None,
        "pages": page_count(made.pdf) if made.pdf else 0,
        "compiler": made.look.engine.value,
        "style": asked.style,
        "bibliography": asked.bibliography,
        "texlive": asked.texlive,
        "references": len(made.preprint.cited),
        "bundle": str(archive) if archive else None,
        "bytes": bundle.size if bundle else 0,
        "files": list(bundle.files) if bundle else [],
        "tex": tex_values(made.typeset),
    }


def summary(values: dict[str, Any], seconds: float) -> list[str]:
    """Return the lines that end a run: a line a paper and its bundle, and what was said."""
    papers = values["preprints"]
    made = [paper for paper in papers if paper["pdf"]]
    pages = sum(paper["pages"] for paper in made)
    return [
        *(line for paper in papers for line in _lines(paper)),
        f"{counted(len(made), 'preprint')}, {counted(pages, 'page')}, {seconds:.1f} s",
        said_line(values),
    ]


def _lines(paper: dict[str, Any]) -> list[str]:
    if not paper["pdf"]:
        return [f"{paper['note']}: no PDF was made"]
    lines = [f"{paper['pdf']}  {counted(paper['pages'], 'page')}"]
    if paper["bundle"]:
        lines.append(f"{paper['bundle']}  {paper['bytes'] / 1000:.0f} kB")
    return lines
