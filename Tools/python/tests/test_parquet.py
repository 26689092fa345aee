"""Tools/parquet: the samples of a recording as Parquet, number by number those of the plain table."""
import csv
import subprocess
import sys

from conftest import ROOT, SAMPLES

import pytest

parquet = pytest.importorskip("pyarrow.parquet")


def turned(path):
    return subprocess.run([sys.executable, ROOT / "Tools/parquet", path], capture_output=True, text=True)


@pytest.mark.parametrize("recording", SAMPLES, ids=lambda path: path.name)
def test_every_sample_and_unit(gait, recording, tmp_path):
    table = tmp_path / "plain.csv"
    gait("convert", recording, "--output", table, "--quiet")
    assert turned(table).returncode == 0
    found = parquet.read_table(tmp_path / "plain.parquet")
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    assert found.num_rows == len(rows) > 100
    for name in found.column_names:
        expected = [float(row[name]) if row[name] else None for row in rows]
        assert found.column(name).to_pylist() == expected
        assert found.schema.field(name).metadata[b"unit"]
    assert found.schema.metadata[b"gait"].decode() == (tmp_path / "plain.json").read_text()


def test_what_is_no_recording_is_refused_and_leaves_nothing(gait, walk, tmp_path):
    table = tmp_path / "plain.csv"
    gait("convert", walk, "--output", table, "--quiet")
    with open(table, "a") as file:
        file.write("a,line,that,is,none\n")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    for path in [table, tmp_path / "other.csv", tmp_path / "missing.csv"]:
        ending = turned(path)
        assert ending.returncode == 1 and path.name in ending.stderr
    assert not list(tmp_path.glob("*parquet*")) and not list(tmp_path.glob(".*"))


def test_an_empty_word_is_missing(gait, walk, tmp_path):
    study = tmp_path / "study" / "P01"
    study.mkdir(parents=True)
    (study / "walk.csv").write_bytes(walk.read_bytes())
    gait("batch", tmp_path / "study", "--output", tmp_path / "out", "--quiet")
    assert turned(tmp_path / "out/tables").returncode == 0
    found = 0
    for table in sorted((tmp_path / "out/tables").glob("*.parquet")):
        columns = parquet.read_table(table)
        for name in columns.column_names:
            values = columns.column(name).to_pylist()
            assert "" not in values, f"{table.name}: {name}"
            found += values.count(None)
    assert found
