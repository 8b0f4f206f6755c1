"""What tests of things going wrong can ask for: the command line, and a site that builds fast."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.conftest import home, run, write

__all__ = ["NOTE", "SITE", "Built", "Scidraft", "home", "make_site", "run", "write"]

REPOSITORY = Path(__file__).parents[2]
PRESSED = Path(__file__).with_name("pressed.py")
NOTE = "---\ntitle: One\n---\n**Theorem (t).** One is \\(1\\).\n"
SITE = {
    "hugo.toml": 'title = "Small"\n',
    "content/notes/one.md": "---\ntitle: One\n---\nA sum \\(a+b\\) by \\cite{knuth}, and "
    '\\index{sums} too.\n\n![A square](/red.png "A square")\n\n'
    '{{< references bib="bib/x.bib" >}}\n',
    "content/notes/two.md": "---\ntitle: Two\n---\n**Theorem (t).** \\[ 1 = 1. \\]\n\nBuild 0.\n",
    "assets/bib/x.bib": "@book{knuth, author={Knuth, Donald E.}, title={Literate Programming}, "
    "year=1992, publisher={CSLI}}\n",
}


def make_site(folder: Path) -> Path:
    """Write a site of two notes into FOLDER: a formula, a citation, an index term, an image."""
    write(folder, SITE)
    (folder / "static").mkdir(exist_ok=True)
    Image.new("RGB", (24, 24), (200, 30, 30)).save(folder / "static/red.png")
    return folder


@dataclass(frozen=True)
class Built:
    """What a run of the program came to."""

    code: int
    out: str
    err: str


Scidraft = Callable[..., Built]


@pytest.fixture
def pressed(tmp_path: Path) -> Scidraft:
    """Return what runs the program, with a press in place of TeX, in a folder of its own."""
    own = tmp_path / "home"
    own.mkdir(exist_ok=True)

    def command(
        *arguments: str | Path,
        folder: Path = own,
        environment: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
        output: int = subprocess.PIPE,
        tex: bool = False,
    ) -> Built:
        given = os.environ if environment is None else environment
        program = ("-m", "scidraft_tex") if tex else (str(PRESSED),)
        done = subprocess.run(
            [*before, sys.executable, *program, *map(str, arguments)],
            cwd=folder,
            env={**given, "PATH": os.environ["PATH"], "PYTHONPATH": str(REPOSITORY)},
            stdout=output,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
        out, err = (text.decode(errors="replace") for text in (done.stdout or b"", done.stderr))
        assert "Traceback" not in out + err
        return Built(done.returncode, out, err)

    return command
