"""Two PDFs with the same pages, and with others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from scidraft_tex.bundle.compare import differences
from scidraft_tex.finish.metadata import Metadata, finish


def link(target: Dictionary, left: float = 10.0) -> Dictionary:
    return Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([left, 10, 30, 20]), A=target)


URI = Dictionary(S=Name.URI, URI=String("https://example.org"))


def make(path: Path, change: Callable[[pikepdf.Pdf], object] = lambda _: None) -> Path:
    document = pikepdf.new()
    for text in (b"one", b"two"):
        document.add_blank_page(page_size=(200, 100))
        document.pages[-1].contents_add(b"BT (" + text + b") Tj ET")
    annotations = [link(URI), link(Dictionary(S=Name.GoTo, D=String("there")))]
    document.pages[0].obj.Annots = Array([document.make_indirect(item) for item in annotations])
    change(document)
    document.save(path)
    return path


def told(folder: Path, change: Callable[[pikepdf.Pdf], object]) -> list[str]:
    return list(differences(make(folder / "a.pdf"), make(folder / "b.pdf", change)))


def test_metadata_and_identifiers_may_differ(tmp_path: Path) -> None:
    first = make(tmp_path / "a.pdf")
    finish(first, tmp_path / "b.pdf", Metadata(title="A paper", language="en"), epoch=7)
    assert list(differences(first, tmp_path / "b.pdf")) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d.add_blank_page(), ["it has 3 pages, and the paper has 2"]),
        (lambda d: d.pages[1].contents_add(b"x"), ["page 2 shows something else"]),
        (lambda d: setattr(d.pages[0], "mediabox", [0, 0, 200, 101]), ["page 1 has another size"]),
        (lambda d: d.pages[1].rotate(90, relative=False), ["page 2 has another size"]),
        (lambda d: d.pages[0].obj.Annots.__delitem__(0), ["page 1 has other links"]),
        (
            lambda d: d.pages[0].obj.Annots.__setitem__(0, link(URI, left=11)),
            ["page 1 has other links"],
        ),
        (
            lambda d: d.pages[0].obj.Annots[1].A.__setattr__("D", String("elsewhere")),
            ["page 1 has other links"],
        ),
    ],
)
def test_what_differs_is_told(
    tmp_path: Path, change: Callable[[pikepdf.Pdf], object], said: list[str]
) -> None:
    assert told(tmp_path, change) == said


def test_what_is_no_pdf_is_an_error(tmp_path: Path) -> None:
    broken = tmp_path / "b.pdf"
    broken.write_bytes(b"no PDF")
    with pytest.raises(pikepdf.PdfError):
        list(differences(make(tmp_path / "a.pdf"), broken))
