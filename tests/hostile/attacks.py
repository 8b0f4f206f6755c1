"""What a note may try, and every place of a note in which it may try it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pikepdf

__all__ = [
    "PAYLOADS",
    "REACHING",
    "SECRET",
    "bibliography",
    "formulas",
    "harmless",
    "live",
    "note",
    "reaching",
]

SECRET = "Zwetschgenkuchen"  # noqa: S105  # a word to look for
"""What stands in the file that nobody but the owner of the machine may read."""

REACHING = frozenset(
    re.findall(
        "[A-Za-z]+",
        """
    input include openin openout read readline write immediate special pdfliteral directlua
    latelua luaexec luadirect luacode catcode csname endcsname scantokens everypar everymath
    aftergroup afterassignment uppercase lowercase lstinputlisting includegraphics verbatiminput
    VerbatimInput shipout output endinput batchmode errmessage message show showthe typeout typein
    newwrite newread InputIfFileExists IfFileExists pdfobj pdfannot pdffiledump pdfmdfivesum
    pdfextension pdffeedback XeTeXpicfile XeTeXpdffile RequirePackage usepackage documentclass
    filecontents ShellEscape DirectShellEscape expandafter futurelet noexpand jobname meaning
    primitive pdfprimitive makeatletter endlinechar escapechar lccode uccode mathcode font
    addbibresource bibliography href url loop repeat everycr valign halign
    """,
    )
)
"""Commands that reach files, other programs, or TeX itself; none comes from a note."""

_WORD = re.compile(r"\\+([A-Za-z]+)")

_HARMLESS = re.compile(
    r"\\includegraphics(?:\[[^\]]*\])?\{figures/[\w.-]+\}|\\(?:href|url)\{https?:"
    r"|\\begin\{codelines\}.*?\\end\{codelines\}",
    re.DOTALL,
)
"""What the program itself writes: pictures of its own, addresses, and code, where ^ is a letter."""

PAYLOADS = (
    r"\input{FILE}",
    r"\input FILE ",
    r"\openin5=FILE \read5 to\x \x",
    r"\immediate\openout5=EVIL \immediate\write5{x}\closeout5",
    r"\immediate\write18{touch EVIL}",
    r"\input|'touch EVIL'",
    r"\special{ps: (FILE) run}",
    r"\pdfliteral{q}",
    r"\directlua{io.open('EVIL','w'):close()}",
    r"\directlua{tex.print(io.open('FILE'):read('a'))}",
    r"\lstinputlisting{FILE}",
    r"\verbatiminput{FILE}",
    r"\includegraphics{FILE}",
    r"\href{file://FILE}{a}",
    r"\href{javascript:alert(1)}{a}",
    r"\url{file://FILE}",
    r"\catcode`\!=0 !input{FILE}",
    r"\csname input\endcsname{FILE}",
    r"\expandafter\input\expandafter{FILE}",
    r"\everypar{\input{FILE}}",
    r"\aftergroup\input",
    r"\lowercase{\INPUT{FILE}}",
    r"\scantokens{\input{FILE}}",
    r"^^5cinput{FILE}",
    r"^^^^005cinput{FILE}",
    r"\def\x{\input{FILE}}\x",
    r"\newcommand{\x}[1][\input{FILE}]{#1}\x",
    r"\let\x=\input \x{FILE}",
    r"\loop\iftrue\repeat",
    r"\end{document}",
    r"\endinput",
    r"\begin{filecontents}[overwrite]{EVIL}x\end{filecontents}",
)
"""FILE is the secret, EVIL a file to make outside of the folder."""

_IN_FORMULAS = (
    *(r"\let\x=\directlua \x{io.open('EVIL','w'):close()}", r"\let\x\includegraphics \x{FILE}"),
    r"\def\input{a}\text{\input{FILE}}",
    r"\def\directlua{a}\hbox{\directlua{io.open('EVIL','w'):close()}}",
    r"\def\y#1{\text{#1}}\def\openin{a}\y{\openin5=FILE }",
    *(r"\ce{\input{FILE}}", r"\ce{^^5cinput{FILE}}", r"\ce{$\input{FILE}$}"),
    r"\ce{\begin{filecontents}{EVIL}x\end{filecontents}}",
    *(r"\pu{\input{FILE}}", r"\pu{1 ^^5cinput{FILE}}", r"\text{^^5cinput{FILE}}"),
    *(r"\rule{\input{FILE}}{1pt}", r"\raisebox{\input{FILE}}{a}", r"\hspace{\input{FILE}}"),
    *(r"a \above{1pt\input{FILE}} b", r"\kern{1pt\input{FILE}}", r"\\[1pt\input{FILE}]"),
    r"\genfrac{\input{FILE}}{)}{1pt\input{FILE}}{0}{a}{b}",
    r"\begin{array}{>{\input{FILE}}c}a\end{array}",
    r"\begin{array}{@{\input{FILE}}c}a\end{array}",
    r"\begin{alignedat}{\input{FILE}}a\end{alignedat}",
    r"\begin{subarray}{\input{FILE}}a\end{subarray}",
    *(r"\left\input a\right\directlua", r"\big\input", r"\middle\input", r"\not\input"),
    *(r"\tag{\input{FILE}}", r"\label{\input{FILE}}", r"\ref{\input{FILE}}"),
    r"\newcommand\x[\input{FILE}]{a}\x",
    r"\DeclareMathOperator{\x}{\input{FILE}}\x",
    r"\futurelet\x\relax\begin{matrix}a\end{matrix}\x{filecontents}",
    *(r"\egroup\input{FILE}\bgroup", r"\endgroup\egroup$\input{FILE}$"),
    *(r"\htmlData{\input{FILE}}{a}", r"\htmlId{^^5c}{a}", r"\color{\input{FILE}}a"),
    r"\gdef\par{\input{FILE}}",
)


def reaching(latex: str) -> set[str]:
    r"""Return what of LATEX reaches further than a note may: commands, and TeX's notation `^^`.

    >>> sorted(reaching(r"\input{a} \textbackslash{}write ^^5c"))
    ['^^', 'input']
    """
    return {*_WORD.findall(latex)} & REACHING | ({"^^"} if "^^" in latex else set())


def live(chapter: str) -> set[str]:
    """Return what of CHAPTER reaches further than a note may, outside of comments and listings."""
    lines = [line for line in chapter.splitlines() if not line.lstrip().startswith("%")]
    return reaching(_HARMLESS.sub("", "\n".join(lines)))


def formulas() -> Iterator[str]:
    """Yield every payload as something that may stand in a formula."""
    yield from _IN_FORMULAS
    yield from PAYLOADS


def _in_places(number: int, payload: str) -> str:
    word = payload.replace('"', "")
    flat = word.replace("|", "")
    return f"""
## Heading {flat} {{#h{number}}}

Text {payload} and *{payload}* and **{payload}** and ~~{payload}~~ and [{flat}](/x/{number}).

A note[^{number}], <b>{payload}</b> <span title="{flat}">{payload}</span>, <br>{payload}

[^{number}]: {payload}

- {payload}
- [ ] {payload}

> {payload}

| {flat} | b |
|---|---|
| {flat} | <i>{flat}</i> |

**Table {number}.** {payload}

**Theorem ({flat}).** {payload}.

Term
: {payload}

[x]{{id="{word}"}} [y]{{#{flat.replace(" ", "")} title="{word}"}}
<i id="{word}">z</i> <a name="{word}">a</a>
![a](/x.png){{id="{word}" width="{word}"}} <img src="/x.png" alt="{word}" width="{word}">

`{payload}` <!-- {payload} --> \\index{{term{number}!{flat}}}
\\cite[{flat}]{{key}} \\cite{{{flat}}} \\ref{{{flat}}} \\label{{{flat}}} \\textbf{{{payload}}}

```python {{title="{flat.replace("{", "").replace("}", "")}" id="{word}" start="{word}"}}
# {payload}
```

```{flat.split("{")[0].strip()}
{payload}
```

```pseudo-algorithm
\\begin{{algorithm}}
\\caption{{{payload}}}
\\begin{{algorithmic}}
\\State {payload}
\\If{{{payload}}}
\\State \\({payload}\\) \\Comment{{{payload}}}
\\EndIf
\\end{{algorithmic}}
\\end{{algorithm}}
```

<div>{payload}</div>

<table><tr><td>{payload}</td></tr></table>

{{{{< glossary-term "{word}" def="{word}" >}}}} {{{{< {flat.split("{")[0]} >}}}}

$$
{payload}
$$

The formula ${payload}$ and \\({payload}\\).
"""


def note(file: str, evil: str, payloads: Sequence[str] = PAYLOADS) -> str:
    """Return a note that tries PAYLOADS everywhere; FILE is to be read, EVIL to be made."""
    body = "".join(_in_places(number, payload) for number, payload in enumerate(payloads))
    more = "".join(
        f"\n$$\n{one}\n$$\n\nAnd ${one}$, and a cell:\n\n| a |\n|---|\n| ${one}$ |\n"
        for one in _IN_FORMULAS
    )
    text = f'{body}{more}\n{{{{< references bib="bib/evil.bib" >}}}}\n'
    return text.replace("FILE", file).replace("EVIL", evil)


def bibliography(file: str, evil: str) -> str:
    """Return entries that try everything in every field."""
    entries = [
        f"@article{{k{number},\n  author = {{{payload} and A. {payload}}},\n"
        f"  title = {{{payload} and ${payload}$}},\n  journal = {{{payload}}},\n"
        f"  year = {{2001}},\n  note = {{{payload}}},\n  url = {{{payload}}},\n"
        f"  doi = {{{payload}}},\n  pages = {{{payload}}}\n}}\n"
        for number, payload in enumerate(PAYLOADS)
        if payload.count("{") == payload.count("}")
    ]
    key = "@book{key, title = {A book}, author = {A. Author}, year = 2000, url = {file://FILE}}\n"
    text = "".join([key, '@preamble{"\\input{FILE}"}\n@string{x = "\\input{FILE}"}\n', *entries])
    return text.replace("FILE", file).replace("EVIL", evil)


def harmless(pdf: Path) -> None:
    """Assert that nothing in PDF runs, and that no link in it leads to a file or a script."""
    with pikepdf.open(pdf) as document:
        pieces = [piece for piece in document.objects if isinstance(piece, pikepdf.Dictionary)]
        actions = {str(piece.get("/S")) for piece in pieces}
        links = [str(piece.URI) for piece in pieces if "/URI" in piece]
        keys = {key for piece in pieces for key in piece}
    assert not {"/JavaScript", "/Launch", "/GoToR", "/ImportData", "/SubmitForm"} & actions
    assert not {"/JS", "/JavaScript", "/AA", "/EmbeddedFiles", "/EF", "/XFA"} & keys
    assert [link for link in links if re.match(r"(?i)\s*(?:javascript|file|data):", link)] == []
