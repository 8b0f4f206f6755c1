"""What a bundle is made for: the TeX Live and the compiler that arXiv is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scidraft_tex.engines import Engine
from scidraft_tex.settings import BibliographyForm, TexLive

__all__ = ["BBL_FORMATS", "MAX_RUNS", "README", "RUN_SECONDS", "Plan"]

README = "00README.json"
"""The file that tells arXiv what to compile and how (info.arxiv.org/help/00README)."""

MAX_RUNS = 5
"""How often arXiv runs LaTeX at most; labels that still move after it are accepted."""

RUN_SECONDS = 595.0
"""The wall time, in seconds, that arXiv has for a document."""

BBL_FORMATS: Mapping[int, frozenset[str]] = {
    2025: frozenset({"3.3"}),
    2023: frozenset({"3.2", "3.3"}),
}
"""The formats of biblatex's `.bbl` that each TeX Live of arXiv's reads."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What arXiv is asked for, and how the references are shipped.

    `compiler` is pdfLaTeX or XeLaTeX: arXiv has no LuaLaTeX. Raises `ValueError` for another.
    """

    texlive: TexLive = 2025
    compiler: Engine = Engine.PDFLATEX
    bibliography: BibliographyForm = "bibtex"

    def __post_init__(self) -> None:
        """Refuse what arXiv does not have."""
        if self.compiler not in {Engine.PDFLATEX, Engine.XELATEX}:
            raise ValueError(f"arXiv does not run {self.compiler.value}")
        if self.texlive not in BBL_FORMATS:
            raise ValueError(f"arXiv has no TeX Live {self.texlive}")
