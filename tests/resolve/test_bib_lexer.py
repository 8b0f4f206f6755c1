from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.resolve.bib_lexer import Lines, pieces


def shapes(text: str) -> list[tuple[str, str]]:
    return [(piece.type, piece.text) for piece in pieces(text)]


def test_entries_are_cut_at_their_own_bracket() -> None:
    text = '@article{a, title = {x {y} z}}  @Book(b, title = {(q)}, note = "(" # m)'
    assert shapes(text) == [
        ("article", "@article{a, title = {x {y} z}}"),
        ("book", '@Book(b, title = {(q)}, note = "(" # m)'),
    ]
    assert not any(piece.fault for piece in pieces(text))


def test_braces_count_within_quotation_marks() -> None:
    (piece,) = pieces('@misc{a, title = "x } {"}')
    assert piece.fault


def test_comment_lines_and_comment_entries_are_left_out() -> None:
    text = "% @online{a,\n%  title = {x}\n%}\n@comment{@misc{b, title={t}}}\n@comment c\n@misc{d}\n"
    assert shapes(text) == [("misc", "@misc{d}")]


def test_an_unclosed_comment_entry_costs_its_line_alone() -> None:
    assert shapes("@comment{ never closed\n@misc{d}\n") == [("misc", "@misc{d}")]


def test_comments_between_fields_are_blanked_and_offsets_hold() -> None:
    text = "@misc{a,\n  % year = {1},\n  note = {5% of {x}},\n}"
    (piece,) = pieces(text)
    assert len(piece.text) == len(text)
    assert "year" not in piece.text
    assert "{5% of {x}}" in piece.text


def test_an_unclosed_entry_ends_where_a_line_begins_the_next() -> None:
    first, second = pieces("@misc{a,\n  title = {x,\n  year = 2020\n}\n\n@misc{b, title={t}}\n")
    assert first.fault
    assert not second.fault
    assert second.text == "@misc{b, title={t}}"


def test_an_at_sign_within_a_value_begins_nothing() -> None:
    (piece,) = pieces("@misc{a,\n  note = {write to\n  @someone (here), or a@b.org}\n}")
    assert not piece.fault


def test_stray_text_is_one_piece_with_its_place() -> None:
    text = "@misc{a}\n\n  & --- Papers --- &\n% c\n  & more\n@misc{b}"
    stray = next(piece for piece in pieces(text) if not piece.type)
    assert Lines(text).at(stray.offset) == (3, 3)
    assert stray.text.splitlines()[-1].strip() == "& more"


def test_an_extra_brace_leaves_a_stray() -> None:
    found = shapes("@misc{a,\n  title = {x}},\n  year = 2020\n}\n@misc{b}")
    assert [kind for kind, _ in found] == ["misc", "", "misc"]
    assert found[1][1].startswith(",")


@given(st.text(alphabet='@misc{}"()%,=# \na\\', max_size=80))
def test_every_text_is_cut_in_order_without_overlap(text: str) -> None:
    position = 0
    for piece in pieces(text):
        assert piece.offset >= position
        assert piece.text
        position = piece.offset + len(piece.text)
    assert position <= len(text)


@given(st.text(alphabet="ab\n", max_size=40), st.data())
def test_lines_count_as_editors_do(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    before = text[:offset]
    assert Lines(text).at(offset) == (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)
