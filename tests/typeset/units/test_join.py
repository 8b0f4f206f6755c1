from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from scidraft_tex.finish.facts import OutlineFact, pdf_facts
from scidraft_tex.typeset.units.join import Bookmark, Piece, bookmarks, join


def pdf(
    path: Path, pages: int, targets: Mapping[str, int], style: str = "", font: str = ""
) -> Path:
    """Write a PDF of PAGES to PATH with TARGETS by page, and a link to each of the first page."""
    with pikepdf.new() as document:
        for _ in range(pages):
            document.add_blank_page(page_size=(100, 200))
        names = [
            item
            for name, page in sorted(targets.items())
            for item in (String(name), Array([document.pages[page].obj, Name.XYZ, 1, 2, None]))
        ]
        document.Root.Names = Dictionary(Dests=Dictionary(Names=Array(names)))
        if style:
            document.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name(style))]))
        if font:
            file = document.make_stream(b"the whole font")
            descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name(font), FontFile=file)
            fonts = Dictionary(
                F=document.make_indirect(
                    Dictionary(FontDescriptor=document.make_indirect(descriptor))
                )
            )
            document.pages[0].obj.Resources = Dictionary(Font=fonts)
        document.save(path)
    return path


def test_pages_labels_targets_and_outline_are_joined(tmp_path: Path) -> None:
    front = pdf(tmp_path / "f.pdf", 2, {"a": 1, "twice": 0}, "/r")
    main = pdf(tmp_path / "m.pdf", 3, {"b": 2, "twice": 1}, "/D")
    back = pdf(tmp_path / "b.pdf", 1, {"c": 0})
    pieces = [
        Piece(front, (Bookmark("Front", "a", 0),)),
        Piece(
            main,
            (
                Bookmark("Part", "b", -1, opened=True),
                Bookmark("One", "b", 0),
                Bookmark("x", "b", 1),
            ),
        ),
        Piece(back, (Bookmark("Back", "c", 0),), apart=True),
    ]
    assert join(pieces, tmp_path / "out.pdf") == 6
    facts = pdf_facts(tmp_path / "out.pdf")
    assert facts.labels == ("i", "ii", "1", "2", "3", "1")
    assert facts.outline == (
        OutlineFact("Front", 1, 2),
        OutlineFact("Part", 1, 5),
        OutlineFact("One", 2, 5),
        OutlineFact("x", 3, 5),
        OutlineFact("Back", 1, 6),
    )
    with pikepdf.open(tmp_path / "out.pdf") as book:
        names = pikepdf.NameTree(book.Root.Names.Dests)
        assert sorted(names) == ["a", "b", "c", "twice"]
        assert names["twice"][0].objgen == book.pages[0].obj.objgen
        assert list(names["b"])[1:] == [Name.XYZ, 1, 2, None]


def test_a_font_is_kept_once(tmp_path: Path) -> None:
    pieces = [
        Piece(pdf(tmp_path / f"{number}.pdf", 1, {}, font=name))
        for number, name in enumerate(["/ABCDEF+A", "/ABCDEF+A", "/GHIJKL+A"])
    ]
    join(pieces, tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as book:
        files = [page.obj.Resources.Font.F.FontDescriptor.FontFile.objgen for page in book.pages]
    assert files[0] == files[1] != files[2]


def test_the_same_pieces_make_the_same_bytes(tmp_path: Path) -> None:
    pieces = [Piece(pdf(tmp_path / f"{n}.pdf", 2, {f"t{n}": 1})) for n in range(3)]
    for name in ("one", "two"):
        join(pieces, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_what_is_no_pdf_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"none")
    with pytest.raises(pikepdf.PdfError):
        join([Piece(tmp_path / "a.pdf")], tmp_path / "out.pdf")
    assert not (tmp_path / "out.pdf").exists()


def test_bookmarks_are_read_from_an_aux() -> None:
    lines = [
        "\\BKM@entry{id=4,open,dest={706172742E31},srcline={26}}{5C3337365C3337375C303030495C303030E9}",
        "\\BKM@entry{id=2,dest={636F6E74656E74732E30}}{41}",
        "\\BKM@entry{id=3,dest={73656374696F6E2A2E35}}{5C2841}",
        "\\BKM@entry{broken",
    ]
    assert list(bookmarks(lines)) == [
        Bookmark("Ié", "part.1", -1, opened=True),
        Bookmark("A", "contents.0", 0),
        Bookmark("(A", "section*.5", 1),
    ]
