"""A file's bytes as the text that every later line and column is counted in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EncodingFault:
    """Bytes that are no text: why, and the line and the column, in characters, from 1."""

    reason: str
    line: int
    column: int


def decode(data: bytes) -> str | EncodingFault:
    r"""Return DATA as text with `\n` line ends and without a byte order mark, or what is at fault.

    UTF-8 is the one encoding that Hugo reads. A NUL is refused: no program after this one takes it.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        reason = "the file is UTF-16" if wide else f"byte 0x{data[error.start]:02X} is not UTF-8"
        return _fault(reason, data[: error.start].decode("utf-8"))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        return _fault("the file holds a NUL character", text[: text.index("\0")])
    return text


def _fault(reason: str, before: str) -> EncodingFault:
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return EncodingFault(reason, len(lines), len(lines[-1]) + 1)
