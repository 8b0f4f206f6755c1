"""What students may not see, in strings of attributes, titles and HTML: it is not on their sheet.

The teacher's sheet has each of the words.
"""

from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.walk import plain_text
from tests.resolve.sheets import MakeSheet, inlines

PICTURE = {"static/a.png": "x", "static/b.png": "x"}
GAPS = [
    '```python {title="Of [zebra]{.gap}"}\nx = 1\n```',
    '~~~python {title="Of `zebra`{.gap} and <b class=gap>zebra</b>"}\nx = 1\n~~~',
    "```mermaid\n%% caption: Of [zebra]{.gap}\ngraph TD\nA-->B\n```",
    '![Alt](/a.png "Of [zebra]{.gap}")',
    '![Alt](/a.png "Of [zebra]{.gap}")\n![Alt](/b.png "B")',
    "![Of [zebra]{.gap}](/a.png)",
    '<img src="/a.png" alt="Of [zebra]{.gap}">',
    '{{< figure src="/a.png" title="Of [zebra]{.gap}" caption="[zebra $[0,1)$]{.gap}" >}}',
    '{{< figure src="/a.png" alt="Of [zebra]{.gap}" >}}',
    '{{< gallery title="A" >}}\n{{< gallery-item "/a.png" "Of [zebra]{.gap}" >}}\n{{< /gallery >}}',
    '{{< gallery title="[zebra]{.gap}" >}}\n{{< gallery-item "/a.png" "A" >}}\n{{< /gallery >}}',
    '{{< details summary="Of [zebra]{.gap}" >}}\nText.\n{{< /details >}}',
    '{{< quote author="[zebra]{.gap}" >}}\nText.\n{{< /quote >}}',
    '::: {.theorem name="Of [zebra]{.gap}"}\nIt.\n:::',
    'A {{< glossary-term id="z" term="a" def="Of [zebra]{.gap}" >}} here.',
    'Say <span class="gap">zebra</span> and <code class="gap">zebra</code> now.',
    'Say <a class="gap" href="https://w.example">zebra</a> now.',
    '<p class="gap">zebra</p>',
    '<div class="gap">\n\nzebra *words*\n\n- zebra\n\n</div>',
    "::: {.gap}\nzebra\n:::",
    "zebra words\n{.gap}",
    '<h3 class="gap">zebra</h3>',
    '<ul><li class="gap">zebra</li><li>Two</li></ul>',
    '<dl><dt class="gap">zebra</dt><dd class="gap">zebra</dd></dl>',
    '<table><tr><td class="gap">zebra</td><td>b</td></tr></table>',
    '<table><tr><td>a</td></tr><tr class="gap"><td>zebra</td></tr></table>',
    '<table><tbody class="gap"><tr><td>zebra</td></tr></tbody></table>',
    '<table><caption class="gap">zebra</caption><tr><td>a</td></tr></table>',
    '<figure><img src="/a.png"><figcaption class="gap">zebra</figcaption></figure>',
    '<details><summary class="gap">zebra</summary>Text.</details>',
    '<blockquote class="gap">zebra</blockquote>',
    r"By \cite[see <b class='gap'>zebra</b>]{key} now.",
    r"By \citep[<i class='gap'>zebra</i>][p. 2]{key} now.",
]


@pytest.mark.parametrize("text", [*GAPS, *(t.replace("gap", "instructor") for t in GAPS)])
def test_students_do_not_have_the_word(sheet: MakeSheet, text: str) -> None:
    made = sheet(f"First.\n\n{text}\n\nLast.\n", PICTURE)
    assert "zebra" in repr(made.instructor)
    student = repr(made.student)
    assert "zebra" not in student
    assert "{.gap}" not in student
    assert "First." in student
    assert "Last." in student or "<h3" in text


@pytest.mark.parametrize(
    "text",
    [
        '<p class="instructor">zebra</p>',
        '<p class="solution">zebra</p>',
        '<p class="solution">\n\nzebra\n\n</p>',
        '<section class="solution"><p>zebra</p></section>',
        '<pre class="solution">zebra</pre>',
        'A <em class="solution">zebra</em> here.',
    ],
)
def test_elements_of_other_classes_are_withheld(sheet: MakeSheet, text: str) -> None:
    made = sheet(f"First.\n\n{text}\n\nLast.\n")
    assert made.sheet.pieces or made.sheet.gaps
    assert "zebra" in repr(made.instructor)
    assert "zebra" not in repr(made.student)
    assert "Last." in repr(made.student)


@pytest.mark.parametrize("title", ["On [zebra]{.gap}", "On `zebra`{.gap}", "*On* [$zebra$]{.gap}"])
@pytest.mark.parametrize("link", ["[](/notes/a/)", "[](#below)", "[](/notes/other/)"])
def test_a_link_without_text_has_the_title_with_its_gap(
    sheet: MakeSheet, title: str, link: str
) -> None:
    front = f"---\ntitle: '{title}'\n---\n"
    own = f"{front}\nSee {link}.\n\n::: {{#below}}\nA part.\n:::\n"
    made = sheet({"a": own}, {"content/notes/other.md": f"{front}\nText.\n"})
    assert "zebra" not in repr(made.student)
    found = [n for n in inlines(made.student) if isinstance(n, m.CrossReference | m.Link)]
    assert [plain_text(node.children) for node in found if node.children] in (["“On ”"], [])
    assert "zebra" in repr(made.instructor)
