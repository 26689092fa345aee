"""Climbing quickly against running on the level, and up against down, run by run.

    python3 quick.py --data DATA --cache CACHE [--clip GRAVITIES]

Dashes on stairs last four seconds, jogs a minute: every jog is also cut into bursts as short, with
standing between them, so that nothing is learned from how long a run lasts. With --clip those who are tested wear
a sensor that is cut off there; the others, and the numbers that are kept, stay as they are.
"""

import argparse
import json
import os
import pickle

import numpy as np

import ground as ft
from models import Logistic
from recordings import read_all
from tables import SITES, moving

CLIMBING = ("h h1", "v h2", "ln f")
UP = ("jerk", "dir spread")
BURSTS = (3.0, 3.5, 4.2)  # seconds
PAUSE = 2.5
EDGE = 0.2


def bursts(acc, seconds):
    """A jog done in bursts; gravity stays."""
    on, off, rng = int(100 * seconds), int(100 * PAUSE), np.random.default_rng(int(10 * seconds))
    window, spans, start = np.zeros(len(acc)), [], 200 + rng.integers(0, 100)
    while start + on < len(acc) - 200:
        window[start:start + on] = 1
        spans.append((start / 100, (start + on) / 100))
        start += on + off
    ramp = np.hanning(31)
    window = np.convolve(window, ramp / ramp.sum(), "same")
    mean = acc.mean(0)
    still = 9.81 * mean / np.linalg.norm(mean)
    return still + (acc - still) * window[:, None] + rng.normal(0, 0.03, acc.shape), spans


def halves(spans):
    """Up before down: two runs, or one with the turn in its middle."""
    if len(spans) > 1:
        return spans[:2]
    (a, b), = spans
    return [(a, (a + b) / 2 - 0.3), ((a + b) / 2 + 0.3, b)]


def gather(data, cache, clip=None):
    """Runs of the waist: features of their frames, whether they climb, and whether up."""
    kept = os.path.join(cache, f"quick{clip or ''}.pickle")
    if os.path.exists(kept):
        return pickle.load(open(kept, "rb"))
    here = os.path.dirname(os.path.abspath(__file__))
    numbers = json.load(open(os.path.join(here, "..", "events", "constants.json")))
    ridge = np.array(list(numbers["step_frequency_ridge"]["coefficients"].values()))
    out = []

    def add(r, acc, spans, kind, cut=0.0):
        limit = np.inf if clip is None else 9.80665 * clip
        x = ft.features(acc.clip(-limit, limit), ridge)
        t = np.arange(len(x)) * ft.fr.HOP / ft.fr.SLOW
        for k, (a, b) in enumerate(spans):
            m = (t >= a + EDGE) & (t <= b - EDGE)  # about from the first contact to the last
            if m.sum() >= 2:
                out.append(dict(person=r["person"], dataset=r["dataset"], stem=r["stem"], cut=cut,
                                climbs=kind == "dash", up=k == 0, seconds=b - a, x=x[m].mean(0)))

    for r in read_all(data, cache, ("sisfall", "umafall", "mobifall")):
        if SITES.get(r["site"]) != "pelvis":
            continue
        spans = moving(r["acc"])
        if r["truth"].get("condition") == "stairs_updown_fast":
            add(r, r["acc"], halves(spans), "dash")
        elif r["truth"].get("activity") == "running":
            a, b = max(spans, key=lambda s: s[1] - s[0])
            acc = r["acc"][int(100 * a) + 50:int(100 * b) - 50]
            add(r, acc, [(0, len(acc) / 100)], "jog")
            for seconds in BURSTS:
                add(r, *bursts(acc, seconds), "jog", seconds)
    pickle.dump(out, open(kept, "wb"))
    return out


def weights(y, person):
    """Both classes weigh the same; in a class all people."""
    w = np.zeros(len(y))
    for c in (0, 1):
        people = set(person[y == c])
        for p in people:
            m = (y == c) & (person == p)
            w[m] = 1 / m.sum() / len(people)
    return w * len(y) / 2


def fitted(runs, names, target):
    x, y = np.array([r["x"] for r in runs]), np.array([int(r[target]) for r in runs])
    return Logistic(names, 1.0).fit(x, y, weights(y, np.array([r["person"] for r in runs])))


def left_out(runs, names, target, key, tested=None):
    out = []
    for g in sorted({r[key] for r in runs}):
        rest = [r for r in runs if r[key] != g]
        if len({r[target] for r in rest}) == 2:
            model = fitted(rest, names, target)
            out += [(float(model.logit(r["x"][None])[0]), r) for r in tested or runs if r[key] == g]
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True), p.add_argument("--cache", required=True)
    p.add_argument("--clip", type=float)
    a = p.parse_args()
    runs = gather(a.data, a.cache)
    tested = gather(a.data, a.cache, a.clip)
    for key in ("person", "dataset"):
        z = left_out(runs, CLIMBING, "climbs", key, tested)
        dash = [v for v, r in z if r["climbs"]]
        whole = [v for v, r in z if not r["climbs"] and not r["cut"]]
        cut = [(v, r["person"]) for v, r in z if not r["climbs"] and r["cut"]]
        print(f"{key}s left out: dashes found {sum(v > 0 for v in dash)} of {len(dash)}; whole jogs "
              f"called stairs {sum(v > 0 for v in whole)} of {len(whole)}, bursts "
              f"{sum(v > 0 for v, _ in cut)} of {len(cut)}", sorted({p for v, p in cut if v > 0}))
    dashes = [r for r in runs if r["climbs"]]
    z = left_out(dashes, UP, "up", "person")
    print(f"up or down, people left out: {sum((v > 0) == r['up'] for v, r in z)} of {len(z)}")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "constants.json")
    kept = json.load(open(path))
    kept["quick stairs"] = fitted(runs, CLIMBING, "climbs").numbers()
    kept["quick stairs up"] = fitted(dashes, UP, "up").numbers()
    json.dump(kept, open(path, "w"), indent=1)
    print(kept["quick stairs"], kept["quick stairs up"])


if __name__ == "__main__":
    main()
