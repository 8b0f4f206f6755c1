"""A note that tries everything everywhere: what TeX gets of it, and what TeX does with that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.engines import Engine
from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.render.book import render
from scidraft_tex.render.folder import write_folder
from scidraft_tex.render.look import Look
from scidraft_tex.resolve.resolve import resolve
from scidraft_tex.settings import Settings, Trust
from scidraft_tex.tools import Command, Shell
from scidraft_tex.typeset.job import Job
from tests.helpers import Case, make_notes
from tests.hostile import attacks

HEAD = """+++
title = 'T \\input{FILE} $\\input{FILE}$'
authors = [{ name = '\\input{FILE}', affiliation = '\\directlua{os.exit()}' }]
keywords = ['\\input{FILE}']
abstract = '\\input{FILE} $\\let\\x\\input\\x{FILE}$'
bibliography = '../../secret.bib'
resultTitle = '\\input{FILE} and $\\input{FILE}$'
resultCategory = '\\csname input\\endcsname'
resultAliases = ['\\input{FILE}']
+++
"""
SETS = '[params.entrySets.results]\ntitleField = "resultTitle"\ncategoryField = "resultCategory"\n'
SETS += 'aliasesField = "resultAliases"\n'
SITE = 'title = "S"\nbaseURL = "https://s.example/"\n' + SETS


def hostile_site(base: Path, payloads: Sequence[str] = attacks.PAYLOADS) -> Path:
    """Write a site in BASE whose notes try PAYLOADS, the secret beside it; return its folder."""
    secret, evil = str(base / "secret.txt"), str(base / "evil.txt")
    (base / "secret.txt").write_text(f"{attacks.SECRET}\n")
    (base / "secret.bib").write_text(f"@book{{key, title = {{{attacks.SECRET}}}}}\n")
    keys = ",".join(f"k{number}" for number in range(len(attacks.PAYLOADS)))
    note = HEAD.replace("FILE", secret) + attacks.note(secret, evil, payloads)
    note += f'\n\\cite{{{keys}}}\n\n{{{{< references bib="bib/evil.bib" >}}}}\n'
    note += '\n\\cite{key}\n\n{{< references bib="../../../secret.bib" >}}\n'
    files = {
        "hugo.toml": SITE,
        "content/notes/a.md": note,
        "content/notes/b.md": "Right text.\n",
        "assets/bib/evil.bib": attacks.bibliography(secret, evil),
    }
    for name, text in files.items():
        path = base / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return base / "site"


def printed(site: Path, folder: Path, engine: Engine) -> list[Diagnostic]:
    """Render the notes of SITE into FOLDER, and set them once; return what is said of paths."""
    shell, settings = Shell(), Settings(engine=engine.value, trust="notes")
    loaded, _ = load_site(site, settings)
    notes, _ = recognise(read_notes(loaded.notes, shell).notes, Rules(settings.all_kinds))
    book, found = resolve(loaded, notes, settings)
    write_folder(folder, render(book, Look(settings, engine)).files)
    job = Job(folder, "book", engine, shell, 100)
    job.set_pages(draft=False)
    if engine is Engine.PDFLATEX:  # whichever the engine, biber is asked the same
        assert job.run("biber", "book").exceeded is None
    return [item for item in found if item.code == "path-outside"]


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_nothing_of_it_reaches_a_file_or_a_program(engine: Engine, tmp_path: Path) -> None:
    lua = [payload for payload in attacks.PAYLOADS if "lua" in payload]
    site = hostile_site(tmp_path, lua if engine is Engine.LUALATEX else attacks.PAYLOADS)
    before = set(tmp_path.iterdir())
    folder = tmp_path / "build"
    outside = {item.place.line for item in printed(site, folder, engine) if item.place}
    lines = (site / "content/notes/a.md").read_text(encoding="utf-8").splitlines()
    assert outside == {n for n, line in enumerate(lines, 1) if "secret.bib" in line}
    assert set(tmp_path.iterdir()) - before == {folder}
    chapters = list((folder / "chapters").glob("*.tex"))
    assert len(chapters) > 1
    for path in chapters:
        assert attacks.live(path.read_text(encoding="utf-8")) == set(), path.name
    assert (folder / "book.log").is_file()
    for path in folder.rglob("*"):
        if path.is_file():
            assert attacks.SECRET.encode() not in path.read_bytes(), path.name
    if (folder / "book.pdf").is_file():
        text = Shell().run(Command("pdftotext", ("book.pdf", "-"), folder)).stdout
        assert attacks.SECRET not in text
        attacks.harmless(folder / "book.pdf")


def test_every_formula_that_reaches_out_is_told(tmp_path: Path) -> None:
    """Each prints as its source, alone in its note, within a line and as a display."""
    cases: dict[str, Case] = {}
    for number, formula in enumerate(attacks.formulas()):
        cases[f"d{number}"] = (f"Text.\n\n$$\n{formula}\n$$\n\nEnd.\n", {})
        cases[f"i{number}"] = (f"Text ${formula}$ end.\n", {})
    made = make_notes(tmp_path, Shell(), cases, {})
    reached = {name: attacks.live(one.tex) for name, one in made.items()}
    assert {name: found for name, found in reached.items() if found} == {}
    assert sum(bool(one.said) for one in made.values()) > len(made) // 2


def test_a_command_of_a_note_is_never_one_of_tex(tmp_path: Path) -> None:
    text = r"$\def\input#1{[#1]}\input{a}$ and $\text{\input{b}}$ and $\def\R{\mathbb R}\R$"
    one = make_notes(tmp_path, Shell(), {"a": (text, {})}, {})["a"]
    assert r"\formulamacro\noteinput{\def\noteinput#1{[#1]}}" in one.tex
    assert r"$\noteinput{a}$" in one.tex
    assert r"\text{\noteinput{b}}" in one.tex
    assert r"\formulamacro\R{\def\R{\mathbb{R}}}" in one.tex
    assert one.codes == []


def test_macros_that_double_without_end_are_told_at_once(tmp_path: Path) -> None:
    laugh = "".join(f"\\def\\{chr(98 + n)}{{{(chr(92) + chr(97 + n)) * 4}}}" for n in range(20))
    cases: dict[str, Case] = {
        "laugh": (f"Text ${laugh}\\def\\a{{x}}\\u$ end.\n", {}),
        "loop": (r"Text $\def\a{\a\a}\a$ end." + "\n", {}),
        "ring": (r"Text $\def\a{\b}\def\b{\a}\b$ end." + "\n", {}),
    }
    for one in make_notes(tmp_path, Shell(), cases, {}).values():
        assert set(one.codes) == {"math-syntax"}
        assert "\\badformula" in one.tex


@pytest.mark.parametrize("trust", ["authors", "notes"])
def test_tex_in_front_matter_and_bibliographies_is_text(trust: Trust, tmp_path: Path) -> None:
    """Whoever is trusted: the setting is for templates alone. Of a field's commands the rest is."""
    front = {"title": r"A title \input{x} \write18{y}", "resultTitle": r"\input{x}"}
    bib = r"@book{k, title = {By \input{x} and \write18{y}}, author = {\input{x}, A.}, year = 2001}"
    files = {"hugo.toml": SITE, "assets/bib/x.bib": bib}
    text = r"Text \input{x} by \cite[\input{x}]{k}." + '\n\n{{< references bib="bib/x.bib" >}}\n'
    settings = Settings(arrange="flat", trust=trust)
    one = make_notes(tmp_path, Shell(), {"a": (text, front)}, files, settings)["a"]
    assert attacks.reaching(one.tex) == set()
    assert one.tex.count(r"\textbackslash{}input\{x\}") == 3
    (generated,) = one.book.bibliographies.values()
    assert attacks.reaching(generated) == set()
    assert "title = {By {x} and 18{y}}" in generated
    assert "author = {{x}, A.}" in generated
