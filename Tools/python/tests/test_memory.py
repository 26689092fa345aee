"""Frames, arrays and streams: what is refused, left out or told."""
import dataclasses
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
    later = other.assign(time_s=other.time_s + one.time_s.iloc[-1] + 0.02)
    for both in (
            pandas.concat([one.assign(participant="A"), later.assign(participant="B")]).set_index("participant"),
            pandas.concat({"A": one, "B": later}, names=["participant"])):
        with pytest.raises(gaitkit.BadArgument, match='the column "participant" says "B".*several people'):
            gaitkit.analyze(both, **said)
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


class Columns(dict):
    """What looks like a frame and holds arrays."""

    @property
    def columns(self):
        return list(self)


def test_people_that_are_masked_are_missing(walk):
    table = plain_table(walk)
    people = numpy.ma.array(["A"] * 2000 + ["B"] * (len(table) - 2000), mask=False)
    frame = Columns({name: table[name].to_numpy() for name in table}, participant=people)
    with pytest.raises(gaitkit.BadArgument, match="several people"):
        gaitkit.Samples.of_frame(frame)
    people[2000:] = numpy.ma.masked
    assert len(gaitkit.Samples.of_frame(frame).acceleration) == len(table)


def test_values_that_cannot_be_are_left_out_as_those_of_a_table(stairs, tmp_path):
    said = {"site": "lower_back", "height": 1.7}
    frame = stairs.frame()
    wrong = frame.index[frame.pressure_hpa.notna()][5::10]
    left_out = frame.assign(pressure_hpa=frame.pressure_hpa.where(~frame.index.isin(wrong)))
    broken = frame.assign(pressure_hpa=left_out.pressure_hpa.where(~frame.index.isin(wrong), 9999.0))
    found = gaitkit.analyze(broken, **said)
    expected = gaitkit.analyze(left_out, **said)
    pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)
    assert found.totals == expected.totals and found.totals["flights_up"] > 0
    broken.to_csv(tmp_path / "broken.csv", index=False)
    remark = found.summary["remarks"]["unreadable"]
    assert remark["samples"] == len(wrong)
    assert remark == gaitkit.analyze(tmp_path / "broken.csv", **said).summary["remarks"]["unreadable"]
    time, values = stairs.side["pressure_hpa"]
    values = values.copy()
    values[5::10] = 9999
    side = {"pressure_hpa": (time, values)}
    assert streamed(dataclasses.replace(stairs, side=side)).summary["remarks"]["unreadable"] == remark
    pascals = gaitkit.analyze(frame.assign(pressure_hpa=frame.pressure_hpa * 100), **said).summary["remarks"]["unreadable"]
    assert pascals["samples"] == frame.pressure_hpa.notna().sum()


def test_packets_are_spread_as_those_of_a_table(life, tmp_path):
    said = {"site": "lower_back", "height": 1.66}
    table = plain_table(life)
    place = numpy.arange(len(table))
    table["time_s"] = place // 10 * 0.2 + place % 10 * 0.001
    found = gaitkit.analyze(table, name="packets", **said)
    table.to_csv(tmp_path / "packets.csv", index=False)
    expected = gaitkit.analyze(tmp_path / "packets.csv", **said)
    pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)
    assert found.totals["steps"] == gaitkit.analyze(life).totals["steps"]
    remark, same = (one.summary["remarks"]["inconsistent"] for one in (found, expected))
    assert remark["samples"] == same["samples"] == len(table)
    assert remark["first"].split(". ")[0] == same["first"].split(". ")[0]


def test_a_rate_beside_times_counts_as_that_of_a_description(life):
    said = {"site": "lower_back", "height": 1.66}
    table = plain_table(life)
    table = table[numpy.random.default_rng(0).random(len(table)) > 0.1]
    expected = gaitkit.analyze(table, **said)
    for rate in (50, 25):
        found = gaitkit.analyze(table, sampling_rate=rate, **said)
        pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)
        remark = found.summary["remarks"]["inconsistent"]
        assert f"sampling_rate says {rate}.0 Hz, the times say 4" in remark["first"]
        assert "the times are used" in remark["first"] and remark["samples"] == len(table)


def test_a_stream_tells_a_gyroscope_that_gives_nothing(life):
    recording = gaitkit.read(life)

    def finished(rates):
        with gaitkit.stream(50, gyroscope=True, site="lower_back", height=1.66) as live:
            live.append(recording.acceleration, recording.time, rates)
            return live.finish()

    with pytest.raises(gaitkit.BadArgument, match="open the stream without a gyroscope"):
        finished(recording.angular_rate * numpy.nan)
    every_second = recording.angular_rate.copy()
    every_second[1::2] = numpy.nan
    remarks = finished(every_second).summary["remarks"]
    assert "inconsistent" not in remarks and remarks["not_finite"]["samples"] == len(recording.time) // 2


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
    with pytest.raises(gaitkit.BadArgument, match="sampling_rate is 'fifty'"):
        gaitkit.analyze(even, sampling_rate="fifty", **said)
    with pytest.raises(gaitkit.BadArgument, match="time cannot be given with a frame"):
        gaitkit.analyze(even, time=frame.time_s, **said)
