"""Why something did not work: what came, what is allowed, what to do."""


class GaitError(Exception):
    """Anything that GaitKit could not do."""


class BadArgument(GaitError, ValueError):
    """An argument that cannot be; the message says which, what came and what is allowed."""


class RecordingNotRead(GaitError):
    """A recording, its description or a settings file that cannot be opened or read."""


class RecordingNotAnalyzed(GaitError):
    """Samples that do not allow to tell whether anybody walks."""


class ProgramError(GaitError):
    """The command ``gait`` is not there, or ended with an error."""
