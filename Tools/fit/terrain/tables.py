"""Frames of level walking and of stairs, with their people.

Whole-file labels say "stairs"; where in the file the person climbs is read from the motion: stairs
files hold standing at the ends and on the landing. Up comes before down where one file holds both.
"""

import json
import os
import pickle

import numpy as np

import ground as ft
from ground import fr
from recordings import WALK, RATE, labels, read_all

LEVEL, UP, DOWN, RUN, HOP, OTHER, SKIP = 0, 1, 2, 3, 4, 5, -1
SITES = {"lower_back": "pelvis", "hip": "pelvis", "pocket": "pocket", "wrist": "wrist"}
DATASETS = ("mobgap", "voisard_ipol", "voisard_semiogram", "weallwalk", "oxford_steps",
            "spsw_har", "sisfall", "umafall", "mobifall")


def moving(acc):
    """Stretches (s) in which the body moves: |a| varies, gaps below 1 s bridged."""
    n = np.linalg.norm(fr.slow_stream(acc), axis=1)
    box = lambda x, k: np.convolve(np.pad(x, k // 2, mode="edge"), np.ones(k) / k, "same")[k // 2:k // 2 + len(x)]
    v = np.sqrt(box((n - box(n, 75))**2, 25).clip(0))
    on = v > max(0.5, 0.35 * np.percentile(v, 90))
    d = np.diff(np.r_[0, on.astype(int), 0])
    runs = [[a / 25, b / 25] for a, b in zip(np.where(d == 1)[0], np.where(d == -1)[0])]
    out = []
    for r in runs:
        if out and r[0] - out[-1][1] < 1.0:
            out[-1][1] = r[1]
        else:
            out.append(r)
    return [r for r in out if r[1] - r[0] > 1.5]


def quietest(acc, spans):
    """The landing between up and down: the quietest second in the middle third of the motion."""
    n = np.linalg.norm(fr.slow_stream(acc), axis=1)
    a, b = spans[0][0], spans[-1][1]
    centers = np.arange(a + (b - a) / 3, b - (b - a) / 3, 0.2)
    level = [n[int(25 * (c - .5)):int(25 * (c + .5))].std() for c in centers]
    return centers[int(np.argmin(level))]


def truth(r, times):
    kind, condition = r["truth"].get("activity"), r["truth"].get("condition")
    if kind in ("stairs", "stairs_up", "stairs_down"):
        out = np.full(len(times), SKIP)
        spans = moving(r["acc"])
        if kind == "stairs":
            landing = quietest(r["acc"], spans)
            spans = [(a, min(b, landing), UP) for a, b in spans if a < landing - 1.5] + [
                (max(a, landing), b, DOWN) for a, b in spans if b > landing + 1.5]
        else:
            spans = [(a, b, UP if kind == "stairs_up" else DOWN) for a, b in spans]
        for a, b, c in spans:
            m = 1.0 if b - a > 5 else 0.4
            out[(times >= a + m) & (times <= b - m)] = c
        return out
    y = labels(r, times)
    out = np.full(len(times), SKIP)
    out[y == WALK] = LEVEL
    out[y == 2] = RUN
    if condition in ("jump", "Hopping", "JUM"):
        for a, b in moving(r["acc"]):
            out[(times > a + .5) & (times < b - .5)] = HOP
    elif kind == "other" and condition not in ("OpeningDoor", "MakingACall", "car_in_out", "CSI"):
        out[:] = OTHER
    return out


def rows(data, cache):
    kept = os.path.join(cache, "terrain.pickle")
    if not os.path.exists(kept):
        coefficients = np.array(list(json.load(open(os.path.join(
            os.path.dirname(os.path.abspath(__file__)), "..", "events", "constants.json")))
            ["step_frequency_ridge"]["coefficients"].values()))
        out = []
        for r in read_all(data, cache, DATASETS):
            site = SITES.get(r["site"])
            if site is None:
                continue
            x = ft.features(r["acc"], coefficients)
            t = np.arange(len(x)) * fr.HOP / fr.SLOW
            out.append(dict({k: r[k] for k in ("dataset", "family", "person", "stem")}, site=site,
                            x=x, t=t, y=truth(r, t), condition=r["truth"].get("condition"),
                            activity=r["truth"].get("activity"), seconds=len(r["acc"]) / RATE,
                            spans=moving(r["acc"])))
        pickle.dump(out, open(kept, "wb"))
    return pickle.load(open(kept, "rb"))


if __name__ == "__main__":
    import sys
    from collections import Counter
    c = Counter()
    for r in rows(sys.argv[1], sys.argv[2]):
        for y in (LEVEL, UP, DOWN, RUN, HOP, OTHER):
            c[r["dataset"], r["site"], y] += int((r["y"] == y).sum())
        if (r["activity"] or "").startswith("stairs"):
            print(r["stem"], [(round(a, 1), round(b, 1)) for a, b in r["spans"]])
    for k, n in sorted(c.items()):
        if n:
            print(k, n)
