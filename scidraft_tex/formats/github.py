"""The findings as GitHub's workflow commands, which annotate lines of a pull request.

GitHub's documentation has the commands under "Workflow commands for GitHub Actions", and its runner
the escapes (`%25`, `%0D`, `%0A`; in properties `%3A` and `%2C`, too).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scidraft_tex.codes import Severity
from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.formats.paths import from_here

__all__ = ["github_text"]

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def github_text(said: Iterable[Diagnostic], site: str) -> str:
    """Return a command a line for each of SAID, whose files are relative to the folder SITE.

    The commands name files relative to the current folder, which is to be the repository's own.
    """
    return "".join(f"{_command(item, site)}\n" for item in said)


def _command(item: Diagnostic, site: str) -> str:
    text = item.message + (f"\n{item.hint}" if item.hint else "")
    properties = ",".join(
        f"{name}={str(value).translate(_PROPERTY)}"
        for name, value in _properties(item, site).items()
    )
    return f"::{_COMMANDS[item.severity]} {properties}::{text.translate(_DATA)}"


def _properties(item: Diagnostic, site: str) -> Mapping[str, str | int]:
    place = item.place
    if place is None:
        return {"title": item.code}
    file = {"file": from_here(place.file, site)}
    where = {"line": place.line, "col": place.column} if place.line else {}
    return {**file, **where, "title": item.code}
