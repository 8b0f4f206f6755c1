"""The cipher of Type 1 fonts (Adobe Type 1 Font Format, chapter 7), for megabytes of it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import accumulate

__all__ = ["CHARSTRING", "EEXEC", "decrypted", "encrypted"]

EEXEC = 55665
"""The key of a font's private part."""

CHARSTRING = 4330
"""The key of a glyph's program."""

_FACTOR, _TERM, _MODULUS = 52845, 22719, 1 << 16

_BLOCK = 256
"""How many bytes of a text a lane has: so many products of a byte and 16 bits have sums of 32."""

_LANE = 4
"""How many bytes a lane's state takes within an integer of all lanes."""


def encrypted(text: bytes, key: int) -> bytes:
    """Return TEXT, which begins with the bytes to be passed over, encrypted with KEY."""
    state, made = key, bytearray()
    add, factor, term = made.append, _FACTOR, _TERM
    for byte in text:
        cipher = byte ^ state >> 8
        add(cipher)
        state = (cipher + state) * factor + term & 65535
    return bytes(made)


def decrypted(texts: Sequence[bytes], key: int) -> list[bytes]:
    """Return each of TEXTS decrypted with KEY.

    The state of the cipher is linear in the bytes before it, modulo 65,536. So all texts are read
    at once, in blocks: an integer holds the states of all blocks, and one operation moves them on.
    """
    counts = [-(-len(text) // _BLOCK) for text in texts]
    data = b"".join(
        text.ljust(count * _BLOCK, b"\0") for text, count in zip(texts, counts, strict=True)
    )
    lanes = len(data) // _BLOCK
    if not lanes:
        return [b"" for _ in texts]
    columns = [_spread(data[place::_BLOCK], lanes) for place in range(_BLOCK)]
    states = _join(_starts(columns, counts, lanes, key))
    term = _join([_TERM] * lanes)
    mask = _join([_MODULUS - 1] * lanes)
    stream = bytearray(len(data))
    for place, column in enumerate(columns):
        stream[place::_BLOCK] = states.to_bytes(lanes * _LANE, "little")[1::_LANE]
        states = (states + column) * _FACTOR + term & mask
    plain = (int.from_bytes(data, "little") ^ int.from_bytes(stream, "little")).to_bytes(
        len(data), "little"
    )
    firsts = accumulate(counts, initial=0)
    return [
        plain[first * _BLOCK : first * _BLOCK + len(text)]
        for text, first in zip(texts, firsts, strict=False)
    ]


def _starts(columns: Sequence[int], counts: Sequence[int], lanes: int, key: int) -> list[int]:
    """Return the state that each block begins with; COUNTS are how many blocks each text has."""
    weights = [pow(_FACTOR, _BLOCK - place, _MODULUS) for place in range(_BLOCK)]
    sums = sum(map(int.__mul__, columns, weights))
    ends = struct.unpack(f"<{lanes}I", sums.to_bytes(lanes * _LANE, "little"))
    constant = sum(_TERM * pow(_FACTOR, place, _MODULUS) for place in range(_BLOCK))
    factor = pow(_FACTOR, _BLOCK, _MODULUS)
    starts: list[int] = []
    for count in counts:
        state = key
        for end in ends[len(starts) : len(starts) + count]:
            starts.append(state)
            state = (state * factor + constant + end) % _MODULUS
    return starts


def _spread(values: bytes, lanes: int) -> int:
    """Return VALUES, a byte a lane, as one integer."""
    spread = bytearray(lanes * _LANE)
    spread[::_LANE] = values
    return int.from_bytes(spread, "little")


def _join(values: Sequence[int]) -> int:
    """Return VALUES, one a lane, as one integer."""
    return int.from_bytes(struct.pack(f"<{len(values)}I", *values), "little")
