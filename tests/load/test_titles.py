"""Titles in print: which trailing parentheses are labels, headings and file names as titles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.kinds import KINDS, Kind, Style
from scidraft_tex.load.titles import first_heading, title_of_name, without_label


@pytest.mark.parametrize(
    "label",
    [
        *(kind.name.lower() for kind in KINDS),
        "Theorem",
        "THEOREM",
        "theorems",
        "corollaries",
        "theorem and proof",
        "lemma, proof",
        "definition / notation",
        "demo",
        "demo note",
        "table",
        "academic table",
        "striped table",
        "advanced bordered table",
        "sequence diagram",
        "state diagram",
        "quadrant chart",
        "flowchart",
        "gantt",
        "mindmap",
        "pseudocode",
        "pseudo-code",
        "pseudo-algorithm",
        "starter folder structure",
        "survey",
        "code  listing",
    ],
)
def test_labels_go(label: str) -> None:
    assert without_label(f"The Variance Identity ({label})", KINDS) == "The Variance Identity"


@pytest.mark.parametrize(
    "title",
    [
        "Nucleus (Top-p) Sampling",
        "Kernel (linear)",
        "Support Vector Machine (SVM)",
        "Sorting (Python)",
        "Calculus (advanced)",
        "Names (author and institute)",
        "Sets (axiom of choice)",
        "Bayes (rule of thumb)",
        "The Table (periodic)",
        "Conditions (theorem 3)",
        "Convergence (proof and history)",
        "(theorem)",
        "Proof (theorem) of Bayes",
        "The identity \\((a+b)^2\\)",
        "Sum of f(table)",
        "The function \\(f (proof)\\)",
        "No parenthesis",
        "Open (theorem",
        "Empty ()",
        "",
    ],
)
def test_what_means_something_stays(title: str) -> None:
    assert without_label(title, KINDS) == title


def test_one_label_goes_and_what_is_before_it_stays() -> None:
    assert without_label("Kernel (linear) (definition)", KINDS) == "Kernel (linear)"
    assert without_label("\\(L^2\\) *norm* (lemma) ", KINDS) == "\\(L^2\\) *norm*"


def test_own_kinds_are_labels_too() -> None:
    own = Kind("Rule of Thumb", "Rules of Thumb", Style.REMARK)
    assert without_label("Step size (rule of thumb)", [own]) == "Step size"
    assert without_label("Step size (rule of thumb)", KINDS) == "Step size (rule of thumb)"


@given(st.text(alphabet="ab() \\demo", max_size=40))
def test_nothing_but_one_trailing_parenthesis_is_ever_taken(title: str) -> None:
    kept = without_label(title, KINDS)
    assert title.startswith(kept)
    rest = title[len(kept) :].strip()
    assert rest == "" or (rest[0], rest[-1]) == ("(", ")")


@pytest.mark.parametrize(
    ("body", "heading"),
    [
        ("text\n\n## Mixing *times* ##\n", "Mixing *times*"),
        ("# A {#id .class}\n", "A"),
        ("# Sets \\(\\{a\\}\\)\n", "Sets \\(\\{a\\}\\)"),
        ("A title\n=======\n", "A title"),
        ("A title\nof two lines\n---\n", "A title of two lines"),
        ("```sh\n# no heading\n```\n\n# Yes\n", "Yes"),
        ("~~~~\n```\n# no\n~~~\n~~~~\n# Yes\n", "Yes"),
        ("- item\n---\n", ""),
        ("---\n---\n# Yes\n", "Yes"),
        ("#hashtag\n", ""),
        ("#\n# Yes\n", "Yes"),
        ("## 1.2. Human skills\n", "Human skills"),
        ("# 3D graphics in 2026.\n", "3D graphics in 2026."),
        ("| a |\n---\n", ""),
        ("text\n\n---\n\ntext\n", ""),
        ("", ""),
    ],
)
def test_the_first_heading(body: str, heading: str) -> None:
    assert first_heading(body) == heading


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("gradient-descent", "Gradient Descent"),
        ("KL_divergence", "KL Divergence"),
        ("x", "X"),
        ("--", "--"),
    ],
)
def test_a_file_name_as_title(name: str, title: str) -> None:
    assert title_of_name(name) == title


@pytest.mark.parametrize(
    ("body", "heading"),
    [
        ("::: {.solution}\n## Hidden\n:::\n\n## Seen", "Seen"),
        ("::: instructor\n## Hidden\n:::\n", ""),
        ("::: {.center}\n## Seen\n:::\n", "Seen"),
        ("::: {.solution}\n::: {.center}\n:::\n## Hidden\n:::\n## Seen", "Seen"),
        ("## Hidden {.instructor}\n\n## Seen {#id}", "Seen"),
        ("## A [gap]{.gap}", "A [gap]{.gap}"),
        ("## A [link](x) {#id}", "A [link](x)"),
        ("## Seen{#id}", "Seen"),
    ],
)
def test_what_a_handout_withholds_names_no_note(body: str, heading: str) -> None:
    assert first_heading(body) == heading
