"""Figures: the formats that the compiler takes as they are, without any conversion."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pikepdf

from scidraft_tex.bundle.contents import Contents, suffix
from scidraft_tex.bundle.png import is_png, png_facts
from scidraft_tex.bundle.reach import FIGURES, GRAPHICS
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic

__all__ = ["FIGURE_RULES", "active_figures", "figure_formats", "large_figures", "unseen_figures"]

MEGAPIXELS = 34.0
"""Above this arXiv warns: a full page at 600 dots an inch, roughly (its preflight's value)."""

_DRAWN = frozenset({".eps", ".ps", ".svg", ".gif", ".tif", ".tiff", ".bmp", ".webp", ".jp2", ".ai"})
_CONVERTED = re.compile(r"-eps-converted-to\b")
_SIGNATURES = {".jpg": b"\xff\xd8", ".jpeg": b"\xff\xd8"}
_SCRIPTS = frozenset({"/JavaScript", "/JS"})


def figure_formats(contents: Contents) -> Iterator[Diagnostic]:
    """A figure is a PDF, a PNG or a JPEG, and is what its name says; nothing is converted."""
    compiler = contents.plan.compiler.value
    for name in contents.of_kind(*_DRAWN):
        message = f"{name} is no format that {compiler} shows without converting it"
        yield diagnostic("bundle-figure-format", message, place=Place(name))
    for use in contents.uses(*GRAPHICS):
        if _CONVERTED.search(use.argument):
            message = f"{use.argument} is named as epstopdf names what it converts"
            yield diagnostic("bundle-figure-format", message, place=use.place)
    for name in contents.of_kind(*FIGURES[contents.plan.compiler]):
        if not _is_what_it_says(name, contents.files[name]):
            message = f"{name} is no {suffix(name)[1:].upper()}, whatever its name says"
            yield diagnostic("bundle-figure-damaged", message, place=Place(name))


def active_figures(contents: Contents) -> Iterator[Diagnostic]:
    """No PDF has a script in it, and none is encrypted."""
    for name in contents.of_kind(".pdf"):
        try:
            with pikepdf.open(io.BytesIO(contents.files[name])) as document:
                if document.is_encrypted:
                    yield _locked(name)
                if any(_is_script(item) for item in document.objects):
                    message = f"{name} has JavaScript in it"
                    yield diagnostic("bundle-figure-script", message, place=Place(name))
        except pikepdf.PasswordError:
            yield _locked(name)
        except pikepdf.PdfError:
            continue  # told by figure_formats


def large_figures(contents: Contents) -> Iterator[Diagnostic]:
    """A PNG of very many pixels is one that TeX takes in without setting it anew."""
    for name in contents.of_kind(".png"):
        facts = png_facts(contents.files[name])
        if facts and facts.megapixels > MEGAPIXELS and not facts.is_copied:
            message = (
                f"{name} has {facts.megapixels:.0f} million pixels and is of a kind that TeX has "
                "to set anew: arXiv may run out of time"
            )
            yield diagnostic("bundle-figure-large", message, place=Place(name))


def unseen_figures(contents: Contents) -> Iterator[Diagnostic]:
    r"""Every figure is named by `\includegraphics` itself: arXiv takes others to be unused."""
    named = {use.argument.removeprefix("./") for use in contents.uses(*GRAPHICS)}
    for name in contents.of_kind(*FIGURES[contents.plan.compiler]):
        stem = name[: -len(suffix(name))]
        if not {name, stem} & named and not any(name.endswith(f"/{one}") for one in named if one):
            message = f"{name} is shown by a command that arXiv does not look for"
            yield diagnostic("bundle-figure-unseen", message, place=Place(name))


def _is_what_it_says(name: str, data: bytes) -> bool:
    end = suffix(name)
    if end == ".pdf":
        return _is_pdf(data)
    return is_png(data) if end == ".png" else data.startswith(_SIGNATURES[end])


def _is_pdf(data: bytes) -> bool:
    if not data.startswith(b"%PDF-"):
        return False
    try:
        with pikepdf.open(io.BytesIO(data)) as document:
            return len(document.pages) > 0
    except pikepdf.PasswordError:
        return True
    except pikepdf.PdfError:
        return False


def _is_script(item: pikepdf.Object) -> bool:
    """Tell whether ITEM, or what it holds itself, is an action in JavaScript."""
    if isinstance(item, pikepdf.Dictionary):
        if item.get("/S") == "/JavaScript" or any(key in item for key in _SCRIPTS):
            return True
        held: list[object] = [item[key] for key in item.keys()]  # noqa: SIM118 - not a mapping
    elif isinstance(item, pikepdf.Array):
        held = list(item)
    else:
        return False
    within = (one for one in held if isinstance(one, pikepdf.Object))
    return any(_is_script(one) for one in within if not one.is_indirect)


def _locked(name: str) -> Diagnostic:
    return diagnostic("bundle-figure-encrypted", f"{name} is encrypted", place=Place(name))


FIGURE_RULES = (figure_formats, active_figures, large_figures, unseen_figures)
