"""Notes that few are like: many authors, other scripts, odd names, next to no text."""

from __future__ import annotations

import pytest

from tests.pdf.papers import Paper, Papers, print_papers

pytestmark = [pytest.mark.tex, pytest.mark.slow]

SCRIPTS = {
    "greek": "Αυτό είναι κείμενο.",
    "russian": "Это цепь Маркова.",
    "chinese": "馬可夫鏈是一個隨機過程。",
}
MANY = [f"Author {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
CONTACTS = ", ".join(
    f"{{name: {name}, affiliation: Place {n % 7}, email: a{n}@example.org}}"
    for n, name in enumerate(MANY)
)
NOTES = {
    "two": "---\ntitle: Two\nauthors: [Ada Example, Ben Sample]\n---\nText.\n",
    "three": "---\ntitle: Three\nauthors: [Ada Example, {name: Ben Sample, affiliation: Place}, "
    "Cat Third]\n---\nText.\n",
    "many": f"---\ntitle: Many\nauthors: [{CONTACTS}]\n---\nText.\n",
    "signs": "---\ntitle: 'On $x^2$ & 100% of _it_ #1 ~ ^ \\ { }'\nauthors: ['A & B_C']\n"
    "keywords: ['a_b & c', '50%']\nlicence: 'Rights & more_100%'\n---\n%% A line, /home/x.\n",
    "empty": "---\ntitle: Nothing\n---\n",
    "code": "---\ntitle: Code\n---\n"
    "```tex\n%% /home/ada\n\\today \\end{alltt} \\end{document}\n```\n",
    "mark": "---\ntitle: Mark\n---\nText.\n\n<!-- appendix -->\n",
    "Über Ketten, 2": "# Über Ketten\n\nText.\n",
    **{name: f"---\ntitle: {text[:4]}\n---\n{text}\n" for name, text in SCRIPTS.items()},
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    """Return all these notes as papers, of a site without settings."""
    folder = tmp_path_factory.mktemp("odd")
    for name, text in NOTES.items():
        path = folder / "site/content/notes" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "site/hugo.toml").write_text('title = "Odd"\nbaseURL = "https://odd.example/~a_b/"\n')
    return print_papers(folder, "--all", "site")


def paper(odd: Papers, name: str) -> Paper:
    (found,) = [one for one in odd.papers if one.report["note"] == f"content/notes/{name}.md"]
    return found


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", NOTES)
def test_it_is_made_with_its_bundle_and_without_a_word(odd: Papers, name: str) -> None:
    made = paper(odd, name)
    said = [
        item["message"]
        for item in odd.report["diagnostics"]
        if item["severity"] != "note"
        and (item["file"] == made.report["note"] or item["file"].startswith(f"{made.root}/"))
    ]
    assert said == (["the note has no text"] if name == "empty" else [])
    tex = made.report["tex"]
    assert (tex["missing_characters"], tex["overfull"]) == ([], [])
    assert made.archive.is_file()


@pytest.mark.parametrize(
    ("name", "authors"),
    [
        ("two", ["Ada Example", "Ben Sample"]),
        ("three", ["Ada Example", "Ben Sample", "Cat Third"]),
        ("many", [*MANY, "a0@example.org", "a25@example.org", "Place 6"]),
        ("signs", ["A & B_C"]),
    ],
)
def test_every_author_is_printed(odd: Papers, name: str, authors: list[str]) -> None:
    text = squeezed(paper(odd, name).text)
    assert [author for author in authors if squeezed(author) not in text] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_letters_of_other_scripts_are_printed(odd: Papers, name: str) -> None:
    made = paper(odd, name)
    assert made.report["compiler"] == "xelatex"
    assert squeezed(SCRIPTS[name]) in squeezed(made.text)


def test_signs_that_mean_something_to_tex_are_printed(odd: Papers) -> None:
    text = squeezed(paper(odd, "signs").text)
    for words in ("& 100% of it #1", "a_b & c, 50%", "Rights & more_100%", "%% A line, /home/x"):
        assert squeezed(words) in text
    assert "https://odd.example/~a_b/notes/signs/" in paper(odd, "signs").links


def test_code_about_tex_is_code(odd: Papers) -> None:
    for words in ("%% /home/ada", "\\today \\end{alltt} \\end{document}"):
        assert squeezed(words) in squeezed(paper(odd, "code").text)


def test_a_mark_of_an_appendix_that_is_empty_makes_none(odd: Papers) -> None:
    assert "appendix.tex" not in paper(odd, "mark").bundle


def test_files_have_names_that_arxiv_takes(odd: Papers) -> None:
    made = paper(odd, "Über Ketten, 2")
    assert made.root == "uber-ketten-2"
    assert "Über Ketten" in made.flat


def test_a_paper_of_a_title_alone(odd: Papers) -> None:
    assert "Nothing" in paper(odd, "empty").flat


def test_the_run_as_a_whole_is_without_an_error(odd: Papers) -> None:
    assert odd.status == 0, odd.stderr
