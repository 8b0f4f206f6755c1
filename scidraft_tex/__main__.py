"""`scidraft-tex`, and `python -m scidraft_tex`: what has to hold before anything else is read."""

import gc
import io
import os
import sys

__all__ = ["main"]

_COLLECTING = (100_000, 20, 100)
"""How many values more call for Python's search for rings of them: the model of a book is large and
holds none, so that with the usual 700 a sixth of the time goes there."""


def main() -> int:
    """Run the command line and return its exit code; an interrupt costs a line, however early."""
    _open_streams()
    _speak_utf8()
    _show_codes()
    gc.set_threshold(*_COLLECTING)
    try:
        from scidraft_tex import cli  # noqa: PLC0415  # reading it may be interrupted, too

        return cli.main()
    except KeyboardInterrupt:
        sys.stderr.write("\ninterrupted\n")
        return 130


def _open_streams() -> None:
    """Open what of the standard streams is closed: else the first files would take their places."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None or sys.stderr is None:  # so Python says that a stream was closed
        nothing = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  # to the end
        sys.stdout = sys.stdout or nothing
        sys.stderr = sys.stderr or nothing


def _speak_utf8() -> None:
    """Start Python anew where it takes names of files for another encoding than UTF-8."""
    if sys.getfilesystemencoding() != "utf-8" and not sys.flags.utf8_mode:
        os.environ.setdefault("PYTHONIOENCODING", f"{sys.stdout.encoding}:backslashreplace")
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606


def _show_codes() -> None:
    """Let a terminal that lacks a character show its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
