"""What is timed: this program, and the two that a user would run instead, on the same notes.

Each contender writes its input for a site once, and names the commands that build it. The others
do less: kinds of result that Sphinx has no directive for stay bold text, they have one list of
references and no index, and their tables have one style.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
"""The environment that runs this: it holds scidraft-tex and Sphinx."""

CLASSES = {".table-striped", ".table-academic", ".table-bordered"}
DIRECTIVES = (
    *("theorem", "lemma", "definition", "axiom", "proposition", "corollary", "conjecture"),
    *("criterion", "example", "observation", "property", "remark", "assumption"),
)
"""The results that sphinx-proof knows (its documentation, "Directives")."""

_FENCES = re.compile(r"^```.*?^```[^\n]*$", re.DOTALL | re.MULTILINE)
_FORMULA = re.compile(r"\\\\?\((?P<tex>.+?)\\\\?\)", re.DOTALL)
_SHORTCODE = re.compile(r"\{\{[<%].*?[%>]\}\}", re.DOTALL)
_CITATION = re.compile(r"\\cite(?:\[[^\]]*\])?\{(?P<keys>[^}]*)\}")
_RESULT = re.compile(
    rf"^\*\*(?P<kind>{'|'.join(map(str.capitalize, DIRECTIVES))})(?: \((?P<name>[^)]*)\))?\.\*\* "
    r"(?P<body>.*?)\n\n",
    re.DOTALL | re.MULTILINE,
)
_PREAMBLE = (
    r"\usepackage{algorithm}\usepackage{algpseudocode}\usepackage{pmboxdraw}"
    r"\DeclareUnicodeCharacter{25BC}{v}\providecommand\lt{<}\providecommand\gt{>}"
)
"""What these notes need of LaTeX, and neither peer brings."""


@dataclass(frozen=True)
class Build:
    """How a document is built: commands in order, run in `folder`; what comes of it.

    `edited` is the file to which a sentence is added; `environment` is added to ours.
    """

    folder: Path
    commands: tuple[tuple[str, ...], ...]
    pdf: Path
    edited: Path
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Tools:
    """The programs of the peers: mermaid-cli, its settings for puppeteer, and pandoc."""

    mmdc: str
    puppeteer: str
    pandoc: str


@dataclass(frozen=True)
class Note:
    """A note of the site as peers read it."""

    name: str
    title: str
    body: str


def notes_of(site: Path) -> list[Note]:
    """Return the notes of SITE that are printed, by name."""
    found = []
    for path in sorted((site / "content" / "notes").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if path.name == "_index.md" or not text.startswith("+++"):
            continue
        _, head, body = text.split("+++", 2)
        front = tomllib.loads(head)
        if not front.get("promotion"):
            found.append(Note(path.stem, str(front.get("title", path.stem)), body))
    return found


# --- this program ------------------------------------------------------------------------------


def ours(site: Path, folder: Path, tools: Tools) -> Build:  # noqa: ARG001  # as every contender
    """Return how scidraft-tex builds SITE in FOLDER, with caches of its own there."""
    notes = sorted((site / "content" / "notes").rglob("*.md"))
    edited = notes[len(notes) // 2]
    command = (str(BIN / "scidraft-tex"), "book", str(site), "-q")
    environment = {"XDG_CACHE_HOME": str(folder / "cache")}
    return Build(folder, (command,), folder / "build" / "book.pdf", edited, environment)


# --- Sphinx ------------------------------------------------------------------------------------


def sphinx(site: Path, folder: Path, tools: Tools) -> Build:
    """Write SITE for Sphinx with MyST, and return how it is built by its LaTeX builder."""
    notes = notes_of(site)
    for note in notes:
        text = f"# {note.title}\n\n" + "".join(map(_sphinx_part, _parts(note.body)))
        _write(folder / f"{note.name}.md", f"{text}\n")
    contents = "\n".join(note.name for note in notes)
    index = f"# Book\n\n```{{toctree}}\n{contents}\n```\n\n```{{bibliography}}\n```\n"
    _write(folder / "index.md", index)
    _write(folder / "refs.bib", one_bibliography(site))
    values = {
        "project": "Book",
        "author": "x",
        "extensions": [
            *("myst_parser", "sphinx_proof", "sphinxcontrib.bibtex", "sphinxcontrib.mermaid"),
        ],
        "myst_enable_extensions": ["dollarmath", "colon_fence", "attrs_block", "amsmath"],
        "bibtex_bibfiles": ["refs.bib"],
        "mermaid_cmd": tools.mmdc,
        "mermaid_params": ["-p", tools.puppeteer],
        "mermaid_output_format": "raw",
        "latex_elements": {"preamble": _PREAMBLE},
    }
    _write(folder / "conf.py", "".join(f"{key} = {value!r}\n" for key, value in values.items()))
    made = folder / "_latex"
    convert = (sys.executable, "-m", "sphinx", "-q", "-b", "latex", str(folder), str(made))
    edited = folder / f"{notes[len(notes) // 2].name}.md"
    return Build(folder, (convert, _latexmk(made / "book.tex")), made / "book.pdf", edited)


def _sphinx_part(part: str) -> str:
    if part.startswith("```mermaid"):
        return part.replace("```mermaid", "```{mermaid}", 1)
    if part.startswith("```pseudo"):
        return f"```{{raw}} latex\n{_pseudocode(part)}```"
    if part.startswith("```"):
        return part
    cited = _CITATION.sub(lambda found: f"{{cite}}`{found['keys']}`", _plain(part))
    return _RESULT.sub(
        lambda found: (
            f":::{{prf:{found['kind'].lower()}}} {found['name'] or ''}\n{found['body']}\n:::\n\n"
        ),
        cited,
    )


# --- pandoc ------------------------------------------------------------------------------------


def pandoc(site: Path, folder: Path, tools: Tools) -> Build:
    """Write SITE for pandoc's LaTeX writer, and return how its diagrams and pages are made."""
    drawn: dict[str, str] = {}
    parts = []
    for note in notes_of(site):
        path = folder / f"{note.name}.md"
        text = f"\n# {note.title}\n\n"
        text += "".join(_pandoc_part(part, drawn) for part in _parts(note.body))
        _write(path, f"{text}\n")
        parts.append(path)
    _write(folder / "refs.bib", one_bibliography(site))
    _write(folder / "head.tex", f"{_PREAMBLE}\n")
    diagrams = "".join(f"\n```mermaid\n{source}```\n" for source in drawn)
    _write(folder / "diagrams.md", diagrams)
    draw = (
        *(tools.mmdc, "-p", tools.puppeteer, "-q", "-e", "pdf", "--pdfFit"),
        *("-i", str(folder / "diagrams.md"), "-o", str(folder / "drawn.md")),
    )
    convert = (
        *(tools.pandoc, "--file-scope", "-f", "markdown+raw_tex", "-s", "--toc", "--biblatex"),
        *("--top-level-division=chapter", "-V", "documentclass=book"),
        *("-H", str(folder / "head.tex"), "--bibliography", str(folder / "refs.bib")),
        *map(str, parts),
        *("-o", str(folder / "book.tex")),
    )
    commands = ((draw,) if drawn else ()) + (convert, _latexmk(folder / "book.tex"))
    return Build(folder, commands, folder / "book.pdf", parts[len(parts) // 2])


def _pandoc_part(part: str, drawn: dict[str, str]) -> str:
    if part.startswith("```mermaid"):
        source = part.split("\n", 1)[1].rsplit("```", 1)[0]
        return f"![]({drawn.setdefault(source, f'drawn-{len(drawn) + 1}')}.pdf)"
    if part.startswith("```pseudo"):
        return f"```{{=latex}}\n{_pseudocode(part)}```"
    if part.startswith("```"):
        return part
    return _CITATION.sub(_pandoc_citation, _plain(part))


def _pandoc_citation(found: re.Match[str]) -> str:
    return f"[{'; '.join(f'@{key.strip()}' for key in found['keys'].split(','))}]"


# --- what both are given -----------------------------------------------------------------------


def _parts(body: str) -> Iterator[str]:
    """Yield BODY in order, fences apart from what stands between them."""
    end = 0
    for fence in _FENCES.finditer(body):
        yield body[end : fence.start()]
        yield fence.group()
        end = fence.end()
    yield body[end:]


def _plain(text: str) -> str:
    """Return prose without shortcodes and classes of tables, its formulas between dollar signs."""
    lines = (line for line in text.split("\n") if line.strip("{} \t") not in CLASSES)
    text = _SHORTCODE.sub("", "\n".join(lines))
    return _FORMULA.sub(lambda found: f"${found['tex'].strip()}$", text)


def _pseudocode(fence: str) -> str:
    """Return the LaTeX of a pseudocode FENCE."""
    inner = fence.split("\n", 1)[1].rsplit("```", 1)[0]
    return re.sub(r"\\[()]", "$", inner.replace("[H]", "[htbp]"))


def one_bibliography(site: Path) -> str:
    """Return the entries of all bibliographies of SITE in one file, each key once.

    Comments between entries are left out: they stop biber where pybtex lets them pass.
    """
    folder = site / "assets" / "bib"
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.bib")))
    lines = (line for line in text.split("\n") if not line.lstrip().startswith("%"))
    entries: dict[str, str] = {}
    for entry in re.split(r"(?m)^(?=\s*@)", "\n".join(lines)):
        if key := re.match(r"\s*@\w+\{([^,\s]+)", entry):
            entries.setdefault(key[1], entry)
    return "".join(entries.values())


def _latexmk(document: Path) -> tuple[str, ...]:
    return ("latexmk", "-f", "-pdf", "-interaction=batchmode", "-cd", str(document))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


CONTENDERS: dict[str, Callable[[Path, Path, Tools], Build]] = {
    "scidraft-tex": ours,
    "Sphinx": sphinx,
    "pandoc + latexmk": pandoc,
}
