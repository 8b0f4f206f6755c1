"""The pieces and gaps of a sheet, found and named: the same for every audience.

Each piece that may be withheld comes to stand in a `Marked`, `h1`, `h2`, … through the sheet (one
within another before it), each gap becomes a `Gap`, `g1`, `g2`, ….
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.handout_settings import HandoutSettings
from scidraft_tex.kinds import WITHHELD
from scidraft_tex.load.note_plan import note_settings
from scidraft_tex.resolve.piece_ends import report_ends
from scidraft_tex.resolve.piece_owners import Owner, piece_owners
from scidraft_tex.resolve.piece_rules import Piece, PieceRules
from scidraft_tex.resolve.pieces import INSTRUCTOR, candidate, classes_of, divided
from scidraft_tex.walk import rewrite_blocks, rewrite_inlines

__all__ = ["PieceMarker"]

_GAPS = (WITHHELD - {INSTRUCTOR}) | {"gap"}
"""The classes of a span or an image within a line that make a gap of it."""
_SHOWN = (m.Display, m.Table, m.Listing, m.Tree, m.Algorithm, m.Diagram, m.Figure)
"""What is no text, so that no gap can stand for it."""
_NO_GAP = "a gap is for words: put ::: {.solution} around it, or ::: {.working}"


@dataclass
class PieceMarker:
    """Marks the pieces of the notes of one sheet, in their order; `pieces` are those found."""

    settings: HandoutSettings
    said: Diagnostics
    pieces: list[Piece] = field(default_factory=list)
    gaps: int = 0
    current: list[PieceRules] = field(default_factory=list)

    def note(self, note: m.Note) -> m.Note:
        """Return NOTE, whose links are answered, with its pieces and gaps marked."""
        own = note_settings(note.source, self.settings, self.said)
        self.current = [PieceRules(own, self.said)]
        known = len(self.pieces)
        title = rewrite_inlines(note.title, self.inline)
        blocks = rewrite_blocks(divided(note.blocks), self.inline, self.block)
        report_ends(blocks, self.said)
        owners = piece_owners(blocks)
        self.pieces[known:] = [_owned(piece, owners) for piece in self.pieces[known:]]
        return replace(note, title=title, blocks=blocks)

    @property
    def rules(self) -> PieceRules:
        """The rules of the note at hand."""
        return self.current[0]

    def inline(self, node: m.Inline) -> Sequence[m.Inline]:
        """Return NODE, as a gap if it is one."""
        if _GAPS.isdisjoint(classes_of(node)):
            return (node,)
        self.gaps += 1
        shown = node.children if isinstance(node, m.Span) else (node,)
        return (m.Gap(f"g{self.gaps}", shown),)

    def block(self, node: m.Block) -> Sequence[m.Block]:
        """Return NODE, marked if it may be withheld, and with what it says to handouts checked."""
        found = candidate(node)
        if found is None:
            return (self.checked(self.opened(node)),)
        identifier = f"h{len(self.pieces) + 1}"
        piece = self.rules.piece(identifier, found, node.place)
        self.pieces.append(piece)
        quiet = PieceRules(self.rules.settings, Diagnostics())  # what is wrong was just said
        inner = _with(node, quiet.checked(found.attributes, node.place))
        children = (
            inner.children if isinstance(inner, m.Division) and not _told(inner) else (inner,)
        )
        secret = piece.treatment != "show"
        return (m.Marked(node.place, identifier, children, piece.role, piece.kind, secret),)

    def opened(self, node: m.Block) -> m.Block:
        """Return NODE with each text in it a gap, if it is a division or a heading of that class.

        What was a gap already is one within it.
        """
        if not isinstance(node, m.Division | m.Heading) or "gap" not in node.attributes.classes:
            return node

        def block(inner: m.Block) -> Sequence[m.Block]:
            if isinstance(inner, _SHOWN):
                what = type(inner).__name__.lower()
                message = f"this {what} stands in a gap, and prints for students"
                self.said.report("handout-value", message, inner.place, _NO_GAP)
            if not isinstance(inner, m.Paragraph | m.Heading):
                return (inner,)
            self.gaps += 1
            return (replace(inner, children=(m.Gap(f"g{self.gaps}", inner.children),)),)

        (done,) = rewrite_blocks([node], block=block)
        return done

    def checked(self, node: m.Block) -> m.Block:
        """Return NODE less what it says of itself that no handout can use."""
        if not isinstance(node, m.Result | m.Division | m.Heading) or not node.attributes.pairs:
            return node
        return _with(node, self.rules.checked(node.attributes, node.place, room=True))


def _with(node: m.Block, attributes: m.Attributes) -> m.Block:
    if isinstance(node, m.Result | m.Division | m.Heading):
        return replace(node, attributes=attributes)
    return node


def _told(division: m.Division) -> bool:
    """Tell whether DIVISION is more than the ends of what may be withheld: links reach it, say."""
    own = division.attributes
    return bool(own.identifier or own.get("time") or set(own.classes) - WITHHELD)


def _owned(piece: Piece, owners: Mapping[str, Owner]) -> Piece:
    owner = owners.get(piece.identifier)
    return replace(piece, owner=owner.label, word=owner.word) if owner else piece
