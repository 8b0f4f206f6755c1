"""Finished lists: what biblatex is given, and that the page is the one that biber makes."""

from __future__ import annotations

import re
import subprocess
from functools import partial
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given

from scidraft_tex.cache import user_cache
from scidraft_tex.cli import main
from scidraft_tex.engines import Engine
from scidraft_tex.languages import find_language
from scidraft_tex.render.bbl import finished_entries
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.bibliography import Bibliography, cited_list
from scidraft_tex.tools import Shell
from scidraft_tex.typeset import driver, typeset
from scidraft_tex.typeset.units.split import split_book
from tests.bibs import ENTRIES, balanced, bibliographies, read, untidy

ENGLISH = find_language("en")
OTHERWISE = {
    "articleseries",  # leaves out an issue that has a name
    "articlenoauthor",  # has the translator before the journal
    "booked",  # "Third." for an edition that is a word
    "inbookclassic",  # "In: Place", of a book that is not named
    "dataset",  # begins a sentence with a small letter
    "periodical",  # leaves out the year
    "jstor",  # "(Cit. on" after a stop
    "nd",  # the same
    "typed",  # leaves out the publisher
    "edw",  # a comma for a stop
    "yy",  # shortens the month
}
"""The entries that biblatex prints otherwise, and how."""

TWO = """
@article{doe, author = {Doe, Jane and Roe, Rik and Poe, Ann}, title = {On {TeX}}, year = 2020,
  journaltitle = {Journal}, crossref = {whole}}
@book{whole, title = {Whole}, year = 2019}
@misc{what?, title = {A title without an author}}
"""


def test_an_entry_is_what_it_prints_and_what_text_calls_it(tmp_path: Path) -> None:
    bibliography = read(tmp_path, TWO)
    made = finished_entries(cited_list(bibliography, ["what?", "doe", "nowhere", "doe"]), ENGLISH)
    assert re.sub(r"hash\}\{\w+\}|hash=\w+", "hash", made).splitlines() == [
        r"    \entry{what-3f-}{finished}{}",
        r"      \name{author}{1}{}{{{hash}{family={A title without an author}}}}",
        r"      \strng{namehash",
        r"      \field{labelnamesource}{author}",
        r"      \field{usera}{A title without an author}",
        r"    \endentry",
        r"    \entry{doe}{finished}{}",
        r"      \name{author}{1}{}{{{hash}{family={Doe et~al.}}}}",
        r"      \strng{namehash",
        r"      \field{labelnamesource}{author}",
        r"      \field{usera}{Doe~J, Roe~R, Poe~A. On {TeX}. \emph{Journal} 2020}",
        r"    \endentry",
    ]


def test_a_list_holds_what_its_entries_take_from(tmp_path: Path) -> None:
    made = cited_list(read(tmp_path, TWO), ["doe", "nowhere"])
    assert made.keys == ("doe",)
    assert [*made.bibliography.entries] == ["doe", "whole"]


@given(bibliographies())
def test_any_entry_is_balanced(bibliography: Bibliography) -> None:
    made = finished_entries(cited_list(bibliography, bibliography.entries), ENGLISH)
    assert balanced(made)
    assert made.count("\\entry{") == made.count("\\endentry")


# --- TeX -------------------------------------------------------------------------------------


def book(folder: Path, bib: str, note: str) -> Path:
    """Print a site of one NOTE with the bibliography BIB to FOLDER; return the `.tex` folder."""
    site = folder / "site"
    (site / "content/notes").mkdir(parents=True)
    (site / "assets/bib").mkdir(parents=True)
    (site / "hugo.toml").write_text('title = "Lists"\n')
    (site / "book.yaml").write_text("back_references: true\nprofile: screen\n")
    (site / "assets/bib/x.bib").write_text(bib, encoding="utf-8")
    (site / "content/notes/a.md").write_text(f"---\ntitle: A\n---\n{note}\n", encoding="utf-8")
    return folder / "build/book"


def words(pdf: Path) -> str:
    """Return the letters of PDF's text in order, wherever its lines break."""
    command = ["pdftotext", "-raw", str(pdf), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.sub(r"-\n|\s", "", text)


def listed(pdf: Path, keys: list[str]) -> dict[str, str]:
    """Return what the list of PDF says of each of KEYS."""
    _, _, text = words(pdf).rpartition("References")
    return dict(zip(keys, re.split(r"\[\d+\]", text)[1:], strict=True))


@pytest.mark.tex
def test_every_type_prints_as_biber_and_biblatex_print_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = ENTRIES.read_text(encoding="utf-8")
    keys = re.findall(r"^@(?!string|comment|xdata|set\b)\w+\{(\S+),", text, re.MULTILINE)
    cites = "\n\n".join(f"A \\cite{{{key}}}, \\citet[see][p. 3]{{{key}}}." for key in keys)
    sources = book(tmp_path, text, f'{cites}\n\n{{{{< references bib="bib/x.bib" >}}}}\n')
    assert main(["book", "site", "-q"]) in {0, 1}
    assert not (sources / "book.blg").exists()
    ours = listed(tmp_path / "build/book.pdf", keys)
    for path in (*sources.glob("bib/*.bbl"), *sources.glob("book.b*")):
        path.unlink()
    formats = user_cache("formats", tmp_path)
    made = typeset(sources, "book", Engine.PDFLATEX, Shell(), formats=formats)
    assert (sources / "book.blg").exists()
    assert made.pdf is not None
    biber = listed(made.pdf, keys)
    assert {key for key in keys if ours[key] != biber[key]} == OTHERWISE


CITATIONS = r"""
One \cite{a}, and one in brackets \citep{b}, or by name, \citet{c}.

Two \cite{a,b}; not in order \cite{c,b,a}; a gap \cite{a,c}, a range and one \cite{g,a,b,c,e}, two
ranges \cite{g,f,e,c,b,a}; the same twice \cite{d,d}, in all \cite{a, b , c,d,e,f,g}.

With notes \cite[p. 3]{a}, \cite[see][]{b}, \citep[see][p. 4]{c,d}; in *emphasis \cite{e}*, and in a
footnote[^1]. Unknown: \cite{nobody}.

[^1]: By \cite{f,g}.

| where | what |
|---|---|
| here | \cite{a,b,c} |

: Caption with \cite{a}

## A heading with \cite{b}

"""
LATER = "\n\n".join(
    "In a paragraph, of which it takes many to fill pages on which works are cited. " * 9 + cited
    for cited in (r"\cite{a}", r"\cite{a,b,c}", "", r"\cite{a}", "", r"\cite{a,c}", r"\cite{d,b,a}")
    for _ in range(5)
)
LIST = '\n\n{{< references bib="bib/x.bib" >}}\n'


def pages(pdf: Path) -> list[bytes]:
    """Return the pages of PDF as pictures."""
    subprocess.run(["pdftoppm", "-r", "80", "-gray", pdf, pdf.with_suffix("")], check=True)
    return [path.read_bytes() for path in sorted(pdf.parent.glob(f"{pdf.stem}-*.pgm"))]


def targets(pdf: Path) -> list[str]:
    """Return where the links of PDF lead, in order."""
    with pikepdf.open(pdf) as document:
        links = [link for page in document.pages for link in page.obj.get("/Annots", [])]
        return [str(link.A.D) for link in links if "/D" in link.A]


@pytest.mark.tex
def test_citations_and_lists_look_as_those_that_biblatex_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    entries = (
        f"@article{{{key}, author={{{key.upper()}uthor, Al}}, title={{T {key}}}, journal={{J}}, "
        f"year={{20{number}}}, volume={{{number}}}, pages={{1--{number}}}}}\n"
        for number, key in enumerate("abcdefg", start=10)
    )
    sources = book(tmp_path, "".join(entries), CITATIONS + LATER + LIST)
    assert main(["book", "site", "-q"]) in {0, 1}
    light = pages(sources / "out/book.pdf")
    linked = targets(sources / "out/book.pdf")
    preamble = sources / "preamble.tex"
    preamble.write_text(preamble.read_text() + "\\let\\finishedlists\\undefined\n")
    formats = user_cache("formats", tmp_path)
    made = typeset(sources, "book", Engine.PDFLATEX, Shell(), formats=formats)
    assert made.pdf == sources / "out/book.pdf"
    assert not (sources / "book.blg").exists()
    text = words(made.pdf)
    assert "[1–6]" in text
    told = re.findall(r"\(cit\.onpp?\.([^()]+)\)\.", text)
    assert told == ["1–6,8–10", "1,3–4,9–10", "1,3–4,8–9", "1", "1", "1", "1,9–10"]
    assert pages(made.pdf) == light
    assert targets(made.pdf) == linked


@pytest.mark.tex
@pytest.mark.parametrize(
    "citation", [r"\cite{a}", r"\cite[p. 3]{a}", r"\citet{a}", r"\citep[see][]{a}"]
)
def test_a_list_in_a_unit_tells_the_page_of_its_first_citation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, citation: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(driver, "split_book", partial(split_book, large=0, full=1))
    note = f'By {citation}.\n\n{{{{< references bib="bib/x.bib" >}}}}\n'
    entry = "@article{a, author={Author, Al}, title={T}, journal={J}, year={2010}}\n"
    sources = book(tmp_path, entry, note)
    assert main(["book", "site", "-q"]) == 0
    assert (sources / "units/001/book.bbl").exists()
    assert "(cit.onp.1)" in words(tmp_path / "build/book.pdf")


@pytest.mark.tex
def test_no_untidy_field_stops_tex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bibliography = untidy(600)
    fields = (
        f"@{entry.type}{{{entry_name(key)},\n"
        + "".join(f"  {name} = {{{value}}},\n" for name, value in entry.fields.items())
        + "}\n"
        for key, entry in bibliography.entries.items()
        if all(balanced(value) for value in entry.fields.values())
    )
    text = "\n".join(fields)
    keys = re.findall(r"^@\w+\{(\S+),", text, re.MULTILINE)
    cites = "\n\n".join(f"\\cite{{{key}}}" for key in keys)
    sources = book(tmp_path, text, f'{cites}\n\n{{{{< references bib="bib/x.bib" >}}}}\n')
    main(["book", "site", "-q"])
    log = (sources / "book.log").read_text(encoding="utf-8", errors="replace")
    assert not re.findall(r"^(?:!|\S+:\d+:) .*", log, re.MULTILINE)
    listed = (sources / "bib/a-1.bbl").read_text(encoding="utf-8").count("\\entry{")
    assert listed > len(keys) * 0.9  # the others are no entries
    assert f"[{listed}]" in words(tmp_path / "build/book.pdf")


@pytest.mark.tex
def test_a_list_that_cannot_be_finished_is_biber_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> str:
        raise ValueError("short")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("scidraft_tex.render.bbl.finished_entries", fail)
    sources = book(tmp_path, TWO, 'As \\cite{doe}.\n\n{{< references bib="bib/x.bib" >}}\n')
    assert main(["book", "site", "-q"]) == 1
    assert "internal-error" in capsys.readouterr().err
    assert (sources / "book.blg").exists()
    assert "[1]DoeJ,RoeR,PoeA.OnTeX.Journal2020" in words(tmp_path / "build/book.pdf")


@pytest.mark.tex
def test_a_site_that_changes_how_lists_print_has_biber_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sources = book(tmp_path, TWO, 'As \\cite{doe}.\n\n{{< references bib="bib/x.bib" >}}\n')
    own = tmp_path / "site/templates/shared/references.tex.j2"
    own.parent.mkdir(parents=True)
    own.write_text(
        "\\BLOCK{extends 'default/shared/references.tex.j2'}\n\\BLOCK{block formats}\n"
        "\\VAR{super()}\n\\DeclareFieldFormat[article]{title}{\\mkbibquote{#1}}\n\\BLOCK{endblock}\n"
    )
    assert main(["book", "site", "-q"]) == 0
    assert not list(sources.glob("bib/*.bbl"))
    assert "“OnTeX.”" in words(tmp_path / "build/book.pdf")
