"""The TeX engines that set the pages."""

from __future__ import annotations

from enum import StrEnum


class Engine(StrEnum):
    """An engine, named as its program is."""

    PDFLATEX = "pdflatex"
    LUALATEX = "lualatex"
    XELATEX = "xelatex"
