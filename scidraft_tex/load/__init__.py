"""Load: a site's folder becomes a `Site`, its notes as text with what their front matter says."""

from scidraft_tex.load.site import load_site

__all__ = ["load_site"]
