from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.render.figures import asked_width, fitted, image, render_figure
from scidraft_tex.render.formulas import Formulas
from scidraft_tex.render.measure import Page
from scidraft_tex.render.prose import Prose

HERE = Place("note.md", 1)
PAGE = Page(text_width=361.35, text_height=602.25)  # 360 and 600 bp
PROSE = Prose(lambda _: "note", Formulas(lambda name: name, Diagnostics()))


def inline(nodes: Iterable[m.Inline]) -> str:
    return PROSE(nodes)


def img(file: str = "a.pdf", alt: str = "", **pairs: str) -> m.Image:
    attributes = m.Attributes(pairs=tuple((k.replace("_", "-"), v) for k, v in pairs.items()))
    words = (m.Text(alt),) if alt else ()
    return m.Image("a.png", words, HERE, attributes=attributes, file=file)


def caption(text: str, label: str = "") -> m.Caption:
    return m.Caption((m.Text(text),), HERE, label)


def figure(*images: m.Image, text: m.Caption | None = None, captions: tuple[str, ...] = ()) -> str:
    own = tuple((m.Text(c),) if c else () for c in captions)
    return render_figure(m.Figure(images, HERE, text, own), PAGE, inline)


@pytest.mark.parametrize(
    ("width", "options"),
    [
        ("50%", "width=0.5\\linewidth"),
        ("250%", "width=1\\linewidth"),
        ("300px", "width=\\smallerof{225bp}{\\linewidth}"),
        ("300", "width=\\smallerof{225bp}{\\linewidth}"),
        ("8cm", "width=\\smallerof{8cm}{\\linewidth}"),
        ("1.5 IN", "width=\\smallerof{1.5in}{\\linewidth}"),
        ("wide", "width=\\linewidth"),
        ("²", "width=\\linewidth"),
        ("", "width=\\linewidth"),
    ],
)
def test_widths_that_authors_ask_for(width: str, options: str) -> None:
    assert image(img(width=width), PAGE, 1.0) == f"\\includegraphics[{options}]{{a.pdf}}"


def test_an_image_is_never_enlarged_and_fits_the_page() -> None:
    small = image(img(natural_width="100", natural_height="50"), PAGE, 1.0)
    assert small == "\\includegraphics[width=100.00bp,height=50.00bp]{a.pdf}"
    wide = image(img(natural_width="720", natural_height="100"), PAGE, 1.0)
    assert wide == "\\includegraphics[width=360.00bp,height=50.00bp]{a.pdf}"


def test_alternative_texts() -> None:
    assert image(img(alt="A {plot}\n of 5%"), PAGE, 1.0).startswith(
        "\\includegraphics[width=\\linewidth,alt={A \\{plot\\} of 5\\%}]"
    )


def test_a_missing_image_is_a_placeholder() -> None:
    missing = m.Image("", (), HERE, "img/a_b.png")
    assert image(missing, PAGE, 1.0) == "\\missingimage{img/a\\_b.png}"


def test_a_figure_with_a_caption_floats_and_one_without_does_not() -> None:
    assert figure(img()) == (
        "\\begin{center}\n\\includegraphics[width=\\linewidth]{a.pdf}\n\\end{center}"
    )
    assert figure(img(), text=caption("C", "l")) == (
        "\\begin{figure}[htbp]\n\\centering\n\\includegraphics[width=\\linewidth]{a.pdf}\n"
        "\\caption{C}\\label{l}\n\\end{figure}"
    )


@pytest.mark.parametrize(
    ("count", "share", "rows"), [(2, "0.48", 1), (3, "0.31", 1), (4, "0.48", 2), (5, "0.31", 2)]
)
def test_grids(count: int, share: str, rows: int) -> None:
    found = figure(*[img()] * count, text=caption("C"), captions=("a",) * count)
    assert found.count(f"\\begin{{subfigure}}[t]{{{share}\\textwidth}}") == count
    assert found.count("\\par\\medskip") == rows - 1
    assert found.count("\\hfill") == count - rows
    assert found.count("\\caption{a}") == count
    assert found.endswith("\\caption{C}\n\\end{figure}")


def test_footnotes_of_captions_stand_below_the_figure() -> None:
    note = m.Footnote((m.Paragraph((m.Text("n"),), HERE),), HERE)
    text = m.Caption((m.Text("C"), note), HERE)
    found = render_figure(m.Figure((img(),), HERE, text), PAGE, inline)
    assert "\\footnote" not in found
    assert "\\caption[{C}]{C\\tablemark{a}}\n\\tablenote{a}{" in found
    sub = render_figure(m.Figure((img(), img()), HERE, None, ((note,), ())), PAGE, inline)
    assert "\\caption{\\tablemark{a}}" in sub
    assert "\\tablenote{a}{" in sub


@given(st.floats(1, 5000), st.floats(1, 5000), st.sampled_from([1.0, 0.48, 0.31]))
def test_what_fits_is_within_the_page_and_in_proportion(
    width: float, height: float, share: float
) -> None:
    w, h = fitted(width, height, PAGE, share)
    assert w <= min(width, share * 360.001)
    assert h <= min(height, 600.001)
    assert abs(w * height - h * width) <= 1e-6 * width * height


@pytest.mark.parametrize(
    ("asked", "width"),
    [
        ("50%", (0.5, True)),
        ("150%", (1.0, True)),
        ("72px", (54.2, False)),
        ("72", (54.2, False)),
        ("2.54cm", (72.27, False)),
        ("2em", (20.0, False)),
        ("wide", None),
        ("", None),
    ],
)
def test_an_author_s_width_in_points(asked: str, width: tuple[float, bool] | None) -> None:
    found = asked_width(asked, 10.0)
    assert (found and (round(found[0], 1), found[1])) == (width and (round(width[0], 1), width[1]))
