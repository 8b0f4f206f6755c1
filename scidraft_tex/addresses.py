"""Addresses as notes have them, which may be none: parted without an error."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

__all__ = ["defragmented", "parts_of"]


def parts_of(address: str) -> SplitResult:
    """Return the parts of ADDRESS; one that is no address (`http://[x`) is all path."""
    try:
        return urlsplit(address)
    except ValueError:
        path, fragment = defragmented(address)
        return SplitResult("", "", path, "", fragment)


def defragmented(address: str) -> tuple[str, str]:
    """Return ADDRESS up to its first `#`, and what follows that."""
    before, _, fragment = address.partition("#")
    return before, fragment
