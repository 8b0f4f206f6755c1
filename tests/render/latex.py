"""What the tests of renderers share: a plain prose writer, and TeX around `blocks.tex.j2`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.engines import Engine
from scidraft_tex.render.frame import FILTERS
from scidraft_tex.render.measure import Page
from scidraft_tex.render.papers import DEFAULT_PAPER
from scidraft_tex.render.templates import Templates, template_folders
from scidraft_tex.render.tex import escape, escape_code
from scidraft_tex.tools import Command, Shell
from scidraft_tex.walk import plain_text

HERE = Place("notes/x.md", 7)
PAGE = Page(text_width=334.0, text_height=530.0, font_size=10.95)

_PREAMBLE = r"""\documentclass[11pt]{article}
FONTS
\usepackage{amsmath}
\usepackage{xcolor,graphicx}
\usepackage[paperwidth=480pt, paperheight=680pt, textwidth=334pt, textheight=530pt]{geometry}
\definecolor{accent}{gray}{0} \definecolor{numeral}{gray}{0.4}
\usepackage{float,caption}
\DeclareCaptionFont{footless}{}
\newcommand*\urlsinline{}
\newcommand\inlinecode[1]{{\ttfamily #1}}
\newcommand*\wordcontinued{continued}
\newcommand*\wordrequire{Require} \newcommand*\wordensure{Ensure}
\newcommand*\wordinput{Input} \newcommand*\wordoutput{Output}
BLOCKS
\usepackage{hyperref}
\newcommand\weblink[2]{#2}
\begin{document}
BODY
\end{document}
"""
_FONTS = {
    Engine.PDFLATEX: "\\usepackage[T1]{fontenc}\\usepackage{amssymb,mathpazo,tgpagella}\n"
    "\\renewcommand*\\ttdefault{lmtt}",
    Engine.LUALATEX: "\\usepackage{unicode-math}\\setmainfont{texgyrepagella-regular.otf}"
    "[BoldFont=texgyrepagella-bold.otf, ItalicFont=texgyrepagella-italic.otf]"
    "\\setmonofont{lmmono10-regular.otf}[ItalicFont=lmmono10-italic.otf,"
    "BoldFont=lmmonolt10-bold.otf]\\setmathfont{texgyrepagella-math.otf}",
}


def inline(nodes: Iterable[m.Inline]) -> str:
    """Render NODES as the prose writer does, in fewer words."""
    parts: list[str] = []
    for node in nodes:
        match node:
            case m.Text():
                parts.append(escape(node.text))
            case m.SoftBreak():
                parts.append("\n")
            case m.Math():
                parts.append(f"${node.tex}$")
            case m.Code():
                parts.append(f"\\inlinecode{{{escape_code(node.text)}}}")
            case m.Styled():
                command = "textbf" if node.style == "strong" else "emph"
                parts.append(f"\\{command}{{{inline(node.children)}}}")
            case m.Link():
                parts.append(f"\\weblink{{{node.target}}}{{{inline(node.children)}}}")
            case m.Citation():
                parts.append(f"\\cite{{{','.join(node.keys)}}}")
            case m.Quoted():
                parts.append(f"``{inline(node.children)}''")
            case m.Footnote():
                parts.append(f"\\footnote{{{plain_text(node.children)}}}")  # type: ignore[arg-type]
            case m.IndexMark():
                parts.append("\\index{x}")
            case _:
                parts.append(f"<{type(node).__name__}>")
    return "".join(parts)


LEFT: m.Alignment = "left"


def cell(text: str = "", *more: m.Inline, columns: int = 1, rows: int = 1) -> m.Cell:
    """Return a cell of TEXT, `$…$` a formula and `|` a line break in it, with MORE after it."""
    nodes: list[m.Inline] = []
    for piece in re.findall(r"\$[^$]*\$|\||[^$|]+", text):
        if piece == "|":
            nodes.append(m.LineBreak())
        else:
            nodes.append(m.Math(piece[1:-1], HERE) if piece[0] == "$" else m.Text(piece))
    return m.Cell((*nodes, *more), HERE, columns, rows)


def note(text: str) -> m.Footnote:
    """Return a footnote that says TEXT."""
    return m.Footnote((m.Paragraph((m.Text(text),), HERE),), HERE)


def caption(text: str, label: str = "", *more: m.Inline) -> m.Caption:
    """Return a caption of TEXT with MORE after it."""
    return m.Caption((m.Text(text), *more), HERE, label)


def blocks_tex(engine: Engine = Engine.PDFLATEX, *, screen: bool = True) -> str:
    """Return `shared/blocks.tex.j2` filled in for an article."""
    flags = {"screen": screen, "print": not screen, "pdftex": engine is Engine.PDFLATEX}
    templates = Templates(template_folders(), FILTERS).environment()
    template = templates.get_template("shared/blocks.tex.j2")
    return template.render({"paper": DEFAULT_PAPER, "chapters": False, **flags})


@dataclass(frozen=True, slots=True)
class Printed:
    """What came of a body: the log, the lines of text of each page, the folder of the PDF."""

    log: str
    pages: tuple[str, ...]
    folder: Path

    @property
    def text(self) -> str:
        """The text of all pages."""
        return "\n".join(self.pages)

    @property
    def faults(self) -> list[str]:
        """The lines of the log that tell of an error, an overfull box or a doubled link."""
        told = r"^(?:! .*|.*Overfull .*|Missing character.*|.*name\{[^{}]*\} has been.*)$"
        return re.findall(told, self.log, re.MULTILINE)


def printed(
    body: str,
    folder: Path,
    engine: Engine = Engine.PDFLATEX,
    *,
    screen: bool = True,
    passes: int = 1,
) -> Printed:
    """Set BODY in FOLDER by ENGINE; the text is what pdftotext finds."""
    tex = (
        _PREAMBLE.replace("FONTS", _FONTS[engine])
        .replace("BLOCKS", blocks_tex(engine, screen=screen))
        .replace("BODY", body)
    )
    (folder / "x.tex").write_text(tex, encoding="utf-8")
    shell = Shell()
    for _ in range(passes):
        shell.run(Command(engine.value, ("-interaction=nonstopmode", "x.tex"), folder))
    text = shell.run(Command("pdftotext", ("-layout", "x.pdf", "-"), folder)).stdout
    log = (folder / "x.log").read_text(encoding="utf-8", errors="replace")
    return Printed(log, tuple(text.split("\f")[:-1]), folder)
