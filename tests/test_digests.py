"""Digests of several parts."""

from __future__ import annotations

from scidraft_tex.digests import digest_of


def test_where_a_part_ends_counts() -> None:
    assert digest_of("ab", "c") != digest_of("a", "bc") != digest_of("abc")
    assert digest_of("a", "") != digest_of("a")


def test_text_is_its_bytes_whatever_it_holds() -> None:
    assert digest_of("ä") == digest_of("ä".encode())
    assert digest_of("\udcff") != digest_of("\udcfe")
