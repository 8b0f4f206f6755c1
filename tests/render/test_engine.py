"""The engine and the fonts of a preprint: what is chosen, what goes along, what is told."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import DECLARED
from scidraft_tex.languages import find_language, support_for
from scidraft_tex.render.engine import Setting, paper_fonts, paper_language, paper_setting
from scidraft_tex.render.faces import PAPER, own_faces
from scidraft_tex.render.frame import FILTERS
from scidraft_tex.render.templates import Templates, template_folders
from scidraft_tex.resolve.book import Book, Chapter, Counts, Part
from scidraft_tex.settings import Compiler, Fonts, Preprints, Settings
from scidraft_tex.tools import Command, Outcome, Shell, StandIn

LATIN = "/texmf/lmroman10-regular.otf\t\t20-7e a0-17f 2013-2026\n"
SERIF = "/usr/DejaVuSerif.ttf\t\t20-7e 370-4ff\n"
FREE = "/texmf/FreeSerif.otf\t\t20-7e 590-5ff\n"


def printing(**texts: str) -> StandIn:
    """Return what answers for each program, `_` for `-` in its name, by its text."""
    return StandIn(
        {name.replace("_", "-"): Outcome(0, text, "", 0.0) for name, text in texts.items()}
    )


def machine() -> StandIn:
    """Return a machine whose TeX has Latin Modern and FreeSerif, and whose system has DejaVu."""
    return printing(
        kpsewhich="/texmf/lmroman10-regular.otf\n/texmf/FreeSerif.otf\n",
        fc_list="/usr/DejaVuSerif.ttf\n/usr/DejaVuSerif-Bold.ttf\n/usr/Arial.ttf\n",
        fc_scan=LATIN + SERIF + FREE,
    )


def book(text: str, title: str = "A note", *authors: m.Author) -> Book:
    """Return a book of one note by AUTHORS that prints TEXT, as a preprint has it."""
    front = m.FrontMatter(title, authors=authors)
    source = m.NoteSource("notes/a.md", "a", "notes", front, text, 1, "notes")
    blocks = (m.Paragraph((m.Text(text),), Place("notes/a.md", 3)),)
    note = m.Note(source, (m.Text(title),), blocks)
    part = Part((), (Chapter(note.title, "a", (note,), single=True),))
    return Book(m.Site("", "Сайт"), (part,), (), {}, Counts())


def chosen(
    text: str,
    runner: StandIn | None = None,
    fonts: Fonts | None = None,
    language: str = "en",
    compiler: Compiler = "auto",
) -> Setting:
    settings = Settings(fonts=fonts or Fonts(), preprint=Preprints(compiler=compiler))
    return paper_setting(book(text), settings, find_language(language), runner or machine())


def said(setting: Setting) -> list[tuple[str, str]]:
    return [(item.code, str(item.severity)) for item in setting.diagnostics]


# --- the engine --------------------------------------------------------------------------------


def test_pdflatex_where_it_can_and_no_font_is_asked_for() -> None:
    runner = machine()
    setting = chosen("naïve — “α ≤ β” ✓", runner)
    assert setting.engine is Engine.PDFLATEX
    assert setting.faces == own_faces(Engine.PDFLATEX, PAPER)
    assert (setting.files, setting.diagnostics, runner.asked) == ({}, (), [])


def test_the_sites_title_is_not_the_preprints() -> None:
    assert chosen("plain").engine is Engine.PDFLATEX  # though the site is Сайт


@pytest.mark.parametrize(
    "printed",
    [book("plain", "Мир"), book("plain", "A note", m.Author("Иван", "Москва"))],
)
def test_titles_and_authors_are_looked_at(printed: Book) -> None:
    setting = paper_setting(printed, Settings(), find_language("en"), machine())
    assert setting.engine is Engine.XELATEX


def test_xelatex_where_a_character_needs_it() -> None:
    setting = chosen("Мир")
    assert setting.engine is Engine.XELATEX
    assert setting.faces == own_faces(Engine.XELATEX, PAPER)
    assert said(setting) == [("glyph-fallback", "note")]
    message = setting.diagnostics[0].message
    assert message.startswith("XeLaTeX sets the preprint: pdfLaTeX has no U+041C CYRILLIC")
    assert setting.diagnostics[0].place == Place("notes/a.md", 3)
    assert r"\newfontfamily\textfacea{DejaVuSerif.ttf}[Path=fonts/, Scale=0.83, " in (
        setting.characters.declarations
    )
    assert setting.files == {
        "fonts/DejaVuSerif.ttf": Path("/usr/DejaVuSerif.ttf"),
        "fonts/DejaVuSerif-Bold.ttf": Path("/usr/DejaVuSerif-Bold.ttf"),
    }


def test_a_font_of_tex_live_is_named_and_does_not_go_along() -> None:
    setting = chosen("שלום")
    assert setting.engine is Engine.XELATEX
    assert setting.files == {}
    assert r"\newfontfamily\textfacea{FreeSerif.otf}[Script=Hebrew, " in (
        setting.characters.declarations
    )


def test_xelatex_gains_nothing_without_a_font() -> None:
    setting = chosen("中")
    assert setting.engine is Engine.PDFLATEX
    assert said(setting) == [("glyph-missing", "warning")]
    assert setting.diagnostics[0].hint == "run: apt-get install texlive-lang-chinese"
    assert r"{\missingglyph{4E2D}}" in setting.characters.declarations


def test_what_one_font_lacks_is_told_and_printed_as_its_code_point() -> None:
    setting = chosen("ж 😀")
    assert setting.engine is Engine.XELATEX
    assert said(setting) == [("glyph-fallback", "note"), ("glyph-missing", "warning")]
    assert setting.diagnostics[1].message.startswith("no font here that can go into a preprint has")
    assert setting.diagnostics[1].hint == "write something else"


def test_pdflatex_as_asked() -> None:
    runner = machine()
    setting = chosen("ж", runner, compiler="pdflatex")
    assert setting.engine is Engine.PDFLATEX
    assert said(setting) == [("glyph-missing", "warning")]
    assert "leave preprint.compiler to auto" in setting.diagnostics[0].hint
    assert runner.asked == []


def test_xelatex_as_asked_is_not_explained() -> None:
    setting = chosen("plain", compiler="xelatex")
    assert setting.engine is Engine.XELATEX
    assert (setting.diagnostics, setting.files) == ((), {})
    assert setting.characters.declarations == ""


@pytest.mark.parametrize("tag", ["ru", "el", "zh", "ja"])
def test_a_language_of_lualatex_is_xelatexs_here(tag: str) -> None:
    assert chosen("plain", language=tag).engine is Engine.XELATEX
    language = paper_language(find_language(tag))
    assert (language.engine, language.faces) == ("xelatex", ())
    support, found = support_for(language, Engine.XELATEX, printing(kpsewhich=language.patterns))
    assert support.face is None
    assert list(found) == []


def test_another_language_is_as_it_is() -> None:
    assert paper_language(find_language("de")) == find_language("de")


def test_the_books_engine_is_not_the_preprints() -> None:
    settings = Settings(engine="lualatex")
    setting = paper_setting(book("plain"), settings, find_language("en"), machine())
    assert setting.engine is Engine.PDFLATEX


def test_without_fontconfig_no_font_is_known() -> None:
    runner = printing(kpsewhich="/texmf/lmroman10-regular.otf\n/texmf/FreeSerif.otf\n")
    setting = chosen("ж", runner)
    assert setting.engine is Engine.PDFLATEX
    assert setting.diagnostics[0].hint == "run: apt-get install fontconfig"


# --- faces -------------------------------------------------------------------------------------


def test_a_face_that_pdflatex_lacks_and_tex_live_has() -> None:
    setting = chosen("plain", fonts=Fonts(main="TeX Gyre Bonum"))
    assert setting.engine is Engine.XELATEX
    assert setting.faces.main.startswith(r"\setmainfont{texgyrebonum}[")
    assert setting.faces.math == r"\setmathfont{texgyrebonum-math.otf}"
    assert (setting.faces.sans, setting.faces.mono) == ("", "")


def test_a_face_of_this_machine_alone_is_told_and_latin_modern() -> None:
    setting = chosen("plain", fonts=Fonts(main="Arial"))
    assert setting.engine is Engine.PDFLATEX
    assert setting.faces == own_faces(Engine.PDFLATEX, PAPER)
    assert said(setting) == [("settings-value", "warning")]
    assert "Arial" in setting.diagnostics[0].message


def test_the_faces_own_letters_are_not_taken_from_elsewhere() -> None:
    runner = printing(
        kpsewhich="/texmf/texgyretermes-regular.otf\n",
        fc_list="/usr/DejaVuSerif.ttf\n",
        fc_scan="/texmf/texgyretermes-regular.otf\t\t20-7e 2d-4ff\n" + SERIF,
    )
    setting = chosen("ж", runner, fonts=Fonts(main="Times"), compiler="xelatex")
    assert (setting.files, setting.characters.declarations) == ({}, "")
    assert "texgyretermes-regular.otf" in runner.asked[0].arguments


# --- on paper ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sheet:
    """What came of a paper: TeX's log, its text, and its fonts as pdffonts tells them."""

    log: str
    text: str
    fonts: tuple[str, ...]

    @property
    def faults(self) -> list[str]:
        return re.findall(r"^(?:!|\./\S+:\d+:|Missing character:) ?.*", self.log, re.MULTILINE)


def set_paper(setting: Setting, body: str, folder: Path, babel: str = "english") -> Sheet:
    """Set BODY in FOLDER, where nothing lies but the source and the fonts that go with it."""
    values = {
        "frame": {"fallback": "", "unicode": setting.characters.declarations},
        "faces": setting.faces,
        "pdftex": setting.engine is Engine.PDFLATEX,
        "xetex": setting.engine is Engine.XELATEX,
        "screen": True,
    }
    name = "shared/fonts.tex.j2"
    faces = Templates(template_folders(), FILTERS).fill([name], values)[name]
    after = f"\\usepackage[{babel}]{{babel}}\n\\usepackage{{hyperref}}\n"
    (folder / "x.tex").write_text(
        f"\\documentclass{{article}}\n{faces}{after}\\begin{{document}}\n{body}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    for file, path in setting.files.items():
        (folder / file).parent.mkdir(exist_ok=True)
        shutil.copy(path, folder / file)
    shell = Shell()
    arguments = ("-interaction=nonstopmode", "-file-line-error", "x.tex")
    safe = {"openin_any": "p", "openout_any": "p"}
    for _ in range(2):
        shell.run(Command(setting.engine.value, arguments, folder, environment=safe, seconds=240))
    listed = shell.run(Command("pdffonts", ("x.pdf",), folder)).stdout.splitlines()[2:]
    return Sheet(
        (folder / "x.log").read_text(encoding="utf-8", errors="replace"),
        shell.run(Command("pdftotext", ("-layout", "x.pdf", "-"), folder)).stdout,
        tuple(listed),
    )


def setting_of(text: str, compiler: Compiler = "auto") -> Setting:
    settings = Settings(preprint=Preprints(compiler=compiler))
    return paper_setting(book(text), settings, find_language("en"), Shell())


def have(text: str) -> bool:
    """Tell whether this machine has fonts for all letters of TEXT."""
    fonts = paper_fonts("lmroman10-regular.otf", Shell()).others
    return all(any(font.glyphs.has(c) for font in fonts) for c in text if c > "\u0370")


SCRIPTS = r"""\section{Привет — λόγος} Plain “Привет, мир”; \textbf{Жирный} \emph{курсив}
\texttt{код}, ὁ λόγος; $\sum_{i=1}^n x_i^2 \leq \text{мир} \in \mathbb{R}$ ≤ ✓ ① ½
\begin{tabular}{ll} ж & д \end{tabular}\footnote{Сноска.}\label{ж} на с.~\pageref{ж}"""


@pytest.mark.tex
def test_scripts_side_by_side(tmp_path: Path) -> None:
    chinese = "中文（测试）：文。" if have("中文（测试）：文。") else ""
    body = f"{SCRIPTS} {chinese}"
    setting = setting_of(body)
    assert setting.engine is Engine.XELATEX
    assert {item.code for item in setting.diagnostics} == {"glyph-fallback"}
    sheet = set_paper(setting, body, tmp_path)
    assert sheet.faults == []
    assert sheet.fonts
    assert all(line.split()[-5] == "yes" and "Type 3" not in line for line in sheet.fonts)
    assert "LMRoman10-Regular" in str(sheet.fonts)
    for words in ("Привет — λόγος", "“Привет, мир”", "Жирный", "код", "ὁ λόγος", "Сноска.", "①"):
        assert words in sheet.text
    assert chinese in sheet.text
    assert "с. 1" in sheet.text
    assert {Path(file).parent.name for file in setting.files} == {"fonts"}


@pytest.mark.tex
def test_lines_of_ideographs_break_and_stops_do_not_begin_them(tmp_path: Path) -> None:
    body = "设$x$为实数，则有等式，用来检查换行是否正确。" * 30
    if not have("设为实数，则有等式用来检查换行是否正确。"):
        pytest.skip("no font for Chinese here")
    sheet = set_paper(setting_of(body), body, tmp_path)
    assert sheet.faults == []
    assert "Overfull" not in sheet.log
    lines = [line.strip() for line in sheet.text.splitlines() if "文" in line or "，" in line]
    assert len(lines) > 5
    assert not any(line.startswith(("，", "。")) for line in lines)


@pytest.mark.tex
def test_words_from_right_to_left_stand_in_their_order(tmp_path: Path) -> None:
    body = "In Hebrew שלום עולם, and (שלום) on."
    if not have("שלוםע"):
        pytest.skip("no font for Hebrew here")
    setting = setting_of(body)
    sheet = set_paper(setting, body, tmp_path)
    assert sheet.faults == []
    boxes = Shell().run(Command("pdftotext", ("-bbox", "x.pdf", "-"), tmp_path)).stdout
    words = re.findall(r'xMin="([\d.]+)".*>([^<]+)</word>', boxes)
    place = {"".join(sorted(word)): float(x) for x, word in reversed(words)}  # in either order
    first, second = ("".join(sorted(word)) for word in ("שלום", "עולם"))
    assert place["In"] < place[second] < place[first] < place["adn"]


@pytest.mark.tex
def test_french_keeps_its_spaces_beside_other_letters(tmp_path: Path) -> None:
    body = r"«Мир» ; oui: ж! \foreignlanguage{english}{no: ж!}"
    sheet = set_paper(setting_of(body), body, tmp_path, babel="english,french")
    assert sheet.faults == []
    assert "«Мир» ; oui : ж ! no: ж!" in sheet.text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.tex
def test_pdflatex_embeds_type_1_fonts_alone(tmp_path: Path) -> None:
    body = r"""\section{A ≤ B} naïve “quoted” — € \textbf{bold} \textsf{sans} \textsc{Caps}
\texttt{code} α ✓ ① ½ $\mathbb{R} \ni \boldsymbol{x}$"""
    sheet = set_paper(setting_of(body), body, tmp_path)
    assert sheet.faults == []
    assert "LMRoman10-Regular" in str(sheet.fonts)
    assert len(sheet.fonts) > 8
    for line in sheet.fonts:
        assert "Type 1 " in line
        assert line.split()[-5] == "yes"


@pytest.mark.tex
def test_latin_modern_has_what_latex_declares(tmp_path: Path) -> None:
    setting = setting_of("plain")
    body = "\n\n".join(f"A{c}B \\textbf{{{c}}}" for c in sorted(DECLARED))
    assert set_paper(setting, body, tmp_path).faults == []


@pytest.mark.tex
def test_latexml_reads_the_preamble(tmp_path: Path) -> None:
    if Shell().find("latexml") is None:
        pytest.skip("latexml is not installed")
    body = r"\section{A ≤ B} naïve “quoted” \textsc{Caps} \texttt{code} α ✓ ① Ⅳ ⅓ 中"
    set_paper(setting_of(body, "pdflatex"), body, tmp_path)
    outcome = Shell().run(Command("latexml", ("--dest=x.xml", "x.tex"), tmp_path, seconds=240))
    assert "No obvious problems" in outcome.stderr
    xml = (tmp_path / "x.xml").read_text(encoding="utf-8")
    for text in ("naïve “quoted”", "①", "IV", "4E2D", 'tex="\\leq"', 'font="typewriter"'):
        assert text in xml
