#!/usr/bin/env python3
"""Makes the long recordings that costs are measured on: Tools/benchmarks/days.py FOLDER [--tile RECORDINGS] [--days 1] [--rest 0]

Fills the blocks of an Axivity AX6 (100 Hz, six channels) with short recordings over and over, the clock going on. The short
ones come from a folder of tables (`time_s,acc_x,…,gyr_z`), or are simulated where no folder is given; those of another rate
are brought to 100 Hz on straight lines between their samples. `--rest 8` lets eight seconds of a device at rest follow each
second of them. How much of a day is gait is up to the short recordings: `gait_sequences.csv` of `gait analyze --output` says it
(28 % for those of `mobgap`). Writes `FOLDER/day.cwa`, and with `--csv` a table too.
"""

import argparse
import gzip
import pathlib
import subprocess
import tempfile

import numpy as np

import long_files

RATE = 100
G = 9.80665
SCENARIOS = ["straight-walk", "daily-life", "slow-asymmetric", "standing-only"]


def tables(folder):
    """The samples of each table of a folder at the day's rate, one row per sample: rad/s, then m/s²."""
    for path in sorted(pathlib.Path(folder).glob("*.csv*")):
        with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
            names = file.readline().strip().split(",")
            columns = [names.index(name) for name in ["time_s", "gyr_x", "gyr_y", "gyr_z", "acc_x", "acc_y", "acc_z"]]
            rows = np.loadtxt(file, delimiter=",", usecols=columns)
        times, samples = rows[:, 0], rows[:, 1:]
        if abs(np.median(np.diff(times)) * RATE - 1) > 0.01:
            even = np.arange(times[0], times[-1], 1 / RATE)
            samples = np.stack([np.interp(even, times, column) for column in samples.T], axis=1)
        yield samples


def sectors(samples, like):
    """Blocks of 40 samples in the device's counts."""
    whole = samples[: len(samples) // 40 * 40]
    per_g, per_radian = units(like)
    counts = np.hstack([whole[:, :3] * per_radian, whole[:, 3:] / G * per_g])
    made = np.repeat(like[None, :], len(whole) // 40, axis=0)
    made[:, 30:510] = np.clip(np.round(counts), -32768, 32767).astype("<i2").reshape(-1, 240).view(np.uint8)
    return made


def units(block):
    """Counts a g and counts a radian per second, as a block says them: 2^(8 + n) a g in three bits, the gyroscope's end at
    8000 / 2^n °/s in three more."""
    word = int(block[18:20].view("<u2")[0])
    return 2.0 ** (8 + (word >> 13)), 32768 / np.radians(8000 / 2 ** (word >> 10 & 7))


def rest(seconds, seed=1):
    """A device that lies still: the noise of its sensors."""
    noise = np.random.default_rng(seed).normal(0, 1, (int(seconds * RATE), 6))
    return noise * [0.003, 0.003, 0.003, 0.02, 0.02, 0.02] + [0, 0, 0, 0, 0, G]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tile", metavar="RECORDINGS", help="a folder of tables; without it they are simulated")
    parser.add_argument("--days", type=float, default=1.0)
    parser.add_argument("--rest", type=float, default=0.0, help="seconds at rest after each second of recording")
    parser.add_argument("--csv", action="store_true", help="write the day as a table too")
    parser.add_argument("--gait", default=pathlib.Path(__file__).resolve().parents[1] / "gait")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)

        def simulate(scenario, name, seed, *more):
            subprocess.run([options.gait, "simulate", scenario, "--seed", str(seed), "-q", *more,
                            "--output", scratch / name], check=True)

        simulate("straight-walk", "like.cwa", 1)
        template = np.fromfile(scratch / "like.cwa", dtype=np.uint8)
        like = template[1024 : 1024 + 512]
        if options.tile is None:
            (scratch / "tables").mkdir()
            for seed, scenario in enumerate(SCENARIOS, 1):
                simulate(scenario, f"tables/{scenario}.csv", seed)
        parts = []
        for samples in tables(options.tile or scratch / "tables"):
            parts.append(sectors(samples, like))
            if options.rest:
                parts.append(sectors(rest(options.rest * len(samples) / RATE), like))
        hour = scratch / "hour.cwa"
        np.concatenate([template[:1024], *[part.ravel() for part in parts]]).tofile(hour)
        long_files.cwa(hour, options.folder / "day.cwa", options.days)
    if options.csv:
        table(options.folder / "day.cwa", options.folder / "day.csv")


def table(recording, target):
    """The samples of an AX6 as text, as a laboratory would store them."""
    blocks = np.fromfile(recording, dtype=np.uint8)[1024:].reshape(-1, 512)
    per_g, per_radian = units(blocks[0])
    with target.open("w") as file:
        file.write("time_s,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z\n")
        for first in range(0, len(blocks), 1000):
            counts = np.ascontiguousarray(blocks[first : first + 1000, 30:510]).view("<i2").reshape(-1, 6)
            rows = np.hstack([
                (first * 40 + np.arange(len(counts)))[:, None] / RATE,
                counts[:, 3:] / per_g * G, counts[:, :3] / per_radian,
            ])
            np.savetxt(file, rows, fmt=["%.2f"] + ["%.4f"] * 3 + ["%.5f"] * 3, delimiter=",")


if __name__ == "__main__":
    main()
