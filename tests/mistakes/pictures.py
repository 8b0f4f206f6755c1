"""Image files that are damaged, as a transfer that broke off leaves them."""

from __future__ import annotations

import io

from PIL import Image

__all__ = ["BROKEN_JPEG", "BROKEN_PNG"]


def _cut(kind: str) -> bytes:
    """Return the first half of a picture of the format KIND."""
    image = Image.radial_gradient("L")
    whole = io.BytesIO()
    image.convert("RGB").save(whole, kind)
    return whole.getvalue()[: len(whole.getvalue()) // 2]


BROKEN_PNG = _cut("PNG")
BROKEN_JPEG = _cut("JPEG")
