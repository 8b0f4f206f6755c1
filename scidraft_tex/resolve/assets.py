"""Images: which file of the site a note means."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics

ROOTS = ("static", "assets", "content", ".")
"""Where a path from the site's root is looked up, in this order."""


@dataclass(frozen=True, slots=True)
class Assets:
    """Finds image files below the site's FOLDER; nothing outside it is ever named."""

    folder: Path
    diagnostics: Diagnostics

    def image(self, image: m.Image, note: m.Note) -> m.Image:
        """Return IMAGE with `source` as a path within the site, or as it was and `file` empty.

        A remote or missing image is reported; its placeholder prints.
        """
        source = image.source.strip()
        parts = urlsplit(source)
        if parts.scheme or parts.netloc:
            self.diagnostics.report(
                "image-remote", f"the image {source[:80]} is on the network", image.place
            )
            return replace(image, source="", title=source)
        found = self.find(parts.path, note)
        if found is None:
            self.diagnostics.report(
                "image-missing",
                f"there is no image {source}",
                image.place,
                hint=self.suggestion(parts.path, note),
            )
            return replace(image, source="", title=source)
        return replace(image, source=found)

    def find(self, path: str, note: m.Note) -> str | None:
        """Return the file that PATH in NOTE names, relative to the site, or None."""
        clean = path.lstrip("/")
        own = [] if path.startswith("/") else [PurePosixPath(note.source.folder) / clean]
        parent = PurePosixPath(note.source.folder).parent
        own += [] if path.startswith("/") else [parent / clean]
        for candidate in (*own, *(PurePosixPath(root) / clean for root in ROOTS)):
            if self.inside(candidate):
                return (self.folder / candidate).resolve().relative_to(self.folder).as_posix()
        return None

    def inside(self, candidate: PurePosixPath) -> bool:
        """Tell whether CANDIDATE is a file of the site, after links are followed."""
        path = (self.folder / candidate).resolve()
        return path.is_relative_to(self.folder) and path.is_file()

    def suggestion(self, path: str, note: m.Note) -> str:
        """Return a hint that names an image of a like name, if there is one."""
        name = PurePosixPath(path).name
        folders = [self.folder / note.source.folder, self.folder / "static", self.folder / "assets"]
        names = {
            file.name: file.relative_to(self.folder).as_posix()
            for folder in folders
            if folder.is_dir()
            for file in sorted(folder.rglob("*"))
            if file.suffix.lower() in {".png", ".jpg", ".jpeg", ".svg", ".pdf", ".webp", ".gif"}
        }
        near = difflib.get_close_matches(name, names, 1)
        return f"did you mean {names[near[0]]}?" if near else ""
