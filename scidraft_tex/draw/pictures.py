"""Opening pictures of pixels: none of more than Pillow takes for safe."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from PIL import Image

__all__ = ["opened"]


@contextmanager
def opened(source: Path | IO[bytes], formats: list[str] | None = None) -> Iterator[Image.Image]:
    """Open the picture SOURCE, of one of FORMATS if any are given.

    Raises what `Image.open` does, and `Image.DecompressionBombError` from the first pixel on that
    Pillow would only warn of: a file of a few bytes may stand for gigabytes.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            image = Image.open(source, formats=formats)
        except Image.DecompressionBombWarning as warning:
            raise Image.DecompressionBombError(str(warning)) from None
    with image:
        yield image
