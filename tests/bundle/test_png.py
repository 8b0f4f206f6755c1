"""What a PNG says of itself, as Pillow writes them."""

from __future__ import annotations

import pytest
from PIL import ImageCms

from scidraft_tex.bundle.png import PngFacts, is_png, png_facts
from tests.bundle.paper import png


@pytest.mark.parametrize(
    ("mode", "copied"),
    [("RGB", True), ("L", True), ("RGBA", False), ("LA", False), ("P", False)],
)
def test_only_plain_colours_are_copied(mode: str, *, copied: bool) -> None:
    assert png_facts(png(mode, (30, 20))) == PngFacts(30, 20, copied)


def test_a_profile_or_a_colour_that_is_clear_has_to_be_worked_in() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for data in (png(icc_profile=profile), png(transparency=(1, 2, 3))):
        facts = png_facts(data)
        assert facts
        assert not facts.is_copied


def test_a_million_pixels_are_one_megapixel() -> None:
    assert PngFacts(2000, 500, is_copied=True).megapixels == 1.0


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", png()[:20]])
def test_what_is_no_png_has_no_facts(data: bytes) -> None:
    assert png_facts(data) is None
    assert not is_png(data)
