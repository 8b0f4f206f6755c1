"""The files that take longest are run first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.order import LONGEST, TESTS, place


@pytest.mark.parametrize("name", LONGEST)
def test_each_of_them_is_there(name: str) -> None:
    assert (TESTS / name).is_file()


def test_they_come_first_and_the_others_as_they_were_found() -> None:
    found = [TESTS / name for name in ("ahead.py", LONGEST[1], "zeal.py", LONGEST[0], "able.py")]
    found.insert(2, Path("/elsewhere/test_all_preprints.py"))
    names = [path.name for path in sorted(found, key=place)]
    first = [Path(name).name for name in LONGEST[:2]]
    assert names == [*first, "ahead.py", "test_all_preprints.py", "zeal.py", "able.py"]
