"""The languages of a book: their table, recognition in them, their words and marks on the page."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.engines import Engine
from scidraft_tex.kinds import KINDS, Kind, Style, by_name
from scidraft_tex.languages import (
    ENGLISH,
    Language,
    Quotes,
    caption_names,
    find_language,
    language_tags,
    localised,
    support_for,
)
from scidraft_tex.pipeline import Clock, Job, build_book
from scidraft_tex.recognise.captions import caption_head
from scidraft_tex.render.engine import installed_fonts
from scidraft_tex.settings import Lists, Settings
from scidraft_tex.tools import Outcome, Shell, StandIn
from scidraft_tex.walk import blocks_of, inlines_of, plain_text
from tests.helpers import Made, make_notes

TAGS = language_tags()
FOREIGN = [tag for tag in TAGS if not tag.startswith("en")]
HERE = Place("note.md", 1)
SPACE = "\u00a0"


# --- the table ---------------------------------------------------------------------------------


def test_the_table_has_the_languages_that_the_document_promises() -> None:
    promised = {"en", "en-gb", "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "sv", "da"}
    assert promised | {"ja", "zh", "ru", "el"} <= set(TAGS)
    page = (Path(__file__).parents[1] / "docs" / "languages.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE)
    assert sorted(listed) == sorted(TAGS)


@pytest.mark.parametrize("tag", FOREIGN)
def test_a_language_names_every_kind_in_singular_and_plural(tag: str) -> None:
    names = find_language(tag).kinds
    assert set(names) == {kind.key for kind in KINDS}
    assert all(len(words) >= 2 and all(words) for words in names.values())


@pytest.mark.parametrize("tag", FOREIGN)
def test_no_word_names_two_kinds(tag: str) -> None:
    words = [word for name, _, *more in find_language(tag).kinds.values() for word in (name, *more)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("tag", TAGS)
def test_a_language_has_every_word_of_the_frame(tag: str) -> None:
    language = find_language(tag)
    assert set(language.words) == set(ENGLISH.words)
    assert set(language.captions) == set(ENGLISH.captions)
    assert all(language.words.values())
    assert all(language.captions.values())
    for key, text in ENGLISH.words.items():
        assert language.words[key].count("#") == text.count("#"), key


@pytest.mark.parametrize("tag", TAGS)
def test_a_language_tells_tex_how_to_load_it(tag: str) -> None:
    language = find_language(tag)
    assert language.tag == tag
    assert language.babel
    assert language.ldf or language.locale
    assert bool(language.patterns) <= bool(language.package)
    assert language.engine in {"", *Engine}
    assert not language.faces or language.engine


# --- finding -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("", "en"),
        ("en-US", "en"),
        ("en_GB", "en-gb"),
        ("DE", "de"),
        ("de-AT", "de-at"),
        ("de-Latn-DE", "de"),
        ("fr-CA", "fr"),
        ("pt-br", "pt-br"),
        ("no", "nb"),
        ("zh-Hans-CN", "zh"),
    ],
)
def test_a_tag_finds_the_nearest_language(tag: str, found: str) -> None:
    said = Diagnostics()
    assert find_language(tag, said).tag == found
    assert len(said) == 0


@pytest.mark.parametrize("tag", ["tlh", "zh-TW", "zh-Hant", "fonts", "x"])
def test_one_that_is_not_known_is_told_and_english(tag: str) -> None:
    said = Diagnostics()
    assert find_language(tag, said) is ENGLISH
    assert [item.code for item in said] == ["language-unsupported"]
    assert tag in next(iter(said)).message


@given(st.text())
def test_any_tag_finds_a_language(tag: str) -> None:
    assert find_language(tag).tag in TAGS


def test_a_region_has_what_differs_and_the_rest_of_its_language() -> None:
    brazil, portugal = find_language("pt-BR"), find_language("pt")
    assert (portugal.word("section"), brazil.word("section")) == ("Secção", "Seção")
    assert (portugal.quotes.opening, brazil.quotes.opening) == ("«", "“")
    assert brazil.word("index") == portugal.word("index")
    assert brazil.kinds["theorem"] == portugal.kinds["theorem"]


def test_a_word_has_a_place_for_a_number() -> None:
    assert find_language("de").word("on-page", "41") == f"auf Seite{SPACE}41"
    assert find_language("ja").word("on-page", "41") == "（41ページ）"


# --- kinds -------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", FOREIGN)
def test_a_kind_changes_its_name_and_nothing_else(tag: str) -> None:
    for kind, own in zip(KINDS, localised(KINDS, find_language(tag)), strict=True):
        assert (own.key, own.environment) == (kind.key, kind.environment)
        assert (own.style, own.narrative, own.numbered) == (
            kind.style,
            kind.narrative,
            kind.numbered,
        )
        assert kind.name in own.names


@pytest.mark.parametrize("tag", FOREIGN)
def test_every_name_that_a_kind_prints_leads_to_it(tag: str) -> None:
    kinds = localised(KINDS, find_language(tag))
    names = by_name(kinds)
    assert all(names[kind.name] is kind for kind in kinds)


def test_english_kinds_are_those_of_the_table() -> None:
    assert localised(KINDS, ENGLISH) == KINDS
    assert Settings().all_kinds == KINDS


@pytest.mark.parametrize("name", ["Satz", "Theorem"])
def test_an_own_kind_replaces_one_of_its_name_in_either_language(name: str) -> None:
    own = Kind(name, f"{name}e", Style.REMARK)
    kinds = Settings(language="de", kinds=(own,)).all_kinds
    assert len(kinds) == len(KINDS)
    (found,) = [kind for kind in kinds if kind.key == "theorem"]
    assert (found.name, found.style, found.environment) == (name, Style.REMARK, "Theorem")


def test_the_language_is_the_settings_then_the_sites_then_english() -> None:
    assert Settings(language="de").spoken_as("fr").spoken.tag == "de"
    assert Settings().spoken_as("fr").spoken.tag == "fr"
    assert Settings().spoken_as("").spoken.tag == "en"


# --- recognition -------------------------------------------------------------------------------

RUN_INS = {
    "de": {
        "**Satz (Konvergenz).** Es gilt": ("theorem", "Konvergenz", ""),
        "**Satz 2.** Es gilt": ("theorem", "", "2"),
        "**Hilfssatz.** Es gilt": ("lemma", "", ""),
        "**Theorem (Gauß).** Es gilt": ("theorem", "Gauß", ""),
        "**Beweis:** Es gilt": ("proof", "", ""),
        "**Example.** Es gilt": ("example", "", ""),
        "**Übung 3 (Würfel)**. Es gilt": ("exercise", "Würfel", "3"),
    },
    "fr": {
        "**Théorème 2 (Fermat).** Soit": ("theorem", "Fermat", "2"),
        "**Contre-exemple.** Soit": ("counterexample", "", ""),
        "**Définition :** Soit": ("definition", "", ""),
        "**Preuve.** Soit": ("proof", "", ""),
    },
    "ja": {
        "**定理（収束）。** 次が成り立つ": ("theorem", "収束", ""),
        "**補題2（準備）。** 次が成り立つ": ("lemma", "準備", "2"),
        "**例。** 次が成り立つ": ("example", "", ""),
    },
    "zh": {"**例子：** 设": ("example", "", ""), "**引理 1.** 设": ("lemma", "", "1")},
    "ru": {"**Теорема (Гаусс).** Пусть": ("theorem", "Гаусс", "")},
}
NONE = {
    "de": ["**Satzung.** Es", "**Ein Satz.** Es", "**Satz von Gauß.** Es", "**Satz** ist"],
    "en": ["**Satz (Konvergenz).** Es"],
    "zh": ["**例如。** 设"],
}


def recognised(folder: Path, tag: str, texts: Iterable[str]) -> list[Made]:
    cases = {f"n{i}": (text, {"title": "N"}) for i, text in enumerate(texts)}
    settings = Settings(language=tag, arrange="flat")
    return list(make_notes(folder, Shell(), cases, {}, settings).values())


@pytest.mark.parametrize("tag", RUN_INS)
def test_results_are_recognised_in_the_books_language(tag: str, tmp_path: Path) -> None:
    expected = RUN_INS[tag]
    made = recognised(tmp_path, tag, expected)
    found = {}
    for text, one in zip(expected, made, strict=True):
        (result,) = one.blocks
        assert isinstance(result, m.Result), text
        found[text] = (result.kind.key, plain_text(result.name), result.number)
    assert found == expected


@pytest.mark.parametrize("tag", NONE)
def test_words_that_only_look_alike_begin_no_result(tag: str, tmp_path: Path) -> None:
    for text, one in zip(NONE[tag], recognised(tmp_path, tag, NONE[tag]), strict=True):
        assert isinstance(one.blocks[0], m.Paragraph), text


def test_a_class_may_be_the_languages_word(tmp_path: Path) -> None:
    texts = ["::: {.satz}\nEs gilt.\n:::\n", "::: {.theorem}\nEs gilt.\n:::\n"]
    for one in recognised(tmp_path, "de", texts):
        (result,) = one.blocks
        assert isinstance(result, m.Result)
        assert (result.kind.key, result.kind.name) == ("theorem", "Satz")


@pytest.mark.parametrize(
    ("tag", "text", "word", "number"),
    [
        ("de", "Tabelle 1.", "Table", "1"),
        ("de", "Tab. 2.", "Table", "2"),
        ("de", "Abbildung 3:", "Figure", "3"),
        ("de", "Quelltext.", "Listing", ""),
        ("de", "Figure 1.", "Figure", "1"),
        ("fr", "Tableau 1.", "Table", "1"),
        ("fr", "Fig. 1.", "Figure", "1"),
        ("pl", "Rys. 4.", "Figure", "4"),
        ("ja", "表1。", "Table", "1"),
        ("ja", "図 2.1。", "Figure", "2.1"),
    ],
)
def test_caption_heads(tag: str, text: str, word: str, number: str) -> None:
    head = m.Paragraph((m.Styled("strong", (m.Text(text),)), m.Text(" W")), HERE)
    found = caption_head(head, find_language(tag))
    assert found is not None
    assert (found.word, found.number, found.stopped) == (word, number, True)


def test_a_caption_word_of_the_language_wins_over_an_english_one() -> None:
    assert caption_names(find_language("fr"))["Table"] == "table"
    assert caption_names(find_language("de"))["Tabelle"] == "table"
    assert "Tabelle" not in caption_names(ENGLISH)


TABLE = "\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"


@pytest.mark.parametrize(
    ("tag", "text", "shown"),
    [
        ("de", f"Siehe Tabelle 1 und Tab. 1.\n\n**Tabelle 1.** Zahlen{TABLE}", ["Tabelle", "Tab."]),
        ("de", "Nach Satz 3 gilt das.\n\n**Satz 3.** Es gilt.\n", ["Satz"]),
        ("pl", f"W tabeli 1 widać.\n\n**Tabela 1.** Liczby{TABLE}", ["tabeli"]),
        ("ja", f"結果は表1にある。\n\n**表1。** 数{TABLE}", ["表"]),
        ("ja", "これは定理2による。\n\n**定理2。** 成り立つ。\n", ["定理"]),
    ],
)
def test_mentions_become_references(tag: str, text: str, shown: list[str], tmp_path: Path) -> None:
    (made,) = recognised(tmp_path, tag, [text])
    references = [n for n in inlines_of(made.note.blocks) if isinstance(n, m.Reference)]
    assert [node.word for node in references] == shown
    captions = [b.caption for b in blocks_of(made.blocks) if isinstance(b, m.Table)]
    assert all(captions)


@pytest.mark.parametrize(
    ("tag", "text", "count"),
    [
        ("de", "**Satz.** Es sei\n\n\\[ x \\]\n\neine Zahl.\n\nDann ist sie es.", 3),
        ("de", "**Satz.** Es gilt.\n\n„Zahlen“ sind etwas anderes.", 1),
        ("es", "**Teorema.** Sea\n\n\\[ x. \\]\n\n¿Por qué?", 2),
        ("nl", "**Stelling.** Er geldt.\n\n't Is waar.", 1),
        ("ru", "**Теорема.** Пусть\n\n\\[ x. \\]\n\nгде всё ясно.\n\nВот и всё.", 3),
        ("ja", "**定理。** 次が成り立つ。\n\nここで終わる。", 1),
    ],
)
def test_where_a_statement_ends(tag: str, text: str, count: int, tmp_path: Path) -> None:
    (made,) = recognised(tmp_path, tag, [text])
    result = made.blocks[0]
    assert isinstance(result, m.Result)
    assert len(result.children) == count


# --- what the renderer writes ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "tex"),
    [
        ("en", "``a'' `b'"),
        ("de", "„a“ ‚b‘"),
        ("de-CH", "«a» ‹b›"),
        ("fr", "«~a~» “b”"),
        ("ja", "「a」 『b』"),
    ],
)
def test_quotation_marks(tag: str, tex: str, tmp_path: Path) -> None:
    (made,) = recognised(tmp_path, tag, ["\"a\" 'b'"])
    assert tex in made.body.replace("\\nobreakspace{}", "~").replace(SPACE, "~")


def test_a_proof_is_headed_in_the_language(tmp_path: Path) -> None:
    text = "**Satz.** Es gilt.\n\n**Beweis.** Klar.\n\n[](#s)\n\n::: {.lemma #s}\nX.\n:::\n"
    (made,) = recognised(tmp_path, "de", [text])
    assert re.search(r"\\begin\{Proof\}\[\{\\hyperref\[[^]]*\]\{Beweis\}\}\]", made.body)
    assert re.search(r"\\notelink\{[^}]*\}\{Lemma\}\{\}", made.body)
    assert "\\begin{Theorem}" in made.body


def test_quotes_of_english_are_tex_s_own() -> None:
    assert ENGLISH.quotes == find_language("en-GB").quotes == Quotes()


# --- what TeX has ------------------------------------------------------------------------------


def has(*files: str) -> StandIn:
    printed = "".join(f"/usr/share/{name}\n" for name in files)
    return StandIn({"kpsewhich": Outcome(1, printed, "", 0.0)})


def test_what_is_there_is_used_without_a_word() -> None:
    runner = has("french.ldf", "loadhyph-fr.tex")
    support, said = support_for(find_language("fr"), Engine.PDFLATEX, runner)
    assert support.ldf
    assert list(said) == []
    assert runner.asked[0].arguments == ("french.ldf", "loadhyph-fr.tex")


def test_missing_hyphenation_is_told_with_what_brings_it() -> None:
    support, said = support_for(find_language("fr"), Engine.PDFLATEX, has())
    assert not support.ldf
    (item,) = said
    assert (item.code, item.hint) == (
        "language-support",
        "run: apt-get install texlive-lang-french",
    )
    assert "français" in item.message


def test_the_best_face_at_hand_is_chosen() -> None:
    russian = find_language("ru")
    patterns = "loadhyph-ru.tex"
    for faces, name in (
        (["DejaVuSerif.ttf", "P052-Roman.otf"], "P052"),
        (["DejaVuSerif.ttf"], "DejaVu Serif"),
    ):
        support, said = support_for(russian, Engine.LUALATEX, has(patterns, *faces))
        assert support.face
        assert support.face.name == name
        assert list(said) == []
    support, said = support_for(russian, Engine.LUALATEX, has(patterns))
    assert support.face is None
    assert [item.hint for item in said] == ["run: apt-get install fonts-urw-base35"]


def test_an_engine_without_the_letters_is_told() -> None:
    _, said = support_for(find_language("el"), Engine.PDFLATEX, has("loadhyph-el-monoton.tex"))
    (item,) = said
    assert "pdflatex has no letters" in item.message
    assert "lualatex" in item.hint


def test_english_asks_nothing_of_the_machine() -> None:
    runner = has()
    _, said = support_for(find_language("en"), Engine.PDFLATEX, runner)
    assert list(said) == []
    assert [one.arguments for one in runner.asked] == [("american.ldf",)]


def test_without_kpsewhich_nothing_is_said() -> None:
    _, said = support_for(find_language("de"), Engine.PDFLATEX, StandIn({}))
    assert list(said) == []


# --- on the page -------------------------------------------------------------------------------

SET = [
    *((tag, Engine.PDFLATEX) for tag in TAGS if not find_language(tag).engine),
    *((tag, Engine.LUALATEX) for tag in ("fr", "ru", "el", "ja", "zh")),
]
"""Languages and the engines that set them: LuaLaTeX those that need it, and one that does not."""

BIB = "@article{k, author={A. Bé}, title={T}, journal={J}, year={2001}}\n"
CODE = "\n```python\nx = {'a': 1}; y = 2\n```\n"


def write_site(folder: Path, language: Language) -> None:
    kinds = {kind.key: kind for kind in localised(KINDS, language)}
    cjk = language.tag in {"ja", "zh"}
    stop, space = ("。", "") if cjk else (".", " ")
    table = language.captions["table"][0]
    theorem = kinds["theorem"].name
    runs = [f"**{kind.name}{stop}** {kind.name}{stop}" for kind in kinds.values()]
    blocks = [
        f"# {language.name}",
        f"\"{theorem}\" 'x' [](two.md) [y](two.md) {table}{space}1{stop} \\cite{{k}}",
        "Quoi? Voilà: oui",
        *runs,
        f"**{table}{space}1{stop}** {language.name}{TABLE}",
        CODE,
        "{{< references >}}",
    ]
    texts = {
        "hugo.toml": f'title = "{language.name}"\nlanguageCode = "{language.tag}"\n',
        "content/notes/one.md": "\n\n".join(blocks),
        "content/notes/two.md": f"# Two\n\n**{theorem}{stop}** X{stop}\n",
        "assets/bib/refs.bib": BIB,
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def page_text(pdf: Path) -> str:
    done = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, check=True)
    return " ".join(done.stdout.decode("utf-8").split())


def lacks_letters(language: Language, engine: Engine) -> bool:
    """Tell whether this machine has no fonts with which ENGINE can print LANGUAGE."""
    if not language.engine:
        return False
    fonts = installed_fonts(Shell())
    faces = language.faces and support_for(language, engine, Shell())[0].face is None
    foreign = [c for c in language.letters if c > "\u2fff"]
    return bool(faces) or not all(any(font.has(c) for font in fonts) for c in foreign)


@pytest.mark.tex
@pytest.mark.parametrize(("tag", "engine"), SET)
def test_a_book_in_each_language(tag: str, engine: Engine, tmp_path: Path) -> None:
    language = find_language(tag)
    if lacks_letters(language, engine):
        pytest.skip(f"{engine} has no letters for {language.name} here")
    write_site(tmp_path / "site", language)
    lists = Lists(results=True, tables=True)
    settings = Settings(profile="print", engine=engine.value, lists=lists)
    job = Job(tmp_path / "site", tmp_path / "build", tmp_path / "book.pdf", settings)
    made = build_book(job, Shell(), Clock())
    said = {item.code for item in made.diagnostics}
    assert said <= {"language-support", "tex-overfull"}
    assert made.pdf
    text = page_text(made.pdf)
    log = (tmp_path / "build" / "book" / "book.log").read_text(encoding="utf-8", errors="replace")
    assert "Missing character" not in log
    if "language-support" not in said:
        assert "No hyphenation patterns" not in log
    check_page(_bare(text), language)
    assert ("Quoi ? Voilà : oui" in text) == language.babel.startswith("french")
    assert "{'a': 1}; y = 2" in text


def _bare(text: str) -> str:
    return text.replace(" ", "").replace(SPACE, "")


def check_page(text: str, language: Language) -> None:
    """Check that TEXT, without its spaces, has the words and marks of LANGUAGE."""

    def shows(words: str) -> None:
        assert _bare(words) in text, words

    for kind in localised(KINDS, language):
        shows(kind.name)
    for key in ("lists", "results", "tables", "references"):
        shows(language.word(key))
    theorem = localised(KINDS, language)[19].name
    marks = language.quotes
    if language.tag.startswith("en"):
        marks = Quotes("“", "”", "‘", "’")
    shows(f"{marks.opening}{theorem}{marks.closing} {marks.inner_opening}x{marks.inner_closing}")
    before, _, after = language.words["on-page"].partition("#")
    assert re.search(rf"{theorem}2\.1{_bare(before)}\d+{_bare(after)}", text)
    shows(f"{language.captions['table'][0]} 1.1")
    shows("x={'a':1};y=2")
