"""Recordings and their truth, on the 100 Hz grid that detection works on.

Conditioning equals the engine's: above 130 Hz a linear-phase low-pass first, then linear
interpolation; 60 to 130 Hz linear; below 60 Hz Akima. Specific force in m/s².
"""

import csv
import glob
import gzip
import json
import os
import pickle

import numpy as np
from scipy import interpolate, signal

RATE = 100.0
DATASETS = (
    "mobgap", "voisard_ipol", "voisard_semiogram", "weallwalk", "oxford_steps",
    "spsw_har", "sisfall", "umafall", "mobifall",
)
# Recordings that share a laboratory and a protocol leave together when a dataset is left out.
FAMILY = {"voisard_semiogram": "voisard", "voisard_ipol": "voisard"}
JUMPING = {"jump", "Hopping", "JUM"}
MAY_CONTAIN_STEPS = {"OpeningDoor", "MakingACall", "car_in_out", "CSI"}


def on_grid(time, values):
    """Values at 100 Hz, from the first time stamp to the last; returns (first time, samples)."""
    keep = np.isfinite(values).all(1) & np.isfinite(time)
    time, values = time[keep], values[keep]
    rising = np.r_[True, np.diff(time) > 1e-6]
    time, values = time[rising], values[rising]
    rate = 1 / np.median(np.diff(time))
    grid = np.arange(time[0], time[-1] + 1e-9, 1 / RATE)
    if rate < 60:
        return time[0], interpolate.Akima1DInterpolator(time, values, axis=0)(grid)
    if rate > 130:
        even = np.arange(time[0], time[-1], 1 / rate)
        values = np.stack([np.interp(even, time, c) for c in values.T], 1)
        taps = signal.firwin(int(rate / 4) | 1, 40, fs=rate, window=("kaiser", 5))
        half = len(taps) // 2
        padded = np.pad(values, ((half, half), (0, 0)), mode="reflect")
        values, time = signal.fftconvolve(padded, taps[:, None], mode="valid", axes=0), even
    return grid[0], np.stack([np.interp(grid, time, c) for c in values.T], 1)


def read(path):
    """One recording with its truth."""
    about = json.load(open(path[:-7] + ".json"))
    with gzip.open(path, "rt") as f:
        next(f)
        table = np.array([[float(x or "nan") for x in row[:7]] for row in csv.reader(f)])
    start, acc = on_grid(table[:, 0], table[:, 1:4])
    turns = table.shape[1] > 6 and np.isfinite(table[:, 4:]).any(1).mean() > 0.5
    gyr = np.nan_to_num(on_grid(table[:, 0], table[:, 4:])[1]) if turns else None
    gyr = gyr[np.arange(len(acc)).clip(0, len(gyr) - 1)] if turns else None
    dataset, stem = path.split("/")[-2], os.path.basename(path)[:-7]
    return dict(
        dataset=dataset, stem=stem, person=f"{dataset}:{about['participant']}",
        family=FAMILY.get(dataset, dataset), site=about["site"], start=float(start),
        acc=np.nan_to_num(acc), gyr=gyr, gaps=about.get("gaps_interpolated_s") or [],
        path=path[:-7] + ".json", stretch=1.0,
        truth=json.load(open(path[:-7] + ".reference.json")),
    )


def read_all(data, cache, datasets=DATASETS):
    """Every recording below `data`; `cache` keeps them resampled."""
    os.makedirs(cache, exist_ok=True)
    out = []
    for name in datasets:
        kept = os.path.join(cache, name + ".pickle")
        if not os.path.exists(kept):
            rows = [read(p) for p in sorted(glob.glob(f"{data}/{name}/*.csv.gz"))]
            pickle.dump(rows, open(kept, "wb"))
        out += pickle.load(open(kept, "rb"))
    return out


def contacts(r, system="INDIP"):
    """Reference initial contacts, seconds on the recording's clock, without repeats."""
    truth = r["truth"]
    if r["dataset"] == "mobgap":
        bouts = truth.get(system, {}).get("walking_bouts") or []
        # this reference counts samples from 1
        times = [t - 0.01 for b in bouts for t in b["initial_contacts_s"] if t is not None]
    else:
        times = truth.get("initial_contacts_s") or truth.get("step_edges_s") or []
    times = np.array(sorted(times), float)
    # a right contact within .15 s of a left one is a fault of the reference
    return times[np.r_[True, np.diff(times) > 0.15]] if len(times) else times


def walks(r, system="INDIP"):
    """Reference walking intervals in seconds; None where the truth has none."""
    truth = r["truth"]
    if r["dataset"] == "mobgap":
        bouts = truth.get(system, {}).get("walking_bouts") or []
        return [(b["start_s"] - 0.01, b["end_s"]) for b in bouts] or None
    if r["dataset"] in ("weallwalk", "oxford_steps"):
        times, gap = contacts(r), 2.0
        cut = np.where(np.diff(times) > gap)[0]
        pairs = zip(np.r_[0, cut + 1], np.r_[cut, len(times) - 1])
        return [(times[i], times[j]) for i, j in pairs if j - i >= 2]
    return [tuple(b) for b in truth["walking_bouts"]] if truth.get("walking_bouts") else None


def stretched(r, factor, seed=0):
    """The same walk done `factor` times slower: gravity's slow part kept, the motion divided by
    factor^1.5 (steps become shorter as well as slower), sensor noise added back."""
    acc = r["acc"]
    slow = signal.sosfiltfilt(signal.butter(2, 0.2, fs=RATE, output="sos"), acc, axis=0)
    grid = np.arange(int(len(acc) * factor)) / factor
    old = np.arange(len(acc))
    at = lambda x: np.stack([np.interp(grid, old, c) for c in x.T], 1)
    noise = np.random.default_rng(seed).normal(0, 0.03, (len(grid), 3))
    move = lambda t: (np.asarray(t, float) - r["start"]) * factor + r["start"]
    truth = dict(r["truth"])
    for key in ("initial_contacts_s", "walking_bouts"):
        truth[key] = move(truth[key]).tolist()
    return dict(r, acc=at(slow) + at(acc - slow) / factor**1.5 + noise, gyr=at(r["gyr"]) / factor, truth=truth,
                stem=f"{r['stem']}@{factor}", stretch=factor,
                gaps=[move(g).tolist() for g in r["gaps"]])


def slow_walks(recordings):
    """Time-stretched walks of the lower-back sets, alternately 1.7 and 2.3 times slower."""
    base = [r for r in recordings if r["family"] == "voisard"]
    return [stretched(r, 1.7 if i % 2 else 2.3, i) for i, r in enumerate(base)]


WALK, OTHER, SKIP, RUN, STAIRS = 1, 0, -1, 2, 3


def labels(r, times):
    """What happens at each frame time (seconds from the recording's first sample)."""
    t = times + r["start"]
    end = r["start"] + len(r["acc"]) / RATE
    out = np.full(len(t), SKIP)
    name, truth = r["dataset"], r["truth"]
    intervals = walks(r)

    def put(spans, label, margin):
        for a, b in spans:
            out[(t >= a + margin) & (t <= b - margin)] = label

    if name == "mobgap" and intervals:
        out[:] = OTHER
        put(intervals, SKIP, -0.4), put(intervals, WALK, 0.2)
    elif r["family"] == "voisard":
        # standing inside a stretched recording is not more standing
        out[:] = OTHER if r["stretch"] == 1 else SKIP
        put(intervals, SKIP, -1.0), put(intervals, WALK, 0.3)
    elif name in ("weallwalk", "oxford_steps"):
        put(intervals, WALK, 0.3)
    elif name == "spsw_har":
        for a, b, kind in truth["activity_segments"]:
            if kind == "WALKING":
                put([(a, b)], WALK, 0.3)
            elif kind == "SEATED":
                put([(a, b)], OTHER, 0.5)
    elif name in ("sisfall", "umafall", "mobifall"):
        label = {"walking": WALK, "running": RUN, "other": OTHER}.get(
            truth["activity"], STAIRS if "stairs" in truth["activity"] else SKIP)
        margin = 0.0 if label == OTHER else 2.0 if end - r["start"] > 8 else 1.0
        if truth.get("condition") not in MAY_CONTAIN_STEPS:
            put([(r["start"], end)], label, margin)
    return out
