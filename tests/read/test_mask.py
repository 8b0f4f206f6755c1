from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.model import Attributes
from scidraft_tex.read.hidden import without_hidden
from scidraft_tex.read.mask import mask
from scidraft_tex.read.masks import FILLER, RESERVED, AttributeLine, Masked, MaskKind

PIECES = (
    "$", "$$", "\\(", "\\)", "\\[", "\\]", "\\\\(", "\\\\)", "`", "```", "~~~", "\n", "\n\n", "> ",
    "- ", "1. ", "    ", "{{< x >}}", "{{< /x >}}", "{{<", ">}}", "{{</* y */>}}", "{.table}",
    "<!--", "-->",
    "<pre>", "</pre>", "\\cite{a}", "\\textbf{", "}", "{", "](", "https://a/$b$", "text",
    "# h", "::: {.x}", ":::", "{{< math >}}", "{{< /math >}}", "\\", "|", "é", "\t", " ",
)  # fmt: skip
NOTES = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text()


def masked(text: str) -> tuple[Masked, Diagnostics]:
    return mask(text, "note.md")


def kinds(text: str) -> list[tuple[MaskKind, str]]:
    return [(one.kind, one.text) for one in masked(text)[0].masks]


def codes(text: str) -> list[str]:
    return [item.code for item in masked(text)[1]]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (r"\(x_1\)", "x_1"),
        (r"\\(x_1\\)", "x_1"),
        ("$x_1$", "x_1"),
        ("$a$, b", "a"),
        (r"$\text{cost \$5}$", r"\text{cost \$5}"),
        ("$\\text{if $y$}$", "\\text{if $y$}"),
        ("\\(a\nb\\)", "a\nb"),
    ],
)
def test_formulas_in_a_line(text: str, content: str) -> None:
    assert kinds(text) == [(MaskKind.MATH, content)]


@pytest.mark.parametrize(
    "text",
    [
        "$5 and $6",
        "$x $ y",
        "$x$5",
        r"\$x\$",
        "$x",
        "$a\n\nb$",
        "`$x$`",
        "``a ` $x$``",
        "    $x$",
        "```\n$x$\n```",
        "~~~ text\n\\(x\\)\n~~~",
        "> ```\n> $x$\n> ```",
        "- ```\n  $x$\n  ```",
        "<!-- $x$ -->",
        "<pre>$x$</pre>",
        "[a](https://example.org/$x$)",
        "<https://example.org/$x$>",
        "Between $5 and `$x$` $",
    ],
)
def test_what_is_no_formula(text: str) -> None:
    assert [kind for kind, _ in kinds(text) if kind is not MaskKind.INFO] == []


@pytest.mark.parametrize(
    "text", ["$$\na\n\nb\n$$", "\\[\na\n\nb\n\\]", "\\\\[\na\n\nb\n\\\\]", "- $$\n  a\n\n  b\n  $$"]
)
def test_a_display_with_a_blank_line_is_one(text: str) -> None:
    ((kind, content),) = kinds(text)
    assert kind is MaskKind.DISPLAY
    assert [line.strip() for line in content.strip().split("\n")] == ["a", "", "b"]


def test_a_display_in_a_quotation_loses_the_marks_of_it() -> None:
    assert kinds("> $$\n> a\n> b\n> $$") == [(MaskKind.DISPLAY, "\na\nb\n")]


def test_a_display_alone_on_its_lines_is_a_comment_within_its_margin() -> None:
    text, _ = masked("> - $$\n>   a\n>\n>   b\n>   $$\n> - c")
    lines = text.text.split("\n")
    assert lines[0].startswith("> - <!--")
    assert all(line.startswith(">   " + FILLER) for line in lines[1:4])
    assert lines[4:] == [">   -->", "> - c"]


def test_a_display_within_a_sentence_is_a_word() -> None:
    text, _ = masked("so $$a$$ then")
    assert "<!--" not in text.text
    assert len(text.text) == len("so $$a$$ then")


def test_an_unclosed_formula_swallows_nothing() -> None:
    text = "Open \\(x\n\nand \\(y\\).\n\n$$\nz\n\n# Heading \\(w\\)\n"
    assert kinds(text) == [(MaskKind.MATH, "y"), (MaskKind.MATH, "w")]
    assert codes(text) == ["math-unclosed", "math-unclosed"]


@pytest.mark.parametrize("after", ["# h", "```\n```", "{{< references >}}"])
def test_a_display_ends_before_a_heading_fence_or_shortcode(after: str) -> None:
    assert codes(f"$$\na\n\n{after}\n\n$$\nb\n$$\n")[0] == "math-unclosed"


def test_an_escaped_mark_closes_nothing() -> None:
    assert kinds(r"\(a \\) b\)") == [(MaskKind.MATH, r"a \\) b")]
    assert kinds(r"$$a \$$ b$$") == [(MaskKind.DISPLAY, r"a \$$ b")]


def test_commands() -> None:
    text = r"\cite[p. 5]{a, b} \ref{eq:x} \label{y} \index{z!w} \textbf{b} \unknown{c}"
    assert kinds(text) == [
        (MaskKind.COMMAND, r"\cite[p. 5]{a, b}"),
        (MaskKind.COMMAND, r"\ref{eq:x}"),
        (MaskKind.COMMAND, r"\label{y}"),
        (MaskKind.COMMAND, r"\index{z!w}"),
        (MaskKind.STYLE_OPEN, "textbf"),
        (MaskKind.STYLE_CLOSE, ""),
    ]


@pytest.mark.parametrize(
    "command",
    [
        r"\index{a|see{b}}",
        r"\index{norm@$\lVert x_{n} \rVert$!dual}",
        r"\index[names]{a}",
        r"\index{brace \} here}",
        "\\index{two\nlines}",
    ],
)
def test_an_index_term_ends_at_its_own_brace(command: str) -> None:
    assert kinds(f"a{command} b}}") == [(MaskKind.COMMAND, command)]


def test_an_index_term_stays_within_its_paragraph() -> None:
    assert kinds("\\index{a\n\nb}") == []


def test_a_style_ends_at_its_own_brace() -> None:
    found, _ = masked(r"\textbf{a {b} \emph{c} d} e}")
    assert [(one.kind, one.text) for one in found.masks] == [
        (MaskKind.STYLE_OPEN, "textbf"),
        (MaskKind.STYLE_OPEN, "emph"),
        (MaskKind.STYLE_CLOSE, ""),
        (MaskKind.STYLE_CLOSE, ""),
    ]
    assert RESERVED.sub("", found.text) == "a {b} c d e}"


def test_shortcodes() -> None:
    text = '{{< figure src="a>}}b" >}} {{</* x */>}} {{< math >}}a_b{{< /math >}}'
    found, _ = masked(text)
    assert [(one.kind, one.text, one.inner) for one in found.masks] == [
        (MaskKind.SHORTCODE, '{{< figure src="a>}}b" >}}', ""),
        (MaskKind.LITERAL, "{{< x >}}", ""),
        (MaskKind.SHORTCODE, "{{< math >}}", "a_b"),
    ]


def test_a_shortcode_that_prints_in_a_line_interrupts_no_paragraph() -> None:
    text, _ = masked('see\n{{< relref "x" >}}\nthere')
    assert "<!--" not in text.text
    assert "<!--" in masked("see\n{{< references >}}\nthere")[0].text


@pytest.mark.parametrize("text", ["{{< figure", "{{< >}}", '{{< a "b >}}', "{{< a {{< b >}}"])
def test_a_broken_shortcode_is_reported(text: str) -> None:
    assert codes(text)[0] == "shortcode-syntax"


def test_attribute_lines() -> None:
    text = "| a |\n|---|\n{.table-striped #t}\n\n{.theorem}\nText\n\n> q\n> {.x}\n"
    found, _ = masked(text)
    assert found.attribute_lines == (
        AttributeLine(3, 1, Attributes("t", ("table-striped",)), above=True),
        AttributeLine(5, 1, Attributes("", ("theorem",)), above=False),
        AttributeLine(9, 3, Attributes("", ("x",)), above=True),
    )
    assert "{" not in found.text


def test_the_info_string_of_a_fence() -> None:
    assert kinds('```python {title="a \\(x\\)"}\n```') == [
        (MaskKind.INFO, 'python {title="a \\(x\\)"}')
    ]


def test_an_unclosed_fence_is_reported() -> None:
    _, said = masked("a\n\n```python\n$x$")
    (item,) = said
    assert (item.code, item.place and item.place.line) == ("fence-unclosed", 3)


def test_front_matter_is_blanked() -> None:
    found, _ = mask("+++\ntitle = '$x$'\n+++\n$y$\n", "note.md", 4)
    assert found.text.startswith("\n\n\n")
    assert [(one.text, one.place.line, one.place.column) for one in found.masks] == [("y", 4, 1)]


def test_places_count_lines_and_columns_from_one() -> None:
    found, _ = masked("a\n\n  b \\(x\\)\n")
    assert (found.masks[0].place.line, found.masks[0].place.column) == (3, 5)


@given(NOTES)
@example("- $$\n  a\n\n  b\n  $$\n")
@example("> \\[\nx\n\\]")
def test_masking_keeps_every_line(text: str) -> None:
    found, _ = masked(text)
    assert found.text.count("\n") == text.count("\n")


@given(NOTES)
@example("{{< a >}}\n{{< b >}}")
def test_masking_keeps_every_column_outside_of_masks(text: str) -> None:
    found, _ = masked(text)
    attributes = {line.line for line in found.attribute_lines}
    clean = without_hidden(RESERVED.sub("\ufffd", text))
    pairs = zip(clean.split("\n"), found.text.split("\n"), strict=True)
    for number, (before, after) in enumerate(pairs, start=1):
        if not RESERVED.search(after) and "-->" not in after and number not in attributes:
            assert after == before
        elif "<!--" not in after and "-->" not in after and number not in attributes:
            kept = [(i, c) for i, c in enumerate(after) if not RESERVED.match(c)]
            assert kept == [(i, before[i]) for i, _ in kept]


@given(NOTES)
def test_restoring_gives_back_what_was_masked_within_lines(text: str) -> None:
    found, _ = masked(text)
    if found.attribute_lines or "<!--" in found.text:
        return
    joined = re.sub(rf"\n[ \t>]*{FILLER}+", "", found.text)
    assert found.restore(joined) == without_hidden(RESERVED.sub("\ufffd", text))


@given(NOTES)
def test_every_place_lies_in_the_note(text: str) -> None:
    found, said = masked(text)
    lines = text.split("\n")
    places = [one.place for one in found.masks] + [item.place for item in said if item.place]
    for place in places:
        assert 1 <= place.line <= len(lines)
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1


@given(st.text(alphabet="ab$`\\{}() \n"))
def test_a_mask_is_what_stood_at_its_place(text: str) -> None:
    found, _ = masked(text)
    starts = [0, *(one.end() for one in re.finditer("\n", text))]
    for one in found.masks:
        start = starts[one.place.line - 1] + one.place.column - 1
        assert text.startswith(one.source, start)


def test_a_long_note_takes_a_moment() -> None:
    found, _ = masked("A line with \\(x\\) and `code`.\n\n- item $y$\n" * 5000)
    assert len(found.masks) == 10_000


@pytest.mark.parametrize(
    ("text", "line", "column", "margin"),
    [
        ("a $x$", 1, 4, 0),
        ("a \\(x\\)", 1, 5, 0),
        ("a \\\\(x\\\\)", 1, 6, 0),
        ("$$\nx\n$$", 1, 3, 0),
        ("> \\[\n> x\n> y\n> \\]", 1, 5, 2),
        ("- $$\n  x\n  $$", 1, 5, 0),
    ],
)
def test_where_the_text_of_a_formula_begins(text: str, line: int, column: int, margin: int) -> None:
    found, _ = masked(text)
    origin = found.masks[0].origin
    assert (origin.place.line, origin.place.column, origin.margin) == (line, column, margin)
