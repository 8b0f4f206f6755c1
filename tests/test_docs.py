"""docs/format.md and its neighbours say what the program does."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from scidraft_tex import cli
from scidraft_tex import model as m
from scidraft_tex.cli import Exit
from scidraft_tex.diagnostics import Severity
from scidraft_tex.kinds import KINDS, Style
from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.read.markup import DIVISIONS, INLINE_STYLES
from scidraft_tex.recognise import fences, shortcodes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.resolve.resolve import resolve
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Shell
from scidraft_tex.walk import blocks_of, inlines_of, plain_text
from tests.helpers import Case, Made, make_notes

REPOSITORY = Path(__file__).parents[1]
DOCS = REPOSITORY / "docs"
FORMAT = (DOCS / "format.md").read_text(encoding="utf-8")
USAGE = (DOCS / "usage.md").read_text(encoding="utf-8")
PAGES = sorted([*DOCS.glob("*.md"), REPOSITORY / "CONTRIBUTING.md", REPOSITORY / "CHANGELOG.md"])

_FENCE = re.compile(r"^(`{3,})markdown\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
EXAMPLES = [found[2] for found in _FENCE.finditer(FORMAT)]

BIB = "@book{{{key}, author={{A. Author}}, title={{A Title}}, year={{2000}}}}\n"
FILES = {
    "content/notes/paths.svg": "<svg/>",
    "static/img/cold.png": "",
    "static/img/hot.png": "",
    "assets/bib/mixing.bib": BIB.format(key="levin2009") + BIB.format(key="diaconis1988"),
    "hugo.toml": """\
title = "Site"
baseURL = "https://SITE/"
[params.entrySets.results]
titleField = "resultTitle"
categoryField = "resultCategory"
aliasesField = "resultAliases"
""",
}


def section(number: int) -> str:
    """Return the text of a section of docs/format.md."""
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", FORMAT, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


def column(text: str, number: int, start: str = "") -> list[str]:
    """Return column NUMBER (from 1) of the table in TEXT whose head begins with START."""
    table = re.search(rf"^\| {start}.*\n\|[-|: ]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table is not None
    cells = [re.split(r"(?<!\\)\|", line) for line in table[1].splitlines()]
    return [row[number].strip() for row in cells]


def codes(cells: list[str]) -> list[str]:
    """Return what stands in code in CELLS."""
    return [code for cell in cells for code in re.findall(r"`([^`]+)`", cell)]


# --- the examples ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Made]:
    """Return what each example comes to, by its number."""
    cases: dict[str, Case] = {
        f"example-{number}": (text, {}) for number, text in enumerate(EXAMPLES)
    }
    return make_notes(tmp_path_factory.mktemp("examples"), Shell(), cases, FILES)


def with_(made: dict[str, Made], text: str) -> Made:
    """Return the one example that holds TEXT."""
    found = [number for number, example in enumerate(EXAMPLES) if text in example]
    assert len(found) == 1
    return made[f"example-{found[0]}"]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_is_without_fault(number: int, made: dict[str, Made]) -> None:
    said = made[f"example-{number}"].said
    faults = [item for item in said if item.severity is not Severity.NOTE]
    assert [item for item in faults if item.code != "note-empty"] == []  # some are front matter


def test_the_example_of_front_matter(made: dict[str, Made]) -> None:
    front = with_(made, "Variance Identity (identity)").read.source.front
    assert front.title == "Variance Identity"
    assert front.entries[0].category == "Identities"
    assert front.entries[0].aliases == ("König–Huygens formula",)


def test_the_example_of_math(made: dict[str, Made]) -> None:
    tex = with_(made, "\\label{variance}").tex
    assert "\\begin{align}" in tex
    assert "\\eqref{" in tex
    assert "\\[\n\\begin{align}" not in tex


def test_the_examples_of_results(made: dict[str, Made]) -> None:
    kinds = [
        (block.kind.name, plain_text(block.name))
        for text in ("(maximum entropy)", "norm-bound")
        for block in with_(made, text).blocks
        if isinstance(block, m.Result)
    ]
    assert kinds == [
        ("Theorem", "maximum entropy"),
        ("Proof", ""),
        ("Lemma", "bound of the norm"),
        ("Axiom", ""),
    ]


def test_the_example_of_a_statement_s_end(made: dict[str, Made]) -> None:
    result, outside = with_(made, "**Corollary.**").blocks
    assert isinstance(result, m.Result)
    assert [type(block) for block in result.children] == [m.Paragraph, m.Display, m.Paragraph]
    assert isinstance(outside, m.Paragraph)
    assert plain_text(outside.children).startswith("This paragraph is no part")


@pytest.mark.parametrize(
    ("text", "kind", "caption"),
    [
        ("alg:gcd", m.Algorithm, "Greatest common divisor"),
        ("stateDiagram", m.Diagram, "The two states of the machine"),
        ("sum-of-squares", m.Listing, "The sum of squares"),
        ("raw.csv", m.Tree, None),
        ("Two samplers", m.Table, "Two samplers compared."),
        ("paths.svg", m.Figure, "Ruin and fortune"),
        ("hot.png", m.Figure, None),
    ],
)
def test_the_example_of(text: str, kind: type, caption: str | None, made: dict[str, Made]) -> None:
    found = [block for block in blocks_of(with_(made, text).blocks) if isinstance(block, kind)]
    assert len(found) == 1
    given = getattr(found[0], "caption")  # noqa: B009  # each of these kinds has one
    assert (plain_text(given.children) if given else None) == caption


def test_the_table_of_the_example_is_referred_to(made: dict[str, Made]) -> None:
    inlines = list(inlines_of(with_(made, "Two samplers").blocks))
    assert [node.word for node in inlines if isinstance(node, m.Reference)] == ["Table"]


def test_the_example_of_citations(made: dict[str, Made]) -> None:
    cited = [
        (node.command, node.keys, node.postnote, bool(node.entries[0]))
        for node in inlines_of(with_(made, "levin2009").note.blocks)
        if isinstance(node, m.Citation)
    ]
    assert cited == [
        ("cite", ("levin2009",), "chapter 4", True),
        ("citet", ("diaconis1988",), "", True),
    ]


def test_every_way_to_write_a_link_finds_its_note(tmp_path: Path) -> None:
    written = [code for code in codes(column(section(9), 1, "written")) if code != "#id"]
    assert len(written) == 7
    place = {"x": "lemmas", "#id": "#key", "text": "text"}
    links = [re.sub(r"#id|\bx\b", lambda found: place[found[0]], link) for link in written]
    site = {
        "hugo.toml": FILES["hugo.toml"],
        "content/notes/lemmas.md": "# Lemmas\n\n**Lemma.** One.\n\n## Key {#key}\n",
        "content/notes/links.md": "# Links\n\n## Key {#key}\n\n" + "\n\n".join(links) + "\n",
    }
    for name, text in site.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    loaded, _ = load_site(tmp_path, Settings())
    notes, _ = recognise(read_notes(loaded.notes, Shell()).notes, Rules())
    book, found = resolve(loaded, notes, Settings(arrange="flat"))
    assert list(found) == []
    note = next(note for note in book.notes if note.source.key == "links")
    inlines = list(inlines_of(note.blocks))
    reached = [node.label for node in inlines if isinstance(node, m.CrossReference)]
    assert reached[-1] == "links:key"
    assert len(reached) == len(written)
    assert all(label.startswith("lemmas:") for label in reached[:-1])
    assert not any(isinstance(node, m.Link) for node in inlines)


# --- the tables ------------------------------------------------------------------------------


def test_the_sections_are_numbered_from_one_to_nine() -> None:
    headings = re.findall(r"^## (\d)\. (.+)$", FORMAT, re.MULTILINE)
    assert [int(number) for number, _ in headings] == list(range(1, 10))
    contents = re.findall(r"^\d\. \[(.+)\]\(#(.+)\)$", FORMAT, re.MULTILINE)
    slugs = [f"{number}-{re.sub(r'[^a-z]+', '-', title.lower())}" for number, title in headings]
    assert contents == list(zip([title for _, title in headings], slugs, strict=True))


def test_docstrings_cite_sections_that_are_there() -> None:
    cited = {
        int(number)
        for path in (REPOSITORY / "scidraft_tex").rglob("*.py")
        for number in re.findall(r"docs/format\.md, section (\d+)", path.read_text("utf-8"))
    }
    assert cited
    assert cited <= {int(number) for number in re.findall(r"^## (\d+)\. ", FORMAT, re.MULTILINE)}


def test_every_kind_stands_under_its_style() -> None:
    named = dict(zip(column(section(4), 1, "style"), column(section(4), 2, "style"), strict=True))
    styles = {style.partition(":")[0]: names.split(", ") for style, names in named.items()}
    for style in Style:
        expected = sorted(kind.name for kind in KINDS if kind.style is style)
        assert styles[style.value] == expected


def test_narrative_kinds_are_named() -> None:
    found = re.search(r"\*Narrative\* kinds \(([^)]+)\)", section(4))
    assert found is not None
    assert sorted(found[1].split(", ")) == sorted(kind.name for kind in KINDS if kind.narrative)


def test_every_fence_with_a_meaning_is_named() -> None:
    first = column(section(5), 1, "fence")
    named = [set(codes([cell])) for cell in first]
    assert named == [
        set(fences.PSEUDOCODE),
        set(fences.DIAGRAMS),
        set(fences.MATH),
        set(fences.TREES) - {""},
        set(),
    ]


def shortcode_names() -> list[str]:
    """Return the names in the table of shortcodes, and some of the families that it names."""
    cells = codes(column(section(8), 1, "shortcode"))
    names = {cell.split()[0].lstrip("/") for cell in cells}
    names = {name for name in names if re.fullmatch(r"[a-z-]+", name)}
    assert names >= {"promotion", "related", "share"}
    return sorted(names | {"promotion-form", "related-notes", "share-buttons"})


def test_every_shortcode_is_named() -> None:
    known = shortcodes.PAIRED | shortcodes.VOID | shortcodes.INDEXES
    assert known <= set(shortcode_names())


def test_every_shortcode_that_is_named_is_known(tmp_path: Path) -> None:
    cases: dict[str, Case] = {
        name: (f"Before.\n\n{{{{< {name} >}}}}\n", {}) for name in shortcode_names()
    }
    unknown: dict[str, Case] = {
        f"x-{name}": (text.replace("< ", "< x-"), {}) for name, (text, _) in cases.items()
    }
    made = make_notes(tmp_path, Shell(), cases | unknown, FILES)
    told = {name for name, one in made.items() if "shortcode-unknown" in one.codes}
    assert told == set(unknown)


def test_every_element_is_named() -> None:
    named = set(codes(column(section(9), 1, "elements")))
    assert set(INLINE_STYLES) <= named
    assert named >= DIVISIONS
    assert {"table", "blockquote", "figcaption", "br", "hr", "img", "dl", "summary"} <= named


def options_table(heading: str) -> str:
    """Return what stands in usage.md under HEADING, up to the next."""
    return USAGE.partition(f"\n{heading}\n")[2].partition("\n##")[0]


def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the commands by name."""
    actions = cli.parser()._actions
    found = [action for action in actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0].choices)


@pytest.mark.parametrize("name", commands())
def test_every_option_is_in_usage(name: str) -> None:
    actions = commands()[name]._actions
    options = {option for action in actions for option in action.option_strings}
    own, every = options_table(f"### {name}"), options_table("## Options")
    tables = [own, every] if "--config" in options else [own]  # what makes something has both
    named = {code.split()[0] for table in tables for code in codes(column(table, 1, "option"))}
    assert named | {"--help", "-h", "--version"} == options | {"--version"}
    choices = {str(choice) for action in actions for choice in action.choices or ()}
    assert choices <= set(codes(column(own, 2, "option")))


def test_every_exit_code_is_in_usage() -> None:
    assert [int(code) for code in column(USAGE, 1, "code")] == [int(code) for code in Exit]


# --- all pages -------------------------------------------------------------------------------


def prose(page: Path) -> str:
    """Return the text of PAGE without its fences."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchors that a code host makes of the headings of PAGE."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`(?!\])", "", prose(page))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        name, _, fragment = target.partition("#")
        other = page.parent / name if name else page
        assert other.is_file(), target
        if fragment:
            assert fragment in anchors(other), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_names_files_that_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`((?:scidraft_tex|tests|setup|\.ci|templates)/[\w./-]+)`", text)
    assert [name for name in named if not (REPOSITORY / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_has_one_title_and_no_stray_space(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(re.findall(r"^# ", prose(page), re.MULTILINE)) == 1
    assert re.findall(r"[ \t]+$", text, re.MULTILINE) == []
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
