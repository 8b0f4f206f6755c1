"""The record of a finished build, kept as JSON in the folder: why a second run has nothing to do.

It names every file that was read and every file that was made, with digests of what they held. A
record that is damaged, or that does not fit what lies in the folder, is none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from scidraft_tex.files import whole
from scidraft_tex.typeset.digests import distribution_stamp, file_digest
from scidraft_tex.typeset.job import Job

__all__ = ["RECORD", "Record", "digests_of"]

RECORD = ".build.json"
"""How the name of a document's record ends."""

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Record:
    """How a build ended.

    `read` and `made` map names relative to the folder to digests, "" for a file that was looked
    for and is not there. `bibliography` and `indexes` are what biber and makeindex answered.
    `distribution` stands for the packages and fonts used. `errors`: TeX met some, and what it wrote
    for its next pass may be spoilt. `stable`: the last pass moved nothing.
    """

    engine: str
    epoch: int | None = None
    distribution: str = ""
    errors: bool = False
    stable: bool = True
    bibliography: str = ""
    indexes: Mapping[str, str] = field(default_factory=dict)
    read: Mapping[str, str] = field(default_factory=dict)
    made: Mapping[str, str] = field(default_factory=dict)
    format: int = _FORMAT

    @staticmethod
    def path(job: Job) -> Path:
        """Return where the record of JOB is kept."""
        return job.file(RECORD)

    @classmethod
    def load(cls, job: Job) -> Record | None:
        """Return the record of JOB's last build, None if it has none that can be read."""
        try:
            data = json.loads(cls.path(job).read_text(encoding="utf-8"))
            record = cls(**{name.name: data[name.name] for name in fields(cls)})
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return record if record.format == _FORMAT and _well_formed(record) else None

    def save(self, job: Job) -> None:
        """Write the record, beside and renamed."""
        text = json.dumps(asdict(self), indent=1, sort_keys=True, ensure_ascii=False)
        with whole(self.path(job)) as beside:
            beside.write_text(text + "\n", encoding="utf-8")

    def changed(self, job: Job) -> frozenset[str]:
        """Return the names of files read by the build that hold something else now."""
        now = digests_of(job.folder, self.read)
        return frozenset(name for name, old in self.read.items() if now[name] != old)

    def intact(self, job: Job) -> bool:
        """Tell whether all that the build made is there as it was left, made by this engine."""
        return (
            self.engine == job.engine.value
            and self.epoch == job.epoch
            and self.distribution == distribution_stamp(job.recorded().outside)
            and digests_of(job.folder, self.made) == dict(self.made)
        )


def digests_of(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the digest of each file of FOLDER in NAMES, in their order by name."""
    return {name: file_digest(folder / name) for name in sorted(names)}


def _well_formed(record: Record) -> bool:
    tables: tuple[Any, ...] = (record.indexes, record.read, record.made)
    return all(
        isinstance(table, dict) and all(isinstance(value, str) for value in table.values())
        for table in tables
    )
