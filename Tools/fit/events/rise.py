"""Chair stands against walking: how far the body goes up and down.

    python3 rise.py --data DATA --more MORE

Every recording at the lower back, waist or hip. Nothing is fitted: the largest rise of each kind of recording is printed.
"""

import argparse
import glob
import json
from collections import defaultdict

import numpy as np
from scipy import signal

from recordings import RATE, read

BLOCK, SLOW = 10, 10.0
SLOWEST, WINDOW = 0.25, 4.0


def rises(acc):
    """How far the body goes up and down about each tenth of a second, m: 2 √2 times the RMS over 4 s."""
    magnitude = np.linalg.norm(acc, axis=1)
    blocks = magnitude[:len(magnitude) // BLOCK * BLOCK].reshape(-1, BLOCK).mean(1)
    high = signal.butter(2, SLOWEST, "high", fs=SLOW, output="sos")
    x = signal.sosfiltfilt(high, blocks, padtype="even", padlen=min(len(blocks) - 2, 100))
    for _ in range(2):
        x = np.r_[0, np.cumsum((x[1:] + x[:-1]) / 2 / SLOW)]
        x = signal.sosfiltfilt(high, x, padtype="even", padlen=min(len(x) - 2, 100))
    half = int(WINDOW * SLOW / 2)
    sums = np.r_[0, np.cumsum(x * x)]
    i = np.arange(len(x))
    low, top = np.maximum(0, i - half), np.minimum(len(x), i + half)
    return 2 * np.sqrt(2 * (sums[top] - sums[low]) / (top - low))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True), p.add_argument("--more", required=True)
    a = p.parse_args()
    found = defaultdict(list)
    for path in sorted(glob.glob(a.data + "/*/*.csv.gz") + glob.glob(a.more + "/*/*.csv.gz")):
        about = json.load(open(path[:-7] + ".json"))
        if about.get("site") not in ("lower_back", "hip", "waist"):
            continue
        r = read(path)
        if len(r["acc"]) < 4 * RATE:
            continue
        t = r["truth"]
        rise = rises(r["acc"])
        kind = t.get("task") or t.get("condition") or t.get("activity") or "walking"
        found[r["dataset"], str(kind)].append((np.median(rise), np.percentile(rise, 95), rise.max(), r["stem"]))
    for k, rows in sorted(found.items()):
        m = np.array([x[:3] for x in rows])
        print(*k, f"{len(rows)} recordings: median {np.median(m[:, 0]):.2f}, 95th percentile {np.median(m[:, 1]):.2f},"
              f" largest median {m[:, 0].max():.2f}, largest {m[:, 2].max():.2f} m ({max(rows, key=lambda x: x[2])[3]})")


if __name__ == "__main__":
    main()
