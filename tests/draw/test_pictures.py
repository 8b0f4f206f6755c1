"""Pictures of too many pixels are refused when they are opened, before any is read."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, UnidentifiedImageError

from scidraft_tex.draw.pictures import opened
from tests.hostile.pictures import UNREADABLE


@pytest.mark.parametrize("name", ["hundred-million.png", "bomb.png", "bomb.gif"])
def test_too_many_pixels_are_an_error_and_no_warning(name: str) -> None:
    data = BytesIO(UNREADABLE[name]("", ""))
    with pytest.raises(Image.DecompressionBombError), opened(data):
        pytest.fail("it was opened")


def test_others_are_opened_and_closed(tmp_path: Path) -> None:
    Image.new("L", (3, 2)).save(tmp_path / "a.png")
    with opened(tmp_path / "a.png", ["PNG"]) as image:
        assert image.size == (3, 2)
    with pytest.raises(UnidentifiedImageError), opened(tmp_path / "a.png", ["GIF"]):
        pytest.fail("it was opened")
