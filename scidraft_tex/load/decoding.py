"""A file's bytes as the text that every later line and column is counted in."""

from __future__ import annotations

from dataclasses import dataclass

MARK = "\ufffd"
"""What stands for bytes that are no text: it prints as a mark that cannot be overlooked."""


@dataclass(frozen=True, slots=True)
class EncodingFault:
    """Bytes that are no text: why, and the line and the column, in characters, of the first."""

    reason: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text, and what is wrong with its bytes, if anything."""

    text: str
    fault: EncodingFault | None = None


def decode(data: bytes) -> Decoded:
    r"""Return DATA as text with `\n` line ends and without a byte order mark.

    UTF-8 is the one encoding that Hugo reads. Bytes that are none, and NULs, which no program after
    this one takes, are told, and become a `MARK` each.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = _lines(data.decode("utf-16", errors="replace"))
        return Decoded(text.replace("\0", MARK), EncodingFault("the file is UTF-16", 1, 1))
    text = data.decode("utf-8", errors="replace")
    fault = _bad_byte(data) if MARK in text else None
    if fault is None and "\0" in text:
        reason = _nuls(text.count("\0"))
        fault = _fault(reason, text[: text.index("\0")])
    return Decoded(_lines(text).replace("\0", MARK), fault)


def _bad_byte(data: bytes) -> EncodingFault | None:
    """Return what is wrong with DATA at its first byte that is not UTF-8; None if all are."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        known = data.count(MARK.encode())
        more = data.decode("utf-8", errors="replace").count(MARK) - known - 1
        reason = f"byte 0x{data[error.start]:02X} is not UTF-8" + _more(more)
        return _fault(reason, data[: error.start].decode("utf-8"))
    return None


def _nuls(count: int) -> str:
    return (
        "the file holds a NUL character" if count == 1 else f"the file holds {count} NUL characters"
    )


def _more(count: int) -> str:
    are = "is" if count == 1 else "are"
    return f", nor {are} {count} more" if count > 0 else ""


def _lines(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _fault(reason: str, before: str) -> EncodingFault:
    lines = _lines(before).split("\n")
    return EncodingFault(reason, len(lines), len(lines[-1]) + 1)
