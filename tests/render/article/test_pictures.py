"""Images and diagrams of a paper: their size, their words, where they stand."""

from __future__ import annotations

from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.render.article.pictures import article_diagram, article_figure
from tests.render.article.test_tables import ONE, TWO
from tests.render.latex import HERE, caption, inline


def image(width: float = 100.0, height: float = 50.0, asked: str = "") -> m.Image:
    natural = (("natural-width", str(width)), ("natural-height", str(height)))
    pairs = (*natural, ("width", asked)) if asked else natural
    attributes = m.Attributes(pairs=pairs)
    return m.Image("a.png", (m.Text("A & B"),), HERE, "", attributes, "figures/a.png")


def figure(*images: m.Image, given: m.Caption | None = None) -> m.Figure:
    return m.Figure(images, HERE, given)


def diagram(width: float, height: float, given: m.Caption | None = None) -> m.Diagram:
    return m.Diagram("graph", HERE, given, "flow", "", "figures/d.pdf", width, height)


GIVEN = caption("Lines", "n:f")


def test_a_captioned_image_floats_with_its_words() -> None:
    assert article_figure(figure(image(), given=GIVEN), ONE, inline) == (
        "\\begin{figure}[htbp]\n\\centering\n"
        "\\includegraphics[width=100.4pt,alt={A \\& B}]{figures/a.png}\n"
        "\\caption{Lines}\\label{n:f}\n\\end{figure}"
    )


def test_one_without_a_caption_is_centred_here() -> None:
    made = article_figure(figure(image()), ONE, inline)
    assert made.startswith("\\begin{center}\n\\includegraphics[width=100.4pt")


def test_a_width_that_the_author_asks_for_is_kept_within_the_measure() -> None:
    def width(asked: str) -> str:
        made = article_figure(figure(image(asked=asked)), TWO, inline)
        return made.partition("[width=")[2].partition("pt")[0]

    room = TWO.column.text_width
    assert width("50%") == f"{room / 2:.1f}"
    assert width("2cm") == "56.9"
    assert width("100px") == "75.3"
    assert width("90cm") == f"{room:.1f}"


def test_a_broad_image_goes_across_both_columns() -> None:
    broad = figure(image(900, 300), given=GIVEN)
    assert article_figure(broad, TWO, inline).startswith("\\begin{figure*}[tp]\n")
    assert article_figure(broad, ONE, inline).startswith("\\begin{figure}[htbp]\n")
    square = figure(image(900, 900), given=GIVEN)
    assert article_figure(square, TWO, inline).startswith("\\begin{figure}[htbp]\n")
    assert article_figure(figure(image(900, 300)), TWO, inline).startswith("\\begin{center}\n")


def test_a_grid_has_captions_of_its_own() -> None:
    made = m.Figure((image(), image()), HERE, GIVEN, ((m.Text("one"),), (m.Text("two"),)))
    text = article_figure(made, ONE, inline)
    assert text.count("\\begin{subfigure}[t]{0.48\\textwidth}") == 2
    assert (
        text.index("\\caption{one}") < text.index("\\caption{two}") < text.index("\\caption{Lines}")
    )
    assert article_figure(made, TWO, inline).startswith("\\begin{figure*}[tp]\n")


def test_an_image_that_is_missing_is_named() -> None:
    gone = replace(image(), file="")
    assert "\\missingimage{a.png: A \\& B}" in article_figure(figure(gone), ONE, inline)


def test_a_diagram_s_letters_are_no_larger_than_those_of_code() -> None:
    made = article_diagram(diagram(100, 60, GIVEN), ONE, inline)
    scale = ONE.column.code_size / 12.0
    assert f"\\includegraphics[width={100 * 72.27 / 72 * scale:.1f}pt,alt={{flow}}]" in made


def test_a_diagram_too_small_to_read_goes_across_or_is_turned() -> None:
    broad = diagram(800, 200, GIVEN)
    assert article_diagram(broad, ONE, inline).startswith("\\begin{figure}[htbp]\n")
    assert article_diagram(broad, TWO, inline).startswith("\\begin{figure*}[tp]\n")
    immense = diagram(2400, 300, GIVEN)
    assert article_diagram(immense, ONE, inline).startswith("\\begin{sidewaysfigure}\n")
    assert article_diagram(immense, TWO, inline).startswith("\\begin{sidewaysfigure*}\n")


def test_a_diagram_that_could_not_be_drawn_prints_its_source() -> None:
    made = article_diagram(replace(diagram(1, 1, GIVEN), file=""), ONE, inline)
    assert made.startswith("\\captionof{figure}{Lines}\\label{n:f}\n\\begingroup\n")
    assert "\\begin{alltt}\ngraph\n\\end{alltt}" in made
