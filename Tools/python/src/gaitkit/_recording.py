"""Recordings as arrays."""
from __future__ import annotations

import ctypes
import json
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import NDArray

from . import _library
from ._errors import GaitError, RecordingNotRead

SIDE_CHANNELS = ("pressure_hpa", "heart_rate_bpm", "temperature_c", "gnss_speed_mps")
_NOTHING_SAID: dict[str, Any] = dict.fromkeys(
    ("site", "height", "mass", "age", "sex", "participant", "start", "time_zone", "settings", "name"))


@dataclass(eq=False)
class Block:
    """A stretch of a recording as the sensor gave it. It equals itself alone: numpy compares its arrays."""

    #: Seconds of the recording, of shape (n,): from its first row, whether or not that can be used.
    time: NDArray[numpy.float64]
    #: Specific force in m/s², of shape (n, 3): +9.81 on the axis that points up at rest.
    acceleration: NDArray[numpy.float32]
    #: Angular rate in rad/s, of shape (n, 3); None without a gyroscope.
    angular_rate: NDArray[numpy.float32] | None
    #: Slower sensors at their own clock: name to (time, values).
    side: dict[str, tuple[NDArray[numpy.float64], NDArray[numpy.float64]]] = field(
        default_factory=dict)

    def _led(self) -> Block:
        """The same behind rows without values, one a second from second 0 on, where the first usable sample is later."""
        if not len(self.time) or self.time[0] <= 0:
            return self
        lead = numpy.arange(0.0, self.time[0])
        nothing = numpy.full((len(lead), 3), numpy.nan, numpy.float32)
        return Block(
            numpy.concatenate((lead, self.time)), numpy.concatenate((nothing, self.acceleration)),
            None if self.angular_rate is None else numpy.concatenate((nothing, self.angular_rate)), self.side)


@dataclass(eq=False)
class Recording(Block):
    """A whole recording in memory.

    ``analyze`` reads its file again, and refuses where that was changed since, or what is read with it, as its description. What
    is changed here it does not see: give it the ``frame()``, or ``Samples`` of the arrays.
    """

    #: Where it was read from, from the root on.
    path: str = ""
    #: name, device, site, sampling_rate_hz, has_gyroscope, start_time, participant, height_m and more; None
    #: where nobody says.
    facts: dict[str, Any] = field(default_factory=dict)
    #: The state of its files when it was read; None where nobody looked.
    _state: int | None = field(default=None, repr=False)

    @property
    def sampling_rate(self) -> float:
        """Samples per second."""
        return self.facts["sampling_rate_hz"]

    def frame(self) -> Any:
        """The samples as a pandas frame with the columns of a plain table: time_s, acc_x, …, gyr_z.

        What slower sensors gave has a column of its name, as pressure_hpa: each value stands in the first row that is
        not before it, and the other rows have none; those that find no row of their own, as in a gap of the motion, are left
        out with a warning. Where the first usable sample is later than second 0, to which
        ``start_time`` belongs, rows without values (NaN) lead up to it, one a second as `gait convert` writes them, so
        that what is reckoned from the frame has the recording's seconds.
        """
        import pandas

        led = self._led()

        columns: dict[str, NDArray[Any]] = {"time_s": led.time}
        for prefix, values in (("acc", led.acceleration), ("gyr", led.angular_rate)):
            if values is not None:
                columns |= {f"{prefix}_{axis}": values[:, place] for place, axis in enumerate("xyz")}
        for name, (time, values) in self.side.items():
            known = time <= led.time[-1] if len(led.time) else numpy.zeros(len(time), bool)
            rows = numpy.searchsorted(led.time, time[known])
            columns[name] = numpy.full(len(led.time), numpy.nan)
            columns[name][rows] = values[known]
            lost = len(time) - len(numpy.unique(rows))
            if lost:
                warnings.warn(
                    f"{lost} of {len(time)} values of {name} found no row of their own and are left out; side has them all",
                    stacklevel=2)
        return pandas.DataFrame(columns)

    def __repr__(self) -> str:
        return f"<Recording {self.path}: {len(self.time)} samples, {self.sampling_rate} Hz>"


def read(path: str | os.PathLike[str]) -> Recording:
    """Reads a whole recording of any known format into memory.

    A week at 100 Hz takes 1.2 GB, or 1.9 GB with a gyroscope, and up to an eighth more while it is read; ``blocks`` hands
    out the same in stretches, and ``analyze(path)`` never holds more than a few minutes.

    :raises RecordingNotRead: when it cannot be opened or read.
    """
    whole = _library.whole_path(path)
    state = _state(whole)
    source = _Source(path)
    has_gyroscope = source.facts["has_gyroscope"]
    time, force, rate = _Grown(numpy.float64), _Grown(numpy.float32, 3), _Grown(numpy.float32, 3)
    side = {name: (_Grown(numpy.float64), _Grown(numpy.float64)) for name in SIDE_CHANNELS}
    for part in source:
        time.append(part.time)
        force.append(part.acceleration)
        if has_gyroscope:
            rate.append(part.angular_rate)
        for name, (seconds, values) in part.side.items():
            side[name][0].append(seconds)
            side[name][1].append(values)
    return Recording(
        time=time.whole(), acceleration=force.whole(), angular_rate=rate.whole() if has_gyroscope else None,
        side={name: (seconds.whole(), values.whole()) for name, (seconds, values) in side.items() if values.count},
        path=whole, facts=source.facts, _state=state)


class _Grown:
    """An array that grows in its place: parts that are joined at the end would all be there twice."""

    def __init__(self, kind: Any, *row: int):
        self._array: NDArray[Any] = numpy.empty((0, *row), kind)
        self.count = 0

    def append(self, values: NDArray[Any]) -> None:
        end = self.count + len(values)
        if end > len(self._array):
            self._resize(max(end, len(self._array) * 9 // 8))
        self._array[self.count:end] = values
        self.count = end

    def whole(self) -> NDArray[Any]:
        self._resize(self.count)
        return self._array

    def _resize(self, count: int) -> None:
        # Nobody else has the array yet.
        self._array.resize((count, *self._array.shape[1:]), refcheck=False)


def unchanged(recording: Recording) -> str:
    """The path of a recording whose files are still those that were read; raises otherwise."""
    now = _state(recording.path)
    if now is not None and recording._state is not None and now != recording._state:
        raise RecordingNotRead(
            f"{recording.path}: it was changed after it was read, or what is read with it, as its description, and its analysis "
            "would be another; read it again")
    return recording.path


def _state(path: str) -> int | None:
    """A number for the state of all files that are read with a recording; None where it cannot be told."""
    return _library.library.gait_recording_state(_library.path_bytes(path)) or None


def blocks(path: str | os.PathLike[str]) -> Iterator[Block]:
    """A recording of any known format in stretches of a few minutes, so that a month needs no memory.

    Where the first usable sample is later than second 0, to which ``start_time`` belongs, the first stretch begins with
    rows without values (NaN), one a second: a stream that takes them has the recording's seconds.

    :raises RecordingNotRead: when it cannot be opened or read.
    """
    source = _Source(path)
    return (block if place else block._led() for place, block in enumerate(source))


class _Source:
    def __init__(self, path: str | os.PathLike[str]):
        error = _library.Error()
        said = _library.options(**_NOTHING_SAID, override_start=False)
        self._handle = _library.library.gait_recording_open(
            _library.path_bytes(path), ctypes.byref(said), ctypes.byref(error))
        if not self._handle:
            _library.check(error)
        self.facts: dict[str, Any] = json.loads(
            _library.library.gait_recording_facts(self._handle))

    def __iter__(self) -> Iterator[Block]:
        library, block, error = _library.library, _library.BlockInMemory(), _library.Error()
        while self._handle:
            status = library.gait_recording_next(
                self._handle, ctypes.byref(block), ctypes.byref(error))
            if status == _library.END:
                self.close()
            elif status:
                self.close()
                _library.check(error)
            else:
                yield self._copied(block)

    def _copied(self, block: _library.BlockInMemory) -> Block:
        def axes(places: Any) -> NDArray[numpy.float32]:
            rows = [_array(place, block.count, ctypes.c_float) for place in places]
            return numpy.stack(rows, axis=1)

        side = {}
        for name in SIDE_CHANNELS:
            channel = _library.library.gait_recording_side(self._handle, name.encode())
            if channel.count:
                side[name] = (
                    _array(channel.time_s, channel.count, ctypes.c_double).copy(),
                    _array(channel.values, channel.count, ctypes.c_double).copy())
        return Block(
            _array(block.time_s, block.count, ctypes.c_double).copy(), axes(block.acceleration),
            axes(block.angular_rate) if block.angular_rate[0] else None, side)

    def close(self) -> None:
        handle, self._handle = self._handle, None
        _library.library.gait_recording_close(handle)

    def __reduce__(self) -> Any:
        raise GaitError("a recording that is being read cannot be copied or sent to another process: open its path there")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()


def _array(address: int, count: int, kind: Any) -> NDArray[Any]:
    return numpy.ctypeslib.as_array((kind * count).from_address(address))
