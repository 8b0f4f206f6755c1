from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex.draw.seen import Seen, see_pages
from scidraft_tex.limits import Limit
from scidraft_tex.tools import Command, Outcome, Shell, StandIn


def page(path: Path, content: str, size: tuple[float, float] = (300, 200)) -> Path:
    """Write a PDF whose first page has CONTENT, and the font F; another page follows."""
    with pikepdf.new() as pdf:
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1)
        font.BaseFont = pikepdf.Name.Helvetica
        for text in (content, "0 0 300 200 re f"):
            made = pdf.add_blank_page(page_size=size)
            made.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
            made.Contents = pdf.make_stream(text.encode())
        pdf.save(path)
    return path


class Counting(Shell):
    """Runs programs in earnest and counts them; `refused` is how many pages are too many."""

    def __init__(self, refused: int = 1000) -> None:
        super().__init__()
        self.ran: list[str] = []
        self.refused = refused

    def run(self, command: Command) -> Outcome:
        self.ran.append(command.program)
        path = next(one for one in command.arguments if one.endswith(".pdf"))
        with pikepdf.open(path) as pdf:
            if command.program == "pdftoppm" and len(pdf.pages) >= self.refused:
                return Outcome(-9, "", "", 1.0, Limit.MEMORY)
        return super().run(command)


@pytest.fixture
def pages(tmp_path: Path, require: Callable[..., None]) -> list[Path]:
    require("pdftotext", "pdftoppm")
    return [
        page(tmp_path / "a.pdf", "0.9 g 100 50 80 40 re f"),
        page(tmp_path / "b.pdf", ""),
        page(tmp_path / "c.pdf", "BT /F 10 Tf 20 20 Td (Two  words) Tj ET", (90.5, 50)),
    ]


def told(seen: list[Seen]) -> None:
    assert [one.words for one in seen] == ["", "", "Two words"]
    assert seen[0].ink == pytest.approx((98, 48, 182, 92), abs=1)
    assert seen[1].ink is None
    assert seen[2].ink
    assert seen[2].ink[0] == pytest.approx(18, abs=1)


def test_all_pages_are_looked_at_by_one_call_of_each_program(pages: list[Path]) -> None:
    runner = Counting()
    told(see_pages(pages, runner))
    assert runner.ran == ["pdftotext", "pdftoppm"]
    assert see_pages([], runner) == []


def test_many_are_looked_at_by_some_calls(
    pages: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scidraft_tex.draw.seen._TOGETHER", 2)
    runner = Counting()
    told(see_pages(pages, runner))
    assert runner.ran == ["pdftotext", "pdftoppm"] * 2


def test_what_fails_together_is_looked_at_singly(pages: list[Path]) -> None:
    runner = Counting(refused=2)
    told(see_pages(pages, runner))
    assert runner.ran.count("pdftoppm") == 4


def test_of_a_page_that_cannot_be_looked_at_nothing_is_known(pages: list[Path]) -> None:
    assert see_pages(pages[2:], Counting(refused=1)) == [Seen(None, "Two words")]


def test_what_is_no_pdf_costs_itself(pages: list[Path], tmp_path: Path) -> None:
    (tmp_path / "no.pdf").write_bytes(b"%PDF-1.4 not really")
    with pikepdf.new() as empty:
        empty.save(tmp_path / "empty.pdf")
    seen = see_pages([tmp_path / "no.pdf", *pages, tmp_path / "empty.pdf"], Counting())
    assert (seen[0], seen[-1]) == (Seen(), Seen())
    told(seen[1:-1])


def test_without_the_programs_nothing_is_known(pages: list[Path]) -> None:
    assert see_pages(pages, StandIn({})) == [Seen()] * 3
