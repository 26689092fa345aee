"""Recordings and samples to walking bouts."""
from __future__ import annotations

import ctypes
import functools
import json
import os
from typing import Any

import numpy
from numpy.typing import ArrayLike

from . import _library, _tables
from ._errors import BadArgument, GaitError
from ._found import InLibrary
from ._recording import Recording, unchanged
from ._samples import Lent, Samples, check_frame


class Analysis:
    """Everything that was found in a recording.

    Each table is a frame with the columns of the file of its name that ``gait analyze --output`` writes, and
    with the same numbers. Missing values are null; ``reasons`` says why. The units of a pandas frame stand in
    ``frame.attrs["units"]``; ``units`` and ``meanings`` say the same for all frames.

    It travels whole: ``copy`` and ``pickle`` take all tables, reasons and the summary along, also to and from other processes.
    """

    def __init__(self, handle: int, frames: str):
        self._found = InLibrary(handle)
        self._frames = frames

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "_found" not in state:
            raise GaitError(
                "the analysis was saved by a version of GaitKit that saved no tables with it: analyze the recording again")
        self.__dict__.update(state)

    @functools.cached_property
    def bouts(self) -> Any:
        """One row for each walking or running bout."""
        return self.frame("bouts")

    @functools.cached_property
    def gait_sequences(self) -> Any:
        """One row for each stretch in which gait was detected at all."""
        return self.frame("gait_sequences")

    @functools.cached_property
    def initial_contacts(self) -> Any:
        """One row for each time that a foot touched the ground."""
        return self.frame("initial_contacts")

    @functools.cached_property
    def final_contacts(self) -> Any:
        """One row for each time that a foot left the ground."""
        return self.frame("final_contacts")

    @property
    def contacts(self) -> Any:
        """The initial contacts."""
        return self.initial_contacts

    @functools.cached_property
    def strides(self) -> Any:
        """One row for each stride: from a contact to the next of the same foot."""
        return self.frame("strides")

    @functools.cached_property
    def stairs(self) -> Any:
        """One row for each climb or descent of a staircase."""
        return self.frame("stairs")

    @functools.cached_property
    def turns(self) -> Any:
        """One row for each change of walking direction."""
        return self.frame("turns")

    @functools.cached_property
    def summary(self) -> dict[str, Any]:
        """What stands in ``summary.json``: facts, quality, totals, what is missing, methods."""
        return json.loads(self._found.summary())

    @property
    def totals(self) -> dict[str, Any]:
        """Steps, distance, walking time and more of the whole recording."""
        return self.summary["totals"]

    def frame(self, table: str, frames: str | None = None) -> Any:
        """A table by its name, as a new frame of pandas or polars."""
        frames = frames or self._frames
        _tables.check_frames(frames)
        return _tables.frame(self._columns(table), frames)

    def reasons(self, table: str) -> Any:
        """Why values are missing: a frame with the rows of the table, and a column for each that lacks some.

        The reasons are the words of ``missing`` in the summary, such as ``height_unknown``. Where a whole
        table is missing, ``summary["missing"][table]["all_rows"]`` says why.
        """
        columns = [
            _tables.Column(column.name, "", "", _library.TEXT, column.reasons, None)
            for column in self._columns(table) if column.reasons
        ]
        return _tables.frame(columns, self._frames)

    def units(self, table: str) -> dict[str, str]:
        """The unit of each column that has one."""
        return {column.name: column.unit for column in self._columns(table) if column.unit}

    def meanings(self, table: str) -> dict[str, str]:
        """What stands in each column."""
        return {column.name: column.meaning for column in self._columns(table)}

    def _columns(self, table: str) -> list[_tables.Column]:
        _library.text(table, "table")
        columns = self._found.columns(table)
        if columns is None:
            raise BadArgument(f'there is no table "{table}"; there are {", ".join(_tables.NAMES)}')
        return columns

    def __repr__(self) -> str:
        name, totals = self.summary["recording"]["name"], self.totals
        bouts, steps = (_counted(totals[f"{word}s"], word) for word in ("bout", "step"))
        return f"<Analysis of {name}: {bouts}, {steps}>"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def analyze(
    recording: str | os.PathLike[str] | Recording | Samples | ArrayLike, *,
    time: ArrayLike | None = None, angular_rate: ArrayLike | None = None,
    sampling_rate: float | None = None, site: str | None = None, height: float | None = None,
    mass: float | None = None, age: float | None = None, sex: str | None = None,
    participant: str | None = None, start: str | None = None, time_zone: str | None = None,
    override_start: bool | None = False, settings: str | os.PathLike[str] | None = None,
    name: str | None = None, frames: str = "pandas",
) -> Analysis:
    """Finds the walking bouts of a recording and measures them.

    :param recording: the path of a recording (the same numbers as ``gait analyze``), a ``Recording`` that was
        read (its file is read again, and refused where it was changed since), ``Samples``, a frame with the columns of a plain table (``time_s, acc_x, …``, see ``Samples.of_frame``:
        other names of an angular rate or an air pressure are refused), or an array of specific force in m/s² of shape
        (n, 3), with ``time``, ``angular_rate`` and ``sampling_rate``.
    :param time: with an array, seconds by any clock.
    :param angular_rate: with an array, rad/s, of shape (n, 3).
    :param sampling_rate: with an array or a frame, samples per second; by ``time`` if not given, or ``time_s`` of the frame.
        Where they give another rate, by more than 5 %, theirs is used, with a remark.
    :param site: where the device was worn: lower_back, hip, pocket, bag, wrist, hand, arm or neck, or another word for one of
        them that a description may use, as waist, belt, back, sacrum or chest.
    :param height: the person's height in meters; speed needs it.
    :param mass: the person's mass in kilograms.
    :param age: the person's age in years.
    :param sex: "f" or "female", "m" or "male".
    :param participant: the study's name for the person.
    :param start: when a recording without a clock began, like 2026-05-04T09:30:00+02:00.
    :param time_zone: the person's time zone, like Europe/Berlin; local clocks are read in it.
    :param override_start: whether ``start`` is believed before the device's own clock: True or False; None and what is missing in
        a frame are no, words such as "no" are refused.
    :param settings: the path of a settings file, as ``gait settings --output`` writes it.
    :param name: the name of a recording that is no file.
    :param frames: "pandas" or "polars".
    :raises BadArgument: for an argument that cannot be.
    :raises RecordingNotRead: when the recording or the settings file cannot be opened or read.
    :raises RecordingNotAnalyzed: when whether anybody walks cannot be told.
    """
    _tables.check_frames(frames)
    options = _library.options(
        site=site, height=height, mass=mass, age=age, sex=sex, participant=participant, start=start,
        time_zone=time_zone, override_start=override_start, settings=settings, name=name)
    error = _library.Error()
    stamps = "time"
    arrays = {"time": time, "angular_rate": angular_rate, "sampling_rate": sampling_rate}
    if isinstance(recording, (str, os.PathLike, Recording)):
        _refuse({**arrays, "name": name}, "a recording from a file")
        path = unchanged(recording) if isinstance(recording, Recording) else recording
        handle = _library.library.gait_analyze(
            _library.path_bytes(path), ctypes.byref(options), ctypes.byref(error))
    else:
        check_frame(recording)
        if isinstance(recording, Samples):
            _refuse(arrays, "Samples, which hold them")
        elif isinstance(recording, (list, tuple)) and any(isinstance(each, (str, bytes, os.PathLike)) for each in recording):
            raise BadArgument("one recording at a time: analyze each path by itself")
        elif hasattr(recording, "columns"):
            _refuse({"time": time, "angular_rate": angular_rate}, "a frame, which holds them")
            if sampling_rate is None and "time_s" not in list(recording.columns):
                raise BadArgument(
                    "the frame has no column time_s: name the one of seconds so (reset_index() makes a column of an index), "
                    "or give sampling_rate for evenly spaced rows")
            recording, stamps = Samples.of_frame(recording, sampling_rate), "time_s"
        elif not isinstance(recording, (list, tuple)) and numpy.ndim(recording) == 0:
            raise BadArgument(
                f"recording is of type {type(recording).__name__}; it must be a path in text, a Recording, Samples, a frame of pandas "
                "or polars, or an array of shape (n, 3)")
        else:
            recording = Samples(recording, time, angular_rate, sampling_rate)
        lent = Lent(recording)
        if recording.time is None and recording.sampling_rate is None:
            raise BadArgument("give time, or sampling_rate for evenly spaced samples")
        handle = _library.library.gait_analyze_samples(
            ctypes.byref(lent.samples), ctypes.byref(options), ctypes.byref(error))
    if not handle:
        _library.check(error, time=stamps)
    return Analysis(handle, frames)


def _refuse(arguments: dict[str, Any], what: str) -> None:
    for name, value in arguments.items():
        if value is not None:
            raise BadArgument(f"{name} cannot be given with {what}")
