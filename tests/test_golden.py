"""Golden documents: notes, and the LaTeX and diagnostics that they come to.

A document is Markdown. Each of its second-level headings is a case: a `note` block, then what it
comes to in a `tex` block, and in a `diagnostics` block if anything is said. A `file PATH` block
before the first case is a file of the site. `pytest --bless` writes what the cases come to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from scidraft_tex.labels import label
from tests.helpers import Made, Shell, make_notes

FOLDER = Path(__file__).parent / "golden"
_BLOCK = re.compile(
    r"^~~~~~ (?P<kind>\w+) ?(?P<name>\S*)\n(?P<text>.*?)^~~~~~$", re.MULTILINE | re.DOTALL
)
_CASE = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Case:
    """A case of a document: its title, its part of the document, its blocks by their kind."""

    title: str
    source: str
    blocks: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """The name of its note."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")

    def text(self, kind: str) -> str:
        """Return its block of KIND, or ""."""
        return dict(self.blocks).get(kind, "")


def parse(document: str) -> tuple[dict[str, str], list[Case]]:
    """Return the site's files and the cases of DOCUMENT."""
    head, *rest = _parts(document)
    files = {found["name"]: found["text"] for found in _BLOCK.finditer(head)}
    cases = []
    for part in rest:
        title = _CASE.match(part)
        assert title is not None
        blocks = tuple((found["kind"], found["text"]) for found in _BLOCK.finditer(part))
        cases.append(Case(title["title"], part, blocks))
    return files, cases


def _parts(document: str) -> Iterator[str]:
    """Yield what stands before the first case of DOCUMENT, then each case."""
    covered = [(found.start(), found.end()) for found in _BLOCK.finditer(document)]
    starts = [
        found.start()
        for found in _CASE.finditer(document)
        if not any(start < found.start() < end for start, end in covered)
    ]
    for start, end in zip([0, *starts], [*starts, len(document)], strict=True):
        yield document[start:end]


@cache
def document(name: str) -> tuple[dict[str, str], list[Case]]:
    return parse((FOLDER / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, shell: Shell) -> dict[str, dict[str, Made]]:
    """Return what every case comes to, by document and note; one is made when it is asked for."""

    class Documents(dict[str, dict[str, Made]]):
        def __missing__(self, name: str) -> dict[str, Made]:
            files, cases = document(name)
            folder = tmp_path_factory.mktemp(Path(name).stem).resolve()
            notes = {case.key: (case.text("note"), {"title": "A note"}) for case in cases}
            self[name] = make_notes(folder, shell, notes, files)
            return self[name]

    return Documents()


def shift(case: Case) -> int:
    """Return how many lines of the file stand before the note: its front matter, if not its own."""
    return 0 if case.text("note").startswith("+++") else 1


def tex_of(made: Made, case: Case) -> str:
    """Return the note's body, its own file called `note.md` and its labels `note:…`."""
    own = label(case.key)
    body = re.sub(
        rf"content/notes/{case.key}\.md:(\d+)",
        lambda found: f"note.md:{int(found[1]) - shift(case)}",
        made.body,
    )
    return body.replace(f"{{{own}:", "{note:").replace(f"[{own}:", "[note:") + "\n"


def said_by(made: Made, case: Case) -> str:
    """Return the diagnostics, a line each: place, severity, code, message; lines are the note's."""
    own = shift(case)
    lines = []
    for item in made.said:
        line, column = (item.place.line - own, item.place.column) if item.place else (0, 0)
        message = re.sub(r"\bline (\d+)", lambda found: f"line {int(found[1]) - own}", item.message)
        lines.append(f"{line}:{column} {item.severity} {item.code}: {message}\n")
    return "".join(lines)


def blessed(case: Case, actual: dict[str, str]) -> str:
    """Return the case's part of the document with what it comes to."""
    head = re.split(r"^~~~~~ (?:tex|diagnostics)", case.source, maxsplit=1, flags=re.MULTILINE)[0]
    blocks = [f"~~~~~ {kind}\n{text}~~~~~\n" for kind, text in actual.items() if text]
    return "\n".join([head.rstrip() + "\n", *blocks]) + "\n"


def _ids() -> list[tuple[str, str]]:
    names = sorted(path.name for path in FOLDER.glob("*.md"))
    return [(name, case.title) for name in names for case in document(name)[1]]


@pytest.mark.parametrize(("name", "title"), _ids())
def test_golden(
    name: str, title: str, made: dict[str, dict[str, Made]], request: pytest.FixtureRequest
) -> None:
    case = next(case for case in document(name)[1] if case.title == title)
    note = made[name][case.key]
    actual = {"tex": tex_of(note, case), "diagnostics": said_by(note, case)}
    if request.config.getoption("--bless"):
        path = FOLDER / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(case.source, blessed(case, actual)), encoding="utf-8")
        return
    assert actual["tex"] == case.text("tex")
    assert actual["diagnostics"] == case.text("diagnostics")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.md")), ids=lambda path: path.name)
def test_titles_name_one_case(path: Path) -> None:
    _, cases = document(path.name)
    keys = [case.key for case in cases]
    assert len(keys) == len(set(keys)) > 0


def test_a_heading_within_a_block_is_no_case() -> None:
    text = "# D\n\n## One\n\n~~~~~ note\n## Inside\n~~~~~\n\n~~~~~ tex\nx\n~~~~~\n"
    files, cases = parse(text)
    assert files == {}
    assert [(case.title, case.text("note"), case.text("tex")) for case in cases] == [
        ("One", "## Inside\n", "x\n")
    ]


def test_blessing_keeps_the_note_and_replaces_what_it_comes_to() -> None:
    _, (case,) = parse("# D\n\n## One\n\nWhy.\n\n~~~~~ note\na\n~~~~~\n\n~~~~~ tex\nx\n~~~~~\n")
    text = blessed(case, {"tex": "y\n", "diagnostics": "1:1 error e: m\n"})
    assert text == (
        "## One\n\nWhy.\n\n~~~~~ note\na\n~~~~~\n\n~~~~~ tex\ny\n~~~~~\n\n"
        "~~~~~ diagnostics\n1:1 error e: m\n~~~~~\n\n"
    )
