"""The ids that Hugo makes of headings: those of GitHub."""

from __future__ import annotations

from scidraft_tex.read.pandoc import Json


def github_slug(text: str) -> str:
    """Return the id that Hugo makes of a heading's TEXT."""
    kept = "".join(c for c in text.lower() if c.isalnum() or c in "-_ ")
    return kept.replace(" ", "-")


def stringify(nodes: Json) -> str:
    """Return the characters of pandoc's inlines NODES."""
    parts: list[str] = []
    for node in nodes if isinstance(nodes, list) else ():
        if not isinstance(node, dict):
            parts.append(stringify(node))
            continue
        match node["t"]:
            case "Str":
                parts.append(node["c"])
            case "Space" | "SoftBreak":
                parts.append(" ")
            case "Code":
                parts.append(node["c"][1])
            case "Note":
                pass
            case "Span":
                parts.append(stringify(node["c"][1]))
            case _:
                parts.append(stringify(node.get("c")))
    return "".join(parts)
