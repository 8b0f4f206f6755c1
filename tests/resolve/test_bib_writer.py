import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.resolve.bib_writer import entry_name, write_bibliography
from scidraft_tex.resolve.bibliography import BibEntry, Bibliography, read_bibliography

CI = os.environ.get("CI", "").lower() in {"1", "true"}
UNTIDY = re.findall(
    r"\S+",
    r"\ { } $ % & # _ ^ ~ a 1 \alpha \emph \emph{a} \' \'e \"{\i} \url{http://a.b/%c_#} = , "
    r"http://a.b/c_%d#e &amp; <i> </i> \( \) $x^2$ $x_1_2$ \frac $\frac{1}{n}$ \\ \$ \c{c} and "
    r"\foo \foo{b} \noopsort{1} `` '' -- \% \bf \ss \o \{ \} \textsc{B} é \, \- \TeX \LaTeX{} < |",
)
FRAME = r"""\documentclass{scrbook}
\usepackage[T1]{fontenc}
\usepackage{amsmath,amssymb,csquotes}
\usepackage[english]{babel}
\usepackage[backend=biber,style=numeric,sorting=none,mincrossrefs=99]{biblatex}
\usepackage{hyperref}
\addbibresource{refs.bib}
\begin{document}
\nocite{*}
\printbibliography
\end{document}
"""


def bibliography(tmp_path: Path, text: str) -> Bibliography:
    path = tmp_path / "source.bib"
    path.write_text(text, encoding="utf-8")
    return read_bibliography(path, "source.bib")[0]


def written(tmp_path: Path, text: str) -> dict[str, dict[str, str]]:
    """Return what is written of the entries of TEXT: by name, their fields and `@`, their type."""
    source = bibliography(tmp_path, text)
    out = tmp_path / "out.bib"
    out.write_text(write_bibliography(source, list(source.entries), {}), encoding="utf-8")
    again, found = read_bibliography(out, "out.bib")
    assert list(found) == []
    return {key: {"@": entry.type, **entry.fields} for key, entry in again.entries.items()}


def fields(tmp_path: Path, body: str, kind: str = "article") -> dict[str, str]:
    return written(tmp_path, f"@{kind}{{k, {body}}}")["k"]


@pytest.mark.parametrize(
    ("key", "name"),
    [("Doe2020-ab", "Doe2020--ab"), ("a_b:c", "a-5f-b-3a-c"), ("é", "-e9-"), ("a--b", "a----b")],
)
def test_entry_names_can_be_read(key: str, name: str) -> None:
    assert entry_name(key) == name


@given(st.text(alphabet="ab5f-_:é", max_size=8), st.text(alphabet="ab5f-_:é", max_size=8))
def test_entry_names_are_injective_and_safe(one: str, other: str) -> None:
    assert (entry_name(one) == entry_name(other)) == (one == other)
    assert re.fullmatch(r"[A-Za-z0-9-]*", entry_name(one))


def test_only_cited_entries_and_their_parents_are_written(tmp_path: Path) -> None:
    source = bibliography(
        tmp_path,
        "@inproceedings{a_1, title={A}, crossref={Proc}, xdata={x1}}\n@misc{other, title={O}}\n"
        "@proceedings{proc, title={P}, year=2020}\n@xdata{x1, publisher={X}, crossref={a_1}}\n",
    )
    text = write_bibliography(source, ["a_1", "gone", "a_1"], {"a_1": "first"})
    assert re.findall(r"@(\w+)\{(.*),", text) == [
        ("inproceedings", "first"),
        ("proceedings", "proc"),
        ("xdata", "x1"),
    ]
    assert "crossref = {proc}" in text
    assert "xdata = {x1}" in text
    assert text.count("crossref") == 1


def test_fields_are_biblatex_s_and_libraries_notes_are_dropped(tmp_path: Path) -> None:
    found = fields(
        tmp_path,
        "title={T & U}, journal={J}, address={Oslo}, publisher={Chapman and Hall}, year=2020,"
        "month={Sep}, abstract={50% {x}}, keywords={k}, file={a:b}, annote={n}, owner={me},"
        "pages={12–20}, language={en}, isbn={978-3-540-45375-8,9783540460565}, options={x=y}",
    )
    assert found == {
        "@": "article",
        "title": r"T \& U",
        "journaltitle": "J",
        "location": "Oslo",
        "publisher": "{Chapman and Hall}",
        "date": "2020-09",
        "pages": "12--20",
        "language": "english",
        "isbn": "978-3-540-45375-8",
    }


@pytest.mark.parametrize(
    ("kind", "type_"),
    [("movie", "misc"), ("PhdThesis", "phdthesis"), ("Online", "online"), ("article", "misc")],
)
def test_types(tmp_path: Path, kind: str, type_: str) -> None:
    assert fields(tmp_path, "title={T}", kind)["@"] == type_


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        ("Doe, Jane and Roe, R.", "Doe, Jane and Roe, R."),
        ("Jane Q. Doe and {Kimi Team}", "Doe, Jane Q. and {Kimi Team}"),
        ("Ludwig van Beethoven", "van Beethoven, Ludwig"),
        ("King, Jr, Martin Luther", "King, Jr, Martin Luther"),
        ("Doe, J. and others", "Doe, J. and others"),
        ("Doe, J. et al.", "Doe, J. and others"),
        ("Doe, J; Roe, R", "Doe, J and Roe, R"),
        ("A, B, C, D and Roe, R", "{A, B, C, D} and Roe, R"),
        ("{OpenAI} and and Doe, J", "{OpenAI} and Doe, J"),
        ("Team R=3", "{Team R=3}"),
        (r"M{\"u}ller, J\"org and Simon & Co", r"Müller, Jörg and {Simon \& Co}"),
    ],
)
def test_names(tmp_path: Path, authors: str, expected: str) -> None:
    assert fields(tmp_path, f"title={{T}}, author={{{authors}}}")["author"] == expected


def test_a_list_without_a_name_is_dropped(tmp_path: Path) -> None:
    assert "author" not in fields(tmp_path, "title={T}, author={ and others}")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "journal={arXiv [cs.CL]}, eprint={2301.00001}, url={http://arxiv.org/abs/2301.00001v2}",
            {"@": "misc", "eprint": "2301.00001", "eprinttype": "arxiv", "eprintclass": "cs.CL"},
        ),
        (
            "journal={arXiv preprint arXiv:2301.00001}, primaryClass={cs.LG}",
            {"@": "misc", "eprint": "2301.00001", "eprinttype": "arxiv", "eprintclass": "cs.LG"},
        ),
        (
            "journal={CoRR}, volume={abs/1706.03762}",
            {"@": "misc", "eprint": "1706.03762", "eprinttype": "arxiv"},
        ),
        (
            "journal={J}, doi={https://arxiv.org/abs/1902.00751}",
            {"@": "article", "journaltitle": "J", "eprint": "1902.00751", "eprinttype": "arxiv"},
        ),
        (
            "journal={J}, doi={https://doi.org/10.1/x}, url={https://doi.org/10.1234/a_b}",
            {"@": "article", "journaltitle": "J", "doi": "10.1234/a_b"},
        ),
        (
            r"howpublished={\url{https://a.org/F\%3A\_x}}, note={Accessed: 2025-1-24}",
            {"@": "misc", "url": "https://a.org/F%3A_x", "note": "Accessed: 2025-1-24"},
        ),
        (
            r"howpublished={Blog post, \url{https://a.org/x}}, urldate={2025-1-24}",
            {
                "@": "misc",
                "url": "https://a.org/x",
                "howpublished": "Blog post",
                "urldate": "2025-01-24",
            },
        ),
        (
            r"note={Available at: \url{https://a.org/x}}",
            {"@": "misc", "url": "https://a.org/x"},
        ),
        (
            "eprint={https://a.org/x.pdf}, year={to appear}",
            {"@": "misc", "url": "https://a.org/x.pdf", "pubstate": "forthcoming"},
        ),
        (
            "eprint={24680}, eprinttype={JSTOR}",
            {"@": "misc", "eprint": "24680", "eprinttype": "jstor"},
        ),
    ],
)
def test_where_a_work_is_to_be_found_is_told_once(
    tmp_path: Path, body: str, expected: dict[str, str]
) -> None:
    found = fields(tmp_path, f"title={{T}}, {body}")
    assert found == {"title": "T", **expected}


def require(*programs: str) -> None:
    missing = [program for program in programs if not shutil.which(program)]
    if missing and not CI:
        pytest.skip(f"not installed: {', '.join(missing)}")
    assert not missing


def typeset(folder: Path, bib: str) -> str:
    """Typeset all of BIB; return the words of the page. Fails at any error of biber or TeX."""
    require("pdflatex", "biber", "pdftotext")
    (folder / "list.tex").write_text(FRAME, encoding="utf-8")
    (folder / "refs.bib").write_text(bib, encoding="utf-8")
    latex = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "list")
    for command in (latex, ("biber", "list"), latex):
        run = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        said = run.stdout.decode(errors="replace")
        assert run.returncode == 0, said[-3000:]
        assert not re.search(r"^(ERROR|!)", said, re.MULTILINE), said[-3000:]
        assert "Entry" not in said or "Invalid format" not in said
    page = subprocess.run(
        ("pdftotext", "-raw", "list.pdf", "-"), cwd=folder, capture_output=True, check=True
    )
    return " ".join(page.stdout.decode().split())


@pytest.mark.tex
@pytest.mark.corpus
@pytest.mark.parametrize("name", ["refs.bib", "survey-refs-01.bib", "survey-refs-02.bib"])
def test_entries_of_a_real_library_are_typeset(tmp_path: Path, corpus: Path, name: str) -> None:
    """Every third by biber; as a book has them, all are in tests of `bibitems`."""
    path = corpus / "scidraft" / "assets" / "bib" / name
    source, _ = read_bibliography(path, name)
    assert len(source.entries) > 10
    names = {key: entry_name(key) for key in list(source.entries)[::3]}
    words = typeset(tmp_path, write_bibliography(source, list(names), names))
    assert f"[{len(names)}]" in words


@pytest.mark.tex
def test_crossref_and_months_and_links_reach_the_page(tmp_path: Path) -> None:
    source = bibliography(
        tmp_path,
        "@inproceedings{a_1, title={On {\\TeX} & more}, author={Doe, J}, crossref={p}}\n"
        "@proceedings{p, title={Acts of X}, year=2020, month={9--10}}\n"
        "@misc{m, title={M}, year={in press}, url={https://a.org/50%_x y},"
        "note={50% at http://b.org/c#d}}",
    )
    words = typeset(tmp_path, write_bibliography(source, ["a_1", "m"], {}))
    assert "In: Acts of X" in words
    assert "2020" in words
    assert "In press" in words
    assert "https://a.org/50%25_x%20y" in words
    assert "50% at http://b.org/c#d" in words


@pytest.mark.tex
def test_no_untidy_field_stops_biber_or_tex(tmp_path: Path) -> None:
    chance = random.Random(20)  # noqa: S311
    entries: dict[str, BibEntry] = {}
    for number in range(300):
        value = [" ".join(chance.choices(UNTIDY, k=6)) if chance.random() < 0.5
                 else "".join(chance.choices(UNTIDY, k=6)) for _ in range(8)]  # fmt: skip
        names = ("title", "author", "journal", "note", "url", "howpublished", "pages", "year")
        entries[f"k{number}"] = BibEntry(
            f"k{number}", "article", dict(zip(names, value, strict=True)), 1
        )
    words = typeset(tmp_path, write_bibliography(Bibliography("x.bib", entries), list(entries), {}))
    assert "[250]" in words
