from __future__ import annotations

import gzip

import pytest

from scidraft_tex.draw.sniff import kind_of


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n", "pdf"),
        (b"\n\n%PDF-1.4", "pdf"),
        (b"\xef\xbb\xbf<svg/>", "svg"),
        (b'<?xml version="1.0"?>\n<SVG/>', "svg"),
        (b"<?xml?><html/>", "raster"),
        (gzip.compress(b"<svg/>", mtime=0), "svg"),
        (b"\x89PNG\r\n", "raster"),
        (b"", "raster"),
    ],
)
def test_the_first_bytes_decide(data: bytes, kind: str) -> None:
    assert kind_of(data) == kind
