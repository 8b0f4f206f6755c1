"""Options that commands share, and the settings that they come to."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from scidraft_tex.diagnostics import Diagnostics, Severity
from scidraft_tex.epochs import first_of

if TYPE_CHECKING:
    from scidraft_tex.progress import Progress
    from scidraft_tex.settings import Settings
    from scidraft_tex.trace import Trace

CONFIG = "book.yaml"
BUILD = Path("build")
"""Where a build lives: in the folder that the command runs in."""


def add_common(one: argparse.ArgumentParser) -> None:
    """Add to the parser ONE of a command the options that every command has."""
    one.add_argument(
        "--config", type=Path, metavar="FILE", help="settings, instead of SITE/book.yaml"
    )
    one.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    one.add_argument("--strict", action="store_true", help="warnings are errors")
    one.add_argument("--explain", action="store_true", help="tell which steps ran again, and why")
    one.add_argument("--report", type=Path, metavar="FILE", help="where report.json goes")
    one.add_argument(
        "--debug", action="store_true", help="Python's traceback of errors, temporary files kept"
    )
    loud = one.add_mutually_exclusive_group()
    loud.add_argument("-q", "--quiet", action="store_true", help="errors only")
    loud.add_argument(
        "-v", "--verbose", action="store_true", help="notes, too, and TeX's own words"
    )


def config_of(config: Path | None, site: Path | None, name: str = CONFIG) -> Path | None:
    """Return the settings file NAME, if any: CONFIG, else that of SITE, else the one here."""
    if config:
        return config
    folders = (site or Path(), Path())
    return next((f / name for f in folders if (f / name).is_file()), None)


def places_of(config: Path | None, site: Path | None, name: str = CONFIG) -> list[Path]:
    """Return where `config_of` looks."""
    return [config] if config else [(site or Path()) / name, Path(name)]


def site_of(settings: Settings, config: Path | None, site: Path | None) -> Path:
    """Return the site's folder: SITE, else the one that SETTINGS name, relative to CONFIG's own."""
    return site or (config.parent / settings.site if config else Path())


def settings_of(config: Path | None) -> tuple[Settings, Diagnostics]:
    """Return the settings in CONFIG, the defaults if it is None, and what is wrong with them."""
    from scidraft_tex.book_settings import read_settings  # noqa: PLC0415  # after --help
    from scidraft_tex.settings import Settings  # noqa: PLC0415  # after --help

    return read_settings(config) if config else (Settings(), Diagnostics())


def refused(said: Diagnostics, config: Path | None, site: Path, progress: Progress) -> bool:
    """Tell whether nothing can be built: SAID of the settings are errors, or SITE is no folder."""
    if site.is_dir() and not said.count()[Severity.ERROR]:
        return False
    progress.diagnostics(said, config.parent if config else site)
    if not site.is_dir():
        progress.error(f"there is no folder {site}")
    return True


def epoch_of(settings: Settings) -> int | None:
    """Return what dates the PDF, in seconds since 1970: SOURCE_DATE_EPOCH, else the settings' day.

    None, the clock, where there is neither, or where it is no such number or no such day.
    """
    return first_of(source_date(), settings.date)


def source_date() -> int | None:
    """Return the number in SOURCE_DATE_EPOCH, seconds since 1970; None where there is none."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    usable = text.isascii() and text.isdigit() and len(text) <= 11  # up to the year 5138
    return int(text) if usable else None


def explained(reason: str, trace: Trace) -> list[str]:
    """Return the lines that tell why a command ran, for REASON, and what TRACE has of its steps."""
    return [f"why: {reason}", *map(str, trace)]
