"""Tables of a paper: floats, centred blocks, tables over pages, across columns and turned."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from scidraft_tex import model as m
from scidraft_tex.render.article.floats import Room
from scidraft_tex.render.article.sheet import sheet_of
from scidraft_tex.render.article.tables import article_table, check_article_table
from scidraft_tex.settings import Preprints, PreprintStyle, Settings
from tests.render.latex import HERE, LEFT, caption, cell, inline, note

Look = Literal["academic", "striped", "bordered", ""]


def room(style: PreprintStyle = "plain") -> Room:
    sheet = sheet_of(replace(Settings(), preprint=Preprints(style=style)))
    return Room(sheet.column, sheet.column, sheet.wide)


ONE, TWO = room(), room("twocolumn")


def table(
    *texts: str, rows: int = 2, look: Look = "academic", given: m.Caption | None = None
) -> m.Table:
    cells = tuple(cell(text) for text in texts or ("a", "b"))
    columns = tuple(LEFT for _ in cells)
    return m.Table(columns, (cells,), (cells,) * rows, HERE, look, caption=given)


def long_caption() -> m.Caption:
    return caption("All", "n:t")


def test_a_captioned_one_floats() -> None:
    given = caption("On two", "n:t", note("Why."))
    assert article_table(table(rows=1, given=given), ONE, inline) == (
        "\\begin{table}[htbp]\n\\centering\n"
        "\\caption{On two\\tablemark{a}}\\label{n:t}\n"
        "\\renewcommand{\\arraystretch}{1.2}\n"
        "\\begin{tabular}{@{}ll@{}}\n\\toprule\n"
        "\\tablehead{a} & \\tablehead{b} \\\\\n\\midrule\na & b \\\\\n\\bottomrule\n"
        "\\end{tabular}\n\\tablenote{a}{Why.}\n\\end{table}"
    )


def test_one_without_a_caption_stands_where_it_is_said() -> None:
    made = article_table(table(), ONE, inline)
    assert made.startswith("\\begin{center}\n\\renewcommand")
    assert made.endswith("\\end{tabular}\n\\end{center}")


def test_within_an_argument_nothing_floats() -> None:
    made = article_table(table(given=long_caption()), replace(ONE, floats=False), inline)
    assert made.startswith("\\begin{center}\n\\captionof{table}{All}\\label{n:t}\n")


def test_the_looks() -> None:
    assert article_table(table(look=""), ONE, inline) == article_table(table(), ONE, inline)
    striped = article_table(table(look="striped"), ONE, inline)
    assert "\\aboverulesep" in striped
    assert striped.count("\\rowcolor{tablestripe}") == 1
    bordered = article_table(table(look="bordered"), ONE, inline)
    assert "\\begin{tabular}{|l|l|}" in bordered
    assert "\\rowcolor{tablehead}" in bordered


def test_in_one_column_a_long_one_breaks_over_pages() -> None:
    made = article_table(table(rows=80, given=long_caption()), ONE, inline)
    assert made.startswith("\\begingroup\n")
    assert "\\begin{longtable}{@{}ll@{}}\n\\caption{All}\\label{n:t} \\\\\n\\toprule" in made
    assert "\\tablecontinued{2} \\\\\n\\toprule" in made
    assert "\\addtocounter" not in made


def test_a_long_one_without_a_caption_gives_its_number_back() -> None:
    made = article_table(table(rows=80), ONE, inline)
    assert "\\caption" not in made
    assert made.endswith("\\end{longtable}\n\\addtocounter{table}{-1}\n\\endgroup")


def test_in_two_columns_a_long_one_is_cut() -> None:
    made = article_table(table(rows=80, given=long_caption()), TWO, inline)
    pieces = made.split("\n\n")
    assert len(pieces) >= 3
    assert "longtable" not in made
    assert [piece.count("\\caption") for piece in pieces] == [1] + [0] * (len(pieces) - 1)
    assert sum(piece.count("\na & b \\\\") for piece in pieces) == 80
    assert all("\\tablehead{a} & \\tablehead{b}" in piece for piece in pieces)


def test_a_cut_parts_no_rows_that_a_cell_spans() -> None:
    tall = ((cell("x", rows=2), cell("1")), (cell("2"),))
    made = replace(table(), body=tall * 40)
    pieces = article_table(made, TWO, inline).split("\n\n")
    assert len(pieces) >= 3
    for piece in pieces:
        rows = re.findall(r"& [12] \\\\", piece)
        assert len(rows) % 2 == 0


def test_what_is_too_wide_for_a_column_goes_across_both() -> None:
    texts = ("several words in a cell of it",) * 6
    made = article_table(table(*texts, given=long_caption()), TWO, inline)
    assert made.startswith("\\begin{table*}[tp]\n\\centering\n\\caption{All}")
    assert made.endswith("\\end{table*}")
    assert article_table(table(*texts), TWO, inline).startswith("\\begin{table*}[tp]")


def test_what_would_break_words_is_turned() -> None:
    texts = ("incomprehensibilities",) * 6
    made = article_table(table(*texts, given=long_caption()), ONE, inline)
    assert made.startswith("\\begin{sidewaystable}\n\\centering\n\\caption{All}")
    made = article_table(table(*texts, given=long_caption()), TWO, inline)
    assert made.startswith("\\begin{sidewaystable*}")


def test_what_fits_in_no_way_is_told() -> None:
    wide = table(*(("incomprehensibilities" * 2,) * 9))
    assert [found.code for found in check_article_table(wide, ONE)] == ["table-overfull"]
    assert check_article_table(table(), ONE) == ()


def test_one_without_rows_is_nothing() -> None:
    empty = m.Table(("left",), (), (), HERE)
    assert article_table(empty, ONE, inline) == ""
    assert check_article_table(empty, ONE) == ()
