"""Blocks to LaTeX: a note's body, each block under a comment that names its line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from scidraft_tex import guard
from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.kinds import Style
from scidraft_tex.languages import Quotes
from scidraft_tex.recognise.statements import joins
from scidraft_tex.render import tex
from scidraft_tex.render.algorithms import render_algorithm
from scidraft_tex.render.captions import Notes, caption_text
from scidraft_tex.render.diagrams import check_diagram, render_diagram
from scidraft_tex.render.entries import Entries
from scidraft_tex.render.environments import environment
from scidraft_tex.render.failures import counted
from scidraft_tex.render.figures import render_figure
from scidraft_tex.render.formulas import Formulas, NoteMacros
from scidraft_tex.render.headings import HEADINGS, RUN_IN, heading, line_for
from scidraft_tex.render.listings import check_listing, render_listing
from scidraft_tex.render.measure import Page
from scidraft_tex.render.prose import Prose
from scidraft_tex.render.tables import check_table, render_table
from scidraft_tex.render.trees import render_tree
from scidraft_tex.walk import inlines_of, plain_text

_LABELS = {
    "decimal": r"\arabic*.",
    "lower-alpha": r"\alph*.",
    "upper-alpha": r"\Alph*.",
    "lower-roman": r"\roman*.",
    "upper-roman": r"\Roman*.",
}


_LIST_MARGIN = 2.0
"""The margin of a list in em (templates/shared/paragraphs.tex.j2)."""
_QUOTE_MARGINS = 3.0
"""Both margins of a quotation in em."""


Piece: TypeAlias = m.Table | m.Algorithm | m.Listing | m.Tree | m.Diagram | m.Figure
"""A block that is set apart from the text, and may have a caption."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """Renders the blocks of one note.

    `depth` is the place in `HEADINGS` of the note's own heading, `shift` what is added to a
    heading's level to nest it below. `mapped` is False within arguments of commands.
    """

    page: Page
    depth: int
    shift: int
    entries: Entries
    formulas: Formulas
    said: Diagnostics
    mapped: bool = True
    quotes: Quotes = Quotes()  # noqa: RUF009  # frozen

    @property
    def prose(self) -> Prose:
        """The renderer of inlines that goes with it."""
        return Prose(self.unmapped, self.formulas, quotes=self.quotes)

    def within(self, margins: float) -> Blocks:
        """Return the same for what stands within MARGINS, in em."""
        width = self.page.text_width - margins * self.page.font_size
        return replace(self, page=replace(self.page, text_width=width))

    def unmapped(self, blocks: Sequence[m.Block]) -> str:
        """Return BLOCKS without the comments that name lines, for arguments of commands."""
        return replace(self, mapped=False).blocks(blocks)

    def blocks(self, blocks: Sequence[m.Block], *, end_mark: bool = False) -> str:
        """Return BLOCKS, the last with an end mark if asked; a display stays in its paragraph."""
        parts: list[str] = []
        ending: m.Block | None = None
        for index, block in enumerate(blocks):
            last = index == len(blocks) - 1
            text = guard.guarded(
                partial(self.block, block, end_mark=end_mark and last),
                partial(self.unset, block),
                block.place,
                self.said,
            )
            if not text:
                continue
            if parts:
                parts.append("\n" if _together(blocks[index - 1], block) else "\n\n")
            parts.append(self.map(block) + self.before(blocks[index + 1 :], text.rstrip()))
            ending = block
        if isinstance(ending, m.Heading) and self.heading_command(ending.level) in RUN_IN:
            parts.append("\\leavevmode")
        return "".join(parts)

    def unset(self, block: m.Block) -> str:
        """Return what stands for BLOCK where a fault of ours keeps it from being set: its words."""
        words = getattr(block, "source", "") or plain_text(inlines_of((block,)))
        return self.failure(m.Failure("this could not be set", str(words), block.place))

    def before(self, blocks: Sequence[m.Block], text: str) -> str:  # noqa: ARG002  # a sheet looks
        """Return TEXT as it stands before BLOCKS, its siblings."""
        return text

    def map(self, block: m.Block) -> str:
        """Return the comment that names the line of BLOCK; a division's blocks have theirs."""
        if not self.mapped or not block.place.line or isinstance(block, m.Division | m.Marked):
            return ""
        return tex.comment(f"{block.place.file}:{block.place.line}") + "\n"

    def block(self, block: m.Block, *, end_mark: bool = False) -> str:  # noqa: PLR0911, PLR0912, C901  # one case a node
        """Return BLOCK as LaTeX."""
        mark = "\\qedhere" if end_mark else ""
        match block:
            case m.Paragraph():
                return guarded(self.prose(block.children))
            case m.Display():
                return self.display(block, end_mark=end_mark)
            case m.Heading():
                return self.heading(block)
            case m.BulletList():
                return self.items(block, "itemize", "", end_mark=end_mark)
            case m.OrderedList():
                return self.ordered(block, end_mark=end_mark)
            case m.DefinitionList():
                return self.definitions(block)
            case m.Quote():
                body = self.within(_QUOTE_MARGINS).blocks(block.children, end_mark=end_mark)
                return environment("quote", line_for(block.children) + body)
            case m.ThematicBreak():
                return "\\thematicbreak"
            case m.Table() | m.Algorithm() | m.Listing() | m.Tree() | m.Diagram() | m.Figure():
                return self.marked(self.piece(block), end_mark=end_mark)
            case m.Result():
                return self.result(block)
            case m.Division():
                return self.division(block, end_mark=end_mark)
            case m.SectionOpen():
                return f"\\newrefsection[{block.file}]"
            case m.ReferenceList():
                title = tex.escape(block.title)
                named = f",title={{{title}}}" if title else ""
                return f"\\printbibliography[heading=notereferences{named}]"
            case m.EntryList():
                return self.entries.list_of(block.set_name)
            case m.PrintedIndex():
                return self.entries.pointer(block.set_name)
            case m.Glossary():
                return self.glossary(block)
            case m.Failure():
                return self.failure(block) + mark
            case m.Marked() | m.Moved() | m.Space() | m.Hidden() | m.MovedTo():
                return self.withheld(block, end_mark=end_mark)
            case m.Fence() | m.RawHtmlBlock() | m.ShortcodeBlock():
                return ""

    def withheld(
        self,
        block: m.Marked | m.Moved | m.Space | m.Hidden | m.MovedTo,
        *,
        end_mark: bool,
    ) -> str:
        """Return what is left of a piece that a handout may withhold: what it still holds."""
        if isinstance(block, m.Marked | m.Moved):
            return self.blocks(block.children, end_mark=end_mark)
        return ""

    def display(self, block: m.Display, *, end_mark: bool) -> str:
        """Return a displayed formula."""
        return self.formulas.display(block, self.page, end_mark=end_mark)

    def piece(self, block: Piece) -> str:
        """Return what is set apart from the text, its caption with it; tell what is wrong in it."""
        match block:
            case m.Table():
                self.said.extend(check_table(block, self.page))
                return render_table(block, self.page, self.prose)
            case m.Algorithm():
                return render_algorithm(block, self.page, self.prose)
            case m.Listing():
                self.said.extend(check_listing(block))
                return render_listing(block, self.page, self.prose)
            case m.Tree():
                return render_tree(block, self.page, self.prose)
            case m.Diagram():
                self.said.extend(check_diagram(block, self.page))
                return render_diagram(block, self.page, self.prose)
            case m.Figure():
                return render_figure(block, self.page, self.prose)

    def marked(self, text: str, *, end_mark: bool) -> str:
        """Return TEXT, followed by the mark of a proof if that ends with it."""
        return f"{text}\n\\qedabove" if end_mark else text

    def failure(self, block: m.Failure) -> str:
        """Return what could not be used as a box that counts and names what that would have."""
        head = counted(block.numbers, self.heading_command)
        cited = ",".join(block.cited)
        head += f"\\nocite{{{cited}}}" if cited else ""
        box = self.formulas.failure(block.message, block.source, block.place, self.page)
        if block.caption is None:
            return head + box
        notes = Notes(self.prose, self.page.profile)
        caption = caption_text(block.caption, notes).command("captionof", block.captioned)
        return "\n".join(["\\begingroup", head + caption, box, *notes.lines(), "\\endgroup"])

    # --- headings and lists --------------------------------------------------------------------

    def heading(self, block: m.Heading) -> str:
        """Return a heading nested below the note's own."""
        name = self.heading_command(block.level)
        return heading(name, block.children, self.prose, block.identifier, numbered=block.numbered)

    def heading_command(self, level: int) -> str:
        """Return the name of the command for a heading of LEVEL of the note."""
        return HEADINGS[min(self.depth + max(1, level + self.shift), len(HEADINGS) - 1)]

    def items(
        self, block: m.BulletList | m.OrderedList, name: str, options: str, *, end_mark: bool
    ) -> str:
        """Return a list; a task's box stands for its bullet."""
        spacing = "" if block.tight else "loose"
        inner = self.within(_LIST_MARGIN)
        lines = []
        for index, item in enumerate(block.items):
            last = end_mark and index == len(block.items) - 1
            body = inner.blocks(item.children, end_mark=last)
            if last and item.children and isinstance(item.children[-1], m.Paragraph):
                body += " \\qedhere"
            box = {None: "", True: "[\\taskdone]", False: "[\\taskopen]"}[item.checked]
            lines.append(f"\\item{box}" + _item_body(line_for(item.children) + body))
        given = ",".join(part for part in (spacing, options) if part)
        return environment(name, "\n".join(lines), given)

    def ordered(self, block: m.OrderedList, *, end_mark: bool) -> str:
        """Return a numbered list with the author's first number and numerals."""
        options = [f"start={block.start}"] if block.start != 1 else []
        if block.style != "decimal":
            options.append(f"label={_LABELS[block.style]}")
        return self.items(block, "enumerate", ",".join(options), end_mark=end_mark)

    def definitions(self, block: m.DefinitionList) -> str:
        """Return a list of terms."""
        inner = self.within(_LIST_MARGIN)
        lines = []
        for term, definitions in block.items:
            body = "\n\n".join(inner.blocks(definition) for definition in definitions)
            body = line_for(definitions[0] if definitions else ()) + body
            lines.append(f"\\item[{{{self.prose(term)}}}]{_item_body(body)}")
        return environment("description", "\n".join(lines))

    # --- results -------------------------------------------------------------------------------

    def result(self, block: m.Result) -> str:
        """Return a result in its kind's environment; proofs end with a mark on their last line."""
        proof = block.kind.style is Style.PROOF
        name = self.prose.in_heading()(block.name) if block.name else ""
        opening = f"\\label{{{block.label}}}" if block.label and not proof else ""
        opening += self.prose(node for node in block.name if isinstance(node, m.IndexMark))
        opening += self.head_end(block)
        body = self.blocks(block.children, end_mark=proof)
        anchor = f"\\phantomsection\\label{{{block.label}}}\n" if proof and block.label else ""
        option = self.proof_head(block, name) if proof else f"{{{name}}}" if name else ""
        lines = "\n".join(part for part in (opening, body) if part)
        return anchor + environment(block.kind.environment, lines, option)

    def head_end(self, block: m.Result) -> str:
        """Return what ends the line of a result's head, if its statement does not go on there."""
        goes_on = not block.children or isinstance(block.children[0], m.Paragraph)
        return "" if goes_on else "\\resultbreak"

    def proof_head(self, block: m.Result, name: str) -> str:
        """Return the head of a proof: its kind, linked to what it proves, and its name."""
        head = tex.escape(block.kind.name)
        if block.proves:
            head = f"\\hyperref[{block.proves}]{{{head}}}"
        elif not name:
            return ""
        if name.startswith(("of ", "to ")):
            return f"{{{head} {name}}}"
        return f"{{{head} ({name})}}" if name else f"{{{head}}}"

    # --- the rest ------------------------------------------------------------------------------

    def division(self, block: m.Division, *, end_mark: bool) -> str:
        """Return a division: what it holds, and what its class asks for."""
        classes = set(block.attributes.classes)
        if classes & {"pagebreak", "page-break", "newpage"}:
            return "\\clearpage"
        name = block.attributes.identifier
        anchor = f"\\phantomsection\\label{{{name}}}\n" if name else ""
        body = self.blocks(block.children, end_mark=end_mark)
        if classes & {"center", "text-center"}:
            body = environment("center", line_for(block.children) + body)
        return anchor + body if body else ""

    def glossary(self, block: m.Glossary) -> str:
        """Return the terms of the note in the order of the alphabet, each with its page."""
        plain = self.prose.in_heading()
        lines = [
            f"\\item[{{{plain(term.term)}}}] {plain(term.definition)}"
            + (f" \\glossarypage{{{term.label}}}" if term.label else "")
            for term in block.terms
        ]
        return environment("description", "\n".join(lines)) if lines else ""


@dataclass(frozen=True, slots=True)
class NoteWriter:
    """What renders a note: the definitions of its formulas, and its blocks."""

    macros: NoteMacros
    blocks: Blocks


def guarded(text: str) -> str:
    """Return the paragraph TEXT safe after a command that would take a bracket for its option."""
    return "{[}" + text[1:] if text.startswith("[") else text


def _item_body(body: str) -> str:
    if not body:
        return ""
    return ("\n" if body.startswith("%%") else " ") + body


def _together(before: m.Block, block: m.Block) -> bool:
    """Tell whether BLOCK goes on in the paragraph of BEFORE: no blank line may part them."""
    if isinstance(block, m.Display):
        return isinstance(before, (m.Paragraph, m.Display))
    if isinstance(before, m.Display) and isinstance(block, m.Paragraph):
        return block.continued or joins(before, block)
    return False
