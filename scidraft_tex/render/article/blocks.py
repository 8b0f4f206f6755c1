r"""Blocks to LaTeX: the body of a paper in the environments of `article`, amsthm and float."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.kinds import Style
from scidraft_tex.render import tex
from scidraft_tex.render.apart import ApartBlocks
from scidraft_tex.render.article.algorithms import article_algorithm
from scidraft_tex.render.article.code import article_listing, article_tree
from scidraft_tex.render.article.displays import fitted_display
from scidraft_tex.render.article.floats import Room
from scidraft_tex.render.article.pictures import article_diagram, article_figure
from scidraft_tex.render.article.prose import ArticleProse
from scidraft_tex.render.article.tables import article_table, check_article_table
from scidraft_tex.render.blocks import Piece
from scidraft_tex.render.diagrams import check_diagram
from scidraft_tex.render.environments import environment
from scidraft_tex.render.headings import heading
from scidraft_tex.render.listings import check_listing

__all__ = ["APPENDIX", "ArticleBlocks"]

APPENDIX = "appendix"
"""The class of the division that marks where the appendix begins."""


@dataclass(frozen=True, slots=True)
class ArticleBlocks(ApartBlocks):
    """Renders the blocks of a paper.

    `room` is what a float has on the page. `proof` is the word that heads a proof without being
    told.
    """

    room: Room = Room()  # noqa: RUF009  # frozen
    proof: str = "Proof"

    @property
    def prose(self) -> ArticleProse:
        """The renderer of inlines that goes with it."""
        return ArticleProse(
            self.unmapped, self.formulas, quotes=self.quotes, leading=self.page.leading
        )

    def unmapped(self, blocks: Sequence[m.Block]) -> str:
        """Return BLOCKS for the argument of a command, where nothing floats."""
        room = replace(self.room, floats=False)
        return replace(self, mapped=False, room=room).blocks(blocks)

    def display(self, block: m.Display, *, end_mark: bool) -> str:
        """Return a displayed formula within the measure."""
        text = self.formulas.display(block, self.page, end_mark=end_mark)
        return fitted_display(text, self.page)

    def piece(self, block: Piece) -> str:
        """Return what is set apart from the text; tell what is wrong in it."""
        room = replace(self.room, here=self.page)
        match block:
            case m.Table():
                self.said.extend(check_article_table(block, room))
                return article_table(block, room, self.prose)
            case m.Algorithm():
                return article_algorithm(block, room, self.prose)
            case m.Listing():
                self.said.extend(check_listing(block))
                return article_listing(block, room, self.prose)
            case m.Tree():
                return article_tree(block, room, self.prose)
            case m.Diagram():
                self.said.extend(check_diagram(block, room.wide))
                return article_diagram(block, room, self.prose)
            case m.Figure():
                return article_figure(block, room, self.prose)

    def marked(self, text: str, *, end_mark: bool) -> str:  # noqa: ARG002  # amsthm's own follows
        """Return TEXT: the mark of the proof follows it."""
        return text

    def failure(self, block: m.Failure) -> str:
        """Return a box; one with a caption asks for what the piece would have been numbered by."""
        text = ApartBlocks.failure(self, block)
        asked = block.caption is not None and block.captioned in {"algorithm", "listing"}
        return f"\\failed{block.captioned}{text}" if asked else text

    def heading(self, block: m.Heading) -> str:
        """Return a heading."""
        prose = replace(self.prose, breaks=False)
        name, numbered = self.heading_command(block.level), block.numbered
        return heading(name, block.children, prose, block.identifier, numbered=numbered)

    def items(
        self, block: m.BulletList | m.OrderedList, name: str, options: str, *, end_mark: bool
    ) -> str:
        """Return a list, all of them spaced as the class has it; a task's box is its bullet."""
        text = ApartBlocks.items(self, replace(block, tight=True), name, options, end_mark=end_mark)
        return text.replace("[\\taskdone]", "[$\\boxtimes$]").replace(
            "[\\taskopen]", "[$\\square$]"
        )

    def result(self, block: m.Result) -> str:
        """Return a result in its kind's environment, a proof in amsthm's."""
        if block.kind.style is not Style.PROOF:
            return ApartBlocks.result(self, block).replace("\\resultbreak", "\\leavevmode")
        anchor = f"\\phantomsection\\label{{{block.label}}}\n" if block.label else ""
        name = self.prose.in_heading()(block.name) if block.name else ""
        head = self.proof_head(replace(block, proves=""), name)
        if not head and block.kind.name != self.proof:
            head = f"{{{tex.escape(block.kind.name)}}}"
        body = self.blocks(block.children, end_mark=True)
        if block.children and not isinstance(block.children[0], m.Paragraph):
            body = f"\\leavevmode\n{body}"
        return anchor + environment("proof", body, head)

    def glossary(self, block: m.Glossary) -> str:
        """Return the terms of the note in the order of the alphabet."""
        plain = self.prose.in_heading()
        lines = [
            f"\\item[{{{_linked(plain(term.term), term.label)}}}] {plain(term.definition)}"
            for term in block.terms
        ]
        return environment("description", "\n".join(lines)) if lines else ""


def _linked(text: str, label: str) -> str:
    return f"\\hyperref[{label}]{{{text}}}" if label else text
