"""`00README.json`: what arXiv is told to compile, and how (info.arxiv.org/help/00README)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scidraft_tex.bundle.plan import Plan

__all__ = ["readme", "readme_faults"]

_SPEC_VERSION = 1

_KEYS = frozenset({"spec_version", "texlive_version", "process", "sources"}) | frozenset(
    {"stamp", "nohyperref", "comment"}
)
_SOURCE_KEYS = frozenset({"filename", "usage", "orientation", "keep_comments", "fontmaps"})
_USAGES = frozenset({"toplevel", "ignore", "include", "append"})


def readme(root: str, plan: Plan) -> bytes:
    """Return the file for the document ROOT: whole lines of JSON, the same for the same plan."""
    told = {
        "spec_version": _SPEC_VERSION,
        "texlive_version": plan.texlive,
        "process": {"compiler": plan.compiler.value},
        "sources": [{"filename": f"{root}.tex", "usage": "toplevel"}],
    }
    return (json.dumps(told, indent=2) + "\n").encode()


def readme_faults(data: bytes, root: str, plan: Plan) -> Iterator[str]:
    """Yield what is wrong with the file DATA, by arXiv's schema and for ROOT and PLAN.

    An unknown key makes arXiv refuse the file, and so does one of `process` or of a source.
    """
    try:
        told = json.loads(data)
    except ValueError as error:
        yield f"it is not JSON: {error}"
        return
    if not isinstance(told, dict):
        yield "it is not an object"
        return
    unknown = sorted(set(told) - _KEYS)
    if unknown:
        yield f"arXiv knows no key {', '.join(unknown)}"
    if told.get("spec_version") != _SPEC_VERSION:
        yield f"spec_version is not {_SPEC_VERSION}"
    if told.get("texlive_version") != plan.texlive:
        yield f"texlive_version is not {plan.texlive}"
    if told.get("process") != {"compiler": plan.compiler.value}:
        yield f"process is not the compiler {plan.compiler.value} alone"
    yield from _source_faults(told.get("sources"), f"{root}.tex")


def _source_faults(sources: object, root: str) -> Iterator[str]:
    if not isinstance(sources, list) or not all(isinstance(entry, dict) for entry in sources):
        yield "sources is not a list of objects"
        return
    entries: list[Mapping[str, Any]] = sources
    for entry in entries:
        unknown = sorted(set(entry) - _SOURCE_KEYS)
        if unknown:
            yield f"arXiv knows no key {', '.join(unknown)} of a source"
        if entry.get("usage") not in _USAGES:
            yield f"{entry.get('usage')!r} is no usage of a source"
    top = [entry.get("filename") for entry in entries if entry.get("usage") == "toplevel"]
    if top != [root]:
        yield f"the one source of usage toplevel is not {root}"
