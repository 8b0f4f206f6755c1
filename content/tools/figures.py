"""Draw the figures of the compendium; needs the standard library only.

    python3 tools/figures.py

Writes two SVG files with plain text and two PNG files.  Every seed is fixed, so a
second run gives the same bytes.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

SITE = Path(__file__).resolve().parent.parent
IMAGES = SITE / "static" / "img"
RUIN = SITE / "content" / "notes" / "gamblers-ruin"

WIDTH, HEIGHT = 560, 340
LEFT, RIGHT, TOP, BOTTOM = 62, 542, 18, 288
FONTS = "DejaVu Sans, Helvetica, Arial, sans-serif"
STROKES = [
    ("#1b4f72", "none"),
    ("#b03a2e", "7 3"),
    ("#1e8449", "2 3"),
    ("#6c3483", "9 3 2 3"),
    ("#7e5109", "4 2"),
]

Curve = list[tuple[float, float]]


def cycle_distances(n: int, steps: int) -> list[float]:
    """d(0), ..., d(steps) of the lazy walk on the cycle of n states."""
    law = [1.0] + [0.0] * (n - 1)
    distances = []
    for _ in range(steps + 1):
        distances.append(sum(abs(p - 1 / n) for p in law) / 2)
        law = [law[x] / 2 + law[x - 1] / 4 + law[(x + 1) % n] / 4 for x in range(n)]
    return distances


def hypercube_distances(n: int, steps: int) -> list[float]:
    """d(0), ..., d(steps) of the lazy walk on the n-cube.

    The law of the walk from the zero vertex depends on the number of ones only, so
    the chain of that number has the same distance to its stationary law.
    """
    target = [math.comb(n, k) / 2**n for k in range(n + 1)]
    law = [1.0] + [0.0] * n
    distances = []
    for _ in range(steps + 1):
        distances.append(sum(abs(p - q) for p, q in zip(law, target, strict=True)) / 2)
        moved = [p / 2 for p in law]
        for k, p in enumerate(law):
            if k < n:
                moved[k + 1] += p * (n - k) / (2 * n)
            if k > 0:
                moved[k - 1] += p * k / (2 * n)
        law = moved
    return distances


def in_units_of_mixing_time(distances: list[float], upto: float) -> Curve:
    """The curve t / t_mix -> d(t), as far as t / t_mix = upto."""
    mixing_time = next(t for t, d in enumerate(distances) if d <= 0.25)
    last = min(len(distances) - 1, round(upto * mixing_time))
    stride = max(1, last // 150)
    return [(t / mixing_time, distances[t]) for t in range(0, last + 1, stride)]


def ruin_path(rng: Random, fortune: int, goal: int) -> Curve:
    """One fair game, from `fortune` until 0 or `goal`."""
    path = [(0.0, float(fortune))]
    while 0 < fortune < goal:
        fortune += 1 if rng.random() < 0.5 else -1
        path.append((float(len(path)), float(fortune)))
    return path


@dataclass(frozen=True)
class Frame:
    """The axes of a chart; the first and last ticks are the ends of an axis."""

    x_name: str
    y_name: str
    x_ticks: list[float]
    y_ticks: list[float]

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The point (x, y) in the units of the drawing, which grow downwards."""
        across = (x - self.x_ticks[0]) / (self.x_ticks[-1] - self.x_ticks[0])
        up = (y - self.y_ticks[0]) / (self.y_ticks[-1] - self.y_ticks[0])
        return LEFT + across * (RIGHT - LEFT), BOTTOM - up * (BOTTOM - TOP)

    def drawn(self) -> list[str]:
        """Grid lines, tick labels and the names of the axes."""
        grid = 'stroke="#d5d8dc" stroke-width="0.7"'
        parts = []
        for tick in self.x_ticks:
            x, y = self.place(tick, self.y_ticks[0])
            parts.append(f'<path d="M{x:.1f} {TOP}V{y + 5:.1f}" {grid}/>')
            parts.append(text(f"{tick:g}", x, y + 19, "middle"))
        for tick in self.y_ticks:
            x, y = self.place(self.x_ticks[0], tick)
            parts.append(f'<path d="M{x - 5:.1f} {y:.1f}H{RIGHT}" {grid}/>')
            parts.append(text(f"{tick:g}", x - 9, y + 4.5, "end"))
        parts.append(text(self.x_name, (LEFT + RIGHT) / 2, HEIGHT - 10, "middle"))
        turned = f'<g transform="translate(17 {(TOP + BOTTOM) / 2:.1f}) rotate(-90)">'
        parts.append(turned + text(self.y_name, 0, 0, "middle") + "</g>")
        return parts


def text(words: str, x: float, y: float, anchor: str) -> str:
    """Plain SVG text, so that it can be searched and copied in the printed book."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def chart(frame: Frame, curves: list[Curve], names: Sequence[str] = ()) -> str:
    """An SVG line chart, with a legend at the upper right if the curves have names."""
    parts = frame.drawn()
    for curve, (colour, dashes) in zip(curves, STROKES, strict=False):
        places = [frame.place(x, y) for x, y in curve]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.8" '
            f'stroke-dasharray="{dashes}" stroke-linejoin="round"/>'
        )
    for row, (name, (colour, dashes)) in enumerate(zip(names, STROKES, strict=False)):
        y = TOP + 18 + 20 * row
        parts.append(
            f'<path d="M{RIGHT - 182} {y}h36" stroke="{colour}" stroke-width="1.8" '
            f'stroke-dasharray="{dashes}"/>'
        )
        parts.append(text(name, RIGHT - 138, y + 4.5, "start"))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONTS}" font-size="13">'
    )
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    return "\n".join([head, paper, *parts, "</svg>"]) + "\n"


def ising(beta: float, side: int, sweeps: int, seed: int) -> list[list[int]]:
    """Heat-bath samples of the Ising model on a torus, started from fair coins."""
    rng = Random(seed)
    spins = [[rng.choice((-1, 1)) for _ in range(side)] for _ in range(side)]
    for _ in range(sweeps * side * side):
        i, j = rng.randrange(side), rng.randrange(side)
        field = (
            spins[i - 1][j] + spins[(i + 1) % side][j] + spins[i][j - 1] + spins[i][(j + 1) % side]
        )
        spins[i][j] = 1 if rng.random() < 1 / (1 + math.exp(-2 * beta * field)) else -1
    return spins


def png(spins: list[list[int]], scale: int) -> bytes:
    """A greyscale PNG with a square of scale x scale pixels for each spin."""
    size = len(spins) * scale
    line = [b"\0" + b"".join((b"\x22" if s > 0 else b"\xee") * scale for s in row) for row in spins]
    pixels = b"".join(row * scale for row in line)

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    header = struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(pixels, 9))
        + chunk(b"IEND", b"")
    )


def main() -> None:
    """Write every figure to its place in the site."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    decays = [cycle_distances(32, 900)]
    decays += [hypercube_distances(n, round(1.5 * n * math.log(n)) + 20) for n in (8, 64, 512)]
    names = ["cycle, n = 32", *(f"hypercube, n = {n}" for n in (8, 64, 512))]
    frame = Frame(
        "time in units of the mixing time",
        "distance to stationarity",
        [0, 0.5, 1, 1.5, 2, 2.5],
        [0, 0.25, 0.5, 0.75, 1],
    )
    curves = [in_units_of_mixing_time(d, 2.5) for d in decays]
    (IMAGES / "tv-decay.svg").write_text(chart(frame, curves, names), encoding="utf-8")

    rng = Random(20261130)
    paths = [ruin_path(rng, 10, 20) for _ in range(5)]
    frame = Frame("rounds played", "fortune", [30 * k for k in range(7)], [5 * k for k in range(5)])
    (RUIN / "ruin-paths.svg").write_text(chart(frame, paths), encoding="utf-8")

    for name, beta in (("ising-hot", 0.25), ("ising-cold", 0.5)):
        (IMAGES / f"{name}.png").write_bytes(png(ising(beta, 64, 200, 7), 6))


if __name__ == "__main__":
    main()
