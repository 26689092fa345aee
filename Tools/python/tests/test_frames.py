"""Frames whose columns have other names or values than those of a plain table, and times that are too coarse."""
import warnings

import numpy
import pandas
import pytest
from conftest import plain_table

import gaitkit

SAID = {"site": "lower_back", "height": 1.72}


@pytest.fixture(scope="module")
def frame(walk):
    """A walk with a gyroscope and a pressure in every row."""
    table = plain_table(walk)
    return table.assign(pressure_hpa=1013.25 + 0.01 * (numpy.arange(len(table)) % 3))


def renamed(frame, word):
    return frame.rename(columns={f"gyr_{axis}": word.format(axis) for axis in "xyz"})


@pytest.mark.parametrize("word", [
    "gyro_{}", "gyr_{} [rad/s]", "Gyroscope {} (deg/s)", "angularVelocity{}", "rotationRate{}", "w{}", "gyr_{}_dps"])
def test_a_gyroscope_by_another_name_is_refused_where_a_file_reads_it(frame, tmp_path, word):
    other = renamed(frame, word)
    other.to_csv(tmp_path / "walk.csv", index=False)
    assert gaitkit.read(tmp_path / "walk.csv").facts["has_gyroscope"]
    with pytest.raises(gaitkit.BadArgument, match="plain names.*call what is meant gyr_x, gyr_y, gyr_z.*rad/s") as refused:
        gaitkit.analyze(other, **SAID)
    assert all(word.format(axis) in str(refused.value) for axis in "xyz")
    found = gaitkit.analyze(other.drop(columns=[word.format(axis) for axis in "xyz"]), **SAID)
    assert found.totals["steps"] > 50


@pytest.mark.parametrize(("name", "unit"), [
    ("pressure", 1), ("pressure [hPa]", 1), ("pressure_pa", 100), ("Barometer (kPa)", 0.1), ("airPressure", 1)])
def test_a_pressure_by_another_name_is_refused_where_a_file_reads_it(frame, tmp_path, name, unit):
    other = frame.assign(pressure_hpa=frame.pressure_hpa * unit).rename(columns={"pressure_hpa": name})
    other.to_csv(tmp_path / "walk.csv", index=False)
    assert "pressure_hpa" in gaitkit.read(tmp_path / "walk.csv").side
    with pytest.raises(gaitkit.BadArgument, match="call what is meant pressure_hpa and give it in hPa") as refused:
        gaitkit.analyze(other, **SAID)
    assert str(refused.value).startswith(name)


@pytest.mark.parametrize("names", [["hr"], ["temp"], ["gps_speed"], ["pressure [psi]"], ["Luftdruck (hPa)"], ["polar_hr"], ["rot_x", "rot_y", "rot_z"], ["gyro_z"]])
def test_what_may_be_a_sensor_is_told_where_it_is_not_read(frame, names):
    plain = frame[["time_s", "acc_x", "acc_y", "acc_z"]]
    expected = gaitkit.analyze(plain, **SAID)
    with pytest.warns(UserWarning, match="plain names alone, so this is not read") as told:
        found = gaitkit.analyze(plain.assign(**{name: 60.0 for name in names}), **SAID)
    assert str(told[0].message).startswith(", ".join(names)) and told[0].filename == __file__
    pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)


def test_names_that_are_numbers_are_told(frame):
    with pytest.raises(gaitkit.BadArgument, match="no column acc_x, acc_y, acc_z; there are 0, 1, 2"):
        gaitkit.analyze(pandas.DataFrame(numpy.zeros((3000, 3))), sampling_rate=100, **SAID)
    assert gaitkit.analyze(frame.rename(columns={"pressure_hpa": 7}), **SAID).totals["steps"] > 50


def test_what_is_no_sensor_is_not_told(frame):
    further = frame.assign(activity="walk", battery=3.7, mag_x=1.0, quat_x=0.5, gyro_on=1, barometer_id=7, x=0.0, row=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = gaitkit.analyze(further, **SAID)
    pandas.testing.assert_frame_equal(found.bouts, gaitkit.analyze(frame, **SAID).bouts, check_exact=True)


def test_times_that_are_not_read_beside_a_rate_are_told(frame):
    rate = 1 / numpy.median(numpy.diff(frame.time_s))
    instants = pandas.to_datetime(frame.time_s, unit="s")
    plain = frame.drop(columns="time_s")
    for other, words in (
            (plain.assign(timestamp=instants), "timestamp"), (plain.assign(**{"Time [ms]": frame.time_s * 1000}), r"Time \[ms\]"),
            (plain.set_index(pandas.DatetimeIndex(instants.to_numpy())), "the index"),
            (plain.set_index(pandas.Index(frame.time_s, name="time")), "time"),
            (frame.set_index("time_s"), "time_s")):
        with pytest.warns(UserWarning, match=f"^{words}: not read, because rows are evenly spaced.*time_s"):
            gaitkit.analyze(other, sampling_rate=rate, **SAID)


def commas(column):
    return column.map(lambda value: f"{value:.4f}".replace(".", ","))


@pytest.mark.parametrize(("name", "change", "words"), [
    ("acc_x", commas, r"holds '-?\d+,\d+' in row 0; it must hold numbers: .*decimal=\",\""),
    ("gyr_y", lambda column: column.astype(str).replace(column.astype(str)[40], "broken"), "holds 'broken' in row 40.*to_numeric"),
    ("time_s", lambda column: pandas.to_datetime(column, unit="s").astype(str), "holds '1970.*time in seconds.*to_datetime"),
    ("time_s", lambda column: pandas.to_datetime(column, unit="s").astype(object), "holds Timestamp.*subtract the first"),
    ("time_s", lambda column: pandas.to_datetime(column, unit="s", utc=True), "subtract the first"),
    ("time_s", lambda column: pandas.to_timedelta(column, unit="s"), r"of type timedelta64.*: \.dt\.total_seconds\(\)"),
    ("time_s", lambda column: pandas.to_timedelta(column, unit="s").astype(object), r"holds Timedelta.*: \.dt\.total_seconds"),
    *(("time_s", lambda column, unit=unit: pandas.to_datetime(column, unit="s").astype(f"datetime64[{unit}]"),
       rf"of type datetime64\[{unit}\]; it must hold numbers, time in seconds: subtract the first.*as start")
      for unit in ("s", "ms", "us", "ns")),
    ("pressure_hpa", lambda column: column > 0, "of type bool; it must hold numbers$"),
])
def test_columns_that_hold_no_numbers_are_refused(frame, name, change, words):
    with pytest.raises(gaitkit.BadArgument, match=f"^the column {name} .*{words}"):
        gaitkit.analyze(frame.assign(**{name: change(frame[name])}), **SAID)


def test_numbers_in_words_are_numbers_and_what_is_missing_is_missing(frame):
    rows = numpy.arange(len(frame))
    holes = frame.assign(acc_y=frame.acc_y.where((rows < 700) | (rows > 720)))
    expected = gaitkit.analyze(holes, **SAID)
    assert expected.summary["remarks"]["not_finite"]["samples"] == 21
    for column in (
            holes.acc_y.map(lambda value: "" if value != value else repr(float(value))), holes.acc_y.astype("Float64"),
            holes.acc_y.astype(object).where(holes.acc_y.notna(), None)):
        found = gaitkit.analyze(holes.assign(acc_y=column), **SAID)
        pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)
        assert found.summary["remarks"] == expected.summary["remarks"]


def test_masked_instants_are_no_seconds(walk):
    recording = gaitkit.read(walk)
    instants = numpy.ma.array((recording.time * 1000).astype("datetime64[ms]"), mask=recording.time == recording.time[9])
    with pytest.raises(gaitkit.BadArgument, match=r"time is of type datetime64\[ms\]; it must be numbers, time in seconds"):
        gaitkit.analyze(recording.acceleration, time=instants, **SAID)


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


def test_milliseconds_in_a_column_of_seconds_are_called_by_their_distance(walk):
    table = plain_table(walk)
    table["time_s"] = numpy.round(1000 * (table.time_s - table.time_s[0]))
    words = r"10 s from sample to sample, and motion sensors give 0\.5 to .* give seconds \(milliseconds divided by 1000\)$"
    acceleration, time = table[["acc_x", "acc_y", "acc_z"]].to_numpy(), table.time_s.to_numpy()
    for rate in (None, 100):
        with pytest.raises(gaitkit.BadArgument, match=f"^time_s makes {words}"):
            gaitkit.analyze(table, sampling_rate=rate, **SAID)
        with pytest.raises(gaitkit.BadArgument, match=f"^time makes {words}"):
            gaitkit.analyze(acceleration, time=time, sampling_rate=rate, **SAID)
    live = gaitkit.stream(100, **SAID)
    live.append(acceleration, time)
    with pytest.raises(gaitkit.GaitError, match=f"opened with 100.00 samples a second, and the stamps give {words}"):
        live.finish()


def test_what_is_no_frame_says_how_one_is_made(frame):
    polars = pytest.importorskip("polars")
    expected = gaitkit.analyze(frame, **SAID).bouts
    for given, words, made in (
            (frame.to_dict("list"), r"a dict is no frame: give pandas\.DataFrame\(columns\)", pandas.DataFrame),
            (frame.to_records(), r"records is no frame: give pandas\.DataFrame\(records\)", pandas.DataFrame),
            (polars.from_pandas(frame).lazy(), r"^a LazyFrame holds no rows yet: give frame\.collect\(\)", polars.LazyFrame.collect)):
        for call in (gaitkit.analyze, gaitkit.Samples.of_frame):
            with pytest.raises(gaitkit.BadArgument, match=words):
                call(given)
        pandas.testing.assert_frame_equal(gaitkit.analyze(made(given), **SAID).bouts, expected, check_exact=True)
    named = frame.assign(collect=1, collect_schema=1, column_names=1)
    pandas.testing.assert_frame_equal(gaitkit.analyze(named, **SAID).bouts, expected, check_exact=True)


def test_what_is_no_recording_says_what_one_is(walk):
    for given, name in ((str(walk).encode(), "bytes"), (None, "NoneType"), (gaitkit.blocks(walk), "generator"), (50, "int")):
        with pytest.raises(gaitkit.BadArgument, match=f"recording is of type {name}; it must be a path in text, .* a frame .* array"):
            gaitkit.analyze(given, **SAID)
    table = plain_table(walk)
    for given, words in (
            (table.acc_x, r"shape \(\d+,\); it must be \(n, 3\)"), ([[1, 2, 3], [3]], "rows are of several lengths"),
            ([str(walk).encode()], "one recording at a time")):
        with pytest.raises(gaitkit.BadArgument, match=words):
            gaitkit.analyze(given, **SAID)
    with pytest.raises(gaitkit.BadArgument, match="acceleration is of type bytes; it must be an array"):
        gaitkit.stream(50).append(b"x")


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


@pytest.mark.parametrize("later", [0, 0.003])
def test_a_slower_sensor_with_rows_of_its_own_is_read(frame, tmp_path, later):
    slow = frame[["time_s", "pressure_hpa"]].iloc[::50]
    rows = pandas.concat([frame.drop(columns="pressure_hpa"), slow.assign(time_s=slow.time_s + later)])
    rows = rows.sort_values("time_s", kind="stable")
    rows.to_csv(tmp_path / "walk.csv", index=False)
    time, values = gaitkit.Samples.of_frame(rows).side["pressure_hpa"]
    numpy.testing.assert_array_equal(values, slow.pressure_hpa)
    read = gaitkit.read(tmp_path / "walk.csv").side["pressure_hpa"]
    numpy.testing.assert_allclose(read[0], time, atol=1e-9)
    numpy.testing.assert_allclose(read[1], values, rtol=1e-6)


def test_values_of_slower_sensors_without_a_row_of_their_own_are_told(frame, tmp_path):
    table = frame.assign(heart_rate_bpm=[70.0 if row % 100 == 0 else numpy.nan for row in range(len(frame))])
    table = table.drop(columns="pressure_hpa")
    table.to_csv(tmp_path / "whole.csv", index=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        whole = gaitkit.read(tmp_path / "whole.csv").frame()
    count = table.heart_rate_bpm.notna().sum()
    assert whole.heart_rate_bpm.notna().sum() == count
    # The motion pauses for ten seconds, and the heart rate goes on.
    pause = (table.time_s > 10) & (table.time_s < 20)
    motion = [name for name in table if name.startswith(("acc_", "gyr_"))]
    table.loc[pause, motion] = numpy.nan
    table[~pause | table.heart_rate_bpm.notna()].to_csv(tmp_path / "gap.csv", index=False)
    recording = gaitkit.read(tmp_path / "gap.csv")
    assert len(recording.side["heart_rate_bpm"][0]) == count
    with pytest.warns(UserWarning, match=rf"\d+ of {count} values of heart_rate_bpm found no row of their own") as told:
        left = recording.frame()
    lost = int(str(told[0].message).split()[0])
    assert lost > 5 and left.heart_rate_bpm.notna().sum() == count - lost and told[0].filename == __file__
