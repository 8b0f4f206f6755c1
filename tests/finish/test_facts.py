from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream

from scidraft_tex.engines import Engine
from scidraft_tex.finish.facts import FontFact, OutlineFact, pdf_facts
from scidraft_tex.tools import Shell
from scidraft_tex.typeset import typeset

MakePdf = Callable[..., Path]


def test_pages_labels_and_outline(make_pdf: MakePdf) -> None:
    facts = pdf_facts(make_pdf(4, turned=3))
    assert facts.pages == 4
    assert facts.sizes == ((200, 300), (200, 300), (300, 200), (200, 300))
    assert facts.labels == ("i", "ii", "1", "2")
    assert facts.outline == (OutlineFact("One", 1, 1), OutlineFact("Within", 2, 2))


def test_fonts_that_are_not_embedded_or_are_pictures(make_pdf: MakePdf, tmp_path: Path) -> None:
    with pikepdf.open(make_pdf(1)) as document:
        glyphs = Dictionary(a=document.make_indirect(Stream(document, b"500 0 d0")))
        type3 = Dictionary(Type=Name.Font, Subtype=Name.Type3, Name=Name.Bits, CharProcs=glyphs)
        file = document.make_indirect(Stream(document, b"font"))
        descriptor = Dictionary(Type=Name.FontDescriptor, FontFile3=file)
        descendant = Dictionary(
            Type=Name.Font, Subtype=Name.CIDFontType0, BaseFont=Name("/ABCDEF+Own"),
            FontDescriptor=document.make_indirect(descriptor),
        )  # fmt: skip
        composite = Dictionary(
            Type=Name.Font, Subtype=Name.Type0, BaseFont=Name("/ABCDEF+Own"),
            DescendantFonts=Array([document.make_indirect(descendant)]),
        )  # fmt: skip
        page = document.pages[0]
        page.add_resource(document.make_indirect(type3), Name.Font)
        page.add_resource(document.make_indirect(composite), Name.Font)
        document.save(tmp_path / "fonts.pdf")
    facts = pdf_facts(tmp_path / "fonts.pdf")
    assert facts.fonts == (
        FontFact("Bits", "Type3", embedded=True),
        FontFact("Helvetica", "Type1", embedded=False),
        FontFact("Own", "Type0", embedded=True),
    )
    assert facts.unembedded == ("Helvetica",)
    assert facts.type3 == ("Bits",)


@pytest.mark.tex
def test_a_pdf_of_tex(tmp_path: Path) -> None:
    (tmp_path / "book.tex").write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern}"
        "\\usepackage[pdftitle=T]{hyperref}\\begin{document}\\pagenumbering{roman}"
        "\\section{One}a\\newpage\\section{Two}$b$\\end{document}",
        encoding="utf-8",
    )
    pdf = typeset(tmp_path, "book", Engine.PDFLATEX, Shell()).pdf
    assert pdf
    facts = pdf_facts(pdf)
    assert facts.labels == ("i", "ii")
    assert facts.outline == (OutlineFact("One", 1, 1), OutlineFact("Two", 1, 2))
    assert facts.title == "T"
    assert FontFact("LMRoman10-Regular", "Type1", embedded=True) in facts.fonts
    assert facts.unembedded == facts.type3 == ()
