"""Bundle: the source of a paper becomes an archive that arXiv takes, checked rule by rule."""

from scidraft_tex.bundle.bundling import Bundled, bundle
from scidraft_tex.bundle.plan import Plan

__all__ = ["Bundled", "Plan", "bundle"]
