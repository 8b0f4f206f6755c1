"""Draw the figures of the compendium; needs the standard library only.

    python3 tools/figures.py

Writes two SVG files with plain text and two PNG files.  Every seed is fixed, so a
second run gives the same bytes.
"""

from __future__ import annotations

import math
import struct
import zlib
from pathlib import Path
from random import Random

SITE = Path(__file__).resolve().parent.parent
IMAGES = SITE / "static" / "img"
RUIN = SITE / "content" / "notes" / "gamblers-ruin"

WIDTH, HEIGHT = 560, 340
LEFT, RIGHT, TOP, BOTTOM = 62, 18, 18, 52
STROKES = [("#1b4f72", ""), ("#b03a2e", "7 3"), ("#1e8449", "2 3"), ("#6c3483", "9 3 2 3"), ("#7e5109", "4 2")]

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
        distances.append(sum(abs(p - q) for p, q in zip(law, target)) / 2)
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


def chart(
    curves: list[Curve], names: list[str], axes: tuple[str, str], x_ticks: list[float], y_ticks: list[float]
) -> str:
    """An SVG line chart; the tick lists give the ranges of the axes."""
    x_low, x_high, y_low, y_high = x_ticks[0], x_ticks[-1], y_ticks[0], y_ticks[-1]

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - x_low) / (x_high - x_low) * (WIDTH - LEFT - RIGHT)
        up = (y - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM)
        return LEFT + across, HEIGHT - BOTTOM - up

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for tick in x_ticks:
        x, y = place(tick, y_low)
        parts.append(f'<path d="M{x:.1f} {TOP}V{y + 5:.1f}" stroke="#d5d8dc" stroke-width="0.7"/>')
        parts.append(f'<text x="{x:.1f}" y="{y + 19:.1f}" text-anchor="middle">{tick:g}</text>')
    for tick in y_ticks:
        x, y = place(x_low, tick)
        parts.append(f'<path d="M{x - 5:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#d5d8dc" stroke-width="0.7"/>')
        parts.append(f'<text x="{x - 9:.1f}" y="{y + 4.5:.1f}" text-anchor="end">{tick:g}</text>')
    middle_x, middle_y = (LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2
    parts.append(f'<text x="{middle_x:.1f}" y="{HEIGHT - 10}" text-anchor="middle">{axes[0]}</text>')
    parts.append(
        f'<text transform="translate(17 {middle_y:.1f}) rotate(-90)" text-anchor="middle">{axes[1]}</text>'
    )
    for curve, (colour, dashes) in zip(curves, STROKES):
        points = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y in curve)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.8"'
            f' stroke-dasharray="{dashes}" stroke-linejoin="round"/>'
        )
    for row, (name, (colour, dashes)) in enumerate(zip(names, STROKES)):
        y = TOP + 18 + 20 * row
        parts.append(
            f'<path d="M{WIDTH - 200} {y}H{WIDTH - 164}" stroke="{colour}" stroke-width="1.8"'
            f' stroke-dasharray="{dashes}"/>'
        )
        parts.append(f'<text x="{WIDTH - 156}" y="{y + 4.5}">{name}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def ising(beta: float, side: int, sweeps: int, seed: int) -> list[list[int]]:
    """Heat-bath samples of the Ising model on a torus, started from fair coins."""
    rng = Random(seed)
    spins = [[rng.choice((-1, 1)) for _ in range(side)] for _ in range(side)]
    for _ in range(sweeps * side * side):
        i, j = rng.randrange(side), rng.randrange(side)
        field = spins[i - 1][j] + spins[(i + 1) % side][j] + spins[i][j - 1] + spins[i][(j + 1) % side]
        spins[i][j] = 1 if rng.random() < 1 / (1 + math.exp(-2 * beta * field)) else -1
    return spins


def png(spins: list[list[int]], scale: int) -> bytes:
    """A greyscale PNG with a square of scale x scale pixels for each spin."""
    size = len(spins) * scale
    line = [b"\0" + b"".join((b"\x22" if s > 0 else b"\xee") * scale for s in row) for row in spins]
    pixels = b"".join(row * scale for row in line)

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b"")


def main() -> None:
    """Write every figure to its place in the site."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    decays = [cycle_distances(32, 900)] + [
        hypercube_distances(n, round(1.5 * n * math.log(n)) + 20) for n in (8, 64, 512)
    ]
    (IMAGES / "tv-decay.svg").write_text(
        chart(
            [in_units_of_mixing_time(d, 2.5) for d in decays],
            ["cycle, n = 32", "hypercube, n = 8", "hypercube, n = 64", "hypercube, n = 512"],
            ("time in units of the mixing time", "distance to stationarity"),
            [0, 0.5, 1, 1.5, 2, 2.5],
            [0, 0.25, 0.5, 0.75, 1],
        ),
        encoding="utf-8",
    )
    rng = Random(20261130)
    paths = [ruin_path(rng, 10, 20) for _ in range(5)]
    (RUIN / "ruin-paths.svg").write_text(
        chart(paths, [], ("rounds played", "fortune"), [0, 30, 60, 90, 120, 150, 180], [0, 5, 10, 15, 20]),
        encoding="utf-8",
    )
    for name, beta in (("ising-hot", 0.25), ("ising-cold", 0.5)):
        (IMAGES / f"{name}.png").write_bytes(png(ising(beta, 64, 200, 7), 6))


if __name__ == "__main__":
    main()
