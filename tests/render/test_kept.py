"""What was rendered before is taken again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.render.kept import Kept, kept_in, stamp_of


def make(said: Diagnostics) -> str:
    said.report("html-unknown", "it is not known")
    return "made"


def test_what_was_made_and_said_comes_again(tmp_path: Path) -> None:
    for again, reused in ((["n"], []), ([], ["n"])):
        kept, said = kept_in(tmp_path), Diagnostics()
        assert kept.take("n", ("input", 1), make, said) == "made"
        assert [item.code for item in said] == ["html-unknown"]
        assert (kept.again, kept.reused) == (again, reused)


def test_other_inputs_or_another_program_are_a_miss(tmp_path: Path) -> None:
    kept_in(tmp_path).take("n", "input", make, Diagnostics())
    other = kept_in(tmp_path)
    other.take("n", "output", make, Diagnostics())
    replace(kept_in(tmp_path), stamp="2", again=other.again).take("n", "input", make, Diagnostics())
    assert other.again == ["n", "n"]


def test_a_damaged_entry_is_made_again(tmp_path: Path) -> None:
    kept_in(tmp_path).take("n", "input", make, Diagnostics())
    for path in (tmp_path / "cache/tex").glob("??/*"):
        path.write_bytes(b"foreign")
    kept = kept_in(tmp_path)
    assert kept.take("n", "input", make, Diagnostics()) == "made"
    assert kept.again == ["n"]


def test_what_a_fault_of_ours_had_a_part_in_is_made_again(tmp_path: Path) -> None:
    def faulty(said: Diagnostics) -> str:
        said.report("internal-error", "KeyError in x.py:1: 'y'")
        return "a box"

    assert kept_in(tmp_path).take("n", "input", faulty, Diagnostics()) == "a box"
    said = Diagnostics()
    assert kept_in(tmp_path).take("n", "input", make, said) == "made"
    assert [item.code for item in said] == ["html-unknown"]


def test_nothing_is_kept_without_a_folder() -> None:
    kept = Kept()
    assert kept.take("n", "input", make, Diagnostics()) == "made"
    assert kept.again == ["n"]


def test_why_something_was_made() -> None:
    kept = Kept(again=["a.md", "b.md"])
    assert kept.reasons({"a.md"})["a.md"] == "it was read anew"
    assert "refers to" in kept.reasons({"a.md"})["b.md"]


def test_the_digest_of_templates_is_that_of_names_and_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for folder in (first, second):
        folder.mkdir()
        (folder / "book.tex.j2").write_text("x")
    assert stamp_of([first]) == stamp_of([second])
    (second / "book.tex.j2").write_text("y")
    assert stamp_of([first]) != stamp_of([second])
    assert stamp_of([first]) != stamp_of([first, first])
