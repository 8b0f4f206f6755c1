"""Folder trees as LaTeX."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.engines import Engine
from scidraft_tex.recognise.trees import parse_tree
from scidraft_tex.render.metrics import text_width
from scidraft_tex.render.trees import render_tree
from tests.render.latex import HERE, PAGE, caption, inline, printed

TEXT = """\
lab_1/
├── data/
│   └── x.npy    # scores
└── run me.py    # 50% & more
"""
LONG = "word " * 60


def tex(text: str, given: m.Caption | None = None) -> str:
    return render_tree(m.Tree(parse_tree(text), HERE, given), PAGE, inline)


def lines(made: str) -> list[tuple[str, str, str]]:
    return re.findall(r"^\\treeline\{(.*?)\}\{(.*)\}\{(.*)\}$", made, re.MULTILINE)


def test_a_tree_has_rails_names_and_a_column_of_comments() -> None:
    assert (
        tex(TEXT)
        == r"""\begin{listingblock}
\begin{foldertree}{14}
\treeline{}{lab\_1/}{}
\nobreak
\treeline{\railtee}{data/}{}
\nobreak
\treeline{\railbar\railelbow}{x.npy}{\# scores}
\nobreak
\treeline{\railelbow}{run\ me.py}{\# 50\% \& more}
\end{foldertree}
\end{listingblock}"""
    )


def test_a_long_tree_breaks_but_not_after_the_first_or_before_the_last_line() -> None:
    made = tex("a/\n" + "\n".join(f"├── f{n}" for n in range(20)) + "\n└── z")
    parts = made.split("\n")[2:-2]
    assert [i for i, part in enumerate(parts) if part == r"\nobreak"] == [1, len(parts) - 2]


def test_a_caption() -> None:
    assert r"\captionof{listing}{Layout}\label{x:t}" in tex(TEXT, caption("Layout", "x:t"))


def test_a_long_comment_goes_on_below_with_its_rails() -> None:
    found = lines(tex(f"a/\n├── b   # {LONG}\n└── c"))
    assert found[1][0] == r"\railtee"
    assert found[2][0] == r"\railbar"
    assert found[2][1] == ""
    assert " ".join(comment for _, _, comment in found[1:-1]) == rf"\# {LONG}".strip()
    assert all(text_width(c) * PAGE.code_size < PAGE.text_width for _, _, c in found)


def test_the_last_branch_has_no_rail_below() -> None:
    found = lines(tex(f"a/\n└── b   # {LONG}"))
    assert found[2][0] == r"\railgap"


def test_a_long_name_is_broken_and_its_comment_stands_below() -> None:
    name = "very-long-name-" * 9
    found = lines(tex(f"a/\n├── {name} # x\n└── b # y"))
    assert [comment for _, _, comment in found].count(r"\# x") == 1
    assert (
        "".join(n for _, n, _ in found[1:-1]).replace("-{}", "-").replace(r"\codehook{}", "")
        == name
    )
    assert all(n.startswith(r"\codehook{}") for _, n, _ in found[2:-1] if n)


def test_a_deep_tree_is_set_smaller() -> None:
    text = "a/\n" + "".join(
        "    " * n + f"└── directory{n}/ # what it holds, in words\n" for n in range(15)
    )
    made = tex(text)
    assert re.search(r"\\begin\{foldertree\}\[\\codesize\{[67]\.\d+\}\]", made)


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_trees_print(engine: Engine, tmp_path: Path) -> None:
    many = "\n".join(f"├── file_{n}.py    # number {n}" for n in range(80))
    body = [
        tex(TEXT, caption("T")),
        tex(f"a/\n{many}\n└── z"),
        tex(f"a/\n└── {'n' * 150} # {LONG}"),
    ]
    made = printed("\n\n".join(body), tmp_path, engine)
    assert made.faults == []
    assert re.search(r"x\.npy +# scores", made.text)
    assert re.search(r"run me\.py +# 50% & more", made.text)
    columns = {
        line.index("#") for line in made.pages[0].split("\n") if re.search("file_[1-9].py", line)
    }
    assert len(columns) == 1
    assert len(made.pages) >= 2
