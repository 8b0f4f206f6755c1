"""What a misspelt name was meant for."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.spelling import did_you_mean, near

KNOWN = ["alpha", "beta", "theorem", "Gamma", "gamma", "toc_depth", "Über"]
WORDS = st.text("abc\u00fc_- ", max_size=8)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("aplha", ("alpha",)),
        ("Alpha", ("alpha",)),
        ("theroem", ("theorem",)),
        ("toc-depth", ("toc_depth",)),
        ("TOC depth", ("toc_depth",)),
        ("gamma", ("Gamma",)),
        ("GAMMA", ("Gamma",)),
        ("über", ("Über",)),
        ("zzz", ()),
        ("", ()),
        ("alpha" * 40, ()),
    ],
)
def test_what_is_near(word: str, found: tuple[str, ...]) -> None:
    assert near(word, KNOWN) == found


def test_the_likeliest_come_first_and_not_too_many() -> None:
    known = ["mixing", "mixing-times", "mixing-time", "MIXING-TIME"]
    assert near("mixing-tims", known, most=3) == ("mixing-times", "mixing-time", "MIXING-TIME")
    assert near("mixing-tims", known, most=1, likeness=0.99) == ()


def test_a_hint_names_them() -> None:
    assert did_you_mean("gama", KNOWN, most=2, shown="`{}`") == "did you mean `gamma` or `Gamma`?"
    assert did_you_mean("zzz", KNOWN) == ""


@given(WORDS, st.lists(WORDS, max_size=6), st.sampled_from([0.5, 0.6, 0.7, 0.8]))
def test_nothing_alike_is_passed_over(word: str, known: list[str], likeness: float) -> None:
    folds = {name: name.replace("_", "-").replace(" ", "-") for name in [word, *known]}
    alike = {
        name
        for name in known
        if name != word
        and SequenceMatcher(None, folds[name], folds[word]).ratio() >= likeness + 1e-9
    }
    found = set(near(word, known, most=20, likeness=likeness))
    assert (found >= alike) or not word
