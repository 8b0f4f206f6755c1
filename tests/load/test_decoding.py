"""Bytes as text, or what is at fault and where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.load.decoding import EncodingFault, decode


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\xef\xbb\xbfa\r\nb\rc\n", "a\nb\nc\n"),
        ("ä\u2028ö\x0cü".encode(), "ä\u2028ö\x0cü"),
    ],
)
def test_text(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"ab\r\n\xc3\xa4\xff", EncodingFault("byte 0xFF is not UTF-8", 2, 2)),
        (b"\xe4", EncodingFault("byte 0xE4 is not UTF-8", 1, 1)),
        (b"a\nb\0", EncodingFault("the file holds a NUL character", 2, 2)),
        ("\ufeffa\n".encode("utf-16-le"), EncodingFault("the file is UTF-16", 1, 1)),
    ],
)
def test_faults(data: bytes, fault: EncodingFault) -> None:
    assert decode(data) == fault


@given(st.binary(max_size=60))
def test_any_bytes_are_text_or_a_fault(data: bytes) -> None:
    result = decode(data)
    assert isinstance(result, EncodingFault) or not {"\r", "\0"} & set(result)
