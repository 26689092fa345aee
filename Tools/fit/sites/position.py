"""Fits what tells where a device is worn: at the pelvis, in a pocket, in the hand or on the wrist.

    python3 position.py --results RESULTS --data DATA MORE

RESULTS is what `gait analyze --output RESULTS/DATASET` wrote for the recordings of DATA/DATASET (or MORE/DATASET) with
no site in their description: `summary.json` then holds the evidence of each wearing. Prints figures with data sets and
with people left out; writes constants.json.
"""

import argparse
import collections
import glob
import json
import os

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
PLACES = ("pelvis", "pocket", "hand", "wrist")
SITES = dict(lower_back="pelvis", hip="pelvis", pocket="pocket", hand="hand", wrist="wrist")
TURNING = ("stride_tilting_rad_s", "uneven_tilting_rad_s", "step_tilting_rad_s", "uneven_bounce_mps2",
           "tilt_rad")
FORCE = ("stride_sway_mps2", "tilt_rad", "landing_sway_mps2", "step_bounce_mps2")
FLOOR = 0.05           # rad/s, m/s² and rad: noise of a still sensor
# Added to every variance, as a share of it: people are few, and amplitudes go together.
RIDGE = dict(turning=0.2, force=0.1)
TEMPER = 0.7           # multiplies all log-odds: .95 is then right as often with data sets left out
LEAST = 0.95           # probability from which a place is taken
LEAST_SECONDS = 5.0
ON_NO_THIGH = 0.35     # rad/s of tilting at the stride: pockets of weallwalk have up to .31, or .40 and more
WALKING = (None, "walking", "walk", "TUG", "walking in a small room (turns)")
FAMILY = {"voisard_semiogram": "voisard", "voisard_ipol": "voisard"}
EXCHANGED = ("malisa",)   # the axes of this gyroscope do not fit its accelerometer's


def rows(results, data, names):
    """One per recording: ln amplitudes, place, who, where; and those in pockets that no thigh carries."""
    out, loose = [], []
    for path in sorted(glob.glob(f"{results}/*/*/summary.json")):
        dataset, name = path.split("/")[-3:-1]
        stem = next(f"{d}/{dataset}/{name}" for d in data if os.path.exists(f"{d}/{dataset}/{name}.json"))
        about, truth = json.load(open(stem + ".json")), json.load(open(stem + ".reference.json"))
        known = [w["evidence"] for w in json.load(open(path))["wearing"] if w["evidence"]]
        if truth.get("activity") not in WALKING or about.get("site") not in SITES or not known:
            continue
        best = max(known, key=lambda e: e["walking_s"])
        if best["walking_s"] < LEAST_SECONDS or any(best[n] is None for n in names):
            continue
        if names == TURNING and dataset in EXCHANGED:
            continue
        # Whose the walks of indoor_waypoints are is not known: each floor of a site stands for one person.
        who = name.split("_")[2] if dataset == "indoor_waypoints" else about["participant"]
        row = dict(x=[np.log(best[n] + FLOOR) for n in names], y=PLACES.index(SITES[about["site"]]),
                   set=f"{dataset}/{about['site']}", person=f"{dataset}:{who}/{about['site']}",
                   family=FAMILY.get(dataset, dataset))
        swing = best["stride_tilting_rad_s"]
        (loose if dataset == "weallwalk" and swing < ON_NO_THIGH else out).append(row)
    return out, loose


def shares(some):
    """Every person at a site weighs the same."""
    count = collections.Counter(r["person"] for r in some)
    return np.array([1 / count[r["person"]] for r in some])


def fit(some, ridge):
    """Linear discriminant on the mean of each person at a site; all places are equally likely beforehand."""
    people = sorted({r["person"] for r in some})
    x = np.array([np.mean([r["x"] for r in some if r["person"] == p], axis=0) for p in people])
    y = np.array([next(r["y"] for r in some if r["person"] == p) for p in people])
    mean = np.array([x[y == k].mean(0) for k in range(len(PLACES))])
    spread = sum(np.cov(x[y == k].T, bias=True) for k in range(len(PLACES))) / len(PLACES)
    spread += ridge * np.diag(np.diag(spread) + 0.02)
    weights = np.linalg.solve(spread, mean.T).T
    constant = -0.5 * (weights * mean).sum(1)
    # What all places share cancels.
    return TEMPER * (weights - weights.mean(0)), TEMPER * (constant - constant.mean())


def chances(some, model):
    z = np.array([r["x"] for r in some]) @ model[0].T + model[1]
    z = np.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)


def left_out(every, key, ridge):
    """What a fit without a recording's own data set, or person, says of it."""
    out = np.zeros((len(every), len(PLACES)))
    for group in sorted({key(r) for r in every}):
        own = np.array([key(r) == group for r in every])
        out[own] = chances([r for r, o in zip(every, own) if o], fit([r for r, o in zip(every, own) if not o], ridge))
    return out


def report(every, p):
    y, w = np.array([r["y"] for r in every]), shares(every)
    print(f"  {len({r['person'] for r in every})} people at sites, {len(every)} recordings")
    for k, place in enumerate(PLACES):
        said, own = p[:, k] >= LEAST, y == k
        print(f"  {place}: right {w[said & own].sum() / max(w[said].sum(), 1e-9):.3f}, answered "
              f"{w[said & own].sum() / w[own].sum():.2f}; most likely {w[own & (p.argmax(1) == k)].sum() / w[own].sum():.2f}")
    no, own = p[:, 0] <= 1 - LEAST, y != 0
    print(f"  elsewhere: right {w[no & own].sum() / w[no].sum():.3f}, answered {w[no & own].sum() / w[own].sum():.2f}")


def table(every, p):
    w = shares(every)
    for y, s in sorted({(r["y"], r["set"]) for r in every}):
        at = np.array([r["set"] == s for r in every])
        share = w[at] / w[at].sum()
        best, sure = p[at].argmax(1), p[at].max(1) >= LEAST
        print(f"    {s:32s}{at.sum():4d}{len({r['person'] for r in every if r['set'] == s}):4d}  most likely "
              + " ".join(f"{share[best == k].sum():.2f}" for k in range(4))
              + "  at .95 " + " ".join(f"{share[(best == k) & sure].sum():.2f}" for k in range(4)))


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--results", required=True)
    ask.add_argument("--data", required=True, nargs="+")
    ask.add_argument("--constants", default=os.path.join(here, "constants.json"))
    a = ask.parse_args()
    found = {}
    for title, key, names in (("with a gyroscope", "turning", TURNING), ("without", "force", FORCE)):
        every, loose = rows(a.results, a.data, names)
        ridge = RIDGE[key]
        print(f"{title}: {', '.join(names)}\n data sets out")
        p = left_out(every, lambda r: r["family"], ridge)
        report(every, p)
        table(every, p)
        print(" people out")
        report(every, left_out(every, lambda r: r["person"].split("/")[0], ridge))
        model = fit(every, ridge)
        print(" all")
        report(every, chances(every, model))
        away = chances(loose, fit([r for r in every if r["family"] != "weallwalk"], ridge))
        print(f" {len(loose)} in pockets of weallwalk on no thigh: at .95 "
              + " ".join(f"{n} {(away[:, k] >= LEAST).sum()}" for k, n in enumerate(PLACES)))
        for k, place in enumerate(PLACES):
            found[f"{key}_{place}"] = dict(
                intercept=round(float(model[1][k]), 5),
                **{n: round(float(v), 5) for n, v in zip(names, model[0][k])})
    kept = json.load(open(a.constants)) if os.path.exists(a.constants) else {}
    kept["wearing_position"] = dict(floor=FLOOR, least_confidence=LEAST, **found)
    json.dump(kept, open(a.constants, "w"), indent=1, ensure_ascii=False)


if __name__ == "__main__":
    main()
