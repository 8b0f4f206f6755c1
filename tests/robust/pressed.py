"""The program with a press in place of TeX, for tests that start it in a process of its own."""

from __future__ import annotations

import resource
import sys

from scidraft_tex import __main__, tools
from tests.press import Press

if __name__ == "__main__":
    if sys.argv[1].startswith("--largest="):
        largest = int(sys.argv.pop(1).partition("=")[2])
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    tools.Shell = lambda *_, **__: Press()  # type: ignore[assignment,misc]
    sys.exit(__main__.main())
