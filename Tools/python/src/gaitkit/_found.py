"""Where the tables of an analysis lie: in the library, or as they came from another process or a file."""
from __future__ import annotations

import threading
import weakref
from typing import Any

import numpy

from . import _library, _tables
from ._errors import GaitError

#: How tables are laid out on their way: another number for each change of the layout or of the names of tables. Others are refused.
_FORM = 1


class InLibrary:
    """The tables and the summary of an analysis in the library's memory, which is given back with the last analysis that has them.

    Copies in this process share them. What goes to another process or into a file are the tables themselves: an address means
    nothing there.
    """

    def __init__(self, handle: int):
        self._handle = handle
        # The library makes a table when it is asked for first, and takes one call at a time.
        self._lock = threading.Lock()
        # The end of a process gives all memory back.
        weakref.finalize(self, _library.library.gait_analysis_close, handle).atexit = False

    def summary(self) -> str:
        """The text of ``summary.json``."""
        with self._lock:
            return _library.library.gait_analysis_summary(self._handle).decode()

    def columns(self, table: str) -> list[_tables.Column] | None:
        """The columns of a table; None where there is none of that name."""
        with self._lock:
            handle = _library.library.gait_analysis_table(self._handle, table.encode())
            return _tables.columns(handle) if handle else None

    def __deepcopy__(self, _: Any) -> InLibrary:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        tables = {
            name: [
                (each.name, each.unit, each.meaning, each.kind, each.values, each.reasons)
                for each in self.columns(name) or ()]
            for name in _tables.NAMES}
        return carried, (_FORM, _library.version(), self.summary(), tables)


class Carried:
    """The tables and the summary of an analysis that was made in another process, or saved in a file."""

    def __init__(self, version: str, summary: str, tables: dict[str, list[tuple[Any, ...]]]):
        self._version, self._summary, self._tables = version, summary, tables

    def summary(self) -> str:
        """The text of ``summary.json``."""
        return self._summary

    def columns(self, table: str) -> list[_tables.Column] | None:
        """The columns of a table, with numbers of their own; None where there is none of that name."""
        found = self._tables.get(table)
        return None if found is None else [
            _tables.Column(name, unit, meaning, kind, values.copy(), reasons)
            for name, unit, meaning, kind, values, reasons in found]

    def __deepcopy__(self, _: Any) -> Carried:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return carried, (_FORM, self._version, self._summary, self._tables)


def carried(form: int, version: str, *contents: Any) -> Carried:
    """What came from another process or a file, laid out in a form by a version of GaitKit."""
    if form != _FORM:
        raise GaitError(
            f"the analysis was saved by GaitKit {version} in form {form}, and this is GaitKit {_library.version()}, which reads form "
            f"{_FORM}: load it with that version, or analyze the recording again")
    return Carried(version, *contents)
