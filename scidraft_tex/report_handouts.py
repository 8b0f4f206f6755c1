"""What a run of handouts came to, as values: its `report.json`, and the lines that end it."""

from __future__ import annotations

from typing import Any

from scidraft_tex.finish.facts import page_count
from scidraft_tex.formats.values import counted, said_line
from scidraft_tex.handouts import MadeEdition, MadeHandouts
from scidraft_tex.report import closing_values, tex_values

__all__ = ["report", "summary"]


def report(made: MadeHandouts) -> dict[str, Any]:
    """Return the report of a run as plain values (docs/report.md has the keys)."""
    return {
        "sheets": [_edition(one) for one in made.editions],
        **closing_values(made.diagnostics, made.seconds),
    }


def _edition(made: MadeEdition) -> dict[str, Any]:
    edition = made.edition
    sheet, look = edition.sheet, edition.look
    pdf, *beside = made.files or (None,)
    return {
        "name": edition.planned.plan.name,
        "audience": edition.audience,
        "notes": [note.path for note in edition.planned.notes],
        "pdf": str(pdf) if pdf else None,
        "beside": [str(path) for path in beside],
        "pages": page_count(pdf) if pdf else 0,
        "engine": look.engine.value,
        "exercises": len(sheet.exercises),
        "points": None if sheet.points is None else float(sheet.points),
        "fitting": {
            "size": look.fitting.size or edition.planned.settings.size,
            "leading": look.fitting.leading,
            "margins": look.fitting.margins,
        },
        "tex": tex_values(made.typeset),
    }


def summary(values: dict[str, Any], seconds: float) -> list[str]:
    """Return the lines that end a run: a line an edition, and what was said."""
    made = [sheet for sheet in values["sheets"] if sheet["pdf"]]
    pages = sum(sheet["pages"] for sheet in made)
    return [
        *(line for sheet in values["sheets"] for line in _lines(sheet)),
        f"{counted(len(made), 'edition')}, {counted(pages, 'page')}, {seconds:.1f} s",
        said_line(values),
    ]


def _lines(sheet: dict[str, Any]) -> list[str]:
    if not sheet["pdf"]:
        return [f"{sheet['name']} ({sheet['audience']}): no PDF was made"]
    return [f"{sheet['pdf']}  {counted(sheet['pages'], 'page')}", *sheet["beside"]]
