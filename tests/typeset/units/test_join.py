from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Object, String

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
            file = document.make_stream(f"the font {font[8:]}".encode())
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


def test_a_font_program_is_there_once(tmp_path: Path) -> None:
    pieces = [
        Piece(pdf(tmp_path / f"{number}.pdf", 1, {}, font=name))
        for number, name in enumerate(["/ABCDEF+A", "/GHIJKL+A", "/ABCDEF+B"])
    ]
    join(pieces, tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as book:
        files = [page.obj.Resources.Font.F.FontDescriptor.FontFile.objgen for page in book.pages]
    assert files[0] == files[1] != files[2]


Draw = Callable[[pikepdf.Pdf], Object]


def drawing(path: Path, kind: str, *draws: Draw) -> Path:
    """Write a PDF to PATH with a page for each of DRAWS, which makes a resource of KIND."""
    with pikepdf.new() as document:
        for draw in draws:
            page = document.add_blank_page(page_size=(100, 200))
            resource = document.make_indirect(draw(document))
            page.obj.Resources = Dictionary({kind: Dictionary(X=resource)})
        document.save(path)
    return path


def form(content: bytes, inner: bytes = b"", **more: Any) -> Draw:
    """Return what makes a form of CONTENT, with a form of INNER in it if there is one."""

    def make(document: pikepdf.Pdf) -> Object:
        resources = Dictionary()
        if inner:
            resources.XObject = Dictionary(I=form(inner)(document))
        keys = {"Type": Name.XObject, "Subtype": Name.Form, "BBox": [0, 0, 9, 9], **more}
        return document.make_stream(content, Resources=resources, **keys)

    return make


def image(pixels: bytes, profile: bytes) -> Draw:
    """Return what makes an image of three PIXELS in the colours of PROFILE."""

    def make(document: pikepdf.Pdf) -> Object:
        space = Array([Name.ICCBased, document.make_stream(profile, N=1)])
        keys = {"Subtype": Name.Image, "Width": 3, "Height": 1, "BitsPerComponent": 8}
        return document.make_stream(pixels, Type=Name.XObject, ColorSpace=space, **keys)

    return make


@contextmanager
def joined(tmp_path: Path, kind: str, *draws: Draw) -> Iterator[list[Object]]:
    """Hold open what joins units that draw one of DRAWS each; yield the resources drawn with."""
    pieces = [
        Piece(drawing(tmp_path / f"{number}.pdf", kind, draw)) for number, draw in enumerate(draws)
    ]
    join(pieces, tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as book:
        yield [page.obj.Resources[kind].X for page in book.pages]


@pytest.mark.parametrize(
    ("draws", "different"),
    [
        ([form(b"a"), form(b"a")], 1),
        ([form(b"a"), form(b"b")], 2),
        ([form(b"a", BBox=[0, 0, 8, 9]), form(b"a")], 2),
        ([form(b"/I Do", b"a"), form(b"/I Do", b"a")], 1),
        ([form(b"/I Do", b"a"), form(b"/I Do", b"b"), form(b"/I Do", b"a")], 2),
        ([image(b"123", b"grey"), image(b"123", b"grey")], 1),
        ([image(b"123", b"grey"), image(b"124", b"grey")], 2),
        ([image(b"123", b"grey"), image(b"123", b"gray")], 2),
    ],
)
def test_images_and_forms_alike_are_there_once(
    tmp_path: Path, draws: list[Draw], different: int
) -> None:
    with joined(tmp_path, "/XObject", *draws) as found, pikepdf.open(tmp_path / "0.pdf") as unit:
        assert len({one.objgen for one in found}) == different
        assert found[0].read_bytes() == unit.pages[0].obj.Resources.XObject.X.read_bytes()


def test_images_that_differ_share_their_profile(tmp_path: Path) -> None:
    draws = image(b"123", b"grey"), image(b"456", b"grey")
    with joined(tmp_path, "/XObject", *draws) as found:
        assert found[0].objgen != found[1].objgen
        assert found[0].ColorSpace[1].objgen == found[1].ColorSpace[1].objgen
        assert found[0].ColorSpace[1].read_bytes() == b"grey"


def test_states_alike_are_there_once(tmp_path: Path) -> None:
    one, other = (lambda _: Dictionary(ca=1)), (lambda _: Dictionary(ca=0))
    with joined(tmp_path, "/ExtGState", one, other, one) as found:
        assert found[0].objgen == found[2].objgen != found[1].objgen


def test_what_is_part_of_itself_stays_as_it_is(tmp_path: Path) -> None:
    def turning(document: pikepdf.Pdf) -> Object:
        state = document.make_indirect(Dictionary(Type=Name.ExtGState))
        state.Again = state
        return state

    with joined(tmp_path, "/ExtGState", turning, turning) as found:
        assert found[0].objgen != found[1].objgen
        assert found[1].Again.objgen == found[1].objgen


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
