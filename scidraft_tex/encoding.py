"""Values of the model as bytes, for caches, and back.

The bytes are a pickle of the model's own classes and nothing else. A pickle can name any function
of any module and have it called; what reads these refuses every name but those of the table
below, so that a foreign or a damaged entry is a fault (`DecodingError`), never a program that runs.

A value is encoded as that of a file: its places lose the file's name, and take that of the file
that they are decoded for. A note that is moved keeps what was made of it.
"""

from __future__ import annotations

import copyreg
import gc
import io
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from typing import Any

from scidraft_tex import diagnostics, kinds, model
from scidraft_tex.digests import digest_of

__all__ = ["DecodingError", "decode", "encode", "fingerprint", "without_collection"]

_PROTOCOL = 5


class DecodingError(ValueError):
    """Bytes are not what `encode` makes."""


def _classes() -> Iterator[type]:
    for module in (model, diagnostics, kinds):
        for value in vars(module).values():
            known = isinstance(value, type) and value.__module__ == module.__name__
            if known and (is_dataclass(value) or issubclass(value, Enum)):
                yield value
    yield diagnostics.Severity


_CLASSES: Mapping[tuple[str, str], type] = {
    (one.__module__, one.__qualname__): one for one in _classes()
}


def encode(value: object, file: str | None = None, also: Iterable[type] = ()) -> bytes:
    """Return VALUE, of the model's classes, those of ALSO and Python's plain values, as bytes.

    Places in FILE are kept without its name.
    """
    return _pickled(value, file, also, fast=False)


def fingerprint(value: object) -> str:
    """Return the digest of VALUE: equal values have the same one, wherever they come from.

    VALUE may be of any classes that can be pickled, but holds no sets: these have no order.
    """
    return digest_of(_pickled(value, None, (), fast=True))


def _pickled(value: object, file: str | None, also: Iterable[type], *, fast: bool) -> bytes:
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, _PROTOCOL)
    pickler.dispatch_table = _Reducers(file, also)
    pickler.fast = fast  # then what is equal is written alike, be it one value or two
    pickler.dump(value)
    return buffer.getvalue()


def decode(data: bytes, file: str = "", also: Iterable[type] = ()) -> Any:
    """Return the value that DATA holds, its own places in FILE. Raises `DecodingError`.

    ALSO are further classes that it may hold.
    """
    try:
        with without_collection():
            return _Reader(data, file, also).load()
    except DecodingError:
        raise
    except Exception as error:
        raise DecodingError(str(error)) from error


@contextmanager
def without_collection() -> Iterator[None]:
    """Run what makes many values that live on without Python's search for rings among them.

    The model holds none, and the search looks at every value again and again.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Reducers(dict[type, Callable[[Any], Any]]):
    """How each class is written: as a call of it with its fields in order."""

    def __init__(self, file: str | None, also: Iterable[type]) -> None:
        super().__init__(copyreg.dispatch_table)
        self.update(_own_reducers())
        self.update((one, _reducer(one)) for one in also if is_dataclass(one))
        if file is not None:
            self[diagnostics.Place] = partial(_reduced_place, file)


@cache
def _own_reducers() -> dict[type, Callable[[Any], Any]]:
    """Return what is written of each of the model's classes."""
    return {one: _reducer(one) for one in _CLASSES.values() if is_dataclass(one)}


@cache
def _reducer(one: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return what tells of a value of the dataclass ONE how it is made."""
    names = [item.name for item in fields(one) if item.init]
    if len(names) < 2:
        return lambda value: (one, tuple([getattr(value, name) for name in names]))
    values = attrgetter(*names)
    return lambda value: (one, values(value))


def _reduced_place(file: str, place: diagnostics.Place) -> tuple[Any, ...]:
    if place.file == file:
        return _here, (place.line, place.column)
    return diagnostics.Place, (place.file, place.line, place.column)


def _here(line: int, column: int) -> diagnostics.Place:
    """Return a place in the value's own file; the bytes name this, and each reader has its own."""
    return diagnostics.Place("", line, column)


_HERE = (_here.__module__, _here.__qualname__)


class _Reader(pickle.Unpickler):
    """Reads what `encode` wrote; what bytes may name is in `_CLASSES`, and what a caller adds."""

    def __init__(self, data: bytes, file: str, also: Iterable[type]) -> None:
        super().__init__(io.BytesIO(data))
        self._here = partial(diagnostics.Place, file)
        self._also = {(one.__module__, one.__qualname__): one for one in also}

    def find_class(self, module: str, name: str) -> Any:
        """Return the class NAME of MODULE if it is one of ours; raises `DecodingError`."""
        if (module, name) == _HERE:
            return self._here
        known = _CLASSES.get((module, name)) or self._also.get((module, name))
        if known is None:
            raise DecodingError(f"{module}.{name} is no class that may be here")
        return known
