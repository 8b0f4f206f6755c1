"""What tests of hostile notes share: programs that have the network, and the command line."""

from __future__ import annotations

from scidraft_tex.tools import Shell
from tests.cli.conftest import home, run

__all__ = ["Plugged", "home", "run"]


class Plugged(Shell):
    """Has the network, so that programs alone keep from it."""

    def unplugged(self, *, as_user: bool = False) -> tuple[str, ...]:  # noqa: ARG002
        return ()
