"""What programs are given of hostile notes: a bad text costs itself, a diagram loads nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.draw.diagrams import draw_diagrams
from scidraft_tex.limits import Limit
from scidraft_tex.read.pandoc import Refused, read_batches
from scidraft_tex.tools import Command, Outcome, Shell
from tests.hostile.conftest import Plugged


class Stumbling(Shell):
    """Runs pandoc in earnest, which comes to no end over one text."""

    def run(self, command: Command) -> Outcome:
        assert command.folder is not None
        texts = [path.read_text() for path in command.folder.glob("*.md")]
        if any("endless" in text for text in texts):
            return Outcome(-9, "", "", 16.0, Limit.SECONDS)
        return super().run(command)


def test_a_text_that_pandoc_does_not_end_over_costs_itself() -> None:
    read = list(read_batches(["One.\n", "endless\n", "Three.\n"], Stumbling()))
    assert [isinstance(one, Refused) for one in read] == [False, True, False]
    assert isinstance(read[1], Refused)
    assert read[1].diagnostic.code == "tool-timeout"


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Return a socket of this machine that waits for whoever calls."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        yield server


DIAGRAMS = (
    'flowchart LR\n A@{{ img: "{0}", label: "L", w: 60, h: 60 }}\n A --> B\n',
    "flowchart LR\n A[\"<img src='{0}' onerror='fetch(this.src)'/>x\"] --> B\n",
    "flowchart LR\n A[\"<style>@import url({0})</style><object data='{0}'></object>\"] --> B\n",
    (
        '%%{{init: {{"securityLevel": "loose", "themeCSS": "@import url({0}); svg {{background: '
        'url({0})}}"}}}}%%\nflowchart LR\n A --> B\n click A href "javascript:fetch(\'{0}\')"\n'
    ),
    (
        'sequenceDiagram\n participant A\n A->>B: <iframe src="{0}"></iframe><script>fetch("{0}")'
        "</script>\n"
    ),
)


@pytest.mark.browser
def test_a_diagram_calls_nobody(listener: socket.socket, tmp_path: Path) -> None:
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/x.png"
    sources = [text.format(address) for text in DIAGRAMS]
    diagrams = [m.Diagram(source, Place("a.md", 1)) for source in sources]
    drawn = draw_diagrams(
        diagrams, tmp_path / "figures", tmp_path / "cache", Plugged(), renderer="browser"
    )
    assert len(drawn.drawings) + len(list(drawn.diagnostics)) >= len(sources)
    with pytest.raises(TimeoutError):
        listener.accept()
