import subprocess
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, features

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.draw.images import PreparedImage, prepare_image
from scidraft_tex.tools import Outcome, Shell, StandIn

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">'
    '<rect width="200" height="100" fill="#eee"/>'
    '<text x="20" y="50" font-family="Liberation Sans">Label of it</text></svg>'
)


def prepare(path: Path, runner: Shell | StandIn | None = None) -> PreparedImage | Diagnostic:
    folder = path.parent
    return prepare_image(path, folder / "figures", folder / "cache", runner or StandIn({}))


def made(path: Path, runner: Shell | StandIn | None = None) -> tuple[PreparedImage, Path]:
    image = prepare(path, runner)
    assert isinstance(image, PreparedImage), image
    return image, path.parent / "figures" / image.file


@pytest.mark.parametrize(
    ("name", "mode"),
    [("a.png", "RGBA"), ("a.png", "I;16"), ("a.png", "P"), ("a.jpg", "RGB"), ("a.jpg", "CMYK")],
)
def test_png_and_jpeg_stay_as_they_are(tmp_path: Path, name: str, mode: str) -> None:
    path = tmp_path / name
    Image.new(mode, (96, 48)).save(path)
    image, file = made(path)
    assert (image.width, image.height) == (72, 36)
    assert file.read_bytes() == path.read_bytes()
    assert file.suffix == path.suffix


def test_names_are_safe_and_by_content(tmp_path: Path) -> None:
    one, other = tmp_path / "a b_ü%.PNG", tmp_path / "c.png"
    Image.new("L", (10, 10)).save(one)
    other.write_bytes(one.read_bytes())
    assert made(one)[0] == made(other)[0]
    assert made(one)[0].file.removesuffix(".png").isalnum()


def test_the_type_is_told_by_content(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.new("RGB", (10, 10)).save(path, format="JPEG")
    assert made(path)[0].file.endswith(".jpg")


def test_resolution_gives_the_natural_size(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.new("L", (300, 600)).save(path, dpi=(300, 300))
    image, _ = made(path)
    assert (image.width, image.height) == pytest.approx((72, 144), abs=0.1)
    Image.new("L", (96, 96)).save(path, dpi=(1, 1))
    assert made(path)[0].width == 72


def test_a_jpeg_on_its_side_is_set_upright(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 20), "red").save(path, exif=exif, dpi=(96, 96))
    image, file = made(path)
    assert (image.width, image.height) == (15, 30)
    with Image.open(file) as upright:
        assert upright.size == (20, 40)


@pytest.mark.parametrize("suffix", ["webp", "gif", "bmp", "tiff", "avif"])
def test_other_images_become_png(tmp_path: Path, suffix: str) -> None:
    if suffix == "avif" and not features.check("avif"):
        pytest.skip("this Pillow reads no AVIF")
    path = tmp_path / f"a.{suffix}"
    first = Image.new("RGB", (40, 20), "red")
    if suffix == "gif":
        first.save(path, save_all=True, append_images=[Image.new("RGB", (40, 20), "blue")])
    else:
        first.save(path)
    _, file = made(path)
    assert file.suffix == ".png"
    with Image.open(file) as image:
        red, green, blue = image.convert("RGB").getpixel((5, 5))  # type: ignore[misc]
    assert red > 230
    assert max(green, blue) < 30


def test_transparency_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.webp"
    Image.new("RGBA", (10, 10), (255, 0, 0, 0)).save(path)
    with Image.open(made(path)[1]) as image:
        assert image.mode == "RGBA"


def test_svg_becomes_pdf_and_its_text_stays(tmp_path: Path, require: Callable[..., None]) -> None:
    require("rsvg-convert", "pdftotext")
    path = tmp_path / "a.svg"
    path.write_text(SVG)
    image, file = made(path, Shell())
    assert (image.width, image.height) == (150, 75)
    text = subprocess.run(("pdftotext", file, "-"), capture_output=True, text=True, check=True)
    assert "Label of it" in text.stdout
    again, _ = made(path, StandIn({}))
    assert again == image


def test_svg_that_cannot_be_converted(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(SVG)
    missing = prepare(path, StandIn({}))
    assert isinstance(missing, Diagnostic)
    assert missing.code == "tool-missing"
    failed = prepare(path, StandIn({"rsvg-convert": Outcome(1, "", "x\nit is broken\n", 0.1)}))
    assert isinstance(failed, Diagnostic)
    assert failed.code == "image-unreadable"
    assert failed.message == "a.svg: it cannot be drawn: it is broken"


def test_pdf_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(120, 80))
        pdf.save(path)
    image, file = made(path)
    assert (image.width, image.height) == (120, 80)
    assert file.read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.pdf", b"%PDF-1.4\nnothing"),
        ("a.png", b"\x89PNG\r\n\x1a\n broken"),
        ("a.jpg", b"\xff\xd8\xff\xe0 broken"),
        ("a.png", b""),
        ("a.gif", b"no image at all"),
        ("a.eps", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    found = prepare(path)
    assert isinstance(found, Diagnostic)
    assert found.code == "image-unreadable"
    assert found.message.startswith(name)
    assert not list(tmp_path.glob("figures/*"))


def test_a_truncated_image_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.effect_noise((80, 80), 50).save(path)
    path.write_bytes(path.read_bytes()[:1500])
    assert isinstance(prepare(path), Diagnostic)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert isinstance(prepare(tmp_path / "none.png"), Diagnostic)
