"""The factor between how far a phone in a pocket or a hand goes up and down and the length of a step.

    python3 excursion.py --data DATA --more MORE --results RESULTS

RESULTS/umafall and RESULTS/<set of MORE> are what `gait analyze --height 1.70` (for MORE, whose heights are unknown) wrote:
contacts are the program's, and the speed of `umafall` is that of the waist in the same walk. Prints the factor of each data
set and the errors with it and with each set left out; writes constants.json.
"""
import argparse
import csv
import glob
import gzip
import json
import math
import os

import numpy as np
from scipy.signal import butter, sosfiltfilt

RATE, LEG, TEMPER, NEUTRAL, HEIGHT = 50.0, 0.53, -0.15, 0.35, 1.70
SETS = ("indoor_waypoints", "walk5m", "stride_ict")


def rows(path):
    return list(csv.DictReader(open(path, newline=""))) if os.path.exists(path) else []


def signal(stem):
    with gzip.open(stem + ".csv.gz", "rt") as file:
        table = np.array([[float(r[k]) for k in ("time_s", "acc_x", "acc_y", "acc_z")] for r in csv.DictReader(file)])
    t = np.arange(table[0, 0], table[-1, 0], 1 / RATE)
    return t, np.column_stack([np.interp(t, table[:, 0], table[:, k]) for k in (1, 2, 3)])


def band(x, low, high):
    return sosfiltfilt(butter(2, [low, high], "band", fs=RATE, output="sos"), x)


def pendulum(t, force, contacts, start, end, height):
    """Cadence, steps/s, and the tempered pendulum of the usual step between two times, m; None with too few steps."""
    inside = (t >= start) & (t <= end)
    intervals = np.diff(contacts[(contacts >= start - 0.05) & (contacts <= end + 0.05)])
    intervals = intervals[(intervals > 0.3) & (intervals < 1.4)]
    if inside.sum() < 2 * RATE or len(intervals) < 3:
        return None
    step = 1 / np.median(intervals)
    mean = force[inside].mean(0)
    vertical = force @ mean / (mean @ mean) * 9.81
    speed = band(np.cumsum(band(vertical, 0.7 * step, min(3 * step, 8))) / RATE, 0.7 * step, 8)
    place = band(np.cumsum(speed) / RATE, 0.7 * step, 8)
    n = round(RATE / step)
    first = np.where(inside)[0][:-n:max(1, n // 4)]
    rise = np.median([np.ptp(place[i:i + n]) for i in first])
    swing = 2 * math.sqrt(2 * LEG * height * rise)
    return step, swing * (swing / (NEUTRAL * height)) ** TEMPER


def contacts(folder):
    return np.array([float(r["time_s"]) for r in rows(folder + "/initial_contacts.csv")])


def walks(name, truth):
    """Start, end, speed of the walks whose truth a recording has."""
    if name == "indoor_waypoints":
        return [(0, truth["time_s"], truth["mean_speed_m_s"])]
    if name == "walk5m":
        return [(w["start_s"], w["end_s"], w["speed_m_s"]) for w in truth.get("walks") or []]
    strides = truth.get("strides") or []
    return [(strides[0]["t_s"], strides[-1]["t_s"], truth["mean_speed_m_s"])] if len(strides) > 2 else []


def hand(more, results, name):
    for path in sorted(glob.glob(f"{more}/{name}/*.csv.gz")):
        stem = path[:-7]
        about, truth = json.load(open(stem + ".json")), json.load(open(stem + ".reference.json"))
        found = contacts(f"{results}/{name}/{os.path.basename(stem)}")
        if len(found) > 3:
            t, force = signal(stem)
            for start, end, speed in walks(name, truth):
                made = pendulum(t, force, found, start, end, about.get("height_m") or HEIGHT)
                if made:
                    yield speed, *made


def pocket(data, results):
    for path in sorted(glob.glob(f"{data}/umafall/*_pocket_Walking_*.csv.gz")):
        stem = path[:-7]
        name = os.path.basename(stem)
        bouts = [r for r in rows(f"{results}/umafall/{name.replace('_pocket_', '_hip_')}/bouts.csv")
                 if r["activity"] == "walking" and r["walking_speed_mps"] and int(r["n_steps"]) > 5]
        found = contacts(f"{results}/umafall/{name}")
        if bouts and len(found) > 5:
            speed = float(max(bouts, key=lambda r: int(r["n_steps"]))["walking_speed_mps"])
            made = pendulum(*signal(stem), found, found[0], found[-1], json.load(open(stem + ".json"))["height_m"])
            if made:
                yield speed, *made


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("data", "more", "results"):
        ask.add_argument("--" + name, required=True)
    a = ask.parse_args()
    sets = {name: np.array(list(hand(a.more, a.results, name))) for name in SETS}
    sets["umafall pocket"] = np.array(list(pocket(a.data, a.results)))
    logs = {k: np.log(x[:, 0] / (x[:, 1] * x[:, 2])).mean() for k, x in sets.items()}
    factor = math.exp(np.mean(list(logs.values())))
    print(f"factor {factor:.3f}, the mean of the data sets' logarithms")
    print("data set          walks  own factor  error %, all  error %, set left out  r")
    left = []
    for k, x in sets.items():
        other = math.exp(np.mean([v for name, v in logs.items() if name != k]))
        wrong = [100 * np.mean(np.abs(f * x[:, 1] * x[:, 2] / x[:, 0] - 1)) for f in (factor, other)]
        left.append(np.quantile(np.abs(other * x[:, 1] * x[:, 2] / x[:, 0] - 1), [0.68, 0.95]))
        r = np.corrcoef(x[:, 0], x[:, 1] * x[:, 2])[0, 1]
        print(f"{k:17s} {len(x):5d} {math.exp(logs[k]):11.3f} {wrong[0]:13.1f} {wrong[1]:22.1f} {r:4.2f}")
    print("68 % and 95 % of the errors with the set left out, mean of the sets: {:.3f}, {:.3f}".format(*np.mean(left, 0)))
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "constants.json")
    kept = json.load(open(path))
    kept["excursion"] = {"factor": round(factor, 3), **{k: round(math.exp(v), 3) for k, v in logs.items()}}
    json.dump(kept, open(path, "w"), indent=1, ensure_ascii=False)


if __name__ == "__main__":
    main()
