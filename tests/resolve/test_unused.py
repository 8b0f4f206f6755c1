"""Entries of bibliographies that no note cites."""

from __future__ import annotations

from pathlib import Path

from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.resolve.resolve import resolve
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Shell

FILES = {
    "hugo.toml": 'baseURL = "https://site.example/"\n',
    "assets/bib/refs.bib": (
        "@book{cited, author={A. Author}, title={T}, year={2001}}\n"
        "@book{idle, author={A. Author}, title={U}, year={2002}}\n\n"
        "@inbook{child, crossref={Parent}, title={V}}\n"
        "@book{parent, author={A. Author}, title={W}, year={2003}}\n"
        "@book{told, author={A. Author}, title={X}, year={2004}}\n"
        "@book{page, author={A. Author}, title={Y}, year={2005}}\n"
        "@book{drafted, author={A. Author}, title={Z}, year={2006}}\n"
    ),
    "assets/bib/others.bib": "@book{other, author={A. Author}, title={T}, year={2001}}\n",
    "content/notes/a.md": (
        "# A\n\nAs \\cite{cited} and[^1] \\citep[p. 3]{child}.\n\n"
        "::: {.instructor}\n\\cite{told}\n:::\n\n"
        "[^1]: Text.\n\n{{< references >}}\n"
    ),
    "content/notes/b.md": "---\ndraft: true\n---\n\n\\cite{drafted}\n",
    "content/about.md": "# About\n\nSee \\citet[see][chapter 2]{nowhere, page}.\n",
}


def test_what_no_note_cites_is_told_at_its_line(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    site, _ = load_site(tmp_path, Settings())
    notes, _ = recognise(read_notes(site.notes, Shell()).notes, Rules())
    _, found = resolve(site, notes, Settings(arrange="flat"))
    said = [(str(item.place), item.message) for item in found if item.code == "bib-unused"]
    assert said == [
        ("assets/bib/others.bib", "no list of references is made from this file"),
        ("assets/bib/refs.bib:2:1", "no note cites idle"),
        ("assets/bib/refs.bib:8:1", "no note cites drafted"),
    ]
