"""Mistakes by the dozen in two notes at once: the book has all other text, and all the boxes.

Beside those of the catalogue, most of which are found before TeX, there are some that TeX alone
meets; each has a twin that is right, and with those in their place the book has the same numbers.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.mistakes.catalogue import MISTAKES as ALL
from tests.mistakes.catalogue import Mistake
from tests.pdf.conftest import REPOSITORY, Built, build
from tests.pdf.words import letters, prose, runs

pytestmark = [pytest.mark.tex, pytest.mark.browser, pytest.mark.slow]

EPOCH = 1_700_000_000

TEX_ONLY = r"""
A rule of ‹\rule{1}{2}|\rule{1pt}{2pt}› in its paragraph, another \(x\) after it.

## A heading of ‹\hspace{foo}|\hspace{1em}› in between

**Theorem (bound ‹\kern1zz x|\kern1pt x›).** It holds that
\[ a = «\rule{1}{2}|\rule{1pt}{2pt}» \label{fault-one} \]
by what was said. Then \eqref{fault-one} is known.

$$
\begin{align}
a &= b \label{fault-two} \\
c &= «\hspace{foo}|\hspace{1em}» \notag \\
e &= f \label{fault-three}
\end{align}
$$

By \eqref{fault-three} all is well.

**Table 71.** A caption of ‹\raisebox{x}{y}|\raisebox{1pt}{y}› over it.

| a | b |
|---|---|
| 1 | ‹\begin{array}{q}a\end{array}|\begin{array}{c}a\end{array}› |
| 2 | words in a cell with ‹\newcommand{\faultq}{a^b}\faultq^c|a^{b^c}› |

- one
- two has ‹\hspace{foo}|\hspace{1em}› in it
  - deeper still \[ «\genfrac{a}{b}{c}{d}{e}{f}|\genfrac{(}{)}{0pt}{0}{e}{f}» \]

A note.[^fault] And another.[^right]

[^fault]: It holds for ‹\hspace{foo}|\hspace{1em}› alone.
[^right]: It holds for all.

> They say ‹\kern 9999999pt x|\kern 9pt x› and mean it.

```pseudo-algorithm
\begin{algorithm}
\caption{Faulty steps}
\begin{algorithmic}
\State \(a \gets «\rule{1}{2}|\rule{1pt}{2pt}»\)
\If{\(b\)}
\State good
\EndIf
\end{algorithmic}
\end{algorithm}
```

**Lemma (last).** What comes after is counted as ever. \[ z = 1 \label{fault-last} \]
"""
MISTAKES = sorted(ALL, key=lambda one: one.name != "shortcode-closes-nothing")
"""The catalogue's; an end without a beginning stands before any beginning without an end."""

_PAIR = re.compile(r"[‹«](?P<bad>.*?)\|(?P<good>[^|]*?)[›»]")
_LABEL = re.compile(r"\\newlabel\{(?P<name>[^}]*)\}\{\{(?P<number>[^}]*)\}")


def chosen(which: str) -> str:
    """Return `TEX_ONLY` with the WHICH of each pair, within dollar signs where it is no formula."""

    def one(found: re.Match[str]) -> str:
        return f"\\({found[which]}\\)" if found[0][0] == "‹" else found[which]

    return _PAIR.sub(one, TEX_ONLY)


BAD, GOOD = chosen("bad"), chosen("good")
FAULTS = len(_PAIR.findall(TEX_ONLY))


@dataclass(frozen=True)
class Case:
    """A site of two notes, without mistakes and with them."""

    notes: Mapping[str, str]
    mended: Built
    faulty: Built

    @property
    def chapters(self) -> list[str]:
        """The `.tex` of the notes, in the order of `notes`."""
        texts = [path.read_text() for path in sorted(self.faulty.tex.glob("chapters/*.tex"))]
        return [next(t for t in texts if f"%% {path}:" in t) for path in self.notes]


def parted(text: str) -> tuple[str, str, str]:
    """Return TEXT before a paragraph in its middle, from there to its last one, and that."""
    lines = text.rstrip("\n").split("\n")
    begins = [
        number
        for number in range(1, len(lines) - 1)
        if not lines[number - 1].strip()
        and re.match(r"[A-Z][a-z]*[ ,]", lines[number])
        and not sum(line.startswith(("```", "$$")) for line in lines[:number]) % 2
    ]
    middle, last = begins[len(begins) // 2 - 1], begins[-1]
    assert middle < last
    parts = lines[:middle], lines[middle:last], lines[last:]
    before, between, after = ("\n".join(part) for part in parts)
    return before, between, after


def with_mistakes(text: str) -> tuple[str, dict[str, int]]:
    """Return TEXT with all mistakes in it, and the line before each that the catalogue has."""
    before, between, after = parted(text)
    made = f"{before}\n{BAD}\n{between}\n"
    lines: dict[str, int] = {}
    for number, mistake in enumerate(MISTAKES):
        made += f"\nStretch {number} begins.\n\n"
        lines[mistake.name] = made.count("\n")
        made += f"{mistake.text}\n"
    return f"{made}\nStretch {len(MISTAKES)} begins.\n\n{after}\n", lines


def mended(text: str) -> str:
    before, between, after = parted(text)
    return f"{before}\n{GOOD}\n{between}\n\n{after}\n"


def make_case(origin: Path, names: Sequence[str], folder: Path) -> Case:
    """Build the notes of ORIGIN by NAMES in FOLDER, without mistakes and with them."""
    notes = {f"content/notes/{name}.md": "" for name in names}
    for kind in ("mended", "faulty"):
        site = folder / kind / "site"
        (site / "content/notes").mkdir(parents=True)
        shutil.copy(origin / "hugo.toml", site)
        shutil.copytree(origin / "assets", site / "assets")
        (site / "book.yaml").write_text("arrange: flat\n")
        for path in notes:
            text = (origin / path).read_text(encoding="utf-8")
            notes[path] = text
            made = mended(text) if kind == "mended" else with_mistakes(text)[0]
            (site / path).write_text(made, encoding="utf-8")
        for mistake in MISTAKES if kind == "faulty" else ():
            for path, data in mistake.files.items():
                (site / path).parent.mkdir(parents=True, exist_ok=True)
                (site / path).write_bytes(data)
    kinds = ("mended", "faulty")
    built = (build(folder / kind / "site", folder / kind, epoch=EPOCH) for kind in kinds)
    return Case(notes, *built)


@pytest.fixture(
    scope="module", params=["content", pytest.param("corpus", marks=pytest.mark.corpus)]
)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    folder = tmp_path_factory.mktemp("faults")
    if request.param == "content":
        names = ("bottleneck-ratio", "kac-formula")
        return make_case(REPOSITORY / "content", names, folder)
    names = ("attention-notation-table", "survey-chain-of-thought")
    corpus: Path = request.getfixturevalue("corpus")
    return make_case(corpus / "scidraft", [f"demo-note-{name}" for name in names], folder)


def labels(built: Built) -> dict[str, str]:
    found = _LABEL.finditer((built.tex / "book.aux").read_text(errors="replace"))
    return {match["name"]: match["number"] for match in found}


def told(built: Built) -> list[dict[str, Any]]:
    values: list[dict[str, Any]] = built.report["diagnostics"]
    return values


def stretches(chapter: str) -> Iterator[tuple[Mistake, str]]:
    """Yield the mistakes, each with what of CHAPTER was made of it."""
    pieces = re.split(r"Stretch \d+ begins\.", chapter)
    assert len(pieces) == len(MISTAKES) + 2
    yield from zip(MISTAKES, pieces[1:-1], strict=True)


def is_printed(run: str, printed: str) -> bool:
    """Tell whether RUN is in PRINTED, whole or in two parts: a page may end in it."""
    return any(run[:at] in printed and run[at:] in printed for at in (0, *range(4, len(run) - 3)))


def is_boxed(latex: str) -> bool:
    return any(
        mark in latex
        for mark in ("\\badformula{", "{scidraftfailure}", "\\missingimage{", "\\missinginline{")
    )


def test_the_book_is_made_and_the_exit_code_tells(case: Case) -> None:
    assert case.mended.status in {0, 1}, case.mended.stderr
    assert not [one for one in told(case.mended) if one["code"].startswith("tex-")]
    assert case.faulty.status == 1
    assert case.faulty.pdf.is_file()
    assert "Traceback" not in case.faulty.stderr
    errors = [one for one in told(case.faulty) if one["code"] == "internal-error"]
    assert errors == []


def test_tex_met_none_of_it_in_the_end(case: Case) -> None:
    log = (case.faulty.tex / "book.log").read_text(errors="replace")
    assert re.findall(r"^\S+\.tex:\d+: .*|^! .*", log, re.MULTILINE) == []


def test_all_other_words_are_in_the_book(case: Case) -> None:
    pages = subprocess.run(
        ["pdftotext", case.faulty.pdf, "-"], capture_output=True, text=True, check=True
    ).stdout
    printed = letters(pages)
    for path, text in case.notes.items():
        lines = list(prose(text))
        assert sum(map(len, lines)) > 50, path
        lost = [line for line in lines if not all(is_printed(run, printed) for run in runs(line))]
        assert lost == [], path


def test_every_mistake_that_fails_is_a_box_in_each_note(case: Case) -> None:
    for path, chapter in zip(case.notes, case.chapters, strict=True):
        missing = [m.name for m, latex in stretches(chapter) if m.boxed and not is_boxed(latex)]
        assert missing == [], path
        own = chapter.split("Stretch 0 begins.")[0]
        assert own.count("\\badformula{") + own.count("\\begin{scidraftfailure}") >= FAULTS, path


def test_numbers_elsewhere_are_the_same(case: Case) -> None:
    mended, faulty = labels(case.mended), labels(case.faulty)
    assert len([name for name in mended if "fault" in name]) >= 4 * len(case.notes)
    both = mended.keys() & faulty.keys()
    assert len(both) > 20
    assert {name: faulty[name] for name in both} == {name: mended[name] for name in both}


def test_each_is_told_at_its_line(case: Case) -> None:
    places = {(one["code"], one["file"], one["line"], one["column"]) for one in told(case.faulty)}
    for path, text in case.notes.items():
        _, lines = with_mistakes(text)
        missing = [
            (mistake.name, mistake.code, lines[mistake.name] + mistake.line, mistake.column)
            for mistake in MISTAKES
            if (mistake.code, path, lines[mistake.name] + mistake.line, mistake.column)
            not in places
        ]
        assert missing == [], path


def test_what_tex_alone_meets_is_told_at_its_line(case: Case) -> None:
    for path, text in case.notes.items():
        first = parted(text)[0].count("\n") + 2
        wanted = {
            first + number for number, line in enumerate(TEX_ONLY.split("\n")) if _PAIR.search(line)
        }
        found = {
            one["line"]
            for one in told(case.faulty)
            if one["file"] == path and one["code"].startswith("tex-")
        }
        assert wanted <= found, path


def test_built_again_nothing_is_set_or_tried(case: Case) -> None:
    before = case.faulty.pdf.read_bytes()
    again = build(case.faulty.folder / "site", case.faulty.folder, epoch=EPOCH)
    assert again.status == 1
    assert again.stdout.startswith("nothing has changed since the last build")
    assert again.pdf.read_bytes() == before
    assert {one["message"] for one in told(again)} == {one["message"] for one in told(case.faulty)}
