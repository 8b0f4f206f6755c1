"""Moving links along with their pages: annotations and destinations on an imposed sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Matrix, Name, Object, Rectangle

__all__ = ["Moved", "move_annotations", "move_destinations"]

_POINT_LISTS = ("/QuadPoints", "/Vertices", "/L", "/CL")
_DESTINATIONS = frozenset({"/XYZ", "/Fit", "/FitH", "/FitV", "/FitR", "/FitB", "/FitBH", "/FitBV"})


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a page went: the sheet's page object, the matrix, and the page's box before."""

    sheet: Object
    matrix: Matrix
    box: Rectangle


def move_annotations(page: pikepdf.Page, moved: Moved) -> None:
    """Give PAGE's annotations to the sheet it went to, each where its page now is."""
    for annotation in page.obj.get("/Annots", Array()):
        annotation.Rect = _rectangle(_floats(annotation.Rect), moved.matrix)
        for key in _POINT_LISTS:
            if key in annotation:
                annotation[key] = _points(annotation[key], moved.matrix)
        if "/P" in annotation:
            annotation.P = moved.sheet
        if "/Annots" not in moved.sheet:
            moved.sheet.Annots = Array()
        moved.sheet.Annots.append(annotation)


def _floats(numbers: Iterable[Object]) -> list[float]:
    return [float(number) for number in numbers]


def _rectangle(corners: list[float], matrix: Matrix) -> Array:
    return matrix.transform(Rectangle(*corners[:4])).as_array()


def _points(numbers: Iterable[Object], matrix: Matrix) -> Array:
    values = _floats(numbers)
    moved = (matrix.transform(point) for point in zip(values[::2], values[1::2], strict=False))
    return Array([coordinate for point in moved for coordinate in point])


def move_destinations(document: pikepdf.Pdf, pages: Mapping[tuple[int, int], Moved]) -> None:
    """Point every destination in DOCUMENT that leads to one of PAGES to the sheet it went to.

    PAGES are known by object number and generation. Names, outlines, links, actions: a destination
    is an array of a page and the name of a view wherever it stands (PDF 1.7, table 151).
    """
    for top in list(document.objects):
        for array in _arrays(top):
            moved = pages.get(_page_of(array))
            if moved:
                _move(array, moved)


def _page_of(array: Array) -> tuple[int, int]:
    """Return number and generation of the page that ARRAY leads to, (0, 0) for none."""
    first: list[Any] = list(array)[:2]
    if len(first) < 2 or not isinstance(first[1], Name) or str(first[1]) not in _DESTINATIONS:
        return 0, 0
    return first[0].objgen if isinstance(first[0], Dictionary) else (0, 0)


def _arrays(item: Object) -> Iterator[Array]:
    """Yield the arrays that lie within ITEM directly, not by reference."""
    waiting: list[Any] = [item]
    while waiting:
        current = waiting.pop()
        inside: list[Any] = []
        if isinstance(current, Array):
            yield current
            inside = list(current)
        elif isinstance(current, Dictionary | pikepdf.Stream):
            inside = [value for _, value in current.items()]
        waiting.extend(
            value for value in inside if isinstance(value, Object) and not value.is_indirect
        )


def _move(array: Array, moved: Moved) -> None:
    """Rewrite the destination ARRAY in place; a coordinate left open becomes the page's corner."""
    view = str(array[1])
    array[0] = moved.sheet
    if view == "/XYZ":
        left = _number(array, 2, float(moved.box.llx))
        top = _number(array, 3, float(moved.box.ury))
        zoom = array[4] if len(array) > 4 else None
        _replace(array, [*moved.matrix.transform((left, top)), zoom])
    elif view in {"/FitH", "/FitBH"}:
        top = _number(array, 2, float(moved.box.ury))
        _replace(array, [moved.matrix.transform((float(moved.box.llx), top))[1]])
    elif view in {"/FitV", "/FitBV"}:
        left = _number(array, 2, float(moved.box.llx))
        _replace(array, [moved.matrix.transform((left, float(moved.box.ury)))[0]])
    elif view == "/FitR" and len(array) >= 6:
        corners = [float(array[index]) for index in range(2, 6)]
        _replace(array, _floats(_rectangle(corners, moved.matrix)))


def _number(array: Array, index: int, default: float) -> float:
    value = array[index] if index < len(array) else None
    return default if value is None else float(value)


def _replace(array: Array, values: list[Any]) -> None:
    """Put VALUES in place of what follows the name of the view."""
    while len(array) > 2:
        del array[len(array) - 1]
    array.extend(values)
