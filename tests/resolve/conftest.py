"""A note taken to a paper, on a site made for the test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.handout_settings import HandoutSettings
from scidraft_tex.load.front_texts import front_texts
from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.resolve.preprint import Preprint, resolve_preprint, root_names
from scidraft_tex.settings import Settings
from scidraft_tex.walk import inlines_of, plain_text
from tests.helpers import Shell
from tests.resolve.sheets import MadeSheet, MakeSheet, make_sheet

HUGO = 'title = "A Site"\nbaseURL = "https://site.example/lab/"\n'


@dataclass(frozen=True, slots=True)
class Paper:
    """What a note came to: the preprint, and what was said by *resolve*."""

    preprint: Preprint
    said: tuple[Diagnostic, ...]

    @property
    def note(self) -> m.Note:
        """The note as the paper has it."""
        (note,) = self.preprint.book.notes
        return note

    @property
    def codes(self) -> list[str]:
        """The codes of what was said, in order."""
        return [item.code for item in self.said]

    @property
    def inlines(self) -> list[m.Inline]:
        """Every inline of the paper's blocks, in reading order."""
        return list(inlines_of(self.note.blocks))

    @property
    def citations(self) -> list[m.Citation]:
        """Every citation, in reading order."""
        return [node for node in self.inlines if isinstance(node, m.Citation)]

    @property
    def links(self) -> list[tuple[str, str]]:
        """The target and the text of every link."""
        links = (node for node in self.inlines if isinstance(node, m.Link))
        return [(link.target, plain_text(link.children)) for link in links]

    def texts(self, name: str = "") -> list[str]:
        """Return the paragraphs of the division NAME, "" for those of the body."""
        found: list[str] = []
        for block in self.note.blocks:
            if isinstance(block, m.Division) and name in block.attributes.classes:
                found += map(_text, block.children)
            elif not name and not isinstance(block, m.Division):
                found.append(_text(block))
        return found


def _text(block: m.Block) -> str:
    return plain_text(n for n in getattr(block, "children", ()) if not isinstance(n, m.Paragraph))


MakePaper = Callable[..., Paper]


@pytest.fixture
def paper(tmp_path: Path, shell: Shell) -> MakePaper:
    """Return what makes a paper of the text of a note, `front` being its front matter in TOML.

    `files` are the site's other files by their paths; `hugo` are its settings.
    """

    def make(
        text: str,
        files: Mapping[str, str] | None = None,
        *,
        front: str = 'title = "The Paper"',
        hugo: str = HUGO,
        settings: Settings | None = None,
    ) -> Paper:
        path = "content/notes/paper.md"
        own = {"hugo.toml": hugo, path: f"+++\n{front}\n+++\n\n{text}\n"}
        for name, content in (own | dict(files or {})).items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(content, encoding="utf-8")
        settings = settings or Settings()
        site, _ = load_site(tmp_path, settings)
        source = next(note for note in site.notes if note.path == path)
        texts = front_texts(source)
        read = read_notes([source, *texts.values()], shell)
        (note, *others), _ = recognise(read.notes, Rules(settings.all_kinds))
        written = dict(zip(texts, others, strict=True))
        root = root_names(site.notes)[path]
        preprint, said = resolve_preprint(site, note, written, settings, root)
        return Paper(preprint, tuple(said))

    return make


@pytest.fixture
def sheet(tmp_path: Path, shell: Shell) -> MakeSheet:
    """Return what makes a sheet of the texts of notes by their names, or of that of one.

    `files` are the site's other files by their paths; the rest is as `make_sheet` has it.
    """

    def make(
        notes: str | Mapping[str, str],
        files: Mapping[str, str] | None = None,
        *,
        hugo: str = HUGO,
        handout: HandoutSettings | None = None,
        intro: str = "",
    ) -> MadeSheet:
        texts = {"note": notes} if isinstance(notes, str) else notes
        given = files or {}
        return make_sheet(tmp_path, shell, texts, given, hugo=hugo, handout=handout, intro=intro)

    return make


@pytest.fixture
def said() -> Diagnostics:
    return Diagnostics()
