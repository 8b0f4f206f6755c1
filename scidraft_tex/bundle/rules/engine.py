"""One compiler, nothing for another, and no other program."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.engines import Engine

__all__ = ["ENGINE_RULES", "engine_tests", "format_lines", "output_modes", "shell_escapes"]

_ESCAPE = re.compile(
    r"\\(?:immediate\s*\\)?write\s*18(?!\d)|\\(?:ShellEscape|DelayedShellEscape|tikzexternalize)\b"
    r"|\\(?:input|openin\d*|openout\d*)\s*=?\s*\{?\s*\"?\|"
    r"|\\(?:includesvg|inputminted|begin\{minted\}|begin\{pycode\}|epstopdfsetup)"
)
_ESCAPING = frozenset(
    {
        *("minted", "svg", "epstopdf", "epstopdf-base", "shellesc", "pythontex", "gnuplottex"),
        *("auto-pst-pdf", "dot2texi", "bashful", "texments", "sagetex", "asymptote", "media4svg"),
    }
)

_TESTS = re.compile(
    r"\\if(?:pdf|xetex|luatex|tex|PDFTeX|XeTeX|LuaTeX|LuaHBTeX|TUTeX|pTeX|upTeX|ptex|uptex|pTeXng"
    r"|eTeX|etex|vtex|VTeX|Alephtex|hint|pdftex|luahbtex|tutex|xetexorluatex)(?![A-Za-z@])"
    r"|\\Require(?:eTeX|PDFTeX|pdfTeX|XeTeX|LuaTeX|LuaHBTeX|TUTeX|pTeX|upTeX)(?![A-Za-z@])"
    r"|\\(?:directlua|latelua|luadirect|XeTeXversion|XeTeXrevision|luatexversion|pdftexversion)"
    r"(?![A-Za-z@])|\\sys_if_engine_\w+:?\w*"
)
_TESTING = frozenset({"iftex", "ifxetex", "ifluatex", "ifpdf", "ifvtex", "ifptex", "expl3-engine"})

_UNICODE = "fontspec|polyglossia|unicode-math"
_UNICODE_LOADS = re.compile(
    rf"\\(?:usepackage|RequirePackage\w*|PassOptionsToPackage|@ifpackageloaded|IfPackageLoaded\w*)"
    rf"(?:\s*\[[^\]]*\])?\s*\{{[^{{}}]*?(?<![A-Za-z-])({_UNICODE})(?![A-Za-z-])"
    rf"|(?<![A-Za-z-])({_UNICODE})\.sty"
)
_OUTPUT = re.compile(r"\\pdfoutput(?![A-Za-z@])|\\(?:outputmode)(?![A-Za-z@])")


def shell_escapes(contents: Contents) -> Iterator[Diagnostic]:
    """TeX starts no program: arXiv does not let it."""
    for source in contents.sources:
        for found, place in source.matches(_ESCAPE):
            message = f"{found[0].strip()} asks for another program"
            yield diagnostic("bundle-shell-escape", message, place=place)
    for package, use in contents.packages():
        if package in _ESCAPING:
            message = f"the package {package} asks for another program"
            yield diagnostic("bundle-shell-escape", message, place=use.place)


def engine_tests(contents: Contents) -> Iterator[Diagnostic]:
    """Nothing asks which engine runs: arXiv takes every branch to be taken."""
    for source in contents.sources:
        for found, place in source.matches(_TESTS):
            message = f"{found[0]} is for another engine"
            yield diagnostic("bundle-engine-test", message, place=place)
    for package, use in contents.packages():
        if package in _TESTING:
            message = f"the package {package} is for asking which engine runs"
            yield diagnostic("bundle-engine-test", message, place=use.place)


def unicode_packages(contents: Contents) -> Iterator[Diagnostic]:
    """A bundle for pdfLaTeX names no package of the Unicode engines, in comments neither."""
    if contents.plan.compiler is not Engine.PDFLATEX:
        return
    for source in contents.sources:
        for found in _UNICODE_LOADS.finditer(source.text):
            package = found[1] or found[2]
            message = f"{package} makes arXiv take this for XeLaTeX, wherever it is named"
            place = source.place(found.start())
            yield diagnostic("bundle-unicode-package", message, place=place)


def output_modes(contents: Contents) -> Iterator[Diagnostic]:
    r"""The output is not chosen by `\pdfoutput`: the compiler says what it is."""
    for source in contents.sources:
        for found, place in source.matches(_OUTPUT):
            yield diagnostic("bundle-pdfoutput", f"{found[0]} is used", place=place)


def format_lines(contents: Contents) -> Iterator[Diagnostic]:
    """No first line names a format: arXiv does not read it."""
    for source in contents.sources:
        if source.text.startswith("%&"):
            line = source.text.partition("\n")[0]
            message = f"the line {line!r} asks for a format"
            yield diagnostic("bundle-format-line", message, place=Place(source.name, 1))


ENGINE_RULES = (shell_escapes, engine_tests, unicode_packages, output_modes, format_lines)
