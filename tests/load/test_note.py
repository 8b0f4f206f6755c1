"""What a note's front matter says for a paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.load import load_site
from scidraft_tex.load.fields import Fields
from scidraft_tex.load.note import front_matter_of
from scidraft_tex.model import FrontMatter
from scidraft_tex.settings import Settings

WriteSite = Callable[[Mapping[str, str | bytes]], Path]


def front(**values: object) -> FrontMatter:
    read = Fields(values, "a.md", "", Diagnostics())
    made = front_matter_of(read, "T", (), ())
    assert len(read.found) == 0
    return made


@pytest.mark.parametrize(
    ("values", "classes"),
    [
        ({"msc": "60J10, 05C81"}, (("MSC 2020", ("60J10", "05C81")),)),
        ({"msc2020": ["60J10"]}, (("MSC 2020", ("60J10",)),)),
        ({"subjclass": "Primary 60J10; 05C81"}, (("MSC 2020", ("Primary 60J10", "05C81")),)),
        (
            {"jel": "C15", "acm": ["G.3"], "pacs": "02.50.Ga;05.40.Fb"},
            (("ACM", ("G.3",)), ("PACS", ("02.50.Ga", "05.40.Fb")), ("JEL", ("C15",))),
        ),
        ({"ccs": "G.3"}, (("ACM", ("G.3",)),)),
        ({"msc": "", "acm": []}, ()),
    ],
)
def test_classes(
    values: Mapping[str, object], classes: tuple[tuple[str, tuple[str, ...]], ...]
) -> None:
    assert front(**values).classes == classes


@pytest.mark.parametrize("key", ["licence", "license"])
def test_licence(key: str) -> None:
    assert front(**{key: "CC BY 4.0"}).licence == "CC BY 4.0"


def test_what_closes_a_paper() -> None:
    made = front(acknowledgment="We thank all.", funding=[{"funder": "X", "grant": "1"}])
    assert (made.acknowledgements, made.funding) == ("We thank all.", "X (1).")


def test_a_wrong_orcid_is_told_at_its_line(write_site: WriteSite) -> None:
    text = (
        "---\ntitle: T\nauthors:\n  - name: Ada\n    orcid: 0000-0002-1825-0098\n"
        "    email: ada@example\n---\n"
    )
    site, found = load_site(write_site({"a.md": text}), Settings())
    (author,) = site.notes[0].front.authors
    assert (author.name, author.orcid, author.email) == ("Ada", "", "")
    assert sorted((item.code, str(item.place)) for item in found) == [
        ("front-matter-value", "a.md:5:12"),
        ("front-matter-value", "a.md:6:12"),
    ]
