"""A stand-in for mermaid-cli that keeps to its manners: it stops at the first bad diagram."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pikepdf

from scidraft_tex.tools import Command, Outcome, ToolMissingError

FENCE = re.compile(r"^[`:]{3}mermaid\n(.*?)[`:]{3}[^\S\n]*$", re.MULTILINE | re.DOTALL)


@dataclass
class FakeMmdc:
    """Draws a page that remembers its source; a source with BAD in it is an error on line 1.

    The source `truncated` comes out broken when it is drawn with others.
    """

    truncated: str = ""
    batches: list[list[str]] = field(default_factory=list)
    singles: list[str] = field(default_factory=list)

    def find(self, program: str) -> str | None:
        return program if program in {"mmdc", "chromium"} else None

    def run(self, command: Command) -> Outcome:
        if command.program != "mmdc":
            raise ToolMissingError(command.program)
        if command.arguments == ("--version",):
            return Outcome(0, "11.0.0\n", "", 0.1)
        text = Path(command.arguments[command.arguments.index("-i") + 1])
        out = Path(command.arguments[command.arguments.index("-o") + 1])
        if text.suffix != ".md":
            self.singles.append(text.read_text().rstrip())
            return self._draw(self.singles[-1], out)
        sources = [match[1].rstrip() for match in FENCE.finditer(text.read_text())]
        self.batches.append(sources)
        for number, source in enumerate(sources, start=1):
            path = out.with_name(f"{out.stem}-{number}.pdf")
            run = self._draw(source, path)
            if not run.ok:
                return run
            if source == self.truncated:
                path.write_bytes(path.read_bytes()[:40])
        return Outcome(0, "", "", 0.1)

    @staticmethod
    def _draw(source: str, path: Path) -> Outcome:
        if "BAD" in source:
            said = "\nError: Parse error on line 1:\n...BAD\n    at x (file:///y:1:1)\n"
            return Outcome(1, "", said, 0.1)
        with pikepdf.new() as pdf:
            pdf.add_blank_page(page_size=(100, 50))
            pdf.Root["/Source"] = pikepdf.String(source)
            pdf.save(path)
        return Outcome(0, "", "", 0.1)

    @staticmethod
    def source_of(drawn: object) -> str:
        assert isinstance(drawn, Path), drawn
        with pikepdf.open(drawn) as pdf:
            return str(pdf.Root["/Source"])
