"""scidraft-tex: print SciDraft notes as books, preprints and handouts."""

__version__ = "0.1.0"
