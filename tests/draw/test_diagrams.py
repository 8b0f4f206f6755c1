import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from scidraft_tex.diagnostics import Place
from scidraft_tex.draw import diagrams, mmdc
from scidraft_tex.draw.diagrams import Drawn, draw_diagrams
from scidraft_tex.model import Diagram
from scidraft_tex.tools import Outcome, Shell, StandIn

from .fake_mmdc import FakeMmdc


def diagram(source: str, line: int = 1) -> Diagram:
    return Diagram(source, Place("notes/a.md", line))


def draw(
    tmp_path: Path, runner: FakeMmdc | Shell | StandIn, *sources: str, **options: str
) -> Drawn:
    given = [diagram(source, 10 * number) for number, source in enumerate(sources, start=1)]
    theme = options.get("theme", "neutral")
    return draw_diagrams(given, tmp_path / "figures", tmp_path / "cache", runner, theme)


def test_each_distinct_diagram_is_drawn_once(tmp_path: Path) -> None:
    runner = FakeMmdc()
    drawn = draw(tmp_path, runner, "a", "b", "a")
    assert (drawn.total, drawn.distinct, drawn.drawn, drawn.cached) == (3, 2, 2, 0)
    assert list(drawn.diagnostics) == []
    assert runner.batches == [["a", "b"]]
    for source in "ab":
        drawing = drawn.drawings[source]
        assert (drawing.width, drawing.height) == (100, 50)
        assert FakeMmdc.source_of(tmp_path / "figures" / drawing.file) == source


def test_what_was_drawn_is_kept(tmp_path: Path) -> None:
    first = draw(tmp_path, FakeMmdc(), "a", "b")
    runner = FakeMmdc()
    again = draw(tmp_path, runner, "a", "b", "c")
    assert (again.drawn, again.cached) == (1, 2)
    assert runner.singles == ["c"]
    assert again.drawings["a"] == first.drawings["a"]
    other = draw(tmp_path, FakeMmdc(), "a", theme="dark")
    assert (other.drawn, other.cached) == (1, 0)
    assert other.drawings["a"].file != first.drawings["a"].file


def test_a_damaged_drawing_is_drawn_again(tmp_path: Path) -> None:
    draw(tmp_path, FakeMmdc(), "a")
    for path in [*(tmp_path / "cache").glob("*.pdf"), *(tmp_path / "of-the-user").rglob("*.pdf")]:
        path.write_bytes(b"")
    assert draw(tmp_path, FakeMmdc(), "a").drawn == 1


def test_another_build_of_the_user_finds_what_was_drawn(tmp_path: Path) -> None:
    draw(tmp_path, FakeMmdc(), "a")
    again = draw_diagrams([diagram("a")], tmp_path / "b", tmp_path / "other", FakeMmdc())
    assert (again.drawn, again.cached) == (0, 1)
    assert list((tmp_path / "other").glob("*.pdf"))


def test_what_was_drawn_early_counts_as_drawn_now(tmp_path: Path) -> None:
    early = draw(tmp_path, FakeMmdc(), "a")
    runner = FakeMmdc()
    drawn = draw_diagrams(
        *([diagram("a"), diagram("b")], tmp_path / "figures", tmp_path / "cache", runner),
        early=early,
    )
    assert (drawn.drawn, drawn.cached) == (2, 0)
    assert runner.singles == ["b"]


def test_what_could_not_be_drawn_early_is_reported_without_another_try(tmp_path: Path) -> None:
    early = draw(tmp_path, FakeMmdc(), "BAD")
    assert list(early.faults) == ["BAD"]
    runner = FakeMmdc()
    drawn = draw_diagrams(
        [diagram("BAD", 30)], tmp_path / "figures", tmp_path / "cache", runner, early=early
    )
    assert [(item.code, item.place) for item in drawn.diagnostics] == [
        ("diagram-syntax", Place("notes/a.md", 31, 1))
    ]
    assert not runner.batches
    assert not runner.singles


def test_a_bad_diagram_is_told_wherever_it_stands(tmp_path: Path) -> None:
    drawn = draw(tmp_path, FakeMmdc(), "a", "BAD", "b", "BAD")
    assert set(drawn.drawings) == {"a", "b"}
    assert [(d.code, d.place) for d in drawn.diagnostics] == [
        ("diagram-syntax", Place("notes/a.md", 21)),
        ("diagram-syntax", Place("notes/a.md", 41)),
    ]
    assert "Parse error on line 1" in next(iter(drawn.diagnostics)).detail


def test_the_error_picture_is_no_drawing(tmp_path: Path) -> None:
    drawn = draw(tmp_path, FakeMmdc(), "error", "a")
    assert set(drawn.drawings) == {"a"}
    assert [d.place for d in drawn.diagnostics] == [Place("notes/a.md", 11)]


def test_without_a_way_to_draw_that_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mmdc, "PROJECT_BIN", tmp_path)
    monkeypatch.setattr(diagrams, "mermaidx_version", lambda: None)
    drawn = draw(tmp_path, StandIn({}), "a", "b")
    assert drawn.drawings == {}
    assert [(d.code, d.place) for d in drawn.diagnostics] == [
        ("diagram-tool", Place("notes/a.md", 10))
    ]
    (told,) = drawn.diagnostics
    assert told.message == "2 Mermaid diagrams cannot be drawn here"
    assert "browserless" in told.hint


def test_a_browser_that_does_not_start_is_told_once_with_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagrams, "mermaidx_version", lambda: None)
    failed = Outcome(1, "", "Error: Failed to launch the browser process!\n", 0.1)
    runner = StandIn({"mmdc": failed, "chromium": failed})
    drawn = draw(tmp_path, runner, "a", "b")
    assert [d.code for d in drawn.diagnostics] == ["diagram-tool"]
    assert "Failed to launch" in next(iter(drawn.diagnostics)).detail


def test_no_diagrams_need_nothing(tmp_path: Path) -> None:
    drawn = draw(tmp_path, StandIn({}))
    assert (drawn.total, list(drawn.diagnostics)) == (0, [])


def test_asked_for_none_nothing_is_drawn_or_told(tmp_path: Path) -> None:
    drawn = draw_diagrams(
        [diagram("a")], tmp_path / "f", tmp_path / "c", FakeMmdc(), renderer="none"
    )
    assert (drawn.drawings, list(drawn.diagnostics)) == ({}, [])


KINDS = {
    kind: (source, wanted.split())
    for kind, wanted, source in re.findall(
        r"^## (\S+)\n\nWords: ([^\n]*)\n\n```mermaid\n(.*?)\n```$",
        Path(__file__).with_name("kinds.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
}
"""A diagram of each kind, and words that must be found in its PDF."""


def test_the_kinds_are_all_read() -> None:
    assert len(KINDS) == 23


def words(path: Path) -> str:
    run = subprocess.run(("pdftotext", "-raw", path, "-"), capture_output=True, check=True)
    return " ".join(run.stdout.decode().split())


def fonts(path: Path) -> list[str]:
    run = subprocess.run(("pdffonts", path), capture_output=True, text=True, check=True)
    return run.stdout.splitlines()[2:]


def margins(path: Path) -> list[float]:
    """Return how far the page's edges are from the ink, in pt."""
    subprocess.run(("pdftoppm", "-r", "72", "-gray", "-singlefile", path, path), check=True)
    with Image.open(f"{path}.pgm") as image:
        box = image.point([255 if level < 254 else 0 for level in range(256)]).getbbox()
        assert box is not None
        return [box[0], box[1], image.width - box[2], image.height - box[3]]


@pytest.fixture(scope="module")
def every_kind(tmp_path_factory: pytest.TempPathFactory) -> tuple[Drawn, Path]:
    folder = tmp_path_factory.mktemp("kinds")
    sources = [source for source, _ in KINDS.values()]
    return draw(folder, Shell(), *sources), folder / "figures"


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_for_print(every_kind: tuple[Drawn, Path], kind: str) -> None:
    drawn, folder = every_kind
    assert list(drawn.diagnostics) == []
    source, expected = KINDS[kind]
    drawing = drawn.drawings[source]
    path = folder / drawing.file
    found = words(path)
    assert [word for word in expected if word not in found] == []
    assert all("TrueType" in font and " yes yes yes " in font for font in fonts(path))
    assert all(0 < margin <= 5 for margin in margins(path)), margins(path)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 1
        left, bottom, right, top = (float(value) for value in pdf.pages[0].mediabox)
    assert (drawing.width, drawing.height) == pytest.approx((right - left, top - bottom), abs=0.02)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.usefixtures("browser")
def test_bad_diagrams_cost_themselves(tmp_path: Path) -> None:
    sources = (
        "flowchart LR\n  A --> B",
        "%% caption: x\nflowchart LR\n  A --> B\n  B --> [\n",
        'pie title X\n  "a" : b',
        "nonsense",
        "error",
        "sequenceDiagram\n  A->>B: hi",
    )
    drawn = draw(tmp_path, Shell(), *sources)
    assert set(drawn.drawings) == {sources[0], sources[5]}
    assert [(d.code, d.place and d.place.line) for d in drawn.diagnostics] == [
        ("diagram-syntax", 24),
        ("diagram-syntax", 30),
        ("diagram-syntax", 40),
        ("diagram-syntax", 51),
    ]
    details = [d.detail for d in drawn.diagnostics]
    assert "Parse error on line 3" in details[0]
    assert not any("file:" in detail or "http" in detail for detail in details)


@pytest.mark.slow
@pytest.mark.usefixtures("browserless")
def test_mermaidx_draws_without_a_browser(tmp_path: Path) -> None:
    given = [
        diagram("flowchart LR\n  A[Two words] --> B[End]"),
        diagram("flowchart LR\n  A -->", 5),
    ]
    drawn = draw_diagrams(given, tmp_path / "f", tmp_path / "c", Shell(), renderer="mermaidx")
    assert [(d.code, d.place and d.place.line) for d in drawn.diagnostics] == [
        ("diagram-syntax", 7)
    ]
    path = tmp_path / "f" / drawn.drawings[given[0].source].file
    assert "Two words" in words(path)
    assert all("TrueType" in font for font in fonts(path))
    assert all(0 < margin <= 5 for margin in margins(path))


def test_mermaidx_takes_over_where_no_browser_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagrams, "mermaidx_version", lambda: "0.0")
    failed = Outcome(1, "", "Error: Failed to launch the browser process!\n", 0.1)
    said = "RuntimeError: Mermaid rendering failed: Error: Parse error on line 2:\n...\n"
    answers = {
        "mmdc": failed,
        "chromium": failed,
        "rsvg-convert": Outcome(0, "", "", 0.1),
        sys.executable: Outcome(1, "", said, 0.1),
    }
    drawn = draw(tmp_path, StandIn(answers), "a\nb")
    assert [(d.code, d.place) for d in drawn.diagnostics] == [
        ("diagram-syntax", Place("notes/a.md", 12))
    ]
