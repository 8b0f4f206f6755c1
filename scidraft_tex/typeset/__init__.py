"""Typeset: a folder of `.tex` files becomes a PDF, and the log diagnostics at note lines."""

from scidraft_tex.typeset.driver import (
    Ahead,
    RerunReason,
    Typeset,
    has_record,
    silence,
    typeset,
    typeset_ahead,
)
from scidraft_tex.typeset.log import LogSummary
from scidraft_tex.typeset.logparse import parse_log
from scidraft_tex.typeset.report import OverfullLine, overfull_lines, report
from scidraft_tex.typeset.sourcemap import SourceMap

__all__ = [
    "Ahead",
    "LogSummary",
    "OverfullLine",
    "RerunReason",
    "SourceMap",
    "Typeset",
    "has_record",
    "overfull_lines",
    "parse_log",
    "report",
    "silence",
    "typeset",
    "typeset_ahead",
]
