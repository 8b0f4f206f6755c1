import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scidraft_tex.draw import one_page
from scidraft_tex.draw.mermaid import STYLE, Fault, configuration
from scidraft_tex.draw.mmdc import Mmdc, find_browser, find_mmdc
from scidraft_tex.draw.one_page import KNOWN, OnePage, find_one_page
from scidraft_tex.tools import Command, Outcome, Shell

from .fake_mmdc import FakeMmdc

REPOSITORY = Path(__file__).parents[2]


def test_the_known_version_is_the_one_that_is_installed() -> None:
    wanted = json.loads((REPOSITORY / "package.json").read_text())["dependencies"]
    assert wanted["@mermaid-js/mermaid-cli"] == KNOWN


def installed(folder: Path, version: str = KNOWN) -> Path:
    """Return the program of a mermaid-cli of VERSION in FOLDER."""
    package = folder / "node_modules" / "@mermaid-js" / "mermaid-cli"
    (package / "src").mkdir(parents=True)
    (package / "package.json").write_text(
        json.dumps({"name": "@mermaid-js/mermaid-cli", "version": version})
    )
    (package / "src" / "cli.js").touch()
    return package / "src" / "cli.js"


@dataclass
class FakeNode(FakeMmdc):
    """Draws in one page, too: one with HANG ends it; `broken` fails at all, `dead` never begins."""

    broken: bool = False
    dead: bool = False
    pages: list[list[str]] = field(default_factory=list)

    def find(self, program: str) -> str | None:
        return "node" if program == "node" else super().find(program)

    def run(self, command: Command) -> Outcome:
        if command.program != "node":
            return super().run(
                Command("mmdc", command.arguments) if "cli.js" in command.program else command
            )
        job = json.loads(Path(command.arguments[1]).read_text())
        self.pages.append([text.rstrip() for text, _ in job["diagrams"]])
        said = ""
        for text, path in [] if self.dead else job["diagrams"]:
            said += f"{path}\n"
            if "HANG" in text:
                return Outcome(1, said, "", 0.1)
            if not self.broken:
                self._draw(text.rstrip(), Path(path))
        return Outcome(1 if self.dead else 0, said, "", 0.1)


def draw(runner: FakeMmdc, sources: list[str], folder: Path) -> list[Path | Fault]:
    program = str(installed(folder))
    return Mmdc(runner, program, "/usr/bin/browser", "neutral", 2).draw(sources, folder)


def test_all_are_drawn_in_one_page(tmp_path: Path) -> None:
    runner = FakeNode()
    sources = ["a", "x\n```\ny", "b"]
    results = draw(runner, sources, tmp_path)
    assert [FakeMmdc.source_of(path) for path in results] == sources
    assert (runner.pages, runner.batches, runner.singles) == ([sources], [], [])


def test_a_single_one_is_left_to_mmdc(tmp_path: Path) -> None:
    runner = FakeNode()
    draw(runner, ["a"], tmp_path)
    assert (runner.pages, runner.singles) == ([], ["a"])


def test_of_a_bad_one_mmdc_tells(tmp_path: Path) -> None:
    runner = FakeNode()
    results = draw(runner, ["BAD 1", "a", "BAD 2", "b"], tmp_path)
    assert [result.line for result in results if isinstance(result, Fault)] == [1, 1]
    assert [FakeMmdc.source_of(results[n]) for n in (1, 3)] == ["a", "b"]
    assert (len(runner.pages), runner.singles) == (1, ["BAD 1", "BAD 2"])


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_that_ends_the_browser_costs_itself(tmp_path: Path, place: int) -> None:
    sources = ["a", "b"]
    sources.insert(place, "HANG")
    runner = FakeNode()
    results = draw(runner, sources, tmp_path)
    assert [FakeMmdc.source_of(path) for path in results] == sources
    assert runner.singles == ["HANG"]
    rest = [sources[place + 1 :]] if place < 2 else []
    assert runner.pages == [sources, *rest]


@pytest.mark.parametrize("runner", [FakeNode(broken=True), FakeNode(dead=True)])
def test_where_it_does_not_work_mmdc_draws_all(tmp_path: Path, runner: FakeNode) -> None:
    results = draw(runner, ["a", "b"], tmp_path)
    assert [FakeMmdc.source_of(path) for path in results] == ["a", "b"]
    assert (len(runner.pages), runner.batches) == (1, [["a", "b"]])


def test_another_version_of_mermaid_cli_draws_by_itself(tmp_path: Path) -> None:
    for version in ("11.16.0", "12.0.0"):
        program = installed(tmp_path / version, version)
        assert Mmdc(FakeNode(), str(program), "b", "neutral", 2).page is None
    package = installed(tmp_path / "known").parents[1]
    assert find_one_page(FakeMmdc(), package, KNOWN) is None  # no node
    assert find_one_page(FakeNode(), None, "") is None
    assert find_one_page(FakeNode(), package, KNOWN) is not None


# --- with a browser ----------------------------------------------------------------------------


@dataclass
class Counting(Shell):
    """Runs programs in earnest, and remembers which."""

    ran: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def run(self, command: Command) -> Outcome:
        self.ran.append(Path(command.program).name)
        return super().run(command)


SOURCES = (
    "flowchart LR\n  A[One] --> B[Two]",
    "mindmap\n  root\n    A\n    B",
    '%%{init: {"theme": "dark", "flowchart": {"curve": "step"}}}%%\nflowchart LR\n  A --> B',
    "flowchart LR\n  A --> B",
    "zenuml\n  Alice->John: Hello",
    "flowchart LR\n  A --> [",
    "sequenceDiagram\n  autonumber\n  A->>B: hi",
    'flowchart LR\n  A["$$x^2$$"] --> B',
    "mindmap\n  other",
    "sequenceDiagram\n  B->>A: hi",
)


def without_dates(result: Path | Fault) -> bytes | Fault:
    if isinstance(result, Fault):
        return result
    return re.sub(rb"/(?:Creation|Mod)Date \(.*?\)", b"", result.read_bytes())


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.usefixtures("browser")
def test_each_is_drawn_as_by_itself_whatever_was_drawn_before(tmp_path: Path) -> None:
    shell = Counting()
    program, found = find_mmdc(shell), find_browser(shell)
    assert program
    assert found
    mmdc = Mmdc(shell, program, found, "neutral", 2)
    assert mmdc.page
    alone = {}
    for number, source in enumerate(SOURCES):
        folder = tmp_path / f"alone-{number}"
        folder.mkdir()
        alone[source] = without_dates(mmdc.draw([source], folder)[0])
    assert isinstance(alone[SOURCES[5]], Fault)
    for name, order in (("there", SOURCES), ("back", SOURCES[::-1])):
        shell.ran.clear()
        (tmp_path / name).mkdir()
        results = mmdc.draw(order, tmp_path / name)
        assert [without_dates(result) for result in results] == [alone[s] for s in order]
        assert shell.ran == ["node", "mmdc"]  # the bad one, alone


STUCK = """
import { renderMermaid as draw } from "@mermaid-js/mermaid-cli";

export async function renderMermaid(browser, text, ...rest) {
  if (text.startsWith("stuck")) await (await browser.newPage()).evaluate(() => { for (;;); });
  if (text.startsWith("closed")) await browser.browser.close();
  return draw(browser, text, ...rest);
}
"""


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("word", ["stuck", "closed"])
def test_one_that_hangs_leaves_what_was_drawn(
    tmp_path: Path, browser: Shell, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_page, "_SECONDS_EACH", 7.0)
    program, node, found = find_mmdc(browser), browser.find("node"), find_browser(browser)
    assert program
    assert node
    modules = next(path for path in Path(program).resolve().parents if path.name == "node_modules")
    (tmp_path / "node_modules").symlink_to(modules)
    (tmp_path / "cli.mjs").write_text(STUCK)
    page = OnePage(browser, node, tmp_path / "cli.mjs")
    settings = Mmdc(browser, program, str(found), "neutral", 1)._puppeteer()
    sources = {0: SOURCES[0], 4: word, 5: SOURCES[1]}
    tried = page.draw(sources, tmp_path, settings, configuration("neutral"), STYLE)
    assert tried.drawn == {0: tmp_path / "0.pdf"}
    assert tried.failed == {4}


@pytest.mark.browser
def test_a_browser_that_does_not_start_begins_nothing(tmp_path: Path, browser: Shell) -> None:
    program, node = find_mmdc(browser), browser.find("node")
    assert program
    assert node
    cli = Path(program).resolve().with_name("index.js")
    settings = {"executablePath": str(tmp_path / "none")}
    tried = OnePage(browser, node, cli).draw({0: "a", 1: "b"}, tmp_path, settings, {}, "")
    assert tried == one_page.Tried({}, frozenset())
