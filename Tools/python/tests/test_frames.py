"""Times that are too coarse for the samples."""
import numpy
import pytest
from conftest import plain_table

import gaitkit

SAID = {"site": "lower_back", "height": 1.72}


@pytest.mark.parametrize("decimals", [1, 0])
def test_times_that_are_too_coarse_are_refused_as_those_of_a_table(walk, tmp_path, decimals):
    table = plain_table(walk)
    table["time_s"] = table.time_s.round(decimals)
    repeated = int((table.time_s.diff() == 0).sum())
    words = f"{repeated} of {len(table)} {{}} have the time of the {{}} before: the times are too coarse for the {{}}, as whole"
    table.to_csv(tmp_path / "coarse.csv", index=False)
    with pytest.raises(gaitkit.RecordingNotRead, match=words.format("rows", "row", "samples")):
        gaitkit.analyze(tmp_path / "coarse.csv", **SAID)
    words = words.format("samples", "sample", "samples")
    acceleration, time = table[["acc_x", "acc_y", "acc_z"]].to_numpy(), table.time_s.to_numpy()
    for rate in (None, gaitkit.read(walk).sampling_rate):
        with pytest.raises(gaitkit.BadArgument, match=f"{words}.*leave time_s out and give sampling_rate for"):
            gaitkit.analyze(table, sampling_rate=rate, **SAID)
        with pytest.raises(gaitkit.BadArgument, match=f"{words}.*leave time out and give sampling_rate for"):
            gaitkit.analyze(acceleration, time=time, sampling_rate=rate, **SAID)
    with gaitkit.stream(gaitkit.read(walk).sampling_rate, **SAID) as live:
        with pytest.raises(gaitkit.BadArgument, match="have the time of the sample before: the times are too coarse.*finer times"):
            for first in range(0, len(time), 50):
                live.append(acceleration[first:first + 50], time[first:first + 50])
            live.finish()


def test_rows_without_values_make_no_times_coarse(walk):
    recording = gaitkit.read(walk)
    # A row for each of three sensors, of which one is the accelerometer.
    time = numpy.repeat(recording.time, 3)
    acceleration = numpy.full((len(time), 3), numpy.nan)
    acceleration[::3] = recording.acceleration
    with gaitkit.stream(recording.sampling_rate, **SAID) as live:
        live.append(acceleration, time)
        streamed = live.finish()
    assert gaitkit.analyze(acceleration, time=time, **SAID).totals["steps"] == streamed.totals["steps"] > 50
