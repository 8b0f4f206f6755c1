"""The same notes in every process: what is drawn must not hang on which modules are read."""

from __future__ import annotations

from typing import Any

from hypothesis.internal.conjecture.providers import HypothesisProvider


def _no_constant(*_: Any, **__: Any) -> None:
    """Draw none of the constants in sources that are loaded: others in each process of a run."""


if hasattr(HypothesisProvider, "_maybe_draw_constant"):
    HypothesisProvider._maybe_draw_constant = _no_constant  # type: ignore[method-assign]
