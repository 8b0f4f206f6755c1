"""Reading values of front matter and of a site's settings as the types wanted, with warnings."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import Any

from scidraft_tex.diagnostics import Diagnostics, Place, Severity, diagnostic
from scidraft_tex.load.formats import lowered
from scidraft_tex.model import Author

_ORCID = re.compile(
    r"(?:https?://(?:www\.)?orcid\.org/|orcid:\s*)?"
    r"([0-9]{4})[-\u2010-\u2013]?([0-9]{4})[-\u2010-\u2013]?([0-9]{4})[-\u2010-\u2013]?([0-9]{3}[0-9X])/?",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?:mailto:)?(?P<address>[^@\s<>,;:\"]+@[^@\s<>,;:\"]+\.[^@\s<>,;:\".]{2,})")
_DATE_FORMATS = ("%d %b %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y", "%Y/%m/%d")
_SPACED_OFFSET = re.compile(r"\s+(?=[+-]\d\d:?\d\d$|Z$)")


@dataclass(frozen=True, slots=True)
class Fields:
    """Fields with lower-case keys; a value of the wrong type is a warning of `code` at its line.

    `text` is what they were read from, and `first_line` the line of `file` on which it begins.
    """

    values: Mapping[str, Any]
    file: str
    text: str
    found: Diagnostics
    code: str = "front-matter-value"
    first_line: int = 1

    def place(self, key: str) -> Place:
        """Return where KEY is written, or where the text begins."""
        match = self._written(key)
        return self._at(match.start("key")) if match else Place(self.file, self.first_line)

    def value_place(self, key: str) -> Place:
        """Return where the value of KEY is written, if that is on its line; else where KEY is."""
        match = self._written(key)
        return self._at(match.start("value")) if match and match["value"] else self.place(key)

    def _written(self, key: str) -> re.Match[str] | None:
        name = re.escape(key)
        at_line_start = rf"^[ \t{{\[]*(?:[\w-]+\.)*[\"']?(?P<key>{name})[\"']?[ \t]*"
        at_line_start += r"(?:\]|[:=][ \t]*(?P<value>[^\s#]?))"
        in_json = rf"\"(?P<key>{name})\"\s*:[ \t]*(?P<value>\S?)"
        flags = re.IGNORECASE | re.MULTILINE
        return re.search(at_line_start, self.text, flags) or re.search(in_json, self.text, flags)

    def _at(self, offset: int) -> Place:
        """Return the place of the character at OFFSET of the text."""
        line = self.text.count("\n", 0, offset) + self.first_line
        return Place(self.file, line, offset - self.text.rfind("\n", 0, offset))

    def refuse(self, key: str, wanted: str) -> None:
        """Warn that the value of KEY is not what is WANTED."""
        message = f"`{key}` wants {wanted}, not {_shown(self.values.get(key.lower()))}"
        self.found.add(
            diagnostic(self.code, message, place=self.value_place(key), severity=Severity.WARNING)
        )

    def string(self, *keys: str) -> str:
        """Return the trimmed text of the first of KEYS that has any; numbers and dates are text."""
        for key in keys:
            value = self.values.get(key.lower())
            text = as_text(value)
            if text is None:
                self.refuse(key, "text")
            elif text:
                return text
        return ""

    def strings(self, key: str, separator: str = "") -> tuple[str, ...]:
        """Return the texts of KEY: a list, or one text, split at any sign of SEPARATOR."""
        value = self.values.get(key.lower())
        items = value if isinstance(value, list) else [value]
        if separator and isinstance(value, str):
            items = re.split(f"[{re.escape(separator)}]", value)
        texts = [as_text(item) for item in items]
        if None in texts:
            self.refuse(key, "text or a list of texts")
        return tuple(text for text in texts if text)

    def flag(self, key: str) -> bool:
        """Return KEY as a truth value; false if there is none."""
        match self.values.get(key.lower()):
            case bool(value):
                return value
            case str(value) if value.strip().lower() in {"true", "false"}:
                return value.strip().lower() == "true"
            case None | "":
                return False
        self.refuse(key, "true or false")
        return False

    def whole(self, key: str) -> int:
        """Return KEY as a whole number; 0 if there is none."""
        match self.values.get(key.lower()):
            case bool():
                pass
            case int(value):
                return value
            case float(value) if value.is_integer():
                return int(value)
            case str(value) if re.fullmatch(r"\s*[-+]?[0-9]{1,9}\s*", value):
                return int(value)
            case None | "":
                return 0
        self.refuse(key, "a whole number")
        return 0

    def moment(self, key: str) -> dt.datetime | None:
        """Return KEY as a moment in UTC (a day is its midnight), or None; says nothing."""
        return as_moment(self.values.get(key.lower()))

    def day(self, key: str) -> str:
        """Return KEY as the day that its author wrote, `2026-11-30`, or ""."""
        value = self.values.get(key.lower())
        if value is None or value == "":
            return ""
        moment = _parsed(value)
        if moment is None:
            self.refuse(key, "a date such as 2026-11-30")
            return ""
        return moment.date().isoformat()

    def authors(self, *keys: str) -> tuple[Author, ...]:
        """Return the authors under the first of KEYS that has any: text, a table, or a list.

        An ORCID iD whose check digit is wrong, or an e-mail address that is none, is left out.
        """
        for key in keys:
            value = self.values.get(key.lower())
            items = value if isinstance(value, list) else [value]
            people = [_author(item) for item in items if item not in (None, "")]
            if None in people:
                self.refuse(key, "a name, or a table with `name`")
            if known := tuple(self._checked(person) for person in people if person):
                return known
        return ()

    def _checked(self, author: Author) -> Author:
        """Return AUTHOR less what cannot be theirs, which is reported."""
        email, orcid = clean_email(author.email), clean_orcid(author.orcid)
        if author.email and not email:
            self.warn(author.email, "email", "an address such as ada@example.org")
        if author.orcid and not orcid:
            wanted = "an ORCID iD such as 0000-0002-1825-0097, whose last digit checks the others"
            self.warn(author.orcid, "orcid", wanted)
        return replace(author, email=email, orcid=orcid)

    def warn(self, value: str, key: str, wanted: str) -> None:
        """Warn that VALUE, which stands somewhere under KEY, is not what is WANTED."""
        at = self.text.find(value)
        place = self._at(at) if at >= 0 else self.place(key)
        message = f"`{key}` wants {wanted}, not {_shown(value)}"
        self.found.add(diagnostic(self.code, message, place=place, severity=Severity.WARNING))

    def table(self, key: str) -> Mapping[str, Any]:
        """Return the table under KEY; an empty one if there is none."""
        value = self.values.get(key.lower())
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.refuse(key, "a table")
            return {}
        return value


def as_text(value: object) -> str | None:
    """Return VALUE as trimmed text, "" for none, or None if it is no single value."""
    match value:
        case None:
            return ""
        case str():
            return value.strip()
        case bool():
            return None
        case int() | float():
            return str(value)
        case dt.date() | dt.time():
            return value.isoformat()
    return None


def as_moment(value: object) -> dt.datetime | None:
    """Return VALUE, a TOML date or text as Hugo takes it, as a moment in UTC, or None."""
    moment = _parsed(value)
    if moment is None:
        return None
    if moment.tzinfo is None:
        return moment.replace(tzinfo=dt.UTC)
    try:
        return moment.astimezone(dt.UTC)
    except OverflowError:
        return moment.replace(tzinfo=dt.UTC)


def _parsed(value: object) -> dt.datetime | None:
    match value:
        case dt.datetime():
            return value
        case dt.date():
            return dt.datetime(value.year, value.month, value.day, tzinfo=dt.UTC)
        case str():
            return _parsed_text(value.strip())
    return None


def _parsed_text(text: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(_SPACED_OFFSET.sub("", text))
    except ValueError:
        pass
    for form in _DATE_FORMATS:
        try:
            return dt.datetime.strptime(text, form).replace(tzinfo=dt.UTC)
        except ValueError:
            continue
    try:
        return parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _author(written: object) -> Author | None:
    if not isinstance(written, dict):
        name = as_text(written)
        return Author(name) if name else None
    value = lowered(written)
    name = as_text(value.get("name"))
    if not name:
        return None
    affiliation = next(
        (value[k] for k in ("affiliation", "institute", "institution") if value.get(k)), ""
    )
    places = affiliation if isinstance(affiliation, list) else [affiliation]
    return Author(
        name=name,
        affiliation="; ".join(text for place in places if (text := as_text(place))),
        email=as_text(value.get("email")) or "",
        orcid=as_text(value.get("orcid")) or "",
    )


def clean_orcid(written: str) -> str:
    """Return an ORCID iD, written as such or as its address, as `0000-0002-1825-0097`.

    "" if it is none: its last sign checks the others by ISO/IEC 7064, MOD 11-2.
    """
    match = _ORCID.fullmatch(written.strip())
    if match is None:
        return ""
    signs = "".join(match.groups()).upper()
    total = 0
    for digit in signs[:-1]:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    if signs[-1] != ("X" if check == 10 else str(check)):
        return ""
    return "-".join(signs[start : start + 4] for start in range(0, 16, 4))


def clean_email(written: str) -> str:
    """Return an e-mail address, with or without `mailto:` before it; "" if it is none."""
    match = _EMAIL.fullmatch(written.strip())
    return match["address"] if match else ""


def _shown(value: object) -> str:
    match value:
        case dict():
            return "a table"
        case list():
            return "a list"
        case bool():
            return str(value).lower()
    text = str(value)
    return f"`{text}`" if len(text) <= 40 else f"`{text[:40]}…`"
