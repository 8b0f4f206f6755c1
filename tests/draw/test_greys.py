"""Pictures in grey: no operator, shading or image with a colour is left, and light stays light."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name
from PIL import Image

from scidraft_tex.draw.cache import Cache, Entry
from scidraft_tex.draw.greys import _grey, grey_entry, grey_pdf

CONTENT = b"""\
1 0 0 rg 0 0 1 RG 0 0 10 10 re B
0 1 0 0 k 0 0 0 1 K 0 0 10 10 re B
/DeviceRGB cs 0 1 0 sc /Cs1 CS 1 1 0 SCN 0 0 10 10 re B
/Pattern cs /P1 scn 0 0 10 10 re f
0.25 g /F1 Do /I1 Do
"""


def coloured(path: Path) -> Path:
    """Write a PDF with a colour in every place that a picture may have one."""
    document = pikepdf.new()
    document.add_blank_page(page_size=(100, 100))
    page = document.pages[0]
    two = Dictionary(FunctionType=2, N=1, Domain=[0, 1], C0=[1, 0, 0], C1=[0, 0, 1])
    stitched = Dictionary(
        FunctionType=3, Domain=[0, 1], Functions=[two, two], Bounds=[0.5], Encode=[0, 1, 0, 1]
    )
    shading = Dictionary(
        ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=[0, 0, 1, 1], Function=stitched
    )
    form = document.make_stream(b"0.5 0.5 1 rg 0 0 5 5 re f")
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 5, 5])
    form.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
    image = document.make_stream(bytes((255, 0, 0)) * 4)
    image.Type, image.Subtype, image.Width, image.Height = Name.XObject, Name.Image, 2, 2
    image.BitsPerComponent, image.ColorSpace = 8, Name.DeviceRGB
    profile = document.make_stream(b"")
    profile.N = 3
    page.obj.Resources = Dictionary(
        ColorSpace=Dictionary(Cs1=Array([Name.ICCBased, profile])),
        Pattern=Dictionary(P1=document.make_indirect(Dictionary(PatternType=2, Shading=shading))),
        XObject=Dictionary(F1=form, I1=image),
    )
    page.obj.Contents = document.make_stream(CONTENT)
    document.save(path)
    return path


@pytest.fixture
def grey(tmp_path: Path) -> pikepdf.Pdf:
    grey_pdf(coloured(tmp_path / "in.pdf"), tmp_path / "out.pdf")
    return pikepdf.open(tmp_path / "out.pdf")


def test_operators_set_the_luminance(grey: pikepdf.Pdf) -> None:
    content = pikepdf.parse_content_stream(grey.pages[0])
    said = [
        (str(one.operator), [float(o) if not isinstance(o, Name) else str(o) for o in one.operands])
        for one in content
        if str(one.operator) not in {"re", "B", "f", "Do"}
    ]
    assert said == [
        ("g", [0.3]),
        ("G", [0.11]),
        ("g", [0.41]),
        ("G", [0.0]),
        ("cs", ["/DeviceGray"]),
        ("sc", [0.59]),
        ("CS", ["/DeviceGray"]),
        ("SCN", [0.89]),
        ("cs", ["/Pattern"]),
        ("scn", ["/P1"]),
        ("g", [0.25]),
    ]


def test_forms_groups_and_images(grey: pikepdf.Pdf) -> None:
    objects = grey.pages[0].obj.Resources.XObject
    assert objects.F1.read_bytes().split()[:2] == [b"0.555", b"g"]
    assert objects.F1.Group["/CS"] == Name.DeviceGray
    assert objects.I1.ColorSpace == Name.DeviceGray
    assert objects.I1.read_bytes() == bytes([76]) * 4


def test_shadings_run_between_greys(grey: pikepdf.Pdf) -> None:
    shading = grey.pages[0].obj.Resources.Pattern.P1.Shading
    assert shading.ColorSpace == Name.DeviceGray
    for part in list(shading.Function.Functions):
        assert [float(part.C0[0]), float(part.C1[0])] == [0.3, 0.11]


def test_the_same_picture_makes_the_same_file(tmp_path: Path) -> None:
    source = coloured(tmp_path / "in.pdf")
    for name in ("a.pdf", "b.pdf"):
        grey_pdf(source, tmp_path / name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize(
    ("name", "mode", "colour", "expected"),
    [
        ("a.png", "RGB", (0, 255, 0), ("L", 150)),
        ("b.png", "RGBA", (0, 255, 0, 128), ("LA", (150, 128))),
        ("c.jpg", "RGB", (0, 255, 0), ("L", 150)),
    ],
)
def test_rasters(
    tmp_path: Path,
    name: str,
    mode: str,
    colour: tuple[int, ...],
    expected: tuple[str, object],
) -> None:
    path = tmp_path / name
    Image.new(mode, (8, 8), colour).save(path)
    made = grey_entry(Entry(path, 12.0, 6.0), Cache(tmp_path / "cache"))
    with Image.open(made.path) as image:
        assert (image.mode, image.getpixel((4, 4))) == expected
    assert (made.path.suffix, made.width, made.height) == (path.suffix, 12.0, 6.0)


def test_a_picture_is_made_grey_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry(coloured(tmp_path / "in.pdf"), 100.0, 100.0)
    cache = Cache(tmp_path / "cache")
    first = grey_entry(entry, cache)
    never: Callable[..., None] = pytest.fail
    monkeypatch.setattr("scidraft_tex.draw.greys.grey_pdf", never)
    assert grey_entry(entry, cache) == first


UNIT = st.floats(0, 1)


@given(st.one_of(st.tuples(UNIT, UNIT, UNIT), st.tuples(UNIT, UNIT, UNIT, UNIT)))
def test_a_grey_lies_between_black_and_white(colour: tuple[float, ...]) -> None:
    assert 0 <= _grey(colour) <= 1


@given(UNIT)
def test_a_grey_stays(level: float) -> None:
    assert _grey((level, level, level)) == pytest.approx(level, abs=1e-4)
    assert _grey((0, 0, 0, level)) == pytest.approx(1 - level, abs=1e-4)
