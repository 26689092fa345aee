"""Fits the frame model of walking at the wrist: does a walking body carry this hand, or does it work?

    python3 arm.py --data DATA --cache CACHE     (CACHE with ridge.json of ../events; see README.md)

Real recordings from wrist and hand, and simulated work of the hands (handwork.py) as more of what
is not walking. Prints figures with people and with data sets left out; writes constants.json.
"""

import argparse
import json
import os
import pickle
import sys

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "events"))
import bouts as bt
import detect
import features as ft
import frames as fr
import handwork
from recordings import OTHER, WALK, labels, read_all

CHOSEN = ("relative level", "level norm", "steadiness", "utility", "ln f", "spread", "bounce", "norm r1")
DOUBT = 1.0       # logits against walking at the wrist, of the model for any site
ELSEWHERE = 4.0   # where the site is not known a frame loses only by more than this
detect.NAMES = ft.NAMES + ("spread", "bounce")
# Full scale of the tapered spectrum: mean square = power × 2 / (points × sum of squared taper).
SCALE = 2 / (fr.BINS * 37.5)


def more(acc, coefficients):
    """(frames, 2): spread of the motion over three directions; bounce at one and two steps."""
    a = fr.Frames(fr.slow_stream(acc), fr.LONG)
    best = (fr.evidence(a) @ coefficients).argmax(1)
    at = lambda k: a.near(a.norm_power, k * fr.CANDIDATES)[np.arange(len(best)), best]
    moments = np.einsum("fij,fkj->fik", a.vector, a.vector) / fr.LONG + 1e-3 * np.eye(3)
    spread = np.linalg.slogdet(moments)[1] - 3 * np.log(np.trace(moments, axis1=1, axis2=2) / 3)
    return np.stack([spread, 0.5 * np.log((at(1) + at(2)) * SCALE + 1e-3)], 1)


def table(data, cache):
    """Per recording from wrist and hand, simulated ones too: features and labels; kept."""
    kept = os.path.join(cache, "arm.pickle")
    if not os.path.exists(kept):
        coefficients = np.array(json.load(open(cache + "/ridge.json")))
        rows = []
        for r in read_all(data, cache) + handwork.recordings(24, 20):
            if r["site"] not in ("wrist", "hand"):
                continue
            x = np.c_[ft.features(r["acc"], coefficients), more(r["acc"], coefficients)]
            made = r["dataset"] == "simulated"
            about = {k: r[k] for k in ("dataset", "family", "person", "site", "stem", "stretch")}
            y = np.zeros(len(x), int) if made else labels(r, np.arange(len(x)) * fr.HOP / fr.SLOW)
            truth = {"activity": "other", "condition": r["kind"]} if made else r["truth"]
            rows.append(dict(about, x=x, y=y, condition=truth.get("condition"),
                             activity=truth.get("activity")))
        pickle.dump(rows, open(kept, "wb"))
    rows = pickle.load(open(kept, "rb"))
    running = json.load(open(os.path.join(here, "..", "events", "constants.json")))["running_frame"]
    for r in rows:
        r["runs"] = bt.two_state(logit(running, r["x"]), bt.SETTINGS["switch_running"])
    return rows


def logit(model, x):
    out = np.full(len(x), model["intercept"])
    for t in model["terms"]:
        v = np.clip(x[:, detect.NAMES.index(t["feature"])], t["low"], t["high"])
        out += t["slope"] * (v - t["low"]) + t["bend"] * np.maximum(v - t["knee"], 0)
    return out


def thinned(rows):
    """Every fourth simulated frame: they are many and alike."""
    return [dict(r, x=r["x"][::4], y=r["y"][::4]) if r["dataset"] == "simulated" else r
            for r in rows]


def fit(rows):
    return detect.constants(detect.Hinges(CHOSEN).fit(*detect.stack(thinned(rows))))


def fit_anywhere(rows):
    """The model for any site, as ../events fits it."""
    return detect.constants(detect.Hinges(detect.CHOSEN).fit(*detect.stack(rows)))


def figures(rows, model_for, anywhere_for):
    """Seconds per minute in decided frames, recall of walking frames, walking files found."""
    sums = {}

    def add(key, a, b):
        s = sums.setdefault(key, [0, 0])
        s[0], s[1] = s[0] + a, s[1] + b

    for r in rows:
        z = np.minimum(logit(model_for(r), r["x"]), logit(anywhere_for(r), r["x"]) - DOUBT)
        found = bt.two_state(np.where(r["runs"], -4, z), bt.SETTINGS["switch"])
        name = f"{r['dataset']}/{r['site']}"
        for c, text, scale in ((WALK, "recall", 1), (OTHER, "false s/min", 60)):
            if (r["y"] == c).any():
                add(f"{name} {text}", scale * found[r["y"] == c].sum(), (r["y"] == c).sum())
        if r["activity"] == "walking":
            add(f"{name} files found", found.mean() > 0.5, 1)
        if r["activity"] == "other":
            add(f"{name} {r['condition']} s/min", 60 * found.sum(), len(found))
    return {k: round(float(a / b), 3) for k, (a, b) in sorted(sums.items())}


def left_out(rows, key, groups, make):
    models = {g: make([r for r in rows if key(r) != g]) for g in groups}
    return lambda r: models[key(r)]


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    ask.add_argument("--cache", default="/tmp/fit_events")
    ask.add_argument("--constants", default=os.path.join(here, "constants.json"))
    a = ask.parse_args()
    rows = table(a.data, a.cache)
    real = detect.table(a.data, a.cache)
    fold = {p: i % 4 for i, p in enumerate(sorted({r["person"] for r in rows + real}))}
    everyone, anywhere = fit(rows), fit_anywhere(real)
    for title, key in (("people out", lambda r: fold[r["person"]]),
                       ("data sets out", lambda r: r["dataset"]), ("all", None)):
        groups = {key(r) for r in rows} if key else ()
        model = left_out(rows, key, groups, fit) if key else lambda r: everyone
        other = left_out(real, key, groups, fit_anywhere) if key else lambda r: anywhere
        print(title)
        for k, v in figures(rows, model, other).items():
            print(f"    {k:44s} {v}")
    kept = json.load(open(a.constants)) if os.path.exists(a.constants) else {}
    kept["arm_frame"] = dict(everyone, doubt=DOUBT, elsewhere=ELSEWHERE)
    json.dump(kept, open(a.constants, "w"), indent=1, ensure_ascii=False)


if __name__ == "__main__":
    main()
