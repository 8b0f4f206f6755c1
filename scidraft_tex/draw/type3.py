"""Type 3 glyphs in a drawn PDF turned into outlines.

Chromium embeds as Type 3 what it cannot embed as TrueType: OpenType fonts with PostScript outlines
(icons, many CJK fonts) and colour emoji. Printers and publishers refuse such fonts, so each run of
their glyphs becomes the paths that it draws, marked with the text that it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pikepdf

__all__ = ["outline_type3"]

Matrix = tuple[float, float, float, float, float, float]

_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def outline_type3(pdf: pikepdf.Pdf, page: pikepdf.Page) -> int:
    """Replace the Type 3 text of PAGE by paths; return how many runs of text were replaced."""
    return _outline(pdf, page.obj, set())


def _outline(pdf: pikepdf.Pdf, holder: Any, seen: set[tuple[int, int]]) -> int:
    """Do so in HOLDER, a page or a form, and in the forms that it uses."""
    resources = holder.get("/Resources", pikepdf.Dictionary())
    count = 0
    for form in dict(resources.get("/XObject", {})).values():
        if form.get("/Subtype") == "/Form" and form.objgen not in seen:
            seen.add(form.objgen)
            count += _outline(pdf, form, seen)
    fonts = {
        name: font
        for name, font in dict(resources.get("/Font", {})).items()
        if font.get("/Subtype") == "/Type3"
    }
    if not fonts:
        return count
    done: list[Any] = []
    for block in _blocks(pikepdf.parse_content_stream(holder)):
        used = {str(operands[0]) for operands, operator in block if str(operator) == "Tf"}
        if len(used) == 1 and used <= fonts.keys():
            font = fonts[used.pop()]
            done += _paths(block, font)
            _lend_resources(resources, font)
            count += 1
        else:
            done += block
    content = pikepdf.unparse_content_stream(done)
    if holder.get("/Type") == "/Page":
        holder.Contents = pdf.make_stream(content)
    else:
        holder.write(content)
    for name in fonts:
        if not re.search(rb"%s[\s]" % re.escape(name.encode()), content):
            del resources.Font[name]
    return count


def _blocks(instructions: Any) -> Iterator[list[Any]]:
    """Yield a content stream's text objects (BT … ET) whole, other instructions singly."""
    block: list[Any] = []
    for instruction in instructions:
        operator = str(instruction[1])
        if operator == "BT" or block:
            block.append(instruction)
            if operator == "ET":
                yield block
                block = []
        else:
            yield [instruction]
    if block:
        yield block


def _paths(block: list[Any], font: Any) -> Iterator[Any]:
    """Yield instructions that draw the glyphs of BLOCK, all of them of FONT."""
    line = _IDENTITY
    advance, size = 0.0, 1.0
    unicode = _to_unicode(font)
    for operands, operator in block:
        match str(operator):
            case "Tf":
                size = float(operands[1])
            case "Tm":
                line, advance = _matrix(operands), 0.0
            case "Td":
                x, y = map(float, operands)
                line, advance = _times((1.0, 0.0, 0.0, 1.0, x, y), line), 0.0
            case "Tj":
                for code in bytes(operands[0]):
                    at = _times((size, 0.0, 0.0, size, advance, 0.0), line)
                    yield from _glyph(font, code, at, unicode.get(code, ""))
                    advance += _width(font, code) * size
            case "BT" | "ET":
                pass
            case _:
                yield operands, operator


def _glyph(font: Any, code: int, at: Matrix, text: str) -> Iterator[Any]:
    """Yield instructions that draw the glyph of CODE where AT puts a font of size 1."""
    procedure = font.CharProcs.get(_glyph_names(font).get(code, "/.notdef"))
    if procedure is None:
        return
    if text:
        actual = pikepdf.Dictionary(ActualText=pikepdf.String(text))
        yield [pikepdf.Name.Span, actual], pikepdf.Operator("BDC")
    yield [], pikepdf.Operator("q")
    matrix = _times(_matrix(font.FontMatrix), at)
    yield [Decimal(f"{value:.6f}") for value in matrix], pikepdf.Operator("cm")
    instructions: Any = pikepdf.parse_content_stream(procedure)
    for operands, operator in instructions:
        if str(operator) not in {"d0", "d1"}:
            yield operands, operator
    yield [], pikepdf.Operator("Q")
    if text:
        yield [], pikepdf.Operator("EMC")


def _glyph_names(font: Any) -> dict[int, str]:
    """Return the glyph's name for each code, from the font's Differences."""
    names: dict[int, str] = {}
    code = 0
    for item in font.Encoding.Differences:
        if isinstance(item, pikepdf.Name):
            names[code] = str(item)
            code += 1
        else:
            code = int(item)
    return names


def _width(font: Any, code: int) -> float:
    """Return how far the glyph of CODE advances a font of size 1."""
    index = code - int(font.FirstChar)
    widths = font.Widths
    return float(widths[index]) * float(font.FontMatrix[0]) if 0 <= index < len(widths) else 0.0


def _to_unicode(font: Any) -> dict[int, str]:
    """Return the text of each code, from the font's ToUnicode map (bfchar and bfrange)."""
    if "/ToUnicode" not in font:
        return {}
    source = font.ToUnicode.read_bytes().decode("latin-1")
    found: dict[int, str] = {}
    for section in re.findall(r"beginbfchar(.*?)endbfchar", source, re.DOTALL):
        for code, text in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", section):
            found[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be", "replace")
    for section in re.findall(r"beginbfrange(.*?)endbfrange", source, re.DOTALL):
        for first, last, text in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", section):
            for step in range(int(last, 16) - int(first, 16) + 1):
                found[int(first, 16) + step] = chr(int(text[-4:], 16) + step)
    return found


def _lend_resources(resources: Any, font: Any) -> None:
    """Give RESOURCES what the glyphs of FONT use, under the names that they use."""
    for category, items in dict(font.get("/Resources", {})).items():
        if not isinstance(items, pikepdf.Dictionary):
            continue
        if category not in resources:
            resources[category] = pikepdf.Dictionary()
        for name, item in dict(items).items():
            if name not in resources[category]:
                resources[category][name] = item


def _matrix(values: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in values)
    return a, b, c, d, e, f


def _times(one: Matrix, other: Matrix) -> Matrix:
    """Return ONE followed by OTHER."""
    a, b, c, d, e, f = one
    m, n, o, p, q, r = other
    return (
        a * m + b * o,
        a * n + b * p,
        c * m + d * o,
        c * n + d * p,
        e * m + f * o + q,
        e * n + f * p + r,
    )
