"""Pictures of printed pages for the documentation: `make gallery`.

Finds pages of a built book by the words on them, and writes each as a PNG, with a page of Markdown
that shows them all and the picture of the README.
"""

from __future__ import annotations

import argparse
import io
import subprocess
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

DPI = 80
PAPER_PAGES = 3
AUDIENCES = ("student", "solutions", "instructor")
SHEET_PAGES = (2, 2, 2)
OVERVIEW = ("title", "contents", "chapter", "results", "diagram", "table", "algorithm", "index")


@dataclass(frozen=True)
class View:
    """A page to show: the first, from page `after` on, on which all of `words` stand."""

    name: str
    caption: str
    words: tuple[str, ...]
    after: int = 9


VIEWS = (
    View("title", "Title page", ("A compendium for a one-term course",), 2),
    View("contents", "Contents, parts set off", ("Contents", "Foundations"), 3),
    View("lists", "Lists on request", ("Lists", "Algorithms"), 5),
    View("part", "A part", ("part I", "Chains"), 7),
    View("chapter", "A chapter opens", ("Structure", "Communicating Classes")),
    View("results", "Results told apart by type and space", ("Theorem", "Proof", "Lemma")),
    View("display", "Displays, end marks on their lines", ("Proof", "Corollary", "for all")),
    View("diagram", "A Mermaid diagram, drawn as vectors", ("From the graph of a finite chain",)),
    View("table", "An academic table", ("Symbols used in all notes",)),
    View("striped", "A striped table with citations", ("random transpositions", "riffle shuffle")),
    View("long-table", "A long table, its head repeated", ("(continued)",)),
    View("turned", "A wide table, turned", ("Methods for sampling from a distribution",)),
    View("algorithm", "Pseudocode", ("Algorithm 9.1", "Require")),
    View("function", "Pseudocode in function style", ("function",), 60),
    View("listing", "A listing", ("Listing", "import")),
    View("tree", "A folder tree", ("README.md",), 60),
    View("figure", "A figure from SVG", ("Distance d(t) of the lazy walks",)),
    View("gallery", "A gallery", ("Ising", "(a)")),
    View("references", "A list of references of its own", ("References", "[1]", "[2]")),
    View("glossary", "A glossary", ("Glossary", "coupling"), 60),
    View("exercises", "Exercises with hints and solutions", ("Exercise", "Hint", "Solution")),
    View("categories", "Results by category", ("Results by category", "also")),
    View("index", "The printed index", ("Results A–Z", "see"), 60),
)


def main() -> None:
    """Write the pictures of the book named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("pdf", type=Path)
    parser.add_argument("paper", type=Path, help="the PDF of a preprint")
    parser.add_argument("handouts", type=Path, help="the folder of the handouts")
    parser.add_argument("sheet", help="the name of one of them")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    pages = page_texts(options.pdf)
    options.folder.mkdir(parents=True, exist_ok=True)
    found = [(view, find(view, pages)) for view in VIEWS]
    for view, number in found:
        if number:
            write(view, number, options.pdf, options.folder)
    shown = [view for view, number in found if number]
    made = {view.name for view in shown}
    lines = [f"## {view.caption}\n\n![{view.caption}]({view.name}.png)\n" for view in shown]
    head = "# Gallery\n\nPages of the compendium in `content/`, made by `make gallery`.\n"
    (options.folder / "README.md").write_text("\n".join([head, *lines]), encoding="utf-8")
    pages = [Image.open(options.folder / f"{name}.png") for name in OVERVIEW if name in made]
    overview(pages, options.folder / "book.png", rows=2)
    sheets = [picture(number, options.paper) for number in range(1, PAPER_PAGES + 1)]
    overview(sheets, options.folder / "preprint.png", rows=1)
    editions = [options.handouts / audience / f"{options.sheet}.pdf" for audience in AUDIENCES]
    sheets = [picture(page, pdf) for pdf, page in zip(editions, SHEET_PAGES, strict=True)]
    overview(sheets, options.folder / "handout.png", rows=1)


def page_texts(pdf: Path) -> list[str]:
    """Return the text of each page with every run of white space as one space."""
    done = subprocess.run(["pdftotext", pdf, "-"], capture_output=True, text=True, check=True)
    return [" ".join(page.split()) for page in done.stdout.split("\f")]


def find(view: View, pages: list[str]) -> int:
    """Return the number (from 1) of the page of VIEW, 0 if there is none."""
    for number, text in enumerate(pages, start=1):
        if number >= view.after and all(word.lower() in text.lower() for word in view.words):
            return number
    return 0


def write(view: View, number: int, pdf: Path, folder: Path) -> None:
    """Write page NUMBER of PDF as the picture of VIEW into FOLDER, in few colours."""
    picture(number, pdf).quantize(200, Image.Quantize.MAXCOVERAGE).save(
        folder / f"{view.name}.png", optimize=True
    )


def picture(number: int, pdf: Path) -> Image.Image:
    """Return page NUMBER of PDF as a picture."""
    pages = ["-f", str(number), "-l", str(number)]
    done = subprocess.run(
        ["pdftoppm", "-r", str(DPI), *pages, "-png", pdf], capture_output=True, check=True
    )
    return Image.open(io.BytesIO(done.stdout)).convert("RGB")


def overview(pages: list[Image.Image], target: Path, rows: int) -> None:
    """Write PAGES side by side, in so many ROWS on grey."""
    width, height, gap = 340 * 2 // rows, 480 * 2 // rows, 12
    columns = -(-len(pages) // rows)
    size = (columns * (width + gap) + gap, rows * (height + gap) + gap)
    sheet = Image.new("RGB", size, "#c9ced6")
    for index, one in enumerate(pages):
        page = one.convert("RGB")
        page.thumbnail((width, height), Image.Resampling.LANCZOS)
        column, row = index % columns, index // columns
        sheet.paste(page, (gap + column * (width + gap), gap + row * (height + gap)))
    sheet.quantize(200, Image.Quantize.MAXCOVERAGE).save(target, optimize=True)


if __name__ == "__main__":
    main()
