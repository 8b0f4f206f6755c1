"""Writes docs/settings.md and docs/handout-settings.md: `python -m scidraft_tex.schemas [docs]`."""

import sys
from pathlib import Path

from scidraft_tex.schemas.handout_page import handout_page
from scidraft_tex.schemas.page import settings_page

_PAGES = {"settings.md": settings_page, "handout-settings.md": handout_page}

folder = Path(*sys.argv[1:2] or ["docs"])
for name, page in _PAGES.items():
    (folder / name).write_text(page(), encoding="utf-8", newline="\n")
