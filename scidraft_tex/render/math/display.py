r"""A formula as LaTeX sets it: within a line, or as a display of the fitting kind.

KaTeX lets a display hold whole environments (`align`, `gather`, `equation`), bare line ends,
`\tag` at any depth and `\label` without a number; each of these is fatal or lost in `\[ … \]`
(docs/format.md, section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from scidraft_tex.render import katex
from scidraft_tex.render.math.marks import NO_MARKS, Marks, lift
from scidraft_tex.render.math.parse import parse
from scidraft_tex.render.math.tree import (
    Command,
    Environment,
    Node,
    is_cell_end,
    is_line_end,
    rows,
    stripped,
)
from scidraft_tex.render.math.write import Writer

__all__ = ["display_math", "inline_math"]


def _same(label: str) -> str:
    return label


def inline_math(tex: str, *, label: Callable[[str], str] = _same, own: Collection[str] = ()) -> str:
    r"""Return the formula TEX within `$…$`, or nothing if it is blank.

    `label` turns an author's label into TeX's, for `\ref` and `\eqref`; OWN names the commands
    that the note or the site defines. Line ends become spaces, and a number given by `\tag` stands
    after the formula.
    """
    writer = Writer(label=label, own=own)
    nodes, marks = lift(parse(tex, own).nodes)
    body = writer.write(stripped(_with_newlines(nodes))).strip(" ")
    if _ends_in_control_space(body):
        body += " "
    tags = "".join(rf"\quad\text{{{tag}}}" for tag in marks.printed(writer))
    return f"${body}{tags}$" if body or tags else ""


def _ends_in_control_space(body: str) -> bool:
    backslashes = len(body) - len(body.rstrip("\\"))
    return backslashes % 2 == 1


def _with_newlines(nodes: Sequence[Node]) -> list[Node]:
    r"""Return NODES with `\newline` for `\\`, which would end a row of a table around it."""
    return [Command(r"\newline", n.start, n.end) if is_line_end(n) else n for n in nodes]


@dataclass(frozen=True, slots=True)
class _Row:
    r"""A line of a display, without the `\\` that ends it, and its number, if it has one."""

    nodes: tuple[Node, ...]
    end: tuple[Node, ...] = ()
    marks: Marks = NO_MARKS

    @property
    def numbered(self) -> bool:
        """Whether the author gave it a number or a label to be referred to by."""
        return bool(self.marks.tags or self.marks.labels)


def _rows(nodes: Sequence[Node]) -> list[_Row]:
    done: list[_Row] = []
    for row in rows(nodes):
        ended = is_line_end(row[-1])
        kept, marks = lift(row[:-1] if ended else row)
        done.append(_Row(stripped(kept), row[-1:] if ended else (), marks))
    while done and not done[-1].nodes and (len(done) > 1 or not done[-1].numbered):
        marks = done.pop().marks
        if done:
            done[-1] = replace(done[-1], marks=done[-1].marks + marks)
    if done:
        done[-1] = replace(done[-1], end=())
    return done


def display_math(
    tex: str,
    *,
    label: Callable[[str], str] = _same,
    end_mark: bool = False,
    own: Collection[str] = (),
) -> str:
    r"""Return the display of the formula TEX, on lines of its own without one at its end.

    `label` turns an author's label into TeX's; `end_mark` puts the mark of a proof on the last
    line; OWN names the commands that the note or the site defines. Blank where TEX is.
    """
    nodes = stripped(parse(tex, own).nodes)
    writer = Writer(label=label, own=own, folded=False, display=True)
    lone, around = _lone_environment(nodes)
    if lone is not None:
        known = katex.ENVIRONMENTS.get(lone.name)
        if known is not None and known.outer:
            return _outer(lone, around, writer, end_mark=end_mark)
        promoted = _promoted(lone, around, end_mark=end_mark)
        if promoted is not None:
            return _outer(promoted, around, writer, end_mark=end_mark)
    return _bare(nodes, writer, end_mark=end_mark)


def _lone_environment(nodes: Sequence[Node]) -> tuple[Environment | None, Marks]:
    """Return the environment that is all of NODES but for marks around it, and those marks."""
    kept = [n for n in nodes if isinstance(n, Environment)]
    if len(kept) != 1:
        return None, NO_MARKS
    others, marks = lift([n for n in nodes if n is not kept[0]])
    return (None, NO_MARKS) if stripped(others) else (kept[0], marks)


_PROMOTED = {"aligned": "align", "split": "align", "gathered": "gather", "alignedat": "alignat"}


def _promoted(node: Environment, around: Marks, *, end_mark: bool) -> Environment | None:
    """Return NODE as a display of its own, if its lines have something to carry there, else None.

    That is several numbers, or the mark of a proof, which belongs on the last line and not beside
    the middle. Columns of `align` stand further apart than those of `aligned`, so more than two
    stay.
    """
    lines = _rows(node.nodes)
    numbers = sum(row.numbered for row in lines) + bool(around.tags or around.labels)
    name = _PROMOTED.get(node.name)
    narrow = name != "align" or all(sum(map(is_cell_end, row.nodes)) < 2 for row in lines)
    if name is None or not (numbers > 1 or (end_mark and narrow and len(lines) > 1)):
        return None
    kept = tuple(a for a in node.arguments if not a.optional)
    return replace(node, name=f"{name}*", arguments=kept)


# --- displays of their own -------------------------------------------------------------------


def _outer(node: Environment, around: Marks, writer: Writer, *, end_mark: bool) -> str:
    """Return the display that NODE is."""
    stem = node.name.removesuffix("*")
    starred = node.name.endswith("*") or stem in {"displaymath", "math"}
    lines = _rows(writer.columns(node))
    if not lines:
        return ""
    lines[-1] = replace(lines[-1], marks=lines[-1].marks + around)
    if stem in {"equation", "displaymath", "math", "multline"}:
        return _one_number(stem, lines, writer, starred=starred, end_mark=end_mark)
    numbered = not starred or any(row.marks.labels and not row.marks.tags for row in lines)
    name = {"eqnarray": "align"}.get(stem, stem) + ("" if numbered else "*")
    written = [_line(row, writer, quiet=numbered and starred) for row in lines]
    if end_mark:
        counted = numbered and not starred and not lines[-1].marks.suppressed
        written[-1] = _marked(name, written[-1], numbered=counted or lines[-1].numbered)
    arguments = "".join(f"{{{writer.argument(a)}}}" for a in node.arguments if not a.optional)
    return f"\\begin{{{name}}}{arguments}\n{_joined(written)}\n\\end{{{name}}}"


def _marked(name: str, line: str, *, numbered: bool) -> str:
    r"""Return LINE, the last of the environment NAME, with the mark of a proof at its end.

    amsthm's `\qedhere` knows the displays without a number; templates/shared/math.tex.j2 has the
    others.
    """
    if numbered:
        return rf"{line} \qedtag"
    if name in {"align*", "gather*"}:
        return rf"{line} \qedhere"
    return line.removesuffix(r" \notag") + r" \qedrow"


def _line(row: _Row, writer: Writer, *, quiet: bool) -> str:
    r"""Return ROW and its marks; QUIET gives `\notag` to one that the author did not number."""
    body = writer.write(row.nodes).strip("\n")
    if row.numbered:
        body += row.marks.written(writer)
    elif quiet or row.marks.suppressed:
        body += r" \notag"
    return body + (f" {writer.write(row.end)}" if row.end else "")


def _joined(lines: Sequence[str]) -> str:
    r"""Return LINES one below the other; no beginning is taken for an option of the `\\` before."""
    guarded = [
        rf"\relax {line}" if index and line[:1] in {"[", "*"} else line
        for index, line in enumerate(lines)
    ]
    return "\n".join(guarded)


def _one_number(
    stem: str, lines: Sequence[_Row], writer: Writer, *, starred: bool, end_mark: bool
) -> str:
    """Return a display with at most one number: `equation`, `multline`, or one without a name."""
    marks = sum((row.marks for row in lines), NO_MARKS)
    numbered = (not starred and not marks.suppressed) or marks.labels
    if stem == "multline":
        *first, last = [_line(replace(row, marks=NO_MARKS), writer, quiet=False) for row in lines]
        name = "multline" if numbered and not marks.tags else "multline*"
        last += marks.written(writer)
        if end_mark:
            last = _marked(name, last, numbered=bool(numbered or marks.tags))
        return f"\\begin{{{name}}}\n{_joined([*first, last])}\n\\end{{{name}}}"
    body = _stacked(lines, writer)
    return _single(body, marks, writer, numbered=bool(numbered), end_mark=end_mark)


# --- displays without a name -----------------------------------------------------------------


def _bare(nodes: Sequence[Node], writer: Writer, *, end_mark: bool) -> str:
    """Return the display of NODES, which are no display of their own."""
    lines = _rows(nodes)
    if not lines:
        return ""
    name = "aligned" if _aligned(lines) else "gathered"
    stack = Environment(name, (), tuple(nodes), nodes[0].start, nodes[-1].end)
    promoted = _promoted(stack, NO_MARKS, end_mark=end_mark)
    if promoted is not None:
        return _outer(promoted, NO_MARKS, writer, end_mark=end_mark)
    marks = sum((row.marks for row in lines), NO_MARKS)
    body = _stacked(lines, writer)
    return _single(body, marks, writer, numbered=bool(marks.labels), end_mark=end_mark)


def _aligned(lines: Sequence[_Row]) -> bool:
    return any(is_cell_end(node) for row in lines for node in row.nodes)


def _stacked(lines: Sequence[_Row], writer: Writer) -> str:
    """Return LINES as one formula: several in an environment that stacks or aligns them."""
    inner = [_line(replace(row, marks=NO_MARKS), writer, quiet=False) for row in lines]
    if len(inner) == 1 and not _aligned(lines):
        return inner[0]
    name = "aligned" if _aligned(lines) else "gathered"
    return f"\\begin{{{name}}}\n{_joined(inner)}\n\\end{{{name}}}"


def _single(body: str, marks: Marks, writer: Writer, *, numbered: bool, end_mark: bool) -> str:
    r"""Return BODY as a display of one line with its MARKS."""
    ending = marks.written(writer)
    if end_mark:
        ending += r" \qedtag" if numbered or marks.tags else r" \qedhere"
    if numbered and not marks.tags:
        return f"\\begin{{equation}}\n{body}{ending}\n\\end{{equation}}"
    return f"\\[\n{body}{ending}\n\\]"
