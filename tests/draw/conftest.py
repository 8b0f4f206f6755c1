"""Programs that tests of drawing need: skipped without, but not in CI."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scidraft_tex.draw.mermaidx import mermaidx_version
from scidraft_tex.draw.mmdc import find_browser, find_mmdc
from scidraft_tex.tools import Shell

CI = os.environ.get("CI", "").lower() in {"1", "true"}


@pytest.fixture(autouse=True)
def _caches_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test find what another has drawn."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "of-the-user"))


@pytest.fixture
def require() -> Callable[..., None]:
    def check(*programs: str) -> None:
        missing = [program for program in programs if not shutil.which(program)]
        if missing and not CI:
            pytest.skip(f"not installed: {', '.join(missing)}")
        assert not missing

    return check


@pytest.fixture
def browser() -> Shell:
    shell = Shell()
    here = find_mmdc(shell) and find_browser(shell) and shell.find("pdftotext")
    if not here and not CI:
        pytest.skip("mermaid-cli, Chromium or poppler are not installed")
    assert here
    return shell


@pytest.fixture
def browserless(require: Callable[..., None]) -> None:
    require("rsvg-convert", "pdftotext", "pdftoppm")
    if mermaidx_version() is None and not CI:
        pytest.skip("mermaidx is not installed")
    assert mermaidx_version() is not None
