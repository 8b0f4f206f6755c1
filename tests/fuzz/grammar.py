"""Notes made at random from the grammar of docs/format.md, and noise upon them.

Every word that must not be lost is a marker, `qz…zq`, of which each stands once in a note.
"""

from __future__ import annotations

import re
from itertools import count

from hypothesis import strategies as st

from scidraft_tex.kinds import KINDS

__all__ = ["MARKER", "invisible", "noisy_notes", "notes"]

MARKER = re.compile(r"qz[a-y]+zq")
_SLOT = "\N{WHITE SQUARE}"
"""Where a marker will stand."""


def marked(text: str) -> str:
    """Return TEXT with a marker of its own in each slot."""
    numbers = count()
    return re.sub(_SLOT, lambda _: marker(next(numbers)), text)


def marker(number: int) -> str:
    """Return the marker NUMBER, in letters alone: no part of the program takes it for anything."""
    letters = ""
    while True:
        number, rest = divmod(number, 25)
        letters = chr(ord("a") + rest) + letters
        if not number:
            return f"qz{letters}zq"


W = st.just(_SLOT)
PLAIN = W | st.sampled_from([f"{_SLOT} and {_SLOT}", f"the {_SLOT}", f"{_SLOT}, {_SLOT}"])
ATOMS = st.sampled_from(
    [
        *("x", "x^2", "a_i", r"\alpha", r"\frac{1}{2}", r"\sqrt{n}", r"\mathbb{R}", r"x \le y"),
        *(rf"\text{{{_SLOT}}}", r"\sum_{k=1}^n k", r"\left(\frac a b\right)", r"\operatorname{im}"),
        *(r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", r"f\colon A \to B", r"\| x \|", "é"),
        *(r"\undefinedcommand", "x^2^3", r"\frac{1", r"\left( x", "a & b", r"\def\q{1}\q"),
        *(r"\label{eq:a} y", r"\tag{3} z", r"\color{red} x", r"\ce{H2O}", "<", ">", "|", "#", "%"),
    ]
)
FORMULA = st.lists(ATOMS, min_size=1, max_size=3).map(" ".join)
FENCED = [("$", "$"), (r"\(", r"\)"), (r"\\(", r"\\)")]
INLINE_MATH = st.tuples(FORMULA, st.sampled_from(FENCED)).map(lambda f: f"{f[1][0]}{f[0]}{f[1][1]}")
KEYS = st.sampled_from(["a", "b", "a,b", "missing", "a, missing"])
CITATIONS = st.tuples(
    st.sampled_from(["cite", "citep", "citet", r"cite[\S 2]", "cite[see][p. 3]"]), KEYS
).map(lambda pair: f"\\{pair[0]}{{{pair[1]}}}")
LINKS = st.tuples(
    PLAIN,
    st.sampled_from(
        ["#here", "/notes/n1/", "n1.md", "https://example.org/a_b%20c#d", "nowhere.md"]
    ),
).map(lambda pair: f"[{pair[0]}]({pair[1]})")
ODDITIES = st.sampled_from(
    [
        *("&", "%", "#", "_", "~", "^", "\\\\", "{", "}", "<", ">", "$", "|", "`", "*", "[", "]"),
        *("…", "—", "«x»", "“x”", "ü", "ß", "Ω", "漢", "ﷺ", "🙂", "\u00a0", "\u200b", "e\u0301"),
        *(r"\textbf{" + _SLOT + "}", r"\emph{" + _SLOT + "}", r"\unknown{" + _SLOT + "}"),
        *(
            r"\index{" + _SLOT + "}",
            r"\index{a!b}",
            r"\label{here}",
            r"\ref{here}",
            r"\eqref{eq:a}",
        ),
        *(
            "<br>",
            f"<b>{_SLOT}</b>",
            f"<kbd>{_SLOT}</kbd>",
            f"<odd>{_SLOT}</odd>",
            "<!-- hidden -->",
        ),
        *(f"[{_SLOT}]{{.gap}}", f"[{_SLOT}]{{.instructor}}", "{{< ref n1 >}}", "{{< toc >}}"),
        *(
            '{{< glossary-term "kernel" def="a map" >}}',
            "{{< odd >}}",
            "{{< ref",
            r"\(",
            "$$",
            "**",
        ),
    ]
)
INLINES = st.deferred(
    lambda: st.one_of(
        PLAIN,
        PLAIN.map(lambda text: f"**{text}**"),
        PLAIN.map(lambda text: f"*{text}*"),
        PLAIN.map(lambda text: f"~~{text}~~"),
        PLAIN.map(lambda text: f"`{text}`"),
        INLINE_MATH,
        CITATIONS,
        LINKS,
        ODDITIES,
        PLAIN.map(lambda text: f"{text}[^note]"),
        PLAIN.map(lambda text: f'![{text}](none.png "{_SLOT}")'),
    )
)
LINE = st.lists(INLINES, min_size=1, max_size=5).map(" ".join)
CELL = st.lists(st.one_of(PLAIN, INLINE_MATH, CITATIONS, LINKS), max_size=2).map(" ".join)


@st.composite
def tables(draw: st.DrawFn) -> str:
    """Return a pipe table, perhaps with ragged rows, a class and a caption."""
    columns = draw(st.integers(1, 4))
    rows = draw(st.lists(st.lists(CELL, min_size=columns, max_size=columns), max_size=3))
    if rows and draw(st.integers(0, 3)) == 0:
        rows[-1] = rows[-1][:-1]
    rules = [draw(st.sampled_from(["---", ":--", "--:", ":-:"])) for _ in range(columns)]
    head = [draw(CELL) for _ in range(columns)]
    lines = [f"| {' | '.join(row)} |" for row in (head, rules, *rows)]
    classes = draw(st.sampled_from(["", "{.table-academic}", "{.table-striped #tab}", "{.odd}"]))
    caption = draw(
        st.sampled_from(["", f"**Table 1.** {_SLOT}\n\n", f"**Table 2 ({_SLOT}).** x\n\n"])
    )
    return caption + "\n".join(filter(None, [*lines, classes]))


RESULTS = st.tuples(
    st.sampled_from([kind.name for kind in KINDS]),
    st.sampled_from(["", f" ({_SLOT})", " 3", f" 3 ({_SLOT})", f" of {_SLOT}"]),
    LINE,
).map(lambda part: f"**{part[0]}{part[1]}.** {part[2]}.")
FENCES = st.tuples(
    st.sampled_from(
        [
            *("python", "text", "", "odd", f'c {{title="{_SLOT}" #code}}', "math", "katex"),
            *("pseudo-algorithm", "algorithm", "html"),
        ]
    ),
    st.lists(
        st.one_of(
            *(W, FORMULA, st.sampled_from(["x = 1", "├── a", "└── b/", "", "\tz", "# c", "'''"])),
            *(st.sampled_from([rf"\State {_SLOT}", rf"\If{{{_SLOT}}}", r"\EndIf", r"\Odd{x}"]),),
        ),
        max_size=4,
    ),
    st.sampled_from(["```", "~~~", "````"]),
).map(lambda part: "\n".join([f"{part[2]}{part[0]}", *part[1], part[2]]))
DISPLAYS = st.tuples(
    FORMULA, st.sampled_from([("$$", "$$"), (r"\[", r"\]"), (r"\\[", r"\\]")])
).map(lambda part: f"{part[1][0]}\n{part[0]}\n{part[1][1]}")
SINGLES = st.sampled_from(
    [
        *("---", "<!-- end -->", "<!-- pagebreak -->", "{{< references >}}", "{{< glossary >}}"),
        *(f"[^note]: {_SLOT} {_SLOT}", '{{< references bib="bib/none.bib" >}}', "{.odd #here}"),
        *(f'{{{{< figure src="none.png" caption="{_SLOT}" >}}}}', "{{< /odd >}}", "{points=3}"),
        *(f'{{{{< details "{_SLOT}" >}}}}\n{_SLOT}\n{{{{< /details >}}}}', "::: {.odd}", ":::"),
        *(f"<div>\n{_SLOT}\n</div>", f"<p>{_SLOT}", "<!-- scidraft: allow math-syntax, odd -->"),
        *(f"<table><tr><td>{_SLOT}</td></tr></table>", "```", "$$", "| a |", f"{_SLOT}\n: {_SLOT}"),
    ]
)


def _indented(text: str, first: str, rest: str) -> str:
    return "\n".join((rest if at else first) + line for at, line in enumerate(text.split("\n")))


BLOCKS = st.recursive(
    st.one_of(
        *(LINE, RESULTS, tables(), FENCES, DISPLAYS, SINGLES),
        st.tuples(st.integers(1, 6), LINE).map(lambda part: f"{'#' * part[0]} {part[1]}"),
    ),
    lambda inner: st.one_of(
        inner.map(lambda text: _indented(text, "- ", "  ")),
        inner.map(lambda text: _indented(text, "3. ", "   ")),
        inner.map(lambda text: _indented(text, "- [x] ", "  ")),
        inner.map(lambda text: _indented(text, "> ", "> ")),
        inner.map(lambda text: f'::: {{.lemma name="{_SLOT}"}}\n{text}\n:::'),
        inner.map(lambda text: f"::: {{.solution}}\n{text}\n:::"),
        inner.map(lambda text: f"<details><summary>{_SLOT}</summary>\n\n{text}\n\n</details>"),
        st.lists(inner, min_size=2, max_size=3).map("\n\n".join),
    ),
    max_leaves=6,
)
FRONT = st.sampled_from(
    [
        "",
        "+++\ntitle = 'A note'\n+++\n",
        "---\ntitle: A note\ntags: [a, b]\n---\n",
        '{"title": "A note", "date": "2026-01-01"}\n',
        "+++\ntitle = 3\ndate = 'never'\n+++\n",
    ]
)
_BODIES = st.lists(BLOCKS, min_size=1, max_size=6).map("\n\n".join)
notes = st.tuples(FRONT, _BODIES).map(lambda part: part[0] + marked(part[1]))
"""Notes as a writer may write them, right and wrong."""

_NOISE = st.sampled_from(
    [
        *("\\", "{", "}", "$", "$$", "[", "]", "(", ")", "*", "**", "_", "`", "```", "~", "|", "#"),
        *("&", "%", "^", "<", ">", "!", '"', "'", ":", ":::", "-", "\n", "\n\n", " ", "    ", "\t"),
        *(
            "\r\n",
            "\r",
            "\x00",
            "\x0c",
            "\x1b[31m",
            "\u2028",
            "\u202e",
            "\ufeff",
            "\ue000",
            "\ufffd",
        ),
        *("{{<", ">}}", "{{% x %}}", "<!--", "-->", "\\(", "\\)", "\\[", "\\]", "\\begin{align}"),
        *("[^note]", "](", "{#here}", "{.proof}", "\U0010ffff", "\ud7ff", "é" * 3, "<p>", "</div>"),
    ]
)


@st.composite
def noisy_notes(draw: st.DrawFn) -> str:
    """Return a note with noise put between its characters, or instead of some."""
    text = draw(notes)
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 3))
        text = text[:at] + draw(_NOISE) + text[at + cut :]
    return text


_INVISIBLE = re.compile(
    r"""
    \A\+\+\+.*?^\+\+\+ | \A---.*?^---                 # front matter
    | <!--.*?(?:-->|\Z)                               # comments
    | <(?:script|style|template|noscript)\b.*?(?:</(?:script|style|template|noscript)>|\Z)
    | <[A-Za-z/!?][^>]*>                              # tags and what is in them
    | \{\{[<%].*?(?:[%>]\}\}|\Z)                      # shortcodes' own words
    | (?<![A-Za-z\\])\{\s*[.\#\w-][^{}]*\}          # attributes
    | ^[ \t>0-9.*+-]*(?:```+|~~~+|:::+)[^\n]*         # the words after a fence's marks
    | (?<!\\)%[^\n]*                                  # comments in formulas
    | \]\([^()]*\) | \]:[^\n]*                        # where links lead
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)


def invisible(text: str) -> str:
    """Return what of TEXT may stand in no print by the format's rules: comments, tags."""
    return "\n".join(_INVISIBLE.findall(text))
