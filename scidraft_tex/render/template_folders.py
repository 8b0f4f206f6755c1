"""Where templates are looked for, apart from what fills them in: that brings Jinja2."""

from __future__ import annotations

from pathlib import Path

__all__ = ["template_folders"]


def template_folders(site: Path | None = None) -> tuple[Path, ...]:
    """Return where templates are looked for: `templates` in the folder SITE, if any, then ours.

    Ours lie beside the package in the repository and inside it where a wheel was installed.
    """
    package = Path(__file__).resolve().parent.parent
    repository, wheel = package.parent / "templates", package / "_templates"
    ours = wheel if wheel.is_dir() else repository
    own = () if site is None else (site / "templates",)
    return (*(folder for folder in own if folder.is_dir()), ours)
