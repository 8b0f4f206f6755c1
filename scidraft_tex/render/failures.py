"""What a piece that could not be used prints: a marked box, or its source within a line.

Nothing in them is verbatim: they stand in footnotes and on turned pages, too. Sources are broken
here, where the measure is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.render import tex
from scidraft_tex.render.code_chars import clean, encode
from scidraft_tex.render.environments import command
from scidraft_tex.render.measure import Page
from scidraft_tex.walk import plain_text

__all__ = ["LONGEST", "counted", "failure_box", "has_failures", "inline_failure", "paper_box"]

LONGEST = 120
"""How many lines of a source are printed."""
_LONGEST_INLINE = 240
"""How many characters of one within a line."""
_MARGIN = 3
"""What the rule beside a source takes, in characters."""
_PIECE = 16
"""After how many characters without a space a source within a line may break."""
_BOXES = ("\\begin{scidraftfailure}", "\\badformula{")


def failure_box(message: str, source: str, place: Place, page: Page) -> str:
    """Return a box with MESSAGE and where it arose over SOURCE, which prints as it stands."""
    return _box(f"{place}: {message}", source, page)


def paper_box(message: str, source: str, place: Place, page: Page) -> str:  # noqa: ARG001
    """Return a box with MESSAGE over SOURCE; PLACE is nobody's business but the author's."""
    return _box(message, source, page)


def inline_failure(source: str) -> str:
    """Return SOURCE as it stands within a line, which may break in it."""
    flat = " ".join(clean(source).split())
    if len(flat) > _LONGEST_INLINE:
        flat = f"{flat[: _LONGEST_INLINE - 2].rstrip()} …"
    return command("badformula", "\\ ".join(map(_word, flat.split(" "))))


def missing_image(node: m.Image, *, inline: bool = False) -> str:
    """Return what stands where the image NODE should be: its file's name, and its words.

    INLINE, it is no higher than a line. After *resolve* its title is the name the author wrote.
    """
    words = plain_text(node.alt).strip()
    name = node.title or node.source
    macro = "missinginline" if inline else "missingimage"
    return command(macro, tex.escape(f"{name}: {words}" if words else name))


def counted(numbers: tuple[m.Number, ...], heading: Callable[[int], str]) -> str:
    """Return what counts NUMBERS and names them; HEADING is the command of a level."""
    return "".join(_number(number, heading) for number in numbers)


def has_failures(files: Mapping[str, str]) -> bool:
    """Tell whether anything in FILES, the texts of a document by their names, prints as a box."""
    return any(mark in text for text in files.values() for mark in _BOXES)


def _box(head: str, source: str, page: Page) -> str:
    lines = list(_broken(clean(source).strip("\n"), max(12, page.code_columns - _MARGIN)))
    left = len(lines) - LONGEST
    if left > 1:
        lines = [*lines[:LONGEST], f"… ({left} lines more)"]
    body = [command("failureline", _escaped(line)) for line in lines]
    return "\n".join([f"\\begin{{scidraftfailure}}{{{tex.escape(head)}}}", *body, _END])


_END = "\\end{scidraftfailure}"


def _broken(source: str, width: int) -> Iterator[str]:
    """Yield the lines of SOURCE, those longer than WIDTH broken at a space or where they must."""
    for line in source.expandtabs(4).split("\n"):
        rest = line.rstrip()
        indent = " " * min(len(rest) - len(rest.lstrip()), width // 3)
        while len(rest) > width:
            begun = len(rest) - len(rest.lstrip())
            at = rest.rfind(" ", begun + 1, width + 1)
            at = at if at > 0 else width
            yield rest[:at].rstrip()
            rest = f"{indent}  {rest[at:].lstrip()}"
        yield rest


def _word(word: str) -> str:
    pieces = [word[start : start + _PIECE] for start in range(0, len(word), _PIECE)]
    return "\\failurebreak{}".join(map(_escaped, pieces))


def _escaped(text: str) -> str:
    """Return TEXT for a typewriter face; symbols of mathematics are set as such."""
    parts = _BEYOND.split(tex.escape_code(text))
    return "".join(_symbol(part) if _BEYOND.fullmatch(part) else part for part in parts)


_BEYOND = re.compile("([^\\x00-\\x7f])")


def _symbol(character: str) -> str:
    encoded = encode(character)
    return encoded if "ensuremath" in encoded else character


def _number(number: m.Number, heading: Callable[[int], str]) -> str:
    labels = "".join(command("label", label) for label in number.labels)
    match number.counter:
        case "":
            start = command("failureref", number.name) if number.name else "\\phantomsection"
            return _alone(start, labels) if labels else ""
        case "footnote":
            return command("stepcounter", "footnote")
        case "heading":
            return command("failureheading", heading(number.level)) + labels
        case "result":
            return _alone(command("failurecount", number.name, "result"), labels)
        case counter:
            return _alone(command("refstepcounter", counter), labels)


def _alone(step: str, labels: str) -> str:
    """Return STEP and LABELS so that what comes after them is not called by that number."""
    return f"{{{step}{labels}}}" if labels else step
