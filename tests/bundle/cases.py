"""What breaks each rule, and what keeps it narrowly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scidraft_tex.bundle.pages import Line
from scidraft_tex.bundle.plan import README, Plan
from scidraft_tex.engines import Engine
from tests.bundle.changes import (
    PAGE,
    Change,
    biblatex,
    body,
    both,
    drop,
    huge,
    planned,
    preamble,
    put,
    shown,
    swap,
)
from tests.bundle.paper import SYSTEM, contents_of, pdf, png

XELATEX = Plan(compiler=Engine.XELATEX)
BIBLATEX = Plan(bibliography="biblatex")
OLDER = Plan(2023, bibliography="biblatex")

LINES = tuple(Line(y, 72, 523) for y in range(740, 80, -14))
HEAD, FOOT = Line(790, 200, 300), Line(42, 290, 300)


@dataclass(frozen=True)
class Case:
    """What keeps a rule and what breaks it; `where` is the place that the first breach names."""

    broken: tuple[Change, ...]
    kept: tuple[Change, ...] = ()
    where: str = field(default="")


CASES: Mapping[str, Case] = {
    "bundle-root": Case(
        broken=(
            body("\\documentclass{article}"),
            swap("\\documentclass[11pt]{article}", "\\relax"),
            drop("paper.tex"),
        ),
        kept=(body("% \\documentclass{article}"), body("\\documentclassy")),
        where="text.tex:9:1",
    ),
    "bundle-include-folder": Case(
        broken=(both(put("parts/a.tex", "A"), body("\\include{parts/a}")),),
        kept=(both(put("a.tex", "A"), body("\\include{a}")),),
        where="text.tex:9:1",
    ),
    "bundle-input-missing": Case(
        broken=(body("\\input{more}"), body("\\input more.tex "), drop("text.tex")),
        kept=(
            both(put("more.tex", "A"), body("\\input more")),
            body("% \\input{more}"),
            body("\\InputIfFileExists{more}{}{}"),
            preamble("\\newcommand\\x[1]{\\input{#1}}"),
            lambda c: replace(
                preamble("\\input{glyphtounicode}")(c),
                system={
                    "glyphtounicode.tex": "/usr/share/texlive/texmf-dist/tex/glyphtounicode.tex"
                },
            ),
        ),
        where="text.tex:9:1",
    ),
    "bundle-path": Case(
        broken=(
            body("\\input{../more}"),
            body("\\includegraphics{/data/plot.pdf}"),
            body("\\includegraphics{C:/plot.pdf}"),
            preamble("\\graphicspath{{figures/}{../figures/}}"),
            body("\\input{~/more}"),
        ),
        kept=(
            swap("figures/plot", "./figures/plot", "text.tex"),
            both(preamble("\\graphicspath{{figures/}}"), swap("figures/plot", "plot", "text.tex")),
        ),
        where="text.tex:9:1",
    ),
    "bundle-name": Case(
        broken=(put("a b.tex", ""), put("fig~1.png", png()), put("é/a.png", png())),
        kept=(put("A-b_c+d.e,f=g.tex", ""),),
        where="a b.tex",
    ),
    "bundle-hidden": Case(
        broken=(put(".latexmkrc", ""), put("figures/.git/a", "")),
        kept=(put("figures/a.b", ""),),
        where=".latexmkrc",
    ),
    "bundle-unused": Case(
        broken=(
            put("letter.tex", "Dear editor"),
            put("figures/old.png", png()),
            lambda c: replace(c, read=frozenset(c.files) - {"figures/photo.png"}),
        ),
        kept=(
            lambda c: replace(c, read=frozenset(c.files) - {"paper.bib", README}),
            both(put("own.sty", ""), preamble("\\usepackage{own}")),
            both(put("figures/i.png", png()), body("\\icon{figures/i.png}")),
        ),
        where="letter.tex",
    ),
    "bundle-build-file": Case(
        broken=(
            *(put(f"paper.{end}", "") for end in ("aux", "log", "out", "toc", "dvi", "ps")),
            put("paper.pdf", pdf()),
        ),
        kept=(put("figures/paper.pdf", pdf()),),
        where="paper.aux",
    ),
    "bundle-readme": Case(
        broken=(
            drop(README),
            put(README, "{"),
            put(README, '{"spec_version": 1}'),
            swap("pdflatex", "xelatex", README),
            swap("2025", "2023", README),
            swap("paper.tex", "text.tex", README),
            swap('"process"', '"stamps": true, "process"', README),
            put("00README.yaml", ""),
        ),
        kept=(swap('"process"', '"stamp": true, "process"', README),),
        where=README,
    ),
    "bundle-figure-missing": Case(
        broken=(drop("figures/plot.pdf"), body("\\includegraphics{figures/none}")),
        kept=(body("% \\includegraphics{figures/none}"),),
        where="text.tex:4:1",
    ),
    "bundle-figure-format": Case(
        broken=(
            put("figures/a.eps", "%!PS"),
            put("figures/a.svg", "<svg/>"),
            put("figures/a.gif", "GIF89a"),
            both(
                put("figures/a-eps-converted-to.pdf", pdf()),
                body("\\includegraphics{figures/a-eps-converted-to.pdf}"),
            ),
            both(planned(XELATEX), put("figures/a.eps", "%!PS")),
        ),
        kept=(put("figures/a.JPG", b"\xff\xd8\xff"),),
        where="figures/a.eps",
    ),
    "bundle-figure-damaged": Case(
        broken=(
            put("figures/plot.pdf", png()),
            put("figures/plot.pdf", "%PDF-1.5 and no more"),
            put("figures/photo.png", "GIF89a"),
            put("figures/photo.jpg", png()),
        ),
        kept=(put("figures/photo.jpg", b"\xff\xd8\xff"), put("figures/plot.pdf", pdf(locked=True))),
        where="figures/plot.pdf",
    ),
    "bundle-figure-script": Case(
        broken=(put("figures/plot.pdf", pdf(script=True)),),
        kept=(put("figures/plot.pdf", pdf(text=b"% JavaScript\n")),),
        where="figures/plot.pdf",
    ),
    "bundle-figure-encrypted": Case(
        broken=(put("figures/plot.pdf", pdf(locked=True)),),
        where="figures/plot.pdf",
    ),
    "bundle-figure-large": Case(
        broken=(
            put("figures/photo.png", huge(6)),
            put("figures/photo.png", huge(3)),
            put("figures/photo.png", huge(2, profile=True)),
        ),
        kept=(put("figures/photo.png", huge(2)), put("figures/photo.png", png("RGBA"))),
        where="figures/photo.png",
    ),
    "bundle-figure-unseen": Case(
        broken=(both(put("figures/i.png", png()), body("\\icon{figures/i.png}")),),
        kept=(both(put("figures/i.png", png()), body("\\icon{\\includegraphics{figures/i}}")),),
        where="figures/i.png",
    ),
    "bundle-shell-escape": Case(
        broken=(
            body("\\immediate\\write18{date}"),
            body("\\ShellEscape{date}"),
            body('\\input{|"date"}'),
            body("\\input|date "),
            *(preamble(f"\\usepackage{{{name}}}") for name in ("minted", "svg", "epstopdf")),
            preamble("\\usepackage{amsmath,\n  minted}"),
        ),
        kept=(body("\\write17{date}"), body("% \\write18{date}"), preamble("\\usepackage{svgs}")),
        where="text.tex:9:1",
    ),
    "bundle-engine-test": Case(
        broken=(
            *(
                preamble(f"{test} a\\fi")
                for test in ("\\ifpdf", "\\ifxetex", "\\ifluatex", "\\ifPDFTeX", "\\iftutex")
            ),
            preamble("\\RequireXeTeX"),
            preamble("\\directlua{x}"),
            *(preamble(f"\\usepackage{{{name}}}") for name in ("iftex", "ifxetex", "ifpdf")),
            preamble("\\ifx\\XeTeXversion\\undefined\\fi"),
        ),
        kept=(body("\\iftrue a\\fi"), body("\\ifpdfsomething"), body("% \\ifpdf")),
        where="paper.tex:7:1",
    ),
    "bundle-unicode-package": Case(
        broken=(
            preamble("\\iffalse\\usepackage{fontspec}\\fi"),
            preamble("% \\usepackage{fontspec}"),
            preamble("\\usepackage{amsmath, unicode-math}"),
            preamble("\\RequirePackage[x]{polyglossia}"),
            preamble("\\PassOptionsToPackage{a}{b}\\IfFileExists{fontspec.sty}{}{}"),
        ),
        kept=(planned(XELATEX), body("The package fontspec."), preamble("\\usepackage{fontspecs}")),
        where="paper.tex:7:9",
    ),
    "bundle-pdfoutput": Case(
        broken=(preamble("\\pdfoutput=1"), preamble("\\ifnum\\pdfoutput>0 \\fi")),
        kept=(preamble("% \\pdfoutput=1"), preamble("\\pdfoutputx")),
        where="paper.tex:7:1",
    ),
    "bundle-format-line": Case(
        broken=(swap("\\documentclass[", "%&pdflatex\n\\documentclass["),),
        kept=(swap("\\documentclass[", "% &pdflatex\n\\documentclass["),),
        where="paper.tex:1:1",
    ),
    "bundle-font-name": Case(
        broken=(
            both(planned(XELATEX), preamble("\\setsansfont{Latin Modern Sans}")),
            both(planned(XELATEX), preamble("\\newfontfamily\\x{DejaVu Sans}[Scale=0.8]")),
            both(planned(XELATEX), preamble("\\babelfont{rm}[Scale=1]{Noto Serif}")),
        ),
        kept=(
            planned(XELATEX),
            both(planned(XELATEX), preamble("\\newfontfamily\\x{lmroman10-bold.otf}")),
            both(planned(XELATEX), preamble("\\newfontfamily\\x[Extension=.otf]{lmroman10-bold}")),
        ),
        where="paper.tex:7:1",
    ),
    "bundle-font-missing": Case(
        broken=(
            both(planned(XELATEX), preamble("\\setsansfont{Mine.otf}")),
            both(planned(XELATEX), preamble("\\setsansfont{Mine.otf}[Path=fonts/]")),
            lambda _: replace(planned(XELATEX)(contents_of({})), system={}),
            lambda _: replace(
                planned(XELATEX)(contents_of({})),
                system={name: f"/usr/share/fonts/{name}" for name in SYSTEM},
            ),
        ),
        kept=(
            both(
                planned(XELATEX),
                preamble("\\setsansfont{Mine.otf}[Path=fonts/]"),
                put("fonts/Mine.otf", b"OTTO"),
            ),
        ),
        where="paper.tex:7:1",
    ),
    "bundle-bbl-name": Case(
        broken=(both(put("main.bbl", "x"), drop("paper.bbl")),),
        where="main.bbl",
    ),
    "bundle-bbl-format": Case(
        broken=(biblatex(BIBLATEX, "3.2"), biblatex(OLDER, "3.1")),
        kept=(biblatex(BIBLATEX, "3.3"), biblatex(OLDER, "3.3"), biblatex(OLDER, "3.2")),
        where="paper.bbl:2:1",
    ),
    "bundle-bbl-backend": Case(
        broken=(
            both(biblatex(BIBLATEX, "3.3"), preamble("\\usepackage{natbib}")),
            both(biblatex(BIBLATEX, "3.3"), preamble("\\bibliographystyle{plain}")),
            both(
                biblatex(BIBLATEX, "3.3"),
                put(
                    "paper.bbl",
                    "\\begin{thebibliography}{1}\\bibitem{knuth}K\\end{thebibliography}",
                ),
            ),
            biblatex(Plan(), "3.3"),
            put(
                "paper.bbl",
                "% $ biblatex auxiliary file $\n% $ biblatex bbl format version 3.3 $\n",
            ),
        ),
        kept=(biblatex(BIBLATEX, "3.3"), both(biblatex(BIBLATEX, "3.3"), drop("paper.bbl"))),
        where="paper.tex:8:1",
    ),
    "bundle-references-missing": Case(
        broken=(drop("paper.bbl", "paper.bib"),),
        kept=(drop("paper.bbl"), drop("paper.bib")),
        where="paper.tex:9:1",
    ),
    "bundle-key-missing": Case(
        broken=(
            body("\\citep[see][p.~3]{knuth,lamport}"),
            body("\\nocite{lamport}"),
            swap("{knuth}", "{lamport}", "paper.bbl"),
            both(drop("paper.bbl"), body("\\cite{lamport}")),
        ),
        kept=(
            drop("paper.bbl"),
            body("\\nocite{*}"),
            body("% \\cite{lamport}"),
            both(
                swap("[Knuth(1984)]", "[{Knuth [{a}] and {L}(1984)}]", "paper.bbl"),
                body("\\Citet*{knuth}"),
            ),
        ),
        where="text.tex:9:1",
    ),
    "bundle-index-missing": Case(
        broken=(body("\\printindex"), body("\\printglossaries")),
        kept=(both(put("paper.ind", "x"), body("\\printindex")), preamble("\\makeindex")),
        where="text.tex:9:1",
    ),
    "bundle-local": Case(
        broken=(
            *(
                body(f"{text}")
                for text in (
                    "%% content/notes/x.md:41",
                    "% made in /home/me/paper",
                    "a % file:///tmp/x",
                    "% C:\\Users\\me",
                    "% me@example.org",
                    "% TODO prove it",
                    "%!TEX root = paper.tex",
                )
            ),
            put("paper.bib", "@book{knuth,\n  file = {:me/knuth.pdf:PDF}}"),
            put("paper.bib", "@book{knuth,\n  note = {/home/me/knuth.pdf}}"),
            put("paper.bbl", "% /Users/me/x.bib\n\\bibitem{knuth}"),
        ),
        kept=(
            body("% https://example.org/a/b and 1/2/3, see the manual"),
            body("me@example.org, 50\\% /home/me"),
            body("\\begin{verbatim}\n% /home/me/x\n\\end{verbatim}"),
            put("paper.bib", "@book{knuth,\n  url = {https://example.org/home/me}}"),
        ),
        where="text.tex:9:1",
    ),
    "bundle-today": Case(
        broken=(preamble("\\date{\\today}"),),
        kept=(preamble("\\date{1 May 2026}"), body("\\todays"), body("% \\today")),
        where="paper.tex:7:7",
    ),
    "bundle-margin-note": Case(
        broken=(
            body("\\marginpar{x}"),
            body("\\marginnote{x}"),
            preamble("\\usepackage{todonotes}"),
            preamble("\\usepackage{marginnote}"),
        ),
        kept=(body("\\marginparwidth"), body("\\footnote{x}")),
        where="text.tex:9:1",
    ),
    "bundle-line-numbers": Case(
        broken=(
            preamble("\\usepackage{lineno}"),
            body("\\linenumbers"),
            swap("[11pt]", "[11pt,lineno]"),
        ),
        kept=(body("\\linenumber"),),
        where="paper.tex:7:1",
    ),
    "bundle-double-spacing": Case(
        broken=(
            body("\\doublespacing"),
            preamble("\\linespread{1.6}"),
            preamble("\\renewcommand{\\baselinestretch}{2}"),
            preamble("\\usepackage[doublespacing]{setspace}"),
        ),
        kept=(preamble("\\linespread{1.05}"), preamble("\\usepackage{setspace}")),
        where="text.tex:9:1",
    ),
    "bundle-type-size": Case(
        broken=(
            swap("[11pt]", "[9pt]"),
            swap("[11pt]", "[a4paper,14pt]"),
            swap("[11pt]", "[fontsize=8pt]"),
            shown(*LINES, size=8.97),
            shown(*LINES, size=14.3),
            lambda c: replace(c, pages=(replace(PAGE, sizes={8.97: 1000, 10.9: 50}),)),
        ),
        kept=(
            *(swap("[11pt]", f"[{size}pt]") for size in (10, 11, 12)),
            *(shown(*LINES, size=size) for size in (9.96, 10.9, 11.96)),
            lambda c: replace(c, pages=(replace(PAGE, sizes={8.97: 1000, 10.9: 60}),)),
        ),
        where="paper.tex:1:1",
    ),
    "bundle-margins": Case(
        broken=(
            swap("margin=1in", "margin=0.9in"),
            swap("margin=1in", "left=1in,right=20mm"),
            preamble("\\geometry{top = 2cm}"),
            shown(*(replace(line, left=60) for line in LINES)),
            shown(*(replace(line, right=540) for line in LINES)),
            shown(Line(800, 72, 500), Line(786, 72, 500), *LINES),
            shown(*LINES, Line(60, 72, 500), Line(46, 72, 500)),
        ),
        kept=(
            swap("margin=1in", "margin=25.4mm,marginparwidth=0pt,footskip=20pt"),
            shown(HEAD, *LINES, FOOT),
            shown(HEAD, replace(LINES[0], right=560), *LINES[1:], FOOT),
            shown(*(replace(line, left=60) for line in LINES), turned=True),
        ),
        where="paper.tex:4:1",
    ),
    "bundle-boxed": Case(
        broken=tuple(
            preamble(f"\\usepackage{{{name}}}") for name in ("tcolorbox", "mdframed", "framed")
        ),
        kept=(preamble("\\usepackage{amsthm}"),),
        where="paper.tex:7:1",
    ),
    "bundle-highlight": Case(
        broken=(preamble("\\usepackage{soul}"), body("\\hl{x}")),
        kept=(body("\\hline"),),
        where="paper.tex:7:1",
    ),
    "bundle-graphics-driver": Case(
        broken=(
            swap("[11pt]", "[11pt,dvips]"),
            swap("[hidelinks]", "[hidelinks,pdftex]"),
        ),
        kept=(preamble("\\usepackage[pdftex]{own}"),),
        where="paper.tex:1:1",
    ),
    "bundle-texlive": Case(
        broken=(
            preamble("\\newcommand{\\theHalgorithm}{x}"),
            preamble("\\begingroup\\usepackage{amsmath}\\endgroup"),
            swap("\\usepackage[hidelinks]", "\\usepackage{hyperxmp}\n\\usepackage[hidelinks]"),
            preamble("\\usepackage{cleveref}\\newtheorem{lemma}[theorem]{Lemma}"),
        ),
        kept=(
            preamble("\\providecommand{\\theHalgorithm}{x}"),
            preamble("\\begingroup\\endgroup\\usepackage{amsmath}"),
            preamble("\\usepackage{hyperxmp}"),
            preamble(
                "\\usepackage{cleveref}\\newtheorem{a}[b]{c}\\AddToHook{env/a/begin}{\\crefalias{b}{a}}"
            ),
            both(planned(Plan(2023)), preamble("\\newcommand{\\theHalgorithm}{x}")),
        ),
        where="paper.tex:7:1",
    ),
}
