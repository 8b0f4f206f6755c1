"""What pdfLaTeX prints in the text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import DECLARED, TEXT_COMMANDS, compose, declare_unicode
from tests.render.lines import FRAME, set_lines

EXTRACTED = "éñßœž–—“”„…•†§©®™€£°±×÷½¼µ→←↔⇒⇔≠≤≥≈≡∞∈∉⊂⊆∪∩∀∃∅∑∏∂∇⊕⊗⟨⟩ℝℕαβγδεθλμπσφωΓΔΣΩ✓✗★●■▲▼◆♠♥"
"""Characters that pdftotext must give back, as themselves or as what ALIKE says."""

ALIKE = {"…": ". . .", "≠": "\u0338=", "∉": "∈/", "⟨": "〈", "⟩": "〉", "Δ": "∆"}
"""What is made of several signs, or has two code points."""


def test_the_tables_are_apart_and_beyond_ascii() -> None:
    assert set(TEXT_COMMANDS) & DECLARED == set("½¼¾")  # for the other engines
    assert not any(c.isascii() for c in DECLARED | set(TEXT_COMMANDS))
    assert len(DECLARED) > 300
    assert len(TEXT_COMMANDS) > 1900


@pytest.mark.parametrize(
    ("character", "command"),
    [
        ("≤", r"\ensuremath{\leq}"),
        ("α", r"\ensuremath{\alpha}"),
        ("⁵", r"\textsuperscript{5}"),
        ("₋", r"\textsubscript{\ensuremath{-}}"),
        ("ᵦ", r"\textsubscript{\ensuremath{\beta}}"),
        ("Ⅳ", "IV"),
        ("Ⓐ", r"\textcircled{\scriptsize A}"),
        ("⑫", "(12)"),
        ("⅓", r"\ensuremath{\tfrac{1}{3}}"),
        ("⅐", r"\ensuremath{\tfrac{1}{7}}"),
        ("✗", r"\textding{55}"),
        ("①", r"\textding{172}"),
        ("❶", r"\textding{182}"),
        ("′", r"\ensuremath{{}^{\prime}}"),
        ("\u200b", r"\hspace{0pt}"),
        ("\u2060", r"\nobreak{}"),
        ("𝐀", r"\ensuremath{\mathbf{A}}"),
    ],
)
def test_a_character_in_the_text(character: str, command: str) -> None:
    assert TEXT_COMMANDS[character] == command


@pytest.mark.parametrize("character", "жש中あ😀ǭ\u0302")
def test_what_needs_another_engine(character: str) -> None:
    assert character not in TEXT_COMMANDS
    assert character not in DECLARED


def test_accents_are_composed() -> None:
    assert compose("e\u0301 x\u0302") == "é x\u0302"
    assert compose("plain") == "plain"


def test_only_what_is_used_is_declared() -> None:
    assert declare_unicode("é—a") == ""
    assert declare_unicode("≤≥").splitlines() == [
        r"\DeclareUnicodeCharacter{2264}{\ensuremath{\leq}}",
        r"\DeclareUnicodeCharacter{2265}{\ensuremath{\geq}}",
    ]
    ding, line = declare_unicode("✗").splitlines()
    assert ding.startswith(r"\DeclareRobustCommand*\textding")
    assert line == r"\DeclareUnicodeCharacter{2717}{\textding{55}}"


def test_what_nothing_prints_is_its_code_point() -> None:
    macro, line = declare_unicode("中").splitlines()
    assert macro.startswith(r"\DeclareRobustCommand*\missingglyph")
    assert line == r"\DeclareUnicodeCharacter{4E2D}{\missingglyph{4E2D}}"


def test_other_engines_make_characters_active() -> None:
    lines = declare_unicode("≤", Engine.LUALATEX, "😀").splitlines()
    assert lines[0] == r"\usepackage{newunicodechar}"
    assert r"\newunicodechar{≤}{\ensuremath{\leq}}" in lines
    assert r"\newunicodechar{😀}{\missingglyph{1F600}}" in lines
    assert "中" not in declare_unicode("中", Engine.LUALATEX)


@pytest.mark.tex
def test_every_character_typesets_with_pdflatex(tmp_path: Path) -> None:
    characters = sorted(DECLARED | set(TEXT_COMMANDS))
    frame = replace(FRAME, unicode=declare_unicode(characters))
    lines = [f"A{c}B $\\text{{{c}}}$\\par" for c in characters]
    done = set_lines(lines, tmp_path, Engine.PDFLATEX, frame)
    assert {characters[line]: error for line, error in done.errors.items()} == {}
    assert done.missing == ()


@pytest.mark.tex
def test_a_code_point_is_printed_in_a_box(tmp_path: Path) -> None:
    frame = replace(FRAME, unicode=declare_unicode("中"))
    done = set_lines(
        [r"\section{A 中}", r"$\text{中}$ \textbf{中}"], tmp_path, Engine.PDFLATEX, frame
    )
    assert done.errors == {}
    running_head = 1
    assert done.text.count("4E2D") == 3 + running_head


@pytest.mark.tex
def test_the_text_can_be_found_in_the_pdf(tmp_path: Path) -> None:
    frame = replace(FRAME, unicode=declare_unicode(EXTRACTED))
    lines = [f"\\noindent Q{index} {c}\\par" for index, c in enumerate(EXTRACTED)]
    done = set_lines(lines, tmp_path, Engine.PDFLATEX, frame)
    assert done.errors == {}
    found = dict(re.findall(r"^\s*Q(\d+) +(\S.*?)\s*$", done.text, re.MULTILINE))
    given = {c: found.get(str(index), "") for index, c in enumerate(EXTRACTED)}
    wrong = {
        c: text
        for c, text in given.items()
        if unicodedata.normalize("NFKC", text)
        not in {unicodedata.normalize("NFKC", c), unicodedata.normalize("NFKC", ALIKE.get(c, c))}
    }
    assert wrong == {}
