"""What closes a paper: acknowledgements and funding, in the forms that front matter has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scidraft_tex.load.fields import Fields, as_text
from scidraft_tex.load.formats import lowered

__all__ = ["ABSTRACT", "ACKNOWLEDGEMENTS", "FUNDING", "statement"]

ABSTRACT = ("abstract",)
ACKNOWLEDGEMENTS = (
    "acknowledgements", "acknowledgments", "acknowledgement", "acknowledgment", "thanks",
)  # fmt: skip
FUNDING = ("funding",)
"""Keys under which a text may stand; the first that has any counts."""

_FUNDERS = ("funder", "name", "agency", "organization", "organisation", "institution")
_AWARDS = ("award", "awards", "grant", "grants", "number", "award-number", "grant-number")
_ENDS = (".", "!", "?", "…", ".)", ".”", "。")


def statement(fields: Fields, keys: Sequence[str]) -> str:
    """Return the text under the first of KEYS that has any, as Markdown.

    Several texts are a sentence each; a table of a funder with its award, or awards, is one, too.
    Anything else is refused with a warning.
    """
    for key in keys:
        value = fields.values.get(key.lower())
        if isinstance(value, (list, dict)):
            items = value if isinstance(value, list) else [value]
            sentences = [_sentence(item) for item in items]
            if None in sentences:
                fields.refuse(
                    key, "text, or a list of texts or of tables with `funder` and `award`"
                )
            text = "\n".join(sentence for sentence in sentences if sentence)
        else:
            text = fields.string(key)
        if text:
            return text
    return ""


def _sentence(item: object) -> str | None:
    """Return ITEM, a text or a table, as a sentence; "" for nothing, None if it is neither."""
    if not isinstance(item, Mapping):
        text = as_text(item)
        return f"{text}." if text and not text.endswith(_ENDS) else text
    table = lowered(item)
    funder = next(_texts(table, _FUNDERS), "")
    awards = ", ".join(_texts(table, _AWARDS))
    if not funder:
        return None
    return f"{funder} ({awards})." if awards else _sentence(funder)


def _texts(table: Mapping[str, Any], keys: Sequence[str]) -> Iterator[str]:
    """Yield the texts under the first of KEYS that TABLE has."""
    value = next((table[key] for key in keys if table.get(key)), None)
    for item in value if isinstance(value, list) else [value]:
        if text := as_text(item):
            yield text
