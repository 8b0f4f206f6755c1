"""Keys of notes: names that labels and file names can bear, and that no two notes share."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Container

LONGEST = 80
"""How many characters a key has at most, before a number that tells it from another."""


def key_of(name: str) -> str:
    """Return NAME in `[a-z0-9-]`: accents dropped, everything else a hyphen.

    A name that has none of these, in another script, is `note-` and a digest of it.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    key = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:LONGEST].rstrip("-")
    return key or "note-" + hashlib.sha256(name.encode()).hexdigest()[:8]


def unique_key(name: str, taken: Container[str]) -> str:
    """Return the key of NAME, with the first number from 2 that makes it none of TAKEN."""
    key = key_of(name)
    if key not in taken:
        return key
    number = 2
    while f"{key}-{number}" in taken:
        number += 1
    return f"{key}-{number}"
