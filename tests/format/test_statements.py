"""What `docs/format.md` promises and no test of a single stage shows: notes in, LaTeX out."""

from __future__ import annotations

import re

import pytest

from scidraft_tex import model as m
from scidraft_tex.kinds import FAMILIES, KINDS, Style
from scidraft_tex.walk import plain_text
from tests.helpers import HUGO, MakeNote

BIB = "@book{knuth, author = {D. Knuth}, title = {The Book}, year = 1984}\n"

# --- section 1: the site ---------------------------------------------------------------------


def test_a_list_that_names_no_file_reads_refs_bib(note: MakeNote) -> None:
    other = BIB.replace("The Book", "Another")
    files = {"assets/bib/refs.bib": BIB, "assets/bib/other.bib": other}
    made = note("\\cite{knuth}\n\n{{< references >}}\n", files)
    assert made.codes == []
    assert "The Book" in made.book.bibliographies["bib/note-1.bib"]


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (("content/notes/img/a.png", "static/img/a.png"), "content/notes/img/a.png"),
        (("static/img/a.png", "assets/img/a.png"), "static/img/a.png"),
        (("assets/img/a.png",), "assets/img/a.png"),
    ],
)
def test_where_a_relative_image_is_looked_up(
    note: MakeNote, files: tuple[str, ...], found: str
) -> None:
    made = note("![](img/a.png)\n", dict.fromkeys(files, ""))
    assert made.codes == []
    assert f"{{{found}}}" in made.tex


def test_fields_that_a_set_does_not_name_are_the_usual_ones(note: MakeNote) -> None:
    hugo = HUGO + '[params.entrySets.facts]\ntitleField = "factTitle"\n'
    front = {"title": "Web title", "factTitle": "Fact", "entryCategory": "Facts"}
    made = note("Text.\n", {"hugo.toml": hugo}, **front, entryAliases=["Truth"])
    (entry,) = made.note.source.front.entries
    assert (entry.title, entry.category, entry.aliases) == ("Fact", "Facts", ("Truth",))
    assert "\\chapter{Fact}" in made.tex


# --- section 2: front matter -----------------------------------------------------------------


def test_keys_of_front_matter_in_any_case(note: MakeNote) -> None:
    made = note("+++\nTITLE = 'A'\nKeyWords = ['b']\n+++\nText.\n")
    assert "\\chapter{A}" in made.tex
    assert made.note.source.front.keywords == ("b",)


def test_a_title_holds_math_and_markdown_less_its_label(note: MakeNote) -> None:
    made = note("Text.\n", title="The *bound* of \\(x_1\\) & `y` (identity)")
    heading = made.tex.splitlines()[1]
    assert "]{The \\emph{bound} of $x_1$ \\& \\inlinecode{y}}\\label{note:note}" in heading
    assert "identity" not in heading


# --- section 3: math -------------------------------------------------------------------------


def test_macros_of_the_site_are_known_in_every_formula(note: MakeNote) -> None:
    macros = '[params.katex.macros]\n"\\\\RR" = "\\\\mathbb{R}"\n'
    made = note("In \\(\\RR^2\\).\n", {"hugo.toml": HUGO + macros})
    assert made.codes == []
    assert "$\\RR^2$" in made.tex


def test_text_within_a_formula_may_be_of_any_letters(note: MakeNote) -> None:
    made = note("\\(x \\text{ größer als } y\\)\n")
    assert made.codes == []
    assert "$x \\text{ größer als } y$" in made.tex


# --- section 4: results ----------------------------------------------------------------------


def test_the_twenty_families_come_in_the_sites_order() -> None:
    names = [kind.name for kind in FAMILIES]
    assert len(names) == 20
    assert names == sorted(names)
    added = [kind.name for kind in KINDS[20:]]
    assert added == [
        *("Remark", "Exercise", "Solution", "Hint", "Assumption", "Notation", "Question")
    ]


def test_kinds_have_the_style_that_the_field_gives_them() -> None:
    by_style = {style: {k.name for k in KINDS if k.style is style} for style in Style}
    assert by_style[Style.PROOF] == {"Proof", "Solution"}
    assert by_style[Style.REMARK] == {"Observation", "Remark", "Hint"}
    assert {"Definition", "Example", "Counterexample", "Algorithm"} <= by_style[Style.DEFINITION]
    assert {"Theorem", "Lemma", "Identity", "Axiom", "Rule"} <= by_style[Style.PLAIN]


def test_a_result_and_a_float_of_one_name_do_not_meet(note: MakeNote) -> None:
    body = "\\begin{algorithm}\n\\caption{A}\n\\begin{algorithmic}\n\\State x\n"
    fence = f"```algorithm\n{body}\\end{{algorithmic}}\n\\end{{algorithm}}\n```\n"
    made = note(f"**Algorithm (step).** Do.\n\n{fence}\n**Rule.** Yes.\n\n**Proof.** So.\n")
    begun = re.findall(r"\\begin\{(\w+)\}", made.tex)
    assert begun == ["Algorithm", "algorithm", "algorithmic", "Rule", "Proof"]
    assert all(kind.environment[0].isupper() for kind in KINDS)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("**Theorem.** A. \n\nB.\n", "A."),
        ("**Theorem.** If\n\n\\[ a, \\]\n\nthen b.\n\nC.\n", "If a, then b."),
        ("**Theorem.** A.\n\nand b.\n\nC.\n", "A. and b."),
        ("**Theorem.** These:\n\n- a\n- b\n\nC.\n", "These: a b"),
        ("**Proof.** A.\n\nB.\n\n\\[ c. \\]\n\nD.\n", "A. B. c."),
        ("**Proof.** A.\n\nB.\n\n\\[ c, \\]\n\nd.\n\nE.\n", "A. B. c, d."),
        ("**Proof.** A.\n\n<!-- end -->\n\n\\[ c. \\]\n", "A."),
    ],
)
def test_where_a_result_ends(note: MakeNote, text: str, inside: str) -> None:
    (result,) = [block for block in note(text).blocks if isinstance(block, m.Result)]
    assert " ".join(_words(result.children)) == inside


def _words(blocks: tuple[m.Block, ...]) -> list[str]:
    """Return the words of paragraphs, displays and lists, in order."""
    words: list[str] = []
    for block in blocks:
        match block:
            case m.Paragraph():
                words += plain_text(block.children).split()
            case m.Display():
                words += block.tex.split()
            case m.BulletList():
                words += [word for item in block.items for word in _words(item.children)]
    return words


# --- section 5: fences -----------------------------------------------------------------------


def test_upper_case_pseudocode_reads_as_the_other(note: MakeNote) -> None:
    fence = (
        "```pseudocode\n\\begin{algorithmic}\n\\IF{\\(a_b\\)}\n\\STATE 5% of \\(y\\)\n"
        "\\ELSE\n\\RETURN \\(z\\)\n\\ENDIF\n\\end{algorithmic}\n```\n"
    )
    made = note(fence)
    assert made.codes == []
    assert "\\begin{algorithm}" not in made.tex
    lines = [line.strip() for line in made.tex.splitlines()]
    start = lines.index("\\begin{algorithmic}")
    assert lines[start + 1 : start + 6] == [
        *("\\If{$a_b$}", "\\State 5\\% of $y$", "\\Else", "\\State \\Return $z$", "\\EndIf")
    ]


def test_the_alternative_text_of_a_diagram_is_its_own(note: MakeNote) -> None:
    fence = "flowchart LR\n  accTitle: Two boxes\n  accDescr: One leads to the other\n  A --> B\n"
    (diagram,) = [
        block
        for block in note(f"```mermaid\n%% caption: The *two*\n{fence}```\n").blocks
        if isinstance(block, m.Diagram)
    ]
    assert diagram.caption
    assert plain_text(diagram.caption.children) == "The two"
    assert (diagram.alt, diagram.description) == ("Two boxes", "One leads to the other")


# --- section 6: tables and captions ----------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "thing"),
    [
        ("Table", "| a |\n|---|\n| 1 |\n"),
        ("Figure", "![alt](a.png)\n"),
        ("Listing", "```c\nint x;\n```\n"),
        ("Algorithm", "```algorithm\n\\begin{algorithmic}\n\\State x\n\\end{algorithmic}\n```\n"),
    ],
)
def test_a_caption_paragraph_gives_its_number_to_tex(note: MakeNote, word: str, thing: str) -> None:
    made = note(f"**{word} 7.** Words of it.\n\n{thing}\nAs in {word} 7.\n", {"static/a.png": ""})
    assert made.codes == []
    labels = re.findall(r"\\label\{(note:[^}]*7)\}", made.tex)
    assert len(labels) == 1
    assert "Words of it." in made.tex
    assert f"\\hyperref[{labels[0]}]{{{word}~\\ref*{{{labels[0]}}}}}" in made.tex
    assert f"{word} 7" not in made.tex


# --- section 7: citations --------------------------------------------------------------------


def test_a_key_of_another_file_is_missing_from_the_list_that_lacks_it(note: MakeNote) -> None:
    files = {"assets/bib/a.bib": BIB, "assets/bib/b.bib": BIB.replace("knuth", "gauss")}
    made = note(
        'By \\cite{gauss}.\n\n{{< references bib="bib/a.bib" >}}\n\n'
        'By \\cite{gauss}.\n\n{{< references bib="bib/b.bib" >}}\n',
        files,
    )
    (missing,) = made.said
    assert (missing.code, missing.place.line if missing.place else 0) == (
        "citation-missing-key",
        1,
    )
    assert "By \\missingcitation{gauss}." in made.tex
    assert "By \\cite{gauss}." in made.tex


# --- section 9: links, headings, text --------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        *("/notes/other/", "other.md", "../other/", "https://site.example/notes/other/"),
        *("/notes/other", "notes/other.md"),
    ],
)
def test_every_address_of_a_note_is_a_cross_reference(note: MakeNote, target: str) -> None:
    other = "---\ntitle: Other\n---\n\n## A part\n\nText.\n"
    made = note(
        f"[words]({target}) and [part]({target}#a-part)\n", {"content/notes/other.md": other}
    )
    assert made.codes == []
    assert "\\notelink{note:other}{Chapter}{words}" in made.tex
    assert "\\notelink{other:a-part}{Section}{part}" in made.tex
    assert "site.example" not in made.tex


def test_the_number_of_a_heading_that_is_the_title_goes(note: MakeNote) -> None:
    made = note("# 1. One\n\n## 1.2. Two\n\nText.\n")
    assert "\\chapter{One}" in made.tex
    assert "\\section{Two}" in made.tex
    assert made.tex.count("One}") == 1


def test_elements_of_html_print_as_what_they_are(note: MakeNote) -> None:
    made = note(
        "<b>a</b> <i>b</i> x<sub>1</sub> y<sup>2</sup> <kbd>Esc</kbd> <mark>m</mark> <u>u</u> "
        "<s>s</s> <small>k</small> <code>g_h</code> <span>in</span> <!-- not this -->\n\n"
        "<dl><dt>t</dt><dd>d</dd></dl>\n\n<hr>\n\n<blockquote>q</blockquote>\n"
    )
    assert made.codes == []
    for tex in (
        *("\\textbf{a}", "\\emph{b}", "x\\textsubscript{1}", "y\\textsuperscript{2}"),
        *("\\kbd{Esc}", "\\highlighted{m}", "\\underlined{u}", "\\strike{s}", "{\\small k}"),
        *("\\inlinecode{g\\_h}", " in", "\\item[{t}]", "\\thematicbreak", "\\begin{quote}"),
    ):
        assert tex in made.tex
    assert "not this" not in made.tex
