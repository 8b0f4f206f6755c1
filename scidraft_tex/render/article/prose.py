r"""Prose to LaTeX without commands of our own, but for those that LaTeX has no word for."""

from __future__ import annotations

from dataclasses import dataclass

from scidraft_tex import model as m
from scidraft_tex.render import tex
from scidraft_tex.render.apart import ApartProse
from scidraft_tex.render.failures import missing_image
from scidraft_tex.render.prose import breaking_code
from scidraft_tex.walk import plain_text

__all__ = ["ArticleProse"]

_BREAK = r"\allowbreak{}"
_LINE = 0.7
"""The height of an image within a line over the distance of the lines."""


@dataclass(frozen=True, slots=True)
class ArticleProse(ApartProse):
    """Renders the inlines of a paper; nothing goes to an index.

    `leading` is the distance of the lines in pt. Without `breaks` code does not break over lines:
    a heading goes to the bookmarks, too.
    """

    leading: float = 12.0
    breaks: bool = True

    def styled(self, node: m.Styled) -> str:
        """Return an emphasis or its kin; code that holds more than characters too."""
        if node.style == "code":
            return f"\\texttt{{{self(node.children)}}}"
        return ApartProse.styled(self, node)

    def code(self, node: m.Code) -> str:
        """Return code within a line."""
        if self.moving or not self.breaks:
            return f"\\texttt{{{tex.escape_code(node.text)}}}"
        return f"\\texttt{{{breaking_code(node.text, _BREAK)}}}"

    def link(self, node: m.Link) -> str:
        """Return a link out of the paper: the text is the link."""
        if self.moving:
            return self(node.children)
        target = tex.url(node.target)
        if node.children == (m.Text(node.target),) or not node.children:
            return f"\\url{{{target}}}"
        return f"\\href{{{target}}}{{{self(node.children)}}}"

    def cross_reference(self, node: m.CrossReference) -> str:
        """Return a link to another place of the paper."""
        if node.children:
            return f"\\hyperref[{node.label}]{{{self(node.children)}}}"
        if node.word:
            return f"\\hyperref[{node.label}]{{{tex.escape(node.word)}~\\ref*{{{node.label}}}}}"
        return f"\\nameref{{{node.label}}}"

    def image(self, node: m.Image) -> str:
        """Return an image within a line, no higher than the line allows."""
        if not node.file:
            return missing_image(node, inline=True)
        high = float(node.attributes.get("natural-height", "0") or 0)
        options = (
            [] if 0 < high < _LINE * self.leading else [f"height={_LINE * self.leading:.1f}pt"]
        )
        alt = " ".join(plain_text(node.alt).split())
        options += [f"alt={{{tex.escape(alt)}}}"] if alt else []
        given = f"[{','.join(options)}]" if options else ""
        return f"\\includegraphics{given}{{{node.file}}}"
