#!/usr/bin/env python3
"""How well results hold where recordings are another laboratory's: Tools/benchmarks/changed.py FOLDER

Changes the recordings of `gait validate FOLDER` as another sensor, mounting or person would have, leaves their truth as it was
(or moves it along), and prints the figures of each change as a table. What falls by more than the change takes away shows a
constant that fits the sensors and people at hand.

    pip install numpy pandas scipy
    Tools/benchmarks/changed.py FOLDER
    Tools/benchmarks/changed.py FOLDER --changes "25 Hz" "a fifth quicker" --output figures.csv

It takes about half a minute for each change and needs room for one changed copy of FOLDER.
"""

import argparse
import io
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import pandas
from scipy.interpolate import CubicSpline
from scipy.signal import butter, sosfiltfilt
from scipy.spatial.transform import Rotation

GRAVITY = 9.80665
GAIT = pathlib.Path(__file__).resolve().parents[2] / "Tools/gait"

# The column of the table, and the row of `gait validate --format csv` that fills it.
FIGURES = {
    "contacts ±.1, back": ("voisard_ipol", "", "initial contacts", "±0.1 s F1"),
    "steps, back, %": ("voisard_ipol", "", "steps", "MAE"),
    "right foot, back": ("voisard_ipol", "", "laterality", "right foot"),
    "double support, points": ("voisard_ipol", "", "phases", "double support MAE"),
    "speed, m/s": ("voisard_ipol", "", "speed", "10 m leg MAE"),
    "daily bouts F1": ("mobgap", "INDIP", "walking bouts", "F1"),
    "contacts ±.1, pockets": ("weallwalk", "", "initial contacts", "±0.1 s F1"),
    "steps, pockets, %": ("weallwalk", "", "steps", "MAE"),
    "steps, elsewhere, %": ("oxford_steps", "", "steps", "MAE"),
    "walks found, waist": ("sisfall", "", "activity", "walking found"),
    "running": ("sisfall", "", "terrain", "time of gait in running called running"),
    "stairs": ("sisfall", "", "activity", "stairs found as stairs"),
    "false walking, s/min": ("umafall", "", "activity", "false walking without jumping and possible steps"),
}

TIMES = {"initial_contacts_s", "toe_offs_s", "final_contacts_s", "step_edges_s", "count_interval_s", "walking_bouts", "uturn",
         "gaps_interpolated_s", "events_outside_trial_s", "activity_segments", "start_s", "end_s", "duration_s",
         "step_duration_s", "stance_s", "swing_s", "single_support_s", "double_support_s"}
SPEEDS = {"straight_10m_speed_mps", "mean_speed_incl_uturn_mps", "walking_speed_mps", "step_speed_mps", "speed_mps", "cadence_spm"}
OTHER_SIDE = {"L": "R", "R": "L", "Left": "Right", "Right": "Left", "left": "right", "right": "left"}


class Recording:
    def __init__(self, path):
        base = str(path).removesuffix(".csv.gz")
        values = pandas.read_csv(path).to_numpy(float)
        self.name = pathlib.Path(base).name
        self.seconds, self.force = values[:, 0], values[:, 1:4]
        self.rate = values[:, 4:7] if values.shape[1] > 4 else None
        self.facts = json.loads(pathlib.Path(base + ".json").read_text())
        self.truth = json.loads(pathlib.Path(base + ".reference.json").read_text())
        self.chance = numpy.random.default_rng(sum(self.name.encode()))

    @property
    def hertz(self):
        return (len(self.seconds) - 1) / (self.seconds[-1] - self.seconds[0])

    def write(self, folder):
        columns = {"time_s": self.seconds.round(4)}
        columns |= {f"acc_{axis}": self.force[:, i].round(4) for i, axis in enumerate("xyz")}
        if self.rate is not None:
            columns |= {f"gyr_{axis}": self.rate[:, i].round(5) for i, axis in enumerate("xyz")}
        folder.mkdir(parents=True, exist_ok=True)
        pandas.DataFrame(columns).to_csv(folder / f"{self.name}.csv", index=False)
        (folder / f"{self.name}.json").write_text(json.dumps(self.facts))
        (folder / f"{self.name}.reference.json").write_text(json.dumps(self.truth))


def resampled(hertz):
    """As a sensor of another rate takes it, behind a filter at .42 of that rate."""
    def change(r):
        own = r.hertz
        ascending = numpy.r_[True, numpy.diff(numpy.maximum.accumulate(r.seconds)) > 0]
        even = numpy.arange(r.seconds[0], r.seconds[-1], 1 / own)
        new = numpy.arange(r.seconds[0], even[-1], 1 / hertz)

        def channel(x):
            x = numpy.stack([numpy.interp(even, r.seconds[ascending], x[ascending, i]) for i in range(3)], 1)
            if hertz < own:
                x = sosfiltfilt(butter(4, 0.84 * hertz / own, output="sos"), x, axis=0, padtype="even", padlen=min(len(x) - 1, 60))
            return CubicSpline(even, x, axis=0)(new)

        r.force = channel(r.force)
        r.rate = None if r.rate is None else channel(r.rate)
        r.seconds = new
        r.facts["sampling_rate_hz"] = float(hertz)
    return change


def lost(r):
    """One sample in fifty, five in a row."""
    kept = numpy.ones(len(r.seconds), bool)
    for place in r.chance.integers(10, max(11, len(kept) - 10), max(1, len(kept) // 250)):
        kept[place:place + 5] = False
    r.seconds, r.force = r.seconds[kept], r.force[kept]
    r.rate = None if r.rate is None else r.rate[kept]


def turned(axis, degrees):
    matrix = Rotation.from_rotvec(numpy.deg2rad(degrees) * numpy.eye(3)["xyz".index(axis)]).as_matrix()

    def change(r):
        r.force = r.force @ matrix.T
        r.rate = None if r.rate is None else r.rate @ matrix.T
    return change


def mirrored(r):
    """A person whose left is right, with the device on the other side."""
    def swapped(x, key=None):
        if isinstance(x, dict):
            return {key: swapped(value, key) for key, value in x.items()}
        if isinstance(x, list):
            return [swapped(value) for value in x]
        if key == "turn_deg" and x is not None:
            return type(x)(-int(x))
        return OTHER_SIDE.get(x, x) if isinstance(x, str) else x

    r.force = r.force * [-1, 1, 1]
    r.rate = None if r.rate is None else r.rate * [1, -1, -1]
    r.truth = swapped(r.truth)
    # Sides in names of recordings of pockets.
    r.name = r.name.replace("1L", "1?").replace("2R", "1L").replace("1?", "2R")
    r.facts.pop("site_detail", None)


def calibrated(gains=(1, 1, 1), offset=0, rate_offset_degrees=0):
    def change(r):
        r.force = r.force * gains + offset
        if r.rate is not None:
            r.rate = r.rate + numpy.deg2rad(rate_offset_degrees)
    return change


def noisy(r):
    """A cheap phone's noise, in proportion to the root of the rate."""
    share = (r.hertz / 100) ** 0.5
    r.force = r.force + r.chance.normal(0, 0.1 * share, r.force.shape)
    if r.rate is not None:
        r.rate = r.rate + r.chance.normal(0, numpy.deg2rad(0.5) * share, r.rate.shape)


def coarse(r):
    """Eight bits of a range of 8 g."""
    step = 8 * GRAVITY / 256
    r.force = (r.force / step).round() * step


def clipped(gravities):
    def change(r):
        r.force = r.force.clip(-gravities * GRAVITY, gravities * GRAVITY)
    return change


def without_gyroscope(r):
    r.rate = None


def without_height(r):
    r.facts.pop("height_m", None)
    r.facts.pop("sensor_height_m", None)


def moved(r, share):
    """The motion is so many times as strong; posture, slower than .3 Hz, stays."""
    slow = sosfiltfilt(butter(2, min(0.6 / r.hertz, 0.9), output="sos"), r.force, axis=0, padtype="even",
                       padlen=min(len(r.force) - 1, int(4 * r.hertz)))
    r.force = slow + (r.force - slow) * share


def quickened(share):
    """Steps as long, so many times as many a second: motion grows with the square, rotation with the rate."""
    def along(x, key=None):
        if isinstance(x, dict):
            return {key: along(value, key) for key, value in x.items()}
        if isinstance(x, list):
            return [along(value, key) for value in x]
        if isinstance(x, (int, float)) and not isinstance(x, bool):
            return x / share if key in TIMES else x * share if key in SPEEDS else x
        return x

    def change(r):
        moved(r, share ** 2)
        r.rate = None if r.rate is None else r.rate * share
        r.seconds = r.seconds[0] + (r.seconds - r.seconds[0]) / share
        r.truth, r.facts = along(r.truth), along(r.facts)
        if "sampling_rate_hz" in r.facts:
            r.facts["sampling_rate_hz"] *= share
    return change


CHANGES = {
    "as they are": lambda r: None,
    "25 Hz": resampled(25),
    "50 Hz": resampled(50),
    "64 Hz": resampled(64),
    "200 Hz": resampled(200),
    "one sample in fifty lost": lost,
    "upside down": turned("z", 180),
    "a quarter turn": turned("y", 90),
    "tilted by 25 degrees": turned("x", 25),
    "mirrored": mirrored,
    "gain 3 % high": calibrated([1.03] * 3),
    "gain 3 % low": calibrated([0.97] * 3),
    "offset .5 m/s²": calibrated(offset=[0, 0.5, 0]),
    "gyroscope 2 °/s off": calibrated(rate_offset_degrees=[0, 2, 0]),
    "noise .1 m/s²": noisy,
    "8 bits": coarse,
    "cut off at 2 g": clipped(2),
    "cut off at 1.5 g": clipped(1.5),
    "no gyroscope": without_gyroscope,
    "no height": without_height,
    "motion a fifth weaker": lambda r: moved(r, 0.8),
    "motion a quarter stronger": lambda r: moved(r, 1.25),
    "a tenth slower": quickened(1 / 1.1),
    "a tenth quicker": quickened(1.1),
    "a fifth quicker": quickened(1.2),
}


def figures(recordings, change):
    with tempfile.TemporaryDirectory() as folder:
        for path in recordings:
            recording = Recording(path)
            change(recording)
            recording.write(pathlib.Path(folder) / path.parent.name)
        done = subprocess.run([GAIT, "validate", folder, "--complete", "--format", "csv", "--quiet"],
                              capture_output=True, text=True)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
    if not done.stdout:
        raise SystemExit(1)
    table = pandas.read_csv(io.StringIO(done.stdout), keep_default_na=False)
    table = table[table["site"] == ""].set_index(["dataset", "system", "stage", "figure"])["value"]
    return {column: table.get(key, "") for column, key in FIGURES.items()}


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("folder", type=pathlib.Path, help="data sets as gait validate takes them")
    options.add_argument("--changes", nargs="+", choices=CHANGES, default=list(CHANGES), metavar="CHANGE", help="which changes")
    options.add_argument("--output", type=pathlib.Path, help="a CSV of the figures")
    arguments = options.parse_args()
    datasets = {key[0] for key in FIGURES.values()}
    recordings = [path for path in sorted(arguments.folder.glob("*/*.csv.gz")) if path.parent.name in datasets]
    if not recordings:
        raise SystemExit(f"{arguments.folder}: none of {', '.join(sorted(datasets))} is there")
    print("| change | " + " | ".join(FIGURES) + " |\n|" + "---|" * (len(FIGURES) + 1), flush=True)
    rows = []
    for name in arguments.changes:
        row = figures(recordings, CHANGES[name])
        rows.append({"change": name} | row)
        print(f"| {name} | " + " | ".join(str(value) if value == "" else f"{float(value):.3g}" for value in row.values()) + " |",
              flush=True)
    if arguments.output:
        pandas.DataFrame(rows).to_csv(arguments.output, index=False)


main()
