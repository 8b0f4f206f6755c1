"""Wherever a name of a closed set is misspelt, the one that was meant is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scidraft_tex.book_settings import read_settings
from scidraft_tex.check import CheckJob, check_site
from scidraft_tex.diagnostics import Diagnostic, Place
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Shell

HUGO = """\
title = "A site"

[params.entrySets.results]
titleField = "result"
"""

NOTE = """\
+++
title = "Mixing times"
slug = "mixing-times"
result = "Mixing"
+++

## The spectral gap {#spectral-gap}

$$ x = 1 \\label{eq:first} $$

Of \\cite{Levn2009} there is more.

{{< references bib="bib/works.bib" >}}

And \\cite{Levin2009}.

{{< references bib="bib/wroks.bib" >}}

{{< refernces bib="bib/works.bib" >}}

[The note](/notes/mixing-tims/), [a part](#spectral-gpa), [one](mixing-tmes.md).

See \\ref{eq:frist} and $\\eqref{eq:fisrt}$.

$$ \\aplha + \\textcolor{tael}{x} $$

$$ \\begin{alinged} x \\end{alinged} $$

![A plot](plto.png)

```pyhton
x = 1
```

::: {.theroem}
A.
:::

{{< entry-a-to-z set="reslts" >}}

A claim.[^suorce]

Another.[^source]

[^source]: Where it stands.

A \\textbff{bold} word, and \\(\\foo\\).

So it is. <!-- scidraft: allow tex-overful -->
"""

MEANT = {
    ("citation-missing-key", "Levn2009"): "did you mean Levin2009?",
    ("shortcode-unknown", "refernces"): "did you mean references?",
    ("bib-missing-file", "wroks.bib"): "did you mean bib/works.bib?",
    ("link-unresolved", "mixing-tims"): "did you mean notes/mixing-times?",
    ("link-unresolved", "spectral-gpa"): "did you mean #spectral-gap?",
    ("link-unresolved", "mixing-tmes"): "did you mean mixing-times?",
    ("label-unresolved", "eq:frist"): "did you mean eq:first?",
    ("label-unresolved", "eq:fisrt"): "did you mean eq:first?",
    ("tex-undefined-command", r"\aplha"): r"did you mean \alpha or \Alpha?",
    ("tex-undefined-command", r"\foo"): "mend its name, or define it",
    ("colour-unknown", "tael"): "did you mean teal?",
    ("math-syntax", "no environment alinged"): "did you mean aligned?",
    ("image-missing", "plto.png"): "did you mean content/notes/plot.png?",
    ("language-unknown", "pyhton"): "did you mean python?",
    ("kind-unknown", "theroem"): "did you mean theorem?",
    ("index-set-unknown", "reslts"): "did you mean results?",
    ("footnote-undefined", "suorce"): "did you mean [^source]?",
    ("prose-command", "textbff"): r"did you mean \textbf?",
    ("allow-invalid", "tex-overful"): "did you mean `tex-overfull`?",
}


BOOK = """\
parts:
  - title: One
    chapters:
      - {title: A, notes: [mixng-times]}
      - title: B
        set: result
      - {title: C, tag: [Mixng]}
      - title: D
        set: results
        category: [Lawz]
"""


def test_what_a_chapter_of_the_settings_names(tmp_path: Path) -> None:
    files = {
        "hugo.toml": HUGO,
        "content/notes/mixing-times.md": '+++\ntitle = "Mixing times"\ntags = ["Mixing"]\n'
        'result = "Mixing"\nentryCategory = "Laws"\n+++\n\nText.\n',
        "book.yaml": BOOK,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    settings, _ = read_settings(tmp_path / "book.yaml")
    found = check_site(CheckJob(tmp_path, settings), Shell()).diagnostics
    assert [(item.place, item.hint) for item in found if item.code == "chapter-empty"] == [
        (Place("book.yaml", 4, 28), "did you mean mixing-times?"),
        (Place("book.yaml", 4, 9), ""),
        (Place("book.yaml", 6, 9), "did you mean results?"),
        (Place("book.yaml", 7, 26), "did you mean Mixing?"),
        (Place("book.yaml", 10, 20), "did you mean Laws?"),
    ]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> tuple[Diagnostic, ...]:
    site = tmp_path_factory.mktemp("site")
    files = {
        "hugo.toml": HUGO,
        "content/notes/mixing-times.md": NOTE,
        "assets/bib/works.bib": "@book{Levin2009, title={Chains}, author={Levin, D.}, year=2009}",
    }
    for name, text in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, encoding="utf-8")
    (site / "content/notes/plot.png").write_bytes(b"")
    job = CheckJob(site, Settings(language="enn"))
    return tuple(check_site(job, Shell()).diagnostics)


@pytest.mark.parametrize(("code", "wrong"), MEANT)
def test_the_name_that_was_meant_is_named(
    said: tuple[Diagnostic, ...], code: str, wrong: str
) -> None:
    found = [item for item in said if item.code == code and wrong in item.message]
    assert len(found) == 1
    assert found[0].hint.startswith(MEANT[code, wrong])


def test_it_is_told_where_it_stands(said: tuple[Diagnostic, ...]) -> None:
    (item,) = [item for item in said if item.code == "allow-invalid"]
    line = next(n for n, text in enumerate(NOTE.split("\n"), 1) if "tex-overful " in text)
    assert item.place == Place("content/notes/mixing-times.md", line, 32)


def test_a_language_is_a_name_too(said: tuple[Diagnostic, ...]) -> None:
    (item,) = [item for item in said if item.code == "language-unsupported"]
    assert re.fullmatch(r"did you mean en\?", item.hint)
