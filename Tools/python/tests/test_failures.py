"""What fails, fails as GaitKit's errors do; what was refused is not lost unsaid."""
import datetime
import os
import shutil
import tracemalloc

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


@pytest.mark.parametrize("spoil", [
    lambda block, time: (block, time[1:]), lambda block, time: (block, time, numpy.zeros((1, 3))),
    lambda block, time: (block, time, block), lambda block, time: (block, time, None, {"presure_hpa": ([1.0], [1000.0])}),
], ids=["times too short", "rate too short", "rate not announced", "misspelt sensor"])
def test_blocks_with_times_that_were_refused_are_told(walk, spoil):
    recording = gaitkit.read(walk)

    def found(refused):
        with gaitkit.stream(100, start="2026-05-04T09:30:00+02:00", **SAID) as live:
            for first in range(0, len(recording.time), 200):
                block, time = recording.acceleration[first:first + 200], recording.time[first:first + 200] + 1000
                if first in refused:
                    with pytest.raises(gaitkit.BadArgument):
                        live.append(*spoil(block, time))
                else:
                    live.append(block, time)
            return live.finish()

    expected = found(())
    assert "inconsistent" not in expected.summary["remarks"]
    words = "2 blocks (400 samples) were refused: unless their samples were appended again, they are not in the results"
    middle = found((1000, 1200))
    assert middle.summary["remarks"]["inconsistent"] == {"remarks": 1, "samples": 400, "first": words}
    start = found((0, 200))
    said = start.summary["remarks"]["inconsistent"]["first"]
    assert said.startswith(words)
    # Times that are too short cannot be handed over, so that nobody knows from when on samples were refused.
    is_later = len(spoil(recording.acceleration[:200], recording.time[:200])[1]) != 200
    assert is_later == (said != words)
    assert is_later == ("second 0 and the start are those of the first sample that was taken" in said)
    assert abs(start.bouts.start_s[0] + (4 if is_later else 0) - expected.bouts.start_s[0]) < 0.1


def test_slower_sensors_alone_that_were_refused_cost_no_time(walk):
    recording = gaitkit.read(walk)
    with gaitkit.stream(100, **SAID) as live:
        live.append(recording.acceleration[:1000])
        for side in ({"pressure_hpa": ([1.0, 2.0], [1000.0])}, {"presure_hpa": ([1.0], [1000.0])}, 3):
            with pytest.raises(gaitkit.BadArgument):
                live.append(numpy.empty((0, 3)), side=side)
        live.append(recording.acceleration[1000:])
        assert "inconsistent" not in live.finish().summary["remarks"]


def test_a_dropout_at_the_beginning_is_one_however_it_is_cut(walk):
    acceleration = numpy.concatenate((numpy.zeros((2000, 3), numpy.float32), gaitkit.read(walk).acceleration))
    expected = gaitkit.analyze(acceleration, sampling_rate=100, **SAID)
    for cut in (100, 1000, len(acceleration)):
        with gaitkit.stream(100, **SAID) as live:
            for first in range(0, len(acceleration), cut):
                live.append(acceleration[first:first + cut])
            found = live.finish()
        assert abs(found.bouts.start_s[0] - expected.bouts.start_s[0]) < 0.1
        assert "2,000 broken samples" in found.summary["remarks"]["unreadable"]["first"]


def test_files_that_cannot_be_read_are_called_so(walk, tmp_path):
    path = os.fsencode(tmp_path) + b"/Jos\xe9.csv"
    shutil.copy(walk, path)
    for call in (gaitkit.analyze, gaitkit.read, lambda name: gaitkit.stream(50, settings=name)):
        with pytest.raises(gaitkit.RecordingNotRead, match="is not UTF-8; rename that file, or set a link to it and name the link"):
            call(os.fsdecode(path))
    with pytest.raises(gaitkit.RecordingNotRead, match="settings none.json: no such file can be read; gait settings"):
        gaitkit.analyze(walk, settings="none.json")


def test_a_recording_is_read_into_memory_once(tmp_path):
    time = numpy.arange(300_000) / 50
    force = numpy.tile([0.1, 0.2, 9.8], (len(time), 1))
    pandas.DataFrame({"time_s": time, "acc_x": force[:, 0], "acc_y": force[:, 1], "acc_z": force[:, 2]}).to_csv(
        tmp_path / "still.csv", index=False)
    tracemalloc.start()
    try:
        recording = gaitkit.read(tmp_path / "still.csv")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert numpy.allclose(recording.time, time) and len(recording.acceleration) == len(time)
    assert peak < 1.5 * (recording.time.nbytes + recording.acceleration.nbytes)


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
