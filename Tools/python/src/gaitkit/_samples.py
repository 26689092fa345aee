"""Samples in memory, handed to the library in place."""
from __future__ import annotations

import ctypes
import math
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _library
from ._errors import BadArgument

_AXES = ("x", "y", "z")
_SIDE = ("pressure_hpa", "heart_rate_bpm", "temperature_c", "gnss_speed_mps")
#: Between two times that run on, seconds: that of tables.
_LONGEST_PAUSE = 2.0
_RATES = tuple(f"gyr_{axis}" for axis in _AXES)
_READ = {"time_s", *_SIDE, *_RATES, *(f"acc_{axis}" for axis in _AXES)}
#: What figures change by where it is not read, with its unit.
_NEEDED = {_RATES: "rad/s", ("pressure_hpa",): "hPa"}
#: What is read by the way.
_FURTHER = {("heart_rate_bpm",): "beats per minute", ("temperature_c",): "°C", ("gnss_speed_mps",): "m/s"}


@dataclass(eq=False)
class Samples:
    """Samples of a motion sensor. They equal themselves alone: numpy compares their arrays.

    Arrays of ``float32`` and ``float64`` in native byte order are read where they are, in any layout: rows or
    columns, slices, reversed. Others are converted first. Nothing is written to them. What a masked array masks is
    missing, like ``NaN``.
    """

    #: Specific force in m/s², of shape (n, 3): +9.81 on the axis that points up at rest.
    acceleration: ArrayLike
    #: Seconds by any clock, rising, of shape (n,); None: evenly spaced by ``sampling_rate``. The first is second 0 of the
    #: results, and ``start`` belongs to it, also where its sample has no values (NaN) and the times run on from there to the
    #: first sample, within 2 s from row to row. Samples that come in packets are spread over the time until the next packet.
    time: ArrayLike | None = None
    #: Angular rate in rad/s, of shape (n, 3); None without a gyroscope.
    angular_rate: ArrayLike | None = None
    #: Samples per second; None: by ``time``, which counts before it where both differ by more than 5 %.
    sampling_rate: float | None = None
    #: Slower sensors: ``{"pressure_hpa": (time, values)}``; also ``heart_rate_bpm``, ``temperature_c``,
    #: ``gnss_speed_mps``.
    side: Mapping[str, tuple[ArrayLike, ArrayLike]] = field(default_factory=dict)

    @classmethod
    def of_frame(cls, frame: Any, sampling_rate: float | None = None) -> Samples:
        """Samples of a pandas or polars frame with the columns of a plain table.

        ``time_s, acc_x, acc_y, acc_z``, and where there are any ``gyr_x, gyr_y, gyr_z, pressure_hpa,
        heart_rate_bpm, temperature_c, gnss_speed_mps``. Without ``time_s`` rows are evenly spaced by ``sampling_rate``.
        Values are numbers in these units; dates, spans of time and words that are no numbers raise ``BadArgument``.

        Columns are read by these names alone. Where a table of text is read by others (``gyro_x``, ``pressure [hPa]``),
        those of an angular rate or an air pressure raise ``BadArgument``, because figures would be others without them;
        those of another sensor, or that may mean something else, are not read, with a warning. Columns such as
        ``participant`` or ``device``, and named levels of an index, must name one throughout: a recording is of one.
        """
        check_frame(frame)
        names = list(frame.columns)
        missing = [name for name in ("acc_x", "acc_y", "acc_z") if name not in names]
        if missing:
            raise BadArgument(f"the frame has no column {', '.join(missing)}; there are {', '.join(map(str, names))}")

        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1 and name in _READ]
        if twice:
            raise BadArgument(f"the frame has the column {', '.join(twice)} more than once; keep one of each")

        def column(name: str) -> NDArray[numpy.float64]:
            return _column(frame[name], name)

        _check_names(names)
        if sampling_rate is not None and "time_s" not in names:
            _tell_unread_times(frame)
        _check_owners(frame)
        turning = [name for name in _RATES if name in names]
        if turning and len(turning) < len(_AXES):
            warnings.warn(
                f"{', '.join(turning)}: three axes of angular rate are needed, so none is read", stacklevel=3)
        time = column("time_s") if "time_s" in names else None
        acceleration = numpy.stack([column(f"acc_{axis}") for axis in _AXES], axis=1)
        seconds = time
        if time is None and sampling_rate is not None and (rate := _library.rate(sampling_rate)):
            seconds = numpy.arange(len(acceleration)) / rate
        side: dict[str, tuple[ArrayLike, ArrayLike]] = {}
        if seconds is not None:
            # The time of a row without motion is a slower sensor's, and may be that of another row.
            rises = _rising(seconds) | ~numpy.isfinite(acceleration).any(axis=1)
            for name in _SIDE:
                if name in names:
                    values = column(name)
                    known = numpy.isfinite(values) & rises
                    known[known] = _rising(seconds[known])
                    side[name] = (seconds[known], values[known])
        return cls(
            acceleration=acceleration, time=time,
            angular_rate=numpy.stack([column(name) for name in _RATES], axis=1)
            if len(turning) == len(_AXES) else None, sampling_rate=sampling_rate, side=side)


def check_frame(given: Any) -> None:
    """Refuses what holds columns and is no frame, with what makes one of it."""
    if hasattr(type(given), "column_names"):
        raise BadArgument("a table of pyarrow is no frame: give table.to_pandas()")
    if hasattr(type(given), "collect_schema") and hasattr(type(given), "collect"):
        raise BadArgument("a LazyFrame holds no rows yet: give frame.collect()")
    if isinstance(given, Mapping) and not hasattr(given, "columns"):
        raise BadArgument(f"a {type(given).__name__} is no frame: give pandas.DataFrame(columns), where it holds columns")
    if getattr(getattr(given, "dtype", None), "names", None):
        raise BadArgument("an array of records is no frame: give pandas.DataFrame(records)")


class Lent:
    """Samples as the library takes them; keeps their memory alive."""

    def __init__(self, samples: Samples):
        acceleration = _triples(samples.acceleration, "acceleration")
        count = acceleration.shape[0]
        self._kept: list[Any] = [acceleration]
        self.samples = _library.SamplesInMemory()
        self.samples.size = ctypes.sizeof(_library.SamplesInMemory)
        self.samples.count = count
        self.samples.acceleration = _axes(acceleration)
        if samples.angular_rate is not None:
            angular_rate = _triples(samples.angular_rate, "angular_rate")
            _same_length(angular_rate, count, "angular_rate")
            self._kept.append(angular_rate)
            self.samples.angular_rate = _axes(angular_rate)
        if samples.time is not None:
            time = _numbers(samples.time, "time")
            _same_length(time, count, "time")
            self._kept.append(time)
            self.samples.time_s = time.ctypes.data
        rate = samples.sampling_rate
        self.samples.sampling_rate_hz = math.nan if rate is None else _library.rate(rate)
        self._add(samples.side)

    def _add(self, side: Mapping[str, tuple[ArrayLike, ArrayLike]]) -> None:
        if not isinstance(side, Mapping):
            raise BadArgument(f"side is {side!r}; it must be a dict of slower sensors, as {{\"pressure_hpa\": (time, values)}}")
        channels = (_library.SideChannel * len(side))()
        for channel, (name, given) in zip(channels, side.items()):
            if not isinstance(name, str):
                raise BadArgument(f"the name of a slower sensor is {name!r}; it must be text, as pressure_hpa")
            try:
                time, values = given
            except (TypeError, ValueError):
                raise BadArgument(f"{name} must be two arrays: (time, values)") from None
            stamps, numbers = _numbers(time, f"time of {name}"), _numbers(values, name)
            _same_length(stamps, len(numbers), f"time of {name}")
            self._kept += [stamps, numbers]
            channel.name, channel.count = _library.plain(name), len(numbers)
            channel.time_s, channel.values = stamps.ctypes.data, numbers.ctypes.data
        self._kept.append(channels)
        self.samples.side = ctypes.cast(channels, ctypes.POINTER(_library.SideChannel))
        self.samples.side_count = len(side)


def nothing_of(acceleration: ArrayLike, time: ArrayLike | None) -> tuple[_library.SamplesInMemory, Any]:
    """As many samples as there are rows, without values, which the library refuses and counts, and whose times pass; without a size,
    which it refuses, too, where the rows cannot be counted. And what must live as long."""
    samples, times = _library.SamplesInMemory(), None
    try:
        samples.count = len(_triples(acceleration, "acceleration"))
    except Exception:
        return samples, times
    samples.size = ctypes.sizeof(_library.SamplesInMemory)
    try:
        times = None if time is None else _numbers(time, "time")
    except Exception:
        return samples, times
    if times is not None and len(times) == samples.count:
        samples.time_s = times.ctypes.data
    return samples, times


def _rising(seconds: NDArray[numpy.float64]) -> NDArray[numpy.bool_]:
    """Which rows have a time that is used: each of the others is counted once, by its sample.

    It is neither before that of a row above nor, alone, so far ahead of both its neighbors that it is damaged.
    """
    rises = numpy.ones(len(seconds), bool)
    before, own, behind = seconds[:-2], seconds[1:-1], seconds[2:]
    rises[1:-1] = ~((own - before > _LONGEST_PAUSE) & (behind > before) & (behind < own))
    highest = numpy.fmax.accumulate(numpy.where(rises, seconds, -numpy.inf))
    rises[1:] &= ~(seconds[1:] <= highest[:-1])
    return rises


def _triples(values: ArrayLike, name: str) -> NDArray[Any]:
    array = _array(values, name)
    if array.ndim != 2 or array.shape[1] != 3:
        raise BadArgument(f"{name} has the shape {array.shape}; it must be (n, 3): a row for each sample")
    if array.dtype in (numpy.float32, numpy.float64) and array.dtype.isnative:
        return array
    return _converted(array, name)


def _numbers(values: ArrayLike, name: str) -> NDArray[numpy.float64]:
    array = _array(values, name)
    if array.ndim != 1:
        raise BadArgument(f"{name} has the shape {array.shape}; it must be (n,)")
    return numpy.ascontiguousarray(_converted(array, name))


def _array(values: ArrayLike, name: str) -> NDArray[Any]:
    try:
        array = numpy.asarray(_unmasked(values))
    except ValueError as trouble:
        raise BadArgument(f"{name} is no array, as where rows are of several lengths: {trouble}") from None
    if array.ndim == 0:
        raise BadArgument(f"{name} is of type {type(values).__name__}; it must be an array with a row for each sample")
    return array


def _unmasked(values: ArrayLike) -> ArrayLike:
    """The values with NaN in the place of those that are masked, also in a list of masked rows."""
    if isinstance(values, (list, tuple)) and any(isinstance(row, numpy.ma.MaskedArray) for row in values):
        values = numpy.ma.stack(values)
    if not isinstance(values, numpy.ma.MaskedArray) or not numpy.ma.is_masked(values) or values.dtype.kind not in "fiu":
        return values
    return values.astype(values.dtype if values.dtype.kind == "f" else numpy.float64).filled(numpy.nan)


def _converted(array: NDArray[Any], name: str) -> NDArray[numpy.float64]:
    if array.dtype.kind not in "fiu":
        raise BadArgument(f"{name} is of type {array.dtype}; it must be numbers, time in seconds")
    return array.astype(numpy.float64, copy=False)


def _column(values: Any, name: str) -> NDArray[numpy.float64]:
    """The numbers of a frame's column, with NaN where there is none."""
    array = numpy.asarray(_unmasked(values))
    if array.dtype.kind in "fiu":
        return array.astype(numpy.float64, copy=False)
    must = f"it must hold numbers{', time in seconds' if name == 'time_s' else ''}"
    if array.dtype.kind not in "OSUT":
        raise BadArgument(f"the column {name} is of type {array.dtype}; {must}{_advice(array)}")
    cells = _cells(values).tolist()
    numbers = numpy.full(len(cells), numpy.nan)
    for row, cell in enumerate(cells):
        if type(cell) is not float and not _word(cell):
            continue
        try:
            if _kind(cell) in ("M", "m"):
                raise TypeError
            numbers[row] = float(cell)
        except (TypeError, ValueError):
            raise BadArgument(f"the column {name} holds {cell!r} in row {row}; {must}{_advice(cell)}") from None
    return numbers


def _kind(values: Any) -> str:
    """The kind of type that numpy gives values, or one of them; empty for others."""
    return getattr(getattr(values, "dtype", None), "kind", "")


def _advice(found: Any) -> str:
    """What makes numbers of a column, or of one of its cells."""
    instants = "subtract the first, call .dt.total_seconds(), and give the first as start"
    text = found if isinstance(found, str) else ""
    if _kind(found) == "m" or hasattr(found, "total_seconds"):
        return ": .dt.total_seconds() makes seconds of spans of time"
    if _kind(found) == "M" or hasattr(found, "isoformat"):
        return f": {instants}"
    if re.fullmatch(r"[-+\d.\s]*,\d+(e[-+]?\d+)?", text.strip(), re.IGNORECASE):
        return ': pandas.read_csv(…, decimal=",") reads numbers with a comma'
    if re.search(r"\d[-:/]\d", text):
        return f": pandas.to_datetime makes instants of dates; {instants}"
    return ": pandas.to_numeric makes numbers of text" if text else ""


def _meaning(name: Any) -> tuple[str, bool]:
    """The plain name of what a table's column holds, and whether it means that for sure; empty where none is read."""
    is_sure = ctypes.c_bool()
    plain = _library.library.gait_column_channel(
        _library.plain(str(name)), ctypes.byref(is_sure)) if name not in _READ else None
    return (plain or b"").decode(), is_sure.value


def _check_names(names: list[Any]) -> None:
    """Refuses or tells columns of sensors that a table of text has by other names than those that are read here."""
    meanings = {name: _meaning(name) for name in dict.fromkeys(names)}
    for plain, unit in {**_NEEDED, **_FURTHER}.items():
        others = [name for name, (meant, _) in meanings.items() if meant in plain]
        if not others or set(plain) <= set(names):
            continue
        known = {meant for meant, is_sure in meanings.values() if is_sure} | set(names)
        advice = (
            f"{', '.join(map(str, others))}: a frame is read by plain names alone, so this is not read; call what is meant "
            f"{', '.join(plain)} and give it in {unit}")
        if plain in _NEEDED and set(plain) <= known:
            raise BadArgument(f"{advice}, or leave it out of the frame")
        warnings.warn(advice, stacklevel=4)


def _tell_unread_times(frame: Any) -> None:
    """Tells columns and levels of the index that are perhaps the time, where rows are evenly spaced instead."""
    times = [str(name) for name, _ in (*_columns(frame), *_levels(frame)) if "time_s" in (name, _meaning(name)[0])]
    if not times and _kind(getattr(frame, "index", None)) in ("M", "m"):
        times = ["the index"]
    if times:
        warnings.warn(
            f"{', '.join(times)}: not read, because rows are evenly spaced by sampling_rate; where these are the times, "
            "make a column time_s of them, in seconds", stacklevel=4)


def _cells(values: Any) -> NDArray[Any]:
    """A column's values with None in the place of those that are masked."""
    if not isinstance(values, numpy.ma.MaskedArray):
        return numpy.asarray(values)
    cells = values.data.astype(object)
    cells[numpy.ma.getmaskarray(values)] = None
    return cells


def _levels(frame: Any) -> Iterator[tuple[Any, Any]]:
    """The named levels of a frame's index."""
    index = getattr(frame, "index", None)
    for level, name in enumerate(getattr(index, "names", None) or ()):
        if name is not None:
            yield name, index.get_level_values(level)


def _columns(frame: Any) -> Iterator[tuple[Any, Any]]:
    """The columns of a frame by themselves, also those of one name."""
    for name in dict.fromkeys(frame.columns):
        found = frame[name]
        if getattr(found, "ndim", 1) == 2:
            yield from ((name, found.iloc[:, place]) for place in range(found.shape[1]))
        else:
            yield name, found


def _check_owners(frame: Any) -> None:
    """Refuses rows of several people or devices by the rules of tables."""
    for name, values in (*_columns(frame), *_levels(frame)):
        column = _cells(values)
        if name in _READ or column.ndim != 1 or column.dtype.kind in "mM":
            continue
        # The first row tells whether such a column is about whose the rows are; most are not.
        for rows in (column[:1], column):
            error = _library.Error()
            words = _Words(rows)
            status = _library.library.gait_column_check(
                _library.plain(str(name)), words.addresses.ctypes.data, len(rows), ctypes.byref(error))
            if status == _library.END:
                break
            if status:
                _library.check(error)
        else:
            if error.message:
                warnings.warn(error.message.decode("utf-8", "replace"), stacklevel=4)


class _Words:
    """A column's words as C reads them: an address for each row, 0 where there is none."""

    def __init__(self, column: NDArray[Any]):
        if column.dtype.kind in "biuf":
            found, rows = numpy.unique(column, return_inverse=True)
            values = found.tolist()
        else:
            cells = column.tolist()
            try:
                places = {value: place for place, value in enumerate(dict.fromkeys(cells))}
            except TypeError:
                cells = [str(cell) for cell in cells]
                places = {value: place for place, value in enumerate(dict.fromkeys(cells))}
            values, rows = list(places), numpy.fromiter((places[cell] for cell in cells), numpy.intp, len(cells))
        words = [_word(value).encode("utf-8", "replace") + b"\0" for value in values]
        self._text = ctypes.create_string_buffer(b"".join(words))
        lengths = numpy.array([len(word) for word in words], numpy.intp)
        starts = ctypes.addressof(self._text) + numpy.cumsum(lengths) - lengths
        self.addresses = numpy.ascontiguousarray(numpy.where(lengths > 1, starts, 0).astype(numpy.uintp)[rows])


def _word(value: Any) -> str:
    """What a table has for a value; empty where there is none."""
    if value is None or isinstance(value, float) and value != value or str(value) in ("<NA>", "NaT"):
        return ""
    return str(value).strip().replace("\0", "")


def _same_length(array: NDArray[Any], count: int, name: str) -> None:
    if len(array) != count:
        raise BadArgument(f"{name} has {len(array)} rows and there are {count} samples")


def _axes(array: NDArray[Any]) -> _library.Axes:
    scalar = _library.FLOAT32 if array.dtype == numpy.float32 else _library.FLOAT64
    return _library.Axes(array.ctypes.data, scalar, array.strides[0], array.strides[1])
