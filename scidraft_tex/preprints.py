"""Preprints on one screen: some notes in, of each a paper and the archive of its source out.

The stages are those of a book (docs/architecture.md), and *bundle* after them. Each runs over all
papers before the next begins, so that one call of pandoc and one browser serve them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex import pipeline
from scidraft_tex.bundle import Bundled, Plan, bundle
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.draw.book import DrawnBook, draw_ahead, draw_book
from scidraft_tex.epochs import first_of
from scidraft_tex.finish.preprint import finish_preprint
from scidraft_tex.languages import Language, find_language, support_for
from scidraft_tex.load.find import concerning, find_notes
from scidraft_tex.load.front_texts import front_texts
from scidraft_tex.load.site import load_site
from scidraft_tex.pipeline import Clock
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.render.engine import paper_language, paper_setting
from scidraft_tex.render.folder import copy_files, write_folder, write_source
from scidraft_tex.render.preprint import PaperLook, render_preprint
from scidraft_tex.resolve.preprint import Preprint, resolve_preprint, root_names
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.typeset import Typeset, typeset

__all__ = ["MadePreprint", "MadePreprints", "PreprintJob", "build_preprints"]


STAGES = (*pipeline.STAGES, "bundle")


@dataclass(frozen=True, slots=True)
class PreprintJob:
    """Which notes to print, and how.

    `notes` are names as `find_notes` takes them, paths among them starting in the folder `here`;
    none is all notes of the site. A paper goes to a folder of its own below `build`, and the PDF of
    a single one to `output` if that is given. `epoch` dates the PDFs, in seconds since 1970; None
    is the day of each note, else that of the settings. `jobs` is how many programs run at once.
    """

    site: Path
    build: Path
    settings: Settings
    notes: tuple[str, ...] = ()
    here: Path = Path()
    output: Path | None = None
    drafts: bool = False
    jobs: int = 2
    epoch: int | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """What is known of a paper from the start: its note, its name, and where it goes.

    `root` names its files: `<root>.tex` in the folders `tex` (with the places of the notes' lines)
    and `source` (without: what the bundle holds). `epoch` dates it, in seconds since 1970.
    """

    note: m.NoteSource
    root: str
    folder: Path
    pdf: Path
    epoch: int | None
    said: Diagnostics = field(default_factory=Diagnostics)

    @property
    def tex(self) -> Path:
        """Where TeX runs."""
        return self.folder / "tex"

    @property
    def source(self) -> Path:
        """The source as others receive it."""
        return self.folder / "source"

    @property
    def archive(self) -> Path:
        """The bundle's archive, beside the PDF."""
        return self.pdf.with_name(f"{self.pdf.stem}-arxiv.tar.gz")


@dataclass(frozen=True, slots=True)
class MadePreprint:
    """What became of a paper; `pdf` and `bundle` are None where there is none."""

    paper: Paper
    preprint: Preprint
    drawn: DrawnBook
    look: PaperLook
    typeset: Typeset
    pdf: Path | None
    bundle: Bundled | None


@dataclass(frozen=True, slots=True)
class MadePreprints:
    """What a run came to; `diagnostics` are all that was said, those of every paper among them."""

    site: m.Site
    papers: tuple[MadePreprint, ...]
    diagnostics: Diagnostics
    seconds: dict[str, float]


def build_preprints(job: PreprintJob, runner: Runner, clock: Clock) -> MadePreprints:
    """Build the papers of JOB; each `with` below is a stage.

    Raises `ToolMissingError` if a program that nothing can replace is not installed.
    """
    said = Diagnostics()
    with clock.stage("load"):
        site, papers = _load(job, said)
        settings = paper_settings(job.settings.spoken_as(site.language))
        language = find_language(settings.language, said)
    if not papers:
        return MadePreprints(site, (), said, clock.seconds)
    with clock.stage("read"):
        texts = [front_texts(paper.note) for paper in papers]
        sources = [(paper.note, *own.values()) for paper, own in zip(papers, texts, strict=True)]
        read = read_notes(list(chain.from_iterable(sources)), runner, jobs=job.jobs)
        said.extend(read.diagnostics)
    with clock.stage("recognise"):
        rules = Rules(settings.all_kinds, settings.drop, language)
        notes, found = recognise(read.notes, rules)
        said.extend(found)
    with clock.stage("resolve"):
        each = iter(notes)
        parts = [(next(each), {name: next(each) for name in own}) for own in texts]
        resolved = list(map(partial(_resolve, site, settings), papers, parts))
    with clock.stage("draw"):
        draw_ahead([one.book for one in resolved], job.build / "cache", runner, settings, job.jobs)
        drawn = list(map(partial(_draw, job, settings, runner), papers, resolved))
    with clock.stage("render"):
        preprints = [replace(p, book=d.book) for p, d in zip(resolved, drawn, strict=True)]
        looks = list(map(partial(_render, settings, language, runner), papers, preprints))
    with clock.stage("typeset"), ThreadPoolExecutor(job.jobs) as pool:
        pages = list(pool.map(partial(_typeset, runner), papers, looks))
    with clock.stage("finish"):
        pdfs = list(map(partial(_finish, settings), papers, preprints, pages))
    with clock.stage("bundle"), ThreadPoolExecutor(job.jobs) as pool:
        bundles = list(pool.map(partial(_bundle, runner), papers, looks, pages))
    for paper in papers:
        said.extend(paper.said)
    made = tuple(map(MadePreprint, papers, preprints, drawn, looks, pages, pdfs, bundles))
    return MadePreprints(site, made, said, clock.seconds)


def paper_settings(settings: Settings) -> Settings:
    """Return SETTINGS as a paper has them: for the screen, on A4 or letter."""
    paper = settings.paper if settings.paper in {"a4", "letter"} else "a4"
    return replace(settings.apart(), profile="screen", paper=paper)


# --- the stages for one paper ------------------------------------------------------------------


def _load(job: PreprintJob, said: Diagnostics) -> tuple[m.Site, tuple[Paper, ...]]:
    """Return the site, and the papers to make of its notes; what was found goes to SAID."""
    site, found = load_site(job.site, job.settings, drafts=job.drafts or bool(job.notes))
    chosen = find_notes(site, job.notes, job.here, said) if job.notes else site.notes
    kept = {note.path for note in chosen}
    said.extend(concerning(found, site, kept) if job.notes else found)
    if job.notes and not job.drafts:  # a draft that is not asked for has no place on the web
        notes = (note for note in site.notes if note.path in kept or not note.front.draft)
        site = replace(site, notes=tuple(notes))
    roots = root_names(site.notes)
    single = job.output if len(chosen) == 1 else None
    papers = []
    for note in chosen:
        root = roots[note.path]
        folder = job.build / "preprints" / root
        epoch = first_of(job.epoch, note.front.lastmod, note.front.date, job.settings.date)
        papers.append(Paper(note, root, folder, single or folder / f"{root}.pdf", epoch))
    return site, tuple(papers)


def _resolve(
    site: m.Site, settings: Settings, paper: Paper, parts: tuple[m.Note, Mapping[str, m.Note]]
) -> Preprint:
    note, texts = parts
    preprint, found = resolve_preprint(site, note, texts, settings, paper.root)
    paper.said.extend(found)
    return preprint


def _draw(
    job: PreprintJob, settings: Settings, runner: Runner, paper: Paper, preprint: Preprint
) -> DrawnBook:
    drawn = draw_book(preprint.book, paper.tex, job.build / "cache", runner, settings, job.jobs)
    paper.said.extend(drawn.diagnostics)
    return drawn


def _render(
    settings: Settings, language: Language, runner: Runner, paper: Paper, preprint: Preprint
) -> PaperLook:
    """Write the paper's files, twice: with the places of the note's lines, and without."""
    setting = paper_setting(preprint.book, settings, language, runner)
    paper.said.extend(setting.diagnostics)
    support, found = support_for(paper_language(language), setting.engine, runner)
    paper.said.extend(found)
    look = PaperLook(
        settings, setting.engine, setting.characters, support, setting.faces, paper.root
    )
    rendered = render_preprint(preprint, look)
    paper.said.extend(rendered.diagnostics)
    write_folder(paper.tex, rendered.files)
    copy_files(paper.tex, setting.files)
    clean = render_preprint(preprint, replace(look, mapped=False))
    write_source(paper.source, clean.files, paper.tex, setting.files)
    return look


def _typeset(runner: Runner, paper: Paper, look: PaperLook) -> Typeset:
    given = (f"{paper.root}.bbl",) if look.settings.preprint.bibliography == "bibtex" else ()
    pages = typeset(
        paper.tex,
        paper.root,
        look.engine,
        runner,
        epoch=paper.epoch,
        notes={paper.note.path: paper.note.text},
        given=given,
    )
    paper.said.extend(pages.diagnostics)
    return pages


def _finish(settings: Settings, paper: Paper, preprint: Preprint, pages: Typeset) -> Path | None:
    return finish_preprint(pages.pdf, paper.pdf, preprint, settings, paper.epoch)


def _bundle(runner: Runner, paper: Paper, look: PaperLook, pages: Typeset) -> Bundled | None:
    asked = look.settings.preprint
    if not asked.bundle or pages.pdf is None:
        return None
    plan = Plan(asked.texlive, look.engine, asked.bibliography)
    bbl = paper.tex / f"{paper.root}.bbl"
    made = bundle(
        paper.source, paper.root, plan, pages.pdf, paper.archive, runner, epoch=paper.epoch, bbl=bbl
    )
    paper.said.extend(made.diagnostics)
    return made
