"""What to do about each condition of `codes.CODES`, at more length than a hint has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["REMEDIES", "Remedy"]


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
        "[settings.md](settings.md) has all keys of `book.yaml`, "
        "[handout-settings.md](handout-settings.md) those of `handout.yaml`.",
    ),
    "settings-value": Remedy(
        "Write what the message asks for. [settings.md](settings.md) has the values of each key of "
        "`book.yaml`, [handout-settings.md](handout-settings.md) those of `handout.yaml`.",
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
    "address-conflict": Remedy(
        "Give one of the two another `slug`, `url` or file name. On the web one page takes the "
        "place of the other, and links by that address lead to only one of the notes; the book "
        "has both.",
        'slug = "mixing-times-of-walks"',
        "toml",
    ),
    "alias-conflict": Remedy(
        "Take the alias out of one of the two notes. On the web it can lead to only one of them, "
        "and an alias that is the address of a page may hide that page.",
        'aliases = ["/notes/mixing/"]',
        "toml",
    ),
    "note-encoding": Remedy(
        "Save the file as UTF-8. The place is that of the first byte that is not, or of the first "
        "NUL. The note prints, with a black lozenge for each.",
    ),
    "note-empty": Remedy(
        "Write the note, mark it as a draft (`draft = true`), or delete the file. Its title prints "
        "all the same.",
    ),
    "note-unreadable": Remedy(
        "Give yourself the right to read the file. The note is left out.",
    ),
    "selection-empty": Remedy(
        "Mend the selector; the hint has what the notes carry that comes near. One of several "
        "conditions with commas between them chooses only notes for which all of them hold. Drafts "
        "are chosen by their name alone.",
        "select: [tag=Mixing, 'set=results,category=Theorems', notes/week-3/*.md]",
        "yaml",
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
    "allow-invalid": Remedy(
        "Write the code as this page has it, several with commas between them. A code that is "
        "always told cannot be allowed. The rest of the comment holds.",
        "<!-- scidraft: allow tex-overfull, html-unknown -->",
    ),
    "allow-unused": Remedy(
        "Take the code out of the comment: what it allowed was mended, or the comment stands by "
        "another block than it was meant for. Codes that this command does not look for are not "
        "told of.",
    ),
    "math-unclosed": Remedy(
        r"Close the formula, or write `\$` for the sign. What follows is read as text. A "
        "formula within a line does not go beyond its paragraph.",
        "The price is \\$5, and \\(x > 0\\).",
    ),
    "division-unclosed": Remedy(
        "Write a line of as many colons as the division begins with where it ends; until then "
        "it goes on to the end of the note, the quotation or the list item. A line of colons "
        "that ends nothing prints as text.",
        "::: {.lemma}\nEvery walk returns.\n:::",
    ),
    "prose-command": Remedy(
        "Put a command of math between `$` and `$`, and one that the text speaks of in a code "
        r"span. In prose only `\cite`, `\citep`, `\citet`, `\ref`, `\eqref`, `\pageref`, "
        r"`\autoref`, `\label`, `\index`, `\textbf`, `\textit`, `\emph`, `\texttt`, `\textsc`, "
        r"`\underline` and `\textsuperscript` mean something; the web page shows any other as it "
        "is written, and so does the book.",
        "The rate $\\alpha$, written `\\alpha`.",
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
    "fence-indented": Remedy(
        "Markdown takes a line that is indented by a tab, or by four spaces more than the block it "
        "stands in, for code as it is. Begin the fence where the text of its block begins.",
        "- An item:\n\n  ```text\n  as it is\n  ```",
    ),
    "footnote-unused": Remedy(
        "Set the footnote's mark where it belongs, or take the text out. A text without a mark is "
        "not printed.",
        "A claim.[^source]\n\n[^source]: Where it stands.",
    ),
    "character-hidden": Remedy(
        "Delete the character, or retype the word at the caret. Such characters come with text "
        "from elsewhere; those that turn the direction of writing make a text look other than it "
        "is. They are left out in print.",
    ),
    "table-syntax": Remedy(
        "Give each row as many cells as the header has, and the header a line of dashes under it "
        "with as many columns. A bar that is no end of a cell is written `\\|`. Cells too many are "
        "not printed; without its line of dashes a table prints as text.",
        "| a | b |\n|---|---|\n| 1 | 2 |",
    ),
    "footnote-nested": Remedy(
        "A footnote in a footnote has no place on a printed page, and two that cite each other "
        "have no end. Write what the inner one says into the text of the outer one, or set its "
        "mark in the text of the note, too.",
        "A claim.[^source]\n\n[^source]: Where it stands, and what for.",
    ),
    "footnote-undefined": Remedy(
        "Write the footnote's text in a paragraph of its own, or mend the name. The mark is "
        "printed as it stands.",
        "A claim.[^source]\n\n[^source]: Where it stands.",
    ),
    "withheld-nothing": Remedy(
        "Write the line right under the block that it is to withhold, as far to the right as the "
        "block begins, with no blank line in between. What stands there is printed until then.",
        "The answer is 42.\n{.solution}",
    ),
    "html-unclosed": Remedy(
        "Write the element's end, or `-->` after a comment: a comment that is never closed hides "
        "the rest of the note, on the web, too.",
    ),
    "shortcode-argument": Remedy(
        "Mend the argument's name, or give the one that is wanted; [format.md](format.md), "
        "section 8, has those of each shortcode.",
        '{{< figure src="/img/curve.svg" caption="A curve" >}}',
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
        "Mend the name, or nothing: the listing prints in one colour. Known are those of Pygments, "
        "and `text` for none.",
        "```python\nprint(sum(range(10)))\n```",
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
        "`assets/bib/x.bib`. The hint names the one that was probably meant, or those that are "
        "there.",
    ),
    "bib-syntax": Remedy(
        "Mend the entry at the line that is named: an unclosed brace, a comma that is "
        "missing, a field that stands twice. The other entries of the file are used.",
    ),
    "bib-duplicate-key": Remedy(
        "Remove or rename one of the entries; the first is used.",
    ),
    "bib-unused": Remedy(
        "Nothing need be done. It tells what may be taken out of a `.bib` file that was kept for "
        "the site alone. Notes that are left out, drafts among them, do not count; an entry that "
        "another takes fields from is used.",
    ),
    "link-unresolved": Remedy(
        "Mend the path or the fragment. A note that is a draft, or that was left out, is "
        "not there to be linked to.",
    ),
    "link-no-address": Remedy(
        "Set `baseURL` in the site's settings to its address on the web. Then a link to another "
        "note becomes a citation of that note's page; until then its text alone is printed.",
        'baseURL = "https://notes.example.org/"',
        "toml",
    ),
    "duplicate-id": Remedy(
        "Rename one of the two; links go to the first. Ids of different notes never clash.",
    ),
    "withheld-end": Remedy(
        "Where a proof or a solution ends, a rule decides (format, section 4). If the text that is "
        "named is part of it, put `<!-- end -->` after it, or the whole between `:::` lines. If it "
        "is not, `<!-- end -->` before it says so, and the note is gone.",
        "**Solution.** Count the edges.\n\nThere are ten of them.\n\n<!-- end -->",
    ),
    "handout-value": Remedy(
        "Write what the message asks for; until then the sheet's own settings hold.",
        "**Proof.** By induction.\n{.proof space=6cm}",
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
    "note-not-found": Remedy(
        "A note is named by its path, by its slug or file name, or by its title. A draft is "
        "printed where it is named; a note whose front matter cannot be read is not.",
    ),
    "note-ambiguous": Remedy("Name the note by its path."),
    "sheet-too-long": Remedy(
        "Size, leading and margins are as close as they are still read with ease. Leave out a note "
        "or an exercise, give less `space`, or raise `fit`.",
    ),
    "sheet-fitted": Remedy(
        "Nothing needs to be done: the message tells the type, the leading and the margins that "
        "were chosen.",
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
        "Run the line that the message gives; it installs the program. `make setup` installs all "
        "of them. Without it nothing is made, and the exit code is 3.",
    ),
    "tool-failed": Remedy(
        "Read what the program said, below the message; `--verbose` shows all of it. Mostly a "
        "file that it was given is damaged, or its own installation is.",
    ),
    "book-too-long": Remedy(
        "TeX gives up at `limits: pages:` of `book.yaml`. A book of more pages may raise it. One "
        "that is not meant to have as many has a command in it that ends pages without end: the "
        "line is where TeX stood.",
        "limits:\n  pages: 20000",
        "yaml",
    ),
    "note-too-large": Remedy(
        "Part the note, or raise `limits: note:` of `book.yaml`, in megabytes. A note of many "
        "megabytes is mostly none: a log, or a picture in a `data:` address.",
        "limits:\n  note: 10",
        "yaml",
    ),
    "note-too-deep": Remedy(
        "Quotations, lists and divisions that lie in each other by the hundred are a slip: a line "
        "of very many `>` or `-`, or text pasted from elsewhere. Mend the line.",
    ),
    "path-outside": Remedy(
        "Copy the file into the site: a picture beside the note, into `static/` or `assets/`, a "
        "bibliography into `assets/bib/`. Links to files and folders elsewhere, `..` beyond the "
        "site and absolute paths are not followed, for a note could then print any file of the "
        "machine.",
        "![The two paths](paths.svg)",
    ),
    "tool-memory": Remedy(
        "The program is ended at `limits: memory:` of `book.yaml`, in megabytes. If what it works "
        "on is right, raise that; else look for what makes it grow: a picture of very many "
        "pixels, a note of many megabytes, a macro that calls itself.",
        "limits:\n  memory: 8000",
        "yaml",
    ),
    "tool-output": Remedy(
        "No file that a program writes may be larger than `limits: file:` of `book.yaml`, in "
        "megabytes, and what it prints has an end, too. If the book is that large, raise it.",
        "limits:\n  file: 4000",
        "yaml",
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
        "Read what biber said, below the message; `--verbose` shows all of it. Mostly an entry has "
        "a field that biber cannot read, such as a date: mend it in the `.bib` file.",
    ),
    "table-overfull": Remedy(
        "Shorten its longest words, break cells with `<br>`, or give it fewer columns. The "
        "message says by how many points it is too wide, even in small type on a turned "
        "page.",
    ),
    # bundle
    "bundle-root": Remedy(
        "The root, and no other file, has a `\\documentclass`. arXiv offers each file with one"
        " as a document of its own. Take it out of a template that is read by another.",
    ),
    "bundle-include-folder": Remedy(
        "`\\include` writes an `.aux` file beside what it reads, and at arXiv TeX may write in"
        " the uppermost folder only. Use `\\input`.",
    ),
    "bundle-input-missing": Remedy(
        "Name a file that the build writes, or take the command out of the template.",
    ),
    "bundle-path": Remedy(
        "arXiv has the files of the bundle and those of TeX Live, in folders of its own. Name"
        " each file by its path from the root's folder, without `..`.",
    ),
    "bundle-name": Remedy(
        "Rename the file: letters without accents, digits and `_ + - . , =`, and no blank.",
    ),
    "bundle-hidden": Remedy(
        "arXiv deletes hidden files and folders at announcement. Give it a name that does not"
        " begin with a dot.",
    ),
    "bundle-unused": Remedy(
        "Take the file out, or read it by a command that arXiv knows: `\\input`, "
        "`\\includegraphics`, `\\bibliography`.",
    ),
    "bundle-build-file": Remedy(
        "arXiv makes these files itself, and an old one may be read for the new one. Do not "
        "read it from a template.",
    ),
    "bundle-readme": Remedy(
        "The file is written anew for each bundle. If this comes up, please report it: arXiv "
        "refuses a file with a key it does not know.",
    ),
    "bundle-figure-missing": Remedy(
        "Mend the path in the note or in the template; see [`image-missing`](#image-missing).",
    ),
    "bundle-figure-format": Remedy(
        "Nothing is converted at arXiv. Save the figure as PDF, PNG or JPEG.",
    ),
    "bundle-figure-damaged": Remedy(
        "The first bytes of the file are not those of its kind. Save it again, or give it the"
        " ending of what it is.",
    ),
    "bundle-figure-script": Remedy(
        "arXiv refuses JavaScript in a PDF. Print the figure to a new PDF, which leaves it out.",
    ),
    "bundle-figure-encrypted": Remedy(
        "TeX cannot show an encrypted PDF. Save it without password and without restrictions.",
    ),
    "bundle-figure-large": Remedy(
        "Above 34 million pixels arXiv may run out of time, unless TeX can take the data as "
        "they are: grey or RGB, without transparency, palette, colour profile and interlace.",
    ),
    "bundle-figure-unseen": Remedy(
        "arXiv finds the figures that a paper uses by reading the source. Write "
        "`\\includegraphics{figure}` where it is shown, not a command of your own that takes "
        "the name.",
        "\\inlineimage{\\includegraphics{figures/icon}}",
        "latex",
    ),
    "bundle-shell-escape": Remedy(
        "arXiv runs TeX alone. Make what the program would make before the build, and show that.",
    ),
    "bundle-engine-test": Remedy(
        "arXiv reads the source before it runs it, and takes every branch to be taken. Write "
        "the template for the compiler that was chosen.",
    ),
    "bundle-unicode-package": Remedy(
        "fontspec, polyglossia and unicode-math make arXiv take the paper for XeLaTeX, in a "
        "branch that is never taken, too, and may do so in a comment. Take it out, or use "
        "`compiler: xelatex`.",
    ),
    "bundle-pdfoutput": Remedy(
        "The compiler says what the output is. Take it out of the template.",
    ),
    "bundle-format-line": Remedy(
        "arXiv does not read `%&format` lines. Take it out of the template.",
    ),
    "bundle-font-name": Remedy(
        "arXiv's XeLaTeX finds fonts by the names of their files alone.",
        "\\setmainfont{texgyrepagella}[Extension = .otf, UprightFont = *-regular]",
        "latex",
    ),
    "bundle-font-missing": Remedy(
        "arXiv has the fonts of TeX Live. Choose one of them for the characters in question; "
        "a font that is put into the bundle has to have a licence that allows it.",
    ),
    "bundle-bbl-name": Remedy(
        "arXiv reads `paper.bbl` for `paper.tex` and no other. Rename it.",
    ),
    "bundle-bbl-format": Remedy(
        "Each biblatex reads one format of lists, sometimes two. Ask for the other TeX Live, "
        "or use `bibliography: bibtex`, whose lists any TeX reads.",
    ),
    "bundle-bbl-backend": Remedy(
        "The source and the list are of one kind. Mend the template, or choose the other kind"
        " with `bibliography`.",
    ),
    "bundle-bbl-left-out": Remedy(
        "biber on this machine writes a format that the TeX Live asked for does not read. "
        "arXiv makes the list from the `.bib` with its own biber. The check used the list of "
        "this machine.",
    ),
    "bundle-references-missing": Remedy(
        "arXiv needs the finished list, or every `.bib` to make it from.",
    ),
    "bundle-key-missing": Remedy(
        "Cite a key that is there, or build again: the list may be older than the text.",
    ),
    "bundle-index-missing": Remedy(
        "arXiv sorts no index. Ship the sorted one, named after the root, or take the command"
        " out of the template.",
    ),
    "bundle-local": Remedy(
        "All of the source is public at arXiv. Take the comment or the field out: paths, "
        "places of sources, addresses, remarks of what is still to do, settings of an editor.",
    ),
    "bundle-today": Remedy(
        "The paper would have a new date whenever arXiv builds it again. Give it the note's date.",
    ),
    "bundle-margin-note": Remedy(
        "arXiv sends papers with margin notes back. Make it a footnote.",
    ),
    "bundle-line-numbers": Remedy(
        "arXiv sends papers with line numbers back. Take them out of the template.",
    ),
    "bundle-double-spacing": Remedy(
        "arXiv sends papers in double spacing back. Set them single.",
    ),
    "bundle-type-size": Remedy(
        "Set the text in 10, 11 or 12 pt. The page is measured, so a scaled font counts, too.",
    ),
    "bundle-margins": Remedy(
        "Leave an inch (25.4 mm) at each edge. The pages are measured: a head of one line and"
        " a page number may stand in the margin, and single lines may be too long.",
    ),
    "bundle-boxed": Remedy(
        "The HTML that arXiv makes of the source breaks at boxes. Set results as amsthm does.",
    ),
    "bundle-highlight": Remedy(
        "arXiv sends papers with highlighted text back. Use italics or bold type.",
    ),
    "bundle-graphics-driver": Remedy(
        "TeX finds the driver itself, and the wrong one stops the build. Take the option out "
        "of the template.",
    ),
    "bundle-texlive": Remedy(
        "TeX Live 2025 stops at it or sets it otherwise than older ones. Do what the message says.",
    ),
    "bundle-failures": Remedy(
        "The PDF shows what could not be set as boxes, for its author to see; a paper with boxes is"
        " not for arXiv. The errors say what is wrong, and where.",
    ),
    "bundle-compile": Remedy(
        "The archive was unpacked in an empty folder, without the network and with TeX alone."
        " TeX's messages are below ours: mostly a package of this machine's own, or a file "
        "that is named by a macro.",
    ),
    "bundle-pages": Remedy(
        "The archive was compiled in an empty folder, and its pages are not those of the PDF."
        " Build again; if they still differ, something depends on the folder or the time.",
    ),
    "bundle-unstable": Remedy(
        "arXiv runs TeX five times at most and takes what is there then. Look for a reference"
        " that changes the page it is on.",
    ),
    "bundle-large": Remedy(
        "arXiv has a limit that it does not state, with an exception on request. Save "
        "photographs as JPEG, and drawings of many points as PNG.",
    ),
    "build-unlocked": Remedy(
        "The file system has no locks, as some network file systems have none. Everything is "
        "printed; let no second build run in the same folder meanwhile.",
    ),
    "internal-error": Remedy(
        "Please report it, with the file that the message names. Where the fault came of one note, "
        "that note is printed as its source and the rest as ever; else no PDF is made.",
    ),
}
"""What to do, by code."""
