"""A runner that needs no TeX: it reads notes with pandoc in earnest, and makes blank pages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

import pikepdf

from scidraft_tex.tools import Command, Outcome, Shell, ToolMissingError

__all__ = ["ENGINES", "Press"]

ENGINES = ("pdflatex", "lualatex", "xelatex")


@dataclass
class Press:
    """Stands in for TeX: `pages` blank ones a pass, and none where that is 0.

    Programs of `lacks` are not installed; `log` goes to TeX's log before its last line; `interrupt`
    is the program at which the user gives up.
    """

    pages: int = 3
    lacks: Collection[str] = ()
    log: str = ""
    interrupt: str = ""
    asked: list[Command] = field(default_factory=list)

    def find(self, program: str) -> str | None:
        return program if Path(program).name == "pandoc" or program in ENGINES else None

    def run(self, command: Command) -> Outcome:
        self.asked.append(command)
        name = Path(command.program).name
        if name == self.interrupt:
            raise KeyboardInterrupt
        if name in self.lacks:
            raise ToolMissingError(name)
        if name == "pandoc":
            return Shell().run(command)
        if name not in ENGINES:
            raise ToolMissingError(name)
        return self.set_pages(command)

    def set_pages(self, command: Command) -> Outcome:
        """Write what an engine leaves behind: a log, a recorder's file, labels and pages."""
        assert command.folder is not None
        name = next(a for a in command.arguments if a.startswith("-jobname=")).partition("=")[2]
        job = command.folder / name
        made = f"Output written on {name}.pdf ({self.pages} pages, 1000 bytes)."
        last = made if self.pages else "No pages of output."
        job.with_suffix(".log").write_text(f"(./{name}.tex\n{self.log}\n)\n{last}\n")
        job.with_suffix(".aux").write_text("\\relax\n")
        read = sorted(path.relative_to(job.parent) for path in job.parent.rglob("*.tex"))
        inputs = "".join(f"INPUT {path.as_posix()}\n" for path in read)
        job.with_suffix(".fls").write_text(f"{inputs}OUTPUT {name}.aux\nOUTPUT {name}.pdf\n")
        if self.pages:
            with pikepdf.new() as document:
                for _ in range(self.pages):
                    document.add_blank_page()
                document.save(job.with_suffix(".pdf"))
        return Outcome(0 if self.pages else 1, "", "", 0.0)

    @property
    def engines(self) -> list[str]:
        """The engines that were asked to set pages, in order."""
        return [one.program for one in self.asked if one.program in ENGINES]
