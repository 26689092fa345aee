"""Which leg carries the phone, and left and right, from the swing of the thigh.

    python3 thigh.py --data DATA --results RESULTS [--cut 15]

Nothing is fitted. RESULTS holds what `gait analyze` found in weallwalk: its contacts are judged by the feet of the recording.
"""

import argparse
import csv
import glob
import gzip
import json
import os
from collections import defaultdict

import numpy as np
from scipy import signal

SWAPPED = {"ID8", "ID11"}  # whose labels 1L and 2R are exchanged in all walks
WINDOW = 20.0


def read(path):
    about = json.load(open(path[:-7] + ".json"))
    truth = json.load(open(path[:-7] + ".reference.json"))
    with gzip.open(path, "rt") as f:
        rows = list(csv.DictReader(f))
    t = np.array([float(r["time_s"]) for r in rows])
    a = np.array([[float(r[c]) for c in ("acc_x", "acc_y", "acc_z")] for r in rows])
    g = np.array([[float(r[c]) for c in ("gyr_x", "gyr_y", "gyr_z")] for r in rows]) if "gyr_x" in rows[0] else None
    grid = np.arange(t[0], t[-1], 0.01)
    up = lambda x: np.stack([np.interp(grid, t, x[:, k]) for k in range(3)], 1)
    return grid, up(a), None if g is None else up(g), about, truth


def band(x, low, high):
    return signal.sosfiltfilt(signal.butter(2, [low, high], "band", fs=100, output="sos"), x, axis=0)


def integral(x):
    return np.r_[0, np.cumsum((x[1:] + x[:-1]) / 200)]


def window(a, g, hertz):
    """The leg's axis in one window, up to its sign, and what says its sign."""
    w, v = np.linalg.eigh(g.T @ g)
    up = a.mean(0) / np.linalg.norm(a.mean(0))
    axis = v[:, 2] - up * (v[:, 2] @ up)
    axis /= np.linalg.norm(axis)
    swing = g @ axis
    forward = np.cross(up, axis)
    push, lift = band(a @ forward, 1.3 * hertz, 3 * hertz), band(a @ up, 1.3 * hertz, 3 * hertz)
    rate = -np.gradient(lift)
    c = (push * rate).mean() / (push.std() * rate.std() + 1e-9)
    skew = (swing**3).mean() / swing.std()**3
    size = band(swing, 0.6 * hertz, 1.4 * hertz).std()
    return dict(axis=axis, up=up, q=skew - 2 * c, size=size)


def judge(t, a, g, contacts):
    """Per contact: > 0 the other leg's, < 0 the carrying leg's; the vote for the right leg, -1 to 1; the swing in rad/s."""
    hertz = 1 / (2 * np.median(np.diff(contacts)))
    n = len(contacts)
    count = max(1, int(round((contacts[-1] - contacts[0]) / WINDOW)))
    edges = np.linspace(contacts[0], contacts[-1], count + 1)
    rate = band(g, 0.4, 5)
    found = []
    for low, high in zip(edges[:-1], edges[1:]):
        m = (t >= low) & (t <= high)
        found.append(window(a[m], rate[m], hertz))
    part = 0
    for k, w in enumerate(found):
        if k:
            d = w["axis"] @ found[k - 1]["axis"]
            if d < 0:
                w["axis"], w["q"] = -w["axis"], -w["q"]
            part += abs(d) < 0.6
        w["part"] = part
    for p in range(part + 1):
        own = [w for w in found if w["part"] == p]
        if np.mean([w["q"] for w in own]) < 0:
            for w in own:
                w["axis"] = -w["axis"]
    place = np.clip(np.searchsorted(edges, contacts, "right") - 1, 0, count - 1)
    swung, side = np.full(n, np.nan), np.zeros(n)
    turns = [integral(rate @ w["axis"]) for w in found]
    sways = []
    for w in found:
        left = np.cross(w["up"], np.cross(w["up"], w["axis"]))
        sways.append(integral(band(a @ left, 0.6 * hertz, 1.4 * hertz)))
    at = lambda x, s: np.interp(s, t, x)
    for i, s in enumerate(contacts):
        if i + 1 < n and contacts[i + 1] - s < 1.5 * 0.5 / hertz * 1.2:
            swung[i] = at(turns[place[i]], contacts[i + 1]) - at(turns[place[i]], s)
        side[i] = at(sways[place[i]], s + 0.5 / hertz) - at(sways[place[i]], s)
    other = np.zeros(n)
    for i in range(n):
        near = [x for x in (swung[i - 1] if i else np.nan, swung[i + 1] if i + 1 < n else np.nan) if x == x]
        if near and swung[i] == swung[i]:
            other[i] = swung[i] - np.mean(near)
        elif near:
            other[i] = -np.mean(near)
    usual = np.median(np.abs(other)) + 1e-9
    sure = np.abs(other) >= 0.25 * usual
    vote = np.mean((np.sign(side) * -np.sign(other))[sure]) if sure.any() else 0.0
    return np.where(sure, other / usual, 0), vote, np.median([w["size"] for w in found])


def nearest(found, true, within=0.3):
    d = np.abs(found[:, None] - true[None])
    return [(i, d[i].argmin()) for i in range(len(found)) if d[i].min() < within and d[:, d[i].argmin()].argmin() == i]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True), p.add_argument("--results", required=True)
    p.add_argument("--cut", type=float, default=0)
    a = p.parse_args()
    rows = []
    for path in sorted(glob.glob(a.data + "/weallwalk/*.csv.gz")):
        stem = os.path.basename(path)[:-7]
        t, acc, gyr, about, truth = read(path)
        with open(f"{a.results}/weallwalk/{stem}/initial_contacts.csv") as f:
            ours = np.array([float(r["time_s"]) for r in csv.DictReader(f)])
        true, feet = np.array(truth["initial_contacts_s"]), np.array(truth["initial_contacts_foot"])
        right = stem.endswith("2R") != (about["participant"] in SWAPPED)
        pieces = [ours] if not a.cut else [
            ours[(ours >= s) & (ours < s + a.cut)] for s in np.arange(ours[0], ours[-1] - a.cut / 2, a.cut)]
        for contacts in pieces:
            if len(contacts) < 8:
                continue
            other, vote, size = judge(t, acc, gyr, contacts)
            pairs = nearest(contacts, true)
            leg = "R" if right else "L"
            sure = [(i, j) for i, j in pairs if other[i] != 0]
            relative = np.mean([(other[i] > 0) == (feet[j] != leg) for i, j in sure]) if sure else np.nan
            named = np.mean([(("R" if vote > 0 else "L") == feet[j]) == (other[i] < 0) for i, j in sure]) if sure else np.nan
            rows.append(dict(person=about["participant"], stem=stem, size=size, vote=vote, right=(vote > 0) == right,
                             relative=relative, named=named, sure=len(sure) / max(1, len(pairs))))
    thigh = [r for r in rows if r["size"] >= 0.25]
    print(f"{len(rows)} walks, {len(thigh)} at a thigh")
    for least in (0, 0.1, 0.2, 0.3, 0.5):
        told = [r for r in thigh if abs(r["vote"]) >= least]
        print(f"vote >= {least}: told {len(told) / len(thigh):.3f}; leg right {np.mean([r['right'] for r in told]):.3f};"
              f" feet right {np.mean([r['named'] for r in told]):.4f}; relative to the leg {np.mean([r['relative'] for r in told]):.4f};"
              f" sure {np.mean([r['sure'] for r in told]):.3f}")
    by = defaultdict(list)
    for r in thigh:
        by[r["person"]].append(r)
    for person, own in sorted(by.items()):
        print(person, len(own), f"leg {np.mean([r['right'] for r in own]):.2f} feet {np.mean([r['named'] for r in own]):.3f}"
              f" vote {np.median([abs(r['vote']) for r in own]):.2f} swing {np.median([r['size'] for r in own]):.2f}")


if __name__ == "__main__":
    main()
