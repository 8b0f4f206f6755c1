"""Units as pdfTeX sets them, joined: each font once, and every page as it was."""

from __future__ import annotations

import subprocess
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Object

from scidraft_tex.typeset.units import fonts as fonts_module
from scidraft_tex.typeset.units.eexec import EEXEC, decrypted, encrypted
from scidraft_tex.typeset.units.join import Piece, join
from scidraft_tex.typeset.units.type1 import Program, clear_part, program

pytestmark = pytest.mark.tex

Set = Callable[[str, str], Path]

FONTS = r"""\pdfgentounicode=1 \input glyphtounicode
\font\text=ec-lmr10 \font\other=texnansi-lmr10 \font\large=ec-lmr10 at 20pt
\font\maths=cmmi10 \font\signs=cmsy10 \font\slanted=ec-lmro10 \nopagenumbers
"""
ONE = r"\text Some words, fi and \accent1a. \maths abc\char11 \signs \char1 \char49 \bye"
TWO = r"\text Other words: XYZ. \maths xyz\char11 \signs\char50 \eject\large Again \char233 \bye"
THREE = r"\other Quoted \char147\ words \char150\ of \char233. \slanted Some words \bye"
UNITS = {"one": ONE, "two": TWO, "three": THREE}


@pytest.fixture(scope="module")
def set_units(tmp_path_factory: pytest.TempPathFactory) -> Set:
    """Return a function that sets plain TeX under a name."""
    folder = tmp_path_factory.mktemp("units")

    def run(name: str, text: str) -> Path:
        (folder / f"{name}.tex").write_text(FONTS + text)
        command = ["pdftex", "-interaction=batchmode", f"{name}.tex"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        return folder / f"{name}.pdf"

    return run


@pytest.fixture(scope="module")
def units(set_units: Set) -> list[Path]:
    return [set_units(name, text) for name, text in UNITS.items()]


def faces(pdf: pikepdf.Pdf) -> Iterator[Object]:
    """Yield the font dictionaries of the pages of PDF, each once."""
    seen: set[object] = set()
    for page in pdf.pages:
        for font in page.obj.Resources.Font.values():
            if font.objgen not in seen:
                seen.add(font.objgen)
                yield font


def plain_name(font: Object) -> str:
    return str(font.BaseFont).partition("+")[2]


def shown(font: Object) -> dict[int, tuple[str, float]]:
    """Return the glyph and the width of each code that FONT may use; builtin names are empty."""
    names: dict[int, str] = {}
    code = 0
    for item in font.get("/Encoding", Dictionary()).get("/Differences", ()):
        if isinstance(item, Name):
            names[code] = str(item)
            code += 1
        else:
            code = int(item)
    widths = enumerate(map(float, font.Widths), start=int(font.FirstChar))
    return {
        code: (names.get(code, ""), width) for code, width in widths if code in names or not names
    }


def parsed(descriptor: Object) -> Program:
    """Return the font program of DESCRIPTOR; its lengths must be those that it says."""
    file = descriptor.FontFile
    data = file.read_bytes()
    first, second = int(file.Length1), int(file.Length2)
    assert len(data) == first + second
    assert file.Length3 == 0
    clear = data[:first]
    assert b"/FontName %b " % str(descriptor.FontName).encode() in clear
    assert clear.endswith(b"currentfile eexec\n")
    return program(clear_part(clear), decrypted([data[first:]], EEXEC)[0])


def pictures(pdf: Path, folder: Path) -> list[bytes]:
    folder.mkdir()
    subprocess.run(["pdftoppm", "-r", "100", pdf, folder / "p"], check=True)
    return [path.read_bytes() for path in sorted(folder.iterdir())]


def test_each_font_is_there_once_with_all_its_glyphs(units: list[Path], tmp_path: Path) -> None:
    join([Piece(pdf) for pdf in units], tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as book:
        found = list(faces(book))
        assert sorted(map(plain_name, found)) == [
            "CMMI10",
            "CMSY10",
            "LMRoman10-Regular",
            "LMRoman10-Regular",
            "LMRomanSlant10-Regular",
        ]
        descriptors = {font.FontDescriptor.objgen: font.FontDescriptor for font in found}
        assert len(descriptors) == 4
        assert all(font.BaseFont == font.FontDescriptor.FontName for font in found)
        by_name = {plain_name(font): parsed(font.FontDescriptor) for font in found}
        charsets = {plain_name(font): str(font.FontDescriptor.CharSet) for font in found}
        for pdf in units:
            with pikepdf.open(pdf) as unit:
                for font in faces(unit):
                    name, own = plain_name(font), parsed(font.FontDescriptor)
                    whole = by_name[name]
                    assert own.glyphs.items() <= whole.glyphs.items()
                    assert own.subrs.items() <= whole.subrs.items()
                    assert own.clear.codes <= whole.clear.codes
                    glyphs = str(font.FontDescriptor.CharSet).split("/")
                    assert {*glyphs} <= {*charsets[name].split("/")}


def test_codes_keep_their_glyphs_and_widths(units: list[Path], tmp_path: Path) -> None:
    join([Piece(pdf) for pdf in units], tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as book:
        number = 0
        for pdf in units:
            with pikepdf.open(pdf) as unit:
                for page in unit.pages:
                    after = book.pages[number].obj.Resources.Font
                    number += 1
                    assert after.keys() == page.obj.Resources.Font.keys()
                    for name, font in page.obj.Resources.Font.items():
                        now = after[name]
                        assert shown(font).items() <= shown(now).items()
                        assert now.ToUnicode.read_bytes() == font.ToUnicode.read_bytes()
                        assert len(list(now.Widths)) == now.LastChar - now.FirstChar + 1
        assert number == len(book.pages)


def test_every_page_looks_as_it_did(units: list[Path], tmp_path: Path) -> None:
    join([Piece(pdf) for pdf in units], tmp_path / "out.pdf")
    apart = [
        page for number, pdf in enumerate(units) for page in pictures(pdf, tmp_path / str(number))
    ]
    assert pictures(tmp_path / "out.pdf", tmp_path / "all") == apart
    said = subprocess.run(
        ["pdftotext", tmp_path / "out.pdf", "-"], check=True, capture_output=True, text=True
    )
    assert "Other words: XYZ" in said.stdout
    assert not said.stderr


def with_another_glyph(pdf: Path, out: Path) -> None:
    """Write PDF to OUT with another program of the letter `o` in its text font."""
    with pikepdf.open(pdf) as unit:
        for font in faces(unit):
            if plain_name(font) != "LMRoman10-Regular":
                continue
            file = font.FontDescriptor.FontFile
            data, first = file.read_bytes(), int(file.Length1)
            text = decrypted([data[first:]], EEXEC)[0]
            place = text.index(b"\n/o ", text.index(b"/CharStrings")) + 20
            text = text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :]
            file.write(
                zlib.compress(data[:first] + encrypted(text, EEXEC)), filter=Name.FlateDecode
            )
        unit.save(out)


@pytest.mark.parametrize("spoilt", ["a glyph", "the stream", "a length"])
def test_a_font_that_cannot_be_merged_is_kept_apart(
    units: list[Path], tmp_path: Path, spoilt: str
) -> None:
    other = tmp_path / "other.pdf"
    if spoilt == "a glyph":
        with_another_glyph(units[1], other)
    else:
        with pikepdf.open(units[1]) as unit:
            for font in faces(unit):
                file = font.FontDescriptor.FontFile
                if spoilt == "a length":
                    del file.Length1
                else:
                    file.write(file.read_raw_bytes()[:-400], filter=Name.FlateDecode)
            unit.save(other)
    join([Piece(units[0]), Piece(other)], tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as book, pikepdf.open(other) as unit:
        files = [
            {
                str(font.BaseFont): font.FontDescriptor.FontFile.read_raw_bytes()
                for font in faces(one)
            }
            for one in (book, unit)
        ]
    text = {name: data for name, data in files[1].items() if name.endswith("LMRoman10-Regular")}
    assert text
    assert text.items() <= files[0].items()


def test_fonts_of_other_widths_share_no_more_than_their_program(
    units: list[Path], tmp_path: Path
) -> None:
    with pikepdf.open(units[1]) as unit:
        for font in faces(unit):
            if plain_name(font) == "LMRoman10-Regular":
                font.Widths = Array([float(width) + 1 for width in font.Widths])
        unit.save(tmp_path / "wider.pdf")
    pieces = [units[0], tmp_path / "wider.pdf"]
    join([Piece(pdf) for pdf in pieces], tmp_path / "out.pdf")
    with pikepdf.open(tmp_path / "out.pdf") as book:
        one, other = (font for font in faces(book) if plain_name(font) == "LMRoman10-Regular")
        assert one.FontDescriptor.objgen == other.FontDescriptor.objgen
        for pdf, now in zip(pieces, (one, other), strict=True):
            with pikepdf.open(pdf) as unit:
                (font,) = (one for one in faces(unit) if plain_name(one) == "LMRoman10-Regular")
                assert shown(now) == shown(font)


def test_what_was_merged_is_kept_and_makes_the_same_bytes(
    units: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces, kept = [Piece(pdf) for pdf in units], tmp_path / "fonts"
    join(pieces, tmp_path / "plain.pdf")
    join(pieces, tmp_path / "first.pdf", kept)
    stored = kept.read_bytes()
    read: list[int] = []

    def counting(texts: list[bytes], key: int) -> list[bytes]:
        read.append(len(texts))
        return decrypted(texts, key)

    monkeypatch.setattr(fonts_module, "decrypted", counting)
    join(pieces, tmp_path / "second.pdf", kept)
    assert read == [0]
    assert kept.read_bytes() == stored
    kept.write_bytes(stored[:-1] + bytes([stored[-1] ^ 1]))
    join(pieces, tmp_path / "third.pdf", kept)
    assert read[1] > 0
    assert kept.read_bytes() == stored
    join(pieces[:2], tmp_path / "fewer.pdf", kept)
    assert len(kept.read_bytes()) < len(stored)
    made = {path.read_bytes() for path in tmp_path.glob("*[tnd].pdf")}
    assert len(made) == 1


def test_the_book_depends_on_the_units_alone(units: list[Path], tmp_path: Path) -> None:
    pieces, kept = [Piece(pdf) for pdf in units], tmp_path / "fonts"
    join(pieces, tmp_path / "clean.pdf")
    join(pieces[:2], tmp_path / "before.pdf", kept)
    join(pieces, tmp_path / "edited.pdf", kept)
    assert (tmp_path / "edited.pdf").read_bytes() == (tmp_path / "clean.pdf").read_bytes()
