"""Notes taken to a sheet, on a site made for the test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.handout_settings import Audience, HandoutSettings, SheetPlan
from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.resolve.handout import Sheet
from scidraft_tex.resolve.sheet import resolve_sheet
from scidraft_tex.resolve.withhold import withhold
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.walk import blocks_of, inlines_of, plain_text

__all__ = ["MadeSheet", "MakeSheet", "blocks", "inlines", "make_sheet", "text"]

HUGO = 'title = "A Site"\nbaseURL = "https://site.example/lab/"\n'


@dataclass(frozen=True, slots=True)
class MadeSheet:
    """What notes came to: the sheet, whole, and what was said on the way."""

    sheet: Sheet
    said: tuple[Diagnostic, ...]

    @property
    def codes(self) -> list[str]:
        """The codes of what was said, in order."""
        return [item.code for item in self.said]

    def audience(self, audience: Audience) -> Sheet:
        """Return the sheet as AUDIENCE has it."""
        return withhold(self.sheet, audience)

    @property
    def student(self) -> Sheet:
        """The sheet as students have it."""
        return self.audience("student")

    @property
    def solutions(self) -> Sheet:
        """The sheet with solutions."""
        return self.audience("solutions")

    @property
    def instructor(self) -> Sheet:
        """The sheet as the instructor has it."""
        return self.audience("instructor")


MakeSheet = Callable[..., MadeSheet]


def make_sheet(
    folder: Path,
    runner: Runner,
    notes: Mapping[str, str],
    files: Mapping[str, str],
    *,
    hugo: str = HUGO,
    handout: HandoutSettings | None = None,
    intro: str = "",
) -> MadeSheet:
    """Return the sheet of NOTES, texts by names, on a site in FOLDER that holds FILES beside them.

    INTRO stands before them.
    """
    own = {f"content/notes/{name}.md": _titled(text) for name, text in notes.items()}
    for name, content in ({"hugo.toml": hugo} | own | dict(files)).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    settings = Settings()
    site, _ = load_site(folder, settings)
    sources = [note for path in own for note in site.notes if note.path == path]
    before = m.NoteSource("handout.yaml", "intro", "", m.FrontMatter(""), intro, 1, "")
    read = read_notes([*sources, *([before] if intro else [])], runner)
    recognised, found = recognise(read.notes, Rules(settings.all_kinds))
    said = Diagnostics()
    said.extend(read.diagnostics)
    said.extend(found)
    chosen = recognised[: len(sources)]
    first = recognised[-1] if intro else None
    plan = handout or HandoutSettings()
    sheet, found = resolve_sheet(site, chosen, settings, plan, SheetPlan(), intro=first)
    said.extend(found)
    return MadeSheet(sheet, tuple(said))


def _titled(text: str) -> str:
    return text if text.startswith("---") else f"---\ntitle: The Note\n---\n\n{text}"


def blocks(sheet: Sheet) -> list[m.Block]:
    """Return every block of SHEET, at any depth."""
    return [block for note in sheet.book.notes for block in blocks_of(note.blocks)]


def inlines(sheet: Sheet) -> list[m.Inline]:
    """Return every inline of SHEET's blocks, at any depth."""
    return [node for note in sheet.book.notes for node in inlines_of(note.blocks)]


def text(*holders: m.Block) -> str:
    """Return the words of HOLDERS, those of paragraphs within them too."""
    paragraphs = [block for block in blocks_of(holders) if isinstance(block, m.Paragraph)]
    return " ".join(plain_text(block.children) for block in paragraphs)
