"""Images that are looked at, not drawn."""

from __future__ import annotations

import gzip
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from scidraft_tex.draw.inspect import fault_of, inspect_images
from tests.helpers import MakeNote

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" xlink:href="#a"><g/></svg>'


def _pdf() -> bytes:
    made = BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(made)
    return made.getvalue()


def _png() -> bytes:
    made = BytesIO()
    Image.new("L", (2, 2)).save(made, "PNG")
    return made.getvalue()


@pytest.mark.parametrize("data", [SVG, gzip.compress(SVG, mtime=0), _pdf(), _png()])
def test_what_can_be_opened(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "image").write_bytes(data)
    assert fault_of(tmp_path / "image") == ""


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"<svg><g></svg>", "it is no SVG that can be read: mismatched tag"),
        (gzip.compress(SVG, mtime=0)[:9] + b"x", "it is no SVG that can be read: "),
        (b"%PDF-1.7\nnothing", "it is no PDF that can be opened: "),
        (b"", "it is no image of a known type"),
        (b"text", "it is no image of a known type"),
        (_png()[:12], "it "),
    ],
)
def test_what_cannot_be_opened(data: bytes, why: str, tmp_path: Path) -> None:
    (tmp_path / "image").write_bytes(data)
    assert fault_of(tmp_path / "image").startswith(why)


def test_entities_of_an_svg_are_not_followed(tmp_path: Path) -> None:
    names = "abcdefghij"
    laughs = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in pairwise(names))
    text = f'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha">{laughs}]><svg>&j;</svg>'
    (tmp_path / "image.svg").write_text(text)
    assert "amplification" in fault_of(tmp_path / "image.svg")


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    assert fault_of(tmp_path / "gone.png") == "the file cannot be read: No such file or directory"


def test_an_image_is_told_once_at_its_first_place(note: MakeNote) -> None:
    text = "Text.\n\n![A](bad.png)\n\n![B](bad.png) ![C](good.svg)\n"
    made = note(text, {"content/notes/bad.png": "text", "content/notes/good.svg": "<svg/>"})
    (item,) = inspect_images(made.book)
    assert str(item.place) == "content/notes/note.md:3:1"
    assert (item.code, item.message) == (
        "image-unreadable",
        "bad.png: it is no image of a known type",
    )
