"""What is no reader's business: comments that tell of the machine the source was written on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic

__all__ = ["PRIVATE_RULES", "local_comments", "local_fields"]

_LOCAL = (
    (re.compile(r"^%%\s*\S[^:]*\.\w+:\d+"), "the place of a source"),
    (re.compile(r"\bfile:/|~/"), "a path of this machine"),
    (re.compile(r"(?<![\w:/.@*-])/(?:[\w.+-]+/)+[\w.+-]*"), "a path of this machine"),
    (re.compile(r"(?<!\w)[A-Za-z]:\\[\w.]"), "a path of this machine"),
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "an e-mail address"),
    (re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b"), "a remark for its authors"),
    (re.compile(r"%\s*!\s*T[Ee]X\b|-\*-|Local Variables:"), "a setting of an editor"),
)
_FIELD = re.compile(r"^\s*(?:file|owner)\s*=", re.IGNORECASE)
_PATH = re.compile(r"\bfile:/|[{\"]\s*(?:~/|/(?:home|Users|root|tmp|var|mnt|srv)/|[A-Za-z]:\\)")


def local_comments(contents: Contents) -> Iterator[Diagnostic]:
    """No comment names a place of this machine, an address, or what is still to do."""
    texts = (*contents.sources, *((contents.bbl,) if contents.bbl else ()))
    for source in texts:
        for comment in source.comments:
            what = _told_by(comment.text)
            if what:
                place = Place(source.name, comment.line)
                message = f"a comment tells {what}: {_short(comment.text)}"
                yield diagnostic("bundle-local", message, place=place)


def local_fields(contents: Contents) -> Iterator[Diagnostic]:
    """No entry of a bibliography names a file of this machine."""
    for name in contents.of_kind(".bib"):
        lines = contents.files[name].decode("utf-8", "replace").splitlines()
        for number, line in enumerate(lines, start=1):
            if _FIELD.match(line) or _PATH.search(line):
                message = f"an entry tells of a file of this machine: {_short(line)}"
                yield diagnostic("bundle-local", message, place=Place(name, number))


def _told_by(comment: str) -> str:
    return next((what for pattern, what in _LOCAL if pattern.search(comment)), "")


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 60 else f"{text[:57]}…"


PRIVATE_RULES = (local_comments, local_fields)
