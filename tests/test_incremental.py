"""What is kept between builds changes nothing: a build after edits equals one from nothing."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from scidraft_tex.cli import Exit, main
from scidraft_tex.draw.mmdc import BROWSERS
from scidraft_tex.tools import Command, Outcome, Runner, Shell
from tests.press import Press

SEEDS = range(10)
SEQUENCES = 10
EDITS = 3

HUGO = """\
title = "Chains"
[params]
mainSections = ["notes"]
[params.entrySets.facts]
titleField = "entryTitle"
categoryField = "entryCategory"
aliasesField = "entryAliases"
"""
BIB = """\
@book{knuth1984, author={Donald Knuth}, title={The Book}, year={1984}}
@article{turing1936, author={Turing, Alan}, title={On Numbers}, journal={Proc.}, year={1936}}
"""
NOTES = {
    "one": "See [two](two.md) and \\cite{knuth1984}.\n\n**Theorem (one).** It is \\(1 = 1\\).\n",
    "two": "A \\index{chain} of [one](one.md).\n\n```mermaid\nflowchart TD\nA --> B\n```\n",
    "three": "![A picture](/img/a.png)\n\n| a | b |\n|---|---|\n| 1 | \\(x\\) |\n\nTable 1: Few.\n",
    "four": "**Lemma.** By \\cite{turing1936} and [three](three.md#end).\n\n## End {#end}\n\nIt.\n",
    "five": "```python\nprint(1)\n```\n\n<blink>no</blink> \\[ \\frac{1}{2} \\]\n",
}
PIECES = (
    "A further sentence.\n",
    "**Definition.** A *chain* is a list.\n",
    "By \\cite{knuth1984} and \\cite{nobody}.\n",
    "[There](one.md), [there](two.md), [nowhere](gone.md).\n",
    "```mermaid\nflowchart LR\nX --> Y\n```\n",
    "```mermaid\nbroken\n```\n",
    "\\[ \\unknown{x} \\]\n",
    "Footnote[^1].\n\n[^1]: Its text with \\(a\\).\n",
    "{{< references >}}\n",
    "{{< nothing >}}\n",
    "![Another](/img/b.png)\n",
    "- one\n- two\n",
)


@dataclass
class Studio(Press):
    """A press with something that draws: a blank page, of as many points as the text is long."""

    def find(self, program: str) -> str | None:
        return program if program in {"mmdc", "chromium"} else super().find(program)

    def run(self, command: Command) -> Outcome:
        if command.program != "mmdc":
            return super().run(command)
        options = dict(zip(command.arguments, command.arguments[1:], strict=False))
        if "-i" not in options:
            return Outcome(0, "11.0.0", "", 0.0)
        text, out = Path(options["-i"]), Path(options["-o"])
        sources = text.read_text().split("```mermaid\n")[1:] if text.suffix == ".md" else [""]
        if text.suffix == ".mmd":
            sources = [text.read_text()]
        for number, source in enumerate(sources, start=1):
            if source.startswith("broken"):
                return Outcome(1, "", "Error: Parse error on line 1:\nbroken\n^", 0.0)
            path = out if text.suffix == ".mmd" else out.with_name(f"out-{number}.pdf")
            with pikepdf.new() as document:
                document.add_blank_page(page_size=(100 + len(source.strip("`\n ")), 50))
                document.save(path, deterministic_id=True)
        return Outcome(0, "", "", 0.0)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def picture(path: Path, shade: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("L", (4 + shade % 3, 4), shade).save(path)


def make_site(site: Path) -> None:
    write(site / "hugo.toml", HUGO)
    write(site / "assets/bib/refs.bib", BIB)
    picture(site / "static/img/a.png", 10)
    for weight, (name, text) in enumerate(NOTES.items(), start=1):
        front = f"title: Note {name}\nweight: {weight}\nentryTitle: Fact {name}\n"
        write(site / f"content/notes/{name}.md", f"---\n{front}entryCategory: Facts\n---\n{text}")


# --- edits -------------------------------------------------------------------------------------


@dataclass
class Editor:
    """Changes a site as people do; what it removes can come back."""

    site: Path
    chance: random.Random
    removed: list[tuple[str, str]]

    @property
    def notes(self) -> list[Path]:
        return sorted((self.site / "content").rglob("*.md"))

    def edit(self) -> str:
        """Make one edit, and return what it was."""
        edits: list[Callable[[], str]] = [
            self.text, self.text, self.text, self.front, self.bibliography, self.settings,
            self.rename, self.move, self.delete, self.restore, self.touch, self.image, self.sly,
            self.copy,
        ]  # fmt: skip
        return self.chance.choice(edits)()

    def one(self) -> Path:
        return self.chance.choice(self.notes)

    def text(self) -> str:
        path, piece = self.one(), self.chance.choice(PIECES)
        write(path, f"{path.read_text()}\n{piece}")
        return f"{path.name}: {piece!r}"

    def front(self) -> str:
        path, number = self.one(), self.chance.randrange(1000)
        line = self.chance.choice(
            [f"summary: S{number} *b*", f"tags: [t{number}]", "draft: true", f"author: A{number}"]
        )
        write(path, path.read_text().replace("---\n", f"---\n{line}\n", 1))
        return f"{path.name}: {line}"

    def bibliography(self) -> str:
        path, number = self.site / "assets/bib/refs.bib", self.chance.randrange(3)
        write(path, BIB.replace("1984", f"199{number}") + "\n" * number + "@book{broken\n" * number)
        return f"refs.bib {number}"

    def settings(self) -> str:
        line = self.chance.choice(
            ["title: Other", "arrange: flat", "language: de", "profile: print", "drop: [Lemma]",
             "symbols: true", "index_definitions: false", "kinds: 3", ""]
        )  # fmt: skip
        write(self.site / "book.yaml", f"{line}\n")
        return f"book.yaml {line}"

    def rename(self) -> str:
        path = self.one()
        new = path.with_name(f"{path.stem}x.md")
        path.rename(new)
        return f"{path.name} → {new.name}"

    def move(self) -> str:
        path = self.one()
        new = path.parent / "deep" / path.name
        new.parent.mkdir(exist_ok=True)
        path.rename(new)
        return f"{path.name} → deep"

    def copy(self) -> str:
        path = self.one()
        shutil.copy2(path, path.with_name(f"{path.stem}2.md"))
        return f"copy of {path.name}"

    def delete(self) -> str:
        if len(self.notes) < 3:
            return "nothing"
        path = self.one()
        self.removed.append((path.relative_to(self.site).as_posix(), path.read_text()))
        path.unlink()
        return f"{path.name} removed"

    def restore(self) -> str:
        if not self.removed:
            return "nothing"
        name, text = self.removed.pop()
        write(self.site / name, text)
        return f"{name} restored"

    def touch(self) -> str:
        path = self.one()
        os.utime(path, ns=(0, self.chance.randrange(10**18)))
        return f"{path.name} touched"

    def image(self) -> str:
        shade = self.chance.randrange(256)
        picture(self.site / "static/img" / self.chance.choice(["a.png", "b.png"]), shade)
        return f"image {shade}"

    def sly(self) -> str:
        """Change a letter and put size and time back as they were."""
        path = self.one()
        before = path.stat()
        text = path.read_text()
        write(path, text.replace("A", "B", 1) if "A" in text else text.replace("B", "A", 1))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        return f"{path.name}: same size, same time"


# --- builds ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Desk:
    """Where a build lives, with a folder for the user's caches."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch

    def build(self, site: Path, *options: str) -> int:
        (self.folder / "home").mkdir(parents=True, exist_ok=True)
        self.monkeypatch.setenv("XDG_CACHE_HOME", str(self.folder / "home"))
        self.monkeypatch.chdir(self.folder)
        return main(["book", str(site), "--quiet", *options])

    @property
    def tex(self) -> dict[str, bytes]:
        """The folder that TeX is given."""
        root = self.folder / "build" / "book"
        ours = {".tex", ".bib", ".ist", ".png", ".jpg", ""}
        files = [path for path in root.rglob("*") if path.is_file() and path.suffix in ours]
        drawn = (root / "figures").glob("*.pdf")
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in (*files, *drawn)}

    @property
    def report(self) -> Mapping[str, Any]:
        """The report, less what tells how it came to be: seconds, passes, what was drawn when."""
        values: dict[str, Any] = json.loads((self.folder / "build" / "report.json").read_text())
        del values["seconds"]
        for name in ("passes", "reasons"):
            del values["tex"][name]
        for name in ("drawn", "cached"):
            del values["diagrams"][name]
        return values


@pytest.fixture
def studio(monkeypatch: pytest.MonkeyPatch) -> Runner:
    made = Studio()
    monkeypatch.setattr("scidraft_tex.tools.Shell", lambda *_, **__: made)
    return made


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.usefixtures("studio")
def test_a_build_after_edits_equals_one_from_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    make_site(site)
    editor = Editor(site, random.Random(seed), [])  # noqa: S311  # edits, no secrets
    kept = Desk(tmp_path / "kept", monkeypatch)
    kept.build(site)
    for sequence in range(SEQUENCES):
        done, code = [], -1
        for _ in range(EDITS):
            done.append(editor.edit())
            code = kept.build(site)
        clean = Desk(tmp_path / f"clean-{sequence}", monkeypatch)
        assert clean.build(site) == code, done
        if code == Exit.USAGE:  # settings that are refused: nothing is made
            continue
        assert kept.tex == clean.tex, done
        assert kept.report == clean.report, done


@pytest.mark.tex
@pytest.mark.parametrize("seed", [1, 2])
def test_the_pages_are_those_of_a_build_from_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.setattr("scidraft_tex.tools.Shell", lambda *_, **__: Undrawn())
    site = tmp_path / "site"
    make_site(site)
    editor = Editor(site, random.Random(seed), [])  # noqa: S311  # edits, no secrets
    kept = Desk(tmp_path / "kept", monkeypatch)
    kept.build(site)
    done = [editor.edit() for _ in range(2)]
    kept.build(site)
    done += [editor.edit() for _ in range(2)]
    code = kept.build(site)
    clean = Desk(tmp_path / "clean", monkeypatch)
    assert clean.build(site) == code, done
    assert kept.tex == clean.tex, done
    pdf = "build/book.pdf"
    assert (kept.folder / pdf).read_bytes() == (clean.folder / pdf).read_bytes(), done
    assert kept.report == clean.report, done


class Undrawn(Shell):
    """The programs that are here, but nothing that draws."""

    def find(self, program: str) -> str | None:
        return None if program in {"mmdc", *BROWSERS} else super().find(program)
