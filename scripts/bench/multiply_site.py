#!/usr/bin/env python3
"""Copy a site with every note in it several times over, to see how a build grows.

    python scripts/bench/multiply_site.py SITE TARGET N

Of `notes/x.md` the first copy stays as it is; the others are `x-1.md`, `x-2.md` … with the same
number behind titles, slugs and aliases: each has an address and index terms of its own.
Everything else of the site is copied once. TARGET must not be there yet.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path

_FRONT = re.compile(r"\A(\+\+\+|---)\n(.*?\n)\1\n", re.DOTALL)
_NAMED = re.compile(
    r"^(?P<head>(?:slug|url|\w*[tT]itle|\w*[aA]liases)\s*[=:]\s*)(?P<value>.*)$", re.MULTILINE
)
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'([^']*)'")


def numbered(text: str, number: int) -> str:
    """Return the note TEXT with NUMBER behind what its front matter names it by."""
    front = _FRONT.match(text)
    if front is None:
        return text

    def line(found: re.Match[str]) -> str:
        value = found["value"]
        own = "/" if found["head"].lstrip().startswith("url") else " "
        if not _STRING.search(value):  # a bare YAML string
            behind = value.rstrip() and not value.rstrip().endswith(("[", "true", "false"))
            return f"{found[0]} {number}" if behind else found[0]
        return found["head"] + _STRING.sub(
            lambda string: f"{string[0][:-1]}{own if own == ' ' else '-'}{number}{string[0][-1]}",
            value,
        )

    head = _NAMED.sub(line, front[2])
    return f"{front[1]}\n{head}{front[1]}\n{text[front.end() :]}"


def multiply(site: Path, target: Path, copies: int) -> int:
    """Copy SITE to TARGET with its notes COPIES times; return how many files were added.

    Raises `OSError`, also where TARGET is there.
    """
    shutil.copytree(site, target, ignore=shutil.ignore_patterns("build", "public", ".git"))
    added = 0
    for path in sorted((target / "content").glob("*/**/*.md")):
        if path.stem in {"_index", "index"}:
            continue
        text = path.read_text(encoding="utf-8")
        for number in range(1, copies):
            copy = path.with_name(f"{path.stem}-{number}.md")
            copy.write_text(numbered(text, number), encoding="utf-8")
            added += 1
    return added


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("copies", type=int, metavar="N", help="from 1; 1 is a plain copy")
    options = parser.parse_args()
    if options.target.exists() or options.copies < 1:
        parser.error("TARGET is there already" if options.copies > 0 else "N counts from 1")
    added = multiply(options.site, options.target, options.copies)
    sys.stdout.write(f"{added} notes added\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
