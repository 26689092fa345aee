"""Stores of samples, read through the command ``gait``."""
from __future__ import annotations

import contextlib
import inspect
import io
import os
import re
import shutil
import subprocess
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from . import _library
from ._errors import BadArgument, ProgramError

_FLAGS = ("is_entered_by_hand", "is_calibrated")


class Store:
    """A store, as ``gait analyze --store`` makes it.

    It is read by the command ``gait``, so that a store that others write to at the same time is read as it is at
    one instant, and with the words, units and times of the command. Nothing is written to it but by
    ``estimate``. What the command remarks beside its answer, as on recordings that were made at once, is a ``UserWarning``.

    :param path: the store's file.
    :param program: the command; if not given, that of the environment variable ``GAIT``, or ``gait`` in the
        search path. In a clone of the repository it is ``Tools/gait``.
    """

    def __init__(
        self, path: str | os.PathLike[str], program: str | os.PathLike[str] | None = None
    ):
        # Wherever the program is later, it is the file that was named now.
        self.path = _library.whole_path(path)
        self._program = os.fsdecode(_library.path_bytes(program or os.environ.get("GAIT") or "gait", "program"))
        if os.path.dirname(self._program):
            self._program = _library.whole_path(self._program)

    def holdings(self) -> Any:
        """What the store holds: kinds, of whom, how many, from when to when."""
        return self._query()

    def samples(
        self, kind: str | None = None, *, participant: str | None = None,
        since: str | None = None, until: str | None = None, unit: str | None = None,
        left_out: bool | None = False, superseded: bool | None = False,
    ) -> Any:
        """Samples and estimates of a kind, such as walking-speed or six-minute-walk-distance; without one everything that is kept, also
        values that are left out of figures, which ``left_out_reason`` tells. Values are numbers, and those of categories, such as
        ``sex``, words.

        :param participant: of one person only.
        :param since: not before this date or instant, in text: 2026-05-04 or 2026-05-04T09:30:00+02:00.
        :param until: before this date or instant.
        :param unit: the unit of the values, like km/h.
        :param left_out: also values of bouts that are not flat and steady.
        :param superseded: what gave way to other samples instead, with when and why.
        """
        arguments = [] if kind is not None else ["--everything"]
        for option, value, name in (
            ("--participant", participant, "participant"), ("--from", since, "since"), ("--to", until, "until"),
            ("--unit", unit, "unit"),
        ):
            if value is not None:
                arguments.append(f"{option}={_text(value, name)}")
        for option, chosen, name in (("--left-out", left_out, "left_out"), ("--superseded", superseded, "superseded")):
            arguments += [option] * _library.flag(chosen, name)
        return self._query(*arguments, kind=kind)

    def statistics(
        self, kind: str, statistics: str | Iterable[str] = "mean", *, every: str = "day",
        participant: str | None = None, unit: str | None = None,
    ) -> Any:
        """Figures of a kind for each hour, day, week or month: mean, median, p95, sum, count and more."""
        if not isinstance(statistics, Iterable):
            raise BadArgument(f"statistics is {statistics!r}; it must be text, or a list of it")
        each = [statistics] if isinstance(statistics, str) else statistics
        words = ",".join(_text(word, "one of statistics") for word in each)
        if not words.strip(", "):
            raise BadArgument(f"statistics is {statistics!r} and names no figure; give some, such as mean or p95")
        arguments = [f"--statistics={words}", f"--every={_text(every, 'every')}"]
        for option, value in (("--participant", participant), ("--unit", unit)):
            if value is not None:
                arguments.append(f"{option}={_text(value, option[2:])}")
        return self._query(*arguments, kind=_text(kind, "kind"))

    def estimate(self, *arguments: str) -> None:
        """Adds the estimates of days and weeks that are new, as ``gait estimate`` does; ``samples`` reads them.

        :param arguments: options of ``gait estimate``, such as ``"--participant", "P07", "--height", "1.68"``.
        """
        words = [_text(argument, "an argument") for argument in arguments]
        output = self._output("estimate", "--store", self.path, *words, "--format", "csv")
        # Options such as --help ask for something else, which is no error of the command.
        if not output.startswith("participant,"):
            first = next(iter(output.splitlines()), "")
            raise BadArgument(
                f"the arguments {words!r} made no estimates: gait printed {first!r}; give options such as "
                "--participant, --height or --until")

    def copy(self, path: str | os.PathLike[str]) -> contextlib.AbstractContextManager[str]:
        """A copy of the store as it is at one instant, for programs that read SQLite; gone afterward.

        >>> with store.copy("copy.gait") as copy:
        ...     sqlite3.connect(f"file:{copy}?mode=ro", uri=True)

        :param path: a file that is not there yet; the copy's path from the root on is handed out.
        """
        # Wherever the program is when the copy goes, it is the file that was named now.
        return self._copied(_library.whole_path(path))

    @contextlib.contextmanager
    def _copied(self, copy: str) -> Iterator[str]:
        self._output("store", "copy", "--store", self.path, "--output", copy, "--quiet")
        try:
            yield copy
        finally:
            # The block may have taken it away already.
            with contextlib.suppress(FileNotFoundError):
                os.unlink(copy)

    def _query(self, *options: str, kind: str | None = None) -> Any:
        """What ``gait query`` finds. Values are joined to their options and a kind comes last: whatever they begin with, they
        are no options."""
        words = [] if kind is None else ["--", _text(kind, "kind")]
        return self._table("query", f"--store={self.path}", "--format=csv", *options, *words)

    def _table(self, *arguments: str) -> Any:
        import pandas

        # Words stay words: a person called NA or 007 is one.
        table = pandas.read_csv(
            io.StringIO(self._output(*arguments)), dtype="string", keep_default_na=False,
            na_values=[""])
        for name in table.columns:
            if name in _FLAGS:
                table[name] = table[name].map({"true": True, "false": False}).astype("boolean")
            elif _is_number(name):
                table[name] = _numbers(table[name])
        return table

    def _output(self, *arguments: str) -> str:
        if shutil.which(self._program) is None:
            raise ProgramError(
                f"the command {self._program} is not there: name it in the environment variable GAIT, or give "
                "program; in a clone of the repository it is Tools/gait")
        ended = subprocess.run(
            [self._program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            encoding="utf-8")
        if ended.returncode != 0:
            raise ProgramError(ended.stderr.strip() or f"gait ended with {ended.returncode}")
        for remark in ended.stderr.splitlines():
            if remark.strip():
                # Where the method of the store was called, whichever it was.
                warnings.warn(remark.strip(), stacklevel=_depth())
        return ended.stdout


def _text(value: Any, name: str) -> str:
    """What is given as text; nothing else is handed to the command."""
    return _library.text(value, name).decode()


def _depth() -> int:
    """How far above its caller the first frame outside of this file is, as ``warnings.warn`` counts."""
    frame, depth = inspect.currentframe(), 0
    while frame is not None and frame.f_code.co_filename in (__file__, contextlib.__file__):
        frame, depth = frame.f_back, depth + 1
    return depth


#: Columns of numbers, besides percentiles such as per_sample_p95. Anything else is words, also where it looks like a number.
_NUMBERS = {
    "value", "standard_error", "standard_error_within_person", "revision", "utc_offset_s", "rows_after",
    "count", "samples", "sum", "mean", "time_weighted_mean", "min", "max", "seconds",
}


def _is_number(name: str) -> bool:
    return name in _NUMBERS or re.fullmatch(r"(per_sample|time_weighted)_p[0-9.]+", name) is not None


def _numbers(column: Any) -> Any:
    """A column of numbers; where some values are words, as those of categories, numbers are numbers all the same and not text, which
    is sorted by its letters."""
    try:
        return column.astype("Float64")
    except ValueError:
        found = column.astype(object).map(_number)
        return found if any(isinstance(cell, float) for cell in found) else column


def _number(cell: Any) -> Any:
    try:
        return float(cell)
    except (TypeError, ValueError):
        return cell
