"""Reading a TeX log: text in, `LogSummary` out.

The log is expected from `-file-line-error` and a `max_print_line` longer than any line of it, so
that nothing is wrapped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from scidraft_tex.typeset import logforms as forms
from scidraft_tex.typeset.filestack import FileStack, local_name
from scidraft_tex.typeset.log import (
    DuplicateDestination,
    LogSummary,
    LogWarning,
    MissingCharacter,
    OverfullBox,
    TexError,
    UndefinedReference,
    UnderfullPage,
)

__all__ = ["parse_log"]

Origin = Literal["latex", "package", "class"]


def parse_log(text: str) -> LogSummary:
    """Return what the log TEXT says; what is no log yields an empty summary."""
    return _Parser(text).summary()


class _Parser:
    """One reading of one log: a cursor over its lines and what was found so far."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.at = 0
        self.files = FileStack()
        self.found = LogSummary(banner=self.lines[0] if self.lines else "")
        self.errors: list[TexError] = []
        self.warnings: list[LogWarning] = []
        self.undefined: list[UndefinedReference] = []
        self.multiply: list[str] = []
        self.missing: list[MissingCharacter] = []
        self.destinations: list[DuplicateDestination] = []
        self.overfull: list[OverfullBox] = []
        self.underfull: list[UnderfullPage] = []
        self.waiting: list[UnderfullPage] = []
        self.reruns: list[str] = []
        self.runaway = ""

    def summary(self) -> LogSummary:
        """Read all lines and return what they say."""
        readers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], None]], ...] = (
            (forms.WARNING, self._warning),
            (forms.INFO, self._info),
            (forms.MISSING, self._missing_character),
            (forms.BOX, self._box),
            (forms.WRITTEN, self._written),
            (forms.DUPLICATE, self._destination),
            (forms.LOCATED, self._error),
            (forms.UNLOCATED, self._error),
        )
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            for pattern, reader in readers:
                if match := pattern.match(line):
                    reader(match)
                    break
            else:
                self._other(line)
        self.underfull.extend(self.waiting)
        return self._summary()

    def _summary(self) -> LogSummary:
        return replace(
            self.found,
            errors=tuple(_without_cascade(self.errors)),
            warnings=tuple(self.warnings),
            undefined=tuple(dict.fromkeys(self.undefined)),
            multiply_defined=tuple(dict.fromkeys(self.multiply)),
            missing_characters=tuple(dict.fromkeys(self.missing)),
            duplicate_destinations=tuple(dict.fromkeys(self.destinations)),
            overfull=tuple(self.overfull),
            underfull=tuple(self.underfull),
            reruns=tuple(dict.fromkeys(self.reruns)),
            reading=self.files.current,
        )

    # --- lines of no message -----------------------------------------------------------------

    def _other(self, line: str) -> None:
        if line.startswith("Runaway ") and line.endswith("?"):
            following = "".join(self.lines[self.at : self.at + 1])
            self.runaway = "" if _is_message(following) else self._next_line().strip()
        elif forms.FATAL.search(line):
            self.found = replace(self.found, fatal=True)
        elif match := forms.BIBLATEX.match(line):
            self.found = replace(self.found, biblatex=match[1])
        else:
            self._scan(line)

    def _scan(self, line: str) -> None:
        shipped = len(self.files.pages)
        self.files.scan(line)
        if self.waiting and len(self.files.pages) > shipped:
            page, sheet = self.files.pages[shipped], shipped + 1
            self.underfull.extend(replace(box, page=page, sheet=sheet) for box in self.waiting)
            self.waiting.clear()

    def _next_line(self) -> str:
        if self.at >= len(self.lines):
            return ""
        self.at += 1
        return self.lines[self.at - 1]

    def _continued(self, name: str) -> str:
        """Take the lines that go on with a message, each after `(name)`; return their text."""
        more = re.compile(rf"\({re.escape(name)}\)\s+(.*)")
        parts = []
        while self.at < len(self.lines) and (match := more.match(self.lines[self.at])):
            parts.append(match[1].strip())
            self.at += 1
        return "".join(f" {part}" for part in parts)

    # --- warnings ----------------------------------------------------------------------------

    def _info(self, match: re.Match[str]) -> None:
        self._continued(match["name"] or match["kind"] or "LaTeX")

    def _warning(self, match: re.Match[str]) -> None:
        name = match["name"] or "LaTeX"
        text = match["text"].strip() + self._continued(_continuation(match))
        text = (text + self._indented()).strip()
        origin: Origin = "package"
        if match["latex"]:
            origin = "latex"
        elif match["origin"] == "Class":
            origin = "class"
        line = int(on[1]) if (on := forms.ON_LINE.search(text)) else 0
        text = forms.ON_LINE.sub("", text).strip()
        if not self._known_warning(text, line):
            self.warnings.append(LogWarning(name, text, self.files.current, line, origin))

    def _indented(self) -> str:
        """Take lines that go on with a message of LaTeX's own, which are only indented."""
        text = ""
        while self.at < len(self.lines) and re.match(r" {15}\s*\S", self.lines[self.at]):
            text += " " + self._next_line().strip()
        return text

    def _known_warning(self, text: str, line: int) -> bool:
        """Keep a warning that has a type of its own; tell whether it had."""
        file = self.files.current
        if match := forms.UNDEFINED.match(text):
            if match["ref"] is not None:
                found = UndefinedReference(match["ref"], "reference", match["refpage"], file, line)
            else:
                page = match["citepage"] or ""
                found = UndefinedReference(match["cite"], "citation", page, file, line)
            self.undefined.append(found)
        elif match := forms.MULTIPLY.match(text):
            self.multiply.append(match[1])
        elif forms.RERUN.search(text):
            self.reruns.append(text)
        else:
            return False
        return True

    # --- boxes, characters, destinations, output ---------------------------------------------

    def _missing_character(self, match: re.Match[str]) -> None:
        self.missing.append(MissingCharacter(match[1], match[2], self.files.current))

    def _box(self, match: re.Match[str]) -> None:
        file, line = self.files.current, int(match["line"] or 0)
        last = int(match["last"] or line)
        if match["points"]:
            direction: Literal["h", "v"] = "h" if match["box"] == "h" else "v"
            points = float(match["points"])
            self.overfull.append(OverfullBox(direction, points, file, line, last))
        elif match["box"] == "v":
            self.waiting.append(UnderfullPage(int(match["badness"]), file, line))
        self._skip_box(match.string[match.end() :])

    def _skip_box(self, rest: str) -> None:
        """Pass over the picture of a box; it ends with `[]`, on its own line or on the first."""
        if rest.rstrip().endswith("[]"):
            return
        for offset, line in enumerate(self.lines[self.at : self.at + 4]):
            if _is_message(line):
                return
            if line.strip() == "[]" and line.startswith(" "):
                self.at += offset + 1
                return

    def _destination(self, match: re.Match[str]) -> None:
        before = match.string[: match.start("said")]
        self._scan(re.sub(r"!? ?(?:pdfTeX )?warning.*", "", before))
        name = match["pdftex"] or match["luatex"] or match["xetex"] or ""
        shown = self._shown() if match["pdftex"] else None
        where = int(shown["line"]) if shown else 0
        self.destinations.append(DuplicateDestination(name, self.files.current, where))

    def _written(self, match: re.Match[str]) -> None:
        self.found = replace(self.found, pages=int(match[1]), bytes=int(match[2] or 0))

    # --- errors ------------------------------------------------------------------------------

    def _error(self, match: re.Match[str]) -> None:
        groups = match.groupdict()
        text = groups["text"].rstrip()
        if forms.FATAL.search(text):
            self.found = replace(self.found, fatal=True)
        text += self._rest_of_message(text)
        start = self.at
        shown = self._shown()
        end = self.at if shown else start
        context = tuple(_context(self.lines[start:end]))
        error = TexError(
            message=text,
            file=local_name(groups.get("file") or self.files.current),
            line=int(groups.get("line") or (shown["line"] if shown else 0)),
            context=context,
            command=_command(text, context),
            runaway=self.runaway,
        )
        if shown:
            reached = shown["reached"] or ""
            excerpt = _joined(reached, self._remainder())
            error = replace(error, reached=reached, excerpt=excerpt)
            self._skip_help()
        self.runaway = ""
        self.errors.append(error)

    def _rest_of_message(self, text: str) -> str:
        r"""Take the further lines of an error of `\GenericError`, which an empty line ends."""
        if not re.match(r"(?:LaTeX\d?|Package|Class|Module)\b.*?Error:", text):
            return ""
        rest = ""
        while self.at < len(self.lines) and re.match(r"\s+\S|\(\S+\)\s+\S", self.lines[self.at]):
            rest += " " + re.sub(r"^\(\S+\)", "", self._next_line()).strip()
        return rest

    def _shown(self) -> re.Match[str] | None:
        """Go past the line `l.41 …` that shows where TeX was, if the message has one."""
        for offset, line in enumerate(self.lines[self.at : self.at + forms.CONTEXT_LINES]):
            if match := forms.SHOWN.match(line):
                self.at += offset + 1
                return match
            if _is_message(line):
                break
        return None

    def _remainder(self) -> str:
        """Take the line under `l.41 …`: what TeX had not read yet of that line, indented."""
        line = self._next_line()
        return line.strip() if line.startswith(" ") or not line.strip() else self._put_back()

    def _put_back(self) -> str:
        self.at -= 1
        return ""

    def _skip_help(self) -> None:
        """Pass over TeX's help, which ends with an empty line."""
        for offset, line in enumerate(self.lines[self.at : self.at + 12]):
            if not line.strip():
                self.at += offset
                return
            if _is_message(line) or line.startswith((")", "(./", "[")):
                self.at += offset
                return


def _is_message(line: str) -> bool:
    """Tell whether an error or a warning begins with LINE."""
    return any(form.match(line) for form in (forms.LOCATED, forms.UNLOCATED, forms.WARNING))


def _joined(reached: str, rest: str) -> str:
    """Return a line that TeX shows in two halves, with the space that ended a control word."""
    word = re.search(r"\\[A-Za-z]+$", reached) and rest[:1].isalpha()
    return f"{reached}{' ' if word else ''}{rest}".strip().removesuffix("^^M")


def _continuation(match: re.Match[str]) -> str:
    """Return the name in parentheses before a warning's further lines."""
    if match["name"]:
        return match["name"]
    kind = re.match(r"LaTeX\d? ([\w-]+) Warning", match[0])
    return kind[1] if kind else "LaTeX"


def _context(lines: list[str]) -> list[str]:
    """Return what TeX shows of its own state before the line it was at, without empty phrases."""
    kept = (line.strip()[:200] for line in lines if not forms.NOISE.search(line))
    return [line for line in kept if line]


def _command(message: str, context: tuple[str, ...]) -> str:
    if not message.startswith("Undefined control sequence") or not context:
        return ""
    first = re.sub(r"^l\.\d+ ", "", context[0])
    match = forms.LAST_COMMAND.search(first)
    return match[1] if match else ""


def _without_cascade(errors: list[TexError]) -> list[TexError]:
    r"""Drop `Emergency stop` and its kin where they follow the error that made TeX stop.

    A missing `\input` file is such an error, and has no place of its own: it takes theirs.
    """
    kept: list[TexError] = []
    for error in errors:
        if kept and error.message.startswith(forms.CASCADE):
            last = kept[-1]
            if not last.line and error.line:
                kept[-1] = replace(last, file=error.file, line=error.line, excerpt=error.excerpt)
        else:
            kept.append(error)
    return kept
