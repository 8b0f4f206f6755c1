"""The frame: what is set into the templates, whose templates are used, and what TeX makes of it."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.engines import Engine
from scidraft_tex.kinds import KINDS, Kind, Style
from scidraft_tex.languages import Support
from scidraft_tex.render.faces import Faces
from scidraft_tex.render.frame import (
    FILES,
    Credit,
    Frame,
    Index,
    Lists,
    Numbering,
    Part,
    points,
    render_frame,
)
from scidraft_tex.render.papers import PAPERS, Profile
from scidraft_tex.render.templates import template_folders
from scidraft_tex.settings import Margins

OURS = template_folders()
THEOREM = next(kind for kind in KINDS if kind.name == "Theorem")

BOOK = Frame(
    title=r"Averages \& Bounds",
    plain_title=r"Averages \& Bounds",
    subtitle="Short notes",
    authors=(Credit("Ada Example", "Institute"), Credit("Ben Sample")),
    edition="Second edition",
    date="May 2024",
    licence="CC BY 4.0",
    parts=(
        Part("Information", ("chapters/one", "chapters/two"), "part:1"),
        Part("", ("chapters/three",)),
    ),
    indexes=(Index("results", "Index of results"), Index("my set", "Index of more")),
    lists=Lists(kinds=(THEOREM,), figures=True),
    bibliographies=("bib/a.bib",),
    backmatter=("chapters/last",),
    macros=((r"\E", r"\mathbb{E}[#1]"),),
)


def files(frame: Frame) -> dict[str, str]:
    return render_frame(frame, OURS)


# --- the folder --------------------------------------------------------------------------------


def test_every_file_is_there_and_no_template_sign_is_left() -> None:
    made = files(BOOK)
    assert tuple(made) == FILES
    for name, text in made.items():
        assert not re.search(r"\\(VAR|BLOCK)\{|\\#\{", text), name


def test_book_tex_takes_in_parts_and_chapters_in_their_order() -> None:
    text = files(BOOK)["book.tex"]
    lines = re.findall(
        r"^\\(?:part|input|leaveparts|frontmatter|mainmatter|backmatter).*", text, re.MULTILINE
    )
    assert lines == [
        r"\input{preamble}",
        r"\frontmatter",
        r"\input{frontmatter}",
        r"\mainmatter",
        r"\part{Information}\label{part:1}",
        r"\input{chapters/one}",
        r"\input{chapters/two}",
        r"\leaveparts",
        r"\input{chapters/three}",
        r"\backmatter",
        r"\input{backmatter}",
    ]


def test_a_book_without_parts_never_leaves_one() -> None:
    text = files(replace(BOOK, parts=(Part("", ("a", "b")),)))["book.tex"]
    assert "leaveparts" not in text
    assert r"\part" not in text


def test_metadata_goes_to_the_pdf() -> None:
    frame = replace(BOOK, language="de", subject="Means", keywords=("one", "two"))
    text = files(frame)["book.tex"]
    assert "pdfsubject={Means}" in text
    assert r"pdftitle={Averages \& Bounds}" in text
    assert "pdfauthor={Ada Example; Ben Sample}" in text
    assert "pdfkeywords={one, two}" in text
    assert "pdflang={de}" in text


# --- engines and profiles ----------------------------------------------------------------------


@pytest.mark.parametrize("engine", Engine)
def test_no_engine_is_asked_for_within_the_files(engine: Engine) -> None:
    text = "".join(files(replace(BOOK, engine=engine)).values())
    assert not re.search(r"\\if(pdf|xe|lua)tex\b|\\if(PDF|XeTeX|LuaTeX)|iftex|\\IfFileExists", text)
    unicode_fonts = "unicode-math" in text
    assert unicode_fonts == (engine is not Engine.PDFLATEX)
    assert ("fontenc" in text) == (engine is Engine.PDFLATEX)


@pytest.mark.parametrize(
    ("engine", "mode"), [(Engine.PDFLATEX, 1), (Engine.LUALATEX, 4), (Engine.XELATEX, 5)]
)
def test_latexmk_is_told_the_engine_and_no_shell_escape(engine: Engine, mode: int) -> None:
    text = files(replace(BOOK, engine=engine))["latexmkrc"]
    assert f"$pdf_mode = {mode};" in text
    assert "-no-shell-escape" in text


def test_print_has_two_sides_black_links_and_urls_in_footnotes() -> None:
    made = files(replace(BOOK, profile=Profile.PRINT))
    assert "twoside, open=right" in made["book.tex"]
    assert "hidelinks" in made["preamble.tex"]
    assert r"\footnote{\url{#1}}" in made["preamble.tex"]
    assert "HTML" not in made["preamble.tex"].partition("% --- Language")[0]


def test_screen_has_one_side_and_coloured_links() -> None:
    made = files(replace(BOOK, profile=Profile.SCREEN))
    assert "oneside, open=any" in made["book.tex"]
    assert "colorlinks" in made["preamble.tex"]
    assert r"\protected\def\weblink#1#2{\href{#1}{#2}}" in made["preamble.tex"]


@pytest.mark.parametrize("name", PAPERS)
def test_the_paper_reaches_class_and_geometry(name: str) -> None:
    paper = PAPERS[name]
    made = files(replace(BOOK, paper=paper))
    assert f"fontsize={paper.size_option}pt" in made["book.tex"]
    assert f"textwidth={points(paper.text_width)}" in made["preamble.tex"]
    assert f"paperwidth={paper.width}mm" in made["preamble.tex"]


def test_margins_reach_the_geometry() -> None:
    margins = Margins(inner="10mm", outer="20mm", top="15mm", bottom="20mm")
    frame = replace(BOOK, margins=margins)
    text = files(frame)["preamble.tex"]
    page = frame.paper.layout(frame.profile, margins)
    assert f"textwidth={points(page.text_width)}" in text
    assert f"inner={points(page.inner)}, top={points(page.top)}" in text
    space = re.search(r"headheight=([\d.]+)pt, headsep=([\d.]+)pt", text)
    assert space
    assert float(space[1]) + float(space[2]) < page.top


@pytest.mark.parametrize("engine", Engine)
def test_chosen_faces_replace_the_books_own(engine: Engine) -> None:
    faces = Faces("\\MAIN", "\\SANS", "\\MONO", "\\MATH", ("One", "Two & Three"), old_figures=False)
    made = files(replace(BOOK, engine=engine, faces=faces))
    for line in ("\\MAIN", "\\SANS", "\\MONO", "\\MATH"):
        assert line in made["preamble.tex"].splitlines()
    assert "pagella" not in made["preamble.tex"].partition("% --- Language")[0]
    assert "{T1}{bookmono}" not in made["preamble.tex"]
    assert r"\newcommand*\oldfigures[1]{#1}" in made["preamble.tex"]
    colophon = r"scidraft-tex \textperiodcentered\ One \textperiodcentered\ Two \& Three\par"
    assert colophon in made["frontmatter.tex"]
    assert r"\wordcolophon" not in made["frontmatter.tex"]
    assert r"\wordcolophon" in files(BOOK)["frontmatter.tex"]


@pytest.mark.parametrize("depth", [0, 2])
def test_the_depth_of_the_contents(depth: int) -> None:
    text = files(replace(BOOK, toc_depth=depth))["preamble.tex"]
    assert rf"\setcounter{{tocdepth}}{{{depth}}}" in text


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("asked", [True, False])
def test_back_references_are_for_the_screen(profile: Profile, asked: bool) -> None:  # noqa: FBT001
    text = files(replace(BOOK, profile=profile, back_references=asked))["preamble.tex"]
    assert ("backref=true" in text) == (asked and profile is Profile.SCREEN)


def test_the_copyright_has_the_year_and_the_title_page_the_date() -> None:
    text = files(replace(BOOK, date="30. November 2026", year="2026"))["frontmatter.tex"]
    assert r"\textcopyright\ 2026 Ada Example, Ben Sample" in text
    assert "30. November 2026\\par" in text


# --- results -----------------------------------------------------------------------------------


def theorems(frame: Frame) -> list[str]:
    return re.findall(r"^\\newtheorem\{.*", files(frame)["preamble.tex"], re.MULTILINE)


def test_numbered_kinds_share_a_counter() -> None:
    assert r"\newtheorem{Theorem}[result]{Theorem}" in theorems(BOOK)
    assert len(theorems(BOOK)) == sum(kind.numbered for kind in KINDS)


def test_each_kind_has_a_counter_of_its_own_when_asked() -> None:
    found = theorems(replace(BOOK, numbering=Numbering.PER_KIND))
    assert r"\newtheorem{Theorem}{Theorem}[chapter]" in found
    assert not any("[result]" in line for line in found)


def test_unnumbered_results_print_no_number() -> None:
    numbered = files(BOOK)["preamble.tex"]
    without = files(replace(BOOK, numbering=Numbering.NONE))["preamble.tex"]
    assert r"\thmnumber{" in numbered
    assert r"\thmnumber{" not in without


def test_kinds_follow_their_style_and_proofs_take_the_mark() -> None:
    kinds = (
        Kind("Rule of Thumb", "Rules of Thumb", Style.REMARK),
        Kind("Fact", "Facts", Style.PLAIN),
        Kind("Proof", "Proofs", Style.PROOF),
    )
    text = files(replace(BOOK, kinds=kinds, lists=Lists()))["preamble.tex"]
    styles = re.findall(r"\\theoremstyle\{(\w+)\}\n\\newtheorem\{(\w+)\}\[result\]\{(.*)\}", text)
    assert styles == [("plain", "Fact", "Fact"), ("remark", "RuleOfThumb", "Rule of Thumb")]
    assert r"\newenvironment{Proof}[1][Proof]{\begin{markedproof}{#1}}" in text
    assert r"\newcommand*\resultkinds{RuleOfThumb,Fact}" in text


# --- what only some books need -----------------------------------------------------------------


def test_lists_stand_under_one_heading_if_there_are_any() -> None:
    text = files(BOOK)["frontmatter.tex"]
    assert text.count(r"\addchap{\wordlists}") == 1
    assert r"\listofresults{Theorems}{Theorem}" in text
    assert r"\listoffigures" in text
    assert r"\listoftables" not in text
    assert r"\wordlists" not in files(replace(BOOK, lists=Lists()))["frontmatter.tex"]


def test_contents_can_be_left_out() -> None:
    assert r"\tableofcontents" in files(BOOK)["frontmatter.tex"]
    assert (
        r"\tableofcontents"
        not in files(replace(BOOK, lists=Lists(contents=False)))["frontmatter.tex"]
    )


def test_biblatex_is_loaded_for_books_with_bibliographies_alone() -> None:
    assert r"\addbibresource{bib/a.bib}" in files(BOOK)["preamble.tex"]
    assert "biblatex}" not in files(replace(BOOK, bibliographies=()))["preamble.tex"]


def test_indexes_are_declared_and_printed_after_the_back_matter() -> None:
    made = files(BOOK)
    assert r"\makeindex[name=results, title={Index of results}" in made["preamble.tex"]
    back = made["backmatter.tex"]
    assert back.index(r"\input{chapters/last}") < back.index(r"\printindex[results]")
    assert r"\label{index:my=20=set}" in back


def test_site_macros_and_unicode_declarations_come_into_the_preamble() -> None:
    declaration = r"\DeclareUnicodeCharacter{2208}{\ensuremath{\in}}"
    text = files(replace(BOOK, unicode=declaration))["preamble.tex"]
    assert declaration in text
    assert r"\formulamacro\E{\def\E#1{\mathbb{E}[#1]}}" in text
    assert text.index("{hyperref}") < text.index(r"\formulamacro\E")


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", r"\usepackage[american]{babel}"),
        ("en-GB", r"\usepackage[british]{babel}"),
        ("de", r"\babelprovide[import=de, main]{ngerman}"),
        ("de-AT", r"\babelprovide[import=de-AT, main]{naustrian}"),
        ("fr-CA", r"\babelprovide[import=fr, main]{french}"),
        ("tlh", r"\usepackage[american]{babel}"),
    ],
)
def test_language_by_its_tag(language: str, name: str) -> None:
    assert name in files(replace(BOOK, language=language))["preamble.tex"].splitlines()


def test_babels_own_file_is_used_where_there_is_one() -> None:
    text = files(replace(BOOK, language="fr", support=Support(ldf=True)))["preamble.tex"]
    assert r"\usepackage[french]{babel}" in text


@given(st.floats(min_value=0, max_value=9999))
def test_points_are_within_half_a_hundredth(length: float) -> None:
    text = points(length)
    assert re.fullmatch(r"\d+(\.\d{1,2})?pt", text)
    assert abs(float(text[:-2]) - length) <= 0.005 + 1e-9


# --- what TeX makes of it ----------------------------------------------------------------------

CHAPTERS = {
    "one": r"""\chapter{First}\label{c1}
\section{A note on \texorpdfstring{$x$}{x} with \weblink{https://example.org/a}{a link}}\label{s1}
\newrefsection[bib/a.bib]
\index[results]{bound@Bound}\index[results]{alias@Alias|see{Bound}}
Text \cite{knuth}, \missingcitation{no\_key}, \weblink{https://example.org/b\_c\%20d\#e}{web},
\notelink{t1}{Theorem}{}, \notelink{s2}{Section}{there}, \inlinecode{a.\codebreak b}, \strike{out},
\highlighted{marked}, \kbd{Esc}.
\begin{Theorem}[of names]\label{t1}\resultbreak
\begin{itemize}[tight]\item one\item two\end{itemize}
\end{Theorem}
\begin{Proof} So
\[ a=b \qedhere \]
\end{Proof}
\begin{Proof} Listed.
\begin{enumerate}[tight]\item\label{i} last words \qedhere\end{enumerate}
\end{Proof}
\begin{figure}\centering\rule{1cm}{1cm}\caption{A \weblink{https://example.org/f}{figure}}\end{figure}
\begin{scidraftfailure}{x.md:4: no}
\failureline{\textbackslash{}undefined\ \$\ \&\ \{}
\end{scidraftfailure}
\printbibliography[heading=notereferences,title={References}]
""",
    "two": r"""\chapter{Second}
\section{Another}\label{s2} $\E{x}$
\begin{Theorem} Unnamed. \end{Theorem}
\begin{equation} a=b \end{equation}
""",
    "three": r"""\addchap{Without a number}
\begin{Theorem} In it. \end{Theorem}
\begin{equation} a=b \end{equation}
\begin{figure}\centering\rule{1cm}{1cm}\caption{B}\end{figure}
""",
    "last": r"""\addchap{Entries}
\entrycategory{Bounds}
\entryitem{\ref*{s1}}{A title}{s1}{an alias}{a summary}
""",
}
BIB = "@book{knuth, author={Knuth, Donald E.}, title={Literate Programming}, year=1992}\n"


def compiled(frame: Frame, folder: Path) -> tuple[str, Path]:
    for name, text in files(frame).items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "chapters").mkdir()
    for name, text in CHAPTERS.items():
        (folder / "chapters" / f"{name}.tex").write_text(text, encoding="utf-8")
    (folder / "bib").mkdir()
    (folder / "bib" / "a.bib").write_text(BIB, encoding="utf-8")
    done = subprocess.run(["latexmk"], cwd=folder, capture_output=True, check=False)
    log = (folder / "book.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, "\n".join(re.findall(r"^\S+:\d+: .*", log, re.MULTILINE))
    return log, folder / "book.pdf"


def page_text(pdf: Path) -> str:
    done = subprocess.run(
        ["pdftotext", "-layout", str(pdf), "-"], capture_output=True, check=True, text=True
    )
    return done.stdout


TEX_BOOK = replace(
    BOOK,
    indexes=(Index("results", "Index of results"),),
    lists=Lists(kinds=(THEOREM,), figures=True),
)


Compiled = tuple[Frame, str, Path]


@pytest.fixture(
    scope="module",
    params=[
        (Engine.PDFLATEX, Profile.SCREEN, Numbering.PER_KIND),
        (Engine.LUALATEX, Profile.PRINT, Numbering.SHARED),
        (Engine.XELATEX, Profile.PRINT, Numbering.SHARED),
    ],
    ids=list(Engine),
)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """Return a frame as each engine sets it, its log and its PDF."""
    engine, profile, numbering = request.param
    frame = replace(TEX_BOOK, engine=engine, profile=profile, numbering=numbering)
    return frame, *compiled(frame, tmp_path_factory.mktemp("book"))


@pytest.mark.tex
@pytest.mark.slow
def test_latexmk_alone_makes_the_book_without_a_complaint(book: Compiled) -> None:
    frame, log, pdf = book
    complaints = re.findall(
        r"^.*(?:Warning|destination with|Missing character|Overfull).*", log, re.MULTILINE
    )
    assert [line for line in complaints if "Remember to run" not in line] == []
    text = page_text(pdf)
    assert "??" not in text
    for words in (
        "Theorem 1.1 (of names).",
        "[1]",
        "?no_key",
        "Alias, see Bound",
        r"\undefined $ & {",
    ):
        assert words in text
    assert "Theorem 2.1." in text
    assert "Theorem 1. In it." in text
    on_paper = frame.profile is Profile.PRINT
    assert ("https://example.org/b_c%20d#e" in text) == on_paper
    assert ("there (p." in text) == on_paper
    assert ("on page" in text) == on_paper


@pytest.mark.tex
@pytest.mark.slow
def test_outline_labels_and_destinations(book: Compiled) -> None:
    *_, made = book
    with pikepdf.open(made) as pdf:
        with pdf.open_outline() as outline:
            top = {item.title: item for item in outline.root}
        part = top["I Information"]
        assert [item.title for item in part.children] == ["1 First", "2 Second"]
        assert not part.is_closed
        assert [item.title for item in part.children[0].children] == ["1.1 A note on x with a link"]
        assert {"Without a number", "Entries", "Index of results"} <= set(top)
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.docinfo.Title) == "Averages & Bounds"
        labels = [page.label for page in pdf.pages]
        assert labels[:4] == ["i", "ii", "iii", "iv"]
        first = labels.index("1")
        assert labels[first : first + 3] == ["1", "2", "3"]
        box = [float(side) for side in pdf.pages[0].mediabox]
        assert box[2] == pytest.approx(170 / 25.4 * 72, abs=0.1)
