"""Any text can be parted as an address; those that are ones are parted as the standard has it."""

from __future__ import annotations

from urllib.parse import urldefrag, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.addresses import defragmented, parts_of

ADDRESSES = ["https://a.example/b?c#d", "/notes/x/#y", "x.md", "#here", "", "a#b#c", "mailto:a@b.c"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_are_parted_by_the_standard(address: str) -> None:
    assert parts_of(address) == urlsplit(address)
    assert defragmented(address) == tuple(urldefrag(address))


@pytest.mark.parametrize("text", ["http://[x", "https://a]b/c#d", "//[::1"])
def test_what_is_no_address_is_a_path(text: str) -> None:
    parts = parts_of(text)
    assert (parts.scheme, parts.netloc) == ("", "")
    assert (parts.path, parts.fragment) == defragmented(text)


@given(st.text(st.sampled_from("ah:/[]#?%@.\t\n\\ ")))
def test_any_text_is_parted(text: str) -> None:
    parts_of(text)
