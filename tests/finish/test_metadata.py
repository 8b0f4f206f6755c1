from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex import __version__
from scidraft_tex.finish.facts import pdf_facts
from scidraft_tex.finish.metadata import Metadata, PageLayout, finish, licence_url

MakePdf = Callable[..., Path]
FULL = Metadata(
    "Entropy & énergie",
    ("Ada Lovelace", "Émilie du Châtelet"),
    "A compendium",
    ("entropy", "beta"),
    "en-GB",
    "CC BY-SA 4.0",
    layout=PageLayout.TWO_PAGES,
)


def test_document_information_and_catalog(make_pdf: MakePdf, tmp_path: Path) -> None:
    out = tmp_path / "new" / "out.pdf"
    finish(make_pdf(3), out, FULL, epoch=1700000000)
    with pikepdf.open(out) as document:
        assert {key: str(value) for key, value in document.docinfo.items()} == {
            "/Title": "Entropy & énergie",
            "/Author": "Ada Lovelace, Émilie du Châtelet",
            "/Subject": "A compendium",
            "/Keywords": "entropy, beta",
            "/Creator": f"scidraft-tex {__version__}",
            "/Producer": "a TeX",
            "/CreationDate": "D:20231114221320Z",
            "/ModDate": "D:20231114221320Z",
        }
        assert str(document.Root.Lang) == "en-GB"
        assert bool(document.Root.ViewerPreferences.DisplayDocTitle)
        assert document.Root.PageLayout == "/TwoPageRight"
        assert document.Root.PageMode == "/UseOutlines"


def test_the_packet_says_the_same_and_the_licence(make_pdf: MakePdf, tmp_path: Path) -> None:
    finish(make_pdf(1), tmp_path / "out.pdf", FULL, epoch=1700000000)
    with (
        pikepdf.open(tmp_path / "out.pdf") as document,
        document.open_metadata(set_pikepdf_as_editor=False) as xmp,
    ):
        url = "https://creativecommons.org/licenses/by-sa/4.0/"
        assert xmp["dc:title"] == "Entropy & énergie"
        assert xmp["dc:creator"] == ["Ada Lovelace", "Émilie du Châtelet"]
        assert xmp["dc:description"] == "A compendium"
        assert xmp["dc:subject"] == {"entropy", "beta"}
        assert xmp["dc:language"] == {"en-GB"}
        assert xmp["dc:rights"] == "CC BY-SA 4.0"
        assert xmp["xmpRights:Marked"] == "True"
        assert xmp["xmpRights:WebStatement"] == url
        assert xmp["{http://creativecommons.org/ns#}license"] == url
        assert xmp["xmp:CreatorTool"] == f"scidraft-tex {__version__}"
        assert xmp["xmp:CreateDate"] == "2023-11-14T22:13:20+00:00"
        assert xmp["pdf:Producer"] == "a TeX"


def test_what_is_not_said_is_not_there(make_pdf: MakePdf, tmp_path: Path) -> None:
    finish(make_pdf(1), tmp_path / "out.pdf", Metadata("T"), epoch=0)
    with pikepdf.open(tmp_path / "out.pdf") as document:
        assert "/Subject" not in document.docinfo
        assert "/Author" not in document.docinfo
        assert "/Lang" not in document.Root
        packet = document.Root.Metadata.read_bytes()
    assert b"xmpRights" not in packet
    assert b"dc:creator" not in packet
    assert b"<dc:title" in packet


def test_pages_outline_and_labels_stay(make_pdf: MakePdf, tmp_path: Path) -> None:
    before = pdf_facts(make_pdf(4))
    finish(make_pdf(4), tmp_path / "out.pdf", FULL)
    after = pdf_facts(tmp_path / "out.pdf")
    assert (after.pages, after.sizes, after.labels, after.outline, after.fonts) == (
        before.pages,
        before.sizes,
        before.labels,
        before.outline,
        before.fonts,
    )


def test_a_date_makes_the_same_bytes(make_pdf: MakePdf, tmp_path: Path) -> None:
    one, two = tmp_path / "1.pdf", tmp_path / "2.pdf"
    finish(make_pdf(2), one, FULL, epoch=1700000000)
    finish(make_pdf(2), two, FULL, epoch=1700000000)
    assert one.read_bytes() == two.read_bytes()
    finish(one, two, FULL, epoch=1700000001)
    assert one.read_bytes() != two.read_bytes()


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_text("no PDF", encoding="utf-8")
    out = tmp_path / "out.pdf"
    out.write_text("good", encoding="utf-8")
    with pytest.raises(pikepdf.PdfError):
        finish(tmp_path / "bad.pdf", out, FULL)
    assert out.read_text(encoding="utf-8") == "good"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.pdf", "out.pdf"]


def test_a_pdf_may_be_finished_in_its_place(make_pdf: MakePdf) -> None:
    pdf = make_pdf(2)
    finish(pdf, pdf, FULL)
    assert pdf_facts(pdf).title == "Entropy & énergie"


@pytest.mark.parametrize(
    ("licence", "url"),
    [
        ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
        ("cc-by-nc-nd-3.0", "https://creativecommons.org/licenses/by-nc-nd/3.0/"),
        ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        ("CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        ("MIT", ""),
        ("All rights reserved", ""),
    ],
)
def test_where_a_licence_is(licence: str, url: str) -> None:
    assert licence_url(licence) == url
