from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scidraft_tex.typeset.units.split import Matter, split_book

Write = Callable[[Path, dict[str, str]], Path]
ROOT = r"""\documentclass{scrbook}
\input{preamble}
\begin{document}
\frontmatter
\input{frontmatter}

\mainmatter
\part{One}\label{part:1}
\input{c/a}
\input{c/b}

\leaveparts
\input{c/c}

\backmatter
\input{backmatter}
\end{document}
"""


def book(folder: Path, write_files: Write, **chapters: str) -> Path:
    texts = {"a": "\\chapter{A}", "b": "\\chapter{B}", "c": "\\chapter{C}"} | chapters
    files = {f"c/{name}.tex": text for name, text in texts.items()}
    return write_files(folder, files | {"frontmatter.tex": "F", "backmatter.tex": "% no\nB"})


def test_a_book_is_its_front_its_chapters_and_its_back(tmp_path: Path, write_files: Write) -> None:
    split = split_book(book(tmp_path, write_files), ROOT, large=0, full=1)
    assert split is not None
    assert split.head == ROOT.partition("\n\\frontmatter")[0]
    assert [unit.name for unit in split.units] == ["front", "001", "002", "003", "back"]
    assert [unit.number for unit in split.units] == [0, 1, 2, 3, 4]
    assert {unit.matter for unit in split.units[1:-1]} == {Matter.MAIN}
    assert split.units[1].body == "\\part{One}\\label{part:1}\n\\input{c/a}"
    assert split.units[3].body.split() == ["\\leaveparts", "\\input{c/c}"]
    assert split.units[4].body.split() == ["\\backmatter", "\\input{backmatter}"]
    assert [unit.text for unit in split.units] == [
        *("F", "\\chapter{A}", "\\chapter{B}", "\\chapter{C}", "B"),
    ]
    assert [unit.parts for unit in split.units] == [0, 1, 0, 0, 0]
    assert [unit.chapters for unit in split.units] == [0, 1, 1, 1, 0]


def test_chapters_are_set_together_until_they_are_many(tmp_path: Path, write_files: Write) -> None:
    folder = book(tmp_path, write_files, a="\\chapter{A}" + "x" * 9000)
    for full, bodies in ((1, 3), (2, 2), (4, 2), (5, 1)):
        split = split_book(folder, ROOT, large=0, full=full)
        assert split is not None
        assert len(split.units) - 2 == bodies


def test_a_chapter_without_a_number_goes_with_the_one_before(
    tmp_path: Path, write_files: Write
) -> None:
    folder = book(tmp_path, write_files, b="\\addchap{B}", c="\\chapter*{C}")
    split = split_book(folder, ROOT, large=0, full=1)
    assert split is not None
    assert len(split.units) == 3
    assert split.units[1].chapters == 1


def test_a_small_book_is_not_split(tmp_path: Path, write_files: Write) -> None:
    folder = book(tmp_path, write_files)
    assert split_book(folder, ROOT) is None
    assert split_book(folder, ROOT, large=33) is not None
    assert split_book(folder, ROOT, large=34) is None


def test_what_is_no_book_is_not_split(tmp_path: Path) -> None:
    assert split_book(tmp_path, "", large=0) is None
    assert split_book(tmp_path, ROOT.replace("\\mainmatter\n", ""), large=0) is None
    assert split_book(tmp_path, ROOT.replace("\\backmatter\n", ""), large=0) is None
    assert split_book(tmp_path, ROOT.replace("\\end{document}", ""), large=0) is None
