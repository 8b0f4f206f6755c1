r"""docs/diagnostics.md, made from the list of codes: `python -m scidraft_tex.codes_page` prints it.

`codes.CODES` has each code's severity and meaning; what to do about it, at more length than a hint
on the terminal has, stands here.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import TextIOWrapper

from scidraft_tex.codes import CODES, Code

__all__ = ["REMEDIES", "Remedy", "diagnostics_page"]


@dataclass(frozen=True, slots=True)
class Remedy:
    """What to do about a condition, in Markdown, and a piece of source that has it or mends it."""

    text: str
    example: str = ""
    language: str = "markdown"


REMEDIES: Mapping[str, Remedy] = {
    # load
    "site-settings": Remedy(
        "Mend the line that is named. Until then nothing of that file is used: the book has "
        "no entry sets, no authors and no macros of it. It is a warning where a single "
        "value of the file is of the wrong sort, and an error, too, where the site has no "
        "notes.",
    ),
    "settings-syntax": Remedy(
        "Mend the line that is named: mostly a missing space after a colon, a tab, or text "
        "with a colon in it that has no quotation marks. A key that stands twice is told in "
        "the same way.",
        'title: "Chains: an introduction"',
        "yaml",
    ),
    "settings-unknown-key": Remedy(
        "Look for a misspelling; the hint names the key that was probably meant. "
        "[settings.md](settings.md) has all keys.",
    ),
    "settings-value": Remedy(
        "Write what the message asks for. [settings.md](settings.md) has the values of each key.",
    ),
    "front-matter-syntax": Remedy(
        "Mend the line that is named. `+++` lines enclose TOML (`key = value`), `---` lines "
        "YAML (`key: value`). The note is left out of the book until then.",
        '+++\ntitle = "Mixing times"\n+++',
        "toml",
    ),
    "front-matter-value": Remedy(
        "Write what the message asks for; until then the key is as good as not there.",
        "date = 2026-11-30",
        "toml",
    ),
    "note-encoding": Remedy(
        "Save the file as UTF-8. The place is that of the first byte that is not. A note is "
        "left out until then.",
    ),
    "note-unreadable": Remedy(
        "Give yourself the right to read the file. The note is left out.",
    ),
    "language-unsupported": Remedy(
        "Mend the tag, `language` in `book.yaml` or the site's `languageCode`; "
        "[languages.md](languages.md) lists those that are known. Until then fixed words, "
        "quotation marks and hyphenation are English.",
        "language: pt-BR",
        "yaml",
    ),
    "language-support": Remedy(
        "Install what the hint names. Without its hyphenation patterns a language prints with wide "
        "gaps between words, without a font for its letters not at all.",
        "apt-get install texlive-lang-german",
        "sh",
    ),
    # read
    "math-unclosed": Remedy(
        r"Close the formula, or write `\$` for the sign. What follows is read as text. A "
        "formula within a line does not go beyond its paragraph.",
        "The price is \\$5, and \\(x > 0\\).",
    ),
    "math-syntax": Remedy(
        "Mend the formula where the caret stands: a brace or an environment that is not closed, "
        "an `&` outside of lines that it aligns, two exponents on one base. Until then its source "
        "is printed in its place.",
        "$$ \\frac{1}{2} + \\left( x \\right) $$",
    ),
    "colour-unknown": Remedy(
        "Write a name of CSS or hexadecimal digits. The formula is printed without the colour.",
        r"\\(\textcolor{teal}{x} + \textcolor{#aa3300}{y}\\)",
    ),
    "diagram-small": Remedy(
        "Draw it as two diagrams, with fewer boxes side by side, or from top to bottom "
        "(`flowchart TD`).",
    ),
    "fence-unclosed": Remedy(
        "Close the fence with at least as many of the same marks, on a line of their own. "
        "All that follows is taken for code.",
    ),
    "shortcode-syntax": Remedy(
        'A shortcode is a name and arguments, `{{< name "argument" key="value" >}}`, on one '
        "line or several. To show one, write `{{</* name */>}}`.",
    ),
    "shortcode-unclosed": Remedy(
        "Write both ends. What stands after an end that is missing is printed as if it were "
        "not enclosed.",
        "{{< preview >}}\nWhat the note is about.\n{{< /preview >}}",
    ),
    "shortcode-unknown": Remedy(
        "Nothing, if what it encloses is all that should print. Those that are known are "
        "listed in [format.md](format.md), section 8.",
    ),
    "index-syntax": Remedy(
        "Write the term as makeindex reads it: at most three levels parted by `!`, none of them "
        "empty, and after a bar nothing but `see{…}`, `seealso{…}`, `(`, `)`, `textbf` or "
        "`textit`. A quotation mark before one of the signs makes it a plain character. "
        "What can be used of the term stands in the index.",
        "\\index{kernel!of a chain|see{transition matrix}}",
    ),
    "footnote-undefined": Remedy(
        "Write the footnote's text in a paragraph of its own, or mend the name. The mark is "
        "printed as it stands.",
        "A claim.[^source]\n\n[^source]: Where it stands.",
    ),
    "html-unknown": Remedy(
        "Nothing, if its text is all that should print. [format.md](format.md), section 9, "
        "lists the elements that print.",
    ),
    # recognise
    "kind-unknown": Remedy(
        "Mend the class, or add the kind to `book.yaml`.",
        "kinds:\n  - name: Heuristic\n    style: remark",
        "yaml",
    ),
    "algorithm-syntax": Remedy(
        "Mend what the message names: a block that is not ended, a brace that is not "
        "closed. Where the meaning is clear the algorithm is printed all the same.",
    ),
    "caption-orphan": Remedy(
        "Put the caption in a paragraph of its own right before or after what it captions. "
        "Until then it is printed as a paragraph.",
        "**Table 1.** Two samplers.\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    ),
    "language-unknown": Remedy(
        "Nothing, or name a language that Pygments knows. The listing prints in one colour.",
    ),
    # resolve
    "citation-missing-key": Remedy(
        "Add the entry to that file, or mend the key; the hint names one that is alike. "
        "Another list's file does not count. The key prints in bold after a question mark.",
    ),
    "citation-no-list": Remedy(
        "Put a list after the citation. Until then the citations after the last list, or "
        "all, if there is none, go to a list at the note's end.",
        '{{< references bib="bib/mixing.bib" >}}',
    ),
    "bib-missing-file": Remedy(
        'Put the file into `assets/bib/`, or mend the name; `bib="bib/x.bib"` is '
        "`assets/bib/x.bib`. The hint lists the files that are there.",
    ),
    "bib-syntax": Remedy(
        "Mend the entry at the line that is named: an unclosed brace, a comma that is "
        "missing, a field that stands twice. The other entries of the file are used.",
    ),
    "bib-duplicate-key": Remedy(
        "Remove or rename one of the entries; the first is used.",
    ),
    "link-unresolved": Remedy(
        "Mend the path or the fragment. A note that is a draft, or that was left out, is "
        "not there to be linked to.",
    ),
    "duplicate-id": Remedy(
        "Rename one of the two; links go to the first. Ids of different notes never clash.",
    ),
    "label-unresolved": Remedy(
        r"Write the `\label` that the reference names, or mend the reference. It prints as "
        "its name in bold after a question mark.",
    ),
    "image-missing": Remedy(
        "Put the file where the path says: a path that begins with `/` is looked for in "
        "`static/` and `assets/`, another in the note's folder first. The hint names a file "
        "that is alike.",
    ),
    "image-remote": Remedy(
        "Save the image beside the note and name it there. Nothing is fetched from the "
        "network; a placeholder prints.",
    ),
    "image-unreadable": Remedy(
        "Open the file in an image program and save it again. A placeholder prints.",
    ),
    "index-range": Remedy(
        "Write the other end of the range, with the same key and text, further on in the book. "
        "Until then the index has the page of the end that is there.",
        "\\index{mixing|(} … \\index{mixing|)}",
    ),
    "index-set-unknown": Remedy(
        "Name the set in the site's settings, or mend `set=` of the shortcode.",
        '[params.entrySets.results]\ntitleField = "resultTitle"',
        "toml",
    ),
    "glyph-fallback": Remedy(
        "Nothing. The character that is named made the engine LuaLaTeX; without it the book "
        "could be set by pdfLaTeX, which is faster.",
    ),
    "glyph-missing": Remedy(
        "Name a font that has the character, or write it otherwise.",
        "engine: lualatex\nfonts:\n  main: DejaVu Serif",
        "yaml",
    ),
    "note-unplaced": Remedy(
        "Name the note in a chapter of `book.yaml`, or leave it where it is: at the end of "
        "the book.",
    ),
    "chapter-empty": Remedy(
        "Mend the chapter's `notes`, `glob`, `tag` or `set` in `book.yaml`.",
    ),
    "macro-conflict": Remedy(
        "Choose another name. The definition holds to the end of the note and not beyond.",
    ),
    # draw
    "diagram-syntax": Remedy(
        "Mend the diagram at the line that is named. Its source prints until then.",
    ),
    "diagram-tool": Remedy(
        "Run `make setup`, or set `diagrams.renderer` in `book.yaml`. Until then diagrams "
        "print as their source.",
    ),
    # render
    "template-fault": Remedy(
        "Mend the template at the line that is named, or remove the site's own, to have the "
        "one that comes with the program.",
    ),
    # typeset
    "tool-missing": Remedy(
        "Run the line that the message gives.",
    ),
    "tool-failed": Remedy(
        "`--verbose` shows what the program said.",
    ),
    "tool-timeout": Remedy(
        "Look for a formula, a table or a diagram that a program goes round in circles "
        "over: leave notes out until it ends.",
    ),
    "tool-version": Remedy(
        "biber and biblatex fit each other in pairs: install both from one source, such as "
        "one release of TeX Live.",
    ),
    "tex-error": Remedy(
        "Mend the formula or the line that is named; the hint says what TeX mostly means by "
        "it. `--verbose` shows TeX's own words and its line of the `.tex`.",
    ),
    "tex-undefined-command": Remedy(
        "Mend the name, or define the command, in a formula of the note or for all notes.",
        '[params.katex.macros]\n"\\\\Var" = "\\\\operatorname{Var}"',
        "toml",
    ),
    "tex-undefined-reference": Remedy(
        r"Write the `\label` that the reference names, or mend the reference.",
    ),
    "tex-missing-character": Remedy(
        "Name a font that has the character under `fonts:` in `book.yaml`, or write it "
        "otherwise. It is missing in print.",
    ),
    "tex-duplicate-destination": Remedy(
        "Rename one of the two ids; links go to the first.",
    ),
    "tex-overfull": Remedy(
        "Break the formula or the line at the place that is named, or allow a long word to "
        "break. The message says by how many points it is too wide.",
    ),
    "tex-underfull": Remedy(
        "Nothing need be done. A figure or a table that does not fit leaves a gap before it: "
        "moved by a paragraph, it may close. Pages of the book's own design are ragged at the "
        "foot and never say so; those of a site's own templates may.",
    ),
    "tex-unstable": Remedy(
        "Build once more. If it comes again, something on a page depends on the page that "
        "it stands on: move a figure or a table near the last pages that changed.",
    ),
    "index-failed": Remedy(
        r'Mend the entry that is named. In `\index{…}` the signs `!`, `@`, `|` and `"` have '
        'a meaning; a `"` before one takes it away.',
    ),
    "bibliography-failed": Remedy(
        "`--verbose` shows what biber said.",
    ),
    "table-overfull": Remedy(
        "Shorten its longest words, break cells with `<br>`, or give it fewer columns. The "
        "message says by how many points it is too wide, even in small type on a turned "
        "page.",
    ),
    "internal-error": Remedy(
        "Please report it, with what `--verbose` shows and a note that provokes it. No book "
        "is made.",
    ),
}
"""What to do, by code."""

_HEAD = """\
# Diagnostics

What the program says about a site, by code. Each diagnostic has a place (file, line and column), a
message, mostly a hint, and a severity:

| severity | exit code |
|---|---|
| error | 1, if a PDF was made |
| warning | 0; 1 with `--strict` |
| note | 0; shown with `--verbose` |

None of these keeps the rest of the book from being made, unless its section says so. Files are
relative to the site's folder.

| code | severity | meaning |
|---|---|---|
"""

_TAIL = """
The page is made from the list of codes by `python -m scidraft_tex.codes_page`.
"""


def diagnostics_page() -> str:
    """Return the page as Markdown: a table of all codes, then a section a code."""
    codes = sorted(CODES.items())
    rows = [
        f"| [`{name}`](#{name}) | {code.severity.value} | {code.summary} |\n"
        for name, code in codes
    ]
    sections = ["".join(_section(name, code)) for name, code in codes]
    return _HEAD + "".join(rows) + "".join(sections) + _TAIL


def _section(name: str, code: Code) -> Iterator[str]:
    remedy = REMEDIES[name]
    text = textwrap.fill(remedy.text, 100, break_long_words=False, break_on_hyphens=False)
    yield f"\n## {name}\n\n{code.severity.value.capitalize()}: {code.summary}.\n\n{text}\n"
    if remedy.example:
        yield f"\n```{remedy.language}\n{remedy.example}\n```\n"


if __name__ == "__main__":
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(diagnostics_page())
