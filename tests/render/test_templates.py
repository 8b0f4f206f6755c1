"""Templates: whose are used, what a site's own may replace, and what the sandbox refuses."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.render.faces import Faces
from scidraft_tex.render.frame import Frame, Lists, Numbering, render_frame
from scidraft_tex.render.papers import Profile
from scidraft_tex.render.template_folders import changes_lists
from scidraft_tex.render.templates import (
    TemplateFaultError,
    Templates,
    template_folders,
)
from tests.render.test_frame import BOOK, files

OURS = template_folders()
BLOCK_LINE = re.compile(r"^(?:\\BLOCK\{(?:block \w+(?: scoped)?|endblock)\})+\n", re.MULTILINE)
NAMED = re.compile(r"\\BLOCK\{block (\w+)")

Site = Callable[[dict[str, str]], dict[str, str]]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Return what renders `BOOK` with templates of a site's own, given by their names."""

    def render(templates: dict[str, str]) -> dict[str, str]:
        for name, text in templates.items():
            path = tmp_path / "templates" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return render_frame(BOOK, template_folders(tmp_path))

    return render


# --- whose template it is ----------------------------------------------------------------------


def test_a_sites_own_template_wins_and_the_others_stay_ours(site: Site, tmp_path: Path) -> None:
    made = site({"book/book.ist.j2": "own \\VAR{frame.title}\n"})
    assert template_folders(tmp_path) == (tmp_path / "templates", *OURS)
    assert made["book.ist"] == "own Averages \\& Bounds\n"
    assert made["book.tex"] == files(BOOK)["book.tex"]


def test_a_site_without_templates_has_ours(tmp_path: Path) -> None:
    assert template_folders(tmp_path) == OURS
    assert (OURS[0] / "book" / "book.tex.j2").is_file()


def test_a_template_that_ours_include_is_a_sites_too(site: Site) -> None:
    made = site({"shared/macros.tex.j2": "% none\n"})
    assert made["preamble.tex"].endswith("\n% none\n")


# --- by the block ------------------------------------------------------------------------------


def test_a_block_of_ours_is_replaced_alone(site: Site) -> None:
    text = '\\BLOCK{extends "default/book/frontmatter.tex.j2"}\n'
    made = site(
        {"book/frontmatter.tex.j2": text + "\\BLOCK{block titlepage}\nMine\n\\BLOCK{endblock}\n"}
    )
    ours = files(BOOK)
    start = ours["frontmatter.tex"].index("% --- Title page\n")
    end = ours["frontmatter.tex"].index("\n% --- Imprint")
    expected = ours["frontmatter.tex"][:start] + "Mine\n" + ours["frontmatter.tex"][end:]
    assert made == {**ours, "frontmatter.tex": expected}


def test_a_block_can_have_ours_in_it(site: Site) -> None:
    text = '\\BLOCK{extends "default/shared/fonts.tex.j2"}\n'
    made = site(
        {
            "shared/fonts.tex.j2": text
            + "\\BLOCK{block colours}\n\\VAR{super()}% more\n\\BLOCK{endblock}"
        }
    )
    ours = files(BOOK)["preamble.tex"]
    last = "\\definecolor{fault}{gray}{0}\n"
    assert made["preamble.tex"] == ours.replace(last, last + "% more\n", 1)


def test_the_block_of_a_kind_knows_which_it_is(site: Site) -> None:
    text = '\\BLOCK{extends "default/shared/results.tex.j2"}\n'
    block = "\\BLOCK{block kind}\n% \\VAR{kind.environment} is \\VAR{style}\n\\BLOCK{endblock}\n"
    found = re.findall(
        r"^% (\w+) is (\w+)$",
        site({"shared/results.tex.j2": text + block})["preamble.tex"],
        re.MULTILINE,
    )
    assert dict(found) == {k.environment: k.style.value for k in BOOK.kinds if k.numbered}


def test_the_preamble_has_room_before_and_after_all(site: Site) -> None:
    text = '\\BLOCK{extends "default/book/preamble.tex.j2"}\n'
    first, last = (
        f"\\BLOCK{{block {name}}}\n% {name}\n\\BLOCK{{endblock}}\n" for name in ("first", "last")
    )
    made = site({"book/preamble.tex.j2": text + first + last})["preamble.tex"].splitlines()
    assert made[1] == "% first"
    assert made[-1] == "% last"


def frames() -> list[Frame]:
    """Return frames that together take each branch of the templates."""
    faces = Faces("\\A", "\\B", "\\C", "\\D", ("One",), old_figures=False)
    lists = Lists(results=True, algorithms=True, figures=True, tables=True, listings=True)
    bases = [
        replace(BOOK, dedication="To you", packages=("mathrsfs",)),
        replace(
            BOOK, engine=Engine.LUALATEX, faces=faces, fallback="% f", unicode="% u", lists=lists
        ),
        replace(BOOK, engine=Engine.XELATEX, language="de", see=("%",)),
    ]
    return [
        replace(base, profile=profile, numbering=numbering)
        for base, profile, numbering in itertools.product(bases, Profile, Numbering)
    ]


def test_blocks_leave_nothing_in_the_output(tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(OURS[0], bare)
    removed = 0
    for path in bare.rglob("*.j2"):
        text, count = BLOCK_LINE.subn("", path.read_text(encoding="utf-8"))
        assert "{block " not in text, path.name
        assert "{endblock" not in text, path.name
        path.write_text(text, encoding="utf-8")
        removed += count
    assert removed > 100
    for frame in frames():
        assert render_frame(frame, OURS) == render_frame(frame, [bare])


def test_every_template_has_blocks_and_each_name_once() -> None:
    for path in OURS[0].rglob("*.j2"):
        names = NAMED.findall(path.read_text(encoding="utf-8"))
        assert names, path.name
        assert len(set(names)) == len(names), path.name


def test_the_documentation_lists_all_templates_and_blocks() -> None:
    page = Path(__file__).parents[2] / "docs/templates.md"
    table = page.read_text(encoding="utf-8").partition("## Templates and blocks\n")[2]
    listed = [
        re.findall(r"`([^`]+)`", line) for line in table.splitlines() if line.startswith("| `")
    ]
    there = [
        [path.relative_to(OURS[0]).as_posix(), *NAMED.findall(path.read_text(encoding="utf-8"))]
        for path in sorted(OURS[0].rglob("*.j2"))
    ]
    assert listed == there


# --- faults ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("one\n\\VAR{frame.colour}\n", 2, "colour"),
        ("one\ntwo\n\\BLOCK{if}\n", 3, "xpected"),
        ('\\BLOCK{include "no.tex.j2"}\n', 0, "no such template"),
        ("one\n\\VAR{1 / 0}\n", 2, "division by zero"),
        ("\\VAR{frame.title + 1}\n", 1, "concatenate"),
        ('\\BLOCK{extends "book/book.ist.j2"}\n', 1, "ours is default/book/book.ist.j2"),
        ('\n\\BLOCK{include "book/book.ist.j2"}\n', 2, "it takes in itself"),
        ("\\BLOCK{for n in range(10 ** 9)}\\BLOCK{endfor}\n", 1, "Range too big"),
    ],
)
def test_a_fault_in_a_template_names_it_and_its_line(
    site: Site, text: str, line: int, words: str
) -> None:
    with pytest.raises(TemplateFaultError) as caught:
        site({"book/book.ist.j2": text})
    fault = caught.value.diagnostic
    assert fault.code == "template-fault"
    assert words in fault.message
    assert fault.place is not None
    assert fault.place.line == line
    assert fault.place.file == "templates/" + ("no.tex.j2" if "no." in text else "book/book.ist.j2")


def test_a_fault_in_what_is_included_is_told_there(site: Site) -> None:
    with pytest.raises(TemplateFaultError) as caught:
        site({"shared/macros.tex.j2": '\\BLOCK{include "a/b/mine"}', "a/b/mine": "\n\\VAR{no}"})
    place = caught.value.diagnostic.place
    assert str(place) == "templates/a/b/mine:2:1"


def test_a_template_that_is_not_utf_8(site: Site, tmp_path: Path) -> None:
    (tmp_path / "templates/book").mkdir(parents=True)
    (tmp_path / "templates/book/book.ist.j2").write_bytes(b"\xff")
    with pytest.raises(TemplateFaultError) as caught:
        site({})
    assert "utf-8" in caught.value.diagnostic.message


# --- hostile templates -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expression",
    [
        "''.__class__.__mro__[1].__subclasses__()",
        "''['__class__']['__mro__'][1]",
        "''|attr('__class__')|attr('__mro__')",
        "frame.__init__.__globals__",
        "frame.__class__.__init__.__globals__['Path']",
        "frame.__dataclass_fields__['title'].default_factory.__globals__",
        "paper.layout.__globals__",
        "paper.layout.__func__.__code__",
        "cycler.__init__.__globals__.os",
        "lipsum.__globals__.os.popen('id').read()",
        "self.__init__.__globals__",
        "self._TemplateReference__context.environment.loader",
        "'{0.__class__.__mro__}'.format('')",
        "'%s'.format.__self__.__class__.__mro__",
        "[frame]|map(attribute='__init__.__globals__')|list",
        "engine.encode().__class__.__mro__",
        "(x for x in ()).gi_frame",
        "namespace(a=1).__init__.__globals__",
        "language.words.update(also='x')",
        "frame.kinds.__class__.__base__",
        "frame.__setattr__('title', 'x')",
        "__import__('os')",
        "open('/etc/passwd').read()",
    ],
)
def test_no_expression_leaves_the_sandbox(site: Site, expression: str) -> None:
    with pytest.raises(TemplateFaultError) as caught:
        site({"book/book.ist.j2": f"\\VAR{{{expression}}}\n"})
    place = caught.value.diagnostic.place
    assert place is not None
    assert place.file == "templates/book/book.ist.j2"
    assert place.line == 1


def test_a_template_cannot_change_what_the_next_book_sees(site: Site) -> None:
    with pytest.raises(TemplateFaultError) as caught:
        site({"book/book.ist.j2": "\\VAR{language.words.clear()}"})
    assert "is unsafe" in caught.value.diagnostic.message
    assert r"\newcommand*\wordlists{Lists}" in files(BOOK)["preamble.tex"]


@pytest.mark.parametrize("statement", ["include", "extends", "import"])
@pytest.mark.parametrize(
    "path",
    [
        "../secret",
        "book/../../secret",
        "./../secret",
        "default/../secret",
        "default/../../secret",
        "/secret",
        "{folder}/secret",
        "book\\\\..\\\\..\\\\secret",
        "linked",
        "away/secret",
    ],
)
def test_nothing_outside_the_folders_is_taken_in(
    site: Site, tmp_path: Path, statement: str, path: str
) -> None:
    (tmp_path / "secret").write_text("a secret", encoding="utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/linked").symlink_to(tmp_path / "secret")
    (tmp_path / "templates/away").symlink_to(tmp_path, target_is_directory=True)
    name = path.format(folder=tmp_path)
    more = " as x" if statement == "import" else ""
    with pytest.raises(TemplateFaultError) as caught:
        site({"book/book.ist.j2": f'\\BLOCK{{{statement} "{name}"{more}}}\n'})
    fault = caught.value.diagnostic
    assert fault.message == "there is no such template"
    assert "secret" not in fault.message


def test_the_sandbox_holds_for_our_templates_too() -> None:
    environment = Templates(OURS, {}).environment()
    assert environment.sandboxed


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("\\BLOCK{extends 'shared/references.tex.j2'}\n\\DeclareFieldFormat{title}{#1}", True),
        ("\\renewbibmacro*{in:}{}", True),
        ("\\usepackage[style=apa]{biblatex}", True),
        ("\\DeclareNameAlias{default}{given-family}", True),
        ("\\setlength\\bibitemsep{0pt}", True),
        ("\\renewcommand*\\chapterfont{}", False),
    ],
)
def test_templates_that_change_how_lists_print(tmp_path: Path, text: str, *, changes: bool) -> None:
    assert not changes_lists([tmp_path])
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "preamble.tex.j2").write_text(text)
    assert changes_lists([tmp_path]) is changes
