r"""Lists of references that need no biber: a document's `.bbl`, put together from finished entries.

A section belongs to the n-th `\newrefsection` of a document. Where the entries of each list lie
beside its `.bib`, formatted by *render*, the `.bbl` is known before TeX runs.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from scidraft_tex.files import whole
from scidraft_tex.typeset.job import Job

__all__ = ["finished_lists", "give_lists"]

_HEAD = """\
% $ biblatex auxiliary file $
% $ biblatex bbl format version 3.2 $
"""
"""What biblatex looks for: its version 3.17 and later ones read 3.2, some with a warning."""

_FOOT = r"""
\begingroup
\makeatletter
\global\let\blx@rerun@biber\relax
\global\let\blx@logreq@active\@gobble
\ifdefined\finishedlists
%s\finishedlists
\fi
\endgroup
\endinput
"""
"""Tells biblatex that nothing is asked of biber: it would have TeX run again, and again.

The document's own commands then print citations by the numbers that are given.
"""
_ENTRY = re.compile(r"\\entry\{(?P<key>[^{}]+)\}")

_OPENING = re.compile(r"\\newrefsection\[(?P<stem>[^\[\]{}]+)\.bib\]")
_LIST = "none/global//global/global"
"""What biber calls the one list of a section: sorted by citation, of all that is cited."""


def finished_lists(folder: Path, text: str, before: int = 0) -> str:
    r"""Return the `.bbl` of a document of TEXT, that of all its files, which lie in FOLDER.

    BEFORE is biblatex's number of the section before the first. It is "" where there is no list,
    or entries are missing: biber is to make the lists then.
    """
    stems = [match["stem"] for match in _OPENING.finditer(text)]
    sections, numbers = [], []
    for number, stem in enumerate(stems, start=before + 1):
        try:
            entries = (folder / f"{stem}.bbl").read_text(encoding="utf-8")
        except OSError:
            return ""
        sections.append(
            f"\n\\refsection{{{number}}}\n  \\datalist[entry]{{{_LIST}}}\n{entries}"
            "  \\enddatalist\n\\endrefsection\n"
        )
        for count, match in enumerate(_ENTRY.finditer(entries), start=1):
            numbers.append(f"\\finishednumber{{{number}}}{{{match['key']}}}{{{count}}}\n")
    return "".join([_HEAD, *sections, _FOOT % "".join(numbers)]) if sections else ""


def give_lists(job: Job, text: str, before: int = 0) -> Job:
    """Return JOB with its `.bbl` written and given, if `finished_lists` has one for it.

    A unit without lists is given one in which there is none.
    """
    lists = finished_lists(job.folder, text, before)
    if job.place and not _OPENING.search(text):
        lists = _HEAD + _FOOT % ""  # without it TeX would read the one in the book's own folder
    if not lists:
        return job
    file = job.file(".bbl")
    if job.text(".bbl") != lists:
        with whole(file) as beside:
            beside.write_text(lists, encoding="utf-8")
    return replace(job, given=job.given | {f"{job.stem}.bbl"})
