import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.draw.scale import fit


@pytest.mark.parametrize(
    ("size", "room", "scale"),
    [
        ((100, 50), (200, 200), 1.0),
        ((400, 50), (200, 200), 0.5),
        ((100, 800), (200, 200), 0.25),
        ((400, 800), (200, 200), 0.25),
        ((0, 10), (200, 200), 1.0),
        ((10, 10), (0, 200), 1.0),
    ],
)
def test_fit(size: tuple[float, float], room: tuple[float, float], scale: float) -> None:
    assert fit(*size, *room) == scale


@given(*[st.floats(0.1, 1e5)] * 4)
def test_what_is_scaled_fits_and_touches(width: float, height: float, x: float, y: float) -> None:
    scale = fit(width, height, x, y)
    assert width * scale <= x * (1 + 1e-9)
    assert height * scale <= y * (1 + 1e-9)
    assert scale == 1 or max(width * scale / x, height * scale / y) == pytest.approx(1)
