"""Writes given walks done more slowly, as recordings that `gait validate` reads.

    python3 stretch.py --data DATA --output FOLDER [--factors 1.7 2.3]
    gait validate FOLDER

The walks of the lower-back sets, stretched in time as in `recordings.stretched`: gravity's slow part is
kept, the motion divided by factor^1.5 (steps become shorter as well as slower), the rotation by the
factor, sensor noise added back. Steps then take 0.8 to 1.7 s. Walks take the factors in turn, the
patient's get each of them.
"""

import argparse
import csv
import glob
import gzip
import json
import os

import numpy as np
from scipy import signal

RATE = 100.0
NOISE = dict(acc=0.03, gyr=0.002)  # m/s², rad/s
STEP_POWER = 1.5                   # of the factor: shorter and slower steps
TIMES = ("initial_contacts_s", "toe_offs_s", "uturn", "walking_bouts", "events_outside_trial_s")


def moved(value, factor):
    """Times in seconds, in lists of any depth; feet and other words stay."""
    if isinstance(value, list):
        return [moved(v, factor) for v in value]
    return value * factor if isinstance(value, (int, float)) else value


def slowed(table, factor, seed):
    """Time, acceleration and angular rate of the slow walk."""
    time, rest = table[:, 0], table[:, 1:]
    even = np.arange(time[0], time[-1], 1 / RATE)
    x = np.stack([np.interp(even, time, c) for c in rest.T], 1)
    low = signal.sosfiltfilt(signal.butter(2, 0.2, fs=RATE, output="sos"), x[:, :3], axis=0)
    out = np.arange(int(len(even) * factor)) / RATE
    at = lambda c: np.stack([np.interp(out / factor, even - even[0], k) for k in c.T], 1)
    dice = np.random.default_rng(seed)
    acc = at(low) + at(x[:, :3] - low) / factor**STEP_POWER
    acc += dice.normal(0, NOISE["acc"], acc.shape)
    columns = [out[:, None] + time[0] * factor, acc]
    if x.shape[1] >= 6:
        gyr = at(x[:, 3:6]) / factor
        columns.append(gyr + dice.normal(0, NOISE["gyr"], gyr.shape))
    return np.concatenate(columns, 1)


def write(path, folder, factor, seed):
    about = json.load(open(path[:-7] + ".json"))
    truth = json.load(open(path[:-7] + ".reference.json"))
    with gzip.open(path, "rt") as f:
        header = next(f).strip().split(",")
        table = np.array([[float(v or "nan") for v in row] for row in csv.reader(f)])
    table = table[np.isfinite(table).all(1)]
    slow = slowed(table, factor, seed)
    for key in TIMES:
        if truth.get(key):
            truth[key] = moved(truth[key], factor)
    if truth.get("straight_10m_speed_mps"):
        truth["straight_10m_speed_mps"] = [v / factor for v in truth["straight_10m_speed_mps"]]
    if about.get("gaps_interpolated_s"):
        about["gaps_interpolated_s"] = moved(about["gaps_interpolated_s"], factor)
    about.update(sampling_rate_hz=RATE)
    stem = os.path.join(folder, f"{os.path.basename(path)[:-7]}_slow_{factor}")
    with gzip.open(stem + ".csv.gz", "wt") as f:
        f.write(",".join(header) + "\n")
        np.savetxt(f, slow, fmt="%.5f", delimiter=",")
    json.dump(about, open(stem + ".json", "w"))
    json.dump(truth, open(stem + ".reference.json", "w"))


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    ask.add_argument("--output", required=True)
    ask.add_argument("--factors", type=float, nargs="+", default=[1.7, 2.3])
    a = ask.parse_args()
    for name in ("voisard_ipol", "voisard_semiogram"):
        folder = os.path.join(a.output, name + "_stretched")
        os.makedirs(folder, exist_ok=True)
        for i, path in enumerate(sorted(glob.glob(f"{a.data}/{name}/*.csv.gz"))):
            everything = name == "voisard_semiogram"
            for factor in a.factors if everything else [a.factors[i % len(a.factors)]]:
                write(path, folder, factor, i)


if __name__ == "__main__":
    main()
