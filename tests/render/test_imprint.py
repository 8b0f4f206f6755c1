from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.engines import Engine
from scidraft_tex.render.book import Rendered, render
from scidraft_tex.render.imprint import (
    keywords_of,
    plain_words,
    subject_of,
    subtitle_of,
    title_of,
)
from scidraft_tex.render.look import Look
from scidraft_tex.settings import Settings
from tests.helpers import MakeNote


def test_settings_win_over_the_notes_keywords() -> None:
    notes = tuple(
        m.NoteSource(f"{key}.md", key, "", m.FrontMatter(key, keywords=words), "", 1, "")
        for key, words in (("a", ("mean", "average")), ("b", ("mean",)))
    )
    site = m.Site(folder="", title="", notes=notes)
    assert keywords_of(site, Settings()) == ("average", "mean")
    assert keywords_of(site, Settings(keywords=("z", "b"))) == ("z", "b")


def test_the_subject_is_the_subtitle_where_there_is_none() -> None:
    assert subject_of(Settings(subtitle="Notes")) == "Notes"
    assert subject_of(Settings(subtitle="Notes", subject="Means")) == "Means"
    assert subject_of(Settings(subtitle=r"On *all* \(x^2\)")) == "On all x²"
    assert subject_of(Settings(subtitle="Notes", subject="As *written*")) == "As *written*"


def test_the_title_of_the_settings_wins_and_its_markdown_is_read() -> None:
    site = m.Site(folder="", title="Of the `site`")
    code = m.Code("site", Place("hugo.toml"))
    assert title_of(site, Settings()) == (m.Text("Of the "), code)
    own = title_of(site, Settings(title="*Mine*"))
    assert own == (m.Styled("emph", (m.Text("Mine"),)),)
    assert subtitle_of(Settings()) == ()


def test_plain_words_have_no_markup() -> None:
    settings = Settings(title=r"A **bold** [link](https://example.org) to \(\mathbb{R}^n\)")
    assert plain_words(title_of(m.Site("", ""), settings)) == "A bold link to ℝⁿ"


# --- in the frame ------------------------------------------------------------------------------


def rendered(note: MakeNote, settings: Settings, files: dict[str, str] | None = None) -> Rendered:
    return render(note("Text.", files, settings).book, Look(settings, Engine.PDFLATEX))


def test_title_and_subtitle_may_hold_markdown_and_math(note: MakeNote) -> None:
    title = r"The *law* of \(\mathbb{E}[X] \le 1\) & `code`"
    made = rendered(note, Settings(title=title, subtitle=r"with $\ce{H2O}$", arrange="flat"))
    front, book = made.files["frontmatter.tex"], made.files["book.tex"]
    printed = r"The \emph{law} of $\mathbb{E}[X] \le 1$ \& \inlinecode{code}"
    assert front.count(printed) == 3
    assert r"with $\ce{H2O}$" in front
    assert r"pdftitle={The law of 𝔼[X] ≤ 1 \& code}" in book
    assert r"\pdfbookmark[0]{The law of 𝔼[X] ≤ 1 \& code}{titlepage}" in front
    assert "{mhchem}" in made.files["preamble.tex"]
    assert list(made.diagnostics) == []


def test_a_title_can_use_the_macros_of_the_site(note: MakeNote) -> None:
    hugo = "title = 'On $\\own$'\n[params.katex.macros]\n'\\own' = '\\mathbb{O}'\n"
    made = rendered(note, Settings(arrange="flat"), {"hugo.toml": hugo})
    assert r"On $\own$" in made.files["frontmatter.tex"]
    assert list(made.diagnostics) == []


def test_a_formula_of_the_title_that_cannot_be_set_is_told_once(note: MakeNote) -> None:
    made = rendered(note, Settings(title=r"On \(\frac1\)", arrange="flat"))
    assert [(d.code, str(d.place)) for d in made.diagnostics] == [("math-syntax", "book.yaml")]
    assert r"On \badformula{" in made.files["frontmatter.tex"]


# --- whose templates ---------------------------------------------------------------------------


def test_templates_of_the_site_are_used_unless_nobody_vouches_for_it(note: MakeNote) -> None:
    files = {"templates/book/book.ist.j2": "own\n"}
    assert rendered(note, Settings(arrange="flat"), files).files["book.ist"] == "own\n"
    settings = Settings(arrange="flat", trust="notes")
    assert rendered(note, settings, files).files["book.ist"].startswith("% makeindex")
