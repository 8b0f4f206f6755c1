"""Characters of listings in their cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.render.code_chars import cells, clean, encode, encode_text, portable, width


@pytest.mark.parametrize(
    ("character", "tex"),
    [
        ("a", "a"),
        ("%", "%"),
        ("\\", r"\codebs{}"),
        ("{", r"\codeob{}"),
        ("é", "é"),
        ("│", r"\codethin{ud}"),
        ("├", r"\codethin{udr}"),
        ("└", r"\codethin{ur}"),
        ("━", r"\codethick{lr}"),
        ("╬", r"\codethick{udlr}"),
        ("▼", r"\codefill{down}"),
        ("○", r"\codedraw{round}"),
        ("▃", r"\codebar{3}"),
        ("▒", r"\codeshade{50}"),
        ("→", r"\codecell{\ensuremath{\rightarrow}}"),
        ("λ", r"\codecell{\ensuremath{\lambda}}"),
        ("′", r"\codecell{\ensuremath{\prime }}"),
        ("漢", r"\codewide{漢}"),
        ("Ж", r"\codecell{Ж}"),
    ],
)
def test_encoding(character: str, tex: str) -> None:
    assert sorted(encode(character)) == sorted(tex) if "codet" in tex else encode(character) == tex


def test_what_any_engine_prints() -> None:
    assert all(map(portable, "aé│▼→λ▃—"))
    assert not any(map(portable, "漢Ж🙂"))


def test_cells_of_characters() -> None:
    assert [cells(c) for c in "a漢│\u0301"] == [1, 2, 1, 0]
    assert width("a漢b") == 4


def test_cleaning_expands_tabs_composes_and_drops_controls() -> None:
    assert clean("a\tb\r\n\x1b[0mcafe\u0301\u200b  \n\u00a0x") == "a   b\n[0mcafé\n x"
    assert clean("\tx", tab=8) == " " * 8 + "x"


@given(st.text())
def test_braces_of_what_is_written_balance(text: str) -> None:
    written = encode_text(clean(text))
    assert written.count("{") == written.count("}")
    assert "\t" not in written
