"""*read*: note text to generic blocks with their places."""

from scidraft_tex.read.notes import ReadNotes, read_notes

__all__ = ["ReadNotes", "read_notes"]
