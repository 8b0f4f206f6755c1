"""Pictures in grey, as a press without colours prints them.

A colour becomes the grey of its luminance (PDF 1.7, 10.3.3 and 10.3.5). What is rewritten of a PDF
are the colours of its contents, of forms within them, of shadings between two colours, and images
of eight bits; what else holds a colour keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Operator, Stream
from PIL import Image

from scidraft_tex.draw.cache import Cache, Entry, digest
from scidraft_tex.files import scratch

__all__ = ["grey_entry", "grey_pdf"]

_FORMAT = "1"
"""Counts up when what is done to a picture changes, so that older entries of the cache miss."""

_FILL = frozenset({"rg", "k", "sc", "scn"})
_COLOURS = _FILL | {"RG", "K", "SC", "SCN"}
_SPACES = {3: frozenset({"/DeviceRGB", "/CalRGB"}), 4: frozenset({"/DeviceCMYK"})}


def grey_entry(entry: Entry, store: Cache) -> Entry:
    """Return the picture ENTRY in grey, by way of STORE, where it is kept."""
    suffix = entry.path.suffix
    key = {"grey_of_sha256": digest(entry.path.read_bytes()), "format": _FORMAT}
    known = store.find(key, suffix)
    if known is not None:
        return known
    with scratch("grey") as folder:
        made = folder / f"grey{suffix}"
        if suffix == ".pdf":
            grey_pdf(entry.path, made)
        else:
            _grey_raster(entry.path, made)
        return store.store(key, made, entry.width, entry.height)


def _grey_raster(source: Path, target: Path) -> None:
    with Image.open(source) as image:
        alpha = image.has_transparency_data
        grey = image.convert("RGBA").convert("LA") if alpha else image.convert("L")
        grey.save(target, dpi=image.info.get("dpi", (96.0, 96.0)), quality=95)


def grey_pdf(source: Path, target: Path) -> None:
    """Write the PDF at SOURCE to TARGET in grey; raises `pikepdf.PdfError` for what is none."""
    with pikepdf.open(source) as document:
        for page in document.pages:
            page.contents_coalesce()
            resources = page.obj.get("/Resources", Dictionary())
            content = pikepdf.parse_content_stream(page)
            page.obj.Contents = document.make_stream(_grey_content(content, resources))
        for item in list(document.objects):
            _grey_object(document, item)
        document.save(target, deterministic_id=True)


# --- objects -----------------------------------------------------------------------------------


def _grey_object(document: pikepdf.Pdf, item: Object) -> None:
    """Rewrite ITEM if it is a form, an image or a shading, or holds a group or shadings."""
    if isinstance(item, Stream) and item.get("/Subtype") == Name.Form:
        content = pikepdf.parse_content_stream(item)
        item.write(_grey_content(content, item.get("/Resources", Dictionary())))
    elif isinstance(item, Stream) and item.get("/Subtype") == Name.Image:
        _grey_image(item)
    if not isinstance(item, Dictionary | Stream):
        return
    group = item.get("/Group")
    if isinstance(group, Dictionary) and _components(group.get("/CS")) in {3, 4}:
        group.CS = Name.DeviceGray
    shading = item.get("/Shading") if item.get("/PatternType") == 2 else item
    if isinstance(shading, Dictionary) and "/ShadingType" in shading:
        _grey_shading(document, shading)


def _grey_image(image: Stream) -> None:
    """Make an image of eight bits in red, green and blue one of grey."""
    if image.get("/BitsPerComponent") != 8 or _components(image.get("/ColorSpace")) != 3:
        return
    try:
        picture = pikepdf.PdfImage(image).as_pil_image().convert("L")
    except (pikepdf.PdfError, NotImplementedError, ValueError, OSError):
        return
    image.write(picture.tobytes())
    image.ColorSpace = Name.DeviceGray
    if "/Decode" in image:
        del image["/Decode"]


def _grey_shading(document: pikepdf.Pdf, shading: Dictionary) -> None:
    function = shading.get("/Function")
    count = _components(shading.get("/ColorSpace"))
    if count not in {3, 4} or not isinstance(function, Dictionary | Stream):
        return
    grey = _grey_function(function)
    if grey is None:
        return
    shading.Function = document.make_indirect(grey)
    shading.ColorSpace = Name.DeviceGray
    if "/Background" in shading:
        shading.Background = Array([_grey(_numbers(shading.Background))])


def _grey_function(function: Object) -> Dictionary | None:
    """Return FUNCTION, from a number to a colour, as one to a grey; None if it is sampled."""
    kind = function.get("/FunctionType")
    made: dict[str, Any] = {key: value for key, value in function.items() if key != "/Range"}
    if kind == 2:
        made["/C0"] = Array([_grey(_numbers(function.get("/C0", Array([0, 0, 0]))))])
        made["/C1"] = Array([_grey(_numbers(function.get("/C1", Array([1, 1, 1]))))])
    elif kind == 3:
        parts = [_grey_function(part) for part in list(function.Functions)]
        if None in parts:
            return None
        made["/Functions"] = Array([part for part in parts if part is not None])
    else:
        return None
    return Dictionary(made)


# --- contents ----------------------------------------------------------------------------------


def _grey_content(content: Iterable[Any], resources: Object) -> bytes:
    """Return CONTENT with every operator that sets a colour as one that sets a grey."""
    spaces = resources.get("/ColorSpace", Dictionary())
    return pikepdf.unparse_content_stream([_instruction(one, spaces) for one in content])


def _instruction(one: Any, spaces: Object) -> Any:
    name, operands = str(one.operator), list(one.operands)
    if name in {"cs", "CS"}:
        space = spaces.get(str(operands[0]), operands[0])
        return _with(one, [Name.DeviceGray]) if _components(space) in {3, 4} else one
    if name in _COLOURS and len(operands) in {3, 4} and not _is_pattern(operands):
        operator = "g" if name in {"rg", "k"} else "G" if name in {"RG", "K"} else name
        return pikepdf.ContentStreamInstruction([_grey(_numbers(operands))], Operator(operator))
    return one


def _with(one: Any, operands: list[Any]) -> pikepdf.ContentStreamInstruction:
    return pikepdf.ContentStreamInstruction(operands, one.operator)


def _is_pattern(operands: Sequence[Any]) -> bool:
    return any(isinstance(operand, Name) for operand in operands)


def _components(space: Object | None) -> int:
    """Return how many numbers make a colour of SPACE, 0 where it is none of red, green and blue."""
    if isinstance(space, Array) and len(space):
        if space[0] == Name.ICCBased:
            return int(space[1].get("/N", 0))
        space = space[0]
    return next((count for count, names in _SPACES.items() if str(space) in names), 0)


def _numbers(values: Iterable[Any]) -> list[float]:
    return [float(value) for value in values]


def _grey(colour: Sequence[float]) -> float:
    """Return the luminance of COLOUR: red, green and blue, or the four inks; grey stays."""
    if len(colour) == 1:
        return colour[0]
    first, second, third = colour[:3]
    weighted = 0.3 * first + 0.59 * second + 0.11 * third
    grey = 1 - min(1.0, weighted + colour[3]) if len(colour) == 4 else weighted
    return round(min(1.0, max(0.0, grey)), 4)
