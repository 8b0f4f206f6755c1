"""The command `clean`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command, write

NOTE = "# The first note\n\nText.\n"


@pytest.fixture
def built(home: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "of-the-user"))
    write(home, {"site/one.md": NOTE, "build/mine.txt": "x", "of-the-user/other/x": "y"})
    assert run("book", "site").code == 0
    write(home, {"of-the-user/scidraft-tex/diagrams/a.pdf": "x"})
    return home


def test_what_was_made_goes_and_what_is_somebody_elses_stays(built: Path, run: Command) -> None:
    done = run("clean")
    assert done.code == 0
    assert "MB removed" in done.out
    assert [path.name for path in (built / "build").iterdir()] == ["mine.txt"]
    assert (built / "of-the-user/scidraft-tex/diagrams/a.pdf").is_file()
    assert run("clean").code == 0


def test_what_is_kept_may_go_alone(built: Path, run: Command) -> None:
    assert run("clean", "--cache").code == 0
    assert (built / "build/book.pdf").is_file()
    assert not (built / "build/cache").exists()
    assert not (built / "build/state").exists()
    assert run("book", "site").code == 0


def test_what_is_kept_for_the_user_goes_if_asked(built: Path, run: Command) -> None:
    assert run("clean", "--all").code == 0
    assert not (built / "of-the-user/scidraft-tex").exists()
    assert (built / "of-the-user/other/x").is_file()


def test_a_link_goes_and_not_what_it_leads_to(built: Path, run: Command) -> None:
    write(built, {"else/x": "y"})
    run("clean")
    (built / "build/cache").symlink_to(built / "else")
    run("clean")
    assert (built / "else/x").is_file()
    assert not (built / "build/cache").exists()
