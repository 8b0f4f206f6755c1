"""Typeset: a folder of `.tex` files becomes a PDF, and the log diagnostics at note lines."""

from scidraft_tex.typeset.driver import RerunReason, Typeset, silence, typeset
from scidraft_tex.typeset.log import LogSummary
from scidraft_tex.typeset.logparse import parse_log
from scidraft_tex.typeset.report import OverfullLine, overfull_lines, report
from scidraft_tex.typeset.sourcemap import SourceMap

__all__ = [
    "LogSummary",
    "OverfullLine",
    "RerunReason",
    "SourceMap",
    "Typeset",
    "overfull_lines",
    "parse_log",
    "report",
    "silence",
    "typeset",
]
