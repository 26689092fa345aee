"""Analyses in copies, in files and in other processes."""
import concurrent.futures
import copy
import functools
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading

import numpy
import pandas
import pytest
from conftest import ROOT

import gaitkit

TABLES = ("bouts", "gait_sequences", "initial_contacts", "final_contacts", "strides", "stairs", "turns")
PATHS = [ROOT / f"SampleData/{name}.csv" for name in ("daily-life", "straight-walk", "slow-asymmetric")]


def check(found, expected):
    """Everything that an analysis gives."""
    assert found.summary == expected.summary
    assert repr(found) == repr(expected)
    for name in TABLES:
        pandas.testing.assert_frame_equal(found.frame(name), expected.frame(name), check_exact=True)
        pandas.testing.assert_frame_equal(getattr(found, name), getattr(expected, name), check_exact=True)
        assert found.frame(name).attrs == expected.frame(name).attrs
        pandas.testing.assert_frame_equal(found.reasons(name), expected.reasons(name))
        assert found.units(name) == expected.units(name)
        assert found.meanings(name) == expected.meanings(name)
    with pytest.raises(gaitkit.BadArgument, match="there is no table"):
        found.frame("steps")
    with pytest.raises(gaitkit.BadArgument, match="table is 7; it must be text"):
        found.frame(7)


@pytest.fixture(scope="module")
def analyses():
    return [gaitkit.analyze(path) for path in PATHS]


@pytest.mark.parametrize("taken", [copy.copy, copy.deepcopy, lambda analysis: pickle.loads(pickle.dumps(analysis))],
                         ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("looks_before", [False, True])
def test_a_copy_outlives_its_original(analyses, taken, looks_before):
    for path, expected in zip(PATHS, analyses):
        original = gaitkit.analyze(path)
        if looks_before:
            assert len(original.strides) > 0 and original.totals["steps"] > 0
        found = taken(original)
        again = taken(found)
        del original
        others = [gaitkit.analyze(each) for each in PATHS]
        check(found, expected)
        del found
        check(again, expected)
        assert len(others) == len(PATHS)


def test_tables_of_a_copy_are_its_own(analyses):
    found = pickle.loads(pickle.dumps(analyses[0]))
    changed = found.frame("bouts")
    changed.loc[:, "start_s"] = 1000.0
    found.bouts.loc[:, "start_s"] = 0.0
    assert found.frame("bouts").start_s.tolist() == analyses[0].bouts.start_s.tolist()
    deep = copy.deepcopy(found)
    deep.bouts.loc[:, "start_s"] = 7.0
    assert set(found.bouts.start_s) == {0.0}


def test_a_copy_has_the_frames_that_were_asked_for():
    polars = pytest.importorskip("polars")
    original = gaitkit.analyze(PATHS[0], frames="polars")
    found = pickle.loads(pickle.dumps(original))
    assert isinstance(found.bouts, polars.DataFrame)
    assert found.bouts.equals(original.bouts)
    assert found.reasons("bouts").equals(original.reasons("bouts"))


def labelled(path):
    found = gaitkit.analyze(path)
    found.label = path.stem
    return found


@pytest.mark.parametrize("way", ["spawn", "fork"])
def test_a_pool_of_processes_gives_each_recording_its_own(analyses, way):
    context = multiprocessing.get_context(way)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        there = pool.map(gaitkit.analyze, PATHS * 2)
        here = [gaitkit.analyze(path) for path in PATHS]
        for found, expected in zip(there, analyses * 2):
            check(found, expected)
        for found, path in zip(pool.map(labelled, PATHS), PATHS):
            assert found.label == path.stem
        # To a worker, and back.
        for found, expected in zip(pool.map(copy.copy, here), analyses):
            check(found, expected)
    with context.Pool(2) as pool:
        for found, expected in zip(pool.map(functools.partial(gaitkit.analyze, height=1.7), PATHS), PATHS):
            check(found, gaitkit.analyze(expected, height=1.7))
        with pytest.raises(gaitkit.RecordingNotRead, match="none.csv"):
            pool.map(gaitkit.analyze, ["none.csv"])


def test_an_analysis_is_saved_for_another_day(analyses, tmp_path):
    path = tmp_path / "walk.pickle"
    path.write_bytes(pickle.dumps(analyses))
    code = (
        "import pickle, sys, gaitkit\n"
        "walks = pickle.load(open(sys.argv[1], 'rb'))\n"
        "pickle.dump(([repr(walk) for walk in walks], [walk.bouts for walk in walks], walks), open(sys.argv[2], 'wb'))\n")
    subprocess.run([sys.executable, "-c", code, path, tmp_path / "again.pickle"], check=True)
    names, bouts, found = pickle.loads((tmp_path / "again.pickle").read_bytes())
    for place, expected in enumerate(analyses):
        assert names[place] == repr(expected)
        pandas.testing.assert_frame_equal(bouts[place], expected.bouts, check_exact=True)
        check(found[place], expected)


def test_what_another_version_saved_is_refused(analyses, monkeypatch):
    # As versions before saved: an address alone.
    old = gaitkit.Analysis.__new__(gaitkit.Analysis)
    with pytest.raises(gaitkit.GaitError, match="saved no tables with it: analyze the recording again"):
        old.__setstate__({"_handle": 94_000_000_000_000, "_frames": "pandas"})
    monkeypatch.setattr("gaitkit._found._FORM", 2)
    later = pickle.dumps(analyses[0])
    monkeypatch.undo()
    with pytest.raises(gaitkit.GaitError, match=rf"saved by GaitKit {gaitkit.__version__} in form 2.*reads form 1"):
        pickle.loads(later)


def test_a_child_reads_and_ends_with_what_it_inherits(analyses):
    # Ended as a program is, with finalizers, by the child and by the parent.
    code = (
        "import os, sys, gaitkit\n"
        "walk = gaitkit.analyze(sys.argv[1])\n"
        "live = gaitkit.stream(50)\n"
        "child = os.fork()\n"
        "if child:\n"
        "    assert os.waitpid(child, 0)[1] == 0\n"
        "print(len(walk.strides), walk.totals['steps'], len(gaitkit.analyze(sys.argv[1]).strides), flush=True)\n"
        "if child == 0:\n"
        "    sys.exit(0)\n"
        "print(len(walk.turns), flush=True)\n")
    ended = subprocess.run([sys.executable, "-c", code, PATHS[0]], capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0 and ended.stderr == "", ended
    strides, turns = len(analyses[0].strides), len(analyses[0].turns)
    line = f"{strides} {analyses[0].totals['steps']} {strides}"
    assert ended.stdout.splitlines() == [line, line, str(turns)]


def test_threads_read_and_pickle_one_analysis(analyses):
    for _ in range(20):
        shared = gaitkit.analyze(PATHS[1])
        found = []
        barrier = threading.Barrier(8)

        def take(place, shared=shared, found=found, barrier=barrier):
            barrier.wait()
            if place % 2:
                found.append(pickle.loads(pickle.dumps(shared)).frame("strides"))
            else:
                found.append((shared.frame("bouts"), shared.reasons("turns"), shared.frame("strides"))[2])

        threads = [threading.Thread(target=take, args=(place,)) for place in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 8
        for strides in found:
            pandas.testing.assert_frame_equal(strides, analyses[1].strides, check_exact=True)


def test_a_stream_stays_where_it_was_opened(analyses):
    recording = gaitkit.read(PATHS[1])
    with gaitkit.stream(recording.sampling_rate) as live:
        for take in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(gaitkit.GaitError, match="finish it where it was opened, and hand on the analysis"):
                take(live)
        live.append(recording.acceleration, recording.time)
        finished = live.finish()
    check(pickle.loads(pickle.dumps(finished)), finished)


def test_recordings_samples_and_stores_travel(tmp_path):
    recording = gaitkit.read(PATHS[0])
    samples = gaitkit.Samples.of_frame(recording.frame())
    expected = gaitkit.analyze(samples, site="lower_back", height=1.7)
    for take in (copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
        found = take(recording)
        assert numpy.array_equal(found.acceleration, recording.acceleration)
        assert (found.path, found.facts, repr(found)) == (recording.path, recording.facts, repr(recording))
        check(gaitkit.analyze(take(samples), site="lower_back", height=1.7), expected)
        assert take(gaitkit.Store(tmp_path / "study.gait")).path == os.fspath(tmp_path / "study.gait")
    with pytest.raises(TypeError, match="cannot pickle 'generator'"):
        pickle.dumps(gaitkit.blocks(PATHS[0]))
