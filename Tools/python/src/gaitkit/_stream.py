"""Recordings that are analyzed while they go on."""
from __future__ import annotations

import ctypes
import os
import threading
import weakref
from collections.abc import Mapping
from typing import Any

from numpy.typing import ArrayLike

from . import _library, _tables
from ._analysis import Analysis
from ._errors import BadArgument, GaitError
from ._samples import Lent, Samples, nothing_of


class Stream:
    """A live recording; however it is cut into blocks, the result is the same where none is refused. Made by ``stream``.

    Air pressure and speed over ground count where the motion has gone on for less than 2 s since their time; what comes later
    is counted in ``summary["remarks"]`` and not used.
    """

    def __init__(self, handle: int, frames: str):
        self._handle: int | None = handle
        self._frames = frames
        self._no_bouts: Any = None
        # The library takes one call of a stream at a time.
        self._lock = threading.RLock()
        self._closing = weakref.finalize(self, _library.library.gait_stream_close, handle)
        # The end of a process gives all memory back.
        self._closing.atexit = False

    def append(
        self, acceleration: ArrayLike, time: ArrayLike | None = None,
        angular_rate: ArrayLike | None = None,
        side: Mapping[str, tuple[ArrayLike, ArrayLike]] | None = None,
    ) -> Any:
        """Takes the next samples, of any count; returns a frame of the bouts that have closed meanwhile.

        A bout closes some seconds after its last step. ``bout`` numbers them as they close; ``finish`` numbers
        them in the order of time, and tells ``likely_place``, which is known of a whole recording only.

        What raises takes nothing: append the samples again once they are mended. Without ``time`` they take no time either, and all
        times behind them would be too early: where they cannot be mended, append as many rows of NaN in their place, which
        make a gap. With ``time`` what is not appended again is a gap; at the beginning its first time is second 0 where
        the times run on, within 2 s, from there to the first samples that are taken, and that of those is otherwise. A remark
        (``inconsistent``) of the result counts what was refused, and says where second 0 is later.

        :param acceleration: specific force in m/s², of shape (n, 3).
        :param time: seconds by one clock for the whole stream; evenly spaced without it.
        :param angular_rate: rad/s, of shape (n, 3), where the stream has a gyroscope.
        :param side: what slower sensors gave meanwhile, as in ``Samples``; they may also come by themselves, with an acceleration
            of shape (0, 3), before the motion of their time or less than 2 s of motion behind it.
        """
        error = _library.Error()
        with self._lock:
            try:
                lent = Lent(Samples(acceleration, time, angular_rate, None, {} if side is None else side))
            except Exception:
                # The library counts what is refused; it refuses samples that are not there.
                nothing, _times = nothing_of(acceleration, time)
                _library.library.gait_stream_append(self._open(), ctypes.byref(nothing), ctypes.byref(error))
                raise
            if _library.library.gait_stream_append(
                self._open(), ctypes.byref(lent.samples), ctypes.byref(error)
            ):
                _library.check(error)
            bouts = _library.library.gait_stream_bouts(self._open())
            if _library.library.gait_table_rows(bouts):
                return _tables.frame(_tables.columns(bouts), self._frames)
            # Most blocks close no bout, and making a frame takes as long as analyzing minutes of motion.
            if self._no_bouts is None:
                self._no_bouts = _tables.frame(_tables.columns(bouts), self._frames)
            return self._no_bouts.clone() if self._frames == "polars" else self._no_bouts.copy()

    def finish(self) -> Analysis:
        """Ends the stream and returns everything that was found."""
        error = _library.Error()
        with self._lock:
            handle = _library.library.gait_stream_finish(self._open(), ctypes.byref(error))
            self.close()
        if not handle:
            _library.check(error)
        return Analysis(handle, self._frames)

    def close(self) -> None:
        """Gives the stream's memory back; nothing more can be appended."""
        with self._lock:
            self._handle = None
            self._closing()

    def __reduce__(self) -> Any:
        raise GaitError(
            "a stream cannot be copied or sent to another process: finish it where it was opened, and hand on the analysis that "
            "finish returns")

    def _open(self) -> int:
        if self._handle is None:
            raise BadArgument("the stream is closed; open another with gaitkit.stream")
        return self._handle

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def stream(
    sampling_rate: float, *, gyroscope: bool | None = False, site: str | None = None,
    height: float | None = None, mass: float | None = None, age: float | None = None,
    sex: str | None = None, participant: str | None = None, start: str | None = None,
    time_zone: str | None = None, settings: str | os.PathLike[str] | None = None,
    name: str | None = None, frames: str = "pandas",
) -> Stream:
    """Opens a live stream of so many samples a second, with or without a gyroscope.

    >>> with gaitkit.stream(100, site="lower_back", height=1.75) as live:
    ...     for block in gaitkit.blocks("walk.csv"):
    ...         print(live.append(block.acceleration, block.time))
    ...     analysis = live.finish()

    Where the stamps give another rate, by more than 5 %, a remark of the result says so, and where they come in packets,
    which a stream takes as they are; where their rate is too low to tell whether anybody walks, the stream ends with
    ``RecordingNotAnalyzed``. A stream with a gyroscope that never gives an angular rate ends with ``BadArgument``.

    The other parameters are those of ``analyze``. A stream is not calibrated: what a still sensor says of its
    own gain and offset is known only when a recording is whole.

    :raises RecordingNotRead: when the settings file cannot be read.
    """
    _tables.check_frames(frames)
    options = _library.options(
        site=site, height=height, mass=mass, age=age, sex=sex, participant=participant, start=start,
        time_zone=time_zone, override_start=False, settings=settings, name=name)
    error = _library.Error()
    handle = _library.library.gait_stream_open(
        _library.rate(sampling_rate), _library.flag(gyroscope, "gyroscope"), ctypes.byref(options), ctypes.byref(error))
    if not handle:
        _library.check(error)
    return Stream(handle, frames)
