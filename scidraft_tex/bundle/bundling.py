"""The stage itself: the files that are used become an archive, if arXiv would take it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pikepdf

from scidraft_tex.bundle.archive import pack, unpack
from scidraft_tex.bundle.compare import differences
from scidraft_tex.bundle.compiling import OWN_TREES, Compiled, compile_bundle
from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.pages import PageFacts, measure_pages
from scidraft_tex.bundle.plan import BBL_FORMATS, MAX_RUNS, README, Plan
from scidraft_tex.bundle.reach import reached
from scidraft_tex.bundle.readme import readme
from scidraft_tex.bundle.rules import check
from scidraft_tex.bundle.rules.bibliography import bbl_format
from scidraft_tex.bundle.rules.fonts import named_fonts
from scidraft_tex.bundle.rules.structure import named_inputs
from scidraft_tex.diagnostics import Diagnostics, Place, Severity
from scidraft_tex.files import scratch, text_of, whole
from scidraft_tex.tools import Command, Runner

__all__ = ["Bundled", "bundle"]

LARGE = 10_000_000
"""Above this size, in bytes, a note says so: arXiv has a limit that it does not state."""


@dataclass(frozen=True, slots=True)
class Bundled:
    """What came of it: the archive, None if a rule of arXiv's is broken.

    `files` are the names in it, `size` is its bytes, `runs` how often TeX was run to check it.
    """

    archive: Path | None
    files: tuple[str, ...]
    size: int
    diagnostics: Diagnostics
    runs: int = 0


def bundle(  # noqa: PLR0913 - what a bundle is made of, each with its name
    source: Path,
    root: str,
    plan: Plan,
    pdf: Path,
    archive: Path,
    runner: Runner,
    *,
    epoch: int | None,
    bbl: Path | None = None,
) -> Bundled:
    """Write what `<root>.tex` of the folder SOURCE uses to ARCHIVE, a `tar.gz`, for PLAN.

    PDF is the paper that was set from the same text; the archive is unpacked in an empty folder and
    compiled there as arXiv does, and its pages have to be those of PDF. BBL is the list that biber
    made, for biblatex: it is put in if its format fits the TeX Live, else the `.bib` alone is.
    EPOCH dates the files (seconds since 1970; None is the clock).

    An archive of an earlier run is removed first, so that none stays that is not of this source.
    Places are those in the bundle, below the paper's name: `<root>/text.tex:3`.
    Raises `ToolMissingError`, and `OSError` where ARCHIVE cannot be written.
    """
    archive.unlink(missing_ok=True)
    said = Diagnostics()
    contents, runs, packed = _checked(source, root, plan, pdf, runner, said, epoch=epoch, bbl=bbl)
    names = tuple(sorted(contents.files))
    if packed is None:
        return Bundled(None, names, 0, _located(said, root), runs)
    with whole(archive, durable=True) as beside:
        beside.write_bytes(packed)
    if len(packed) > LARGE:
        place = Place(archive.name)
        said.report("bundle-large", f"the archive has {len(packed) / 1e6:.1f} MB", place)
    return Bundled(archive, names, len(packed), _located(said, root), runs)


def _checked(  # noqa: PLR0913 - as `bundle`, which is this and writing it
    source: Path,
    root: str,
    plan: Plan,
    pdf: Path,
    runner: Runner,
    said: Diagnostics,
    *,
    epoch: int | None,
    bbl: Path | None,
) -> tuple[Contents, int, bytes | None]:
    """Return what is used, how often TeX ran, and the archive's bytes if all is as arXiv wants."""
    shipped, aside = _lists(root, plan, bbl, said)
    contents = _collect(source, root, plan, shipped)
    contents = replace(
        contents,
        pages=_measured(pdf, said),
        system=_system_files(contents, runner),
    )
    said.extend(check(contents))
    if _fails(said):
        return contents, 0, None
    packed = pack(contents.files, int(time.time()) if epoch is None else max(epoch, 0))
    with scratch("bundle") as folder:
        unpack(packed, folder)
        for name, data in aside.items():
            (folder / name).write_bytes(data)
        compiled = compile_bundle(folder, root, plan.compiler, runner, epoch=epoch)
        _judge(compiled, pdf, said)
    if compiled.pdf:
        said.extend(check(replace(contents, read=compiled.recorded.read)))
    return contents, compiled.runs, None if _fails(said) else packed


def _lists(
    root: str, plan: Plan, bbl: Path | None, said: Diagnostics
) -> tuple[Mapping[str, bytes], Mapping[str, bytes]]:
    """Return the finished list to ship, and the one that is for the check alone."""
    if bbl is None or not bbl.is_file():
        return {}, {}
    name = f"{root}.bbl"
    files = {name: bbl.read_bytes()}
    version = bbl_format(text_of(bbl))
    fitting = BBL_FORMATS[plan.texlive]
    if not version or version in fitting:
        return files, {}
    said.report(
        "bundle-bbl-left-out",
        f"{name} is in biblatex's format {version}, and TeX Live {plan.texlive} reads "
        f"{' and '.join(sorted(fitting))}: the bibliography is shipped alone",
        Place(name),
    )
    return {}, files


def _collect(source: Path, root: str, plan: Plan, further: Mapping[str, bytes]) -> Contents:
    """Return what is used of SOURCE and of FURTHER files, and the file that tells arXiv how."""
    paths = {path.relative_to(source).as_posix(): path for path in _files(source)}
    found = {name: path.read_bytes() for name, path in paths.items()}
    whole_folder = Contents(root, plan, found | dict(further) | {README: readme(root, plan)})
    used = reached(whole_folder)
    return replace(whole_folder, files={name: whole_folder.files[name] for name in sorted(used)})


def _system_files(contents: Contents, runner: Runner) -> dict[str, str]:
    """Return where the files are that the source names and that are not in the bundle, by name."""
    names = sorted({*named_inputs(contents), *named_fonts(contents)})
    if not names:
        return {}
    outcome = runner.run(Command("kpsewhich", tuple(names), environment=OWN_TREES, seconds=60))
    return {Path(path).name: path for path in outcome.stdout.splitlines()}


def _files(folder: Path) -> list[Path]:
    """Return the files below FOLDER, those of linked folders, too."""
    found: list[Path] = []
    for path in sorted(folder.iterdir()):
        found.extend(_files(path) if path.is_dir() else [path])
    return found


def _measured(pdf: Path, said: Diagnostics) -> tuple[PageFacts, ...]:
    try:
        return measure_pages(pdf)
    except (pikepdf.PdfError, OSError) as error:
        said.report("bundle-pages", f"the paper's PDF cannot be read: {error}")
        return ()


def _judge(compiled: Compiled, pdf: Path, said: Diagnostics) -> None:
    """Say what arXiv would not take of what came of the bundle, or what is not as in PDF."""
    if compiled.pdf is None:
        errors = [f"{error.file}:{error.line}: {error.message}" for error in compiled.log.errors]
        first = next(iter(compiled.log.errors), None)
        said.report(
            "bundle-compile",
            f"the bundle does not compile alone: {compiled.why}",
            Place(first.file, first.line) if first and first.file else None,
            detail="\n".join(errors[:10]),
        )
        return
    undefined = sorted({f"{item.what} {item.key}" for item in compiled.log.undefined})
    if undefined:
        said.report("bundle-compile", f"nothing defines {', '.join(undefined)} in the bundle")
    if not compiled.stable:
        said.report("bundle-unstable", f"labels still move after {MAX_RUNS} runs")
    found = list(differences(pdf, compiled.pdf))
    if found:
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        said.report("bundle-pages", f"compiled alone, {found[0]}{more}", detail="\n".join(found))


def _located(said: Diagnostics, root: str) -> Diagnostics:
    """Return what was SAID with its places below ROOT: many papers have a file of one name."""
    found = Diagnostics()
    for item in said:
        place = item.place or Place(f"{root}.pdf")
        found.add(replace(item, place=replace(place, file=f"{root}/{place.file}")))
    return found


def _fails(said: Diagnostics) -> bool:
    return said.count()[Severity.ERROR] > 0
