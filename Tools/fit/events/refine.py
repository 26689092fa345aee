"""Fits the waveform correction of initial contacts (lower back).

    python3 refine.py --data DATA --cache DIR     (after ridge.py)
"""

import argparse
import json
import os

import numpy as np

import frames as fr
import phase
import ridge
from recordings import RATE, contacts, read_all, slow_walks

# INDIP and cameras disagree by 21 ms; all references share the say, the hand-checked most.
# Stretched walks have none: the shape of a stretched step is not that of a slow one.
SAY = {"INDIP": 0.3, "Stereophoto": 0.5, "voisard_ipol": 1.0, "voisard_semiogram": 0.3,
       "slow": 0.0}


def tracked(r, coefficients):
    """Step frequency at 100 Hz over a whole recording."""
    ev = fr.evidence(fr.Frames(fr.slow_stream(r["acc"]), fr.LONG))
    f = ridge.path(ridge.log_softmax(ev @ coefficients))
    return np.interp(np.arange(len(r["acc"])), np.arange(len(f)) * fr.HOP * 4, f)


def nearest_pairs(found, truth, reach):
    """Mutual nearest neighbors within `reach` seconds."""
    if not len(found) or not len(truth):
        return []
    far = np.abs(found[:, None] - truth[None])
    a, b = far.argmin(1), far.argmin(0)
    return [(i, j) for i, j in enumerate(a) if b[j] == i and far[i, j] <= reach]


def examples(r, coefficients, system="INDIP", reach=phase.REACH):
    """Waveforms and the true offset in steps, one row per matched contact."""
    f = tracked(r, coefficients)
    at, _, norm = phase.contacts(r["acc"], f)
    w, local = phase.waveforms(norm, at, f, reach)
    truth = contacts(r, system)
    for a, b in r["gaps"]:
        truth = truth[(truth < a - 0.3) | (truth > b + 0.3)]
    found = at / RATE + r["start"]
    pairs = nearest_pairs(found, truth, 0.2 * r["stretch"])
    i = [p[0] for p in pairs]
    offset = np.array([(truth[b] - found[a]) * local[a] for a, b in pairs])
    return w[i], np.clip(offset, -0.25, 0.25), local[i]


def solve(x, y, w, penalty=0.3):
    mean, sd = np.average(x, axis=0, weights=w), x.std(0)
    z, center = (x - mean) / sd, np.average(y, weights=w)
    b = np.linalg.solve((z * w[:, None]).T @ z / w.sum() + penalty * np.eye(x.shape[1]),
                        (z * w[:, None]).T @ (y - center) / w.sum()) / sd
    return center - mean @ b, b


def fit_on(rows, penalty=0.3):
    x, y, w = [], [], []
    for kind in SAY:
        part = [q for q in rows if q[0] == kind]
        if part and SAY[kind] > 0:
            x += [q[2] for q in part]
            y += [q[3] for q in part]
            n = sum(len(q[3]) for q in part)
            w += [np.full(len(q[3]), SAY[kind] / n) for q in part]
    return solve(np.concatenate(x), np.concatenate(y), np.concatenate(w), penalty)


def gather(recordings, coefficients, reach=phase.REACH):
    rows = []
    for r in recordings:
        kinds = ("INDIP", "Stereophoto") if r["dataset"] == "mobgap" else (
            "slow" if r["stretch"] > 1 else r["dataset"],)
        for kind in kinds:
            x, y, f = examples(r, coefficients, kind, reach)
            if len(y):
                rows.append((kind, r, x, y, f))
    return rows


def report(rows, model_for):
    for kind in SAY:
        e0, e1 = [], []
        for k, r, x, y, f in rows:
            if k == kind:
                c, b = model_for(r)
                e0.append(-y / f), e1.append((c + x @ b - y) / f)
        a, b = np.concatenate(e0), np.concatenate(e1)
        print(f"  {kind:18s} n {len(a):5d}  phase only: bias {1e3 * a.mean():+4.0f} MAE "
              f"{1e3 * np.abs(a).mean():3.0f} within 50 ms {np.mean(np.abs(a) <= .05):.3f}   "
              f"corrected: bias {1e3 * b.mean():+4.0f} MAE {1e3 * np.abs(b).mean():3.0f} "
              f"within 50 ms {np.mean(np.abs(b) <= .05):.3f}")


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    ask.add_argument("--cache", default="/tmp/fit_events")
    ask.add_argument("--constants", default=os.path.join(os.path.dirname(__file__),
                                                         "constants.json"))
    a = ask.parse_args()
    coefficients = np.array(json.load(open(a.cache + "/ridge.json")))
    base = read_all(a.data, a.cache, ("mobgap", "voisard_ipol", "voisard_semiogram"))
    rows = gather(base + slow_walks(base), coefficients)
    everyone = fit_on(rows)
    print("fitted on all"), report(rows, lambda r: everyone)
    people = {r["person"] for _, r, *_ in rows}
    out = {p: fit_on([q for q in rows if q[1]["person"] != p]) for p in people}
    print("people left out"), report(rows, lambda r: out[r["person"]])
    families = {r["family"] for _, r, *_ in rows}
    out = {p: fit_on([q for q in rows if q[1]["family"] != p]) for p in families}
    print("datasets left out"), report(rows, lambda r: out[r["family"]])
    kept = json.load(open(a.constants))
    kept["contact_correction"] = dict(
        sites=["lower_back", "hip"], contact_phase_degrees=-36, width_steps=phase.WIDTH,
        reach="-8...8 sixteenths of a step", offset=round(float(everyone[0]), 5),
        weights=everyone[1].round(5).tolist())
    json.dump(kept, open(a.constants, "w"), indent=1, ensure_ascii=False)


if __name__ == "__main__":
    main()
