"""A small paper that keeps every rule, as the files of its bundle."""

from __future__ import annotations

import io
from collections.abc import Mapping

import pikepdf
from pikepdf import Dictionary, Name
from PIL import Image

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.plan import README, Plan
from scidraft_tex.bundle.readme import readme
from scidraft_tex.engines import Engine

ROOT = "paper"

TEX = r"""\documentclass[11pt]{article}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage[margin=1in]{geometry}
\usepackage{graphicx,natbib}
\usepackage[hidelinks]{hyperref}
\begin{document}
\input{text}
\bibliography{paper}
\end{document}
"""
TEXT = r"""\section{One}\label{one}
See section~\ref{two} and \citet{knuth}, and \url{https://example.org/a}.

\includegraphics{figures/plot}
\includegraphics[width=2cm]{figures/photo.png}
\newpage
\section{Two}\label{two}
After section~\ref{one}.
"""
BBL = r"""\begin{thebibliography}{1}
\bibitem[Knuth(1984)]{knuth} Donald Knuth. \emph{The \TeX book}. 1984.
\end{thebibliography}
"""
BIB = "@book{knuth, author = {Donald Knuth}, title = {The TeXbook}, year = {1984}}\n"

XETEX_FONT = r"""\usepackage{fontspec}
\setmainfont{lmroman10}[Extension = .otf, UprightFont = *-regular, BoldFont = *-bold]"""


def png(mode: str = "RGB", size: tuple[int, int] = (40, 20), **options: object) -> bytes:
    """Return a PNG of SIZE in pixels."""
    data = io.BytesIO()
    Image.new(mode, size).save(data, "PNG", **options)
    return data.getvalue()


def pdf(*, script: bool = False, locked: bool = False, text: bytes = b"") -> bytes:
    """Return a PDF of one page, with a script, a password, or instructions that draw TEXT."""
    document = pikepdf.new()
    document.add_blank_page(page_size=(100, 50))
    page = document.pages[0]
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    page.add_resource(document.make_indirect(font), Name.Font, Name.F1)
    page.contents_add(b"0 0 100 50 re S\n" + text)
    if script:
        document.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=pikepdf.String("app.beep()"))
    data = io.BytesIO()
    encryption = pikepdf.Encryption(owner="a", user="b") if locked else False
    document.save(data, encryption=encryption, deterministic_id=not locked)
    return data.getvalue()


def good_files(plan: Plan) -> dict[str, bytes]:
    """Return the files of a bundle for PLAN that keeps every rule."""
    tex = TEX
    if plan.compiler is Engine.XELATEX:
        tex = tex.replace("\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}", XETEX_FONT)
    return {
        "paper.tex": tex.encode(),
        "text.tex": TEXT.encode(),
        "paper.bbl": BBL.encode(),
        "paper.bib": BIB.encode(),
        "figures/plot.pdf": pdf(),
        "figures/photo.png": png(),
        README: readme(ROOT, plan),
    }


SYSTEM = {
    name: f"/usr/share/texmf/fonts/opentype/public/lm/{name}"
    for name in ("lmroman10-regular.otf", "lmroman10-bold.otf")
}


def contents_of(files: Mapping[str, bytes], plan: Plan | None = None) -> Contents:
    """Return FILES as a bundle that kpsewhich was asked about."""
    return Contents(ROOT, plan or Plan(), files, system=SYSTEM)
