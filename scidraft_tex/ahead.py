"""Modules imported while the program waits for another one."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from threading import Thread

__all__ = ["import_ahead"]


def import_ahead(*names: str) -> None:
    """Import the modules NAMES in a thread of its own; who needs one before waits for it there.

    What cannot be imported is raised there, too. The program does not end before the thread does:
    to end amid an import is to crash.
    """
    Thread(target=_import, args=(names,)).start()


def _import(names: tuple[str, ...]) -> None:
    with suppress(Exception):
        for name in names:
            import_module(name)
