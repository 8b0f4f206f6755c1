"""The head of a sheet: whose it is, which it is, for whom, and where it is on the web."""

from __future__ import annotations

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.handout_settings import Audience, SheetPlan
from scidraft_tex.languages import Language
from scidraft_tex.lengths import POINTS_PER_MM
from scidraft_tex.render import tex
from scidraft_tex.render.dates import printed_date
from scidraft_tex.render.qr import QrCapacityError, qr_code
from scidraft_tex.render.sheets.frame import SheetHead
from scidraft_tex.render.sheets.marks import number_text
from scidraft_tex.resolve.handout import Sheet

__all__ = ["edition_of", "head_of"]

_QR_SIZE = 24 * POINTS_PER_MM
"""A code that a telephone reads from a desk: modules of half a millimetre and more."""


def head_of(
    sheet: Sheet, plan: SheetPlan, title: str, language: Language, said: Diagnostics
) -> SheetHead:
    """Return the head of SHEET, planned as PLAN, with TITLE (LaTeX); what is wrong goes to SAID."""
    own, site = sheet.settings, sheet.book.site
    lecturer = own.lecturer or ", ".join(author.name for author in site.authors)
    institute = own.institute or site.institute
    address = own.url or next(iter(sheet.addresses.values()), "")
    code = _code(address, said) if own.qr else ""
    return SheetHead(
        title=title,
        course=tex.escape(own.course),
        lecturer=tex.escape(lecturer),
        where=tuple(tex.escape(text) for text in (own.term, institute) if text),
        number=_number(plan.number, language),
        date=tex.escape(printed_date(own.date, language.tag)),
        edition=tex.escape(edition_of(sheet.audience, language)),
        about=tuple(tex.escape(text) for text in _about(sheet, language)),
        name_field=own.name_field and sheet.audience in {None, "student"},
        qr=code,
        qr_size=_QR_SIZE if code else 0.0,
        address=tex.url(address) if code else "",
        short_address=tex.escape(_short(address)) if code else "",
    )


def edition_of(audience: Audience | None, language: Language) -> str:
    """Return what a file for AUDIENCE says of itself, "" for the students' own."""
    words = {"solutions": "with-solutions", "instructor": "instructor-edition"}
    return language.word(words[audience]) if audience in words else ""


def _number(number: str, language: Language) -> str:
    """Return the NUMBER of a sheet after its word; one that is a word itself stands alone."""
    if not number:
        return ""
    alone = len(number) > 1 and number.isalpha()
    return tex.escape(number if alone else language.word("sheet", number))


def _about(sheet: Sheet, language: Language) -> list[str]:
    """Return the points of all exercises, and the time planned for all, if the sheet tells it."""
    said = []
    if sheet.points is not None and sheet.settings.points:
        points = number_text(sheet.points, language.tag)
        said.append(language.word("one-point" if points == "1" else "points-of", points))
    if sheet.minutes is not None:
        minutes = number_text(sheet.minutes, language.tag)
        said.append(language.word("total-time", language.word("minutes", minutes)))
    return said


def _code(address: str, said: Diagnostics) -> str:
    """Return the QR code of ADDRESS, "" for none or one that is too long, which is told to SAID."""
    if not address:
        return ""
    try:
        return qr_code(address, _QR_SIZE)
    except QrCapacityError as fault:
        said.report("handout-value", f"the address has no QR code: {fault}", None, "shorten `url`")
        return ""


def _short(address: str) -> str:
    """Return ADDRESS as one types it."""
    return address.partition("://")[2].rstrip("/") or address
