"""How the programs that set pages are started: off the network, and kept to their folder."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from scidraft_tex.bundle.compiling import compile_bundle
from scidraft_tex.engines import Engine
from scidraft_tex.tools import Command, Outcome, StandIn
from scidraft_tex.typeset.bibliography import make_bibliography
from scidraft_tex.typeset.indexes import make_indexes
from scidraft_tex.typeset.job import Job
from scidraft_tex.typeset.trial import Document, Piece, try_pieces

BCF = (
    '<bcf:controlfile xmlns:bcf="https://sourceforge.net/projects/biblatex">'
    "<bcf:citekey>a</bcf:citekey></bcf:controlfile>"
)


def job(folder: Path, engine: Engine, runner: StandIn) -> Job:
    for name, text in (("book.bcf", BCF), ("book.idx", "\\indexentry{a}{1}"), ("book.tex", "")):
        (folder / name).write_text(text)
    return Job(folder, "book", engine, runner, 7)


def asked(folder: Path, engine: Engine) -> Sequence[Command]:
    """Return what is started for a document with references and an index, a trial and a proof."""
    programs = (engine.value, "biber", "makeindex")
    runner = StandIn({program: Outcome(0, "", "", 0.0) for program in programs})
    work = job(folder, engine, runner)
    work.set_pages(draft=False)
    make_bibliography(work, "")
    make_indexes(work, ("book.idx",), {})
    try_pieces(Document(folder, "book", engine, runner), [Piece("a")])
    with suppress(FileNotFoundError):  # it leaves no PDF
        compile_bundle(folder, "book", engine, runner, epoch=None)
    return runner.asked


@pytest.mark.parametrize("engine", list(Engine))
def test_each_is_kept_to_its_folder_and_off_the_network(engine: Engine, tmp_path: Path) -> None:
    """XeTeX's driver, xdvipdfmx, is started by XeTeX, with what that was given."""
    commands = asked(tmp_path, engine)
    assert [one.program for one in commands] == [
        engine.value,
        "biber",
        "makeindex",
        engine.value,
        engine.value,
    ]
    for one in commands:
        assert one.offline, one
        assert one.folder == tmp_path, one
        limits = {name: one.environment.get(name) for name in ("openin_any", "openout_any")}
        assert limits == {"openin_any": "p", "openout_any": "p"}, one
        if one.program == engine.value:
            assert "-no-shell-escape" in one.arguments, one
