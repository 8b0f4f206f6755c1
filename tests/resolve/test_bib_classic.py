from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given

from scidraft_tex.resolve.bib_classic import write_classic
from scidraft_tex.resolve.bib_commands import words
from scidraft_tex.resolve.bibliography import Bibliography, read_bibliography
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

STANDARD = words(
    "article book booklet inbook incollection inproceedings manual mastersthesis misc phdthesis "
    "proceedings techreport unpublished"
)
CASES = r"""
@article{k, author={Doe, Jane}, title={On things}, journaltitle={J}, date={2020-05-24}, volume=1,
  issue={Spring}, pages={1--2}, abstract={no}, file={/home/me/x.pdf}, keywords={no}, owner={me},
  doi={10.1000/a_b}, timestamp={no}, langid={no}}
=>
@article{k,
  author = {Doe, Jane},
  title = {On things},
  journal = {J},
  volume = {1},
  number = {Spring},
  pages = {1--2},
  doi = {10.1000/a_b},
  year = {2020},
  month = may,
}

@online{k, author={{Org \& Co}}, title={T}, date={2024},
  urldate={2024-05-24}, organization={AT\&T}, url={https://a.org/b_c%20d}}
=>
@misc{k,
  author = {{Org \& Co}},
  title = {T},
  organization = {AT{\&}T},
  howpublished = {AT\&T},
  note = {Accessed 2024-05-24},
  url = {https://a.org/b_c%20d},
  year = {2024},
}

@thesis{k, author={M{\"u}ller, J}, title={T}, type={phdthesis},
  institution={ETH}, location={Zürich}, year=2001}
=>
@phdthesis{k,
  author = {M{\"u}ller, J},
  title = {T},
  school = {ETH},
  address = {Z{\"u}rich},
  year = {2001},
}

@thesis{k, title={T}, type={Master of Science thesis}, institution={ETH}}
=>
@mastersthesis{k,
  title = {T},
  school = {ETH},
  type = {Master of Science thesis},
}

@report{k, title={T}, type={Working Paper}, number=3, institution={MIT}, version=2}
=>
@techreport{k,
  title = {T},
  number = {3},
  institution = {MIT},
  type = {Working Paper},
  note = {Version 2},
}

@book{k, author={A, B}, editor={C, D and E, F and G, H}, translator={I, J and
  others}, title={Big}, maintitle={Main}, volume=2, edition=3, number=7, year=2000}
=>
@book{k,
  author = {A, B},
  title = {{Main, volume 2: Big}},
  edition = {3rd},
  note = {Edited by D C, F E and H G. Translated by J I et al},
  year = {2000},
}

@inproceedings{k, title={T}, crossref={p}, pages=3}
@proceedings{p, title={P}, editor={E, F}, series={LNCS}, volume=7, number=8, year=2019,
  publisher={X and Y}}
=>
@inproceedings{k,
  editor = {E, F},
  title = {T},
  booktitle = {P},
  volume = {7},
  series = {LNCS},
  pages = {3},
  publisher = {{X and Y}},
  year = {2019},
}

@article{k, title={T}, journal={arXiv preprint arXiv:2301.00001}, primaryclass={cs.CL},
  year={2023}}
=>
@misc{k,
  title = {T},
  howpublished = {arXiv:2301.00001 [cs.CL]},
  eprint = {2301.00001},
  archiveprefix = {arXiv},
  primaryclass = {cs.CL},
  url = {https://arxiv.org/abs/2301.00001},
  year = {2023},
}

@patent{k, title={T}, type={patentus}, number=12, location={US}, date={2020/2021}}
=>
@misc{k,
  title = {T},
  number = {12},
  address = {US},
  howpublished = {U.S. patent 12, US},
  type = {U.S. patent},
  year = {2020--2021},
}

@book{k, title={The {ABC} of β}, subtitle={Sub}, pages={1--3}, chapter=2}
=>
@inbook{k,
  title = {{The {ABC} of {\ensuremath{\beta}}: Sub}},
  chapter = {2},
  pages = {1--3},
}

@unpublished{k, title={T}, howpublished={Talk}, pubstate={inpress}}
=>
@unpublished{k,
  title = {T},
  howpublished = {Talk},
  note = {In press. Talk},
}
"""
"""Entries, and what is written of those with the key `k`."""

MISSING = re.compile(r"Warning--(empty \w+|there's a number but no volume) in \S+")
"""What BibTeX warns of where an entry truly lacks a field."""


def entries() -> Bibliography:
    return read_bibliography(ENTRIES, ENTRIES.name)[0]


def classic(bibliography: Bibliography) -> str:
    names = names_of(bibliography)
    return write_classic(bibliography, list(names), names)


@pytest.mark.parametrize("case", CASES.strip().split("\n\n"))
def test_fields_are_bibtex_s(tmp_path: Path, case: str) -> None:
    entry, expected = case.split("\n=>\n")
    source = read(tmp_path, entry)
    assert write_classic(source, ["k"], {}) == f"{expected}\n"


def test_entries_in_their_order_under_their_names(tmp_path: Path) -> None:
    source = read(tmp_path, "@misc{a_b, title={A}}\n@misc{c, title={C}}\n@misc{d, title={D}}")
    text = write_classic(source, ["c", "gone", "a_b", "c"], {"c": "see"})
    assert text == "@misc{see,\n  title = {C},\n}\n\n@misc{a-5f-b,\n  title = {A},\n}\n"
    assert write_classic(source, ["gone"], {}) == ""


def test_every_type_is_one_of_bibtex_s() -> None:
    found = re.findall(r"^@(\w+)\{(.*),$", classic(entries()), re.MULTILINE)
    assert {kind for kind, _ in found} == STANDARD
    assert [name for _, name in found] == list(entries().entries)


@given(bibliographies())
def test_any_entry_can_be_read_again(bibliography: Bibliography) -> None:
    text = classic(bibliography)
    assert balanced(text)
    assert all(kind in STANDARD for kind in re.findall(r"^@(\w+)\{", text, re.MULTILINE))


# --- BibTeX ----------------------------------------------------------------------------------


def bibtex(folder: Path, text: str) -> list[str]:
    """Run BibTeX on TEXT with unsrtnat, typeset it, and return BibTeX's warnings."""
    (folder / "refs.bib").write_text(text, encoding="utf-8")
    (folder / "list.aux").write_text(
        "\\citation{*}\n\\bibstyle{unsrtnat}\n\\bibdata{refs}\n", encoding="utf-8"
    )
    said = run(folder, "bibtex", "list")
    assert "error message" not in said, said[-3000:]
    typeset(folder, (folder / "list.bbl").read_text(encoding="utf-8"))
    return re.findall(r"^Warning--.*", said, re.MULTILINE)


@pytest.mark.tex
def test_bibtex_warns_only_of_what_is_missing(tmp_path: Path) -> None:
    warnings = bibtex(tmp_path, classic(entries()))
    assert [line for line in warnings if not MISSING.fullmatch(line)] == []
    complete = "article book inproceedings incollection thesis report online misc proc manual"
    for name in complete.split():
        assert not [line for line in warnings if line.endswith(f" in {name}")]


@pytest.mark.tex
def test_no_untidy_field_stops_bibtex_or_tex(tmp_path: Path) -> None:
    bibtex(tmp_path, classic(untidy(300)))


@pytest.mark.tex
@pytest.mark.corpus
@pytest.mark.parametrize("name", CORPUS)
def test_bibtex_takes_every_entry_of_a_real_library(
    tmp_path: Path, corpus: Path, name: str
) -> None:
    source, _ = read_bibliography(corpus / "scidraft" / "assets" / "bib" / name, name)
    warnings = bibtex(tmp_path, classic(source))
    assert [line for line in warnings if not MISSING.fullmatch(line)] == []
