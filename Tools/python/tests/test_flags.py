"""What is given as yes or no, as the column of a study's table has it."""
import io

import numpy
import pandas
import pytest
from conftest import GAIT, ROOT

import gaitkit

DEVICE = ROOT / "SampleData/lower-back-ax6.cwa"
OTHER_START = "2020-01-01T00:00:00+00:00"
NOTHING_SAID = (None, numpy.nan, numpy.float32("nan"), pandas.NA, pandas.NaT)
NO_TRUTH = ("no", "yes", "false", "", 0, 1, 1.0, [], numpy.array([True]))


def begins(override_start):
    analysis = gaitkit.analyze(DEVICE, start=OTHER_START, override_start=override_start)
    return analysis.summary["recording"]["start_time"][:4]


def test_a_clock_is_overridden_by_a_truth_value_alone():
    assert [begins(value) for value in (True, numpy.bool_(True), False, numpy.bool_(False))] == ["2020", "2020", "2026", "2026"]
    assert {begins(value) for value in NOTHING_SAID} == {"2026"}


def test_a_column_of_words_overrides_no_clock():
    table = pandas.read_csv(io.StringIO("recording,override_start\na,yes\nb,no\nc,\n"))
    for word in table.override_start[:2]:
        with pytest.raises(gaitkit.BadArgument, match=f"^override_start is '{word}'; it must be True or False, or None where"):
            begins(word)
    assert begins(table.override_start[2]) == "2026"
    chosen = table.assign(override_start=table.override_start == "yes")
    assert [begins(row.override_start) for row in chosen.itertuples()] == ["2020", "2026", "2026"]


@pytest.mark.parametrize("value", NO_TRUTH, ids=repr)
def test_what_is_no_truth_value_is_refused_for_every_flag(value, tmp_path):
    store = gaitkit.Store(tmp_path / "none.gait", program=GAIT)
    for name, call in (
            ("override_start", lambda: begins(value)), ("gyroscope", lambda: gaitkit.stream(50, gyroscope=value)),
            ("left_out", lambda: store.samples(left_out=value)), ("superseded", lambda: store.samples(superseded=value))):
        with pytest.raises(gaitkit.BadArgument, match=f"^{name} is .*; it must be True or False"):
            call()


def test_a_flag_that_nobody_gave_is_no(gait, walk, tmp_path):
    path = tmp_path / "study.gait"
    gait("analyze", walk, "--store", path, "--participant", "P", "--start", "2026-05-04T09:30:00+02:00", "--quiet")
    store = gaitkit.Store(path, program=GAIT)
    expected = store.samples()
    for value in NOTHING_SAID:
        pandas.testing.assert_frame_equal(store.samples(left_out=value, superseded=value), expected)
        gaitkit.stream(50, gyroscope=value).append(numpy.zeros((1, 3)))
    with pytest.raises(gaitkit.BadArgument, match="opened with angular rate"):
        gaitkit.stream(50, gyroscope=numpy.bool_(True)).append(numpy.zeros((1, 3)))
