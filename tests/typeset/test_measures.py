"""Reading what the run that measures wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.render.sheets.measures import Measures
from scidraft_tex.typeset.measures import read_measures

MEASURES = """\
page 6553600 6500000
labels h1 note:a note:b
from h1 equation 3
from h1 result 7
begin h1 1 6553600
labels h2
from h2 equation 4
from h2 result 7
begin h2 1 655360
end h2 2 6488064
to h2 equation 4
to h2 result 9
end h1 2 5898240
to h1 equation 5
to h1 result 9
gap g1 34.56pt
"""
AUX = r"""\relax
\newlabel{note:a}{{4}{1}{}{equation.4}{}}
\newlabel{note:b}{{{5}a\textup {x}}{12}{A {braced} name}{equation.5}{}}
\newlabel{open}{{6
\newlabel{old}{7}
\gdef \@abspage@last{2}
"""


def read(folder: Path, measures: str, aux: str = "") -> Measures:
    (folder / "sheet.measures").write_text(measures, encoding="utf-8")
    (folder / "sheet.aux").write_text(aux, encoding="utf-8")
    return read_measures(folder, "sheet")


def test_heights_are_in_points_and_reach_over_pages(tmp_path: Path) -> None:
    measures = read(tmp_path, MEASURES)
    page = 6500000 / 65536
    assert measures.heights == {"h1": 10 + page, "h2": 10 - 99 + page}
    assert measures.widths == {"g1": 34.56}


def test_counters_are_known_where_a_piece_begins_and_by_their_steps(tmp_path: Path) -> None:
    measures = read(tmp_path, MEASURES)
    assert measures.steps == {"h1": {"equation": 2, "result": 2}, "h2": {"result": 2}}
    assert measures.at("h1") == {"equation": 3, "result": 7}
    assert measures.at("h2") == {"result": 7}
    assert measures.stepped("h9") == {}
    assert measures.at("h9") == {}


def test_labels_have_the_numbers_of_the_aux_file(tmp_path: Path) -> None:
    measures = read(tmp_path, MEASURES, AUX)
    assert measures.labels == {"h1": ("note:a", "note:b"), "h2": ()}
    assert measures.numbers["note:a"] == "4"
    assert measures.numbers["note:b"] == r"{5}a\textup {x}"
    assert measures.numbers["open"] == ""
    assert "old" not in measures.numbers


def test_without_files_nothing_is_measured(tmp_path: Path) -> None:
    assert read_measures(tmp_path, "sheet") == Measures()


def test_a_piece_without_its_end_has_no_height(tmp_path: Path) -> None:
    measures = read(tmp_path, "begin h1 1 65536\nend h2 1 0\nbegin h3 1\nfrom h1 equation 1\n")
    assert measures.heights == {}
    assert measures.steps == {}


WORDS = st.sampled_from(
    [
        "page",
        "begin",
        "end",
        "from",
        "to",
        "gap",
        "labels",
        "h1",
        "equation",
        "x",
        "7",
        "1.5pt",
        "pt",
    ]
)


@given(st.lists(st.lists(WORDS, max_size=5), max_size=8))
def test_any_lines_are_read(
    tmp_path_factory: pytest.TempPathFactory, lines: list[list[str]]
) -> None:
    measures = read(tmp_path_factory.mktemp("any"), "\n".join(map(" ".join, lines)))
    assert all(isinstance(height, float) for height in measures.heights.values())
    assert all(step for steps in measures.steps.values() for step in steps.values())
