"""What a PDF says of itself: its document information, its XMP packet, and how viewers open it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

import pikepdf
from pikepdf import Dictionary, Name, String
from pikepdf.models.metadata import PdfMetadata

from scidraft_tex import __version__
from scidraft_tex.finish.save import save

__all__ = ["Metadata", "PageLayout", "finish", "licence_url"]

_CC_NAMESPACE = "http://creativecommons.org/ns#"
_CREATIVE_COMMONS = re.compile(
    r"(?:CC|Creative Commons)[ -]?(?P<terms>BY(?:-(?:NC|ND|SA))*|0|Zero)[ -](?P<version>\d\.\d)",
    re.IGNORECASE,
)


class PageLayout(StrEnum):
    """How a viewer lays out the pages when it opens the file (PDF 1.7, table 28)."""

    SINGLE_PAGE = "SinglePage"
    ONE_COLUMN = "OneColumn"
    TWO_PAGES = "TwoPageRight"
    """Facing pages as in a bound book: odd ones on the right."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is said of a document.

    `language` is a BCP 47 tag; `licence` its name, such as `CC BY 4.0`; `licence_url` where it can
    be read, known of itself for Creative Commons.
    """

    title: str
    authors: tuple[str, ...] = ()
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: str = ""
    licence: str = ""
    licence_url: str = ""
    layout: PageLayout = PageLayout.SINGLE_PAGE


def licence_url(licence: str) -> str:
    """Return where the text of a Creative Commons LICENCE is, "" for any other.

    >>> licence_url("CC BY-SA 4.0")
    'https://creativecommons.org/licenses/by-sa/4.0/'
    """
    match = _CREATIVE_COMMONS.fullmatch(licence.strip())
    if not match:
        return ""
    terms, version = match["terms"].lower(), match["version"]
    if terms in {"0", "zero"}:
        return f"https://creativecommons.org/publicdomain/zero/{version}/"
    return f"https://creativecommons.org/licenses/{terms}/{version}/"


def finish(pdf: Path, out: Path, metadata: Metadata, *, epoch: int | None = None) -> int:
    """Write PDF to OUT with METADATA; return how many pages there are.

    Its pages, outline, page labels and links stay as they are. EPOCH, seconds since 1970, dates
    the file and makes its bytes the same each time; without it the file is dated now. Raises
    `pikepdf.PdfError` for what is no PDF, `OSError` for a file that cannot be read or written.
    """
    when = datetime.now(UTC) if epoch is None else datetime.fromtimestamp(epoch, UTC)
    with pikepdf.open(pdf) as document:
        _information(document, metadata, when)
        with document.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
            _packet(xmp, metadata, when, str(document.docinfo.get("/Producer", "")))
        _catalog(document.Root, metadata)
        save(document, out, deterministic=epoch is not None)
        return len(document.pages)


def _creator() -> str:
    return f"scidraft-tex {__version__}"


def _information(document: pikepdf.Pdf, metadata: Metadata, when: datetime) -> None:
    """Set the document information dictionary; an empty text removes its entry."""
    date = when.strftime("D:%Y%m%d%H%M%SZ")
    texts = {
        "/Title": metadata.title,
        "/Author": ", ".join(metadata.authors),
        "/Subject": metadata.subject,
        "/Keywords": ", ".join(metadata.keywords),
        "/Creator": _creator(),
        "/CreationDate": date,
        "/ModDate": date,
    }
    for key, text in texts.items():
        if text:
            document.docinfo[key] = String(text)
        elif key in document.docinfo:
            del document.docinfo[key]


def _packet(xmp: PdfMetadata, metadata: Metadata, when: datetime, producer: str) -> None:
    """Set the XMP packet, which says the same and the licence."""
    PdfMetadata.register_xml_namespace(_CC_NAMESPACE, "cc")
    date = when.isoformat(timespec="seconds")
    url = metadata.licence_url or licence_url(metadata.licence)
    values: dict[str, str | list[str] | set[str]] = {
        "dc:title": metadata.title,
        "dc:creator": list(metadata.authors),
        "dc:description": metadata.subject,
        "dc:subject": set(metadata.keywords),
        "dc:language": {metadata.language} if metadata.language else "",
        "dc:rights": metadata.licence,
        "pdf:Producer": producer,
        "pdf:Keywords": ", ".join(metadata.keywords),
        "xmp:CreatorTool": _creator(),
        "xmp:CreateDate": date,
        "xmp:ModifyDate": date,
        "xmp:MetadataDate": date,
        "xmpRights:Marked": "True" if metadata.licence else "",
        "xmpRights:UsageTerms": metadata.licence,
        "xmpRights:WebStatement": url,
        "cc:license": url,
    }
    for key, value in values.items():
        if value:
            xmp[key] = value
        elif key in xmp:
            del xmp[key]


def _catalog(root: pikepdf.Object, metadata: Metadata) -> None:
    """Tell viewers the language, to show the title in place of the file's name, and the layout."""
    if metadata.language:
        root.Lang = String(metadata.language)
    preferences = root.get("/ViewerPreferences", Dictionary())
    preferences.DisplayDocTitle = True
    root.ViewerPreferences = preferences
    root.PageLayout = Name(f"/{metadata.layout}")
    if "/Outlines" in root and "/PageMode" not in root:
        root.PageMode = Name.UseOutlines
