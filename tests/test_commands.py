"""The two commands of the README, from a clean clone with an environment of its own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from scidraft_tex.finish.facts import pdf_facts

REPOSITORY = Path(__file__).parents[1]
pytestmark = [
    pytest.mark.tex,
    pytest.mark.browser,
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a clone of the last commit, with none of what this tree has installed."""
    folder = tmp_path_factory.mktemp("clone") / "scidraft-tex"
    subprocess.run(
        ["git", "clone", "-q", str(REPOSITORY), str(folder)], check=True, capture_output=True
    )
    return folder


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "VIRTUAL_ENV"))}
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=kept, capture_output=True, text=True, check=False
    )


def test_make_book_prints_the_compendium(clone: Path) -> None:
    done = make(clone, "book")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert pdf_facts(clone / "build/book.pdf").pages > 100


def test_make_test_runs_the_tests(clone: Path) -> None:
    done = make(clone, "test", "ARGS=tests/test_labels.py tests/test_collation.py")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert " passed" in done.stdout


def test_a_second_setup_is_done_at_once(clone: Path) -> None:
    first = make(clone, "setup")
    assert first.returncode == 0
    again = make(clone, "setup")
    assert again.returncode == 0
    assert "install" not in again.stdout + again.stderr
