"""Preprints on one screen: some notes in, of each a paper and the archive of its source out.

The stages are those of a book (docs/architecture.md), and *bundle* after them. Each runs over all
papers before the next begins, so that one call of pandoc and one browser serve them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex import pipeline
from scidraft_tex.bundle import Bundled, Plan, bundle
from scidraft_tex.conversion import Conversion, note_shelf
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.draw.book import DrawnBook, draw_ahead, draw_book
from scidraft_tex.draw.early import draw_early
from scidraft_tex.epochs import first_of
from scidraft_tex.finish.preprint import finish_preprint
from scidraft_tex.isolation import Printed, Printing, print_isolated
from scidraft_tex.languages import Language, find_language, support_for
from scidraft_tex.levels import levelled
from scidraft_tex.load.find import concerning, find_notes
from scidraft_tex.load.front_texts import front_texts
from scidraft_tex.load.site import load_site
from scidraft_tex.pipeline import Clock, is_refused
from scidraft_tex.recognise.notes import Rules
from scidraft_tex.render.book import Rendered
from scidraft_tex.render.engine import paper_language, paper_setting
from scidraft_tex.render.failures import has_failures
from scidraft_tex.render.folder import copy_files, write_folder, write_source
from scidraft_tex.render.preprint import PaperLook, paper_writers, render_preprint
from scidraft_tex.resolve.bib_kept import BibShelf
from scidraft_tex.resolve.book import Book
from scidraft_tex.resolve.preprint import Preprint, resolve_preprint, root_names
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.typeset import Typeset, silence, typeset

__all__ = ["MadePreprint", "MadePreprints", "PreprintJob", "build_preprints"]


STAGES = (*pipeline.STAGES, "bundle")


@dataclass(frozen=True, slots=True)
class PreprintJob:
    """Which notes to print, and how.

    `notes` are names as `find_notes` takes them, paths among them starting in the folder `here`;
    none is all notes of the site. A paper goes to a folder of its own below `build`, and the PDF of
    a single one to `output` if that is given. `epoch` dates the PDFs, in seconds since 1970; None
    is the day of each note, else that of the settings. `jobs` is how many programs run at once.
    With `strict` an error or a warning before papers are bundled is enough for none to be written.
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
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """What is known of a paper from the start: its note, its name, and where it goes.

    `root` names its files: `<root>.tex` in the folders `tex` (with the places of the notes' lines)
    and `source` (without: what the bundle holds). `epoch` dates it, in seconds since 1970. `fonts`
    are files by name that it needs beside its own.
    """

    note: m.NoteSource
    root: str
    folder: Path
    pdf: Path
    epoch: int | None
    said: Diagnostics = field(default_factory=Diagnostics)
    fonts: dict[str, Path] = field(default_factory=dict)

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
    """What a run came to; `diagnostics` are all that was said, those of every paper among them.

    `refused` if the run was strict, and what was said kept all papers from their places.
    """

    site: m.Site
    papers: tuple[MadePreprint, ...]
    diagnostics: Diagnostics
    seconds: dict[str, float]
    refused: bool = False


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
        return MadePreprints(site, (), levelled(said, settings), clock.seconds)
    with clock.stage("read"):
        texts = [front_texts(paper.note) for paper in papers]
        sources = [(paper.note, *own.values()) for paper, own in zip(papers, texts, strict=True)]
        rules = Rules(settings.all_kinds, settings.drop, language)
        conversion = Conversion(rules, note_shelf(job.build))
        wanted = list(chain.from_iterable(sources))
        unread = conversion.missing(wanted)
        early = draw_early(unread, job.build / "cache", runner, settings, job.jobs)
        read = conversion.read(wanted, runner, job.jobs)
    with clock.stage("recognise"):
        notes, found = conversion.recognise(read)
        said.extend(found)
        clock.trace.each("read", "note", conversion.again, conversion.reused)
    with clock.stage("resolve"):
        each = iter(notes)
        parts = [(next(each), {name: next(each) for name in own}) for own in texts]
        bibs = BibShelf(job.build / "cache")
        resolved = list(map(partial(_resolve, site, settings, bibs), papers, parts))
        clock.trace.each("resolve", "bibliography", bibs.again, bibs.reused)
    with clock.stage("draw"):
        early.drawn()  # into the cache
        draw_ahead([one.book for one in resolved], job.build / "cache", runner, settings, job.jobs)
        drawn = list(map(partial(_draw, job, settings, runner), papers, resolved))
    with clock.stage("render"):
        preprints = [replace(p, book=d.book) for p, d in zip(resolved, drawn, strict=True)]
        looks = list(map(partial(_render, settings, language, runner), papers, preprints))
    with clock.stage("typeset"), ThreadPoolExecutor(job.jobs) as pool:
        printed = list(pool.map(partial(_typeset, runner), papers, preprints, looks))
        preprints = [replace(p, book=one.book) for p, one in zip(preprints, printed, strict=True)]
        pages = [one.typeset for one in printed]
    with clock.stage("finish"):
        told = levelled(_together(said, papers), settings, notes)
        refused = job.strict and is_refused(told)
        kept = [replace(one, pdf=None) for one in pages] if refused else pages
        pdfs = list(map(partial(_finish, settings), papers, preprints, kept))
    with clock.stage("bundle"), ThreadPoolExecutor(job.jobs) as pool:
        bundles = list(pool.map(partial(_bundle, runner), papers, looks, printed, kept))
    told = levelled(_together(said, papers), settings, notes)
    made = tuple(map(MadePreprint, papers, preprints, drawn, looks, pages, pdfs, bundles))
    return MadePreprints(site, made, told, clock.seconds, refused)


def _together(said: Diagnostics, papers: Iterable[Paper]) -> Diagnostics:
    """Return SAID with what was said of PAPERS."""
    done = Diagnostics()
    done.extend(said)
    for paper in papers:
        done.extend(paper.said)
    return done


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
    site: m.Site,
    settings: Settings,
    bibs: BibShelf,
    paper: Paper,
    parts: tuple[m.Note, Mapping[str, m.Note]],
) -> Preprint:
    note, texts = parts
    preprint, found = resolve_preprint(site, note, texts, settings, paper.root, bibs)
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
    """Return how the paper is set."""
    setting = paper_setting(preprint.book, settings, language, runner)
    paper.said.extend(setting.diagnostics)
    support, found = support_for(paper_language(language), setting.engine, runner)
    paper.said.extend(found)
    look = PaperLook(
        settings, setting.engine, setting.characters, support, setting.faces, paper.root
    )
    copy_files(paper.tex, setting.files)
    paper.fonts.update(setting.files)
    return look


def _typeset(runner: Runner, paper: Paper, preprint: Preprint, look: PaperLook) -> Printed:
    """Set the paper, and write its source as others receive it: without the places of its lines."""
    given = (f"{paper.root}.bbl",) if look.settings.preprint.bibliography == "bibtex" else ()
    texts = {paper.note.path: paper.note.text}

    def rendered(book: Book, own: PaperLook) -> Rendered:
        return render_preprint(replace(preprint, book=book), own)

    printed = print_isolated(
        Printing(
            *(preprint.book, paper.tex, paper.root, look.engine, runner, texts),
            rendered=rendered(preprint.book, look),
            render=partial(rendered, own=look),
            write=partial(write_folder, paper.tex),
            writers=lambda book: paper_writers(replace(preprint, book=book), look),
            typeset=partial(
                typeset,
                *(paper.tex, paper.root, look.engine, runner),
                epoch=paper.epoch,
                notes=texts,
                given=given,
                silent=silence(look.engine),
                most_pages=look.settings.limits.pages,
            ),
        )
    )
    paper.said.extend(printed.diagnostics)
    clean = rendered(printed.book, replace(look, mapped=False))
    write_source(paper.source, clean.files, paper.tex, paper.fonts)
    return printed


def _finish(settings: Settings, paper: Paper, preprint: Preprint, pages: Typeset) -> Path | None:
    if pages.pdf and settings.preprint.bundle:  # no archive stands beside a PDF of other pages
        paper.archive.unlink(missing_ok=True)
    return finish_preprint(pages.pdf, paper.pdf, preprint, settings, paper.epoch)


def _bundle(
    runner: Runner, paper: Paper, look: PaperLook, printed: Printed, pages: Typeset
) -> Bundled | None:
    """Return the archive, None if there is none: of a paper with boxes nobody is to have one."""
    asked = look.settings.preprint
    if not asked.bundle or pages.pdf is None:
        return None
    if printed.condemned or has_failures(printed.rendered.files):
        paper.archive.unlink(missing_ok=True)
        message = f"{paper.archive.name} is not made: pieces of the paper print as boxes"
        paper.said.report("bundle-failures", message, Place(paper.note.path))
        return None
    plan = Plan(asked.texlive, look.engine, asked.bibliography)
    bbl = paper.tex / f"{paper.root}.bbl"
    made = bundle(
        paper.source, paper.root, plan, pages.pdf, paper.archive, runner, epoch=paper.epoch, bbl=bbl
    )
    paper.said.extend(made.diagnostics)
    return made
