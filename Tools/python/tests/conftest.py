import csv
import os
import pathlib
import subprocess

import pandas
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
GAIT = os.environ.get("GAIT", str(ROOT / "Tools/gait"))
SAMPLES = sorted(
    path for description in (ROOT / "SampleData").glob("*.json")
    for path in description.parent.glob(description.stem + ".*")
    if path.suffix in (".csv", ".cwa", ".bin", ".gt3x"))


@pytest.fixture(scope="session")
def gait():
    """Runs the command."""

    def run(*arguments):
        return subprocess.run(
            [GAIT, *map(str, arguments)], stdin=subprocess.DEVNULL, check=True, capture_output=True,
            text=True).stdout

    return run


@pytest.fixture(scope="session")
def results(gait, tmp_path_factory):
    """The files of the command for all sample recordings: a folder for each."""
    folder = tmp_path_factory.mktemp("results")
    gait("analyze", *SAMPLES, "--output", folder, "--quiet")
    return folder


@pytest.fixture(scope="session")
def walk():
    """A plain table of a walk."""
    return ROOT / "SampleData/straight-walk.csv"


@pytest.fixture(scope="session")
def life():
    """Five walks with pauses between them, of which four close before the end."""
    return ROOT / "SampleData/daily-life.csv"


def plain_table(path):
    """A plain table as a frame, each number the double next to its text."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return pandas.DataFrame({name: [float(row[name]) for row in rows] for name in rows[0]})
