"""`python -m scidraft_tex` is `scidraft-tex`."""

import sys

from scidraft_tex.cli import main

if __name__ == "__main__":
    sys.exit(main())
