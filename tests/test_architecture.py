"""The import rule, the table of stages, and the two doors to the world (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from scidraft_tex import handouts, pipeline, preprints

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "scidraft_tex"
ROOT = PACKAGE.name

BASE = frozenset(
    {
        "diagnostics", "codes", "levels", "guard", "spelling", "model", "walk", "kinds", "files",
        "lock", "tools", "limits", "processes", "watch", "engines", "epochs", "labels", "lengths",
        "addresses", "collation", "glyphs", "languages", "symbols", "tex_names", "schemas",
        "settings", "book_settings", "book_yaml", "handout_settings", "handout_yaml",
        "checked_yaml", "located_yaml", "selectors", "cache", "ahead", "beside", "digests",
        "encoding", "marks", "shelf", "stamps", "state", "trace",
    }
)  # fmt: skip
STAGES = preprints.STAGES
TOP: Mapping[str, frozenset[str]] = {
    "__main__": frozenset({"cli"}),
    "cli": frozenset(
        {"pipeline", "preprints", "handout_plan", "handouts", "progress", "report"}
        | {"report_preprints", "report_handouts", "check", "formats", "conversion"}
    ),
    "check": frozenset({"conversion", "handout_plan", "isolation", *STAGES}),
    "codes_page": frozenset({"remedies"}),
    "conversion": frozenset({"read", "recognise"}),
    "formats": frozenset({"remedies"}),
    "remedies": frozenset(),
    "handout_plan": frozenset(STAGES),
    "handout_fit": frozenset({"handout_plan", "isolation", *STAGES}),
    "handouts": frozenset(
        {"conversion", "isolation", "pipeline", "handout_plan", "handout_fit", *STAGES}
    ),
    "isolation": frozenset(STAGES),
    "pipeline": frozenset({"conversion", "isolation", "undrawn", *STAGES}),
    "preprints": frozenset({"conversion", "isolation", "pipeline", *STAGES}),
    "undrawn": frozenset({"resolve", "render", "typeset"}),
    "excerpts": frozenset(),
    "progress": frozenset({"excerpts"}),
    "report": frozenset({"pipeline", "formats", *STAGES}),
    "report_preprints": frozenset({"pipeline", "preprints", "report", "formats", *STAGES}),
    "report_handouts": frozenset({"pipeline", "handouts", "report", "formats", *STAGES}),
}
"""What is neither base nor a stage, and what it may import beside the base."""

PRINTERS = frozenset({"__main__", "cli", "progress", "codes_page", "schemas.__main__"})
"""Who may write to the terminal; the last two write a page of docs/ when they are run."""

NETWORK = frozenset({"socket", "ssl", "http", "urllib.request", "ftplib", "requests", "httpx"})


# --- the modules of the package --------------------------------------------------------------


@cache
def trees() -> Mapping[str, ast.Module]:
    """Return each module as a tree, by its name below the package; the package itself is ""."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return found


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the full name of each module, or name of a module, that TREE imports anywhere in it."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield from (f"{module}.{alias.name}" for alias in node.names)
            case ast.ImportFrom():
                yield "a relative import"


def own_imports(name: str) -> set[str]:
    """Return the modules of the package that the module NAME imports, "" for the package's own."""
    found = set()
    for full in imported(trees()[name]):
        if full == ROOT or full.startswith(f"{ROOT}."):
            inner = full[len(ROOT) + 1 :]
            found.add(inner if inner in trees() else inner.rpartition(".")[0])
    return found


def part(name: str) -> str:
    """Return the stage or the top-level module that the module NAME belongs to."""
    return name.partition(".")[0]


def allowed(owner: str) -> frozenset[str]:
    """Return the parts that a module of the part OWNER may import."""
    if owner in BASE:
        return BASE
    if owner in STAGES:
        return BASE | set(STAGES[: STAGES.index(owner) + 1]) | {""}
    return BASE | TOP.get(owner, frozenset()) | {owner, ""}


# --- the import rule -------------------------------------------------------------------------


def test_every_part_of_the_package_has_its_place() -> None:
    parts = {part(name) for name in trees()} - {""}
    assert parts <= BASE | set(STAGES) | set(TOP)
    assert parts >= set(STAGES)


def test_the_rule_tells_a_stage_from_a_later_one() -> None:
    assert "resolve" in allowed("render")
    assert "typeset" not in allowed("render")
    assert "load" not in allowed("model")
    assert "pipeline" not in allowed("finish")


def test_a_module_imports_only_what_stands_before_it() -> None:
    wrong = {
        f"{name} imports {other}"
        for name in trees()
        for other in own_imports(name)
        if part(other) not in allowed(part(name))
    }
    assert wrong == set()


def test_what_is_imported_is_there() -> None:
    for name, tree in trees().items():
        assert own_imports(name) <= set(trees()), name
        assert "a relative import" not in set(imported(tree)), name


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {name: own_imports(name) - {name} for name in trees()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


# --- the table of stages ---------------------------------------------------------------------


def rows(text: str) -> list[str]:
    """Return the first cells of the table in TEXT that is headed `stage`."""
    table = re.search(r"^\| stage \|.*\n\|[-| ]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table is not None
    return [line.split("|")[1].strip() for line in table[1].splitlines()]


def test_the_pipeline_runs_the_stages_of_its_table() -> None:
    assert rows(f"{pipeline.__doc__}\n") == list(pipeline.STAGES)


@pytest.mark.parametrize(
    ("module", "function", "stages"),
    [
        ("pipeline", "build_book", pipeline.STAGES),
        ("preprints", "build_preprints", preprints.STAGES),
        ("handouts", "build_handouts", handouts.STAGES),
    ],
)
def test_the_stages_run_in_their_order(module: str, function: str, stages: tuple[str, ...]) -> None:
    functions = {n.name: n for n in trees()[module].body if isinstance(n, ast.FunctionDef)}
    clocked = [
        argument.value
        for statement in functions[function].body
        if isinstance(statement, ast.With)
        for item in statement.items
        if isinstance(item.context_expr, ast.Call)
        for argument in item.context_expr.args
        if isinstance(argument, ast.Constant)
    ]
    assert clocked == list(stages)


def test_the_document_has_the_same_table() -> None:
    text = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert rows(text) == list(STAGES)


# --- one door out, and one to the user -------------------------------------------------------


def test_only_the_command_line_prints() -> None:
    for name in trees().keys() - PRINTERS:
        nodes = list(ast.walk(trees()[name]))
        called = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
        streams = {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}
        said = called & {"print", "input"} | streams & {"sys.stdout", "sys.stderr", "sys.stdin"}
        assert said == set(), name


def test_only_tools_runs_programs() -> None:
    for name in trees().keys() - {"tools"}:
        modules = {full.partition(".")[0] for full in imported(trees()[name])}
        assert "subprocess" not in modules, name
        called = {ast.unparse(n.func) for n in ast.walk(trees()[name]) if isinstance(n, ast.Call)}
        copies = {"os.fork"} if name == "beside" else set()
        assert called & {"os.system", "os.popen", "os.chdir", "os.fork"} == copies, name


def test_nothing_is_fetched() -> None:
    fetching = {
        f"{name} imports {full}"
        for name, tree in trees().items()
        for full in imported(tree)
        if any(full == one or full.startswith(f"{one}.") for one in NETWORK)
    }
    assert fetching == set()
