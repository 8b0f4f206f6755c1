"""scidraft-tex: print the notes of a SciDraft site as a book."""

__version__ = "0.1.0"
