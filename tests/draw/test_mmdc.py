import json
import os
from pathlib import Path

import pytest

from scidraft_tex.draw import mmdc
from scidraft_tex.draw.mermaid import Fault, RendererUnavailableError
from scidraft_tex.draw.mmdc import Mmdc, find_browser, find_mmdc
from scidraft_tex.limits import Limit
from scidraft_tex.tools import Outcome, StandIn

from .fake_mmdc import FakeMmdc


def draw(runner: FakeMmdc, sources: list[str], folder: Path, jobs: int = 2) -> list[Path | Fault]:
    return Mmdc(runner, "mmdc", "/usr/bin/browser", "neutral", jobs).draw(sources, folder)


def test_all_diagrams_take_one_browser(tmp_path: Path) -> None:
    runner = FakeMmdc()
    results = draw(runner, ["a", "b", "c"], tmp_path)
    assert [FakeMmdc.source_of(path) for path in results] == ["a", "b", "c"]
    assert runner.batches == [["a", "b", "c"]]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_a_bad_diagram_costs_itself(tmp_path: Path, jobs: int) -> None:
    sources = ["a", "b", "BAD 1", "c", "d", "BAD 2", "e", "f"]
    runner = FakeMmdc()
    results = draw(runner, sources, tmp_path, jobs)
    for source, result in zip(sources, results, strict=True):
        if source.startswith("BAD"):
            assert isinstance(result, Fault)
            assert result.line == 1
        else:
            assert FakeMmdc.source_of(result) == source
    assert len(runner.batches) <= 3


def test_what_would_end_the_fence_is_drawn_alone(tmp_path: Path) -> None:
    runner = FakeMmdc()
    sources = ["a", "x\n```\ny", "class A:::", "b"]
    results = draw(runner, sources, tmp_path)
    assert [FakeMmdc.source_of(path) for path in results] == sources
    assert runner.batches == [["a", "b"]]


def test_a_file_that_was_being_written_is_drawn_again(tmp_path: Path) -> None:
    runner = FakeMmdc(truncated="b")
    results = draw(runner, ["a", "b", "c", "BAD"], tmp_path)
    assert [FakeMmdc.source_of(path) for path in results[:3]] == ["a", "b", "c"]
    assert isinstance(results[3], Fault)


@pytest.mark.parametrize(
    "said",
    [
        "\nError: Failed to launch the browser process!\n",
        "\nError: Browser was not found at the configured executablePath (/x)\n",
        "Error: Cannot find module 'puppeteer'\n",
    ],
)
def test_a_browser_that_does_not_start_is_no_fault_of_the_diagram(
    tmp_path: Path, said: str
) -> None:
    runner = StandIn({"mmdc": Outcome(1, "", said, 0.1)})
    with pytest.raises(RendererUnavailableError, match=said.strip().splitlines()[0][:12]):
        Mmdc(runner, "mmdc", "/usr/bin/browser", "neutral", 2).draw(["a", "b"], tmp_path)


def test_what_takes_too_long_is_told(tmp_path: Path) -> None:
    runner = StandIn({"mmdc": Outcome(-9, "", "", 75.0, exceeded=Limit.SECONDS)})
    (result,) = Mmdc(runner, "mmdc", "/usr/bin/browser", "neutral", 2).draw(["a"], tmp_path)
    assert result == Fault("Mermaid took more than 75 s and was ended", code="tool-timeout")


def test_the_browser_is_shut_off_from_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user, sandbox in ((0, True), (1000, False)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        draw(FakeMmdc(), ["a"], tmp_path)
        settings = json.loads((tmp_path / "puppeteer.json").read_text())
        assert settings["executablePath"] == "/usr/bin/browser"
        assert "--host-resolver-rules=MAP * ~NOTFOUND" in settings["args"]
        assert ("--no-sandbox" in settings["args"]) is sandbox


def test_programs_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mmdc, "PROJECT_BIN", tmp_path)
    assert find_mmdc(StandIn({})) is None
    (tmp_path / "mmdc").touch()
    assert find_mmdc(StandIn({})) == str(tmp_path / "mmdc")
    there = Outcome(0, "", "", 0.0)
    assert find_mmdc(StandIn({"mmdc": there})) == "mmdc"
    assert find_browser(StandIn({})) is None
    assert find_browser(StandIn({"google-chrome": there})) == "google-chrome"
    both = StandIn({"chromium": there, "chromium-headless-shell": there})
    assert find_browser(both) == "chromium-headless-shell"


@pytest.mark.parametrize(
    ("browser", "headless"),
    [("/usr/bin/chromium-headless-shell", "shell"), ("/opt/chromium", None)],
)
def test_a_browser_without_windows_is_started_as_one(
    tmp_path: Path, browser: str, headless: str | None
) -> None:
    Mmdc(FakeMmdc(), "mmdc", browser, "neutral", 1).draw(["a"], tmp_path)
    assert json.loads((tmp_path / "puppeteer.json").read_text()).get("headless") == headless


def test_the_name_tells_both_versions(tmp_path: Path) -> None:
    package = tmp_path / "node_modules" / "@mermaid-js" / "mermaid-cli"
    (package / "src").mkdir(parents=True)
    (package / "src" / "cli.js").touch()
    (package / "package.json").write_text('{"name": "@mermaid-js/mermaid-cli", "version": "11.1"}')
    mermaid = tmp_path / "node_modules" / "mermaid"
    mermaid.mkdir()
    (mermaid / "package.json").write_text('{"name": "mermaid", "version": "11.2"}')
    program = tmp_path / "node_modules" / "mmdc"
    program.symlink_to(package / "src" / "cli.js")
    assert Mmdc(StandIn({}), str(program), "b", "neutral", 1).name == "mmdc 11.1, mermaid 11.2"
    assert Mmdc(FakeMmdc(), "mmdc", "b", "neutral", 1).name == "mmdc 11.0.0"
