r"""The LaTeX templates of the frame: where they are looked for, and how they are filled in.

They are Jinja2 with delimiters that TeX editors take for commands: `\VAR{expression}` prints,
`\BLOCK{statement}` decides, `\#{comment}` is dropped (templates/README.md). A site's own templates
are looked for before ours, name by name; ours can always be had as `default/<name>`, so that one
of a site's may extend it and replace a block alone (docs/templates.md).

A template is a program of somebody else's. It runs in Jinja2's sandbox, where it reaches nothing
but the values it is given and cannot change them, and includes no file outside the folders.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from traceback import extract_tb

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.render.template_folders import template_folders

__all__ = ["DEFAULT", "TemplateFaultError", "Templates", "template_folders"]

DEFAULT = "default"
"""The prefix under which our own template is found though the site has one of its name."""


class TemplateFaultError(Exception):
    """A template cannot be used; `diagnostic` says which, where and why."""

    def __init__(self, fault: Diagnostic) -> None:
        """Keep what to tell the user."""
        super().__init__(fault.message)
        self.diagnostic = fault


@dataclass(frozen=True, slots=True)
class Templates:
    """The templates of `folders`, of which the first that has one wins and the last is ours.

    `filters` are functions by the names that templates call them by.
    """

    folders: tuple[Path, ...]
    filters: Mapping[str, Callable[..., str]]

    def fill(self, names: Sequence[str], values: Mapping[str, object]) -> dict[str, str]:
        """Return what each of the templates NAMES makes of VALUES, by its name.

        Raises `TemplateFaultError` for a template that is missing, has a fault, asks for a name
        that is not there or for what the sandbox refuses.
        """
        environment = self.environment()
        return {name: self._fill(environment, name, values) for name in names}

    def environment(self) -> jinja2.Environment:
        """Return Jinja2 as the templates are written for it, in its sandbox."""
        return _environment(self.folders, tuple(self.filters.items()))

    def _fill(
        self, environment: jinja2.Environment, name: str, values: Mapping[str, object]
    ) -> str:
        try:
            return environment.get_template(name).render(values)
        except jinja2.TemplateNotFound as fault:
            raise _fault(str(fault.name or name), 0, "there is no such template") from fault
        except jinja2.TemplateSyntaxError as fault:
            raise _fault(fault.name or name, fault.lineno, str(fault.message)) from fault
        except RecursionError as fault:
            itself, line = self._where(fault, name)
            message = f"it takes in itself; ours is {DEFAULT}/{itself}"
            raise _fault(itself, line, message) from fault
        except Exception as fault:
            message = str(fault) or type(fault).__name__
            raise _fault(*self._where(fault, name), message) from fault

    def _where(self, fault: Exception, name: str) -> tuple[str, int]:
        """Return the template and line that FAULT was raised at, NAME where that is not known."""
        for step in reversed(extract_tb(fault.__traceback__)):
            path = Path(step.filename)
            for folder in self.folders:
                if path.is_relative_to(folder):
                    return path.relative_to(folder).as_posix(), step.lineno or 0
        return name, 0


@lru_cache(maxsize=8)
def _environment(
    folders: tuple[Path, ...], filters: tuple[tuple[str, Callable[..., str]], ...]
) -> jinja2.Environment:
    """Return the environment of FOLDERS; it compiles a template once, and again when it changes."""
    environment = ImmutableSandboxedEnvironment(
        block_start_string=r"\BLOCK{",
        block_end_string="}",
        variable_start_string=r"\VAR{",
        variable_end_string="}",
        comment_start_string=r"\#{",
        comment_end_string="}",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        loader=_loader(folders),
        autoescape=False,
    )
    environment.filters.update(filters)
    return environment


def _loader(paths: tuple[Path, ...]) -> jinja2.BaseLoader:
    folders = [_Folder(path) for path in paths]
    ours = jinja2.PrefixLoader({DEFAULT: folders[-1]})
    return jinja2.ChoiceLoader([ours, *folders])


class _Folder(jinja2.FileSystemLoader):
    """A folder of templates whose links lead to nothing outside it."""

    def __init__(self, folder: Path) -> None:
        """Look for templates in FOLDER."""
        super().__init__(str(folder))
        self._root = folder.resolve()

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return the text of TEMPLATE, its path, and what tells whether it is still so."""
        text, path, is_current = super().get_source(environment, template)
        if not Path(path).resolve().is_relative_to(self._root):
            raise jinja2.TemplateNotFound(template)
        return text, path, is_current


def _fault(name: str, line: int, message: str) -> TemplateFaultError:
    place = Place(f"templates/{name}", line)
    return TemplateFaultError(diagnostic("template-fault", message, place=place))
