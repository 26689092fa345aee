"""Frames, arrays and streams: what is refused, left out or told."""
import warnings

import numpy
import pandas
import pytest
from conftest import plain_table

import gaitkit


@pytest.fixture(scope="module")
def stairs(gait, tmp_path_factory):
    """A recording with a barometer."""
    path = tmp_path_factory.mktemp("stairs") / "stairs.csv"
    gait("simulate", "stairs", "--seed", 9, "--quiet", "--output", path)
    return gaitkit.read(path)


def streamed(recording, apart=None, late=0.0):
    """Second by second, with the pressure beside its motion or in an append of its own, or so many seconds late."""
    time, values = recording.side["pressure_hpa"]
    nothing = (numpy.empty((0, 3)), numpy.empty(0), numpy.empty((0, 3)))
    given = numpy.zeros(len(time), bool)
    with gaitkit.stream(
            recording.sampling_rate, gyroscope=True, site="lower_back", height=recording.facts["height_m"]) as live:
        for first in range(0, len(recording.time), 50):
            part = slice(first, first + 50)
            due = (time <= recording.time[part][-1] - late) & ~given
            given |= due
            motion = (recording.acceleration[part], recording.time[part], recording.angular_rate[part])
            side = {"pressure_hpa": (time[due], values[due])}
            if apart == "before":
                live.append(*nothing, side)
            live.append(*motion, None if apart else side)
            if apart == "behind":
                live.append(nothing[0], side=side)
        live.append(nothing[0], side={"pressure_hpa": (time[~given], values[~given])})
        return live.finish()


@pytest.mark.parametrize("apart", ["before", "behind"])
def test_slow_sensors_may_come_by_themselves(stairs, apart):
    expected = streamed(stairs)
    assert expected.totals["flights_up"] > 0
    found = streamed(stairs, apart)
    pandas.testing.assert_frame_equal(found.stairs, expected.stairs, check_exact=True)
    assert found.totals == expected.totals
    assert found.summary["remarks"] == expected.summary["remarks"]
    with gaitkit.stream(50) as live, pytest.raises(gaitkit.BadArgument, match="did you mean pressure_hpa"):
        live.append(numpy.empty((0, 3)), side={"presure_hpa": ([1.0], [1013.0])})


def test_slow_sensors_that_come_late_are_counted(stairs):
    expected = streamed(stairs)
    found = streamed(stairs, late=1.5)
    pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)
    assert found.summary["remarks"] == expected.summary["remarks"]
    late = streamed(stairs, late=60).summary["remarks"]["out_of_order"]
    assert late["samples"] > 50 and "came 2 s or more behind the motion" in late["first"]


def test_two_recordings_in_one_frame_are_refused(walk, life):
    one, other = (
        table.assign(time_s=table.time_s - table.time_s[0]) for table in (plain_table(walk), plain_table(life)))
    said = {"site": "lower_back", "height": 1.72}
    both = pandas.concat([one.iloc[:2000], other])
    with pytest.raises(gaitkit.BadArgument, match="sample 2000: the time begins again"):
        gaitkit.analyze(both, **said)
    with pytest.raises(gaitkit.BadArgument, match="the time begins again"):
        gaitkit.analyze(both[["acc_x", "acc_y", "acc_z"]].to_numpy(), time=both.time_s.to_numpy(), **said)
    people = pandas.concat([
        one.iloc[:2000].assign(participant="A"), one.iloc[2000:].assign(participant="B")])
    with pytest.raises(gaitkit.BadArgument, match='row 2000: the column "participant" says "B".*several people'):
        gaitkit.analyze(people, **said)
    with pytest.raises(gaitkit.BadArgument, match="several people"):
        gaitkit.Samples.of_frame(people.assign(participant=[7] * 2000 + [8] * (len(people) - 2000)))
    half = len(one) // 2
    assert half >= 1000
    with pytest.warns(UserWarning, match="has 2 values, one after the other") as warned:
        gaitkit.analyze(one.assign(session=[1] * half + [2] * (len(one) - half)), **said)
    assert {warning.filename for warning in warned} == {__file__}
    labelled = one.assign(
        participant=["A"] * half + [None] * (len(one) - half), battery=numpy.arange(len(one)), activity="walk")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = gaitkit.analyze(labelled, **said)
    pandas.testing.assert_frame_equal(found.bouts, gaitkit.analyze(one, **said).bouts, check_exact=True)


def test_what_is_masked_is_missing(stairs):
    said = {"site": "lower_back", "height": 1.7}

    def masked(array, *places):
        copy = numpy.ma.array(array.copy(), mask=numpy.zeros(array.shape, bool))
        for place in places:
            copy.data[place] = copy.data[0]
            copy.mask[place] = True
        return copy

    hole = slice(1500, 2600)
    time, pressure = stairs.side["pressure_hpa"]
    quiet = (time > 20) & (time < 60)
    arrays = {
        "acceleration": masked(stairs.acceleration, hole), "time": masked(stairs.time, slice(300, 330)),
        "angular_rate": masked(stairs.angular_rate, slice(800, 850)),
        "side": {"pressure_hpa": (masked(time, quiet), masked(pressure, quiet))}}
    filled = {name: array.filled(numpy.nan) for name, array in arrays.items() if name != "side"}
    filled["side"] = {"pressure_hpa": (time[~quiet], pressure[~quiet])}
    found = gaitkit.analyze(gaitkit.Samples(**arrays), **said)
    expected = gaitkit.analyze(gaitkit.Samples(**filled), **said)
    pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)
    assert found.summary["remarks"] == expected.summary["remarks"]
    assert found.summary["remarks"]["not_finite"]["samples"] == 1100 + 30 + 50
    assert arrays["time"].mask[300] and not numpy.isnan(arrays["time"].data).any()
    with pytest.raises(gaitkit.RecordingNotAnalyzed):
        gaitkit.analyze(masked(stairs.acceleration.astype(int), slice(None)), sampling_rate=50, **said)


def test_a_stream_says_where_its_stamps_have_another_rate(life):
    recording = gaitkit.read(life)

    def finished(step):
        with gaitkit.stream(recording.sampling_rate, site="lower_back", height=1.66) as live:
            live.append(recording.acceleration[::step], recording.time[::step])
            return live.finish()

    assert "inconsistent" not in finished(1).summary["remarks"]
    said = finished(5).summary["remarks"]["inconsistent"]["first"]
    assert f"{recording.sampling_rate / 5:.2f}" in said and "samples a second" in said
    with pytest.raises(gaitkit.RecordingNotAnalyzed, match="too slow"):
        finished(20)


def test_a_gyroscope_without_a_number_is_left_out(walk):
    table = plain_table(walk)
    said = {"site": "lower_back", "height": 1.72}
    rates = [f"gyr_{axis}" for axis in "xyz"]
    expected = gaitkit.analyze(table[["time_s", "acc_x", "acc_y", "acc_z"]], **said)
    for names in (rates, ["gyr_y"]):
        found = gaitkit.analyze(table.assign(**{name: numpy.nan for name in rates} | {
            name: 0.01 for name in rates if name not in names}), **said)
        pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)
        assert "angular rate was left out" in found.summary["remarks"]["unreadable"]["first"]


def test_a_frame_without_time_takes_a_sampling_rate(stairs):
    said = {"site": "lower_back", "height": 1.7}
    frame = stairs.frame()
    even = frame.drop(columns="time_s")
    with pytest.raises(gaitkit.BadArgument, match=r"no column time_s.*reset_index.*sampling_rate"):
        gaitkit.analyze(even, **said)
    found = gaitkit.analyze(even, sampling_rate=50, **said)
    expected = gaitkit.analyze(frame.assign(time_s=numpy.arange(len(frame)) / 50), **said)
    assert found.totals == expected.totals
    assert found.totals["flights_up"] > 0
    with pytest.raises(gaitkit.BadArgument, match="leave one out"):
        gaitkit.analyze(frame, sampling_rate=25, **said)
    with pytest.raises(gaitkit.BadArgument, match="time cannot be given with a frame"):
        gaitkit.analyze(even, time=frame.time_s, **said)
