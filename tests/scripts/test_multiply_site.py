"""Sites with every note in them several times over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "bench" / "multiply_site.py"
NOTES = {
    "a.md": '+++\ntitle = "A"\nentryAliases = ["B", "C"]\ndate = 2026-01-01\n+++\ntitle = "D"\n',
    "b.md": "---\ntitle: B it is\nslug: b\naliases:\n- /old/\ndraft: true\n---\nText\n",
    "c.md": "No front matter.\n",
}


def multiplied(tmp_path: Path, copies: str) -> tuple[int, Path]:
    for name, text in NOTES.items():
        path = tmp_path / "site/content/notes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "site/hugo.toml").write_text("")
    (tmp_path / "site/content/page.md").write_text("A page.\n")
    command = [sys.executable, str(SCRIPT), str(tmp_path / "site"), str(tmp_path / "many"), copies]
    return subprocess.run(command, check=False, capture_output=True).returncode, tmp_path / "many"


def test_each_copy_has_names_of_its_own(tmp_path: Path) -> None:
    code, many = multiplied(tmp_path, "3")
    assert code == 0
    notes = many / "content/notes"
    assert sorted(p.name for p in notes.iterdir()) == sorted(
        name.replace(".md", f"{end}.md") for name in NOTES for end in ("", "-1", "-2")
    )
    assert (notes / "a.md").read_text() == NOTES["a.md"]
    assert (notes / "a-2.md").read_text() == (
        '+++\ntitle = "A 2"\nentryAliases = ["B 2", "C 2"]\ndate = 2026-01-01\n+++\ntitle = "D"\n'
    )
    assert "title: B it is 1\nslug: b 1\n" in (notes / "b-1.md").read_text()
    assert [path.name for path in (many / "content").glob("*.md")] == ["page.md"]


def test_a_target_that_is_there_stays(tmp_path: Path) -> None:
    assert multiplied(tmp_path, "2")[0] == 0
    assert multiplied(tmp_path, "2")[0] == 2
