"""What is seen of drawn PDFs: poppler looks at many in one call, for starting it costs most."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pikepdf
from PIL import Image

from scidraft_tex.draw.pictures import opened
from scidraft_tex.files import scratch
from scidraft_tex.tools import Command, Runner, ToolMissingError

__all__ = ["Box", "Seen", "see_pages"]

Box = tuple[float, float, float, float]
"""Left, bottom, right and top in pt."""

_DPI = 144
_MARGIN = 2.0  # pt left white around the ink
_PAPER = 254  # the darkest grey that still is paper
_TOGETHER = 16
"""How many pages are looked at in a call: each is a picture of some MB for a while."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is on a page: where it is not white, with a margin, and its words.

    `ink` is None for an empty page and where it cannot be told.
    """

    ink: Box | None = None
    words: str = ""


def see_pages(paths: Sequence[Path], runner: Runner) -> list[Seen]:
    """Return what is on the first page of each of PATHS; nothing of those that are no PDF."""
    seen: list[Seen] = []
    for start in range(0, len(paths), _TOGETHER):
        some = paths[start : start + _TOGETHER]
        found = _see(some, runner)
        if found is None and len(some) > 1:  # one of them is to blame
            found = [one for path in some for one in _see([path], runner) or [Seen()]]
        seen += found or [Seen()]
    return seen


def _see(paths: Sequence[Path], runner: Runner) -> list[Seen] | None:
    """Return what is on PATHS by one call of each program, None if they cannot be joined so."""
    with scratch("pages") as folder:
        joined = folder / "pages.pdf"
        try:
            boxes = _join(paths, joined)
        except (OSError, pikepdf.PdfError):
            return None
        words, pictures = _words(joined, runner), _pictures(joined, runner)
        if len(paths) == 1:
            words, pictures = words or [""], pictures or [None]
        if len(words) != len(paths) or len(pictures) != len(paths):
            return None
        inks = [_ink(picture, box) for picture, box in zip(pictures, boxes, strict=True)]
        return [Seen(*one) for one in zip(inks, words, strict=True)]


def _join(paths: Sequence[Path], target: Path) -> list[Box]:
    """Write the first page of each of PATHS to TARGET; return their media boxes."""
    boxes: list[Box] = []
    with ExitStack() as stack, pikepdf.new() as joined:
        for path in paths:
            pdf = stack.enter_context(pikepdf.open(path))
            if not pdf.pages:
                raise pikepdf.PdfError("the file has no page")
            left, bottom, right, top = (float(value) for value in pdf.pages[0].mediabox)
            boxes.append((left, bottom, right, top))
            joined.pages.append(pdf.pages[0])
        joined.save(target)
    return boxes


def _words(path: Path, runner: Runner) -> list[str]:
    """Return the words of each page of PATH, each "" without pdftotext to read them."""
    try:
        run = runner.run(Command("pdftotext", ("-q", str(path), "-"), seconds=60))
    except ToolMissingError:
        with pikepdf.open(path) as pdf:
            return [""] * len(pdf.pages)
    pages = run.stdout.split("\f")
    return [" ".join(page.split()) for page in pages[:-1]]


def _pictures(path: Path, runner: Runner) -> list[Path | None]:
    """Return the grey picture of each page of PATH, each None without pdftoppm to make them."""
    prefix = path.with_suffix("")
    arguments = ("-q", "-r", str(_DPI), "-gray", str(path), str(prefix))
    try:
        run = runner.run(Command("pdftoppm", arguments, seconds=60))
    except ToolMissingError:
        with pikepdf.open(path) as pdf:
            return [None] * len(pdf.pages)
    return [*sorted(path.parent.glob("*.pgm"))] if run.ok else []


def _ink(picture: Path | None, box: Box) -> Box | None:
    """Return where PICTURE, of a page with the media BOX, is not white, with a margin."""
    if picture is None:
        return None
    try:
        with opened(picture) as image:
            ink = image.point([255 if level < _PAPER else 0 for level in range(256)])
            found = ink.getbbox()
    except Image.DecompressionBombError:
        return None
    if found is None:
        return None
    left, _, _, top = box
    scale = 72 / _DPI
    return (
        left + found[0] * scale - _MARGIN,
        top - found[3] * scale - _MARGIN,
        left + found[2] * scale + _MARGIN,
        top - found[1] * scale + _MARGIN,
    )
