from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scidraft_tex.typeset.units.eexec import CHARSTRING, EEXEC, decrypted, encrypted

texts = st.one_of(st.binary(max_size=40), st.binary(min_size=250, max_size=1100))


def plain(text: bytes, key: int) -> bytes:
    """Decrypt TEXT as the Type 1 book says it, a byte after the other."""
    made = []
    for cipher in text:
        made.append(cipher ^ key >> 8)
        key = (cipher + key) * 52845 + 22719 & 65535
    return bytes(made)


@given(st.lists(texts, max_size=6), st.integers(0, 65535))
@settings(deadline=None)
def test_texts_read_at_once_are_those_read_byte_by_byte(parts: list[bytes], key: int) -> None:
    assert decrypted(parts, key) == [plain(part, key) for part in parts]


@given(texts, st.sampled_from([EEXEC, CHARSTRING]))
@settings(deadline=None)
def test_what_was_encrypted_is_read_again(text: bytes, key: int) -> None:
    assert decrypted([encrypted(text, key)], key) == [text]


def test_a_program_that_returns_is_encrypted_as_pdftex_does() -> None:
    assert encrypted(b"\0\0\0\0\x0b", CHARSTRING) == bytes.fromhex("10bf3170f9")


def test_blocks_full_of_the_largest_byte_do_not_run_into_each_other() -> None:
    parts = [b"\xff" * 1024, b"\0" * 256, b"\xff" * 256]
    assert decrypted(parts, EEXEC) == [plain(part, EEXEC) for part in parts]
