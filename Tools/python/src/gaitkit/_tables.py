"""Tables of the library as frames."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy

from . import _library
from ._errors import BadArgument

NAMES = (
    "bouts", "gait_sequences", "initial_contacts", "final_contacts", "strides", "stairs", "turns")
_PANDAS = {
    _library.INTEGER: "Int64", _library.FLAG: "boolean", _library.TEXT: "string",
    _library.TIME: "string",
}


@dataclass(frozen=True)
class Column:
    """A column with its values, copied out of the library."""

    name: str
    unit: str
    meaning: str
    kind: int
    values: Any
    reasons: list[str | None] | None


def columns(table: int) -> list[Column]:
    """The columns of a table, in the order of the file."""
    count = _library.library.gait_table_columns(table)
    return [_column(_library.library.gait_table_column(table, place)[0]) for place in range(count)]


def frame(columns: list[Column], frames: str) -> Any:
    """A frame of pandas or polars; missing values are null."""
    return _polars(columns) if frames == "polars" else _pandas(columns)


def check_frames(frames: str) -> None:
    """Raises for a library of frames that is not known."""
    if frames not in ("pandas", "polars"):
        raise BadArgument(f'frames is "{frames}"; there are pandas and polars')


def _column(column: _library.Column) -> Column:
    if column.kind in (_library.TEXT, _library.TIME):
        values = _words(column.words, column.rows)
    else:
        values = _doubles(column.numbers, column.rows)
    return Column(
        column.name.decode(), column.unit.decode(), column.meaning.decode(), column.kind, values,
        _words(column.reasons, column.rows) if column.reasons else None)


def _doubles(address: int, count: int) -> Any:
    if count == 0:
        return numpy.empty(0)
    return numpy.ctypeslib.as_array((ctypes.c_double * count).from_address(address)).copy()


def _words(address: int, count: int) -> list[str | None]:
    # Equal words have one address, so that each is decoded once.
    known: dict[int, str | None] = {0: None}
    places: Any = (ctypes.c_size_t * count).from_address(address) if count else []
    for place in places:
        if place not in known:
            known[place] = ctypes.string_at(place).decode()
    return [known[place] for place in places]


def _whole(column: Column, kind: type) -> list[Any]:
    return [None if value != value else kind(value) for value in column.values.tolist()]


def _pandas(columns: list[Column]) -> Any:
    import pandas

    def series(column: Column) -> Any:
        if column.kind == _library.NUMBER:
            return pandas.Series(column.values, dtype="float64")
        values = column.values
        if column.kind in (_library.INTEGER, _library.FLAG):
            values = _whole(column, int if column.kind == _library.INTEGER else bool)
        return pandas.Series(values, dtype=_PANDAS[column.kind])

    made = pandas.DataFrame({column.name: series(column) for column in columns})
    made.attrs["units"] = {column.name: column.unit for column in columns if column.unit}
    return made


def _polars(columns: list[Column]) -> Any:
    import polars

    def series(column: Column) -> Any:
        if column.kind == _library.NUMBER:
            return polars.Series(column.name, column.values, polars.Float64).fill_nan(None)
        if column.kind == _library.INTEGER:
            return polars.Series(column.name, _whole(column, int), polars.Int64)
        if column.kind == _library.FLAG:
            return polars.Series(column.name, _whole(column, bool), polars.Boolean)
        return polars.Series(column.name, column.values, polars.String)

    return polars.DataFrame([series(column) for column in columns])
