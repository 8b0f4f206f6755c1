"""Images made ready to include: checked where TeX takes them as they are, converted where not."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.draw.cache import Cache, Entry, digest, key_digest, place
from scidraft_tex.draw.sniff import kind_of
from scidraft_tex.files import scratch
from scidraft_tex.tools import Command, Runner, ToolMissingError

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["PreparedImage", "prepare_image"]

_FORMAT = "1"
"""Counts up when a conversion changes, so that older entries of the cache miss."""

_WEB_DPI = 96.0
"""Pixels an inch of an image that does not say, as in CSS."""

_DPI_RANGE = (20.0, 2400.0)
_LARGEST = 16_320.0  # pt
"""How wide and high TeX measures at the most: 16,384 of its own points (The TeXbook, ch. 10)."""

_AS_THEY_ARE = {"JPEG": ".jpg", "MPO": ".jpg", "PNG": ".png"}
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "AVIF", "BMP", "TIFF", "ICO", "PPM")
_SVG_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class PreparedImage:
    """An image in the folder: its file's name there, and its natural size in pt."""

    file: str
    width: float
    height: float


class _UnreadableError(Exception):
    """An image cannot be used; the text says why."""


def prepare_image(
    path: Path, folder: Path, cache: Path, runner: Runner, *, grey: bool = False
) -> PreparedImage | Diagnostic:
    """Put the image at PATH into FOLDER in a form that every engine includes.

    PDF, PNG and JPEG stay as they are, SVG becomes PDF (text stays text), and what else Pillow
    reads becomes PNG, of an animation the first picture; with GREY, all lose their colours. Files
    are named by what they hold. What cannot be used comes back as a diagnostic whose place is the
    file; the caller knows the note.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        return _diagnostic(path, f"the file cannot be read: {error.strerror}")
    kind = kind_of(data)
    key = {"image_sha256": digest(data), "kind": kind, "format": _FORMAT}
    store = Cache(cache)
    suffix = {"pdf": ".pdf", "svg": ".pdf"}.get(kind, "")
    suffixes = (suffix,) if suffix else (".png", ".jpg")
    try:
        entry = next(filter(None, (store.find(key, one) for one in suffixes)), None)
        entry = entry or _made(path, data, kind, key, store, runner)
        _check_size(entry.width, entry.height)
    except _UnreadableError as error:
        return _diagnostic(path, str(error))
    except ToolMissingError as error:
        return error.diagnostic
    name = f"{key_digest(key)}{'-grey' if grey else ''}{entry.path.suffix}"
    if grey:
        from scidraft_tex.draw.greys import grey_entry  # noqa: PLC0415  # see _made

        entry = grey_entry(entry, store)
    place(entry.path, folder / name)
    return PreparedImage(name, entry.width, entry.height)


def _diagnostic(path: Path, why: str) -> Diagnostic:
    return diagnostic("image-unreadable", f"{path.name}: {why}", place=Place(path.name))


def _made(
    path: Path, data: bytes, kind: str, key: Mapping[str, str], store: Cache, runner: Runner
) -> Entry:
    """Return the image at PATH, which held DATA, as an entry of STORE; raises `_UnreadableError`.

    The file may change meanwhile: what is stored is what DATA makes, or nothing. Pillow and pikepdf
    are imported here and below: what is in the store does not pay for them.
    """
    import pikepdf  # noqa: PLC0415

    from scidraft_tex.draw.page import page_size  # noqa: PLC0415

    with scratch("image") as folder:
        copy = folder / ("original.pdf" if kind == "pdf" else "original")
        copy.write_bytes(data)
        if kind == "svg":
            made = _from_svg(path, folder, runner)
            _check_unchanged(path, data)
        elif kind == "pdf":
            made = copy
        else:
            made, width, height = _from_raster(copy, folder)
            return store.store(key, made, width, height)
        try:
            width, height = page_size(made)
        except pikepdf.PdfError as error:
            why = str(error).rpartition(".pdf: ")[2]  # qpdf begins with the file's path
            raise _UnreadableError(f"it is no PDF that can be opened: {why}") from error
        return store.store(key, _named(made, folder, ".pdf"), width, height)


def _check_size(width: float, height: float) -> None:
    """Raise `_UnreadableError` for what is larger than TeX can measure; WIDTH and HEIGHT in pt."""
    if max(width, height) > _LARGEST:
        size = f"{width:.0f} pt wide and {height:.0f} pt high"
        raise _UnreadableError(f"it is {size}; TeX measures no more than {_LARGEST:.0f} pt")


def _check_unchanged(path: Path, data: bytes) -> None:
    """Raise `_UnreadableError` unless PATH, which a program has read by its name, still is DATA."""
    try:
        same = path.read_bytes() == data
    except OSError:
        same = False
    if not same:
        raise _UnreadableError("it changed while it was read: build again")


def _bare(words: str, path: Path) -> str:
    """Return what rsvg-convert said, WORDS, of the file at PATH, without its path and codes."""
    words = words.replace(str(path), path.name).removeprefix(f"Error reading SVG {path.name}: ")
    return re.sub(r"^XML parse error: |Error domain \d+ code \d+ on ", "", words, count=2)


def _named(path: Path, folder: Path, suffix: str) -> Path:
    """Return PATH, or a copy of it in FOLDER if its name does not end in SUFFIX."""
    if path.suffix == suffix:
        return path
    return Path(shutil.copyfile(path, folder / f"copy{suffix}"))


def _from_svg(path: Path, folder: Path, runner: Runner) -> Path:
    """Return the SVG at PATH as a PDF without dates; raises `ToolMissingError` too."""
    import pikepdf  # noqa: PLC0415  # see _made

    from scidraft_tex.draw.type3 import outline_type3  # noqa: PLC0415

    made, target = folder / "drawn.pdf", folder / "image.pdf"
    arguments = ("-f", "pdf", "-o", str(made), str(path.resolve()))
    run = runner.run(Command("rsvg-convert", arguments, folder, seconds=_SVG_SECONDS))
    if not run.ok or not made.exists():
        said = run.stderr.strip().splitlines() or ["rsvg-convert cannot draw it"]
        raise _UnreadableError(f"it cannot be drawn: {_bare(said[-1], path)}")
    with pikepdf.open(made) as pdf:
        for page in pdf.pages:
            outline_type3(pdf, page)
        if "/Info" in pdf.trailer:
            del pdf.trailer["/Info"]
        pdf.save(target, deterministic_id=True)
    return target


def _from_raster(path: Path, folder: Path) -> tuple[Path, float, float]:
    """Return PNG and JPEG as they are, others as PNG, with the natural size in pt."""
    from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415  # see _made

    from scidraft_tex.draw.pictures import opened  # noqa: PLC0415

    try:
        Image.init()
        known = [name for name in _FORMATS if name in Image.OPEN]
        with opened(path, known) as image:
            image.load()
            suffix = _AS_THEY_ARE.get(image.format or "")
            turned = image.getexif().get(ExifTags.Base.Orientation, 1) != 1
            if suffix and not turned:
                return (_named(path, folder, suffix), *_natural_size(image))
            upright = _for_png(ImageOps.exif_transpose(image))
            width, height = _natural_size(image)
            if turned and (image.width, image.height) != (upright.width, upright.height):
                width, height = height, width
            target = folder / f"image{suffix or '.png'}"
            upright.save(target, quality=95)
            return target, width, height
    except UnidentifiedImageError:
        raise _UnreadableError("it is no image of a known type") from None
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError) as error:
        raise _UnreadableError(f"it cannot be read: {error}") from error


def _for_png(image: Image.Image) -> Image.Image:
    """Return IMAGE in a mode that PNG has."""
    if image.mode in {"1", "L", "LA", "RGB", "RGBA", "I;16"}:
        return image
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _natural_size(image: Image.Image) -> tuple[float, float]:
    """Return width and height in pt by the resolution that IMAGE names, or the web's."""
    named = image.info.get("dpi", (_WEB_DPI, _WEB_DPI))
    low, high = _DPI_RANGE
    x, y = (float(one) if low <= float(one) <= high else _WEB_DPI for one in named)
    return round(image.width * 72 / x, 2), round(image.height * 72 / y, 2)
