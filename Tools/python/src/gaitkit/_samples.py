"""Samples in memory, handed to the library in place."""
from __future__ import annotations

import ctypes
import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _library
from ._errors import BadArgument

_AXES = ("x", "y", "z")


@dataclass
class Samples:
    """Samples of a motion sensor.

    Arrays of ``float32`` and ``float64`` in native byte order are read where they are, in any layout: rows or
    columns, slices, reversed. Others are converted first. Nothing is written to them.
    """

    #: Specific force in m/s², of shape (n, 3): +9.81 on the axis that points up at rest.
    acceleration: ArrayLike
    #: Seconds by any clock, rising, of shape (n,); None: evenly spaced by ``sampling_rate``. The first is second 0 of the
    #: results, and ``start`` belongs to it, also where its sample has no values (NaN) and the times run on from there to the
    #: first sample, within 2 s from row to row.
    time: ArrayLike | None = None
    #: Angular rate in rad/s, of shape (n, 3); None without a gyroscope.
    angular_rate: ArrayLike | None = None
    #: Samples per second; None: by ``time``.
    sampling_rate: float | None = None
    #: Slower sensors: ``{"pressure_hpa": (time, values)}``; also ``heart_rate_bpm``, ``temperature_c``,
    #: ``gnss_speed_mps``.
    side: Mapping[str, tuple[ArrayLike, ArrayLike]] = field(default_factory=dict)

    @classmethod
    def of_frame(cls, frame: Any) -> Samples:
        """Samples of a pandas or polars frame with the columns of a plain table.

        ``time_s, acc_x, acc_y, acc_z``, and where there are any ``gyr_x, gyr_y, gyr_z, pressure_hpa,
        heart_rate_bpm, temperature_c, gnss_speed_mps``.
        """
        names = list(frame.columns)
        missing = [name for name in ("acc_x", "acc_y", "acc_z") if name not in names]
        if missing:
            raise BadArgument(f"the frame has no column {', '.join(missing)}; there are {', '.join(names)}")

        def column(name: str) -> NDArray[numpy.float64]:
            return numpy.asarray(frame[name], dtype=numpy.float64)

        turning = [f"gyr_{axis}" for axis in _AXES if f"gyr_{axis}" in names]
        if turning and len(turning) < len(_AXES):
            warnings.warn(
                f"{', '.join(turning)}: three axes of angular rate are needed, so none is read", stacklevel=4)
        time = column("time_s") if "time_s" in names else None
        side: dict[str, tuple[ArrayLike, ArrayLike]] = {}
        for name in ("pressure_hpa", "heart_rate_bpm", "temperature_c", "gnss_speed_mps"):
            if name in names and time is not None:
                values = column(name)
                known = numpy.isfinite(values)
                side[name] = (time[known], values[known])
        return cls(
            acceleration=numpy.stack([column(f"acc_{axis}") for axis in _AXES], axis=1), time=time,
            angular_rate=numpy.stack([column(f"gyr_{axis}") for axis in _AXES], axis=1)
            if len(turning) == len(_AXES) else None, side=side)


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
        self.samples.sampling_rate_hz = math.nan if rate is None else float(rate)
        self._add(samples.side)

    def _add(self, side: Mapping[str, tuple[ArrayLike, ArrayLike]]) -> None:
        channels = (_library.SideChannel * len(side))()
        for channel, (name, (time, values)) in zip(channels, side.items()):
            stamps, numbers = _numbers(time, f"time of {name}"), _numbers(values, name)
            _same_length(stamps, len(numbers), f"time of {name}")
            self._kept += [stamps, numbers]
            channel.name, channel.count = name.encode(), len(numbers)
            channel.time_s, channel.values = stamps.ctypes.data, numbers.ctypes.data
        self._kept.append(channels)
        self.samples.side = ctypes.cast(channels, ctypes.POINTER(_library.SideChannel))
        self.samples.side_count = len(side)


def _triples(values: ArrayLike, name: str) -> NDArray[Any]:
    array = numpy.asarray(values)
    if array.ndim != 2 or array.shape[1] != 3:
        raise BadArgument(f"{name} has the shape {array.shape}; it must be (n, 3): a row for each sample")
    if array.dtype in (numpy.float32, numpy.float64) and array.dtype.isnative:
        return array
    return _converted(array, name)


def _numbers(values: ArrayLike, name: str) -> NDArray[numpy.float64]:
    array = numpy.asarray(values)
    if array.ndim != 1:
        raise BadArgument(f"{name} has the shape {array.shape}; it must be (n,)")
    return numpy.ascontiguousarray(_converted(array, name))


def _converted(array: NDArray[Any], name: str) -> NDArray[numpy.float64]:
    if array.dtype.kind not in "fiu":
        raise BadArgument(f"{name} is of type {array.dtype}; it must be numbers, time in seconds")
    return array.astype(numpy.float64, copy=False)


def _same_length(array: NDArray[Any], count: int, name: str) -> None:
    if len(array) != count:
        raise BadArgument(f"{name} has {len(array)} rows and there are {count} samples")


def _axes(array: NDArray[Any]) -> _library.Axes:
    scalar = _library.FLOAT32 if array.dtype == numpy.float32 else _library.FLOAT64
    return _library.Axes(array.ctypes.data, scalar, array.strides[0], array.strides[1])
