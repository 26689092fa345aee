"""libgaitkit.so as ``gaitkit.h`` describes it."""
from __future__ import annotations

import ctypes
import math
import os
import pathlib
import re
import sys
from typing import Any

import numpy

from ._errors import BadArgument, GaitError, RecordingNotAnalyzed, RecordingNotRead

ABI_VERSION = 1
FLOAT32, FLOAT64 = 0, 1
NUMBER, INTEGER, FLAG, TEXT, TIME = range(5)
END = 1
_FAILURES = {2: BadArgument, 3: RecordingNotRead, 4: RecordingNotAnalyzed}


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 1020)]


class Options(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("site", ctypes.c_char_p), ("height_m", ctypes.c_double),
        ("mass_kg", ctypes.c_double), ("age_years", ctypes.c_double), ("sex", ctypes.c_char_p),
        ("participant", ctypes.c_char_p), ("start", ctypes.c_char_p),
        ("time_zone", ctypes.c_char_p), ("settings", ctypes.c_char_p), ("name", ctypes.c_char_p),
        ("override_start", ctypes.c_bool),
    ]


class Axes(ctypes.Structure):
    _fields_ = [
        ("values", ctypes.c_void_p), ("scalar", ctypes.c_int), ("next_sample", ctypes.c_ssize_t),
        ("next_axis", ctypes.c_ssize_t),
    ]


class SideChannel(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p), ("count", ctypes.c_size_t), ("time_s", ctypes.c_void_p),
        ("values", ctypes.c_void_p),
    ]


class SamplesInMemory(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("count", ctypes.c_size_t), ("time_s", ctypes.c_void_p),
        ("acceleration", Axes), ("angular_rate", Axes), ("side", ctypes.POINTER(SideChannel)),
        ("side_count", ctypes.c_size_t), ("sampling_rate_hz", ctypes.c_double),
    ]


class BlockInMemory(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_size_t), ("time_s", ctypes.c_void_p),
        ("acceleration", ctypes.c_void_p * 3), ("angular_rate", ctypes.c_void_p * 3),
    ]


class Column(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p), ("unit", ctypes.c_char_p), ("meaning", ctypes.c_char_p),
        ("kind", ctypes.c_int), ("rows", ctypes.c_size_t), ("numbers", ctypes.c_void_p),
        ("words", ctypes.c_void_p), ("reasons", ctypes.c_void_p),
    ]


_HANDLE, _TEXT, _SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
_ERROR = ctypes.POINTER(Error)
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "gait_version": (_TEXT, []),
    "gait_abi_version": (ctypes.c_uint32, []),
    "gait_column_check": (ctypes.c_int, [_TEXT, ctypes.c_void_p, _SIZE, _ERROR]),
    "gait_column_channel": (_TEXT, [_TEXT, ctypes.POINTER(ctypes.c_bool)]),
    "gait_recording_open": (_HANDLE, [_TEXT, ctypes.POINTER(Options), _ERROR]),
    "gait_recording_facts": (_TEXT, [_HANDLE]),
    "gait_recording_next": (ctypes.c_int, [_HANDLE, ctypes.POINTER(BlockInMemory), _ERROR]),
    "gait_recording_side": (SideChannel, [_HANDLE, _TEXT]),
    "gait_recording_close": (None, [_HANDLE]),
    "gait_recording_state": (ctypes.c_uint64, [_TEXT]),
    "gait_analyze": (_HANDLE, [_TEXT, ctypes.POINTER(Options), _ERROR]),
    "gait_analyze_samples": (
        _HANDLE, [ctypes.POINTER(SamplesInMemory), ctypes.POINTER(Options), _ERROR]),
    "gait_analysis_summary": (_TEXT, [_HANDLE]),
    "gait_analysis_table": (_HANDLE, [_HANDLE, _TEXT]),
    "gait_analysis_close": (None, [_HANDLE]),
    "gait_table_rows": (_SIZE, [_HANDLE]),
    "gait_table_columns": (_SIZE, [_HANDLE]),
    "gait_table_missing": (_TEXT, [_HANDLE]),
    "gait_table_column": (ctypes.POINTER(Column), [_HANDLE, _SIZE]),
    "gait_stream_open": (
        _HANDLE, [ctypes.c_double, ctypes.c_bool, ctypes.POINTER(Options), _ERROR]),
    "gait_stream_append": (ctypes.c_int, [_HANDLE, ctypes.POINTER(SamplesInMemory), _ERROR]),
    "gait_stream_bouts": (_HANDLE, [_HANDLE]),
    "gait_stream_finish": (_HANDLE, [_HANDLE, _ERROR]),
    "gait_stream_close": (None, [_HANDLE]),
}


def _loaded() -> ctypes.CDLL:
    path = pathlib.Path(
        os.environ.get("GAITKIT_LIBRARY") or pathlib.Path(__file__).with_name("libgaitkit.so"))
    if not path.is_file():
        raise ImportError(
            f"{path} is not there: install the package with pip install ./Tools/python in a clone of the "
            "repository, or build the library with Tools/library and name it in GAITKIT_LIBRARY")
    try:
        library = ctypes.CDLL(str(path))
    except OSError as trouble:
        raise ImportError(
            f"{path} cannot be loaded: {trouble}. It needs libfftw3f, libfftw3, libz, libisal and libzip; on "
            "Debian: apt-get install libfftw3-single3 libfftw3-double3 zlib1g libisal2 libzip4") from trouble
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    found = library.gait_abi_version()
    if found != ABI_VERSION:
        raise ImportError(
            f"{path} has version {found} of the interface and this package needs {ABI_VERSION}: install both "
            "from one clone of the repository")
    return library


library = _loaded()


def version() -> str:
    """The version of the library."""
    return library.gait_version().decode()


#: What the library calls by the names of C, and Python otherwise.
_NAMES = {
    "sampling_rate_hz": "sampling_rate", "height_m": "height", "mass_kg": "mass", "age_years": "age", "time_s": "time"}


def check(error: Error, *, time: str = "time") -> None:
    """Raises what a failed call said, of arguments by their names here; ``time`` is that of the stamps."""
    failure = _FAILURES.get(error.status, GaitError)
    message = error.message.decode("utf-8", "replace")
    if failure is BadArgument:
        names = {**_NAMES, "time_s": time}
        message = re.sub(rf"\b({'|'.join(names)})\b", lambda found: names[found[0]], message)
    raise failure(message)


def number(value: Any, what: str) -> float:
    """What is given as a number; words and truth values are none."""
    try:
        if isinstance(value, (str, bytes, bool)) or getattr(getattr(value, "dtype", None), "kind", "") == "b":
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise BadArgument(f"{what} is {value!r}; it must be a number") from None
    except OverflowError:
        raise BadArgument(f"{what} is a number beyond {sys.float_info.max}; give a smaller one") from None


def rate(value: Any) -> float:
    """What is given as samples per second."""
    found = number(value, "sampling_rate")
    if math.isnan(found):
        raise BadArgument(f"sampling_rate is {value!r}; it must be a number")
    return found


def flag(value: Any, what: str) -> bool:
    """What is given as a truth value; None, NaN and NA say nothing, which is no.

    Words and numbers are none: "no" and NaN are as true as "yes" to Python.
    """
    if isinstance(value, (bool, numpy.bool_)):
        return bool(value)
    if value is None or not isinstance(value, str) and str(value) in ("nan", "NaT", "<NA>"):
        return False
    raise BadArgument(f"{what} is {value!r}; it must be True or False, or None where nobody says")


def options(
    *, site: str | None, height: float | None, mass: float | None, age: float | None,
    sex: str | None, participant: str | None, start: str | None, time_zone: str | None,
    override_start: bool | None, settings: str | os.PathLike[str] | None, name: str | None,
) -> Options:
    """What is said of a recording, as the library takes it."""

    def said(word: str | None, what: str) -> bytes | None:
        return None if word is None else text(word, what)

    def known(value: float | None, what: str) -> float:
        return math.nan if value is None else number(value, what)

    return Options(
        ctypes.sizeof(Options), said(site, "site"), known(height, "height"), known(mass, "mass"), known(age, "age"),
        said(sex, "sex"), said(participant, "participant"), said(start, "start"), said(time_zone, "time_zone"),
        None if settings is None else path_bytes(settings, "settings"), said(name, "name"),
        flag(override_start, "override_start"))


def text(value: Any, what: str) -> bytes:
    """What is given as text, as the library takes it."""
    if not isinstance(value, str):
        raise BadArgument(f"{what} is {value!r}; it must be text")
    return plain(value)


def path_bytes(path: str | os.PathLike[str], what: str = "path") -> bytes:
    """A path as the library takes it."""
    try:
        return plain(os.fsencode(path))
    except (TypeError, UnicodeEncodeError):
        raise BadArgument(f"{what} is {path!r}; it must be a path") from None


def whole_path(path: str | os.PathLike[str], what: str = "path") -> str:
    """A path from the root on, for what is kept beyond the call: another folder may be the current one later."""
    named = os.fsdecode(path_bytes(path, what))
    return named if os.path.isabs(named) else os.path.join(os.getcwd(), named)


def plain(text: str | bytes) -> bytes:
    """A text as the library takes it."""
    try:
        data = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError:
        raise BadArgument(f"{text!r} holds half of a character, which no name can") from None
    if b"\0" in data:
        raise BadArgument(f"{text!r} holds the character 0, which no name can")
    return data
