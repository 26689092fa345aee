"""A recording in memory and its files: all that is read with it counts."""
import gzip
import json
import os
import shutil

import pytest
from conftest import plain_table

import gaitkit

CHANGED = "was changed after it was read, or what is read with it, as its description.*read it again"


def refused(recording):
    with pytest.raises(gaitkit.RecordingNotRead, match=CHANGED):
        gaitkit.analyze(recording)
    gaitkit.analyze(gaitkit.read(recording.path))


def test_another_description_is_another_recording(walk, tmp_path):
    path = tmp_path / "r4.csv"
    for ending in (".csv", ".json"):
        shutil.copy(walk.with_suffix(ending), path.with_suffix(ending))
    said = json.loads(path.with_suffix(".json").read_text())
    recording = gaitkit.read(path)
    assert recording.facts["height_m"] == gaitkit.analyze(recording).summary["recording"]["height_m"]
    path.with_suffix(".json").write_text(json.dumps({**said, "height_m": 2.0}))
    refused(recording)
    again = gaitkit.read(path)
    assert again.facts["height_m"] == 2.0
    os.unlink(path.with_suffix(".json"))
    refused(again)
    bare = gaitkit.read(path)
    # What lies beside it and is not read with it may be anything.
    (tmp_path / "r4.reference.json").write_text("{}")
    (tmp_path / "r4-bouts.csv").write_text("")
    gaitkit.analyze(bare)
    path.with_suffix(".json").write_text(json.dumps(said))
    refused(bare)


def test_a_compressed_recording_has_its_description_beside_it(walk, tmp_path):
    path = tmp_path / "walk.csv.gz"
    path.write_bytes(gzip.compress(walk.read_bytes()))
    recording = gaitkit.read(path)
    (tmp_path / "walk.json").write_text('{"site": "hip"}')
    refused(recording)


def test_what_a_format_keeps_beside_a_recording_belongs_to_it(gait, walk, tmp_path):
    path = tmp_path / "sub-01_task-walk_tracksys-imu_motion.tsv"
    gait("convert", walk, "--output", path, "--quiet")
    recording = gaitkit.read(path)
    gaitkit.analyze(recording)
    for name in (path.name.replace("_motion.tsv", "_channels.tsv"), path.stem + ".json"):
        beside = path.with_name(name)
        beside.write_text(beside.read_text() + "\n")
        refused(recording)
        recording = gaitkit.read(path)


def test_a_folder_of_tables_has_its_description_beside_it(walk, tmp_path, monkeypatch):
    folder = tmp_path / "logger"
    folder.mkdir()
    frame = plain_table(walk)[["time_s", "acc_x", "acc_y", "acc_z"]]
    frame.columns = ["Time (s)", *(f"Acceleration {axis} (m/s^2)" for axis in "xyz")]
    frame.to_csv(folder / "Accelerometer.csv", index=False)
    monkeypatch.chdir(folder)
    for name in (".", "../logger/", folder):
        recording = gaitkit.read(name)
        gaitkit.analyze(recording)
        (tmp_path / "logger.json").write_text('{"site": "hip"}')
        refused(recording)
        os.unlink(tmp_path / "logger.json")
