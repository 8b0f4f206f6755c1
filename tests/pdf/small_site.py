"""A small site with what print and screen treat differently, for books that are built often."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

__all__ = ["WEB", "make_site"]

WEB = "https://example.org/a_long/address"
"""The address of the site's only outside link."""

SETTINGS = """\
subtitle: Notes on sums
date: 2026-11-30
licence: CC BY-SA 4.0
edition: Second edition
publisher: Example Press
keywords: [mean, median]
arrange: flat
at_a_glance: true
lists: {results: [Theorem, Definition, Lemma], figures: true, tables: true}
"""
PROSE = """\
A sum that is divided by the number of its terms is their mean, and whoever has measured a thing
more than once has taken one. The observations differ, since no instrument is without its error,
and the mean is closer to the truth than most of them. How much closer it is depends on how the
errors are spread, and on whether one of them leans on another.
"""
MEAN = f"""\
---
title: The mean
---

Gauss \\cite{{gauss}} wrote of it, and so does [the web]({WEB}); see [the median](median.md) too.

**Definition (mean).** The mean of \\(x_1, \\dots, x_n\\) is \\[ \\bar x = \\frac1n \\sum_i x_i. \\]

**Theorem (least squares).** The mean has the least sum of squares, by \\cite{{knuth,gauss}}.

**Proof.** Differentiate. \\[ \\sum_i (x_i - c) = 0 \\]

| a | b |
|---|---|
| 1 | 2 |
| 3 | 4 |
{{.table-striped}}

```python
def mean(values):  # of numbers
    return sum(values) / len(values)
```

<kbd>Ctrl</kbd> and <mark>marked</mark> and `code`.

![A red square](/img/red.png "A red square")

## At length

{(PROSE + chr(10)) * 24}

{{{{< references bib="bib/x.bib" >}}}}
"""
MEDIAN = f"""\
---
title: The median
---

Unlike [least squares](mean.md) it does not mind an outlier.

**Theorem (absolute deviations).** The median has the least sum of deviations.

{(PROSE + chr(10)) * 6}

Again \\cite{{knuth}}.

{{{{< references bib="bib/x.bib" >}}}}
"""
FILES = {
    "hugo.toml": 'title = "Small Averages"\nlanguageCode = "en"\n'
    '[params]\nauthor = ["Ada Example", "Ben Sample"]\n',
    "book.yaml": SETTINGS,
    "content/notes/mean.md": MEAN,
    "content/notes/median.md": MEDIAN,
    "assets/bib/x.bib": """\
@book{knuth, author={Knuth, Donald E.}, title={Literate Programming}, year=1992, publisher={CSLI}}
@article{gauss, author={Gauss, Carl F.}, title={Theoria}, year=1821, journal={Comm.}, volume=5}
""",
}


def make_site(folder: Path) -> Path:
    """Write the site into FOLDER and return it."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    picture = folder / "static/img/red.png"
    picture.parent.mkdir(parents=True)
    Image.new("RGB", (96, 96), (200, 30, 30)).save(picture)
    return folder
