"""How a command ends: without a PDF a reason is always said."""

from __future__ import annotations

import pytest

from scidraft_tex.cli.exits import Exit, ended
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.progress import Progress


def test_no_pdf_and_no_reason_is_told_even_to_the_quiet(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = Diagnostics()
    said.report("html-unknown", "a warning is no reason")
    code = ended(said, Progress(quiet=True, verbose=False), made=False, strict=False)
    assert code is Exit.NOTHING_MADE
    assert capsys.readouterr().err.startswith("error: no PDF was made, and nothing was said")


def test_a_reason_that_was_said_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    said = Diagnostics()
    said.report("tex-error", "a reason")
    code = ended(said, Progress(quiet=False, verbose=False), made=False, strict=False)
    assert (code, capsys.readouterr().err) == (Exit.NOTHING_MADE, "")


def test_what_goes_with_the_pdf_and_is_not_there_is_an_error() -> None:
    progress = Progress(quiet=False, verbose=False)
    for whole, code in ((True, Exit.MADE), (False, Exit.ERRORS)):
        assert ended(Diagnostics(), progress, made=True, strict=False, whole=whole) is code
