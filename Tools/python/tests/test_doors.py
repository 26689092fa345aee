"""Errors, reasons, recordings, stores."""
import os
import pathlib
import shutil
import sqlite3
import threading
import warnings

import numpy
import pandas
import pytest
from conftest import GAIT, ROOT, plain_table

import gaitkit


def test_the_version_is_that_of_the_command(gait):
    assert gait("--version").split() == ["gait", gaitkit.__version__]
    project = (ROOT / "Tools/python/pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{gaitkit.__version__}"' in project


def test_reasons_stand_beside_missing_values(walk):
    recording = gaitkit.read(walk)
    analysis = gaitkit.analyze(
        recording.acceleration, sampling_rate=100, site="wrist")
    reasons = analysis.reasons("bouts")
    assert len(reasons) == len(analysis.bouts) > 0
    for name in reasons.columns:
        assert (reasons[name].notna() <= analysis.bouts[name].isna()).all(), name
    missing = analysis.summary["missing"]["bouts"]
    for name, counts in missing.items():
        assert reasons[name].value_counts().to_dict() == counts
    assert set(missing) == set(reasons.columns)
    assert analysis.summary["missing"]["turns"]["all_rows"] == "no_gyroscope"


def test_columns_have_units_and_meanings(walk):
    analysis = gaitkit.analyze(walk)
    assert analysis.units("bouts")["walking_speed_mps"] == "m/s"
    assert analysis.bouts.attrs["units"] == analysis.units("bouts")
    assert all(analysis.meanings("strides").values())


@pytest.mark.parametrize(
    ("said", "site"),
    [("waist", "hip"), ("belt", "hip"), ("back", "lower_back"), ("L5", "lower_back"), ("chest", "neck")],
)
def test_sites_have_the_words_of_descriptions(walk, said, site):
    analysis = gaitkit.analyze(walk, site=said, sex="Female")
    assert analysis.summary["recording"]["site"] == site
    assert analysis.summary["recording"]["sex"] == "f"
    gaitkit.stream(50, site=said, sex="male").close()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"site": "lower_bak"}, "did you mean lower_back?"),
        ({"height": 175}, "height 175 cannot be"),
        ({"sex": "x"}, r"sex \"x\" is not known; there are f, m"),
        ({"start": "2026-05-04T09:30:00"}, "add the offset"),
        ({"start": "yesterday"}, "no date and time"),
        ({"time_zone": "Berlin"}, "Europe/Berlin"),
        ({"override_start": True}, "needs start"),
        ({"participant": " "}, "cannot be"),
        ({"participant": 7}, "participant is 7; it must be text"),
        ({"start": pandas.Timestamp("2026-05-04T09:30:00+02:00")}, "start is Timestamp.*must be text"),
        ({"settings": 3}, "settings is 3; it must be a path"),
        ({"height": "tall"}, "height is 'tall'; it must be a number"),
        ({"frames": "arrow"}, "there are pandas and polars"),
        ({"sampling_rate": 100}, "cannot be given with a recording from a file"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_cannot_be_is_refused(walk, said, words):
    with pytest.raises(gaitkit.BadArgument, match=words):
        gaitkit.analyze(walk, **said)


def still(count, **changes):
    acceleration = numpy.zeros((count, 3))
    acceleration[:, 2] = changes.get("gravity", 9.81)
    return acceleration


def left_over():
    """What is left of a walk without gravity, in m/s²."""
    time = numpy.arange(3000)[:, None] / 100
    return numpy.array([0.8, 1.2, 2.5]) * numpy.sin(2 * numpy.pi * numpy.array([0.23, 0.95, 1.9]) * time)


@pytest.mark.parametrize(
    ("samples", "error", "words"),
    [
        (lambda: (still(3000, gravity=1.0), {"sampling_rate": 100}), gaitkit.BadArgument, "multiply them"),
        (lambda: (left_over(), {"sampling_rate": 100}), gaitkit.BadArgument,
         r"in m/s²\. Is gravity taken out, or is the sensor dead\? Export the raw accelerometer\.$"),
        (lambda: (still(3000), {}), gaitkit.BadArgument, "give time, or sampling_rate for"),
        (lambda: (still(3000), {"sampling_rate": 4}), gaitkit.RecordingNotAnalyzed, "too slow"),
        (lambda: (still(30), {"sampling_rate": 100}), gaitkit.RecordingNotAnalyzed, "longest stretch"),
        (lambda: (still(3000)[:, :2], {"sampling_rate": 100}), gaitkit.BadArgument, r"\(n, 3\)"),
        (lambda: (still(3000), {"time": numpy.zeros(3000)}), gaitkit.BadArgument, "must rise"),
        (lambda: (still(3000), {"time": numpy.arange(7)}), gaitkit.BadArgument, "7 rows"),
        (lambda: (still(3000).astype(str), {"sampling_rate": 100}), gaitkit.BadArgument, "numbers"),
        (lambda: (still(3000), {"sampling_rate": "fifty"}), gaitkit.BadArgument,
         "sampling_rate is 'fifty'; it must be a number"),
        (lambda: (still(3000), {"sampling_rate": numpy.nan}), gaitkit.BadArgument, "sampling_rate is nan"),
        (lambda: (still(3000), {"sampling_rate": 0}), gaitkit.BadArgument, r"^sampling_rate 0\.0 cannot be"),
        (lambda: (still(3000), {"time": numpy.zeros(3000)}), gaitkit.BadArgument, "^time gives no sampling rate"),
    ],
)
def test_samples_that_cannot_be_are_refused(samples, error, words):
    acceleration, said = samples()
    with pytest.raises(error, match=words):
        gaitkit.analyze(acceleration, **said)


def test_broken_samples_are_left_out_and_counted(walk):
    recording = gaitkit.read(walk)
    time, acceleration = recording.time.copy(), recording.acceleration.copy()
    acceleration[2000] = numpy.nan
    time[2100] = time[2099]
    time[2200] = time[2100]
    analysis = gaitkit.analyze(acceleration, time=time, site="lower_back", height=1.72)
    remarks = analysis.summary["remarks"]
    assert {kind: remarks[kind]["samples"] for kind in ("not_finite", "duplicate", "out_of_order")} == {
        "not_finite": 1, "duplicate": 1, "out_of_order": 1}
    assert abs(analysis.totals["steps"] - gaitkit.analyze(walk).totals["steps"]) <= 1


@pytest.mark.parametrize("value", [numpy.nan, numpy.inf])
def test_samples_without_an_acceleration_are_called_so(walk, value):
    frame = plain_table(walk)
    count = f"{len(frame):,}"
    words = f"no sample has a finite acceleration on all three axes: of {count} samples x is finite in 0, y in {count} and z in {count}"
    one = frame.assign(acc_x=value)
    rows = one[["acc_x", "acc_y", "acc_z"]].to_numpy()
    live = gaitkit.stream(100)
    live.append(rows[:1000], one.time_s[:1000])
    live.append(rows[1000:], one.time_s[1000:])
    for call in (
            lambda: gaitkit.analyze(one), lambda: gaitkit.analyze(rows, time=one.time_s),
            lambda: gaitkit.analyze(rows, sampling_rate=100), live.finish):
        with pytest.raises(gaitkit.RecordingNotAnalyzed, match=words):
            call()
    with pytest.raises(gaitkit.RecordingNotAnalyzed, match="x is finite in 0, y in 0 and z in 0;"):
        gaitkit.analyze(rows * numpy.nan, time=one.time_s)
    turns = frame.assign(acc_x=frame.acc_x.where(frame.index % 2 == 0), acc_y=frame.acc_y.where(frame.index % 2 == 1))
    with pytest.raises(gaitkit.RecordingNotAnalyzed, match=f"x is finite in 2,.*, y in 2,.* and z in {count}"):
        gaitkit.analyze(turns)
    with pytest.raises(gaitkit.BadArgument, match=f"time_s gives no .*; of {count} samples, 1 has a finite time and a finite acc"):
        gaitkit.analyze(frame.assign(acc_x=frame.acc_x.where(frame.index == 7)))


def test_a_stream_refuses_what_cannot_be(walk):
    recording = gaitkit.read(walk)
    with pytest.raises(gaitkit.RecordingNotAnalyzed, match="too slow"):
        gaitkit.stream(4)
    for rate, words in (("fifty", "is 'fifty'; it must be"), (None, "is None; it must be"), (0, "0.0 is none that")):
        with pytest.raises(gaitkit.BadArgument, match=f"^sampling_rate {words}"):
            gaitkit.stream(rate)
    live = gaitkit.stream(100)
    for side, words in (({3: ([0.0], [1.0])}, "is 3; it must be text"), ({"pressure_hpa": 3}, "two arrays"), (3, "a dict")):
        with pytest.raises(gaitkit.BadArgument, match=words):
            live.append(recording.acceleration[:0], side=side)
    live.append(recording.acceleration[:100], recording.time[:100])
    with pytest.raises(gaitkit.BadArgument, match="^give time with all samples of a stream, or with none"):
        live.append(recording.acceleration[100:200])
    with pytest.raises(gaitkit.BadArgument, match="without angular rate"):
        live.append(recording.acceleration[100:200], recording.time[100:200], numpy.zeros((100, 3)))
    live.append(recording.acceleration[100:], recording.time[100:])
    live.finish()
    with pytest.raises(gaitkit.BadArgument, match="closed"):
        live.append(recording.acceleration[:100], recording.time[:100])


def test_a_missing_file_is_named():
    with pytest.raises(gaitkit.RecordingNotRead, match="none.csv"):
        gaitkit.analyze("none.csv")
    with pytest.raises(gaitkit.RecordingNotRead, match="none.csv"):
        gaitkit.read("none.csv")
    with pytest.raises(gaitkit.BadArgument, match="character 0"):
        gaitkit.analyze("a\0b")


def test_a_recording_is_read_as_it_is(walk):
    recording = gaitkit.read(walk)
    table = plain_table(walk)
    assert numpy.array_equal(recording.time, table.time_s.to_numpy() - table.time_s[0])
    assert numpy.array_equal(
        recording.acceleration, table[["acc_x", "acc_y", "acc_z"]].to_numpy(numpy.float32))
    assert sum(len(block.time) for block in gaitkit.blocks(walk)) == len(table)
    assert recording.facts["site"] == "lower_back"


def test_a_recording_stays_that_of_its_file(walk, life, tmp_path, monkeypatch):
    for folder, source in (("P01", walk), ("P02", life)):
        (tmp_path / folder).mkdir()
        for ending in (".csv", ".json"):
            shutil.copy(source.with_suffix(ending), tmp_path / folder / f"walk{ending}")
    monkeypatch.chdir(tmp_path / "P01")
    recording = gaitkit.read("walk.csv")
    assert recording.path == os.fspath(tmp_path / "P01/walk.csv")
    monkeypatch.chdir(tmp_path / "P02")
    assert gaitkit.analyze(recording).totals == gaitkit.analyze(walk).totals
    for ending in (".csv", ".json"):
        shutil.copy(life.with_suffix(ending), tmp_path / f"P01/walk{ending}")
    with pytest.raises(gaitkit.RecordingNotRead, match="P01/walk.csv: it was changed after it was read.*read it again"):
        gaitkit.analyze(recording)
    assert gaitkit.analyze(gaitkit.read(recording.path)).totals == gaitkit.analyze(life).totals
    os.unlink(recording.path)
    with pytest.raises(gaitkit.RecordingNotRead, match="no such file"):
        gaitkit.analyze(recording)


def test_a_folder_of_tables_stays_what_was_read(walk, tmp_path):
    table = plain_table(walk)
    for name, prefix in (("Accelerometer", "acc"), ("Gyroscope", "gyr")):
        frame = table[["time_s", *(f"{prefix}_{axis}" for axis in "xyz")]]
        unit = "m/s^2" if prefix == "acc" else "rad/s"
        word = "Acceleration" if prefix == "acc" else name
        frame.columns = ["Time (s)", *(f"{word} {axis} ({unit})" for axis in "xyz")]
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    recording = gaitkit.read(tmp_path)
    assert gaitkit.analyze(recording, site="lower_back").totals["steps"] > 0
    os.unlink(tmp_path / "Gyroscope.csv")
    with pytest.raises(gaitkit.RecordingNotRead, match="it was changed after it was read"):
        gaitkit.analyze(recording)


def test_rows_before_the_first_usable_sample_let_their_time_pass(walk, tmp_path):
    table = plain_table(walk)
    late = pandas.concat([
        pandas.DataFrame({"time_s": numpy.arange(3600.0)}),
        table.assign(time_s=table.time_s - table.time_s[0] + 3600)], ignore_index=True)
    path = tmp_path / "late.csv"
    late.to_csv(path, index=False, na_rep="NaN")
    said = {"site": "lower_back", "height": 1.72, "start": "2026-05-04T23:30:00+02:00"}
    expected = gaitkit.analyze(path, **said).bouts
    assert expected.start_s[0] > 3600
    recording = gaitkit.read(path)
    rows = table[["acc_x", "acc_y", "acc_z"]].to_numpy()
    gap = numpy.full((int(100 * recording.sampling_rate), 3), numpy.nan)
    for found in (
            gaitkit.analyze(late, **said), gaitkit.analyze(recording.frame(), **said),
            gaitkit.analyze(pandas.read_csv(path), **said)):
        assert numpy.allclose(found.bouts.start_s, expected.start_s, atol=0.05)
        times = [[str(time)[:19] for time in bouts.start_time] for bouts in (found.bouts, expected)]
        assert times[0] == times[1]
    even = gaitkit.analyze(
        numpy.concatenate((gap, rows)), sampling_rate=recording.sampling_rate, **said).bouts
    assert numpy.allclose(even.start_s, expected.start_s - 3500, atol=0.1)
    with gaitkit.stream(
            recording.sampling_rate, gyroscope=recording.angular_rate is not None, **said) as live:
        for block in gaitkit.blocks(path):
            live.append(block.acceleration, block.time, block.angular_rate, block.side)
        streamed = live.finish().bouts
    assert numpy.allclose(streamed.start_s, expected.start_s, atol=0.05)
    recording.frame().to_csv(tmp_path / "again.csv", index=False, na_rep="NaN")
    again = gaitkit.analyze(tmp_path / "again.csv", **said).bouts
    assert numpy.allclose(again.start_s, expected.start_s, atol=0.05)


@pytest.mark.parametrize("stray", [100.0, -1000.0, -1.7e9])
def test_a_stray_first_row_is_no_beginning(walk, stray):
    recording = gaitkit.read(walk)
    said = {"site": "lower_back", "height": 1.72}
    rows = numpy.concatenate((numpy.full((1, 3), numpy.nan), recording.acceleration))
    time = numpy.concatenate(([recording.time[0] + stray], recording.time))
    found = gaitkit.analyze(rows, time=time, **said)
    expected = gaitkit.analyze(recording.acceleration, time=recording.time, **said)
    pandas.testing.assert_frame_equal(found.bouts, expected.bouts, check_exact=True)


@pytest.mark.parametrize("start, why", [
    ("2026-03-29T02:30:00", "does not exist"), ("2026-10-25T02:30:00", "is there twice")])
def test_a_start_that_is_no_one_instant_is_refused(walk, start, why):
    with pytest.raises(gaitkit.BadArgument, match=why):
        gaitkit.analyze(walk, start=start, time_zone="Europe/Berlin")
    with pytest.raises(gaitkit.BadArgument, match=why):
        gaitkit.stream(50, start=start, time_zone="Europe/Berlin")


def test_two_axes_of_a_gyroscope_are_said(walk):
    with pytest.warns(UserWarning, match="gyr_x, gyr_z: three axes"):
        gaitkit.analyze(plain_table(walk).drop(columns="gyr_y"), site="lower_back", height=1.72)


def test_threads_analyze_at_once(walk):
    found = [None] * 4

    def analyze(place):
        found[place] = gaitkit.analyze(walk).strides

    threads = [threading.Thread(target=analyze, args=(place,)) for place in range(len(found))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for strides in found[1:]:
        pandas.testing.assert_frame_equal(strides, found[0], check_exact=True)


@pytest.fixture(scope="module")
def store(gait, walk, tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "study.gait"
    gait("analyze", walk, "--store", path, "--participant", "007", "--start",
         "2026-05-04T09:30:00+02:00", "--quiet")
    return gaitkit.Store(path, program=GAIT)


def test_a_store_is_read(store, walk):
    speeds = store.samples("walking-speed", left_out=True)
    bouts = gaitkit.analyze(walk).bouts
    assert speeds.value.round(4).tolist() == bouts.walking_speed_mps.tolist()
    assert set(speeds.participant) == {"007"}
    assert set(store.holdings().participant) == {"007"}
    figures = store.statistics("step-count", ["sum", "count"], every="day")
    assert figures["sum"].tolist() == [float(bouts.n_steps.sum())]
    shares = store.statistics("walking-speed", ["median", "p95", "time-weighted-p95"], every="day")
    assert all(dtype == "Float64" for name, dtype in shares.dtypes.items() if "_p" in name)
    assert {"per_sample_p50", "per_sample_p95", "time_weighted_p95"} <= set(shares.columns)


def test_numbers_beside_words_are_numbers(gait, tmp_path):
    path = tmp_path / "days.gait"
    gait("simulate", "--history", "steady", "--days", "5", "--participant", "P07", "--store", path)
    store = gaitkit.Store(path, program=GAIT)
    everything, steps = store.samples(), store.samples("step-count")
    assert store.samples("sex").value.dtype == "string"
    assert everything.value[everything.kind == "sex"].tolist() == store.samples("sex").value.tolist()
    values = everything.value[everything.kind == "step-count"]
    # By letters 99 is more than 100.
    assert len({len(str(int(value))) for value in values}) > 1
    assert (values.max(), values.min()) == (steps.value.max(), steps.value.min())
    assert values.mean() == pytest.approx(steps.value.mean())


def test_what_is_no_text_is_refused_by_a_store(store, tmp_path):
    since = pandas.Timestamp("2026-05-04T09:30:00+02:00")
    for call, words in (
            (lambda: store.samples("step-count", since=since), "since is Timestamp.*must be text"),
            (lambda: store.samples("step-count", until=since.date()), "until is datetime.date.*must be text"),
            (lambda: store.samples("step-count", participant=7), "participant is 7; it must be text"),
            (lambda: store.samples(7), "kind is 7; it must be text"),
            (lambda: store.samples("walking-speed", unit=1.0), "unit is 1.0; it must be text"),
            (lambda: store.statistics(None), "kind is None; it must be text"),
            (lambda: store.statistics("step-count", every=7), "every is 7; it must be text"),
            (lambda: store.statistics("step-count", 7), "statistics is 7; it must be text, or a list of it"),
            (lambda: store.statistics("step-count", []), r"statistics is \[\] and names no figure"),
            (lambda: store.statistics("step-count", ""), "statistics is '' and names no figure"),
            (lambda: store.statistics("step-count", ["sum", 7]), "one of statistics is 7; it must be text"),
            (lambda: store.statistics("step-count", participant=7), "participant is 7; it must be text"),
            (lambda: store.statistics("step-count", unit=7), "unit is 7; it must be text"),
            (lambda: store.samples("step-count", left_out=2), "left_out is 2; it must be True or False"),
            (lambda: store.statistics("step\0count"), "character 0"),
            (lambda: store.estimate("--height", 1.68), "an argument is 1.68; it must be text"),
            (lambda: store.copy(7).__enter__(), "path is 7; it must be a path"),
            (lambda: gaitkit.Store(7), "path is 7; it must be a path"),
            (lambda: gaitkit.Store(tmp_path, program=7), "program is 7; it must be a path")):
        with pytest.raises(gaitkit.BadArgument, match=words):
            call()
    assert len(store.samples("step-count", since="2026-05-04", until="2026-05-05", left_out=True)) > 0


def test_estimates_are_made_and_read(gait, tmp_path):
    path = tmp_path / "knee.gait"
    gait("simulate", "--history", "knee-surgery", "--participant", "P07", "--store", path)
    store = gaitkit.Store(path, program=GAIT)
    assert len(store.samples("six-minute-walk-distance")) == 0
    store.estimate("--participant", "P07")
    weeks = store.samples("six-minute-walk-distance", participant="P07")
    assert len(weeks) > 20
    assert weeks.value.between(100, 500).all()
    assert (weeks.standard_error > 0).all()
    assert weeks.is_calibrated.dtype == "boolean"
    with pytest.raises(gaitkit.ProgramError, match="--corrects"):
        store.estimate("--participant", "P07", "--height", "1.5")


def test_a_remark_of_the_command_is_a_warning(gait, walk, tmp_path):
    path = tmp_path / "two.gait"
    for seed in ("1", "2"):
        recording = tmp_path / f"r{seed}.csv"
        gait("simulate", "straight-walk", "--seconds", "120", "--seed", seed, "--output", recording)
        gait("analyze", recording, "--store", path, "--participant", "P", "--site", "lower_back", "--height",
             "1.7", "--start", "2026-05-04T09:30:00+02:00", "--quiet")
    store = gaitkit.Store(path, program=GAIT)
    with pytest.warns(UserWarning, match="recorded at once") as said:
        store.statistics("step-count", "sum")
    assert {remark.filename for remark in said} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store.estimate("--quiet")


def test_a_copy_of_a_store_is_whole_and_goes_away(store, tmp_path):
    with store.copy(tmp_path / "copy.gait") as path:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    assert not pathlib.Path(path).exists()


def test_a_missing_program_or_store_is_named(tmp_path):
    with pytest.raises(gaitkit.ProgramError, match="environment variable GAIT"):
        gaitkit.Store("study.gait", program=tmp_path / "gait").holdings()
    with pytest.raises(gaitkit.ProgramError, match="none.gait"):
        gaitkit.Store(tmp_path / "none.gait", program=GAIT).holdings()


def test_a_store_stays_that_of_its_file(gait, walk, life, tmp_path, monkeypatch):
    for folder, source in (("P01", walk), ("P02", life)):
        (tmp_path / folder).mkdir()
        gait("analyze", source, "--participant", folder, "--start", "2026-05-04T10:00:00+02:00",
             "--override-start", "--store", tmp_path / folder / "study.gait", "-q")
    monkeypatch.chdir(tmp_path / "P01")
    store = gaitkit.Store("study.gait")
    monkeypatch.chdir(tmp_path / "P02")
    assert set(store.holdings().participant) == {"P01"}
    assert store.path == os.fspath(tmp_path / "P01/study.gait")
