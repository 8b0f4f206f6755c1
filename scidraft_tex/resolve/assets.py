"""Images: which file of the site a note means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from scidraft_tex import model as m
from scidraft_tex.addresses import parts_of
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.resolve.outside import file_at, why_outside
from scidraft_tex.spelling import near

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
        parts = parts_of(source)
        outside = why_outside(
            self.folder, note.source.folder, source, _candidates(parts.path, note)
        )
        if (parts.scheme or parts.netloc) and not outside:
            self.diagnostics.report(
                "image-remote", f"the image {source[:80]} is on the network", image.place
            )
            return replace(image, source="", title=source)
        found = self.find(parts.path, note)
        if found is None and outside:
            return self._refused(image, source, outside)
        if found is None:
            self.diagnostics.report(
                "image-missing",
                f"there is no image {source}" if source else "the image names no file",
                image.place,
                hint=self.suggestion(parts.path, note),
            )
            return replace(image, source="", title=source)
        return replace(image, source=found)

    def find(self, path: str, note: m.Note) -> str | None:
        """Return the file that PATH in NOTE names, relative to the site, or None."""
        targets = (file_at(self.folder, candidate) for candidate in _candidates(path, note))
        inside = (one for one in targets if one is not None and one.is_relative_to(self.folder))
        found = next(inside, None)
        return found.relative_to(self.folder).as_posix() if found else None

    def _refused(self, image: m.Image, source: str, why: str) -> m.Image:
        """Return IMAGE without a file, for its SOURCE is none of the site's."""
        message = f"the image {source[:80]} is outside of the site: {why}"
        self.diagnostics.report("path-outside", message, image.place)
        return replace(image, source="", title=source)

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
        found = [name] if name in names else near(name, names, likeness=0.6)
        return f"did you mean {names[found[0]]}?" if found else ""


def _candidates(path: str, note: m.Note) -> Iterator[PurePosixPath]:
    """Yield where PATH in NOTE may be, relative to the site: by the note, then from its roots."""
    clean = path.lstrip("/")
    if not path.startswith("/"):
        own = PurePosixPath(note.source.folder)
        yield from (own / clean, own.parent / clean)
    yield from (PurePosixPath(root) / clean for root in ROOTS)
