"""The stage itself: a note of generic blocks to one of results, algorithms and captions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place
from scidraft_tex.guard import boxed, guarded
from scidraft_tex.kinds import KINDS, Kind
from scidraft_tex.languages import ENGLISH, Language
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.recognise import blocks as b
from scidraft_tex.recognise import shortcodes
from scidraft_tex.recognise.captions import attach_captions, link_mentions
from scidraft_tex.recognise.fences import recognise_fence
from scidraft_tex.recognise.glossary import define_terms
from scidraft_tex.recognise.results import Results
from scidraft_tex.recognise.shortcode_arguments import argument_faults
from scidraft_tex.recognise.shortcode_pairs import lift, pair_everywhere
from scidraft_tex.recognise.withheld import divided, withheld_places
from scidraft_tex.walk import blocks_of, inlines_of, rewrite_blocks


@dataclass(frozen=True, slots=True)
class Rules:
    """What a site may set of recognition: its kinds, the labels it leaves out, its language."""

    kinds: Sequence[Kind] = KINDS
    drop: Sequence[str] = ()
    language: Language = ENGLISH


def recognise(notes: Sequence[m.Note], rules: Rules) -> tuple[tuple[m.Note, ...], Diagnostics]:
    """Return NOTES recognised by RULES, and what was wrong in them."""
    diagnostics = Diagnostics()
    done = [
        guarded(
            partial(recognise_note, note, rules, diagnostics),
            partial(replace, note, blocks=(boxed(note.source),)),
            Place(note.source.path),
            diagnostics,
        )
        for note in notes
    ]
    return tuple(done), diagnostics


def recognise_note(note: m.Note, rules: Rules, diagnostics: Diagnostics) -> m.Note:
    """Return NOTE recognised.

    The order matters: shortcodes first, since they hold blocks; fences before captions, since
    captions look for what they caption; captions before results, so that a captioned table joins a
    statement with its caption.
    """
    blocks: tuple[m.Block, ...] = note.blocks
    blocks = pair_everywhere(lift(blocks), diagnostics)
    diagnostics.extend(_arguments(blocks))
    blocks = define_terms(blocks, rules.language.tag)
    blocks = print_shortcodes(blocks, note, diagnostics)
    blocks = b.without_comments(blocks)
    blocks = b.without_title(blocks, note.title)
    blocks = b.without_labelled(blocks, rules.drop)
    blocks = b.split_displays(blocks)
    blocks = b.figures(blocks)
    withheld = withheld_places(blocks)
    blocks = rewrite_blocks(blocks, block=lambda block: _fence(block, diagnostics))
    blocks = attach_captions(blocks, diagnostics, rules.language)
    blocks = divided(blocks, withheld)
    blocks = Results(rules.kinds, diagnostics).recognise(blocks)
    blocks = link_mentions(blocks, rules.language)
    blocks = b.without_hand_numbers(blocks)
    return replace(note, blocks=blocks)


def _arguments(blocks: Sequence[m.Block]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the arguments of the shortcodes in BLOCKS."""
    for block in blocks_of(blocks):
        if isinstance(block, m.ShortcodeBlock):
            yield from argument_faults(block.shortcode)
    for node in inlines_of(blocks):
        if isinstance(node, m.Shortcode):
            yield from argument_faults(node)


def _fence(block: m.Block, diagnostics: Diagnostics) -> Sequence[m.Block]:
    return (recognise_fence(block, diagnostics),) if isinstance(block, m.Fence) else (block,)


def print_shortcodes(
    blocks: Sequence[m.Block], note: m.Note, diagnostics: Diagnostics
) -> tuple[m.Block, ...]:
    """Return BLOCKS of NOTE with every shortcode as what it prints."""
    default = note.source.front.bibliography or shortcodes.DEFAULT_LIST
    printer = shortcodes.Printer(diagnostics, read_inline, default)

    def inline(node: m.Inline) -> Sequence[m.Inline]:
        return printer.inline(node) if isinstance(node, m.Shortcode) else (node,)

    def block(node: m.Block) -> Sequence[m.Block]:
        if not isinstance(node, m.ShortcodeBlock) or node.shortcode.name == "gallery-item":
            return (node,)
        return printer.block(node)

    done = rewrite_blocks(blocks, inline, block)

    def stray(node: m.Block) -> Sequence[m.Block]:
        return printer.block(node) if isinstance(node, m.ShortcodeBlock) else (node,)

    return rewrite_blocks(done, block=stray)
