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
        "a": "{{2.1}{7}{}{chapter.2}{}}",
        "c": "{{2.2}{9}{}{section.2.1}{}}",
    }


def test_without_an_outline_chapters_and_pages_are_counted() -> None:
    text = r"\chapter{A}\label{a}" + "x" * PAGE + r"\chapter*{B}\label{b}\chapter{C}\label{c}"
    assert guess(text, {}, page=30, chapter=4).labels == {
        "a": "{{5.1}{30}{}{}{}}",
        "b": "{{5.2}{31}{}{}{}}",
        "c": "{{6.1}{31}{}{}{}}",
    }


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
    assert lines == "\\newlabel{x}{{0.1}{1}{}{}{}}\n\\abx@aux@backref{1}{k}{1}{1}{1}\n"
    assert known_labels(lines) == {"x": ("0.1", "1", "")}
