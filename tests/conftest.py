"""What every test can ask for: the real site, and the option that blesses golden documents.

No test, and no fixture of any scope, may leave its process changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scidraft_tex.settings import Settings
from tests.helpers import FLAT, Made, MakeNote, Shell, make_notes
from tests.order import place
from tests.untouched import untouched

REPOSITORY = Path(__file__).parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bless",
        action="store_true",
        help="write what the golden documents come to into them, in place of what they expect",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let the workers of pytest-xdist take files in the order in which they are collected."""
    config.option.loadscopereorder = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files that take longest first (`tests.order`)."""
    items.sort(key=lambda item: place(item.path))


@pytest.fixture(scope="session", autouse=True)
def _untouched_by_session() -> Iterator[None]:
    with untouched():
        yield


@pytest.fixture(scope="module", autouse=True)
def _untouched_by_module(_own_caches: None) -> Iterator[None]:
    with untouched():
        yield


@pytest.fixture(autouse=True)
def _untouched() -> Iterator[None]:
    with untouched():
        yield


@pytest.fixture(scope="session", autouse=True)
def _own_caches(
    tmp_path_factory: pytest.TempPathFactory, _untouched_by_session: None
) -> Iterator[None]:
    """Keep what tests cache apart from what the user has, in a folder that no other worker has.

    So a preamble is dumped once and a diagram drawn once, whichever tests have it; and the program
    is compiled once, however often it is started, even where Python is told to keep no bytecode.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("caches")))
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Return the folder of the real site and what is expected of it; CI may not do without."""
    default = REPOSITORY.parent / "shared" / "corpus"
    folder = Path(os.environ.get("SCIDRAFT_CORPUS", default))
    if not (folder / "expected.json").is_file():
        message = f"no corpus in {folder}: name its folder in SCIDRAFT_CORPUS"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(message)
        pytest.skip(message)
    return folder


@pytest.fixture(scope="session")
def shell() -> Shell:
    return Shell()


@pytest.fixture
def note(tmp_path: Path, shell: Shell) -> MakeNote:
    """Return what takes a note's text through read, recognise, resolve and render.

    Keywords are its front matter; `files` are the site's other files by their paths. Each note is
    a chapter unless `settings` say otherwise.
    """

    def make(
        text: str,
        files: dict[str, str] | None = None,
        settings: Settings = FLAT,
        **front: object,
    ) -> Made:
        cases = {"note": (text, front)}
        return make_notes(tmp_path, shell, cases, files or {}, settings)["note"]

    return make
