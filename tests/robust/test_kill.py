"""`kill -9` at fifty random moments: the PDF is the last good one or the new one, and whole."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from scidraft_tex.draw.cache import Cache
from scidraft_tex.files import SCRATCH, UNFINISHED
from tests.robust.conftest import REPOSITORY, make_site

pytestmark = [pytest.mark.tex, pytest.mark.slow]

KILLS = 50
IN_A_ROW = 6
"""How many of these hit builds that begin with what the kill before left."""
SEED = 20261130
MARK = "SCIDRAFT_TEX_TEST"
OTHERS = ("PATH", "XDG_CACHE_HOME")
"""What a build is given of the environment of the tests."""
ZYGOTE = """\
import os, sys
from scidraft_tex import cli, handouts, pipeline, preprints, progress, report, tools
print("ready", flush=True)
for line in sys.stdin:
    child = os.fork()
    if not child:
        os.chdir(line.rstrip())
        os.dup2(os.open("said.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(1, 2)
        code = cli.main(["book", "site"])
        sys.stdout.flush()
        os._exit(code)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""What has read the program already, and starts it in the folders that it is told."""


@dataclass
class Bench:
    """A folder with a site, and what starts builds of it.

    `last` is what the PDF held last, `renewed` how often it was found to be another.
    """

    folder: Path
    zygote: subprocess.Popen[str]
    scratch: Path
    round: int = 0
    last: bytes = b""
    renewed: int = 0

    @property
    def pdf(self) -> Path:
        return self.folder / "build/book.pdf"

    def line(self) -> int:
        assert self.zygote.stdout is not None
        return int(self.zygote.stdout.readline())

    def start(self, folder: Path | None = None) -> int:
        assert self.zygote.stdin is not None
        self.zygote.stdin.write(f"{folder or self.folder}\n")
        self.zygote.stdin.flush()
        return self.line()

    def build(self, folder: Path | None = None) -> int:
        self.start(folder)
        return self.line()

    def change(self, dice: random.Random) -> None:
        """Change the text, now and then the picture, and take away what a build begins from."""
        self.round += 1
        note = self.folder / "site/content/notes/two.md"
        note.write_text(re.sub(r"Build \d+", f"Build {self.round}", note.read_text()))
        if self.round % 5 == 0:
            colour = (dice.randrange(256), 30, 30)
            Image.new("RGB", (24, 24), colour).save(self.folder / "site/static/red.png")

    def children(self) -> list[int]:
        """Return the processes that builds have started and that still run."""
        found = []
        for name in filter(str.isdecimal, (path.name for path in Path("/proc").iterdir())):
            try:
                environ = Path("/proc", name, "environ").read_bytes()
                ours = f"{MARK}={self.folder}".encode() in environ
                state = Path("/proc", name, "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if ours and state != "Z" and int(name) != self.zygote.pid:
                found.append(int(name))
        return found


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    folder, scratch = tmp_path / "home", Path(tempfile.mkdtemp())
    make_site(folder / "site")
    own = {"PYTHONPATH": str(REPOSITORY), "SOURCE_DATE_EPOCH": "86400", MARK: str(folder)}
    places = {"HOME": str(scratch), "TMPDIR": str(scratch), "LC_ALL": "C.UTF-8"}
    others = {name: os.environ[name] for name in OTHERS}
    with subprocess.Popen(
        [sys.executable, "-c", ZYGOTE],
        env=own | places | others,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as zygote:
        assert zygote.stdout is not None
        assert zygote.stdout.readline() == "ready\n"
        yield Bench(folder, zygote, scratch)
        assert zygote.stdin is not None
        zygote.stdin.close()


def pages(pdf: Path) -> int:
    with pikepdf.open(pdf) as document:
        assert document.check_pdf_syntax() == []
        return len(document.pages)


def words(pdf: Path) -> str:
    command = ["pdftotext", str(pdf), "-"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def check_pdf(bench: Bench, count: int) -> None:
    """Check that the PDF is the one of before, or that of the site as it is, whole."""
    now = bench.pdf.read_bytes()
    if now != bench.last:
        assert pages(bench.pdf) == count
        assert f"Build {bench.round}." in words(bench.pdf)
        bench.last = now
        bench.renewed += 1


def check_cache(folder: Path) -> None:
    """Check that each entry is whole, or that the next build takes it for none."""
    texts = [path for path in folder.rglob("*.json") if not path.name.startswith(UNFINISHED)]
    for path in texts:
        inputs = json.loads(path.read_text()).get("inputs")
        if inputs is None:  # no drawing
            continue
        entry = Cache(path.parent).find(inputs, ".png")
        if entry:
            with Image.open(entry.path) as image:
                image.load()


def check_alone(bench: Bench) -> None:
    """Check that no program outlives the build that started it."""
    end = time.monotonic() + 2
    while bench.children() and time.monotonic() < end:
        time.sleep(0.01)
    assert bench.children() == []


def check_as_new(bench: Bench, elsewhere: Path) -> None:
    """Check that the next build ends well, and makes what one from nothing makes."""
    assert bench.build() == 0, (bench.folder / "said.txt").read_text()
    check_alone(bench)
    left = [path.name for path in bench.folder.rglob(f"{UNFINISHED}*")]
    left += [path.name for path in bench.scratch.glob(f"{SCRATCH}*")]
    left += [path.name for path in bench.folder.rglob("texput*")]
    assert left == []
    elsewhere.mkdir()
    (elsewhere / "site").symlink_to(bench.folder / "site")
    assert bench.build(elsewhere) == 0, (elsewhere / "said.txt").read_text()
    assert bench.pdf.read_bytes() == (elsewhere / "build/book.pdf").read_bytes()
    bench.last = bench.pdf.read_bytes()


def test_a_kill_at_any_moment_loses_nothing(bench: Bench, tmp_path: Path) -> None:
    dice = random.Random(SEED)  # noqa: S311  # moments, no secrets
    from_nothing = timed(bench)
    count, good = pages(bench.pdf), tmp_path / "good"
    bench.change(dice)
    after_a_change = timed(bench)
    shutil.copytree(bench.folder / "build", good)
    killed = 0
    for number in range(KILLS):
        if number < KILLS - IN_A_ROW:
            shutil.rmtree(bench.folder / "build")
            shutil.copytree(good, bench.folder / "build")
            moment = dice.uniform(0.8 * (number % 2), 1.1) * after_a_change
        else:
            moment = dice.uniform(0, 1.1) * from_nothing
        bench.last = bench.pdf.read_bytes()
        bench.change(dice)
        if kill(bench, moment):
            killed += 1
        elif number < KILLS - IN_A_ROW:  # the machine has less to do than when it was timed
            after_a_change = min(after_a_change, moment)
        else:
            from_nothing = min(from_nothing, moment)
        check_alone(bench)
        check_pdf(bench, count)
        check_cache(bench.folder / "build/cache")
    assert killed > KILLS // 2
    assert bench.renewed > 0
    check_as_new(bench, tmp_path / "end")


def timed(bench: Bench) -> float:
    """Build, and return how many seconds it took."""
    start = time.monotonic()
    assert bench.build() == 0, (bench.folder / "said.txt").read_text()
    return time.monotonic() - start


def kill(bench: Bench, seconds: float) -> bool:
    """Kill a build after SECONDS; tell whether it was not done by then."""
    child = bench.start()
    time.sleep(seconds)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    return bench.line() == -signal.SIGKILL
