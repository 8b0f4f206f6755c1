"""The arguments of shortcodes: those not known, and those that are missing."""

from __future__ import annotations

import pytest

from scidraft_tex.diagnostics import Place
from scidraft_tex.read.shortcodes import parse_tag
from scidraft_tex.recognise.shortcode_arguments import argument_faults, lacks, source_of

HERE = Place("n.md", 7, 3)


def told(tag: str) -> list[tuple[str, str, str]]:
    code = parse_tag(tag, HERE)
    assert code is not None
    return [(str(item.place), item.message, item.hint) for item in argument_faults(code)]


@pytest.mark.parametrize(
    ("tag", "place", "message", "hint"),
    [
        (
            '{{< figure scr="/a.png" >}}',
            "n.md:7:14",
            "the shortcode figure has no argument scr",
            "did you mean src?",
        ),
        (
            '{{< figure src="/a.png"\n  captoin="A" >}}',
            "n.md:8:3",
            "the shortcode figure has no argument captoin",
            "did you mean caption?",
        ),
        ("{{< figure >}}", "n.md:7:3", "the shortcode figure has no src", 'write src="…"'),
        ('{{< figure src="" >}}', "n.md:7:3", "the shortcode figure has no src", 'write src="…"'),
        ("{{< relref >}}", "n.md:7:3", "the shortcode relref has no path", 'write path="…"'),
        (
            '{{< entry-a-to-z list="x" >}}',
            "n.md:7:20",
            "the shortcode entry-a-to-z has no argument list",
            "it takes set",
        ),
    ],
)
def test_what_is_told(tag: str, place: str, message: str, hint: str) -> None:
    assert told(tag) == [(place, message, hint)]


@pytest.mark.parametrize(
    "tag",
    [
        '{{< figure "/a.png" >}}',
        '{{< figure SRC="/a.png" class="wide" >}}',
        '{{< gallery-item image="/a.png" caption="A" link="/x/" >}}',
        '{{< mine anything="x" >}}',
        "{{< /figure >}}",
        '{{< glossary-term def="a word" >}}',
    ],
)
def test_what_is_right(tag: str) -> None:
    assert told(tag) == []


def test_a_tag_as_it_was_written() -> None:
    tag = '{{< figure "/a.png" caption="A" >}}'
    code = parse_tag(tag, HERE)
    assert code is not None
    assert source_of(code) == tag
    assert not lacks(code)
