r"""Characters by number, as `\char` takes them in KaTeX: the number is Unicode's."""

from __future__ import annotations

import re

__all__ = ["character_at"]

_NUMBER = re.compile(r"""\s*(?:`\\?(.)|"([0-9A-Fa-f]+)|'([0-7]+)|(\d+))""")


def character_at(tex: str, offset: int) -> tuple[str, int] | None:
    """Return the character whose number stands in TEX at OFFSET, and where the number ends.

    The number is decimal, octal after `'`, hexadecimal after `"`, or a character after a grave
    accent. None where there is none; one beyond Unicode is its replacement character.
    """
    found = _NUMBER.match(tex, offset)
    if found is None:
        return None
    quoted, hexadecimal, octal, decimal = found.groups()
    if quoted:
        return quoted, found.end()
    base = 16 if hexadecimal else 8 if octal else 10
    digits = (hexadecimal or octal or decimal)[:12]  # enough for any character
    code = int(digits, base)
    valid = code < 0x110000 and not 0xD800 <= code < 0xE000
    return (chr(code) if valid else "\ufffd"), found.end()
