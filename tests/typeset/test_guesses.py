from __future__ import annotations

from scidraft_tex.typeset.guesses import PAGE, guess, known_labels

AUX = r"""\relax
\@writefile{toc}{\contentsline {chapter}{\numberline {2}Two}{7}{chapter.2}\protected@file@percent }
\newlabel{chapter:two}{{2}{7}{Two}{chapter.2}{}}
\newlabel{note:b}{{2.1}{9}{A \emph {b}}{section.2.1}{}}
"""


def test_labels_of_an_outline_are_known() -> None:
    assert known_labels(AUX) == {
        "chapter:two": ("2", "7", "chapter.2"),
        "note:b": ("2.1", "9", "section.2.1"),
    }


def test_what_follows_a_known_label_is_guessed_by_it() -> None:
    text = r"\chapter{Two}\label{chapter:two} \label{a} \section{B}\label{note:b}\label{c}\label{c}"
    assert guess(text, known_labels(AUX)).labels == {
        "a": "{{1}{7}{}{chapter.2}{}}",
        "c": "{{1.1}{9}{}{section.2.1}{}}",
    }


def test_without_an_outline_chapters_and_pages_are_counted() -> None:
    text = r"\chapter{A}\label{a}" + "x" * PAGE + r"\chapter*{B}\label{b}\chapter{C}\label{c}"
    assert guess(text, {}, page=30, chapter=4).labels == {
        "a": "{{5}{30}{}{}{}}",
        "b": "{{}{31}{}{}{}}",
        "c": "{{6}{31}{}{}{}}",
    }


NUMBERED = r"""\chapter{Four}\label{four}
\section{One}\label{one}
\begin{Definition}[{a [name] of $x$}]
\label{d}
\begin{equation} x \label{e} \end{equation} \label{in-d}
\end{Definition}
\phantomsection\label{p}
\begin{Proof}[{\hyperref[d]{Proof}}] \begin{align} a \\ b \label{rows} \\ c \notag \\
\begin{aligned} d \\ e \end{aligned} \label{last} \end{align} \end{Proof}
\begin{Theorem}\label{t}\begin{equation*} x \end{equation*}
\begin{gather} y \tag{A} \label{tagged} \end{gather}
\begin{figure}\begin{subfigure}{2em}\end{subfigure}\caption{F}\label{f}\end{figure}\end{Theorem}
\begin{standingfigure}\caption{G}\label{g}\end{standingfigure}
\begin{tableblock}\captionof{table}{T}\label{tab}\end{tableblock}
\begin{longtable}{ll}\caption{T}\label{long} \\ a \end{longtable}
\section*{No number}\label{none}\section{Two}\label{two}
\addchap{After}\label{after}\begin{Lemma}\label{l}\end{Lemma}
"""


def test_numbers_are_counted_as_tex_counts_them() -> None:
    labels = guess(NUMBERED, {}, 1, 3).labels
    found = [f"{name} {value[2:].partition('}')[0]}" for name, value in labels.items()]
    assert found == [
        *("four 4", "one 4.1", "d 4.1", "e 4.1", "in-d 4.1", "p 4.1", "rows 4.3", "last 4.4"),
        *("t 4.2", "tagged A", "f 4.1", "g 4.2", "tab 4.1", "long 4.2"),
        *("none 4.1", "two 4.2", "after ", "l 1"),
    ]


def test_citations_name_their_list_and_page() -> None:
    text = (
        r"\newrefsection[bib/a.bib] \cite{k} \parencite[{see}][{3}]{l,m}\newrefsection[bib/b.bib]"
        r"\textcite{k}\nocite{n}"
    )
    assert guess(text, {}, page=5, lists=2000).cited == (
        r"\abx@aux@backref{1}{k}{2001}{5}{5}",
        r"\abx@aux@backref{2}{l}{2001}{5}{5}",
        r"\abx@aux@backref{3}{m}{2001}{5}{5}",
        r"\abx@aux@backref{4}{k}{2002}{5}{5}",
        r"\abx@aux@backref{5}{n}{2002}{5}{5}",
    )


def test_guesses_stand_in_an_aux_as_tex_would_write_them() -> None:
    lines = guess(r"\newrefsection[a.bib]\label{x}\cite{k}", {}).lines
    assert lines == "\\newlabel{x}{{}{1}{}{}{}}\n\\abx@aux@backref{1}{k}{1}{1}{1}\n"
    assert known_labels(lines) == {"x": ("", "1", "")}
