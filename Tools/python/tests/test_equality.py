"""What Python gets is what the command writes, to the last bit."""
import csv
import json
import time

import numpy
import pandas
import pytest
from conftest import SAMPLES, plain_table

import gaitkit

TABLES = (
    "bouts", "gait_sequences", "initial_contacts", "final_contacts", "strides", "stairs", "turns")


def written(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def expect_equal(frame, rows):
    assert len(frame) == len(rows)
    for name in frame.columns:
        for value, text in zip(frame[name].tolist(), (row[name] for row in rows)):
            if text == "":
                assert pandas.isna(value), name
            elif isinstance(value, (bool, numpy.bool_)):
                assert text == ("true" if value else "false"), name
            elif isinstance(value, str):
                assert value == text, name
            else:
                assert float(value) == float(text), name


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_frames_are_the_files(path, results):
    analysis = gaitkit.analyze(path)
    for table in TABLES:
        rows = written(results / path.stem / f"{table}.csv")
        frame = analysis.frame(table)
        with open(results / path.stem / f"{table}.csv", encoding="utf-8") as file:
            assert list(frame.columns) == file.readline().strip().split(",")
        expect_equal(frame, rows)
    assert analysis.summary == json.loads(
        (results / path.stem / "summary.json").read_text(encoding="utf-8"))


def test_there_is_something_to_compare(results):
    assert len(SAMPLES) >= 8
    assert all(written(results / path.stem / "bouts.csv") for path in SAMPLES)
    assert sum(len(written(results / path.stem / "strides.csv")) for path in SAMPLES) > 400


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_give_what_the_file_gives(path):
    recording = gaitkit.read(path)
    facts = recording.facts
    samples = gaitkit.Samples(
        recording.acceleration, recording.time, recording.angular_rate, recording.sampling_rate,
        recording.side)
    said = {name: facts[name] for name in ("site", "participant", "name")}
    from_file = gaitkit.analyze(path)
    from_memory = gaitkit.analyze(samples, height=facts["height_m"], **said)
    for table in TABLES:
        # Memory has no clock.
        frames = [
            analysis.frame(table).drop(columns=["start_time", "end_time"], errors="ignore")
            for analysis in (from_file, from_memory)
        ]
        pandas.testing.assert_frame_equal(*frames, check_exact=True)


@pytest.mark.parametrize("cut", [13, 77, 4096])
def test_a_stream_gives_what_the_file_gives(life, cut):
    recording = gaitkit.read(life)
    facts = recording.facts
    closed = []
    with gaitkit.stream(
        recording.sampling_rate, gyroscope=recording.angular_rate is not None, site=facts["site"],
        height=facts["height_m"], participant=facts["participant"], name=facts["name"],
    ) as live:
        for first in range(0, len(recording.time), cut):
            part = slice(first, first + cut)
            closed.append(
                live.append(
                    recording.acceleration[part], recording.time[part],
                    None if recording.angular_rate is None else recording.angular_rate[part]))
        analysis = live.finish()
    whole = gaitkit.analyze(life)
    for table in TABLES:
        pandas.testing.assert_frame_equal(
            whole.frame(table), analysis.frame(table), check_exact=True)
    during = pandas.concat([frame for frame in closed if len(frame)], ignore_index=True)
    pandas.testing.assert_frame_equal(
        during, analysis.bouts.iloc[: len(during)], check_exact=True)
    assert len(during) >= 1


def layouts(array):
    """The same numbers in every layout that is read in place."""
    wide = numpy.zeros((len(array), 7), array.dtype)
    wide[:, 1:7:2] = array
    return {
        "rows": numpy.ascontiguousarray(array), "columns": numpy.asfortranarray(array),
        "slice": wide[:, 1:7:2], "reversed": numpy.ascontiguousarray(array[::-1])[::-1],
        "double": array.astype(numpy.float64),
    }


def test_layouts_are_read_in_place(walk):
    recording = gaitkit.read(walk)
    said = {"site": "lower_back", "height": 1.72, "time": recording.time}
    expected = gaitkit.analyze(recording.acceleration, **said)
    for name, array in layouts(recording.acceleration).items():
        before = array.copy()
        lent = gaitkit._samples.Lent(gaitkit.Samples(array, recording.time))
        assert lent.samples.acceleration.values == array.ctypes.data, name
        found = gaitkit.analyze(array, **said)
        pandas.testing.assert_frame_equal(found.strides, expected.strides, check_exact=True)
        assert numpy.array_equal(array, before), name


def test_a_frame_of_a_plain_table(walk):
    found = gaitkit.analyze(plain_table(walk), site="lower_back", height=1.72)
    expected = gaitkit.analyze(walk)
    pandas.testing.assert_frame_equal(found.strides, expected.strides, check_exact=True)
    again = gaitkit.analyze(gaitkit.read(walk).frame(), site="lower_back", height=1.72)
    pandas.testing.assert_frame_equal(again.strides, expected.strides, check_exact=True)


def test_a_frame_keeps_what_slow_sensors_gave(gait, tmp_path):
    gait("simulate", "stairs", "--seed", 9, "--quiet", "--output", tmp_path / "stairs.csv")
    recording = gaitkit.read(tmp_path / "stairs.csv")
    said = {"site": recording.facts["site"], "height": recording.facts["height_m"]}
    expected = gaitkit.analyze(tmp_path / "stairs.csv").totals
    assert recording.frame()["pressure_hpa"].notna().sum() > 100
    assert gaitkit.analyze(recording.frame(), **said).totals == expected


def test_degrees_per_second_are_refused(walk):
    frame = gaitkit.read(walk).frame()
    rates = ["gyr_x", "gyr_y", "gyr_z"]
    frame[rates] = numpy.degrees(frame[rates])
    with pytest.raises(gaitkit.BadArgument, match="give rad/s"):
        gaitkit.analyze(frame, site="lower_back", height=1.72)


def test_polars_frames_hold_the_same(walk):
    polars = pytest.importorskip("polars")
    analysis = gaitkit.analyze(walk, frames="polars")
    plain = gaitkit.analyze(walk)
    for table in TABLES:
        frame = analysis.frame(table)
        assert isinstance(frame, polars.DataFrame)
        expect_equal(plain.frame(table), [
            {name: "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
             for name, value in row.items()} for row in frame.to_dicts()])


@pytest.mark.parametrize("frames", ["pandas", "polars"])
def test_a_stream_that_is_fed_sample_by_sample_keeps_up(walk, frames):
    recording = gaitkit.read(walk)
    begin = time.process_time()
    with gaitkit.stream(recording.sampling_rate, site="lower_back", height=1.72, frames=frames) as live:
        empty = live.append(recording.acceleration[:1])
        for place in range(1, len(recording.time)):
            found = live.append(recording.acceleration[place : place + 1])
            assert found is not empty
        whole = live.finish().bouts
    # A frame of no bouts was made for each sample, which took longer than the sample lasts.
    assert time.process_time() - begin < recording.time[-1] / 2
    assert list(empty.columns) == list(whole.columns) and len(whole) == 1
    if frames == "pandas":
        assert (empty.dtypes == whole.dtypes).all()
        assert empty.attrs["units"]["walking_speed_mps"] == "m/s"
    else:
        assert empty.schema == whole.schema
