"""What a document uses is found from its root."""

from __future__ import annotations

import pytest

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.plan import Plan
from scidraft_tex.bundle.reach import figure_file, reached
from tests.bundle.paper import contents_of, good_files


def contents(files: dict[str, str], *empty: str) -> Contents:
    """Return FILES, and EMPTY ones, as a bundle."""
    texts = files | dict.fromkeys(empty, "")
    return contents_of({name: text.encode() for name, text in texts.items()})


def test_all_of_a_good_paper_is_used() -> None:
    files = good_files(Plan())
    assert reached(contents_of(files)) == set(files)


def test_files_are_followed_and_others_are_not() -> None:
    files = {
        "paper.tex": "\\documentclass{own}\\usepackage{x,y}\\input{a}",
        "a.tex": "\\input{b}\\input{a}\\bibliography{r,s.bib}\\bibliographystyle{z}",
        "b.tex": "\\lstinputlisting{code.py}% \\input{c}",
        "y.sty": "\\input{d}",
    }
    used = ("own.cls", "d.tex", "r.bib", "s.bib", "z.bst", "code.py", "paper.ind")
    found = contents(files, *used, "c.tex", "t.bib", "other.bbl")
    assert reached(found) == {*files, *used}


def test_fonts_are_used_if_the_source_names_them() -> None:
    root = {"paper.tex": "\\setmainfont{Mine-Bold.otf}[Path=fonts/]"}
    found = contents(root, "fonts/Mine-Bold.otf", "fonts/Mine-Thin.otf")
    assert reached(found) == {"paper.tex", "fonts/Mine-Bold.otf"}


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("figures/a.png", "figures/a.png"),
        ("figures/a", "figures/a.pdf"),
        ("./figures/a", "figures/a.pdf"),
        ('"figures/a.png"', "figures/a.png"),
        ("b", "more/b.jpg"),
        ("c", None),
        ("figures/A.png", None),
    ],
)
def test_a_figure_is_found_as_tex_finds_it(name: str, file: str | None) -> None:
    root = {"paper.tex": "\\graphicspath{{./more/}}"}
    found = contents(root, "figures/a.png", "figures/a.pdf", "more/b.jpg")
    assert figure_file(found, name) == file


def test_no_root_reaches_nothing() -> None:
    assert reached(contents({}, "a.tex")) == frozenset()
