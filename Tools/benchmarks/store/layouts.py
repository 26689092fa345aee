#!/usr/bin/env python3
"""Three ways to lay out samples in SQLite, measured: python3 layouts.py [people] [days]

plain      one row per sample, words as words, an index on (participant, kind, start)
interned   words replaced by numbers of small tables, a rowid table with a unique index
clustered  the same numbers, the table itself ordered by (series, start, ...): WITHOUT ROWID

Samples arrive recording by recording, one a day, as `gait analyze --store` saves them: 60 bouts of
8 kinds. Prints inserts per second, bytes per sample, the time of one person's year of one kind and
that of everybody's year of one kind (scans in Python, best of 3: compare them with each other, not with the
program).
"""
import os
import random
import sqlite3
import sys
import tempfile
import time

KINDS = ["walking-speed", "step-length", "stride-length", "double-support",
         "walking-asymmetry", "cadence", "step-count", "distance"]

LAYOUTS = {
    "plain": (
        """CREATE TABLE sample (id INTEGER PRIMARY KEY, participant TEXT, kind TEXT, start_ms INT,
           end_ms INT, value REAL, error REAL, source TEXT, recording TEXT, method TEXT);
           CREATE INDEX by_kind ON sample (participant, kind, start_ms)""",
        "INSERT INTO sample VALUES (NULL, ?, ?, ?, ?, ?, ?, 'gait', ?, 'PendulumStepLength 4')",
        lambda p, k, start, length, value, recording:
            (f"P{p:03}", KINDS[k], start, start + length, value, value / 10, f"P{p:03}-{recording}"),
        "SELECT start_ms, value FROM sample WHERE participant = 'P003' AND kind = 'walking-speed' "
        "ORDER BY start_ms",
        "SELECT start_ms, value FROM sample WHERE kind = 'walking-speed' "
        "ORDER BY participant, start_ms"),
    "interned": (
        """CREATE TABLE sample (id INTEGER PRIMARY KEY, series INT, start_ms INT, duration_ms INT,
           source INT, distinction INT, value REAL, error REAL, detail INT, change INT);
           CREATE UNIQUE INDEX by_series ON sample
             (series, start_ms, duration_ms, source, distinction)""",
        "INSERT INTO sample VALUES (NULL, ?, ?, ?, ?, 0, ?, ?, 7, ?)",
        lambda p, k, start, length, value, recording:
            (p * 8 + k, start, length, p * 400 + recording, value, value / 10, p * 400 + recording),
        "SELECT start_ms, value FROM sample WHERE series = 24 ORDER BY start_ms",
        "SELECT start_ms, value FROM sample WHERE series = ? ORDER BY start_ms"),
    "clustered": (
        """CREATE TABLE sample (series INT, start_ms INT, duration_ms INT, source INT,
           distinction INT, value REAL, error REAL, detail INT, change INT,
           PRIMARY KEY (series, start_ms, duration_ms, source, distinction)) WITHOUT ROWID""",
        "INSERT INTO sample VALUES (?, ?, ?, ?, 0, ?, ?, 7, ?)",
        lambda p, k, start, length, value, recording:
            (p * 8 + k, start, length, p * 400 + recording, value, value / 10, p * 400 + recording),
        "SELECT start_ms, value FROM sample WHERE series = 24 ORDER BY start_ms",
        "SELECT start_ms, value FROM sample WHERE series = ? ORDER BY start_ms"),
}


def recording(row, person, day, dice):
    start = 1_735_689_600_000 + day * 86_400_000 + 7 * 3_600_000
    rows = []
    for bout in range(60):
        start += dice.randint(60_000, 900_000)
        length = dice.randint(8_000, 120_000)
        rows += [row(person, kind, start, length, dice.gauss(1.2, 0.2), day) for kind in range(8)]
    return rows


def best_of_three(work):
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def measure(name, people, days, folder):
    schema, insert, row, year, cohort = LAYOUTS[name]
    path = os.path.join(folder, name + ".sqlite")
    store = sqlite3.connect(path, isolation_level=None)
    store.execute("PRAGMA journal_mode = WAL")
    store.execute("PRAGMA synchronous = NORMAL")
    store.execute("PRAGMA cache_size = -65536")
    store.executescript(schema)
    dice = random.Random(1)
    spent = 0.0
    for person in range(people):
        for day in range(days):
            rows = recording(row, person, day, dice)
            begin = time.perf_counter()
            store.execute("BEGIN")
            store.executemany(insert, rows)
            store.execute("COMMIT")
            spent += time.perf_counter() - begin
    store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    count = people * days * 480
    everybody = [(p * 8,) for p in range(people)] if "?" in cohort else [()]
    one = best_of_three(lambda: sum(v for _, v in store.execute(year)))
    all_ = best_of_three(lambda: [sum(v for _, v in store.execute(cohort, p)) for p in everybody])
    print(f"{name:10} {count / spent:12,.0f} {os.path.getsize(path) / count:12.1f} "
          f"{one * 1000:14.1f} {all_:14.2f}")


def main():
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    days = int(sys.argv[2]) if len(sys.argv) > 2 else 365
    print(f"{people} people, {days} days, {people * days * 480:,} samples")
    print("layout        inserts/s  bytes/sample  one person, ms   everybody, s")
    with tempfile.TemporaryDirectory() as folder:
        for name in LAYOUTS:
            measure(name, people, days, folder)


main()
