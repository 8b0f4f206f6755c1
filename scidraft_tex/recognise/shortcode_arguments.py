"""The arguments of shortcodes: which are known, and which none can do without."""

from __future__ import annotations

from collections.abc import Iterator

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.spelling import did_you_mean

__all__ = ["argument_faults", "lacks", "source_of"]

_ANY = frozenset({"id", "class", "style"})
_KEYS = {
    "references": {"bib", "title"},
    "gallery": {"title", "columns", "cols"},
    "gallery-item": {"image", "src", "caption", "alt", "title", "link", "width", "height"},
    "figure": {
        *("src", "alt", "caption", "title", "width", "height", "link", "target", "rel"),
        *("attr", "attrlink", "loading"),
    },
    "glossary-term": {"term", "def", "definition"},
    "ref": {"path", "lang", "outputformat"},
    "relref": {"path", "lang", "outputformat"},
    "details": {"summary", "title", "open", "name"},
    "quote": {"author", "source", "cite", "link"},
    "entry-a-to-z": {"set"},
    "entry-map": {"set"},
    "occupation-map": {"set"},
    "entry-categories": {"set"},
}
"""The named arguments of shortcodes that print, Hugo's own among them."""

_WANTED = {"figure": "src", "gallery-item": "image", "ref": "path", "relref": "path"}
"""The argument that a shortcode cannot do without, the first if it is not named."""


def argument_faults(code: m.Shortcode) -> Iterator[Diagnostic]:
    """Yield the arguments of CODE that it does not know; if there are none, what it lacks."""
    known = _KEYS.get(code.name)
    if known is None or code.role == "close":
        return
    unknown = False
    for (key, _), place in zip(code.pairs, code.spots, strict=False):
        if key.lower() not in known | _ANY:
            unknown = True
            message = f"the shortcode {code.name} has no argument {key}"
            hint = did_you_mean(key, known, likeness=0.6) or f"it takes {', '.join(sorted(known))}"
            yield diagnostic("shortcode-argument", message, place=place, hint=hint)
    if lacks(code) and not unknown:
        wanted = _WANTED[code.name]
        message = f"the shortcode {code.name} has no {wanted}"
        hint = f'write {wanted}="…"'
        yield diagnostic("shortcode-argument", message, place=code.place, hint=hint)


def lacks(code: m.Shortcode) -> bool:
    """Tell whether CODE lacks what it cannot do without."""
    wanted = _WANTED.get(code.name)
    if wanted is None or code.role == "close" or any(code.arguments):
        return False
    return not any(value for key, value in code.pairs if key.lower() in {wanted, "src"})


def source_of(code: m.Shortcode) -> str:
    """Return the tag of CODE as it may have been written."""
    named = (f'{key}="{value}"' for key, value in code.pairs)
    words = (code.name, *(f'"{value}"' for value in code.arguments), *named)
    return f"{{{{< {' '.join(words)} >}}}}"
