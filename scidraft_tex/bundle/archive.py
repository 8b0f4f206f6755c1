"""The archive: a `tar.gz` whose bytes depend on nothing but the files and their date."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

__all__ = ["pack", "unpack"]


def pack(files: Mapping[str, bytes], epoch: int) -> bytes:
    """Return an archive of FILES, all of the date EPOCH, in seconds since 1970, and of nobody."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            entry.mtime = epoch
            entry.mode = 0o644
            archive.addfile(entry, io.BytesIO(files[name]))
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as compressed:
        compressed.write(whole.getvalue())
    return packed.getvalue()


def unpack(data: bytes, folder: Path) -> None:
    """Unpack the archive DATA into FOLDER; raises `tarfile.TarError` for a name that leaves it."""
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        archive.extractall(folder, filter="data")
