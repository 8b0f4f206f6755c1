from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given

from scidraft_tex.languages import find_language, language_tags
from scidraft_tex.render.bibitems import thebibliography
from scidraft_tex.render.references import items as formatting
from scidraft_tex.render.references.style import VancouverStyle
from scidraft_tex.resolve.bibliography import BibEntry, Bibliography, read_bibliography
from tests.bibs import (
    CORPUS,
    ENTRIES,
    balanced,
    bibliographies,
    names_of,
    read,
    run,
    typeset,
    untidy,
)

ENGLISH = find_language("en")
EXPECTED = ENTRIES.with_name("printed.txt")
ITEM = re.compile(r"\\bibitem\[(?P<label>.*)\]\{(?P<name>.*?)\}\n(?P<text>(?:.+\n?)*)")


def entries() -> Bibliography:
    return read_bibliography(ENTRIES, ENTRIES.name)[0]


def listed(bibliography: Bibliography, language: str = "en") -> str:
    names = names_of(bibliography)
    return thebibliography(bibliography, list(names), names, find_language(language))


def items(text: str) -> dict[str, tuple[str, str]]:
    """Return the label and the text, on one line, of each item by its name."""
    return {
        match["name"]: (match["label"], " ".join(match["text"].replace("\\newblock ", "").split()))
        for match in ITEM.finditer(text)
    }


def printed(tmp_path: Path, text: str, language: str = "en") -> str:
    """Return the one entry TEXT as it prints."""
    return next(iter(items(listed(read(tmp_path, text), language)).values()))[1]


def label(tmp_path: Path, text: str) -> str:
    return next(iter(items(listed(read(tmp_path, text))).values()))[0]


# --- every type ------------------------------------------------------------------------------


def test_every_type_prints_as_a_book_prints_it(*, pytestconfig: pytest.Config) -> None:
    """printed.txt was compared with what biblatex makes of the same entries in a book."""
    found = items(listed(entries()))
    lines = "".join(f"{name}\t{mark}\t{text}\n" for name, (mark, text) in found.items())
    if pytestconfig.getoption("--bless"):
        EXPECTED.write_text(lines, encoding="utf-8")
    assert lines.splitlines() == EXPECTED.read_text(encoding="utf-8").splitlines()


def test_no_entry_needs_the_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatting, "_plainly", pytest.fail)
    assert len(items(listed(entries()))) == len(entries().entries)


# --- the list --------------------------------------------------------------------------------


def test_the_list_has_what_is_cited_in_its_order(tmp_path: Path) -> None:
    source = read(tmp_path, "@misc{a_b, title={A}}\n@misc{c, title={C}}\n@misc{d, title={D}}")
    text = thebibliography(source, ["c", "gone", "a_b", "c"], {"c": "see"}, ENGLISH)
    assert text == (
        "\\begin{thebibliography}{2}\n\n"
        "\\bibitem[{C}()]{see}\nC.\n\n"
        "\\bibitem[{A}()]{a-5f-b}\nA.\n\n"
        "\\end{thebibliography}\n"
    )


def test_a_list_of_nothing_is_nothing() -> None:
    assert thebibliography(Bibliography("x.bib"), ["gone"], {}, ENGLISH) == ""


def test_the_same_entries_are_the_same_bytes() -> None:
    assert listed(entries()) == listed(entries())


# --- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("authors", "name", "called"),
    [
        ("Jane Anne Doe", "Doe~JA", "Doe"),
        ("de la Fontaine, Jean", "Fontaine~J de la", "de la Fontaine"),
        ("Luz de Araujo, Pedro", "Luz de Araujo~P", "Luz de Araujo"),
        ("King, Jr, Martin Luther", "King Jr~ML", "King"),
        ("Sartre, Jean-Paul and Roe, R.", "Sartre~JP, Roe~R", "Sartre and Roe"),
        ("A, B and C, D and E, F", "A~B, C~D, E~F", "A et~al."),
        ("{The {LIGO} Team}", "{The LIGO Team}", "The LIGO Team"),
        ("Doe, J and others", "Doe~J et al", "Doe et~al."),
        ("Doe, J and Roe, R and others", "Doe~J, Roe~R, et al", "Doe et~al."),
        (r"M{\"u}ller, {\'E}mile", "Müller~É", "Müller"),
        ("毛, 泽东", "毛~泽", "毛"),
        ("A, B, C, D", "{A, B, C, D}", "A, B, C, D"),
        (r"Smith \& Sons Ltd.", r"{Smith \& Sons Ltd.}", r"Smith \& Sons Ltd."),
        ("Doe, J. A.-B.", "Doe~JAB", "Doe"),
    ],
)
def test_names(tmp_path: Path, authors: str, name: str, called: str) -> None:
    text = f"@book{{k, author={{{authors}}}, title={{T}}, year=2020}}"
    end = "" if name.endswith(".}") else "."
    assert printed(tmp_path, text) == f"{name}{end} \\emph{{T}}. 2020."
    assert label(tmp_path, text) == f"{{{called}}}(2020)"


@pytest.mark.parametrize(
    ("fields", "called"),
    [
        ("editor={Doe, J and Roe, R}", "{Doe and Roe}()"),
        ("organization={GNU}, title={T}", "{GNU}()"),
        ("title={One two three four five six seven}", "{One two three four five six~\\ldots}()"),
        ("title={On {A} $x$ of four five six}", "{On {A} $x$ of four five six}()"),
        ("note={x}", "{a\\_1}()"),
    ],
)  # fmt: skip
def test_what_has_no_author_is_called_something(tmp_path: Path, fields: str, called: str) -> None:
    assert label(tmp_path, f"@misc{{a_1, {fields}}}") == called


# --- fields ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (r"title={{\'E}t{\'e} \& {DNA} of $\alpha_1$}", r"{É}t{é} \& {DNA} of $\alpha_1$."),
        (r"title={At $\frac{1}{n}$ {a}{b}\TeX{} x}", r"At $\frac{1}{n}$ {a}{b}\TeX{} x."),
        (r"title={What?}, note={So.}", "What? So."),
        (r"title={\emph{What?}}, note={So}", r"\emph{What?} So."),
        (r"title={The \enquote{best \mkbibemph{one}}}", r"The ``best \emph{one}''."),
        ("title={β-decay ≤ 2}", r"{\ensuremath{\beta}}-decay {\ensuremath{\leq}} 2."),
        ("title={T}, date={2020-05-01/2021}", "T. 2020--2021."),
        ("title={T}, date={2020-05-01/2020-06}", "T. 2020."),
        ("title={T}, year={c. 1990}, month=feb", "T. 1990."),
        ("title={T}, year={in press}", "T. In press."),
        ("title={T}, doi={10.1000/A_(1)<2>%20#x}", None),
        ("title={T}, eprint={hep-th/9901001}, archiveprefix={arXiv}",
         r"T. arXiv: \href{https://arxiv.org/abs/hep-th/9901001}{hep-th/9901001}."),
        ("title={T}, eprint={123_4}, eprinttype={odd}", r"T. odd: 123\_4."),
        ("title={T}, url={https://a.org/b_c%20d#e&f}",
         r"T. \textsc{url}: \url{https://a.org/b_c\%20d\#e&f}."),
        ("title={T}, language={german}", "T. German."),
        ("title={T}, language={english}", "T."),
        ("title={T}, howpublished={Talk}, type={Slides}, version=2", "T. Talk. Slides. Version~2."),
    ],
)  # fmt: skip
def test_fields(tmp_path: Path, fields: str, expected: str | None) -> None:
    text = printed(tmp_path, f"@misc{{k, {fields}}}")
    if expected is not None:
        assert text == expected
    else:
        link = r"\href{https://doi.org/10.1000/A_(1)\%3C2\%3E\%2520\%23x}"
        assert text == rf"T. \textsc{{doi}}: {link}{{\nolinkurl{{10.1000/A_(1)<2>\%20\#x}}}}."


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("edition=1", "1st~ed."), ("edition=11", "11th~ed."), ("edition={Third}", "Third~ed."),
        ("edition={Revised and enlarged edition}", "Revised and enlarged edition."),
        ("volume=2, part=1", "Vol.~2.1."), ("pages={xii--xx}", "pp.~xii--xx."),
        ("pages={7}", "p.~7."), ("pages={e123}", "e123."),
        ("pages={3-9, 12-13}", "pp.~3--9, 12--13."),
        ("pagetotal={xii + 300}", "xii + 300."),
    ],
)  # fmt: skip
def test_fields_of_books(tmp_path: Path, fields: str, expected: str) -> None:
    assert printed(tmp_path, f"@book{{k, title={{T}}, {fields}}}") == rf"\emph{{T}}. {expected}"


# --- languages -------------------------------------------------------------------------------


def test_words_are_the_document_s(tmp_path: Path) -> None:
    text = (
        "@book{k, author={A, B and C, D and others}, editor={E, F}, title={T}, edition=2,"
        "year=2020, pages={3--4}, url={https://a.org}, urldate={2024-05-24}}"
    )
    assert printed(tmp_path, text, "de") == (
        r"A~B, C~D, u.~a. \emph{T}. Hrsg. von E~F. 2.~Aufl. 2020, S.~3--4. "
        r"\textsc{url}: \url{https://a.org} (besucht am 24. Mai 2024)."
    )
    assert printed(tmp_path, text, "en-gb").endswith("(visited on 24 May 2024).")


@pytest.mark.parametrize("tag", language_tags())
def test_every_language_lists_every_type(tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatting, "_plainly", pytest.fail)
    text = listed(entries(), tag)
    assert balanced(text)
    assert list(items(text)) == list(items(listed(entries())))


# --- whatever a field holds ------------------------------------------------------------------


@given(bibliographies())
def test_any_entry_is_listed(bibliography: Bibliography) -> None:
    text = listed(bibliography)
    assert balanced(text)
    assert "\n\n\n" not in text
    assert text.count("\\bibitem[") == 2 or any(
        e.type == "set" for e in bibliography.entries.values()
    )


def test_an_entry_that_cannot_be_formatted_prints_its_fields(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(VancouverStyle, "format_entry", fail)
    text = "@misc{a_1, title={T & U}, doi={10.1000/a_b}, url={https://a.org/c_d}, year=2020}"
    assert printed(tmp_path, text) == r"T \& U. 10.1000/a\_b. \url{https://a.org/c_d}. 2020."
    assert printed(tmp_path, "@misc{a_1, title={}}") == r"a\_1."


def test_braces_too_deep_for_any_parser_print() -> None:
    deep = BibEntry("k", "misc", {"title": "{" * 2000 + "T" + "}" * 2000}, 1)
    assert "T" in listed(Bibliography("x.bib", {"k": deep}))


# --- TeX -------------------------------------------------------------------------------------


@pytest.mark.tex
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
def test_every_type_is_typeset(tmp_path: Path, engine: str) -> None:
    words = typeset(tmp_path, listed(entries()), engine, r"\citet{article}; \cite{miscnothing}.")
    assert words.startswith("Doe and Roe [1]; [31].")
    assert "Auth O. Part. In: Collection. Ed. by Doe J, Roe R. 2nd ed. Vol. 4. LNCS" in words


@pytest.mark.tex
def test_every_type_reaches_the_web_page(tmp_path: Path) -> None:
    typeset(tmp_path, listed(entries()), cited=r"\citet{article}")
    said = run(tmp_path, "latexml", "--dest=list.xml", "list.tex")
    assert not re.search(r"^(Error|Warning|Fatal):", said, re.MULTILINE), said[-3000:]
    page = (tmp_path / "list.xml").read_text(encoding="utf-8")
    assert page.count("<bibitem") == len(entries().entries)
    assert 'href="https://example.org/a_b%20c"' in page


@pytest.mark.tex
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
def test_no_untidy_field_stops_tex(tmp_path: Path, engine: str) -> None:
    assert "[300]" in typeset(tmp_path, listed(untidy(300)), engine)


@pytest.mark.tex
@pytest.mark.corpus
@pytest.mark.parametrize("name", CORPUS)
def test_every_entry_of_a_real_library_is_typeset(
    tmp_path: Path, corpus: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formatting, "_plainly", pytest.fail)
    path = corpus / "scidraft" / "assets" / "bib" / name
    source, _ = read_bibliography(path, name)
    assert f"[{len(source.entries)}]" in typeset(tmp_path, listed(source))
