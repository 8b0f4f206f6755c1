"""What arXiv's HTML keeps of a paper: LaTeXML reads the source that others receive."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.kinds import KINDS, Style
from scidraft_tex.pipeline import Clock
from scidraft_tex.preprints import MadePreprint, PreprintJob, build_preprints
from scidraft_tex.settings import Preprints, Settings
from scidraft_tex.walk import blocks_of, inlines_of, plain_text
from tests.pdf.conftest import REPOSITORY
from tests.pdf.words import letters, prose, runs
from tests.pitfalls.conftest import Dry

pytestmark = [pytest.mark.tex, pytest.mark.browser, pytest.mark.slow]

LTX = "{http://dlmf.nist.gov/LaTeXML}"
NO_BIBTEX = "--preload=[nobibtex]latexml.sty"
"""The finished list of references is read, as at arXiv, and not the `.bib`."""

SETTINGS = Settings(preprint=Preprints(bundle=False))
OURS = (
    "coupling-from-the-past", "communicating-classes", "cycle-mixing-data", "gamblers-ruin",
    "kac-formula", "layout-of-a-study", "samplers-compared", "simulating-a-chain",
)  # fmt: skip
EVERY_KIND = (
    "---\ntitle: Every kind\nauthor: Ada Example\n---\n\nThere is one of each.\n\n"
    + "".join(
        f"**{kind.name} (number {number}).** What is said in the one of the number {number} "
        f"is that \\(x_{{{number}}} = {number}\\).\n\n"
        for number, kind in enumerate(KINDS)
    )
)
THEIRS = ("demo-note-with-references", "demo-note-survey-chain-of-thought")
SITES = [
    pytest.param(("content", OURS), id="content"),
    pytest.param(("kinds", ("every-kind",)), id="kinds"),
    pytest.param(("corpus", THEIRS), id="corpus", marks=pytest.mark.corpus),
]


@dataclass
class Read:
    """A paper as LaTeXML reads it, beside the paper itself."""

    made: MadePreprint
    said: str
    xml: Path

    @property
    def root(self) -> str:
        return self.made.paper.root

    @property
    def note(self) -> m.Note:
        return self.made.drawn.book.notes[0]

    @cached_property
    def blocks(self) -> list[m.Block]:
        return list(blocks_of(self.note.blocks))

    @cached_property
    def tree(self) -> ET.Element:
        return ET.parse(self.xml).getroot()  # noqa: S314  # of our own making

    @cached_property
    def text(self) -> str:
        return letters("".join(self.tree.itertext()))

    def all(self, *names: str) -> Iterator[ET.Element]:
        """Yield the elements of any of NAMES."""
        return (node for name in names for node in self.tree.iter(LTX + name))

    def classed(self, name: str, word: str) -> list[ET.Element]:
        """Return the elements NAME of the class WORD."""
        return [node for node in self.all(name) if word in node.get("class", "").split()]


@pytest.fixture(scope="module", params=SITES)
def papers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Read]:
    """Return papers that together hold every sort of block and result, each read once."""
    if not shutil.which("latexml"):
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail("latexml is not installed: run make test")
        pytest.skip("latexml is not installed")
    name, notes = request.param
    site = REPOSITORY / "content"
    if name == "corpus":
        site = request.getfixturevalue("corpus") / "scidraft"
    folder = tmp_path_factory.mktemp(name)
    if name == "kinds":
        site = folder / "site"
        (site / "content/notes").mkdir(parents=True)
        (site / "hugo.toml").write_text('title = "Kinds"\nlanguageCode = "en"\n')
        (site / "content/notes/every-kind.md").write_text(EVERY_KIND)
    made = build_preprints(PreprintJob(site, folder, SETTINGS, notes), Dry(), Clock())
    assert [paper.paper.note.key for paper in made.papers] == list(notes)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(read_by_latexml, made.papers))


def read_by_latexml(made: MadePreprint) -> Read:
    root, folder = made.paper.root, made.paper.source
    xml = folder.parent / f"{root}.xml"
    done = subprocess.run(
        ["latexml", "--quiet", NO_BIBTEX, f"--dest={xml}", f"{root}.tex"],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=240,
        check=False,
    )
    return Read(made, done.stdout + done.stderr, xml)


def test_there_is_nothing_to_complain_about(papers: list[Read]) -> None:
    for paper in papers:
        complaints = re.findall(r"^(?:Warning|Error|Fatal):.*", paper.said, re.MULTILINE)
        assert complaints == [], paper.root
        assert list(paper.all("ERROR")) == [], paper.root


def test_every_result_is_kept_as_what_it_is(papers: list[Read]) -> None:
    for paper in papers:
        results = [b.kind for b in paper.blocks if isinstance(b, m.Result)]
        wanted = Counter(kind.name for kind in results if kind.style is not Style.PROOF)
        found = Counter(
            node.get("class", "").removeprefix("ltx_theorem_") for node in paper.all("theorem")
        )
        assert found == wanted, paper.root
        proofs = sum(kind.style is Style.PROOF for kind in results)
        assert len(list(paper.all("proof"))) == proofs, paper.root


def test_every_algorithm_is_kept_line_by_line(papers: list[Read]) -> None:
    for paper in papers:
        algorithms = [b for b in paper.blocks if isinstance(b, m.Algorithm)]
        lines = [len(list(node.iter(f"{LTX}listingline"))) for node in paper.all("listing")]
        states = [
            len(
                re.findall(
                    r"\\(?:State|For|While|If|Else|Function|Procedure|Repeat|Until)\b", a.body
                )
            )
            for a in algorithms
        ]
        assert len(lines) >= len(algorithms), paper.root
        assert sum(lines) >= sum(states), paper.root
        floats = [a for a in algorithms if a.caption]
        assert len(paper.classed("float", "ltx_float_algorithm")) == len(floats), paper.root


def test_every_table_is_kept_cell_by_cell(papers: list[Read]) -> None:
    for paper in papers:
        tables = [b for b in paper.blocks if isinstance(b, m.Table)]
        found = list(paper.all("tabular"))
        assert len(found) == len(tables), paper.root
        for table, node in zip(tables, found, strict=True):
            rows = list(node.iter(f"{LTX}tr"))
            assert len(rows) >= len(table.head) + len(table.body), paper.root
        captions = sum(table.caption is not None for table in tables)
        assert len(list(paper.all("table"))) >= captions, paper.root


def test_every_picture_is_kept_with_its_description(papers: list[Read]) -> None:
    for paper in papers:
        images = [node for node in inlines_of(paper.note.blocks) if isinstance(node, m.Image)]
        figures = [b for b in paper.blocks if isinstance(b, m.Figure)]
        images += [image for figure in figures for image in figure.images]
        diagrams = [b for b in paper.blocks if isinstance(b, m.Diagram)]
        files = {image.file for image in images} | {diagram.file for diagram in diagrams}
        found = list(paper.all("graphics"))
        assert {node.get("graphic") for node in found} == files, paper.root
        spoken = {letters(node.get("description", "")) for node in found}
        told = {letters(diagram.description or diagram.alt) for diagram in diagrams}
        told |= {letters(plain_text(image.alt)) for image in images}
        assert spoken == told, paper.root


def test_every_reference_finds_what_it_means(papers: list[Read]) -> None:
    for paper in papers:
        labels = {label for node in paper.tree.iter() for label in node.get("labels", "").split()}
        meant = {node.get("labelref") for node in paper.all("ref")} - {None}
        assert meant <= labels, paper.root
        missing = [n for n in paper.tree.iter() if "ltx_missing" in n.get("class", "")]
        assert missing == [], paper.root


def test_every_citation_finds_its_work(papers: list[Read]) -> None:
    for paper in papers:
        keys = [node.get("key") for node in paper.all("bibitem")]
        cited = [key for n in paper.all("bibref") for key in n.get("bibrefs", "").split(",")]
        names = [paper.made.preprint.names[key] for key in paper.made.preprint.cited]
        assert keys == names, paper.root
        assert set(cited) == set(names), paper.root


def test_the_head_of_the_paper_is_kept(papers: list[Read]) -> None:
    for paper in papers:
        people = ["".join(node.itertext()) for node in paper.all("personname")]
        authors = [author.name for author in paper.made.preprint.authors]
        assert [letters(name) for name in people] == [letters(name) for name in authors]
        abstracts = [
            b
            for b in paper.blocks
            if isinstance(b, m.Division) and "abstract" in b.attributes.classes
        ]
        assert len(list(paper.all("abstract"))) == len(abstracts), paper.root


def test_code_is_kept(papers: list[Read]) -> None:
    for paper in papers:
        for block in paper.blocks:
            if isinstance(block, m.Listing):
                for line in block.text.splitlines():
                    assert letters(line) in paper.text, (paper.root, line)
            if isinstance(block, m.Tree):
                for entry in block.entries:
                    assert letters(entry.name) in paper.text, (paper.root, entry.name)


def test_the_words_of_the_note_are_kept(papers: list[Read]) -> None:
    for paper in papers:
        lost = [
            run
            for line in prose(paper.note.source.text)
            for run in runs(line)
            if run not in paper.text
        ]
        assert lost == [], paper.root


def test_these_papers_hold_every_sort_of_result_and_block(papers: list[Read]) -> None:
    if papers[0].note.source.key == "every-kind":
        kinds = {b.kind.name for b in papers[0].blocks if isinstance(b, m.Result)}
        assert kinds == {kind.name for kind in KINDS}
    if papers[0].note.source.key not in OURS:
        return
    blocks = [block for paper in papers for block in paper.blocks]
    sorts = {type(block) for block in blocks}
    assert sorts >= {
        *(m.Paragraph, m.Display, m.Heading, m.BulletList, m.OrderedList, m.DefinitionList),
        *(m.Quote, m.Table, m.Result, m.Algorithm, m.Listing, m.Tree, m.Diagram, m.Figure),
    }
    styles = {block.style for block in blocks if isinstance(block, m.Table)}
    assert styles >= {"academic", "striped", "bordered"}
    inlines = {type(node) for paper in papers for node in inlines_of(paper.note.blocks)}
    assert inlines >= {m.Footnote, m.Citation, m.Reference, m.Code, m.Math, m.Image}
    items = [i for b in blocks if isinstance(b, m.BulletList) for i in b.items]
    assert any(item.checked is not None for item in items)
