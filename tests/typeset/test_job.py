from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.tools import Outcome, StandIn
from scidraft_tex.typeset.job import MOST_PAGES, Job, Recorded, page_limit

Write = Callable[[Path, dict[str, str]], Path]


def job(folder: Path, engine: Engine, stdout: str = "", epoch: int | None = None) -> Job:
    return Job(
        folder, "book", engine, StandIn({engine.value: Outcome(0, stdout, "", 1)}), 7.0, epoch
    )


@pytest.mark.parametrize(
    ("engine", "option"),
    [
        (Engine.PDFLATEX, "-draftmode"),
        (Engine.LUALATEX, "-draftmode"),
        (Engine.XELATEX, "-no-pdf"),
    ],
)
def test_the_engine_is_run_within_limits(tmp_path: Path, engine: Engine, option: str) -> None:
    work = job(tmp_path, engine, epoch=1700000000)
    work.set_pages(draft=True)
    work.set_pages(draft=False)
    assert isinstance(work.runner, StandIn)
    draft, last = work.runner.asked
    assert draft.arguments == (
        *("-interaction=nonstopmode", "-file-line-error", "-no-shell-escape", "-recorder"),
        *("-jobname=book", option, f"{page_limit(MOST_PAGES)}\\input{{book.tex}}"),
    )
    assert option not in last.arguments
    assert draft.folder == tmp_path
    assert draft.seconds == 7.0
    assert dict(draft.environment) == {
        "openin_any": "p",
        "openout_any": "p",
        "max_print_line": "10000",
        "error_line": "254",
        "half_error_line": "238",
        "SOURCE_DATE_EPOCH": "1700000000",
        "FORCE_SOURCE_DATE": "1",
    }


def test_no_date_no_epoch(tmp_path: Path) -> None:
    work = job(tmp_path, Engine.PDFLATEX)
    work.set_pages(draft=False)
    assert isinstance(work.runner, StandIn)
    assert "SOURCE_DATE_EPOCH" not in work.runner.asked[0].environment


def test_what_the_driver_of_xetex_says_is_kept_in_the_log(tmp_path: Path) -> None:
    said = "This is XeTeX\nxdvipdfmx:warning: Object @x already defined.\n"
    work = job(tmp_path, Engine.XELATEX, said)
    work.set_pages(draft=False)
    assert work.text(".log") == "\nxdvipdfmx:warning: Object @x already defined.\n"
    assert work.text(".aux") == ""


def test_what_was_recorded(tmp_path: Path) -> None:
    fls = tmp_path / "book.fls"
    fls.write_text(
        "PWD /a/book\n"
        "INPUT /usr/share/x.sty\n"
        "INPUT ./book.tex\nINPUT book.tex\nINPUT /a/book/chapters/01.tex\n"
        "OUTPUT book.aux\nOUTPUT ./book.toc\nOUTPUT book.log\nOUTPUT book.bcf\n"
        "OUTPUT terms.idx\nOUTPUT /var/cache/test.tmp\nOUTPUT book.pdf\n",
        encoding="utf-8",
    )
    recorded = Recorded.of(fls)
    assert recorded.read == {"book.tex", "chapters/01.tex"}
    assert recorded.outside == {"/usr/share/x.sty"}
    assert recorded.read_back == {"book.aux", "book.toc"}
    assert recorded.indexes == ("terms.idx",)
    assert Recorded.of(tmp_path / "none.fls") == Recorded()


def test_cleaning_leaves_the_sources(tmp_path: Path, write_files: Write) -> None:
    sources = {"book.tex": "", "chapters/1.tex": "", "refs.bib": "", "book.ist": "", "made.tex": ""}
    made = {
        "book.aux": "",
        "book.bbl": "",
        "chapters/1.aux": "",
        "t.idx": "",
        "t.ind": "",
        "t.ilg": "",
    }
    fls = f"PWD {tmp_path}\nOUTPUT chapters/1.aux\nOUTPUT t.idx\nOUTPUT made.tex\n"
    write_files(tmp_path, sources | made | {"book.fls": fls, "out/book.pdf": "", "book.yaml": ""})
    job(tmp_path, Engine.PDFLATEX).clean()
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {*sources, "out/book.pdf", "book.yaml"}
