"""Where a work is to be found: URLs, DOIs and arXiv ids in the forms that people write them."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

__all__ = [
    "Arxiv",
    "arxiv_class",
    "clean_doi",
    "clean_url",
    "entities_decoded",
    "find_arxiv",
    "urls_in",
]

_WRAPPED = re.compile(r"\\(?:url|nolinkurl|path|href)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_ENTITY = re.compile(r"\\?&(?:amp;)?(amp;|#\d+;|#[xX][0-9a-fA-F]+;|[A-Za-z]+\d*;)")
_ESCAPED = re.compile(r"\\([%#&_~$^{}])(?:\{\})?")
_NAMED = {
    "textasciitilde": "~", "textunderscore": "_", "textasciicircum": "^", "sim": "~",
    "slash": "/", "textbackslash": "\\",
}  # fmt: skip
_NAMED_COMMAND = re.compile(rf"\\({'|'.join(_NAMED)})(?![A-Za-z])\s*(?:\{{\}})?")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SPLIT = re.compile(r"\s+(?=https?://)|\s+and\s+|[;,]\s+(?=https?://)")
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"{}\\]+")
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|arxiv[:.]\s*|abs/|^)"
    r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?(?![\d.]*\d)",
    re.IGNORECASE,
)
_ARXIV_CLASS = re.compile(r"\[([a-z-]+(?:\.[A-Za-z-]{2,})?)\]")


@dataclass(frozen=True, slots=True)
class Arxiv:
    """A paper on arXiv: its id without version, and its class (`cs.CL`) where it was named."""

    identifier: str
    subject: str = ""


def _unescaped(value: str) -> str:
    r"""Return VALUE without LaTeX: `\url{…}` and escapes undone, braces gone, entities decoded."""
    wrapped = _WRAPPED.search(value)
    value = wrapped[1] if wrapped else value
    value = _NAMED_COMMAND.sub(lambda match: _NAMED[match[1]], value)
    value = _ESCAPED.sub(r"\1", value).replace("$~$", "~")
    value = value.replace(r"\-", "").replace(r"\/", "").replace("\\allowbreak", "")
    return entities_decoded(re.sub(r"[{}]", "", value)).strip()


def entities_decoded(value: str) -> str:
    """Return VALUE with its HTML entities (those with their semicolon) as characters."""
    return _ENTITY.sub(lambda match: html.unescape(f"&{match[1]}"), value)


def clean_url(value: str) -> str:
    """Return the first URL in VALUE as RFC 3986 writes it, or "" if there is none.

    What may not stand in a URL is percent-encoded; what was encoded stays so.
    """
    url = _SPLIT.split(_unescaped(value))[0].strip().strip("<>\"'").rstrip(".,;")
    if not url or not (_SCHEME.match(url) or re.match(r"(www\.)?[\w-]+\.[\w./-]", url)):
        return ""
    if not _SCHEME.match(url):
        url = f"https://{url}"
    url = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", url)
    return quote(url, safe="%/:?#[]@!$&'()*+,;=-._~")


def urls_in(value: str) -> list[str]:
    r"""Return what each `\url{…}` of VALUE and each bare URL holds, cleaned."""
    found = re.findall(r"\\url\s*\{(?:[^{}]|\{[^{}]*\})*\}|https?://[^\s{}\"<>]+", value)
    return [url for url in map(clean_url, found) if url]


def clean_doi(value: str) -> str:
    """Return the DOI in VALUE, bare or as a URL, or "" if there is none."""
    value = _unescaped(value)
    if "doi.org/" in value and "%" in value:
        value = unquote(value)
    match = _DOI.search(value)
    return match[0].rstrip(".,;") if match else ""


def find_arxiv(value: str) -> Arxiv | None:
    """Return the arXiv paper that VALUE names: an id, a URL, or "arXiv preprint arXiv:…"."""
    value = _unescaped(value)
    match = _ARXIV.search(value)
    if match is None:
        return None
    return Arxiv(match["id"], arxiv_class(value))


def arxiv_class(value: str) -> str:
    """Return the class that VALUE names in brackets, as "arXiv [cs.CL]" does, or ""."""
    match = _ARXIV_CLASS.search(value)
    return match[1] if match else ""
