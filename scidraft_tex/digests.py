"""Digests: what stands for text or bytes in a few characters."""

from __future__ import annotations

import hashlib

__all__ = ["digest", "digest_of"]


def digest(data: bytes) -> str:
    """Return 32 hexadecimal digits that stand for DATA."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def digest_of(*parts: str | bytes) -> str:
    """Return the digest of PARTS in order, in hexadecimal; where one ends counts, too."""
    made = hashlib.blake2b(digest_size=20)
    for part in parts:
        data = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        made.update(b"%d:" % len(data))
        made.update(data)
    return made.hexdigest()
