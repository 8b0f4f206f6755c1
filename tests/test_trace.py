"""What a build tells of its steps."""

from __future__ import annotations

from scidraft_tex.trace import Trace, difference


def test_things_are_named_with_reasons_as_far_as_one_reads() -> None:
    trace = Trace()
    trace.each("read", "note", {f"{n}.md": "changed: text" for n in range(7)}, 2)
    lines = [" ".join(str(step).split()) for step in trace]
    assert lines[0] == "read ran 0.md: changed: text"
    assert lines[5:] == ["read ran 2 further notes", "read reused 2 notes"]


def test_counts_and_names_alone() -> None:
    trace = Trace()
    trace.each("draw", "diagram", 1, 0)
    trace.each("resolve", "bibliography", [], 2)
    trace.each("typeset", "pass", ("labels moved",), 0)
    assert [(step.ran, step.what) for step in trace] == [
        (True, "1 diagram"),
        (False, "2 bibliographies"),
        (True, "labels moved"),
    ]


def test_in_what_two_inputs_differ() -> None:
    assert difference(None, {"text": 1}) == "it is new"
    assert difference({"text": 1, "rules": 2}, {"text": 3, "rules": 2}) == "changed: text"
    assert "gone" in difference({"text": 1}, {"text": 1})
