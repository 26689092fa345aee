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


def _assert_same(found, expected):
    """The same values, whatever the recordings are called."""
    found, expected = (table.drop(columns="recording", errors="ignore") for table in (found, expected))
    pandas.testing.assert_frame_equal(found, expected, check_exact=True)


def test_one_stamp_far_ahead_costs_one_sample(walk, stairs, tmp_path):
    said = {"site": "lower_back", "height": 1.72}
    frame = plain_table(walk).assign(pressure_hpa=numpy.nan)
    frame.loc[::50, "pressure_hpa"] = 1013.25 + 0.01 * (numpy.arange(len(frame))[::50] % 3)
    for place, ahead in ((1500, 30.0), (2500, 5e6), (1, 40.0)):
        spoilt = frame.assign(time_s=frame.time_s.where(numpy.arange(len(frame)) != place, frame.time_s + ahead))
        path = tmp_path / "spoilt.csv"
        spoilt.to_csv(path, index=False)
        expected, found = gaitkit.analyze(path, **said), gaitkit.analyze(spoilt, **said)
        assert found.summary["remarks"]["out_of_order"]["samples"] == 1
        assert found.totals == expected.totals and found.totals["steps"] > 60
        _assert_same(found.bouts, expected.bouts)


def test_rows_in_another_order_than_their_times_are_refused(walk):
    """As parts are put together by names of which part10 comes before part2, and times sorted as text."""
    said = {"site": "lower_back", "height": 1.72}
    frame = plain_table(walk)
    parts = [frame.iloc[place:place + 200] for place in range(0, len(frame), 200)]
    for mixed in (
            pandas.concat(parts[place] for place in sorted(range(len(parts)), key=str, reverse=True)),
            pandas.concat(sorted(parts, key=lambda part: str(part.time_s.iloc[0]))[::-1]),
            frame.iloc[::-1], frame.sample(frac=1, random_state=3)):
        with pytest.raises(gaitkit.BadArgument, match="(time before that of a sample above; sort|time begins again)"):
            gaitkit.analyze(mixed, **said)
        axes = mixed[["acc_x", "acc_y", "acc_z"]].to_numpy()
        with pytest.raises(gaitkit.BadArgument, match="(time before that of a sample above; sort|time begins again)"):
            gaitkit.analyze(axes, time=mixed.time_s.to_numpy(), **said)
        with gaitkit.stream(100, **said) as live, pytest.raises(gaitkit.GaitError):
            for first in range(0, len(axes), 500):
                live.append(axes[first:first + 500], time=mixed.time_s.to_numpy()[first:first + 500])
            live.finish()
    exchanged = pandas.concat([frame.iloc[:1000], frame.iloc[1100:1200], frame.iloc[1000:1100], frame.iloc[1200:]])
    assert gaitkit.analyze(exchanged, **said).summary["remarks"]["out_of_order"]["samples"] == 100


def test_what_is_no_frame_says_what_to_give(walk):
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(gaitkit.BadArgument, match="give table.to_pandas"):
        gaitkit.analyze(pyarrow.Table.from_pandas(plain_table(walk)), site="lower_back")
    with pytest.raises(gaitkit.BadArgument, match="one recording at a time"):
        gaitkit.analyze([walk, walk], site="lower_back")


def test_columns_that_are_there_twice(walk, life):
    one, other = (table.assign(time_s=table.time_s - table.time_s[0]) for table in (plain_table(walk), plain_table(life)))
    other = other.assign(time_s=other.time_s + one.time_s.iloc[-1] + 0.02)
    both = pandas.concat([one.assign(participant="A"), other.assign(participant="B")], ignore_index=True)
    for frame in (
            pandas.concat([both, both[["participant"]]], axis=1),
            pandas.concat([both.assign(participant="A"), both[["participant"]]], axis=1)):
        with pytest.raises(gaitkit.BadArgument, match='the column "participant" says "B".*several people'):
            gaitkit.analyze(frame, site="lower_back", height=1.72)
    for name in ("time_s", "gyr_x"):
        with pytest.raises(gaitkit.BadArgument, match=f"the frame has the column {name} more than once"):
            gaitkit.analyze(pandas.concat([one, one[[name]]], axis=1), site="lower_back")


@pytest.mark.parametrize("count", [10, 50, 100])
def test_a_barometer_in_packets_moves_with_its_rows(stairs, tmp_path, count):
    frame = pandas.DataFrame({"time_s": stairs.time})
    for axis, name in enumerate("xyz"):
        frame[f"acc_{name}"] = stairs.acceleration[:, axis]
        frame[f"gyr_{name}"] = stairs.angular_rate[:, axis]
    time, values = stairs.side["pressure_hpa"]
    rows = numpy.searchsorted(stairs.time, time).clip(0, len(frame) - 1)
    frame["pressure_hpa"] = numpy.nan
    frame.loc[rows, "pressure_hpa"] = values
    place = numpy.arange(len(frame))
    first = place // count * count
    came = frame.time_s.to_numpy()[numpy.minimum(first + count - 1, len(frame) - 1)]
    frame["time_s"] = numpy.round(came + (place - first) * 0.0005, 4)
    path = tmp_path / "packets.csv"
    frame.to_csv(path, index=False)
    said = {"site": "lower_back", "height": stairs.facts["height_m"]}
    expected, found = gaitkit.analyze(path, **said), gaitkit.analyze(pandas.read_csv(path), **said)
    assert expected.totals["flights_up"] > 0
    assert found.totals == expected.totals
    for table in ("bouts", "stairs"):
        _assert_same(getattr(found, table), getattr(expected, table))


def test_rows_without_values_are_no_other_rate(walk, tmp_path):
    frame = plain_table(walk)
    lost = numpy.random.default_rng(3).random(len(frame)) < 0.1
    frame.loc[lost & (frame.index > 0), ["acc_x", "acc_y", "acc_z"]] = numpy.nan
    rate = round(gaitkit.read(walk).sampling_rate)
    path = tmp_path / "lost.csv"
    frame.to_csv(path, index=False)
    path.with_suffix(".json").write_text(f'{{"sampling_rate_hz": {rate}, "site": "lower_back", "height_m": 1.72}}')
    found = gaitkit.analyze(frame, sampling_rate=rate, site="lower_back", height=1.72)
    for summary in (found.summary, gaitkit.analyze(path).summary):
        assert not any("the times say" in remark["first"] for remark in summary["remarks"].values())
    said = gaitkit.analyze(frame, sampling_rate=2 * rate, site="lower_back", height=1.72).summary["remarks"]
    assert any("the times say" in remark["first"] for remark in said.values())


def test_words_are_no_numbers(walk):
    walk = gaitkit.read(walk)
    for rate in ("50", True, numpy.True_, b"50"):
        with pytest.raises(gaitkit.BadArgument, match="sampling_rate is .*it must be a number"):
            gaitkit.analyze(walk.acceleration, sampling_rate=rate, site="lower_back")
    with pytest.raises(gaitkit.BadArgument, match="height"):
        gaitkit.analyze(walk.acceleration, sampling_rate=100, site="lower_back", height="1.7")


def test_what_is_masked_is_missing(stairs):
    said = {"site": "lower_back", "height": 1.7}

    def masked(array, *places):
        copy = numpy.ma.array(array.copy(), mask=numpy.zeros(array.shape, bool))
        for place in places:
            copy.data[place] = copy.data[0]
            copy.mask[place] = True
        return copy

    rows = masked(stairs.acceleration, slice(1500, 2600))
    of_list, of_array = (
        gaitkit.analyze(given, time=stairs.time, **said) for given in (list(rows), rows))
    assert of_list.totals == of_array.totals
    assert of_list.summary["remarks"] == of_array.summary["remarks"]
    assert of_list.summary["remarks"]["not_finite"]["samples"] == 1100
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
    # A tenth of the rows is lost, and 50 Hz is what the clock of the others gives.
    found = gaitkit.analyze(table, sampling_rate=50, **said)
    pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)
    assert "inconsistent" not in found.summary["remarks"]
    for rate in (25, 100):
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


@pytest.mark.parametrize("holes", [
    "every second", "three of four", "a second", "most", "single", "a second of four", "first fifth", "last third"])
def test_a_gyroscope_that_stands_in_some_rows_is_read_as_in_a_file(walk, tmp_path, holes):
    table = plain_table(walk)
    rows = numpy.arange(len(table))
    missing = {
        "every second": rows % 2 == 1, "three of four": rows % 4 > 0, "a second": (rows >= 900) & (rows < 960),
        "most": rows > len(rows) // 4, "single": rows % 97 == 5, "a second of four": rows // 60 % 4 == 3,
        "first fifth": rows < len(rows) // 5, "last third": rows > 2 * len(rows) // 3}[holes]
    table.loc[missing, [f"gyr_{axis}" for axis in "xyz"]] = numpy.nan
    path = tmp_path / "walk.csv"
    table.to_csv(path, index=False, na_rep="NaN" if holes in ("three of four", "last third") else "")
    said = {"site": "lower_back", "height": 1.72}
    found, expected = gaitkit.analyze(table, **said), gaitkit.analyze(str(path), **said)
    assert expected.totals["steps"] > 50
    pandas.testing.assert_frame_equal(
        found.bouts.drop(columns="recording"), expected.bouts.drop(columns="recording"), rtol=1e-3, atol=1e-3)
    assert found.totals["steps"] == expected.totals["steps"]
    assert ("angular rate was left out" in str(found.summary["remarks"])) == (
        holes in ("most", "a second of four", "first fifth", "last third"))


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
