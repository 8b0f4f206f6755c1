"""The examples of docs/templates.md at work: each is copied into a site, which is then printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scidraft_tex.finish.facts import pdf_facts
from tests.pdf.checks import is_sound
from tests.pdf.conftest import REPOSITORY, Built, build

PAGE = (REPOSITORY / "docs/templates.md").read_text(encoding="utf-8")
SNIPPET = re.compile(r"^`(templates/[^`]+)`:\n\n```latex\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOTE = """\
---
title: On means
---

**Definition (mean).** The mean of \\(x\\) and \\(y\\) is \\(\\frac12(x+y)\\).

**Theorem.** It lies between them.
"""
SETTINGS = """\
title: Means *and* \\(\\mathbb R \\le\\) more
authors: [Ada Example, Ben Sample]
date: May 2024
arrange: flat
"""
UPRIGHT_BOLD_SANS = {"TeXGyreHeros-Bold", "TeXGyreHeros-Bold-Identity-H"}

pytestmark = [pytest.mark.tex, pytest.mark.slow]

Example = Callable[..., Built]


def snippets(heading: str) -> dict[str, str]:
    """Return the templates in the section HEADING of the page, by their paths in a site."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = dict(SNIPPET.findall(section))
    assert found, heading
    return found


@pytest.fixture
def example(tmp_path: Path) -> Example:
    """Return what prints the small site with the templates of a section of the page."""

    def make(heading: str = "", *arguments: str) -> Built:
        site = tmp_path / f"site{len(list(tmp_path.iterdir()))}"
        templates = snippets(heading) if heading else {}
        for name, text in {"note.md": NOTE, "book.yaml": SETTINGS, **templates}.items():
            (site / name).parent.mkdir(parents=True, exist_ok=True)
            (site / name).write_text(text, encoding="utf-8")
        built = build(site, site, *arguments)
        assert built.status == 0, built.stderr
        is_sound(built)
        return built

    return make


def fonts(built: Built) -> set[str]:
    """Return the names of the fonts in the PDF of BUILT."""
    return {font.name for font in pdf_facts(built.pdf).fonts}


def test_each_template_of_the_page_is_about_ten_lines() -> None:
    lengths = [len(text.splitlines()) for _, text in SNIPPET.findall(PAGE)]
    assert len(lengths) == 4
    assert max(lengths) <= 12


def test_without_templates_the_book_is_ours(example: Example) -> None:
    built = example()
    assert {name for name in fonts(built) if "Schola" in name} == set()
    assert any("Pagella-Regular" in name for name in fonts(built))
    assert not fonts(built) & UPRIGHT_BOLD_SANS
    assert "Collected by" not in built.text
    assert pdf_facts(built.pdf).title == "Means and ℝ ≤ more"
    assert "Means and R ≤ more" in built.text


@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_the_fonts(example: Example, engine: str) -> None:
    built = example("The fonts", "--engine", engine)
    names = fonts(built)
    assert any("Schola-Regular" in name for name in names), names
    assert any("Schola-Bold" in name for name in names), names
    assert not any("Pagella-Regular" in name for name in names), names
    assert "Set in TeX Gyre Schola by scidraft-tex." in built.text
    assert "Set in TeX Gyre Pagella" not in built.text


def test_the_title_page(example: Example) -> None:
    built = example("The title page")
    page = " ".join(built.pages[1].split())
    authors = "Collected by Ada Example and Ben Sample"
    assert page == f"Means and R ≤ more {authors} Printed at Smith & Sons, May 2024"
    outline = [(item.title, item.page) for item in pdf_facts(built.pdf).outline]
    assert ("Means and ℝ ≤ more", 2) in outline
    assert "Definition 1.1 (mean)." in built.text


def test_one_kinds_look(example: Example) -> None:
    built = example("One kind's look")
    assert fonts(built) & UPRIGHT_BOLD_SANS, fonts(built)
    text = (built.tex / "preamble.tex").read_text(encoding="utf-8")
    assert "\\theoremstyle{ours}\n\\newtheorem{Definition}[result]{Definition}\n" in text
    after = text.partition("\\newtheorem{Definition}")[2]
    assert re.findall(r"\\theoremstyle\{(\w+)\}", after)[0] == "definition"
    assert "Definition 1.1 (mean). The mean of" in built.text
    assert "Theorem 1.2. It lies between them." in built.text
