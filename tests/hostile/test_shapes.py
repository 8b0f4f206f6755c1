"""Notes whose shape is the attack: deep, long, and made for a pattern to go round in circles."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.load.site import load_site
from scidraft_tex.read.mask import mask
from scidraft_tex.read.masks import LIMIT
from scidraft_tex.settings import Settings, UsageLimits
from scidraft_tex.tools import Shell
from tests.helpers import Case, make_notes

RUNS = (
    *("*", "[", "$", "\\", "{", " ", "|", "`", "<", ":", "- ", "> ", "1. ", '"', "'", "&a", "#"),
    *("{{< ", '{{< a "', "{{% ", "${", "\\(", "\\[", "\\\\(", "\\cite[", "\\cite{a", "\\index{"),
    *(
        "\\textbf{",
        "[^1",
        "[^a]",
        "](http",
        "<a ",
        "<!-- ",
        "<!-- scidraft: allow ",
        "{#a} ",
        "{.a",
    ),
    *(
        "http://a.b/",
        "` `` ",
        "$x$ ",
        "$\\a ",
        "$$x$$\n\n",
        ":::\n",
        "\\label{",
        "~~~\n",
        "**T.** ",
    ),
)
"""What a pattern may go round in circles over when it is repeated."""

PIECE = 3_000  # repetitions
LONGEST = 4.0  # s of this process, for two times as many


@pytest.mark.parametrize("run", RUNS)
def test_a_long_run_takes_no_longer_than_its_length(run: str) -> None:
    start = time.process_time()
    masked, _ = mask(f"Text {run * PIECE}\n\n{run * PIECE}x{run * PIECE} end\n", "a.md")
    assert time.process_time() - start < LONGEST
    assert masked.text.count("\n") >= 3


DEEP = 1_000


def deep(count: int) -> dict[str, Case]:
    nested = {
        "quotes": "> " * count + "x",
        "lists": "- " * count + "x",
        "brackets": "[" * count + "x" + "]" * count,
        "emphasis": "*a **b " * count + "x" + "** *" * count,
        "spans": "[" * count + "x" + "]{.a}" * count,
        "elements": "<i>" * count + "x" + "</i>" * count,
        "blocks": "<div>\n" * count + "x\n" + "</div>\n" * count,
        "commands": "\\textbf{" * (count // 3) + "x" + "}" * (count // 3),
        "braces": f"${'{' * count}x{'}' * count}$",
        "branches": "```pseudo\n"
        + "\\If{a}\n" * count
        + "\\State x\n"
        + "\\EndIf\n" * count
        + "```",
    }
    nested["fractions"] = "$$" + "\\frac{" * count + "x" + "}{y}" * count + "$$"
    return {name: (f"Before.\n\n{text}\n\nAfter.\n", {}) for name, text in nested.items()}


def test_what_nests_too_deeply_is_told_and_costs_itself(tmp_path: Path) -> None:
    made = make_notes(tmp_path, Shell(), deep(DEEP), {})
    for name, one in made.items():
        assert "internal-error" not in one.codes, name
        assert "Before." in one.tex, name
        assert "After." in one.tex or one.codes == ["note-too-deep"], name
    for name in ("quotes", "lists", "spans"):
        assert made[name].codes == ["note-too-deep"], name
    for name in ("braces", "fractions"):
        assert set(made[name].codes) == {"math-syntax"}, name


def test_a_quotation_in_a_hundred_others_costs_itself(tmp_path: Path) -> None:
    text = f"Before.\n\n{'> ' * 120}x\n\nAfter.\n"
    one = make_notes(tmp_path, Shell(), {"a": (text, {})}, {})["a"]
    assert one.codes == ["note-too-deep"]
    assert [item.place.line for item in one.said if item.place] == [3]
    assert one.tex.index("Before.") < one.tex.index("scidraftfailure") < one.tex.index("After.")


def test_ten_thousand_formulas_are_no_more_than_work() -> None:
    text = " ".join(f"$x_{{{number}}}$" for number in range(10_000))
    masked, found = mask(text + "\n", "a.md")
    assert len(masked.masks) == min(10_000, LIMIT)
    assert not list(found)


def test_a_note_of_many_megabytes_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "big.md").write_text("word " * 300_000)
    (tmp_path / "long.md").write_text("word\n\n" * 300_000)
    (tmp_path / "right.md").write_text("# Right\n\nText.\n")
    site, found = load_site(tmp_path, Settings(limits=UsageLimits(note=1)))
    assert [note.path for note in site.notes] == ["right.md"]
    assert sorted((item.code, str(item.place)) for item in found) == [
        ("note-too-large", "big.md:1:1"),
        ("note-too-large", "long.md:1:1"),
    ]


ALIASES = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9)
)


@pytest.mark.parametrize(
    ("front", "line"),
    [
        (f"---\n{ALIASES}---\n", 2),
        ('---\ntitle: T\na: !!python/object/apply:os.system ["id"]\n---\n', 3),
        (f"---\na: {'[' * 3000}{']' * 3000}\n---\n", 2),
        (f"+++\na = {'[' * 3000}{']' * 3000}\n+++\n", 2),
        ('{"a": ' + "[" * 3000 + "]" * 3000 + "}\n", 1),
    ],
)
def test_front_matter_does_not_grow(front: str, line: int, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"{front}\nText.\n")
    start = time.process_time()
    site, found = load_site(tmp_path, Settings())
    assert time.process_time() - start < 5
    faults = Diagnostics()
    faults.extend(item for item in found if item.code == "front-matter-syntax")
    (item,) = faults
    assert item.place is not None
    assert (item.place.file, item.place.line) == ("a.md", line)
    assert site.notes == ()
