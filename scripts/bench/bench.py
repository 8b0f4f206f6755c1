"""Times of builds, side by side with what a user would run instead: `make bench`.

Builds a site, and the same several times over, with each contender: from nothing, again unchanged,
and after one sentence was added to one note. All of it is done RUNS times, contenders in turn, so
that what else the machine does falls on each alike; medians go to a page of Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from contenders import BIN, CONTENDERS, ROOT, Build, Tools, notes_of
from multiply_site import multiply
from page import page

CASES = ("cold", "unchanged", "edit")
SENTENCE = "\nOne more sentence.\n"
OURS = "scidraft-tex"
BROWSER = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Timing:
    """How long one build took, in seconds of wall time.

    `memory` is the resident size, in bytes, of the largest of its processes; `pages` are those of
    the PDF; `codes` the exit codes of the commands.
    """

    contender: str
    case: str
    notes: int
    run: int
    seconds: float
    memory: int
    pages: int
    codes: tuple[int, ...]


def main() -> None:
    """Time what the command line asks for; write the results and the page."""
    options = _options()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    tools = _tools(work)
    timings: list[Timing] = []
    stages: list[dict[str, float]] = []
    for run in range(options.runs):
        for times in options.times:
            for name in options.contenders:
                for timing in _timed(options.site.resolve(), work, tools, name, times, run):
                    timings.append(timing)
                    sys.stdout.write(f"{json.dumps(asdict(timing))}\n")
                    sys.stdout.flush()
                if name == OURS and times == 1:
                    stages.append(_stages(work / "run"))
    limits = _limits(work, tools)
    results = {
        "machine": _machine(tools),
        "runs": options.runs,
        "timings": [asdict(timing) for timing in timings],
        "stages": stages,
        "limits": limits,
    }
    (work / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if options.page:
        options.page.write_text(page(results), encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="a SciDraft site")
    parser.add_argument("work", type=Path, help="the folder to build in")
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    parser.add_argument(
        "--times", type=int, nargs="+", default=[1, 4, 16], metavar="N", help="sizes of the site"
    )
    names = sorted(CONTENDERS)
    parser.add_argument("--contenders", nargs="+", choices=names, default=[*CONTENDERS])
    parser.add_argument("--page", type=Path, metavar="FILE", help="the page to write")
    return parser.parse_args()


def _timed(
    site: Path, work: Path, tools: Tools, name: str, times: int, run: int
) -> Iterator[Timing]:
    """Yield the times of the cases of one contender, in an empty folder."""
    folder = work / "run"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    source = folder / "site"
    multiply(site, source, times)
    built = folder / "built"
    built.mkdir()
    build = CONTENDERS[name](source, built, tools)
    notes = len(notes_of(source))
    for case in CASES:
        if case == "edit":
            text = build.edited.read_text(encoding="utf-8")
            build.edited.write_text(text + SENTENCE, encoding="utf-8")
        yield _timing(build, name, case, notes, run)
    if name == OURS:
        check = (str(BIN / "scidraft-tex"), "check", str(source), "-q")
        warm = Build(built, (check,), build.pdf, build.edited, build.environment)
        _timing(warm, name, "check", notes, run)
        yield _timing(warm, name, "check", notes, run)
        shutil.copy(built / "build" / "report.json", folder / "report.json")


def _timing(build: Build, name: str, case: str, notes: int, run: int) -> Timing:
    start = time.perf_counter()
    codes, memory = [], 0
    for command in build.commands:
        code, most = _run(command, build)
        codes.append(code)
        memory = max(memory, most)
    seconds = time.perf_counter() - start
    return Timing(name, case, notes, run, seconds, memory, _pages(build.pdf), tuple(codes))


def _run(command: Sequence[str], build: Build) -> tuple[int, int]:
    """Run COMMAND; return its exit code, and the bytes of memory of the largest process of it."""
    with subprocess.Popen(
        command,
        cwd=build.folder,
        env={**os.environ, **build.environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss * 1024


def _pages(pdf: Path) -> int:
    if not pdf.exists():
        return 0
    said = _output(["pdfinfo", str(pdf)])
    return next((int(line.split()[1]) for line in said.splitlines() if line[:6] == "Pages:"), 0)


# --- what bounds a build -----------------------------------------------------------------------


def _stages(folder: Path) -> dict[str, float]:
    """Return the seconds by stage of a build from nothing of the site in FOLDER."""
    built = folder / "profiled"
    built.mkdir()
    environment = {"XDG_CACHE_HOME": str(built / "cache")}
    command = (str(BIN / "scidraft-tex"), "book", str(folder / "site"), "-q")
    _run(command, Build(built, (command,), built / "build" / "book.pdf", built, environment))
    report = json.loads((built / "build" / "report.json").read_text(encoding="utf-8"))
    seconds: dict[str, float] = report["seconds"]
    (folder.parent / "engine").write_text(str(report["engine"]), encoding="utf-8")
    _keep(built / "build" / "book", folder.parent / "pages")
    return seconds


def _keep(folder: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)


def _limits(work: Path, tools: Tools) -> dict[str, float]:
    """Return the seconds of what no build can do without: one pass, one browser, Python's start."""
    limits = {
        "Python's start": _seconds([sys.executable, "-c", "pass"]),
        "the program's start": _seconds([str(BIN / "scidraft-tex"), "--version"]),
    }
    pages = work / "pages"
    if pages.is_dir():
        engine = (work / "engine").read_text(encoding="utf-8")
        command = [engine, "-interaction=batchmode", "book.tex"]
        limits["one pass of the engine over all pages"] = _seconds(command, pages)
    one = work / "one.md"
    one.write_text("```mermaid\ngraph LR\n  a --> b\n```\n", encoding="utf-8")
    draw = [tools.mmdc, "-p", tools.puppeteer, "-q", "-i", str(one), "-e", "pdf", "--pdfFit"]
    limits["the browser's start, with one diagram"] = _seconds(
        [*draw, "-o", str(work / "one.out.md")]
    )
    return limits


def _seconds(command: Sequence[str], folder: Path | None = None) -> float:
    """Return the least of three times that COMMAND takes."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run(command, cwd=folder, capture_output=True, check=False)
        times.append(time.perf_counter() - start)
    return min(times)


# --- the machine -------------------------------------------------------------------------------


def _tools(work: Path) -> Tools:
    """Return the peers' programs; the browser's settings are written to WORK."""
    import pypandoc  # noqa: PLC0415  # brings the pandoc that scidraft-tex runs

    browser = next(filter(None, map(shutil.which, BROWSER)), "")
    flags = ["--disable-gpu", "--no-first-run", "--disable-background-networking"]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")
    settings = work / "puppeteer.json"
    settings.write_text(json.dumps({"executablePath": browser, "args": flags}), encoding="utf-8")
    mmdc = ROOT / "node_modules" / ".bin" / "mmdc"
    return Tools(str(mmdc), str(settings), str(pypandoc.get_pandoc_path()))


def _machine(tools: Tools) -> Mapping[str, str]:
    """Describe the machine and the programs, for the page."""
    cpu = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    model = next((line.split(":", 1)[1].strip() for line in cpu if "model name" in line), "unknown")
    memory = Path("/proc/meminfo").read_text(encoding="utf-8").split()[1]
    release = dict(
        line.split("=", 1)
        for line in Path("/etc/os-release").read_text().splitlines()
        if "=" in line
    )
    return {
        "Processor": f"{model}, {os.cpu_count()} cores",
        "Memory": f"{int(memory) / 2**20:.0f} GiB",
        "System": release["PRETTY_NAME"].strip('"'),
        "Python": sys.version.split()[0],
        "TeX": _output(["pdflatex", "--version"]).splitlines()[0],
        "pandoc": _output([tools.pandoc, "--version"]).splitlines()[0].split()[-1],
        "Sphinx": _output([sys.executable, "-m", "sphinx", "--version"]).strip().split()[-1],
        "latexmk": _output(["latexmk", "--version"]).strip().rsplit("Version ", 1)[-1],
    }


def _output(command: Sequence[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout or "not here"


if __name__ == "__main__":
    main()
