"""What fails, fails as GaitKit's errors do; what was refused is not lost unsaid."""
import datetime
import os

import numpy
import pandas
import pytest
from conftest import GAIT

import gaitkit

SAID = {"site": "lower_back", "height": 1.66}


def streamed(recording, spoil=None, **said):
    """Blocks of 5 s without times; those at 25, 30 and 35 s are spoilt, refused, and left."""
    with gaitkit.stream(50, gyroscope=True, **SAID, **said) as live:
        for first in range(0, len(recording.time), 250):
            force, rate = (values[first:first + 250] for values in (recording.acceleration, recording.angular_rate))
            if spoil and first in (1250, 1500, 1750):
                with pytest.raises(gaitkit.BadArgument):
                    live.append(*spoil(force, rate))
            else:
                live.append(force, None, rate)
        return live.finish()


@pytest.mark.parametrize("spoil", [
    lambda force, rate: (force, None, None), lambda force, rate: (force, None, rate[1:]),
    lambda force, rate: (force.T, None, rate), lambda force, rate: (force, None, rate, [1]),
], ids=["no rate", "short rate", "other shape", "other side"])
def test_blocks_that_were_refused_are_told(life, spoil):
    recording = gaitkit.read(life)
    remark = streamed(recording, spoil).summary["remarks"]["inconsistent"]
    assert remark["first"].startswith("3 blocks without times were refused and took no time")
    assert "inconsistent" not in streamed(recording).summary.get("remarks", {})


def test_rows_without_values_in_their_place_keep_the_time(life):
    recording = gaitkit.read(life)
    recording.acceleration[1250:2000] = numpy.nan
    found = streamed(recording)
    assert abs(found.bouts.start_s.iloc[-1] - gaitkit.analyze(life).bouts.start_s.iloc[-1]) < 1


def test_a_stream_says_what_an_array_says_of_its_times(life):
    recording = gaitkit.read(life)
    start = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    time = recording.time.copy()
    time[2500:] += 30 * 86_400
    with gaitkit.stream(50, gyroscope=True, start=start, **SAID) as live:
        live.append(recording.acceleration, time, recording.angular_rate)
        streamed = live.finish().summary["remarks"]["inconsistent"]
    analyzed = gaitkit.analyze(
        recording.acceleration, time=time, angular_rate=recording.angular_rate, start=start, **SAID)
    assert streamed == analyzed.summary["remarks"]["inconsistent"]
    assert "it is in the future" in streamed["first"]


@pytest.mark.parametrize("attempt", [
    lambda: gaitkit.stream(10**400), lambda: gaitkit.stream(50, height=10**400), lambda: gaitkit.stream(50, age=10**5000),
    lambda: gaitkit.stream(50, name="\ud800"), lambda: gaitkit.read("\ud800"),
    lambda: gaitkit.stream(50, settings="\ud800.json"),
    lambda: gaitkit.stream(50).append(numpy.zeros((5, 3)), side=pandas.DataFrame({"pressure_hpa": [1.0]})),
    lambda: gaitkit.stream(50).append(numpy.zeros((5, 3)), side=[]),
])
def test_what_cannot_be_is_a_bad_argument(attempt):
    with pytest.raises(gaitkit.BadArgument):
        attempt()


def test_recordings_and_samples_equal_themselves(walk):
    recording = gaitkit.read(walk)
    assert recording == recording and recording != gaitkit.read(walk)
    samples = gaitkit.Samples(recording.acceleration, recording.time)
    assert samples == samples and samples != gaitkit.Samples(recording.acceleration.copy(), recording.time)


def test_a_copy_that_is_gone_already_is_no_error(gait, tmp_path):
    gait("simulate", "--history", "steady", "--participant", "P", "--days", "1", "--store", tmp_path / "study.gait", "--quiet")
    with gaitkit.Store(tmp_path / "study.gait", program=GAIT).copy(tmp_path / "copy.gait") as path:
        os.unlink(path)
    assert os.listdir(tmp_path) == ["study.gait"]
