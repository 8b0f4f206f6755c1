"""Pictures that try to read files, to call somebody, to run something, or to grow without end."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, String

__all__ = ["HARMLESS", "UNREADABLE"]

_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:xi="http://www.w3.org/2001/XInclude" width="{size}" height="{size}">{body}'
    '<text y="20">Drawn</text></svg>'
)


def _svg(body: str, head: str = "", size: str = "60") -> bytes:
    return (f"<?xml version='1.0'?>{head}" + _SVG.format(body=body, size=size)).encode()


def _entity(address: str) -> bytes:
    return _svg("<text>&x;</text>", f'<!DOCTYPE svg [<!ENTITY x SYSTEM "{address}">]>')


def _laughing() -> bytes:
    rows = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(10))
    return _svg("<text>&k;</text>", f'<!DOCTYPE svg [<!ENTITY a "ha">{rows}]>')


def _doubling() -> bytes:
    uses = "".join(
        f'<g id="g{n + 1}">{f"""<use xlink:href="#g{n}"/>""" * 10}</g>' for n in range(12)
    )
    return _svg(f'<defs><rect id="g0" width="1" height="1"/>{uses}</defs><use xlink:href="#g12"/>')


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png(width: int, height: int, *before: bytes) -> bytes:
    """Return a PNG of black and white that says that it has so many pixels.

    It has as many, but for one that is so large that its head is enough.
    """
    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    count = height if width * height < 200_000_000 else 9
    rows = b"".join(packer.compress(row) for _ in range(count)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = [_chunk(b"IHDR", head), *before, _chunk(b"IDAT", rows), _chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _text_bomb() -> bytes:
    return _png(8, 8, _chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(9_000_000), 9)))


def _gif(width: int, height: int) -> bytes:
    frame = b"," + struct.pack("<HHHHB", 0, 0, width, height, 0)
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6)
    return head + frame + b"\x02\x02\x4c\x01\x00;"


def _acting_pdf(address: str) -> bytes:
    """Return a PDF that would run a script, a program, and open files, wherever PDFs may."""
    script = Dictionary(S=Name.JavaScript, JS=String(f"app.launchURL('{address}')"))
    launch = Dictionary(S=Name.Launch, F=String("/bin/sh"), Win=Dictionary(F=String("cmd.exe")))
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(60, 60))
        page.obj.Contents = pdf.make_stream(b"0 0 30 30 re f")
        rect = Array([0, 0, 60, 60])
        links = [script, launch, Dictionary(S=Name.URI, URI=String("file:///etc/passwd"))]
        links.append(Dictionary(S=Name.GoToR, F=String("/etc/passwd"), D=Array([0, Name.Fit])))
        page.obj.Annots = Array(
            [Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=rect, A=one) for one in links]
        )
        page.obj.AA = Dictionary(O=script, C=launch)
        pdf.Root.OpenAction = script
        pdf.Root.AA = Dictionary(WC=script)
        pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([String("a"), script])))
        pdf.attachments["evil.sh"] = b"echo evil"
        made = BytesIO()
        pdf.save(made)
    return made.getvalue()


def _vast_pdf(_: str) -> bytes:
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(60, 60)).mediabox = Array([0, 0, 10**9, 10**9])
        made = BytesIO()
        pdf.save(made)
    return made.getvalue()


Picture = Callable[[str, str], bytes]
"""Makes a picture that is after the file FILE and the address ADDRESS."""

HARMLESS: Mapping[str, Picture] = {
    "image-file.svg": lambda file, _: _svg(f'<image xlink:href="file://{file}" width="9"/>'),
    "image-path.svg": lambda *_: _svg('<image href="../../secret.png" width="9" height="9"/>'),
    "image-http.svg": lambda _, address: _svg(f'<image href="{address}" width="9" height="9"/>'),
    "style-http.svg": lambda _, address: _svg(
        f"<style>@import url({address}); rect {{ fill: url({address}#a) }}</style>",
        f'<?xml-stylesheet href="{address}"?>',
    ),
    "included.svg": lambda file, _: _svg(f'<xi:include parse="text" href="file://{file}"/>'),
    "script.svg": lambda _, address: _svg(
        f'<script xlink:href="{address}">fetch("{address}")</script>'
        f'<a xlink:href="javascript:alert(1)"><rect width="9" height="9" onload="x()"/></a>'
    ),
    "acting.pdf": lambda _, address: _acting_pdf(address),
}
"""What is drawn without what it is after."""

UNREADABLE: Mapping[str, Picture] = {
    "entity-file.svg": lambda file, _: _entity(f"file://{file}"),
    "entity-http.svg": lambda _, address: _entity(address),
    "laughing.svg": lambda *_: _laughing(),
    "doubling.svg": lambda *_: _doubling(),
    "huge.svg": lambda *_: _svg("", size="1e9"),
    "vast.pdf": lambda _, address: _vast_pdf(address),
    "hundred-million.png": lambda *_: _png(10_000, 10_000),
    "bomb.png": lambda *_: _png(100_000, 100_000),
    "text.png": lambda *_: _text_bomb(),
    "bomb.gif": lambda *_: _gif(65_535, 65_535),
    "long.png": lambda *_: _png(30_000, 1),
}
"""What is told and not drawn."""
