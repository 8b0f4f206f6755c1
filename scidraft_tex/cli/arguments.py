"""The parser of arguments: like argparse's, and it says what a misspelt name was meant for."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import NoReturn

from scidraft_tex.spelling import did_you_mean

__all__ = ["Parser"]

_CHOICE = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)$", re.DOTALL)
_UNKNOWN = re.compile(r"unrecognized arguments: (.*)$", re.DOTALL)
_LIKENESS = 0.6
"""How alike names have to be, from 0 to 1; those of options are short."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are told with a suggestion; its sub-parsers are of this class, too."""

    def parse_known_args(  # type: ignore[override]  # of namespaces we use argparse's own
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse ARGS as argparse does, and let an unknown option be told by its own command."""
        found, rest = super().parse_known_args(args, namespace)
        if any(word.startswith("-") for word in rest):
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return found, rest

    def error(self, message: str) -> NoReturn:
        """End with exit code 2, the usage, and MESSAGE with what may have been meant."""
        super().error(" - ".join(filter(None, (message, self._hint(message)))))

    def _hint(self, message: str) -> str:
        if choice := _CHOICE.search(message):
            names = (name.strip("'") for name in choice[2].split(", "))
            return did_you_mean(choice[1], names, likeness=_LIKENESS)
        if unknown := _UNKNOWN.search(message):
            word = next((w for w in unknown[1].split() if w.startswith("-")), "").partition("=")[0]
            return did_you_mean(word, self._option_string_actions, likeness=_LIKENESS)
        return ""
