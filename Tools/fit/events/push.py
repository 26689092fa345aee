"""How hard the steps of runs push, and how often quickened walks are called running with and without that question.

    python3 push.py --data DATA --cache CACHE      (after ridge.py with the same cache)

Every frame is called running by a regression that never saw its people; a run whose frames push, in the middle, with less than
pi/2 of gravity is none. Walks are quickened with steps as long: what is slower than 0.2 Hz stays, the motion grows with the
square of the rate.
"""

import argparse
import json
import os
import sys

import numpy as np
from scipy import signal

import frames as fr
from detect import RUN_CHOSEN, WALK, Hinges, folds, running_rows, stack, table
from features import NAMES, features
from recordings import RATE, labels, read_all

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "terrain"))
from running import PRIOR, SITES, decode

GRAVITY, LEAST, QUICKEST = 9.80665, np.pi / 2, 2.45


def quickened(r, factor):
    """The acceleration of the same walk with `factor` times as many steps a second."""
    acc = r["acc"]
    low = signal.butter(2, 0.2, fs=RATE, output="sos")
    slow = signal.sosfiltfilt(low, acc, axis=0, padtype="even", padlen=min(len(acc) - 1, 1000))
    grid, old = np.arange(int(len(acc) / factor)) * factor, np.arange(len(acc))
    at = lambda x: np.stack([np.interp(grid, old, c) for c in x.T], 1)
    return at(slow) + at(acc - slow) * factor**2


def pushes(acc, x):
    """Per frame: what three of four spans as long as a step reach, as a share of gravity (of the mean where that is less)."""
    force = fr.Frames(fr.slow_stream(acc), fr.LONG).raw_norm
    out = np.zeros(len(force))
    for i, log_hertz in enumerate(x[:, NAMES.index("ln f")]):
        step = int(round(fr.SLOW / np.exp(log_hertz)))
        most = np.lib.stride_tricks.sliding_window_view(force[i], step).max(1)
        out[i] = np.sort(most)[len(most) // 4] / max(min(GRAVITY, force[i].mean()), 1e-3)
    return out


def judged(ran, push):
    """Runs that do not push are none; also the middle push of each run that was found."""
    ran, middle = ran.copy(), []
    edges = np.flatnonzero(np.diff(np.r_[0, ran.astype(int), 0]))
    for a, b in zip(edges[::2], edges[1::2]):
        middle.append(np.sort(push[a:b])[(b - a) // 2])
        ran[a:b] = middle[-1] >= LEAST
    return ran, middle


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    ask.add_argument("--cache", default="/tmp/fit_events")
    a = ask.parse_args()
    coefficients = np.array(json.load(open(a.cache + "/ridge.json")))
    rows = running_rows(table(a.data, a.cache))
    key = folds(rows)
    models = {g: Hinges(RUN_CHOSEN).fit(*stack([r for r in rows if key(r) != g])) for g in {key(r) for r in rows}}
    truth = {(r["dataset"], r["stem"]): r["y"] == 1 for r in rows}
    sums, softest = {}, {}
    for r in read_all(a.data, a.cache):
        runs = truth[r["dataset"], r["stem"]]
        for factor in (1.0, 1.1, 1.2):
            acc = r["acc"] if factor == 1 else quickened(r, factor)
            walks = labels(r, np.arange(int(len(acc) * fr.SLOW / RATE / fr.HOP) + 2) * fr.HOP / fr.SLOW * factor) == WALK
            if not (walks.any() or factor == 1 and runs.any()):
                continue
            x = features(acc, coefficients)
            walks = walks[:len(x)]
            if factor > 1 and (not walks.any() or np.median(x[walks, NAMES.index("ln f")]) > np.log(QUICKEST)):
                continue
            ran = decode(models[key(r)].logit(x), PRIOR.get(SITES.get(r["site"], r["site"]), 0.0))
            kept, middle = judged(ran, pushes(acc, x)) if ran.any() else (ran, [])
            for name, frames in ((f"walks x{factor}", walks), ("runs", runs)):
                if frames.any() and (name != "runs" or factor == 1):
                    s = sums.setdefault((name, r["dataset"], r["site"]), [0, 0, 0])
                    for k, v in enumerate((frames, frames & ran, frames & kept)):
                        s[k] += int(v.sum())
            if factor == 1 and runs.any() and middle:
                softest[r["stem"]] = max(middle)
    for k, (count, before, after) in sorted(sums.items()):
        if before:
            print(*k, f"frames {count}, called running {before / count:.3f}, with pushes {after / count:.3f}")
    print("softest runs", sorted((round(float(v), 2), k) for k, v in softest.items())[:5])


if __name__ == "__main__":
    main()
