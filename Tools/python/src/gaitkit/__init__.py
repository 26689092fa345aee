"""Walking bouts from raw recordings of a body-worn accelerometer.

>>> import gaitkit
>>> walk = gaitkit.analyze("walk.csv", site="lower_back", height=1.75)
>>> walk.bouts[["start_s", "walking_speed_mps", "step_length_m"]]

Tables, columns, units and numbers are those of the files of the command ``gait analyze --output``.
Units are SI: meters, kilograms, seconds, m/s², rad/s.
"""
from ._analysis import Analysis, analyze
from ._errors import BadArgument, GaitError, ProgramError, RecordingNotAnalyzed, RecordingNotRead
from ._library import version
from ._recording import Block, Recording, blocks, read
from ._samples import Samples
from ._store import Store
from ._stream import Stream, stream

__version__ = version()

__all__ = [
    "Analysis", "BadArgument", "Block", "GaitError", "ProgramError", "Recording",
    "RecordingNotAnalyzed", "RecordingNotRead", "Samples", "Store", "Stream", "analyze", "blocks",
    "read", "stream",
]
