"""The same notes make the same file, byte for byte, wherever they lie.

What XeLaTeX makes is compared among the tests of preprints; what is done after it, here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pdf.conftest import build
from tests.pdf.small_site import make_site

pytestmark = [pytest.mark.tex, pytest.mark.slow]

EPOCH = 1_700_000_000


@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_two_builds_in_two_folders(tmp_path: Path, engine: str) -> None:
    made = []
    for name in ("one", "another/and deeper"):
        folder = tmp_path / name
        site = make_site(folder / "site")
        options = ("--engine", engine, "--impose", "2up")
        built = build(site, folder, *options, epoch=EPOCH, anew=True)
        assert built.status == 0, built.stderr
        made.append([built.pdf.read_bytes(), built.pdf.with_stem("book-2up").read_bytes()])
    assert made[0] == made[1]
    for path in (tmp_path / "one", tmp_path / "another"):
        assert str(path).encode() not in made[0][0]
