"""Changes to a bundle that keeps every rule."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import replace

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.pages import Line, PageFacts
from scidraft_tex.bundle.plan import Plan
from tests.bundle.paper import contents_of, good_files

Change = Callable[[Contents], Contents]


def put(name: str, data: bytes | str) -> Change:
    """Put the file NAME into a bundle."""
    raw = data.encode() if isinstance(data, str) else data
    return lambda contents: replace(contents, files={**contents.files, name: raw})


def drop(*names: str) -> Change:
    """Take the files NAMES out of a bundle."""

    def change(contents: Contents) -> Contents:
        return replace(contents, files={k: v for k, v in contents.files.items() if k not in names})

    return change


def preamble(code: str) -> Change:
    """Put CODE before the root's document."""
    return swap("\\begin{document}", f"{code}\n\\begin{{document}}")


def body(code: str) -> Change:
    """Put CODE at the end of the text."""
    return lambda c: put("text.tex", c.files["text.tex"].decode() + f"{code}\n")(c)


def swap(old: str, new: str, name: str = "paper.tex") -> Change:
    """Write NEW for OLD in the file NAME."""

    def change(contents: Contents) -> Contents:
        text = contents.files[name].decode()
        assert old in text
        return put(name, text.replace(old, new))(contents)

    return change


def both(*changes: Change) -> Change:
    """Make all CHANGES."""

    def change(contents: Contents) -> Contents:
        for one in changes:
            contents = one(contents)
        return contents

    return change


def planned(plan: Plan) -> Change:
    """Start anew with a bundle for PLAN."""
    return lambda _: contents_of(good_files(plan), plan)


PAGE = PageFacts(3, 595.3, 841.9)


def shown(*lines: Line, size: float = 10.9, turned: bool = False) -> Change:
    """Say that a page of A4 has LINES."""
    page = replace(PAGE, lines=lines, sizes={size: 1000, 7.97: 50}, turned=turned)
    return lambda contents: replace(contents, pages=(page,))


def biblatex(plan: Plan, version: str, bbl: str = "\\entry{knuth}{book}{}\n") -> Change:
    """Make it a bundle for biblatex; the list is in the format VERSION."""
    head = f"% $ biblatex auxiliary file $\n% $ biblatex bbl format version {version} $\n"
    return both(
        planned(plan),
        swap("graphicx,natbib", "graphicx"),
        preamble("\\usepackage{biblatex}\\addbibresource{paper.bib}"),
        swap("\\bibliography{paper}", "\\printbibliography"),
        put("paper.bbl", head + bbl),
    )


def huge(colour: int, *, profile: bool = False) -> bytes:
    """Return the head of a PNG of 36 million pixels, in colours of the kind COLOUR."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", 6000, 6000, 8, colour, 0, 0, 0)
    extra = chunk(b"iCCP", b"x\0\0") if profile else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", b"")
