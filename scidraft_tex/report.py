"""What a build came to, as values: `report.json`, and the summary on the terminal."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.files import whole
from scidraft_tex.formats.values import counted, diagnostic_values, said_line
from scidraft_tex.pipeline import Made
from scidraft_tex.typeset import Typeset
from scidraft_tex.walk import blocks_of


def report(made: Made) -> dict[str, Any]:
    """Return the report of a build as plain values (docs/report.md has the keys)."""
    blocks = [block for note in made.book.notes for block in blocks_of(note.blocks)]
    kinds = Counter(block.kind.stem for block in blocks if isinstance(block, m.Result))
    counts = made.book.counts
    return {
        "pdf": str(made.pdf) if made.pdf else None,
        "beside": [str(path) for path in made.beside],
        "pages": made.pages,
        "engine": made.engine.value,
        "notes": len(made.book.notes),
        "skipped": [{"note": s.path, "reason": s.reason} for s in made.site.skipped],
        "results": dict(sorted(kinds.items())),
        "algorithms": _count(blocks, m.Algorithm),
        "tables": _count(blocks, m.Table),
        "table_styles": dict(
            Counter(b.style or "default" for b in blocks if isinstance(b, m.Table))
        ),
        "displays": _count(blocks, m.Display),
        "diagrams": {
            "total": made.drawn.total,
            "distinct": made.drawn.distinct,
            "drawn": made.drawn.drawn,
            "cached": made.drawn.cached,
        },
        "listings": _count(blocks, m.Listing),
        "trees": _count(blocks, m.Tree),
        "references": {
            "lists": counts.lists,
            "cited": counts.cited,
            "missing": [
                {"key": key, "file": place.file, "line": place.line}
                for key, place in counts.missing
            ],
        },
        "indexes": {
            s.entry_set.name: {"entries": len(s.entries), "see": s.see} for s in made.book.sets
        },
        "links": {"internal": counts.internal_links, "unresolved": counts.unresolved_links},
        "tex": tex_values(made.typeset),
        **closing_values(made.diagnostics, made.seconds),
    }


def closing_values(diagnostics: Diagnostics, seconds: Mapping[str, float]) -> dict[str, Any]:
    """Return what every report ends with: SECONDS by stage, and all that was said."""
    return {
        "seconds": {stage: round(time, 3) for stage, time in seconds.items()},
        "diagnostics": [diagnostic_values(item) for item in diagnostics.sorted()],
    }


def tex_values(made: Typeset) -> dict[str, Any]:
    """Return what the last pass of TeX said, and why its passes were run, as plain values."""
    log = made.log
    return {
        "passes": made.passes,
        "reasons": [reason.value for reason in made.reasons],
        "undefined_references": [item.key for item in log.undefined],
        "missing_characters": [item.character for item in log.missing_characters],
        "duplicate_destinations": [item.name for item in log.duplicate_destinations],
        "overfull": [
            {
                "pt": line.points,
                "file": line.place.file if line.place else line.file,
                "line": line.place.line if line.place else line.line,
            }
            for line in made.overfull
        ],
        "worst_pages": [
            {"page": box.page, "sheet": box.sheet, "badness": box.badness}
            for box in made.worst_pages
        ],
    }


def _count(blocks: Iterable[m.Block], kind: type) -> int:
    return sum(isinstance(block, kind) for block in blocks)


def write_report(path: Path, values: dict[str, Any]) -> None:
    """Write VALUES to PATH as JSON, beside and renamed."""
    text = json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    with whole(path) as beside:
        beside.write_text(text, encoding="utf-8")


def summary(values: dict[str, Any], seconds: float) -> list[str]:
    """Return the lines that end a build: pages, results by kind, pieces, what was said, the PDF."""
    kinds = ", ".join(f"{count} {name}" for name, count in values["results"].items())
    results = counted(sum(values["results"].values()), "result")
    pieces = {
        "algorithm": values["algorithms"],
        "table": values["tables"],
        "diagram": values["diagrams"]["total"],
        "listing": values["listings"],
        "folder tree": values["trees"],
        "reference list": values["references"]["lists"],
    }
    made = f"{counted(values['pages'], 'page')} of {counted(values['notes'], 'note')}"
    passes = counted(values["tex"]["passes"], "pass")
    return [
        f"{made}, set by {values['engine']} in {passes}, {seconds:.1f} s",
        f"{results}: {kinds}" if kinds else results,
        ", ".join(counted(count, word) for word, count in pieces.items()),
        said_line(values),
        values["pdf"] or "no PDF was made",
        *values["beside"],
    ]
