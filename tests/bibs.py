"""Bibliographies for tests, and TeX run on lists of references."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import strategies as st

from scidraft_tex.resolve.bib_commands import words
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.bibliography import LINK_FIELDS, BibEntry, Bibliography, read_bibliography

CI = os.environ.get("CI", "").lower() in {"1", "true"}
ENTRIES = Path(__file__).parent / "render" / "references" / "entries.bib"
"""Entries of every type."""

CORPUS = ("refs.bib", "survey-refs-01.bib", "survey-refs-02.bib")
FRAME = r"""\documentclass{article}
%s\usepackage{amsmath,amssymb}
\usepackage[numbers]{natbib}
\usepackage{hyperref}
\begin{document}
%s
%s
\end{document}
"""
FONTS = {"pdflatex": "\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"}
_PIECES = re.findall(
    r"\S+",
    r"\ { } $ % & # _ ^ ~ a 1 - -- . , ; and others \alpha \emph{a} \' \'e \url{http://a.b/%c_#} "
    r"&amp; <i> \( \) $x^2$ \frac \\ \c \foo{b} `` \% \bf \ss é β 日 Ж \enquote{q} \mkbibquote{x} "
    r'\textbf = @ " [ ] ( ) 2020 2020-05-01/2021 in~press van Jr {Org} 10.1000/a_b<c>%d#e http://x',
)
VALUES = st.lists(st.sampled_from([*_PIECES, " ", "  "]), max_size=10).map("".join)
_NAMES = sorted(
    words(
        "title subtitle booktitle maintitle journaltitle journal author editor translator year "
        "date month urldate eventdate pages volume number issue edition series chapter publisher "
        "location institution school organization howpublished note addendum type version url "
        "doi eprint eprinttype eprintclass language pagetotal eid pubstate crossref xdata "
        "entryset holder eventtitle venue bookauthor"
    )
)
_TYPES = sorted(
    words(
        "article book inbook incollection inproceedings proceedings collection thesis phdthesis "
        "report online misc software dataset manual patent unpublished periodical booklet set "
        "xdata movie"
    )
)


@st.composite
def bibliographies(draw: st.DrawFn) -> Bibliography:
    """Return two entries of any type, with any fields, that may link to each other."""
    links = st.sampled_from(["one", "two", "one,two", "gone", ""])
    entries = {}
    for key in ("one", "two"):
        fields = draw(st.dictionaries(st.sampled_from(_NAMES), VALUES | st.text(max_size=12)))
        for name in ("crossref", "xdata", "entryset"):
            if name in fields:
                fields[name] = draw(links)
        entries[key] = BibEntry(key, draw(st.sampled_from(_TYPES)), fields, 1)
    return Bibliography("x.bib", entries)


def untidy(count: int) -> Bibliography:
    """Return COUNT entries whose fields are odds and ends of LaTeX, each of a year of its own."""
    chance = random.Random(20)  # noqa: S311  # the same at each run
    pieces = [piece for piece in _PIECES if piece not in {"日", "Ж"}]
    names = [name for name in _NAMES if name not in {"year", "date", *LINK_FIELDS}]
    entries = {}
    for number in range(count):
        fields = {
            name: chance.choice(["", " "]).join(chance.choices(pieces, k=chance.randint(1, 7)))
            for name in chance.sample(names, k=12)
        }
        year = {"year": str(1000 + number)}
        key = f"k{number}"
        entries[key] = BibEntry(key, chance.choice(_TYPES), fields | year, 1)
    return Bibliography("x.bib", entries)


def balanced(text: str) -> bool:
    """Whether the braces of TEXT match as TeX counts them."""
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def read(folder: Path, text: str) -> Bibliography:
    """Return the bibliography with TEXT."""
    path = folder / "source.bib"
    path.write_text(text, encoding="utf-8")
    return read_bibliography(path, "source.bib")[0]


def names_of(bibliography: Bibliography) -> dict[str, str]:
    """Return the entry name of each key."""
    return {key: entry_name(key) for key in bibliography.entries}


def require(*programs: str) -> None:
    """Skip the test where a program is missing; CI may not do without."""
    missing = [program for program in programs if not shutil.which(program)]
    if missing and not CI:
        pytest.skip(f"not installed: {', '.join(missing)}")
    assert not missing


def run(folder: Path, *command: str) -> str:
    """Run COMMAND in FOLDER, and return what it says; it must end well."""
    require(command[0])
    ran = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    said = ran.stdout.decode(errors="replace") + ran.stderr.decode(errors="replace")
    assert ran.returncode == 0, said[-3000:]
    return said


def typeset(folder: Path, body: str, engine: str = "pdflatex", cited: str = "") -> str:
    """Typeset BODY, and return the words of the page; TeX must find nothing wrong."""
    require("pdftotext")
    (folder / "list.tex").write_text(FRAME % (FONTS.get(engine, ""), cited, body), encoding="utf-8")
    for _ in range(2):
        run(folder, engine, "-interaction=nonstopmode", "-halt-on-error", "list")
    log = (folder / "list.log").read_text(encoding="utf-8", errors="replace")
    assert "Missing character" not in log, re.findall(r"Missing character.*", log)[:9]
    assert "undefined" not in log
    words = run(folder, "pdftotext", "-raw", "list.pdf", "-")
    return " ".join(words.split())
