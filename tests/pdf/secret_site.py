"""A site whose notes hide a word of its own in each place where a text can stand.

Each such word begins with `MARK`, so that one search finds them all. `PRINTED` are those that an
edition with all text prints, `TEACHERS` those that the instructor alone may read; the others stand
where nothing prints them, or not as they are.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

__all__ = ["MARK", "PRINTED", "TEACHERS", "UNPRINTED", "make_secret_site"]

MARK = "quzzo"
PRINTED = frozenset(
    f"{MARK}{what}"
    for what in (
        *(
            "proof",
            "solution",
            "hint",
            "working",
            "gap",
            "bold",
            "quote",
            "item",
            "term",
            "meaning",
        ),
        *("cell", "head", "tablecaption", "foot", "cellfoot", "picture", "node", "diagramcaption"),
        *("code", "listing", "comment", "text", "tag", "works", "author", "url", "section", "name"),
        *("lemma", "statement", "step", "steps", "folder", "details", "fence", "grid", "figure"),
        *("titlegap", "headgap", "namegap", "cellgap", "footgap", "captiongap", "formulagap"),
        *("introgap", "introsolution", "otherproof", "inner"),
    )
)
TEACHERS = frozenset(
    f"{MARK}{what}"
    for what in (
        *("teacher", "inline", "headinline", "cellinline", "footinline", "teachercode"),
        *("part", "parttext", "titleinline", "teacherresult"),
    )
)
UNPRINTED = frozenset(
    f"{MARK}{what}"
    for what in (
        *("file", "alt", "label", "mathlabel", "index", "key", "front", "macro", "id", "anchor"),
        *("note", "gapfile", "gapalt", "summary", "acc"),
    )
)

ANALYSIS = """\
---
title: On sums [quzzotitlegap]{.gap}[quzzotitleinline]{.instructor}
teacher: quzzofront
handout:
  workings: space
---

Visible one, which is used in \\eqref{quzzomathlabel} and in [](#quzzolabel) and by
[this](#quzzoid). The word is [quzzogap]{.gap}, or [*quzzobold*]{.gap}, or
[\\(\\text{quzzoformulagap}\\)]{.gap}, or [`quzzocode`]{.gap}, and so on.[^seen]
[Say quzzoinline.]{.instructor}

[^seen]: A visible note with a [quzzofootgap]{.gap}. [Say quzzofootinline.]{.instructor}

## A heading with a [quzzoheadgap]{.gap} [and quzzoheadinline]{.instructor}

**Theorem (about [quzzonamegap]{.gap}).** A statement, by \\cite{knuth}.

<!-- quzzonote: a note to myself -->

::: {.proof}
A quzzoproof begins.[^hidden] It is \\index{quzzoindex} known.

[^hidden]: The quzzofoot of a page.

$$
\\newcommand{\\quzzomacro}{\\text{quzzotext}}
a = \\quzzomacro + b \\label{quzzomathlabel}
$$

$$
c = d \\label{tagged} \\tag{quzzotag}
$$

$$
b = c \\label{second}
$$

**Lemma (quzzolemma).** The quzzostatement within.
{.lemma #quzzolabel}

> A quzzoquote of somebody.

- A quzzoitem [here]{#quzzoanchor}.

quzzoterm
: Its quzzomeaning.

| quzzohead | other |
|---|---|
| quzzocell | another[^cell] |

**Table 7.** The quzzotablecaption.

[^cell]: In a cell: quzzocellfoot.

![quzzoalt](quzzofile.png "The quzzopicture shown")

```mermaid {#quzzoid}
%% caption: The quzzodiagramcaption
flowchart LR
  accTitle: quzzoacc
  A[quzzonode] --> B
```

```python {title="The quzzolisting"}
quzzofence = 1  # quzzocomment
```

```pseudo-algorithm
\\begin{algorithm}
\\caption{The quzzosteps}
\\begin{algorithmic}
\\State quzzostep
\\end{algorithmic}
\\end{algorithm}
```

```text
quzzofolder/
├── data/
└── report.md
```

<details><summary>More</summary>The quzzodetails.</details>

By \\cite{quzzokey}, or [here](https://example.org/quzzourl).
:::

**Theorem (second).** It follows from \\eqref{second}.

**Proof.** An quzzootherproof.

<!-- end -->

| word | meaning |
|---|---|
| sum | [quzzocellgap]{.gap} [quzzocellinline]{.instructor} |

**Table 1.** Visible, with a [quzzocaptiongap]{.gap}.

$$
d = e \\label{visible}
$$

```mermaid
%% caption: A visible diagram
flowchart LR
  C[sum] --> D[mean]
```

Visible two.[^third] An image: ![quzzogapalt](quzzogapfile.png){.gap}

[^third]: The last visible note.

::: {.instructor time=5}
Let quzzoteacher speak.

**Remark (quzzoteacherresult).** For teachers.

```python
quzzoteachercode = 2
```
:::

## The quzzopart {.instructor}

The quzzoparttext.

## Open to all

**Example (one).** Compute.

::: {.working}
The quzzoworking out.
:::

**Theorem (last).** The end of \\eqref{visible}.
"""
EXERCISES = """\
---
title: Exercises
description: Visible.
notes_for_teachers: quzzofront
tags: [quzzosummary]
---

**Exercise (first).** Do it.
{points=3}

**Hint.** A quzzohint.
{.hint withhold=omit}

::: {.solution space=4cm style=ruled}
A quzzosolution.

### The quzzosection

**Theorem (quzzoname).** Within.

::: {.working}
The quzzoinner one.
:::
:::

**Exercise (second).** Do that, too.

| quzzogrid | x |
|---|---|
| y | z |
{.solution}

![shown](quzzofile.png "The quzzofigure"){.solution}

**Exercise (third).** And the last; see \\eqref{open}.

$$
f = g \\label{open}
$$
"""
TERM = """\
course: On Sums
lecturer: Ada Example
date: 2026-11-30
audiences: [student, solutions, instructor]
sheets:
  - name: secret
    marks: true
    notes: [analysis, exercises]
    intro: |
      Before it a [quzzointrogap]{.gap}.

      **Exercise (warm up).** Sum.

      **Solution.** An quzzointrosolution.
      {.solution}
  - name: alone
    notes: [exercises]
    audiences: [student]
    sides: two
    impose: booklet
"""
FILES = {
    "hugo.toml": 'title = "Sums"\nlanguageCode = "en"\nbaseURL = "https://sums.example/"\n',
    "handout.yaml": TERM,
    "content/notes/analysis.md": ANALYSIS,
    "content/notes/exercises.md": EXERCISES,
    "assets/bib/refs.bib": """\
@book{knuth, author={Knuth, Donald E.}, title={Literate Programming}, year=1992, publisher={CSLI}}
@book{quzzokey, author={Quzzoauthor, Carl}, title={The Quzzoworks}, year=1821, publisher={Comm}}
""",
}


def make_secret_site(folder: Path) -> Path:
    """Write the site into FOLDER and return it."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name, colour in (("quzzofile", (200, 30, 30)), ("quzzogapfile", (30, 200, 30))):
        Image.new("RGB", (96, 96), colour).save(folder / f"content/notes/{name}.png")
    return folder
