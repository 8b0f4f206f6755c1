"""Tables as LaTeX: looks, spans, breaks, notes, captions, length."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image

from scidraft_tex import model as m
from scidraft_tex.engines import Engine
from scidraft_tex.render.tables import check_table, render_table, turned
from tests.render.latex import HERE, PAGE, caption, cell, inline, note, printed

LOOKS: tuple[Literal["academic", "striped", "bordered"], ...] = ("academic", "striped", "bordered")
PROSE = "a sentence that is so long that it cannot stand in one line of the page beside another"


def table(
    style: Literal["academic", "striped", "bordered", ""] = "academic",
    given: m.Caption | None = None,
    rows: int = 3,
    text: str = "two",
) -> m.Table:
    body = tuple((cell(f"{n}"), cell(text)) for n in range(rows))
    head = ((cell("N"), cell("Name")),)
    return m.Table(("right", "left"), head, body, HERE, style, caption=given)


def tex(made: m.Table) -> str:
    return render_table(made, PAGE, inline)


def test_academic_has_three_rules() -> None:
    assert (
        tex(table())
        == r"""\begin{tableblock}{academic}
\begin{tabular}{@{}rl@{}}
\toprule
\tablehead{N} & \tablehead{Name} \\
\midrule
0 & two \\
1 & two \\
2 & two \\
\bottomrule
\end{tabular}
\end{tableblock}"""
    )


def test_striped_tints_every_other_row() -> None:
    made = tex(table("striped"))
    assert r"\begin{tabular}{rl}" in made
    assert made.count(r"\rowcolor{tablestripe}") == 1
    assert "\\rowcolor{tablestripe}\n1 & two" in made


def test_bordered_rules_every_cell() -> None:
    made = tex(table("bordered"))
    assert r"\begin{tabular}{|r|l|}" in made
    assert made.count(r"\hline") == 5
    assert "\\rowcolor{tablehead}\n\\tablehead{N}" in made
    assert "rule}" not in made.replace("hline", "")


def test_the_site_s_look_where_none_is_named() -> None:
    assert "{bordered}" in tex(table(""))
    assert "{academic}" in render_table(table(""), replace(PAGE, tables="academic"), inline)


def test_a_caption_stands_above_and_steps_the_counter() -> None:
    made = tex(table(given=caption("Names", "x:tab", note("n"))))
    lines = made.split("\n")
    assert lines[1] == r"\captionof{table}[{Names}]{Names\tablemark{a}}\label{x:tab}"
    assert r"\tablenote{a}{n}" in made
    assert made.index("tablenote{") > made.index(r"\end{tabular}")
    assert "caption" not in tex(table())


def test_notes_of_caption_and_cells_are_lettered_together() -> None:
    head = ((cell("A", note("one")), cell("B")),)
    body = ((cell("x", note("two")), cell("y")),)
    made = tex(m.Table(("left", "left"), head, body, HERE, caption=caption("C", "", note("nil"))))
    assert re.findall(r"\\tablenote\{(.)\}\{(\w+)\}", made) == [
        ("a", "nil"),
        ("b", "one"),
        ("c", "two"),
    ]


def test_breaks_in_cells_and_heads() -> None:
    head = ((cell("One|head"), cell("B")),)
    body = ((cell("a|b"), cell("$x$|y")),)
    made = tex(m.Table(("left", "center"), head, body, HERE, "academic"))
    assert r"\stackedhead[l]{One \\ head}" in made
    assert r"\stackedcell[l]{a \\ b} & \stackedcell[c]{$x$ \\ y}" in made


def test_wrapped_columns_and_their_breaks() -> None:
    body = ((cell("k"), cell(f"{PROSE}|then")),)
    made = tex(m.Table(("left", "right"), ((cell("K"), cell("T")),), body, HERE, "academic"))
    assert re.search(r"\\begin\{tabular\}\{@\{\}lR\{\d+(\.\d)?pt\}@\{\}\}", made)
    assert r"\cellbreak then" in made
    assert r"\wrappedhead[r]{T}" in made


def test_a_row_that_begins_with_a_bracket_is_guarded() -> None:
    body = ((cell("[x] y"), cell("z")), (cell("*"), cell("z")))
    made = tex(m.Table(("left", "left"), (), body, HERE, "academic"))
    assert "\\toprule\n{}[x] y & z \\\\\n{}* & z" in made


def test_no_header_no_rule_below_it() -> None:
    made = tex(m.Table(("left",), (), ((cell("a"),),), HERE, "academic"))
    assert "midrule" not in made
    assert tex(m.Table(("left",), (), (), HERE)) == ""


def spanning(style: Literal["academic", "striped", "bordered"]) -> m.Table:
    head = (
        (cell("Model", rows=2), cell("Scores", columns=2)),
        (cell("Mean"), cell("Spread")),
    )
    body = (
        (cell("Small", rows=2), cell("1"), cell("2")),
        (cell("3"), cell("4")),
        (cell("Big"), cell("unknown", columns=2)),
    )
    return m.Table(("left", "center", "right"), head, body, HERE, style)


def test_cells_that_span() -> None:
    made = tex(spanning("academic"))
    assert r"\multicolumn{2}{c@{}}{\tablehead{Scores}} \\*" in made
    assert r"\cmidrule(lr){2-3}" in made
    assert "\n & 1 & 2 \\\\*\n\\multirow{-2}{*}{Small} & 3 & 4 \\\\" in made


def test_framed_cells_that_span_leave_the_rule_open() -> None:
    made = tex(spanning("bordered"))
    assert r"\hhline{|~|-|-|}" in made
    assert r"\hhline{|>{\arrayrulecolor{tablehead}}->{\arrayrulecolor{tableline}}|-|-|}" in made
    assert r"\multicolumn{2}{c|}{unknown}" in made


def test_rows_that_a_cell_spans_share_a_tint() -> None:
    made = tex(spanning("striped"))
    assert made.count("rowcolor") == 1
    assert "\\rowcolor{tablestripe}\nBig" in made


def test_a_long_table_breaks_with_its_header() -> None:
    made = tex(table("striped", caption("Long", "x:long"), rows=60))
    assert made.startswith("\\begin{longtableblock}{striped}\n\\begin{longtable}{rl}")
    assert "\\caption{Long}\\label{x:long} \\\\" in made
    assert made.count(r"\tablehead{N}") == 2
    assert r"\tablecontinued{2}" in made
    assert "0 & two \\\\*" in made
    assert "58 & two \\\\*" in made
    assert made.index(r"\endlastfoot") < made.index("0 & two")


def test_a_long_table_without_caption_takes_no_number() -> None:
    made = tex(table(rows=60))
    assert r"\begin{longtable*}" in made
    assert "caption" not in made.replace("tablecontinued", "")
    assert "tableblock" in render_table(table(rows=60), replace(PAGE, breakable=False), inline)


def test_a_turned_table() -> None:
    wide = m.Table(("left",) * 8, (), ((cell("institutionalised"),) * 8,), HERE, "academic")
    assert tex(wide).startswith("\\begin{landscape}\n\\begin{tableblock}")
    assert check_table(wide, PAGE) == ()


def test_what_fits_nowhere_is_told() -> None:
    wide = m.Table(("left",) * 9, (), ((cell("x" * 60),) * 9,), HERE, "academic")
    (found,) = check_table(wide, PAGE)
    assert found.code == "table-overfull"
    assert found.place == HERE
    assert re.search(r"\d+\.\d pt wider than the page", found.message)


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_tables_print(engine: Engine, tmp_path: Path) -> None:
    pieces = [tex(spanning(look)) for look in LOOKS]
    for look in LOOKS:
        given = caption(f"Of {look}", f"t:{look}", note("Noted below."))
        pieces.append(tex(table(look, given, text=PROSE)))
    pieces.append(tex(table("bordered")))
    pieces.append(tex(table("academic", caption("Last", "t:last"))))
    made = printed("\n\n".join(pieces), tmp_path, engine)
    assert made.faults == []
    assert re.findall(r"Table (\d+): (.*\S)", made.text) == [
        ("1", "Of academica"),
        ("2", "Of stripeda"),
        ("3", "Of bordereda"),
        ("4", "Last"),
    ]
    assert made.text.count("Noted below.") == 3


@pytest.mark.tex
def test_a_long_table_repeats_its_header_and_keeps_the_count(tmp_path: Path) -> None:
    pieces = [
        tex(table("striped", rows=50)),
        tex(table("bordered", caption("Long", "t:long"), rows=50)),
        tex(table("academic", caption("Next"))),
    ]
    made = printed("\n\n".join(pieces), tmp_path, passes=3)
    assert made.faults == []
    assert "Table 1: Long" in made.text
    assert "Table 1 (continued)" in made.text
    assert "Table 2: Next" in made.text
    assert sum("Name" in page for page in made.pages) == len(made.pages) > 3


@pytest.mark.tex
def test_a_tint_touches_the_rule_below_it(tmp_path: Path) -> None:
    made = printed(tex(table("striped", rows=2)), tmp_path)
    subprocess.run(
        ["pdftoppm", "-r", "300", "-png", "-singlefile", "x.pdf", "x"], cwd=made.folder, check=True
    )
    image = Image.open(made.folder / "x.png").convert("L")
    white, tint, rule = 255, range(235, 253), range(100)
    column = next(
        x
        for x in range(image.width)
        if sum(image.getpixel((x, y)) in tint for y in range(image.height // 2)) > 20
    )
    pixels = [image.getpixel((column + 5, y)) for y in range(image.height // 2)]
    lowest = max(y for y, pixel in enumerate(pixels) if pixel in tint)
    bottom = next(y for y in range(lowest, lowest + 20) if pixels[y] in rule)
    assert white not in pixels[lowest:bottom]


def test_a_turned_page_takes_its_number_where_it_is_said() -> None:
    assert turned("x", "table") == "\\turnedpage{table}{%\nx\n}"
    assert turned("x", "") == "\\begin{landscape}\nx\n\\end{landscape}"
