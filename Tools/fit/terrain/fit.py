"""Fits the terrain model and says how it does on people and data sets that it never saw.

    python3 fit.py --data DATA --cache CACHE
"""

import argparse
import json
import os
import pickle
import sys

import numpy as np

from tables import DOWN, LEVEL, UP as CLIMB, rows
from ground import features, fr
from models import Logistic, STAIRS, UP, BIAS, decode, stretches
from recordings import WALK, labels, read_all, slow_walks

FAMILY = {"stretched": "voisard", "voisard_semiogram": "voisard", "voisard_ipol": "voisard"}
MOST = 150  # frames of one recording in training
SURE, SURE_LONG, LONG = 1.8, 2.5, 75  # log-odds, the same of a stretch longer than so many frames (30 s)


def is_dash(r):
    """Running up or down a staircase: told apart from neither level runs nor walks."""
    return r["activity"] == "stairs" and "fast" in r["condition"]


def slowed(data, cache):
    """Walks of the lower back done slower: short, weak steps at a low cadence are not stairs."""
    kept = os.path.join(cache, "slow_terrain.pickle")
    if not os.path.exists(kept):
        here = os.path.dirname(os.path.abspath(__file__))
        numbers = json.load(open(os.path.join(here, "..", "events", "constants.json")))
        c = np.array(list(numbers["step_frequency_ridge"]["coefficients"].values()))
        out = []
        for r in slow_walks(read_all(data, cache, ("voisard_ipol", "voisard_semiogram"))):
            x = features(r["acc"], c)
            t = np.arange(len(x)) * fr.HOP / fr.SLOW
            y = np.where(labels(r, t) == WALK, LEVEL, -1)
            out.append(dict(dataset="stretched", person=r["person"], stem=r["stem"], site="pelvis",
                            x=x, t=t, y=y, condition="", activity="walking"))
        pickle.dump(out, open(kept, "wb"))
    return [dict(r, dataset="stretched") for r in pickle.load(open(kept, "rb"))]


def stack(recordings):
    x, y, group, person = [], [], [], []
    for r in recordings:
        if is_dash(r):
            continue
        i = np.where(np.isin(r["y"], (LEVEL, CLIMB, DOWN)))[0]
        if len(i) > MOST:
            i = i[:: len(i) // 100]
        x.append(r["x"][i]), y.append(r["y"][i])
        group += [r["dataset"] + r["site"]] * len(i)
        person += [r["person"]] * len(i)
    return np.concatenate(x), np.concatenate(y), np.array(group), np.array(person)


def weights(y, group, person):
    """Both classes weigh the same; in a class, a data set weighs the root of its people, and its
    people weigh the same."""
    w = np.zeros(len(y))
    for c in (0, 1):
        k = y == c
        for g in np.unique(group[k]):
            people = np.unique(person[k & (group == g)])
            for p in people:
                m = k & (group == g) & (person == p)
                w[m] = 1 / m.sum() / np.sqrt(len(people))
        w[k] /= w[k].sum()
    return w * len(y) / 2


def fitted(recordings):
    x, y, group, person = stack(recordings)
    stairs = Logistic(STAIRS).fit(x, (y > 0).astype(int), weights((y > 0).astype(int), group, person))
    k = y > 0
    up = Logistic(UP, 10).fit(
        x[k], (y[k] == CLIMB).astype(int),
        weights((y[k] == CLIMB).astype(int), group[k], person[k]))
    return stairs, up


def folds(recordings):
    fold = {}
    for d in sorted({r["dataset"] for r in recordings}):
        for i, p in enumerate(sorted({r["person"] for r in recordings if r["dataset"] == d})):
            fold.setdefault(p, i % 5)
    return lambda r: fold[r["person"]]


def left_out(recordings, key):
    out = {}
    for g in sorted({key(r) for r in recordings}, key=str):
        stairs, up = fitted([r for r in recordings if key(r) != g])
        for r in recordings:
            if key(r) == g:
                out[id(r)] = stairs.logit(r["x"]), up.logit(r["x"])
    return out


def figures(recordings, logits, bias=BIAS):
    flat, on, means = {}, {}, {"true": [], "false": []}
    for r in recordings:
        s, u = logits[id(r)]
        state, y = decode(s, u, bias), r["y"]
        k = r["site"], r["dataset"], r["person"].split(":")[1]
        if (y == LEVEL).any():
            f = flat.setdefault(k, [0, 0])
            f[0] += int((y == LEVEL).sum())
            f[1] += int(((y == LEVEL) & (state > 0)).sum())
        for a, b in stretches(state > 0):
            kind = "false" if (y[a:b] == LEVEL).mean() > .5 else "true" if (y[a:b] > 0).mean() > .5 else None
            if kind:
                means[kind].append(float(s[a:b].mean()))
        if not (r["activity"] or "").startswith("stairs") or is_dash(r):
            continue
        n = on.setdefault(k, [0, 0, 0, 0, 0, 0])  # frames, found, flights, found, right, right of all by sum
        for c in (CLIMB, DOWN):
            m = y == c
            if m.sum() < 3:
                continue
            n[0] += int(m.sum())
            n[1] += int((m & (state > 0)).sum())
            n[2] += 1
            n[3] += int((state[m] > 0).mean() > .5)
            n[4] += int((state[m] == c).sum() > 0.5 * (state[m] > 0).sum())
            z = np.clip(u[m], -4, 4).sum()
            n[5] += int((z > 0) == (c == CLIMB))
    return flat, on, means


def sure(state, logit):
    """Where a stretch of one direction is stairs for sure; elsewhere it is only possible."""
    out = np.zeros(len(state), bool)
    for c in (CLIMB, DOWN):
        for a, b in stretches(state == c):
            out[a:b] = logit[a:b].mean() >= (SURE_LONG if b - a > LONG else SURE)
    return out


def report_sure(recordings, logits, title):
    """What the program says: stairs, possible stairs, level."""
    for site in ("pelvis", "pocket"):
        level, level_sure, level_possible, climb, climb_sure = 0, 0, 0, 0, 0
        people = {}
        for r in recordings:
            if r["site"] != site or r["dataset"] == "stretched":
                continue
            s, u = logits[id(r)]
            state = decode(s, u)
            is_sure = sure(state, s)
            flat = r["y"] == LEVEL
            level += flat.sum()
            level_sure += (flat & is_sure).sum()
            level_possible += (flat & (state > 0) & ~is_sure).sum()
            n = people.setdefault(r["person"], [0, 0])
            n[0] += flat.sum()
            n[1] += (flat & is_sure).sum()
            if (r["activity"] or "").startswith("stairs") and not is_dash(r):
                climb += (r["y"] > 0).sum()
                climb_sure += ((r["y"] > 0) & is_sure).sum()
        worst = max((b / a, b, p) for p, (a, b) in people.items() if a)
        print(f"  {title}, {site}: surely stairs {climb_sure / climb:.3f}, precision "
              f"{climb_sure / (climb_sure + level_sure):.3f}; of the flat {level_sure / level:.4f} surely, "
              f"{level_possible / level:.4f} possibly; most of one person {worst[0]:.3f} ({worst[1]} frames, {worst[2]})")


def report(recordings, logits, title, bias=BIAS):
    flat, on, means = figures(recordings, logits, bias)
    print(title)
    for site in ("pelvis", "pocket"):
        real = {k: v for k, v in flat.items() if k[0] == site and k[1] != "stretched"}
        slow = {k: v for k, v in flat.items() if k[0] == site and k[1] == "stretched"}
        stairs = [v for k, v in on.items() if k[0] == site]
        total = lambda z, i: sum(v[i] for v in z)
        worst = sorted((v[1] / v[0], k[1], k[2], v[0]) for k, v in real.items())[-2:]
        tp, fp = total(stairs, 1), total(real.values(), 1)
        print(f"  {site}: stairs recall {tp / total(stairs, 0):.3f} (lowest person "
              f"{min(v[1] / v[0] for v in stairs):.2f}), precision {tp / (tp + fp):.3f}, flat called stairs "
              f"{fp / total(real.values(), 0):.4f}, slowed walks "
              f"{total(slow.values(), 1) / max(1, total(slow.values(), 0)):.4f}; flights "
              f"{total(stairs, 2)}: found {total(stairs, 3)}, right way {total(stairs, 4)}, by their sum {total(stairs, 5)}; "
              + "; ".join(f"{w[1]} {w[2]} {w[0]:.3f} of {w[3]}" for w in worst))
    q = lambda v: np.percentile(v, [10, 50, 90]).round(2) if v else "none"
    print("  mean log-odds of stretches: true", q(means["true"]), "false", q(means["false"]), len(means["false"]), flush=True)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True), p.add_argument("--cache", required=True)
    a = p.parse_args()
    recordings = [r for r in rows(a.data, a.cache) if r["site"] in ("pelvis", "pocket")]
    recordings += slowed(a.data, a.cache)
    for title, key in (("people out", folds(recordings)),
                       ("data sets out", lambda r: FAMILY.get(r["dataset"], r["dataset"]))):
        logits = left_out(recordings, key)
        for bias in (0, BIAS, 1.2, 2.0):
            report(recordings, logits, f"{title}, bias {bias}", bias)
        report_sure(recordings, logits, title)
    stairs, up = fitted(recordings)
    logits = {id(r): (stairs.logit(r["x"]), up.logit(r["x"])) for r in recordings}
    report(recordings, logits, "fitted on all")
    here = os.path.dirname(os.path.abspath(__file__))
    path = os.path.join(here, "constants.json")
    kept = json.load(open(path)) if os.path.exists(path) else {}
    json.dump({**kept, "stairs": stairs.numbers(), "up": up.numbers()}, open(path, "w"), indent=1)


if __name__ == "__main__":
    main()
