import json

import pytest

from scidraft_tex.draw.mermaid import (
    Fault,
    configuration,
    error_picture,
    fault_from,
    is_error_picture,
)

SAID = """
Error: Parse error on line {line}:
...R  A --> B  B --> [
---------------------^
Expecting 'AMP', got 'SQS'
Parser.parseError (https://mermaid-cli-intercept.invalid/x/chunk.mjs:1523:21)
    at #evaluate (file:///x/ExecutionContext.js:388:19)
    at async IsolatedWorld.evaluate (file:///x/IsolatedWorld.js:102:16)
"""
DETAIL = """Parse error on line {line}:
...R  A --> B  B --> [
---------------------^
Expecting 'AMP', got 'SQS'"""


@pytest.mark.parametrize(
    ("source", "counted", "line"),
    [
        ("flowchart LR\n  A --> B\n  B --> [\n", 3, 3),
        ("%% caption: x\nflowchart LR\n  A --> B\n  %% note\n  B --> [\n", 3, 5),
        ("---\ntitle: T\n---\n\nflowchart LR\n  B --> [\n", 2, 6),
        ("\n\nflowchart LR\n  B --> [\n", 2, 4),
        ('%%{init: {\n  "theme": "dark"}}%%\nflowchart LR\n  B --> [\n', 2, 4),
        ("flowchart LR\n  subgraph x\n", 9, 3),
    ],
)
def test_mermaid_s_line_is_found_in_the_source(source: str, counted: int, line: int) -> None:
    fault = fault_from(source, SAID.format(line=counted))
    assert fault == Fault("Mermaid cannot read the diagram", line, DETAIL.format(line=counted))


def test_other_complaints() -> None:
    unknown = "UnknownDiagramError: No diagram type detected for text: nonsense\n    at x (y:1)\n"
    assert fault_from("nonsense", unknown).message == (
        "Mermaid cannot draw the diagram: No diagram type detected for text: nonsense"
    )
    silent = 'Error: Error: failed to find element matching selector "svg"\n    at x (y:1)\n'
    assert fault_from("pie\n x", silent).line == 0
    assert fault_from("pie\n x", silent).detail == ""
    mermaidx = (
        'Traceback (most recent call last):\n  File "x.py", line 1, in y\n    compute()\n'
        "    ^^^^^^^\nRuntimeError: Mermaid rendering failed: Error: Parse error on line 2:\n...\n"
    )
    assert fault_from("flowchart LR\n x", mermaidx).line == 2


def test_the_error_picture_is_known() -> None:
    assert error_picture("%% c\n  error\n")
    assert error_picture("---\ntitle: x\n---\nerror")
    assert not error_picture("errors --> x")
    assert is_error_picture("Syntax error Syntax error in in text text mermaid version 11.17.2")
    assert not is_error_picture("Syntax error handling of mermaid version 11")


def test_settings_are_for_print() -> None:
    settings = json.loads(json.dumps(configuration("forest")))
    assert settings["theme"] == "forest"
    assert settings["securityLevel"] == "strict"
    assert settings["suppressErrorRendering"] is True
    assert settings["flowchart"] == {"useMaxWidth": False}
    assert configuration("neutral", html_labels=False)["flowchart"] == {
        "useMaxWidth": False,
        "htmlLabels": False,
    }
