from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.typeset.units.written import (
    Label,
    asked_names,
    moved_index,
    read_aux,
    shared_name,
)

AUX = r"""\relax
\@nameuse{bbl@beforestart}
%scidraft begins
%scidraft asks for pages
\BKM@entry{id=1,dest={63}}{41}
\@writefile{toc}{\contentsline {chapter}{\numberline {1}A}{7}{chapter.3}\protected@file@percent }
\@writefile{lof}{\addvspace {10\p@ }}
\newlabel{a:b=20=}{{1.{2}}{7}{A {b}}{chapter.3}{}}
\newlabel{roman}{{}{vii}{}{x}{}}
\gdef \LT@i {\LT@entry
    {1}{9.0pt}}
\abx@aux@backref{1}{key}{1001}{7}{7}
\gdef \@abspage@last{9}
%scidraft 9 1 2
"""


def test_each_line_goes_where_it_is_needed() -> None:
    written = read_aux(AUX)
    assert written.labels == {
        "a:b=20=": "{{1.{2}}{7}{A {b}}{chapter.3}{}}",
        "roman": "{{}{vii}{}{x}{}}",
    }
    assert [ending for ending, _ in written.lists] == ["toc", "lof"]
    assert written.marks == ("\\BKM@entry{id=1,dest={63}}{41}",)
    assert written.own == (
        "\\gdef \\LT@i {\\LT@entry",
        "    {1}{9.0pt}}",
        "\\abx@aux@backref{1}{key}{1001}{7}{7}",
    )
    assert written.asks == {"pages"}
    assert written.end == (9, 1, 2)


def test_pages_move_with_the_unit() -> None:
    written = read_aux(AUX)
    contents, space = written.moved_lists(10)
    assert contents[1].endswith("{17}{chapter.3}\\protected@file@percent ")
    assert space[1] == "\\addvspace {10\\p@ }"
    assert "\\abx@aux@backref{1}{key}{1001}{17}{17}" in written.moved_own(10)


def test_a_label_tells_what_it_is_asked_for() -> None:
    label = Label("a:b=20=", read_aux(AUX).labels["a:b=20="], 10)
    place = shared_name("a:b=20=")
    for asks, page, title in (
        ((), "0", ""),
        (("pages",), "17", ""),
        (("titles",), "0", "A {b}"),
        (("pages", "titles"), "17", "A {b}"),
    ):
        line = f"\\newlabel{{a:b=20=}}{{{{1.{{2}}}}{{{page}}}{{{title}}}{{{place}}}{{}}}}"
        assert label.line(asks) == line
    assert label.anchor == "chapter.3"


def test_a_roman_page_stays_what_it_is() -> None:
    label = Label("roman", "{{}{vii}{}{x}{}}", 10)
    assert label.line(("pages",)) == "\\newlabel{roman}{{}{vii}{}{label.roman}{}}"


def test_index_pages_move() -> None:
    raw = "\\indexentry{a@A|hyperpage}{3}\n\\indexentry{b{3}}{12}\n"
    assert moved_index(raw, 5) == "\\indexentry{a@A|hyperpage}{8}\n\\indexentry{b{3}}{17}\n"
    assert moved_index(raw, 0) is raw


def test_a_label_is_asked_for_wherever_it_is_named_but_where_it_is_given() -> None:
    text = "\\ref{a}\\label{b}\\hyperref[c]{d}\\notelink{e}{word}{}\\ref{f"
    assert asked_names(text) & {*"abcdef"} == {"a", "c", "d", "e"}


@given(st.text(alphabet="\\{}newlabl123\n% ", max_size=80), st.integers(-3, 3))
def test_any_text_can_be_read(text: str, shift: int) -> None:
    written = read_aux("\\newlabel{" + text)
    for name, value in written.labels.items():
        Label(name, value, shift).line(("pages",))
    moved_index(text, shift)
