"""Finish: a PDF gets its metadata, and, on request, is imposed or marked for the printer."""

from scidraft_tex.finish.facts import FontFact, OutlineFact, PdfFacts, page_count, pdf_facts
from scidraft_tex.finish.geometry import Size
from scidraft_tex.finish.imposition import (
    A3,
    A4,
    LETTER,
    booklet,
    booklet_order,
    pad_to_multiple,
    same_paper,
    two_up,
)
from scidraft_tex.finish.marks import BLEED_PT, add_crop_marks
from scidraft_tex.finish.metadata import Metadata, PageLayout, finish, licence_url

__all__ = [
    "A3",
    "A4",
    "BLEED_PT",
    "LETTER",
    "FontFact",
    "Metadata",
    "OutlineFact",
    "PageLayout",
    "PdfFacts",
    "Size",
    "add_crop_marks",
    "booklet",
    "booklet_order",
    "finish",
    "licence_url",
    "pad_to_multiple",
    "page_count",
    "pdf_facts",
    "same_paper",
    "two_up",
]
