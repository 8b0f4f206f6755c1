"""Bytes as text, and what is wrong with them and where."""

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
        ("a \ufffd of the writer's\n".encode(), "a \ufffd of the writer's\n"),
    ],
)
def test_text(data: bytes, text: str) -> None:
    decoded = decode(data)
    assert (decoded.text, decoded.fault) == (text, None)


@pytest.mark.parametrize(
    ("data", "text", "fault"),
    [
        (b"ab\r\n\xc3\xa4\xff", "ab\nä\ufffd", EncodingFault("byte 0xFF is not UTF-8", 2, 2)),
        (
            "\ufffd, na\u00efve K\u00f6nig".encode() + b" \xe4 \xf6",
            "\ufffd, na\u00efve K\u00f6nig \ufffd \ufffd",
            EncodingFault("byte 0xE4 is not UTF-8, nor is 1 more", 1, 16),
        ),
        (b"\xe4 \xe4 \xe4", "\ufffd " * 2 + "\ufffd", None),
        (b"a\nb\0", "a\nb\ufffd", EncodingFault("the file holds a NUL character", 2, 2)),
        (b"\0\0", "\ufffd\ufffd", EncodingFault("the file holds 2 NUL characters", 1, 1)),
        ("\ufeffä\n".encode("utf-16-le"), "ä\n", EncodingFault("the file is UTF-16", 1, 1)),
    ],
)
def test_faults_are_told_and_their_bytes_are_marks(
    data: bytes, text: str, fault: EncodingFault | None
) -> None:
    fault = fault or EncodingFault("byte 0xE4 is not UTF-8, nor are 2 more", 1, 1)
    assert (decode(data).text, decode(data).fault) == (text, fault)


@given(st.binary(max_size=60))
def test_any_bytes_are_text_with_a_fault_for_what_is_none(data: bytes) -> None:
    decoded = decode(data)
    assert not {"\r", "\0"} & set(decoded.text)
    if decoded.fault:
        lines = decoded.text.split("\n")
        assert decoded.fault.column <= len(lines[decoded.fault.line - 1]) + 1
