"""Compares ways to take the angle of a U-turn from the gyroscope.

    python3 turn.py --data DATA

The people of voisard_ipol walk to a mark and back: the true angle is 180 degrees.
"""

import argparse
import csv
import glob
import gzip
import json

import numpy as np
from scipy import signal

RATE = 100.0
STRIDES = 2.2  # s: two usual strides
EDGE = 5.0     # degrees per second, where a turn begins and ends


def read(path):
    truth = json.load(open(path[:-7] + ".reference.json"))
    with gzip.open(path, "rt") as f:
        next(f)
        table = np.array([[float(x or "nan") for x in row[:7]] for row in csv.reader(f)])
    return table[:, 0], table[:, 1:4], table[:, 4:7], truth["uturn"]


def yaw_rate(force, rate):
    """Degrees per second about up; what the quietest two seconds show is taken off."""
    still = min(range(0, len(rate) - 200, 50), key=lambda i: (rate[i:i + 200] ** 2).sum())
    quiet = rate[still:still + 200]
    bias = quiet.mean(0) if np.sqrt((quiet**2).sum(1).mean()) < 0.08 else 0
    low = signal.butter(2, 0.25, fs=RATE, output="sos")
    up = signal.sosfiltfilt(low, force, axis=0)
    up /= np.linalg.norm(up, axis=1, keepdims=True)
    return np.degrees(((rate - bias) * up).sum(1))


def edges(yaw, first, last):
    smooth = signal.sosfiltfilt(signal.butter(4, 0.5, fs=RATE, output="sos"), yaw)
    sign = np.sign(smooth[first:last].sum())
    low = high = first + np.argmax(sign * smooth[first:last])
    while low > 0 and sign * smooth[low - 1] > EDGE:
        low -= 1
    while high < len(smooth) - 1 and sign * smooth[high + 1] > EDGE:
        high += 1
    return low, high


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    rows = []
    for path in sorted(glob.glob(f"{ask.parse_args().data}/voisard_ipol/*.csv.gz")):
        time, force, rate, (start, end) = read(path)
        yaw = yaw_rate(force, rate)
        heading = np.cumsum(yaw) / RATE
        low, high = edges(yaw, *np.searchsorted(time, (start, end)))
        mean = lambda a, b: heading[max(0, a):b + 1].mean()
        ways = [heading[high] - heading[low]]
        for share in (0.5, 1):
            n = int(share * STRIDES * RATE)
            ways.append(mean(high, high + n) - mean(low - n, low))
        rows.append(np.abs(ways) - 180)
    for name, error in zip(("edge to edge", "one stride", "two strides"), np.array(rows).T):
        print(f"{name:14s} n {len(error)}  bias {error.mean():+.1f}  mean absolute error "
              f"{np.abs(error).mean():.1f}  SD {error.std():.1f} degrees")


if __name__ == "__main__":
    main()
