"""Where templates are looked for, apart from what fills them in: that brings Jinja2."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from scidraft_tex.files import text_of

__all__ = ["changes_lists", "template_folders"]

_BIBLATEX = re.compile(
    r"biblatex|bibmacro\b|\\(?:Declare|Renew|Provide|New)\w*(?:Field|Name|List|Delim)\w*(?:Format|Alias)"
    r"|BibliographyDriver|(?:def|set)bib|\\bib\w+"
)
"""What sets how biblatex prints an entry."""


def template_folders(site: Path | None = None) -> tuple[Path, ...]:
    """Return where templates are looked for: `templates` in the folder SITE, if any, then ours.

    Ours lie beside the package in the repository and inside it where a wheel was installed.
    """
    package = Path(__file__).resolve().parent.parent
    repository, wheel = package.parent / "templates", package / "_templates"
    ours = wheel if wheel.is_dir() else repository
    own = () if site is None else (site / "templates",)
    return (*(folder for folder in own if folder.is_dir()), ours)


def changes_lists(folders: Iterable[Path]) -> bool:
    """Tell whether templates of a site, in FOLDERS, change how lists of references print."""
    files = (path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file())
    return any(_BIBLATEX.search(text_of(path)) for path in files)
