"""Writes given recordings as another sensor would have made them, for `gait validate`.

    python3 variants.py --data DATA --output FOLDER KIND     (rotated, without_gyroscope, 50, 25, 20)

`rotated`: every recording turned at random. A number: thinned to so many samples a second, after a
low-pass at 0.4 of that rate, as a logger does.
"""

import argparse
import glob
import gzip
import json
import os
import shutil

import numpy as np
from scipy import signal
from scipy.spatial.transform import Rotation

DATASETS = ("voisard_ipol", "voisard_semiogram", "mobgap")


def thinned(table, rate):
    time, x = table[:, 0], table[:, 1:]
    native = 1 / np.median(np.diff(time))
    even = np.arange(time[0], time[-1], 1 / native)
    x = np.stack([np.interp(even, time, c) for c in x.T], 1)
    low = signal.butter(4, 0.4 * rate, fs=native, output="sos")
    x = signal.sosfiltfilt(low, x, axis=0)
    out = np.arange(time[0], even[-1], 1 / rate)
    return np.c_[out, np.stack([np.interp(out, even, c) for c in x.T], 1)]


def changed(header, table, kind, seed):
    if kind == "rotated":
        turn = Rotation.random(random_state=seed).as_matrix()
        for first in (1, 4):
            if table.shape[1] >= first + 3:
                table[:, first:first + 3] = table[:, first:first + 3] @ turn.T
    elif kind == "without_gyroscope":
        header, table = header[:4], table[:, :4]
    else:
        table = thinned(table, float(kind))
    return header, table


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    ask.add_argument("--output", required=True)
    ask.add_argument("kind")
    ask.add_argument("--datasets", nargs="+", default=DATASETS)
    a = ask.parse_args()
    for name in a.datasets:
        os.makedirs(f"{a.output}/{name}", exist_ok=True)
        for seed, path in enumerate(sorted(glob.glob(f"{a.data}/{name}/*.csv.gz"))):
            with gzip.open(path, "rt") as f:
                header = next(f).strip().split(",")
                table = np.genfromtxt(f, delimiter=",")
            table = table[np.isfinite(table).all(1)]
            header, table = changed(header, table, a.kind, seed)
            stem = f"{a.output}/{name}/{os.path.basename(path)[:-7]}"
            with gzip.open(stem + ".csv.gz", "wt", compresslevel=1) as f:
                f.write(",".join(header) + "\n")
                np.savetxt(f, table, fmt="%.6f", delimiter=",")
            about = json.load(open(path[:-7] + ".json"))
            if a.kind.isdigit():
                about["sampling_rate_hz"] = float(a.kind)
            json.dump(about, open(stem + ".json", "w"))
            shutil.copy(path[:-7] + ".reference.json", stem + ".reference.json")


if __name__ == "__main__":
    main()
