#!/usr/bin/env python3
"""What `gait estimate` costs on a store: Tools/benchmarks/estimates.py [PEOPLE] [DAYS] [GAIT]

Simulates ten people's histories (about 430 samples a day), copies them under other names until there are PEOPLE, and
measures by the clock and by the processor: everything the first time, one new day of each, nothing new. Then the same for
one person's ten years. With `--keep FOLDER` the stores stay there and are used again.
"""

import argparse
import contextlib
import datetime
import os
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import time

FIRST = datetime.date(2016, 1, 4)
SCENARIOS = ["steady", "ageing", "knee-surgery", "phone-at-home", "unsteadiness"]


def run(gait, *arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run([gait, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, processor


def simulated(gait, store, people, days):
    for person in range(people):
        run(gait, "simulate", "--quiet", "--history", SCENARIOS[person % len(SCENARIOS)], "--seed", person + 1,
            "--days", days, "--start", FIRST, "--participant", f"P{person + 1}", "--store", store)


def copied(store, times):
    """Everybody of the store again under other names: every number is shifted past the known ones."""
    with contextlib.closing(sqlite3.connect(store)) as database:
        database.execute("PRAGMA synchronous = OFF")
        shift = 1 + max(
            database.execute(f"SELECT max(id) FROM {table}").fetchone()[0]
            for table in ["participant", "series", "source", "detail"])
        columns = {
            table: [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            for table in ["participant", "series", "source", "detail", "sample", "addition"]
        }
        shifted = {
            "participant": {"id"}, "series": {"id", "participant_id"}, "source": {"id", "participant_id"},
            "detail": {"id", "participant_id"}, "sample": {"series_id", "source_id", "detail_id"},
            "addition": {"series_id"},
        }
        key = {table: "id" for table in shifted} | {"sample": "series_id", "addition": "series_id"}
        for copy in range(1, times):
            for table, numbers in shifted.items():
                values = [
                    f"{name} + {copy * shift}" if name in numbers
                    else f"name || '-{copy}'" if table == "participant" and name == "name" else name
                    for name in columns[table]
                ]
                database.execute(
                    f"INSERT INTO {table} SELECT {', '.join(values)} FROM {table} WHERE {key[table]} < {shift}")
            database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def measured(gait, store, people, days):
    last = FIRST + datetime.timedelta(days=days - 1)
    with contextlib.closing(sqlite3.connect(store)) as database:
        samples = database.execute("SELECT count(*) FROM sample").fetchone()[0]
    print(f"{people} people, {days} days, {samples} samples, {pathlib.Path(store).stat().st_size >> 20} MiB")
    yesterday = last - datetime.timedelta(days=1)
    for name, until in [("everything", yesterday), ("one new day of each", last), ("nothing new", last)]:
        clock, processor = run(gait, "estimate", "--quiet", "--store", store, "--until", until)
        print(f"  {name}: {clock:.2f} s by the clock, {processor:.2f} s of processor", flush=True)


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("people", nargs="?", type=int, default=100)
    parser.add_argument("days", nargs="?", type=int, default=366)
    parser.add_argument("gait", nargs="?", default=str(root / "Tools/gait"))
    parser.add_argument("--keep")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(options.keep or folder)
        for people, days in [(1, 3653), (options.people, options.days)]:
            whole, store = folder / f"{people}-{days}.whole", folder / "used.gait"
            if not whole.exists():
                simulated(options.gait, whole, min(people, 10), days)
                copied(whole, max(1, people // 10))
            shutil.copyfile(whole, store) if options.keep else whole.rename(store)
            # What the making of the file has left to write is not the estimates' work.
            os.sync()
            measured(options.gait, store, people, days)
            for file in folder.glob("used.gait*"):
                file.unlink()


if __name__ == "__main__":
    main()
