"""Small documents to set, good and bad, and the logs that TeX wrote of the bad one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

LOGS = Path(__file__).parent / "logs"

FAULTY = {
    "book.tex": r"""\documentclass[a5paper]{article}
\usepackage{iftex}
\ifpdftex\usepackage[T1]{fontenc}\usepackage{lmodern}\fi
\usepackage{amsmath,longtable}
\usepackage[hidelinks]{hyperref}
\begin{document}
\tableofcontents
\input{chapters/01.tex}
\input{"chapters/02 (two).tex"}
\end{document}
""",
    "chapters/01.tex": r"""%% notes/a.md:7
\section{One (of two}
%% notes/a.md:9
Hello \fooo world. See \ref{nothing} (but
not this). \label{dup}

%% notes/a.md:13
\begin{align}
 a &= b \\
 c &= \aplha d
\end{align}

%% notes/a.md:22
Loooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooong(((.

%% notes/a.md:24
\hypertarget{t}{a}\hypertarget{t}{b}

\begin{longtable}{ll} wide wide & b \\ c & wide wide \\ \end{longtable}
""",
    "chapters/02 (two).tex": r"""%% notes/b.md:5
\section{Two}\label{dup}
%% notes/b.md:7
\begin{nosuch}
x ▼ y
\end{nosuch}
%% notes/b.md:11
a_b and \cite{missing}

\vbox to 3pt{\hbox{a}\hbox{b}\hbox{c}}
\newpage
\vbox to 90pt{\hbox{a}\vskip 1pt plus 1pt\hbox{b}}
""",
}

BOOK = {
    "book.tex": r"""\documentclass[a5paper]{article}
\usepackage{longtable}
\usepackage{makeidx}
\usepackage[backend=biber,style=numeric,sorting=none]{biblatex}
\addbibresource{refs.bib}
\makeindex
\begin{document}
\tableofcontents
\input{chapters/01.tex}
\printindex
\end{document}
""",
    "chapters/01.tex": r"""%% notes/a.md:3
\section{One}\label{one}
%% notes/a.md:5
\begin{refsection}
Section \ref{one} on page \pageref{one} cites \cite{knuth}.\index{alpha}
\printbibliography
\end{refsection}
""",
    "refs.bib": "@book{knuth, author={Donald Knuth}, title={The Book}, year={1984}}\n",
    "book.ist": 'headings_flag 1\nheading_prefix "  \\\\item\\\\textbf{"\nheading_suffix "}\\n"\n',
}


Write = Callable[[Path, dict[str, str]], Path]


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def write_files() -> Write:
    return write


@pytest.fixture
def log_of() -> Callable[[str], str]:
    """Return the log that an engine wrote of the faulty document."""
    return lambda engine: (LOGS / f"{engine}.log").read_text(encoding="utf-8")


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    return write(tmp_path, FAULTY)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return write(tmp_path, BOOK)
