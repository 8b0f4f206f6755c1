"""The index of terms and the list of symbols, read off a small Swedish book's pages."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest

from tests.pdf.conftest import Built, build

pytestmark = [pytest.mark.tex, pytest.mark.slow, pytest.mark.xdist_group("index")]

FILES = {
    "hugo.toml": 'title = "Små medelvärden"\nlanguageCode = "sv"\n',
    "book.yaml": "arrange: flat\nindex_definitions: true\nsymbols: true\npaper: a5\n",
    "content/notes/a.md": r"""---
title: Ett
---

Ord\index{ångström} och\index{ärlighet} samt\index{örn} men\index{zebra}.[^1]
\index{mått!Lebesgues|textbf} \index{mått!Borels} \index{sigma@\(\sigma\)-algebra|(}
\index{utrop"!|see{örn}} \index{örn|seealso{zebra}} \index{*viktigt* ord} \index{öppen|(}
\index{теорема}

[^1]: Not\index{*viktigt* ord}.

**Definition (ring).** En *kommutativ ring* är något. Den är *noethersk*.
""",
    "content/notes/b.md": r"""---
title: Tecken
---

Slut\index{sigma@\(\sigma\)-algebra|)} och \index{örn}

| Tecken\index{örn} | Mening |
|---|---|
| \(\mathbb{R}\) | de reella talen |
| \(\lVert \mu - \nu \rVert_{\mathrm{TV}}\), \(\lVert \mu - \nu \rVert_{\infty}\) | avstånd |
{.notation}
""",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("index")
    for name, text in FILES.items():
        path: Path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return build(folder / "site", folder)


def index_of(book: Built) -> list[str]:
    """Return the lines of the index's pages, both columns of each."""
    start = next(i for i, page in enumerate(book.pages) if page.strip().startswith("Register"))
    return [line.strip() for page in book.pages[start:] for line in page.splitlines()]


def test_a_range_with_one_end_is_all_that_is_said(book: Built) -> None:
    assert book.status == 0, book.stderr
    assert "content/notes/a.md:7:75: warning[index-range]" in book.stderr
    assert book.stderr.count("index-range") == 1
    assert not re.search(r"index-failed|tex-", book.stderr)


def test_letters_that_follow_z_have_headings_of_their_own(book: Built) -> None:
    alone = [word for line in index_of(book) for word in re.split(r"\s{2,}", line)]
    heads = [word for word in alone if re.fullmatch(r"\w", word) and not word.isdigit()]
    assert sorted(heads) == sorted([*"KMSUVZ", "Å", "Ä", "Ö", "Т"])


def test_entries_stand_in_the_order_of_the_language(book: Built) -> None:
    items = re.findall(r"\\item (.*)", (book.tex / "subjects.ind").read_text(encoding="utf-8"))
    words = [re.split(r", \\hyper|$", re.sub(r"\\indexunder *\{.\}", "", one))[0] for one in items]
    assert words[-6:] == ["zebra", "ångström", "ärlighet", "öppen", "örn", "теорема"]


def test_entries_print_their_pages(book: Built) -> None:
    printed = " ".join(" ".join(index_of(book)).split())
    assert re.search(r"-algebra, 1–\d", printed)
    assert re.search(r"örn, 1, \d, se även zebra", printed)
    assert "utrop!, se örn" in printed
    assert printed.count("viktigt ord, 1") == 1
    assert re.search(r"Borels, 1", printed)
    assert "kommutativ ring, 1" in printed
    assert "noethersk" not in printed


def test_symbols_lead_to_their_table(book: Built) -> None:
    page = book.page_with("Symbolförteckning", "de reella talen", "avstånd")
    table = next(number for number, text in enumerate(book.pages) if "Mening" in text)
    assert page.index("de reella talen") < page.index("avstånd")
    number = next(
        i
        for i, text in enumerate(book.pages)
        if text.strip().startswith("Symbolförteckning") and "avstånd" in text
    )
    with pikepdf.open(book.pdf) as pdf:
        names = {str(link.A.D) for link in pdf.pages[number].get("/Annots", []) if "/A" in link}
        places = pikepdf.NameTree(pdf.Root.Names.Dests)
        reached = {pdf.pages.index(pikepdf.Page(places[name].D[0])) for name in names}
    assert reached == {table}
