"""What the templates of a paper are told, and what they make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.engines import Engine
from scidraft_tex.kinds import Kind
from scidraft_tex.languages import Support, find_language
from scidraft_tex.render.article.definitions import needed, used_names
from scidraft_tex.render.article.sheet import Sheet
from scidraft_tex.render.article.title import Affiliation, Credit
from scidraft_tex.render.faces import Faces
from scidraft_tex.render.frame import FILTERS, Numbering
from scidraft_tex.render.templates import Templates

__all__ = ["PREAMBLE", "ArticleFrame", "render_article_frame"]

PREAMBLE = "preamble.tex"
"""The file of a paper's preamble."""
_ROOT_TEMPLATE = "preprint/preprint.tex.j2"
_PREAMBLE_TEMPLATE = "preprint/preamble.tex.j2"
_FONTS_TEMPLATE = "preprint/paperfonts.sty.j2"


@dataclass(frozen=True, slots=True)
class ArticleFrame:
    r"""All about a paper that its text does not say; strings are LaTeX where nothing else is said.

    `root` names its files. `text` and `appendix` are files of the folder, without their `.tex`;
    there may be no appendix. `closing` are headings and texts that stand before the references.
    `label` is the TeX label of the paper itself, empty if nothing refers to it. `contacts` tell how
    authors are reached who are too many for a mark each. `names` are those of the authors, for the
    PDF's metadata, `conjunction` is the word before the last of them. `kinds` are the kinds of
    result that the paper has. `bibliographies` has the `.bib`, if anything is cited. `macros`
    define the formulas' own commands. `deep_lists` tells that lists nest deeper than LaTeX lets
    them. `boxes` are the characters that draw boxes with their code points, `listings` tells of
    listings with a number. `engine` is the one whose mathematics formulas are set in, pdfLaTeX's
    for all. `fonts` is the package beside the root that has `fallback`, `unicode` and the faces
    with XeLaTeX, empty if LaTeX's own will do. The others are as in a book's frame.
    """

    root: str
    title: str
    plain_title: str
    text: str
    authors: tuple[Credit, ...] = ()
    affiliations: tuple[Affiliation, ...] = ()
    contacts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    conjunction: str = "and"
    date: str = ""
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    classes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    licence: str = ""
    address: str = ""
    label: str = ""
    closing: tuple[tuple[str, str], ...] = ()
    appendix: str = ""
    language: str = "en"
    support: Support = Support()  # noqa: RUF009  # frozen
    kinds: tuple[Kind, ...] = ()
    numbering: Numbering = Numbering.SHARED
    bibliographies: tuple[str, ...] = ()
    macros: str = ""
    engine: Engine = Engine.PDFLATEX
    packages: tuple[str, ...] = ()
    commands: frozenset[str] = frozenset()
    unicode: str = ""
    fonts: str = ""
    fallback: str = ""
    ideographs: str = ""
    deep_lists: bool = False
    boxes: tuple[tuple[str, str], ...] = ()
    listings: bool = False
    back_references: bool = False


def render_article_frame(
    frame: ArticleFrame,
    sheet: Sheet,
    engine: Engine,
    faces: Faces,
    texts: Sequence[str],
    templates: Sequence[Path],
    *,
    biblatex: bool = False,
) -> dict[str, str]:
    """Return the root, the preamble and the fonts of FRAME by name, made for ENGINE from TEMPLATES.

    TEXTS are what the root takes in. The preamble has what they, the root and itself use. Raises
    `TemplateFaultError` as `render_frame` does.
    """
    values = {
        "frame": frame,
        "sheet": sheet,
        "faces": faces,
        "language": find_language(frame.language),
        "biblatex": biblatex,
        "screen": True,
        "print": False,
        "engine": engine.value,
        "pdftex": engine is Engine.PDFLATEX,
        "xetex": engine is Engine.XELATEX,
    }
    ours = Templates(tuple(templates), FILTERS)

    def fill(name: str, used: frozenset[str] | None) -> str:
        return ours.fill([name], values | {"uses": _uses(used)})[name]

    body = used_names("\n".join(texts))
    root = fill(_ROOT_TEMPLATE, body)
    used = body | used_names(root)
    everything = needed(fill(_PREAMBLE_TEMPLATE, None), used)
    kept = used | used_names(_definitions(everything))
    preamble = needed(fill(_PREAMBLE_TEMPLATE, kept), used)
    fonts = {f"{frame.fonts}.sty": fill(_FONTS_TEMPLATE, kept)} if frame.fonts else {}
    return {f"{frame.root}.tex": root, PREAMBLE: preamble, **fonts}


def _definitions(preamble: str) -> str:
    """Return PREAMBLE without the lines that load packages: those are what is to be decided."""
    lines = preamble.split("\n")
    return "\n".join(line for line in lines if not line.startswith("\\usepackage"))


def _uses(names: frozenset[str] | None) -> Callable[..., bool]:
    """Return what tells whether any of its arguments is among NAMES, or yes if they are None."""

    def uses(*asked: str) -> bool:
        return names is None or not names.isdisjoint(asked)

    return uses
