"""PyLaTeX's environments and commands, set as one writes them by hand.

PyLaTeX ends every line with a comment sign and escapes what it is given. What we give it is LaTeX
already and stands on lines of its own, so the base class here turns both off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pylatex.base_classes import Command, Environment, Options
from pylatex.utils import NoEscape


class Block(Environment):  # type: ignore[misc]  # PyLaTeX ships no types
    """An environment whose lines are LaTeX; a subclass names it in `_latex_name`."""

    _default_escape: ClassVar[bool] = False
    content_separator: ClassVar[str] = "\n"

    def __init__(
        self,
        lines: Sequence[str],
        *,
        start: Sequence[str] = (),
        options: str = "",
        arguments: Sequence[str] = (),
    ) -> None:
        """Fill it with LINES; its name is followed by {START}, [OPTIONS] and {ARGUMENTS}."""
        super().__init__(
            start_arguments=[NoEscape(argument) for argument in start] or None,
            options=Options(NoEscape(options)) if options else None,
            arguments=[NoEscape(argument) for argument in arguments] or None,
            data=[NoEscape(line) for line in lines],
        )

    def __str__(self) -> str:
        """Return the environment as LaTeX."""
        return str(self.dumps())


def command(name: str, *arguments: str, option: str = "") -> str:
    """Return the command NAME with ARGUMENTS in braces, and OPTION in brackets before them."""
    made = Command(
        name,
        [NoEscape(argument) for argument in arguments],
        Options(NoEscape(option)) if option else None,
    )
    return str(made.dumps())


class _Environment(Block):
    """An environment whose name is known only at run time."""

    def __init__(self, name: str, lines: Sequence[str], options: str = "") -> None:
        self._latex_name = name
        super().__init__(lines, options=options)


def environment(name: str, body: str, options: str = "") -> str:
    """Return BODY within the environment NAME."""
    return str(_Environment(name, [body], options))
