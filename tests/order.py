"""The order in which files of tests are run: the longest first.

A worker of pytest-xdist takes one file after the other. With a long one among the last, the other
workers would wait for it.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["LONGEST", "place"]

TESTS = Path(__file__).parent
LONGEST = (
    "pdf/test_all_preprints.py", "test_languages.py", "pdf/test_course.py", "pdf/test_latexml.py",
    "test_commands.py", "pdf/test_preprints.py", "pdf/test_handout_pages.py",
    "test_incremental.py", "pdf/test_reproducible.py", "pdf/test_corpus.py",
    "typeset/units/test_units.py", "pdf/test_faults.py", "pdf/test_profiles.py",
    "pdf/test_handout_odd.py", "robust/test_kill.py", "fuzz/test_notes.py", "fuzz/test_pages.py",
    "pdf/test_content.py", "pdf/test_handouts.py", "pdf/test_templates_page.py",
    "pdf/test_odd_preprints.py", "robust/test_surroundings.py", "hostile/test_notes.py",
    "robust/test_disk.py", "mistakes/test_told.py", "pitfalls/test_page.py",
)  # fmt: skip
"""Files that take more than about ten seconds of a processor, the longest first."""


def place(path: Path) -> int:
    """Return the place of the file PATH among `LONGEST`, or one after them all."""
    name = path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else ""
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)
