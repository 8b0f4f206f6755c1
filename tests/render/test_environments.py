"""PyLaTeX's environments, as they are written."""

from __future__ import annotations

from scidraft_tex.render.environments import Block, command, environment


class Framed(Block):
    """An environment for the test."""

    _latex_name = "framed"


def test_an_environment_has_its_lines_and_nothing_else() -> None:
    block = Framed(["a & b_1 \\\\", "50\\% $x$"], start=["s"], options="t", arguments=["l|r"])
    assert str(block) == "\\begin{framed}{s}[t]{l|r}\na & b_1 \\\\\n50\\% $x$\n\\end{framed}"
    assert str(Framed(["x"])) == "\\begin{framed}\nx\n\\end{framed}"


def test_an_environment_of_any_name() -> None:
    assert environment("quote", "x") == "\\begin{quote}\nx\n\\end{quote}"
    assert environment("list", "x", "loose") == "\\begin{list}[loose]\nx\n\\end{list}"


def test_commands() -> None:
    assert command("x") == "\\x"
    assert command("x", "a_b", "{}", option="o") == "\\x[o]{a_b}{{}}"
