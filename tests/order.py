"""The order in which files of tests are run: the longest first.

A worker of pytest-xdist takes one file after the other. With a long one among the last, the other
workers would wait for it.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["LONGEST", "place"]

TESTS = Path(__file__).parent
LONGEST = (
    "pdf/test_all_preprints.py", "test_languages.py", "typeset/units/test_units.py",
    "pdf/test_course.py", "test_commands.py", "robust/test_kill.py", "pdf/test_corpus.py",
    "pdf/test_preprints.py", "pdf/test_latexml.py", "test_incremental.py",
    "render/test_handout_pages.py", "pdf/test_handout_pages.py", "fuzz/test_notes.py",
    "pdf/test_faults.py", "pdf/test_templates_page.py", "fuzz/test_pages.py",
    "render/test_frame.py", "pdf/test_profiles.py", "pdf/test_reproducible.py",
    "render/test_bbl.py", "draw/test_one_page.py", "pdf/test_handout_odd.py",
    "pdf/test_content.py", "robust/test_surroundings.py", "pdf/test_handouts.py",
    "resolve/test_bib_writer.py", "glyphs/test_text.py", "bundle/test_bundling.py",
    "typeset/test_driver.py", "render/test_bibitems.py", "pdf/test_odd_preprints.py",
    "pdf/test_index.py", "render/test_engine.py", "render/test_katex.py",
    "render/math/test_display.py", "hostile/test_notes.py", "typeset/test_formats.py",
    "pitfalls/test_told.py", "glyphs/test_fonts.py", "draw/test_diagrams.py",
    "robust/test_disk.py", "test_handouts.py", "test_symbols.py", "mistakes/test_told.py",
    "hostile/test_pictures.py", "test_tools.py", "hostile/test_shapes.py",
)  # fmt: skip
"""Files that take more than about ten seconds of a processor, the longest first."""


def place(path: Path) -> int:
    """Return the place of the file PATH among `LONGEST`, or one after them all."""
    name = path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else ""
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)
