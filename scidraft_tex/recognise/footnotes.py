"""Footnote marks whose text is nowhere: Markdown prints them as they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.walk import blocks_of, inlines_of

_MARK = re.compile(r"\[\^(?P<name>[^\]\s]+)\]")


def report_undefined(blocks: Sequence[m.Block], diagnostics: Diagnostics) -> None:
    """Report each `[^name]` in the paragraphs of BLOCKS that no `[^name]: …` explains."""
    for block in blocks_of(blocks):
        if not isinstance(block, m.Paragraph):
            continue
        for node in inlines_of((block,)):
            for found in _MARK.finditer(node.text) if isinstance(node, m.Text) else ():
                message = f"the footnote {found['name']} has no text"
                diagnostics.report("footnote-undefined", message, block.place)
