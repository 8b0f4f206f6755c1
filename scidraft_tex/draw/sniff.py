"""What an image file is by its first bytes, whatever it is called."""

from __future__ import annotations

from typing import Literal

__all__ = ["ImageKind", "kind_of"]

ImageKind = Literal["pdf", "svg", "raster"]


def kind_of(data: bytes) -> ImageKind:
    """Return what DATA is, a whole file; what is neither a PDF nor an SVG is for Pillow."""
    if b"%PDF-" in data[:1024]:
        return "pdf"
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith((b"<svg", b"<?xml", b"<!doctype svg", b"<!--")) and b"<svg" in data.lower():
        return "svg"
    return "svg" if data.startswith(b"\x1f\x8b") else "raster"  # .svgz
