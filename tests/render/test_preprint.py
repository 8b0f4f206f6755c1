"""A note taken to the source of a paper: its files, its head, its order, its preamble."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import CharacterPreamble
from scidraft_tex.load.front_texts import front_texts
from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.render.preprint import PaperLook, render_preprint
from scidraft_tex.resolve.preprint import resolve_preprint
from scidraft_tex.settings import Preprints, Settings
from scidraft_tex.tools import Command, Shell

HUGO = 'title = "A Site"\nbaseURL = "https://site.example/"\n'
BIB = "@article{one, author={One, Ann}, title={A Work}, journal={J}, year=2001}\n"
FRONT = r"""+++
title = "On \\(x\\) & _y_"
date = 2024-03-12
lastmod = 2024-05-03
abstract = "We show \\(x^2\\)."
keywords = ["chains", "A & B"]
acknowledgements = "We thank **Ben**."
funding = "Grant 1."
licence = "CC BY 4.0"
msc = ["60J10"]
[[authors]]
name = "Ada Example"
affiliation = "Here"
email = "ada@x.org"
[[authors]]
name = "Ben Sample"
affiliation = "There"
+++
"""
PAPER = Settings(arrange="flat")


@dataclass(frozen=True, slots=True)
class Made:
    """The files of a paper by name."""

    files: Mapping[str, str]

    @property
    def root(self) -> str:
        """The root."""
        return self.files["n.tex"]

    @property
    def preamble(self) -> str:
        """The preamble."""
        return self.files["preamble.tex"]

    @property
    def text(self) -> str:
        """The body."""
        return self.files["text.tex"]

    @property
    def packages(self) -> set[str]:
        """What the preamble loads."""
        loaded = re.findall(r"\\usepackage(?:\[[^]]*\])?\{([^}]*)\}", self.preamble)
        return {name for names in loaded for name in names.split(",")}


Paper = Callable[..., Made]


@pytest.fixture
def paper(tmp_path: Path, shell: Shell) -> Paper:
    """Return what takes a note's text, with front matter or without, to its source."""

    def make(
        text: str,
        settings: Settings = PAPER,
        files: Mapping[str, str] | None = None,
        engine: Engine = Engine.PDFLATEX,
        mapped: bool = False,  # noqa: FBT001, FBT002  # the look's own flag
        characters: CharacterPreamble = CharacterPreamble(),  # noqa: B008  # frozen
    ) -> Made:
        own = {"hugo.toml": HUGO, "assets/bib/refs.bib": BIB, "content/notes/n.md": text}
        for path, content in (own | dict(files or {})).items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(content, encoding="utf-8")
        site, _ = load_site(tmp_path, settings)
        (source,) = site.notes
        texts = front_texts(source)
        read = read_notes([source, *texts.values()], shell)
        rules = Rules(settings.all_kinds, settings.drop, settings.spoken)
        (note, *others), _ = recognise(read.notes, rules)
        told = dict(zip(texts, others, strict=True))
        preprint, _ = resolve_preprint(site, note, told, settings, "n")
        look = PaperLook(settings, engine, characters, root="n", mapped=mapped)
        return Made(render_preprint(preprint, look).files)

    return make


def with_preprint(**more: object) -> Settings:
    return replace(PAPER, preprint=replace(Preprints(), **more))  # type: ignore[arg-type]


def test_the_head_of_a_paper(paper: Paper) -> None:
    made = paper(FRONT + "Text.\n")
    assert made.root.startswith("% On x \\& y\n\\documentclass[11pt, a4paper]{article}\n")
    for line in (
        r"\title{On $x$ \& \emph{y}}",
        r"\author[1]{Ada Example\thanks{\href{mailto:ada@x.org}{ada@x.org}}}",
        r"\author[2]{Ben Sample}",
        r"\affil[1]{Here}",
        r"\affil[2]{There}",
        r"\date{March 12, 2024; revised May 3, 2024}",
        r"  pdftitle={On x \& y},",
        r"  pdfauthor={Ada Example; Ben Sample},",
        r"\footnotetext{On the web: \url{https://site.example/notes/n/}. Licence: CC BY 4.0.}",
        "\\begin{abstract}\nWe show $x^2$.\n\\end{abstract}",
        r"\item[Keywords:] chains, A \& B",
        r"\item[MSC 2020:] 60J10",
    ):
        assert f"\n{line}\n" in made.root


def test_what_a_note_does_not_say_is_not_there(paper: Paper) -> None:
    made = paper("---\ntitle: Bare\n---\nText.\n", files={"hugo.toml": 'title = "S"\n'})
    assert r"\date{}" in made.root
    for word in (
        "author",
        "affil",
        "footnotetext",
        "abstract",
        "about",
        "section*",
        "bibliography",
    ):
        assert f"\\{word}" not in made.root.replace("pdfauthor", "")
        assert f"{{{word}}}" not in made.root
    assert made.packages == {
        "fontenc", "lmodern", "amsmath", "amssymb", "microtype", "xcolor", "geometry", "xurl",
        "hyperref",
    }  # fmt: skip
    assert "\\newcommand" not in made.preamble
    assert set(made.files) == {"n.tex", "preamble.tex", "text.tex"}


def test_the_order_of_a_paper(paper: Paper) -> None:
    made = paper(FRONT + "Text \\cite{one}.\n\n<!-- appendix -->\n\n# More\n\nx\n")
    parts = (
        r"\maketitle", r"\begin{abstract}", r"\begin{about}", r"\input{text}",
        r"\section*{Acknowledgements}", r"\section*{Funding}", r"\bibliography{n}", r"\appendix",
        r"\numberwithin{equation}{section}", r"\input{appendix}", r"\end{document}",
    )  # fmt: skip
    places = [made.root.index(part) for part in parts]
    assert places == sorted(places)
    assert made.text == "Text \\cite{one}.\n"
    assert made.files["appendix.tex"] == "\\section{More}\\label{n:more}\n\nx\n"


def test_an_appendix_without_a_heading_gets_one(paper: Paper) -> None:
    text = "---\ntitle: T\n---\n# One\n\na\n\n<!-- appendix -->\n\n## Two\n\nb\n"
    made = paper(text).files["appendix.tex"]
    assert made.startswith("\\section{Appendix}\n\n\\subsection{Two}")


def test_references_by_natbib_come_with_their_list(paper: Paper) -> None:
    made = paper("Text \\cite{one}.\n")
    assert "\\bibliographystyle{unsrtnat}\n\\bibliography{n}\n" in made.root
    assert "\\usepackage[numbers, sort&compress]{natbib}" in made.preamble
    assert "\\begin{thebibliography}{1}" in made.files["n.bbl"]
    assert "@article{one" in made.files["n.bib"]


def test_references_by_biblatex_come_as_entries(paper: Paper) -> None:
    made = paper("Text \\cite{one}.\n", with_preprint(bibliography="biblatex"))
    assert "\n\\printbibliography\n" in made.root
    assert "\\addbibresource{n.bib}" in made.preamble
    assert "natbib}" not in made.preamble
    assert set(made.files) == {"n.tex", "preamble.tex", "text.tex", "n.bib"}


def test_a_preamble_has_what_the_text_uses(paper: Paper) -> None:
    assert {"booktabs", "array"} <= paper("|a|b|\n|-|-|\n|1|2|\n").packages
    assert "alltt" in paper("```python\nif x:\n    y\n```\n").packages
    assert "enumitem" in paper("- a\n- b\n").packages
    made = paper("~~old~~ and **Theorem.** no\n")
    assert "ulem" in made.packages
    assert "amsthm" not in made.packages
    made = paper("**Theorem.** Yes.\n\n**Remark.** Yes.\n")
    assert made.preamble.count("\\newtheorem") == 2
    assert "\\newtheorem{Theorem}[result]{Theorem}" in made.preamble


def test_numbering_is_as_the_settings_have_it(paper: Paper) -> None:
    text = "**Theorem.** Yes.\n"
    kinds = paper(text, replace(PAPER, numbering="per-kind")).preamble
    assert "\\newtheorem{Theorem}{Theorem}" in kinds
    none = paper(text, replace(PAPER, numbering="none")).preamble
    assert "\\newtheorem*{Theorem}{Theorem}" in none
    assert "\\newcounter{result}" not in kinds + none


def test_macros_are_the_preamble_s(paper: Paper) -> None:
    made = paper("\\(\\newcommand{\\foo}{x} \\foo\\) and \\(\\gdef\\bar{y} z\\)\n")
    assert "\\providecommand\\foo{}\\renewcommand\\foo{x}" in made.preamble
    assert "\\formula" not in made.text + made.preamble
    assert "\\bar" not in made.preamble


def test_two_columns(paper: Paper) -> None:
    made = paper("# A heading\n\nText.\n", with_preprint(style="twocolumn"))
    assert "\\documentclass[10pt, twocolumn, a4paper]{article}" in made.root
    assert "\\usepackage[a4paper, hmargin=1.0in, vmargin=1.0in]{geometry}" in made.preamble


def test_a_language_brings_its_words(paper: Paper) -> None:
    settings = replace(PAPER, language="de")
    made = paper(FRONT + "**Satz.** Ja.\n\n**Beweis.** Ja.\n", settings)
    assert "\\section*{Danksagung}" in made.root
    assert "\\item[Schlagwörter:]" in made.root
    assert "\\renewcommand*\\abstractname{Zusammenfassung}" in made.preamble
    assert "\\begin{proof}[{Beweis}]" in made.text
    assert "und" in re.findall(r"\\renewcommand\\Authand\{(.*)\}", made.preamble)[0]


def test_no_source_names_a_line_unless_it_is_mapped(paper: Paper) -> None:
    text = FRONT + "Text[^1].\n\n[^1]: A note.\n\n| a |\n|---|\n| b |\n\n$$\\frac{1$$\n"
    plain, mapped = paper(text), paper(text, mapped=True)
    assert "%% content/notes/n.md:19\nText" in mapped.text
    assert re.sub(r"%% .*\n", "", mapped.text) == plain.text
    assert "n.md" not in "".join(plain.files.values())
    assert "%% content" in mapped.root


def test_no_source_asks_for_its_engine_or_the_day(paper: Paper) -> None:
    made = paper(FRONT + "# A\n\n**Theorem.** \\(x\\)\n\n```text\n├── a\n```\n")
    whole = "".join(made.files.values())
    assert not re.search(r"\\(?:today|pdfoutput|ifpdf|ifxetex|ifluatex|iftutex)", whole)
    assert not re.search(r"fontspec|polyglossia|unicode-math|iftex", whole)


def test_what_only_pages_need_is_in_a_hook(paper: Paper) -> None:
    boxes = "```text\n├── a\n└── b\n```\n"
    made = paper(boxes)
    assert "\\AddToHook{begindocument/before}{\\usepackage{pmboxdraw}}" in made.preamble
    characters = CharacterPreamble("", "\\newfontfamily\\other{x.otf}")
    made = paper(boxes, engine=Engine.XELATEX, characters=characters)
    assert "\\AddToHook{begindocument/before}{\\usepackage{paperfonts}}" in made.preamble
    assert "\\usepackage[no-math]{fontspec}" in made.preamble
    package = made.files["paperfonts.sty"]
    assert "\\newfontfamily\\other{x.otf}" in package
    assert "\\newunicodechar{├}{\\pmboxdrawuni{251C}}" in package
    assert paper("Text.\n", engine=Engine.XELATEX).files.keys() == {
        "n.tex", "preamble.tex", "text.tex",
    }  # fmt: skip


def test_lists_nest_as_deep_as_the_note_s(paper: Paper) -> None:
    deep = "".join(f"{'  ' * depth}- x\n" for depth in range(5))
    assert "\\setlistdepth{9}" in paper(deep).preamble
    assert "\\setlistdepth" not in paper(deep.rsplit("\n", 2)[0] + "\n").preamble


def test_a_site_has_templates_of_its_own(paper: Paper) -> None:
    own = {
        "templates/preprint/page.tex.j2": (
            '\\BLOCK{extends "default/preprint/page.tex.j2"}\n'
            "\\BLOCK{block geometry}\n\\usepackage[margin=2in]{geometry}\n\\BLOCK{endblock}\n"
        )
    }
    made = paper("Text.\n", files=own)
    assert "\\usepackage[margin=2in]{geometry}" in made.preamble
    distrusted = paper("Text.\n", replace(PAPER, trust="notes"), files=own)
    assert "margin=2in" not in distrusted.preamble


EVERYTHING = """
# One

See [there](#thm), \\eqref{eq:a} and \\cite{one}. Some `code(in, line)` and <kbd>Ctrl</kbd>.

$$ x = y \\label{eq:a} $$

::: {.theorem #thm name="main"}
Yes[^1].
:::

**Proof.** As
$$ \\sum_{i=1}^n a_i + b_i + c_i + d_i + e_i + f_i + g_i + h_i + i_i + j_i + k_i + l_i = 0 . $$

[^1]: A note with a | in it.

**Table 1.** Words.

| Model | Layers | Width | Heads | Parameters | Loss | Remarks |
|:--|--:|--:|--:|--:|--:|:--|
| Small | 12 | 768 | 12 | 125M | 3.21 | the base model of all that follows |

| n | n |
|---|---|
ROWS
{.table-striped}

```pseudo-algorithm
\\begin{algorithm}
\\caption{Steps}
\\begin{algorithmic}
\\Require \\(x\\)
\\For{\\(i = 1, \\dots, n\\)}
\\State \\(x \\gets x + 1\\) \\Comment{count}
\\EndFor
\\end{algorithmic}
\\end{algorithm}
```

```python {title="A program" #prog}
def power(matrix, tolerance=1e-9):  # a comment that is long enough to be broken in two columns
    return {"v": matrix}
```

```text
a/
├── b.py   # a comment
└── c
```

<!-- appendix -->

More: $$ z \\label{eq:z} $$
""".replace("ROWS", "\n".join(f"| {n} | {n * n} |" for n in range(80)))


@pytest.mark.tex
@pytest.mark.parametrize("style", ["plain", "twocolumn"])
def test_a_paper_of_everything_is_set_within_its_measure(
    style: str, paper: Paper, tmp_path: Path, shell: Shell
) -> None:
    made = paper(FRONT + EVERYTHING, with_preprint(style=style))
    folder = tmp_path / "tex"
    folder.mkdir()
    for name, text in made.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for _ in range(3):
        run = Command("pdflatex", ("-interaction=nonstopmode", "n.tex"), folder, seconds=60)
        shell.run(run)
    log = (folder / "n.log").read_text(encoding="utf-8", errors="replace")
    assert re.findall(r"^!.*|.*undefined.*|.*multiply.*|Missing char.*", log, re.MULTILINE) == []
    overfull = re.findall(r"Overfull \\[hv]box \(([\d.]+)pt", log)
    assert [points for points in overfull if float(points) > 1] == []
    assert "Output written on n.pdf" in log
