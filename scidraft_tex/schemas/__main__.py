"""Writes docs/settings.md to standard output: `python -m scidraft_tex.schemas`."""

import sys

from scidraft_tex.schemas.page import settings_page

sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # it is a text stream
sys.stdout.write(settings_page())
