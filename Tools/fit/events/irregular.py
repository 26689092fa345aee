"""Fits where somebody walks without rhythm at the pelvis: what moves, turns and stays upright, beside a walk.

    python3 irregular.py --data DATA --more MORE --results RESULTS

RESULTS/<data set> is what `gait analyze` wrote for mobgap, voisard_ipol, voisard_semiogram, sisfall and umafall of DATA and
malisa of MORE. Only recordings with a gyroscope at the lower back or hip count. Prints the time that is found beside the
program's bouts with each person left out, and writes the section `irregular_walking` of constants.json.
"""
import argparse
import csv
import glob
import gzip
import json
import os

import numpy as np

from scipy.signal import butter, find_peaks, sosfiltfilt

from bouts import two_state
from detect import newton
from recordings import RATE, on_grid

HOP = 40             # samples: a frame every .4 s
NAMES = ("still", "yaw", "tilting", "leaning", "hard", "intercept")
OVERLAP = 10.0       # frames of 4 s every .4 s are not that many witnesses: each counts for a tenth
SWITCH, SECONDS, CONTACTS = 8.0, 4.0, 5
SETS = (("mobgap", "*"), ("voisard_ipol", "*"), ("voisard_semiogram", "*"), ("sisfall", "*"), ("umafall", "*_hip_*"),
        ("malisa", "*_back_*"))
GATE = 0.5           # m/s²: less is no walk
STEPS_ELSEWHERE = ("OpeningDoor", "Locomo challenge")


def rows(path):
    return list(csv.DictReader(open(path, newline=""))) if os.path.exists(path) else []


def spans(path):
    return [(float(r["start_s"]), float(r["end_s"])) for r in rows(path)]


def read(stem):
    """Time of the first sample, specific force and angular rate at 100 Hz; None without a gyroscope."""
    with gzip.open(stem + ".csv.gz", "rt") as f:
        names = next(f).strip().split(",")
        if "gyr_x" not in names:
            return None
        columns = [names.index(k) for k in ("time_s", "acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z")]
        table = np.array([[float(row[k] or "nan") for k in columns] for row in csv.reader(f)])
    start, grid = on_grid(table[:, 0], table[:, 1:])
    return float(start), np.nan_to_num(grid[:, :3]), np.nan_to_num(grid[:, 3:])


def passed(x, low, high):
    kind, edges = ("lowpass", high) if low is None else ("highpass", low) if high is None else ("bandpass", [low, high])
    return sosfiltfilt(butter(2, edges, kind, fs=RATE, output="sos"), x, axis=0, padtype="even",
                       padlen=min(len(x) - 1, int(5 * RATE)))


def mean(x, seconds):
    """Mean about each sample, of what there is of so many seconds."""
    half = int(seconds * RATE / 2)
    total = np.concatenate([np.zeros((1,) + x.shape[1:]), np.cumsum(x, 0)])
    low = np.maximum(np.arange(len(x)) - half, 0)
    high = np.minimum(np.arange(len(x)) + half, len(x))
    return (total[high] - total[low]) / (high - low).reshape((-1,) + (1,) * (x.ndim - 1))


def features(force, rate):
    """What each .4 s say: the five features, and how hard the trunk moves (m/s²)."""
    up = passed(force, None, 0.25)
    up /= np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6)
    energy = (passed(force, 0.5, 9) ** 2).sum(1)
    still = mean((mean(energy, 1) < GATE**2).astype(float), 4)
    level = np.sqrt(mean(energy, 2))
    yaw = (rate * up).sum(1)
    tilting = passed(rate - yaw[:, None] * up, 0.5, 4)
    posture = mean(up, 2)
    posture /= np.linalg.norm(posture, axis=1, keepdims=True)
    at = np.arange(0, len(force), HOP)
    near = np.clip(at[:, None] + np.arange(-200, 201, 50), 0, len(force) - 1)
    angles = np.einsum("fik,fjk->fij", posture[near], posture[near]).min((1, 2))
    leaning = np.degrees(np.arccos(np.clip(angles, -1, 1)))
    hard = np.maximum(0, np.log(level + 1e-3) - 1)
    return np.c_[still[at], np.clip(np.log(0.02 + mean(np.abs(yaw), 3)), -3, 0.3)[at],
                 0.5 * np.log(0.0004 + mean((tilting**2).sum(1), 3))[at], np.clip(np.log1p(leaning), 1.5, 4.2), hard[at],
                 level[at]]


def jolts(start, force):
    """When something knocks: crests of what lies above 8 Hz."""
    knock = passed(np.abs(passed(force, 8, None)).sum(1), None, 3)
    return start + find_peaks(knock, prominence=0.15, distance=35)[0] / RATE


def truth(name, about, ref, person_walks):
    """Walking intervals by system, and whether other times are not walking; None where nothing is known."""
    if name == "mobgap":
        return {s: [(b["start_s"] - 0.01, b["end_s"]) for b in ref[s]["walking_bouts"]] for s in ref}
    if name.startswith("voisard"):
        return {"INDIP": [tuple(b) for b in ref["walking_bouts"]]}
    if name == "malisa":
        feet = ref.get("insole") or {}
        on = sorted(x[0] for s in ("left", "right") if feet.get(s) for x in feet[s]["contacts_s"] if x[0] > 0.3)
        if not on:
            return None
        cut = np.where(np.diff(on) > 1.4)[0]
        pairs = zip(np.r_[0, cut + 1], np.r_[cut, len(on) - 1])
        return {"INDIP": [(on[i] - 0.3, on[j] + 0.3) for i, j in pairs if j - i >= 3]}
    return {"INDIP": person_walks} if ref["activity"] == "walking" else {"INDIP": []} if ref["activity"] == "other" else None


def inside(t, intervals, margin=0.0):
    return np.any([(t >= a + margin) & (t <= b - margin) for a, b in intervals], 0) if intervals else np.zeros(len(t), bool)


def table(data, more, results):
    out = []
    for name, pattern in SETS:
        folder = (more if name == "malisa" else data) + "/" + name
        for path in sorted(glob.glob(f"{folder}/{pattern}.csv.gz")):
            stem = path[:-7]
            about = json.load(open(stem + ".json"))
            ref = json.load(open(stem + ".reference.json"))
            if about["site"] not in ("lower_back", "hip"):
                continue
            samples = read(stem)
            if samples is None:
                continue
            start, force, rate = samples
            found = spans(f"{results}/{name}/{os.path.basename(stem)}/bouts.csv")
            x = features(force, rate)
            t = start + 0.4 * np.arange(len(x))
            act = ref.get("condition") or ref.get("task") or about.get("test") or name
            walks = truth(name, about, ref, found)
            y = np.full(len(x), -1)
            if walks is not None:
                every = [w for s in walks.values() for w in s]
                y[:] = 0
                y[inside(t, every)] = 1
                if act == "Test5":
                    y[np.ptp([inside(t, w).astype(int) for w in walks.values()], 0) > 0] = -1
                for edge in np.ravel(every):
                    y[np.abs(t - edge) < 0.8] = -1
                if name == "malisa" and act.startswith("30 s"):
                    y[:] = 0
            out.append(dict(set=name, person=f"{name}:{about['participant']}", act=act, t=t, x=x, y=y, found=found,
                            walks=walks, jolts=jolts(start, force)))
    return out


def stack(recordings):
    """Hard walking (daily activities, timed-up-and-go, slow patients, turns) against other activities."""
    x, y, w, person, group, known = [], [], [], [], [], []
    for r in recordings:
        yaw, level = r["x"][:, 1], r["x"][:, 5]
        use = level > GATE
        hard = (r["y"] == 1) & use
        if r["set"] == "voisard_ipol":
            hard &= yaw > -0.7
        elif r["set"] == "malisa":
            hard &= r["act"].startswith("TUG")
        elif r["set"] not in ("mobgap", "voisard_semiogram"):
            hard[:] = False
        other = (r["y"] == 0) & use & (r["act"] not in STEPS_ELSEWHERE) & (r["set"] in ("sisfall", "umafall", "mobgap", "malisa"))
        keep = hard | other
        x.append(r["x"][keep, :5]), y.append(hard[keep]), known.append(inside(r["t"], r["found"])[keep])
        person += [r["person"]] * keep.sum()
        group += [r["set"]] * keep.sum()
    x, y, known = np.vstack(x), np.concatenate(y), np.concatenate(known)
    group, person = np.array(group), np.array(person)
    w = np.ones(len(y))
    for g in np.unique(group):
        for c in (False, True):
            k = (group == g) & (y == c)
            if k.any():
                w[k] = k.sum() ** -0.5
    w[y & ~known] *= 3
    for c in (False, True):
        w[y == c] *= len(y) / 2 / w[y == c].sum()
    return x, y.astype(float), w, person, group


def fit(x, y, w):
    return newton(np.c_[x, np.ones(len(x))], y, w, OVERLAP)


def stretches(r, beta):
    """The most likely sequence of walking and not."""
    z = np.clip(np.c_[r["x"][:, :5], np.ones(len(r["x"]))] @ beta, -4, 4)
    z[r["x"][:, 5] <= GATE] = -4
    on = np.diff(np.r_[0, two_state(z, SWITCH).astype(int), 0])
    ends = zip(np.where(on == 1)[0], np.where(on == -1)[0])
    out = [(r["t"][i] - 0.2, r["t"][j - 1] + 0.2) for i, j in ends]
    return [s for s in out if s[1] - s[0] >= SECONDS]


def irregular(r, beta):
    """Walks beside the program's bouts, from the first jolt to the last."""
    out = []
    for first, last in stretches(r, beta):
        if not any(a - 2 <= last and first <= b + 2 for a, b in r["found"]):
            continue
        rest = [t for t in r["jolts"] if first <= t <= last and all(t < a - 0.35 or t > b + 0.35 for a, b in r["found"])]
        walks = []
        for t in rest:
            before = walks[-1][-1] if walks else None
            between = before is not None and any(before < a < t for a, b in r["found"])
            if before is not None and t - before <= 3 and not between:
                walks[-1].append(t)
            else:
                walks.append([t])
        out += [(w[0], w[-1]) for w in walks if len(w) >= CONTACTS]
    return out


def mask(intervals, n):
    m = np.zeros(int(n * 20) + 40, bool)
    for a, b in intervals:
        m[max(0, round(a * 20)):max(0, round(b * 20))] = True
    return m


def figures(recordings, betas):
    """Time F1 before and after by set and system; seconds a minute taken for walking among other activities."""
    sums, other = {}, {}
    for r in recordings:
        if r["walks"] is None:
            continue
        new = irregular(r, betas[r["person"]])
        end = r["t"][-1]
        before, after = mask(r["found"], end), mask(list(r["found"]) + new, end)
        if r["set"] in ("sisfall", "umafall") or r["act"].startswith("30 s"):
            if not r["walks"]["INDIP"] or r["act"].startswith("30 s"):
                kind = "chair" if r["act"].startswith("30 s") else r["set"]
                o = other.setdefault(kind, [0, 0, 0])
                o[0] += end
                o[1] += (before).sum() / 20
                o[2] += (after & ~before).sum() / 20
            continue
        for system, w in r["walks"].items():
            key = (r["set"], r["act"] if r["set"] in ("mobgap",) else "", system)
            m = mask(w, end)
            s = sums.setdefault(key, np.zeros(6))
            s += [(before & m).sum(), (before & ~m).sum(), (~before & m).sum(), (after & m).sum(), (after & ~m).sum(),
                  (~after & m).sum()]
    f1 = lambda s: 2 * s[0] / (2 * s[0] + s[1] + s[2] + 1e-9)
    text = " ".join(f"{k[0][:8]}{k[1]}/{k[2][:2]} {f1(s[:3]):.3f}>{f1(s[3:]):.3f}" for k, s in sorted(sums.items()))
    return text + " | " + " ".join(f"{k} {60 * o[1] / o[0]:.1f}+{60 * o[2] / o[0]:.2f} s/min" for k, o in sorted(other.items()))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True)
    p.add_argument("--more", required=True)
    p.add_argument("--results", required=True)
    a = p.parse_args()
    recordings = table(a.data, a.more, a.results)
    x, y, w, person, group = stack(recordings)
    print(len(recordings), "recordings,", len(set(person)), "people,", len(y), "frames,", int(y.sum()), "walking")
    everybody = fit(x, y, w)
    left_out = {p: fit(x[person != p], y[person != p], w[person != p]) for p in set(person)}
    betas = {r["person"]: left_out.get(r["person"], everybody) for r in recordings}
    spread = np.std(list(left_out.values()), 0)
    for name, value, error in zip(NAMES, everybody, spread):
        print(f"{name} {value:.2f} (spread with a person left out {error:.2f})")
    print(figures(recordings, betas))
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "constants.json")
    constants = json.load(open(path))
    constants["irregular_walking"] = {k: round(float(v), 3) for k, v in zip(NAMES, everybody)}
    json.dump(constants, open(path, "w"), indent=1)


if __name__ == "__main__":
    main()
