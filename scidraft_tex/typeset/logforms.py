r"""The forms of messages in a TeX log, as regular expressions.

They are those of pdfTeX, LuaTeX, XeTeX with xdvipdfmx, and of LaTeX's `\GenericWarning` and
`\GenericError`, as TeX Live 2022 to 2025 write them with `-file-line-error` on unwrapped lines.
"""

from __future__ import annotations

import re

__all__ = [
    "BIBLATEX",
    "BOX",
    "CASCADE",
    "CONTEXT_LINES",
    "DUPLICATE",
    "FATAL",
    "INFO",
    "LAST_COMMAND",
    "LOCATED",
    "MISSING",
    "MULTIPLY",
    "NOISE",
    "ON_LINE",
    "RERUN",
    "SHOWN",
    "UNDEFINED",
    "UNLOCATED",
    "WARNING",
    "WRITTEN",
]

LOCATED = re.compile(r"(?P<file>(?!\s)[^`'\"<>|]*?\.[A-Za-z]\w{0,7}):(?P<line>\d+): +?(?P<text>.*)")
UNLOCATED = re.compile(r"! ?(?P<text>\S.*)")
WARNING = re.compile(
    r"(?:(?P<origin>Package|Class|Module) (?P<name>\S+)|(?P<latex>LaTeX\d?)(?: [\w-]+)?)"
    r" Warning: ?(?P<text>.*)"
)
INFO = re.compile(
    r"(?:(?:Package|Class|Module) (?P<name>\S+)|LaTeX\d?(?: (?P<kind>[\w-]+))?) Info: "
)
ON_LINE = re.compile(r"\s*on input line (\d+)\.?")
UNDEFINED = re.compile(
    r"(?:Hyper r|R)eference [`'](?P<ref>.*)' on page (?P<refpage>\S*) undefined"
    r"|Citation [`'](?P<cite>.*?)'(?: on page (?P<citepage>\S*))? undefined"
)
MULTIPLY = re.compile(r"Label [`'](.*)' multiply defined")
RERUN = re.compile(r"\bRerun\b|(?<!and )\brerun LaTeX\b")
MISSING = re.compile(r"Missing character: There is no (.+?)(?: \(U\+[0-9A-F]+\))? in font (.+?)!?$")
BOX = re.compile(
    r"(?P<how>Over|Under)full \\(?P<box>[hv])box \("
    r"(?:(?P<points>[\d.]+)pt too (?:wide|high)|badness (?P<badness>\d+))\)"
    r"(?:.*?at lines? (?P<line>\d+)(?:--(?P<last>\d+))?)?"
)
DUPLICATE = re.compile(
    r".*?(?P<said>destination with the same identifier \((?:name|num) ?\{?(?P<pdftex>.*?)\}?\)"
    r"|ignoring duplicate destination with the (?:name|num) '?(?P<luatex>[^']*)'?"
    r"|xdvipdfmx:warning: Object @(?P<xetex>\S+) already defined)"
)
WRITTEN = re.compile(r"Output written on .*?\((\d+) pages?(?:, (\d+) bytes)?\)")
FATAL = re.compile(r"==> Fatal error occurred|^No pages of output\.|Emergency stop\.")
SHOWN = re.compile(r"l\.(?P<line>\d+)(?: (?P<reached>.*))?$")
LAST_COMMAND = re.compile(r"(\\(?:[A-Za-z@]+|.))\s*$")
BIBLATEX = re.compile(r"Package: biblatex \S+ v(\S+)")
NOISE = re.compile(r"See the .* (?:manual|documentation)|Type +H <return>|\s*\^\^J|\\errmessage")
CONTEXT_LINES = 40
CASCADE = ("Emergency stop.", " ==> Fatal", "==> Fatal")
