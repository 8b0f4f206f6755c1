"""What a benchmark writes is right: medians, ratios, the exponent of growth."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts" / "bench"


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bench_{name}", SCRIPTS / f"{name}.py")
    assert spec
    assert spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


page = module("page")


def timing(contender: str, notes: int, seconds: float, run: int = 0) -> dict[str, Any]:
    return {
        "contender": contender,
        "case": "cold",
        "notes": notes,
        "run": run,
        "seconds": seconds,
        "memory": 2**20,
        "pages": 3,
        "codes": (0,),
    }


@pytest.mark.parametrize("exponent", [0.5, 1.0, 2.0])
def test_growth_is_the_exponent(exponent: float) -> None:
    points = [(size, 3 * size**exponent) for size in (66.0, 264.0, 1056.0)]
    assert page.growth(points) == pytest.approx(exponent)


def test_the_page_has_medians_and_ratios() -> None:
    runs = [timing("scidraft-tex", 66, seconds, run) for run, seconds in enumerate((9, 2, 4))]
    results = {
        "machine": {"Processor": "one"},
        "runs": 3,
        "timings": [*runs, timing("Sphinx", 66, 10.0)],
        "stages": [{"load": 0.5}],
        "limits": {"Python's start": 0.01},
    }
    text = page.page(results)
    assert "| from nothing | 66 | 4.00 | 10.0 (2.5 ×) |" in text
    assert "| load | 0.50 | reading files |" in text
