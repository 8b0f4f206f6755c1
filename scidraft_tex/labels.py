"""TeX labels out of any characters, so that no two different ids ever meet."""

from __future__ import annotations

import re

_OTHER = re.compile(r"[^A-Za-z0-9.-]")


def label(*parts: str) -> str:
    """Return a TeX label of PARTS joined by colons.

    Any character outside `A-Z a-z 0-9 . -` becomes `=` with its code point in hexadecimal and `=`
    once more: the encoding is injective, and nothing in it means anything to TeX.
    """
    return ":".join(_OTHER.sub(_encoded, part) for part in parts)


def _encoded(found: re.Match[str]) -> str:
    return f"={ord(found.group()):x}="
