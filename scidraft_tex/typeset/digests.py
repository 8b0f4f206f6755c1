"""What a file held, in a few characters: the pieces of which build records are made."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from pathlib import Path

from scidraft_tex.digests import digest

__all__ = ["digest", "distribution_stamp", "file_digest", "readback_digests", "request_digest"]

_TABLE_WIDTHS = re.compile(rb"\\gdef \\LT@\w+ \{(?:\\LT@entry\s*\{\d+\}\{[^}]*\}\s*)+\}\s*")
_NUMBER_WIDTHS = re.compile(rb"\\global\\@namedef\{scr@dte@[a-z]+@lastmaxnumwidth\}\{[^}]*\}\s*")
_SOURCE_LINES = re.compile(rb"(?<=,)srcline=\{\d+\}(?=[,}])")
_BIBLATEX_STAMPS = re.compile(rb"\\abx@aux@read@(?:bbl@mdfivesum\{[^}]*\}|bblrerun)\s*")


def file_digest(path: Path) -> str:
    """Return the digest of what PATH holds, "" if there is no such file."""
    try:
        return digest(path.read_bytes())
    except OSError:
        return ""


def readback_digests(path: Path) -> tuple[str, str]:
    r"""Return digests of PATH as a file TeX reads back: of its labels, and of its table widths.

    longtable keeps column widths in the `.aux`, as `\gdef \LT@i {…}`. biblatex's checksum of the
    `.bbl`, which serves only its own warning, counts for neither, nor does how wide KOMA-Script
    found the numbers in lists, which only its option `dynnumwidth` reads, nor the line where a
    bookmark's heading stands, which is for bookmark's warnings. "" stands for no file, and for no
    table.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return "", ""
    for unheeded in (_BIBLATEX_STAMPS, _NUMBER_WIDTHS, _SOURCE_LINES):
        data = unheeded.sub(b"", data)
    widths = b"".join(_TABLE_WIDTHS.findall(data))
    return digest(_TABLE_WIDTHS.sub(b"", data)), digest(widths) if widths else ""


def request_digest(bcf: Path) -> str:
    """Return the digest of what a biber control file BCF asks for, "" if it cites nothing.

    Its comments and spaces do not count. A file that is no XML is taken byte by byte. A file that
    does not exist asks for nothing.
    """
    try:
        data = bcf.read_bytes()
    except OSError:
        return ""
    try:
        root = ET.fromstring(data)  # noqa: S314 - our own TeX run wrote it, it holds no entities
    except ET.ParseError:
        return digest(data)
    if not any(element.tag.endswith(("}citekey", "}citekeys")) for element in root.iter()):
        return ""
    parts = (
        f"{element.tag} {sorted(element.attrib.items())} {(element.text or '').strip()}"
        for element in root.iter()
    )
    return digest("\n".join(parts).encode())


def distribution_stamp(files: Iterable[str]) -> str:
    """Return the digest of names, sizes and times of FILES: packages and fonts outside the folder.

    It changes with the TeX installation; reading them all would take longer than a pass.
    """
    stamps = []
    for file in sorted(set(files)):
        try:
            status = Path(file).stat()
        except OSError:
            continue
        stamps.append(f"{file} {status.st_size} {status.st_mtime_ns}")
    return digest("\n".join(stamps).encode())
