"""Fits what tells a device that moves with the pelvis from one on a limb.

    python3 position.py --results RESULTS --data DATA

RESULTS is what `gait analyze --output RESULTS/DATASET` wrote for the recordings of DATA/DATASET with
no site in their description: `summary.json` then holds the evidence of each wearing. Prints figures
with data sets left out; writes constants.json.
"""

import argparse
import glob
import json
import os

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
NAMES = ("step_turning_rad_s", "stride_sway_mps2")
FLOOR = 0.05       # rad/s and m/s²: noise of a still sensor
PENALTY = 0.3     # per person
LEAST = 0.95       # confidence from which a site is said
LEAST_SECONDS = 5.0
FAMILY = {"voisard_semiogram": "voisard", "voisard_ipol": "voisard"}


def rows(results, data):
    """One per recording: ln amplitudes, whether at the pelvis, who, where."""
    out = []
    for path in sorted(glob.glob(f"{results}/*/*/summary.json")):
        dataset, name = path.split("/")[-3:-1]
        about = json.load(open(f"{data}/{dataset}/{name}.json"))
        if json.load(open(f"{data}/{dataset}/{name}.reference.json")).get("activity") not in (
                None, "walking"):
            continue
        known = [w for w in json.load(open(path))["wearing"] if w["evidence"]]
        if not known:
            continue
        best = max(known, key=lambda w: w["evidence"]["walking_s"])["evidence"]
        if best["walking_s"] < LEAST_SECONDS:
            continue
        out.append(dict(
            x=[np.log(best[n] + FLOOR) for n in NAMES], site=about["site"],
            y=about["site"] in ("lower_back", "hip"), set=f"{dataset}/{about['site']}",
            person=f"{dataset}:{about['participant']}/{about['site']}",
            family=FAMILY.get(dataset, dataset)))
    return out


def fit(some):
    """Logistic regression; every person at a site weighs the same, and so do the two answers."""
    x = np.array([r["x"] for r in some])
    y = np.array([r["y"] for r in some], float)
    person = np.array([r["person"] for r in some])
    w = np.array([1 / (person == p).sum() for p in person])
    people = w.sum()
    for c in (0, 1):
        w[y == c] *= people / 2 / w[y == c].sum()
    mean, sd = np.average(x, axis=0, weights=w), x.std(0)
    b = np.c_[(x - mean) / sd, np.ones(len(x))]
    beta, keep = np.zeros(3), np.diag([PENALTY * people / 20] * 2 + [1e-9])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(b @ beta, -30, 30)))
        beta -= np.linalg.solve(
            (b * (w * p * (1 - p))[:, None]).T @ b + keep, b.T @ (w * (p - y)) + keep @ beta)
    return beta[:2] / sd, beta[2] - (beta[:2] / sd) @ mean


def report(all_rows, chance):
    limit = np.log(LEAST / (1 - LEAST))
    z = np.array([chance[i] for i in range(len(all_rows))])
    y = np.array([r["y"] for r in all_rows])
    person = np.array([r["person"] for r in all_rows])
    w = np.array([1 / (person == p).sum() for p in person])
    order = [(w[y][:, None] * w[~y] * ((z[y][:, None] > z[~y]) + 0.5 * (z[y][:, None] == z[~y]))).sum()]
    print(f"  {len(set(person))} people at sites, {len(z)} recordings, AUC "
          f"{order[0] / (w[y].sum() * w[~y].sum()):.3f}")
    for said, right, text in ((z > limit, y, "pelvis"), (z < -limit, ~y, "elsewhere")):
        print(f"  said {text}: right {w[said & right].sum() / max(w[said].sum(), 1e-9):.3f}, "
              f"answered {w[said & right].sum() / w[right].sum():.2f} of those who wear it so")
    for s in sorted({r["set"] for r in all_rows}):
        k = np.array([r["set"] == s for r in all_rows])
        print(f"    {s:30s} {k.sum():4d} recordings  said pelvis {np.mean(z[k] > limit):.2f}  "
              f"elsewhere {np.mean(z[k] < -limit):.2f}  unknown {np.mean(np.abs(z[k]) <= limit):.2f}")


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--results", required=True)
    ask.add_argument("--data", required=True)
    ask.add_argument("--constants", default=os.path.join(here, "constants.json"))
    a = ask.parse_args()
    every = rows(a.results, a.data)
    chance = {}
    for family in sorted({r["family"] for r in every}):
        weights, intercept = fit([r for r in every if r["family"] != family])
        for i, r in enumerate(every):
            if r["family"] == family:
                chance[i] = np.array(r["x"]) @ weights + intercept
    print("data sets (and their people) out")
    report(every, chance)
    weights, intercept = fit(every)
    print("all")
    report(every, {i: np.array(r["x"]) @ weights + intercept for i, r in enumerate(every)})
    kept = json.load(open(a.constants)) if os.path.exists(a.constants) else {}
    kept["wearing_position"] = dict(
        intercept=round(float(intercept), 5), floor=FLOOR, least_confidence=LEAST,
        **{n: round(float(v), 5) for n, v in zip(NAMES, weights)})
    json.dump(kept, open(a.constants, "w"), indent=1, ensure_ascii=False)
    print(kept["wearing_position"])


if __name__ == "__main__":
    main()
