"""What TeX itself is let do: documents that try to reach out of their folder, in every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.tools import Command, Shell
from scidraft_tex.typeset import typeset
from scidraft_tex.typeset.job import Job
from tests.hostile.attacks import SECRET

pytestmark = pytest.mark.tex

TRIES = r"""
\newread\from \newwrite\to
\openin\from=%(secret)s \ifeof\from\else \read\from to\line A:\line \fi
\openin\from=../secret.txt \ifeof\from\else \read\from to\line B:\line \fi
\openin\from=link/../secret.txt \ifeof\from\else \read\from to\line C:\line \fi
\immediate\openout\to=%(evil)s \immediate\write\to{x}\immediate\closeout\to
\immediate\openout\to=../evil.txt \immediate\write\to{x}\immediate\closeout\to
\immediate\openout\to=.evil.txt \immediate\write\to{x}\immediate\closeout\to
\immediate\write18{touch %(evil)s}
\input{|"touch %(evil)s"}
\InputIfFileExists{%(secret)s}{}{}
\InputIfFileExists{../secret.txt}{}{}
\IfFileExists{%(secret)s}{\verbatiminput{%(secret)s}}{}
"""
"""TeX's own ways out, each of which kpathsea refuses."""

LUA = r"""
\directlua{os.execute("touch %(evil)s")}
\directlua{local f = io.popen("touch %(evil)s")}
\directlua{local f = io.open("%(evil)s", "w") if f then f:write("x") f:close() end}
\directlua{local f = io.open("%(secret)s") if f then tex.print("D:" .. f:read("a")) end}
\directlua{for line in io.lines("%(secret)s") do tex.print("E:" .. line) end}
\directlua{local f = io.open("../evil.txt", "w") if f then f:write("x") f:close() end}
"""


@pytest.mark.parametrize("engine", list(Engine))
def test_no_engine_writes_outside_or_starts_a_program(engine: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text(f"{SECRET}\n")
    names = {"secret": tmp_path / "secret.txt", "evil": tmp_path / "evil.txt"}
    tries = TRIES % names + (LUA % names if engine is Engine.LUALATEX else "")
    (folder / "book.tex").write_text(
        "\\documentclass{article}\\usepackage{verbatim}\\begin{document}Text.\n"
        f"{tries}\n\\end{{document}}\n"
    )
    shell = Shell()
    Job(folder, "book", engine, shell, 120).set_pages(draft=False)
    assert [path.name for path in tmp_path.iterdir()].count("evil.txt") == 0
    assert not (folder / ".evil.txt").exists()
    assert (folder / "book.log").is_file()
    assert SECRET not in (folder / "book.log").read_text(errors="replace")
    if (folder / "book.pdf").exists():
        text = shell.run(Command("pdftotext", ("book.pdf", "-"), folder)).stdout
        assert "Text." in text
        assert SECRET not in text


def test_pages_have_an_end(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(
        "%% content/notes/x.md:5\nText.\n\n%% content/notes/x.md:7\n"
        "\\def\\endless{x\\newpage\\endless}\\endless\n"
    )
    (tmp_path / "book.tex").write_text(
        "\\documentclass{article}\\begin{document}\\input{a}\\end{document}\n"
    )
    made = typeset(tmp_path, "book", Engine.PDFLATEX, Shell(), most_pages=30)
    (item,) = made.diagnostics
    assert (made.pdf, item.code) == (None, "book-too-long")
    assert str(item.place) == "content/notes/x.md:7:1"
    assert "30 pages" in item.message
