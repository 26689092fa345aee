"""Fits the frame model of gait detection and compares small models with large ones.

    python3 detect.py --data DATA --cache DIR     (after ridge.py)
"""

import argparse
import json
import os
import pickle

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import roc_auc_score

import frames as fr
from features import NAMES, features
from recordings import OTHER, RUN, SKIP, WALK, labels, read_all, slow_walks


def table(data, cache):
    """Per recording: features, labels; kept in `cache`."""
    kept = os.path.join(cache, "features.pickle")
    if not os.path.exists(kept):
        coefficients = np.array(json.load(open(cache + "/ridge.json")))
        recordings = read_all(data, cache)
        rows = []
        for r in recordings + slow_walks(recordings):
            x = features(r["acc"], coefficients)
            y = labels(r, np.arange(len(x)) * fr.HOP / fr.SLOW)
            about = {k: r[k] for k in ("dataset", "family", "person", "site", "stem", "stretch")}
            rows.append(dict(about, x=x, y=y, condition=r["truth"].get("condition"),
                             activity=r["truth"].get("activity")))
        pickle.dump(rows, open(kept, "wb"))
    return pickle.load(open(kept, "rb"))


def stack(rows, most=1500):
    """Training matrix: x, y, weight; at most about `most` walking frames of a group. Each
    dataset × site × class weighs the root of its count, the two classes weigh the same."""
    x = np.concatenate([r["x"] for r in rows])
    y = np.concatenate([r["y"] for r in rows])
    group = np.concatenate([
        [f"{r['dataset']}/{r['site']}/{r['stretch'] > 1}"] * len(r["y"]) for r in rows])
    use = (y == WALK) | (y == OTHER)
    for g in np.unique(group):
        k = np.where(use & (group == g) & (y == WALK))[0]
        use[np.delete(k, np.arange(0, len(k), max(1, len(k) // most)))] = False
    x, y, group = x[use], y[use], group[use]
    w = np.ones(len(y))
    for g in np.unique(group):
        for c in (WALK, OTHER):
            k = (group == g) & (y == c)
            if k.any():
                w[k] = k.sum() ** -0.5
    for c in (WALK, OTHER):
        w[y == c] /= w[y == c].sum()
    return x, y, w * len(y) / 2


def newton(b, y, w, penalty, rounds=25):
    """Weighted logistic regression with a quadratic penalty (not on the last column, the ones)."""
    beta = np.zeros(b.shape[1])
    keep = np.diag(np.r_[np.full(b.shape[1] - 1, penalty), 1e-9])
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-np.clip(b @ beta, -30, 30)))
        gradient = b.T @ (w * (p - y)) + keep @ beta
        change = np.linalg.solve((b * (w * p * (1 - p))[:, None]).T @ b + keep, gradient)
        beta -= change * min(1, 3 / (np.abs(change).max() + 1e-9))
        if np.abs(change).max() < 1e-4:
            break
    return beta


class Hinges:
    """Logistic regression on bounded straight pieces: each feature is held between its 2nd and
    98th percentile (of the weighted frames) and may bend at inner knots. Levels end at the 98th
    percentile of the positive frames: shaking harder than any walker earns nothing more."""

    def __init__(self, chosen, bends=1, penalty=3.0):
        self.chosen, self.bends, self.penalty = chosen, bends, penalty

    def basis(self, x):
        out = []
        for name, knots in zip(self.chosen, self.knots):
            v = np.clip(x[:, NAMES.index(name)], knots[0], knots[-1])
            out += [v - knots[0]] + [np.maximum(v - k, 0) for k in knots[1:-1]]
        return np.stack(out, 1)

    def fit(self, x, y, w):
        levels = np.r_[2, np.linspace(0, 100, self.bends + 2)[1:-1], 98]
        draw = np.random.default_rng(0).choice(len(x), 8000, p=w / w.sum())
        self.knots = [np.percentile(x[draw][:, NAMES.index(n)], levels) for n in self.chosen]
        for name, knots in zip(self.chosen, self.knots):
            if name in ("level", "level norm", "level short"):
                top = np.percentile(x[draw][y[draw] == 1, NAMES.index(name)], 98)
                knots[-1] = min(knots[-1], top)
        self.knots = [k.round(3) for k in self.knots]
        b = self.basis(x)
        scale = b.std(0) + 1e-9
        beta = newton(np.c_[b / scale, np.ones(len(b))], y, w, self.penalty)
        self.weights, self.intercept = beta[:-1] / scale, beta[-1]
        return self

    def logit(self, x):
        return self.basis(x) @ self.weights + self.intercept

    def size(self):
        return len(self.weights) + 1


RISING = {"relative level": 0, "norm r1": 1, "norm r2": 1, "vector r1": 0, "vector r2": 1,
          "norm harmonics": 1, "vector harmonics": 1, "utility": 1, "short utility": 1,
          "posterior": 0, "short norm r1": 1, "short norm harmonics": 1, "tilt": -1,
          "tilt spread": -1, "sway share": -1, "entropy": -1, "steadiness": 1, "flight": -1}


class Trees:
    """Gradient-boosted small trees, optionally monotone where the physics says so."""

    def __init__(self, count, chosen=NAMES, monotone=True, rate=0.15, depth=3):
        self.count, self.chosen, self.monotone = count, chosen, monotone
        self.rate, self.depth = rate, depth

    def fit(self, x, y, w):
        signs = [RISING.get(n, 0) for n in self.chosen] if self.monotone else None
        self.columns = [NAMES.index(n) for n in self.chosen]
        self.model = HistGradientBoostingClassifier(
            max_iter=self.count, max_depth=self.depth, learning_rate=self.rate,
            min_samples_leaf=60, l2_regularization=1.0, early_stopping=False,
            monotonic_cst=signs).fit(x[:, self.columns], y, sample_weight=w)
        return self

    def logit(self, x):
        return self.model.decision_function(x[:, self.columns])

    def size(self):
        return sum(len(p[0].nodes) for p in self.model._predictors)


def left_out(rows, make, key):
    """Logits of every recording from a model that never saw its group."""
    out = {}
    for group in sorted({key(r) for r in rows}):
        model = make().fit(*stack([r for r in rows if key(r) != group]))
        for r in rows:
            if key(r) == group:
                out[r["stem"], r["dataset"]] = model.logit(r["x"])
    return out


def folds(rows, count=5):
    """Person folds within each dataset."""
    fold = {}
    for dataset in sorted({r["dataset"] for r in rows}):
        for i, p in enumerate(sorted({r["person"] for r in rows if r["dataset"] == dataset})):
            fold[p] = i % count
    return lambda r: fold[r["person"]]


def figures(rows, logits):
    """Weighted AUC and cross-entropy (logits held within ±4), recall/false share per set."""
    x, y, w = stack(rows, 10**9)
    use = [(r["y"] == WALK) | (r["y"] == OTHER) for r in rows]
    z = np.concatenate([logits[r["stem"], r["dataset"]][u] for r, u in zip(rows, use)])
    q = np.clip(z, -4, 4)
    loss = np.average(np.log1p(np.exp(np.where(y == WALK, -q, q))), weights=w)
    per = {}
    for r in rows:
        for c in (WALK, OTHER):
            k = r["y"] == c
            if k.any():
                name = r["dataset"] + ("@slow" if r["stretch"] > 1 else "") + "/" + r["site"]
                per.setdefault((name, c), []).append(logits[r["stem"], r["dataset"]][k] > 0)
    return roc_auc_score(y, z, sample_weight=w), loss, {
        k: np.mean(np.concatenate(v)) for k, v in sorted(per.items())}


def strange(rows, logits):
    """For datasets left out: without the stretched walks, which leave with their originals, so
    that nothing slow remains to learn from."""
    return [r for r in rows if r["stretch"] == 1], logits


def show(title, rows, make, detail=False):
    person, family = folds(rows), lambda r: r["family"]
    a = figures(rows, left_out(rows, make, person))
    b = figures(*strange(rows, left_out(rows, make, family)))
    model = make().fit(*stack(rows))
    c = figures(rows, {(r["stem"], r["dataset"]): model.logit(r["x"]) for r in rows})
    print(f"{title:34s} numbers {model.size():5d}  AUC/loss all {c[0]:.4f}/{c[1]:.4f}  people out "
          f"{a[0]:.4f}/{a[1]:.4f}  datasets out {b[0]:.4f}/{b[1]:.4f}", flush=True)
    if detail:
        for k in c[2]:
            print(f"    {k[0]:34s} {'walk' if k[1] else 'other':6s} all {c[2][k]:.3f} "
                  f"people out {a[2][k]:.3f} dataset out {b[2].get(k, np.nan):.3f}")
    return 0.5 * (a[1] + b[1])


def forward(rows, most=10, allowed=NAMES, bends=1):
    """Adds the feature that lowers the left-out cross-entropy (people and datasets) most."""
    chosen = ()
    thin = [dict(r, x=r["x"][::2], y=r["y"][::2]) for r in rows]
    person, family = folds(rows, 3), lambda r: r["family"]
    while len(chosen) < most:
        trial = {}
        for name in allowed:
            if name in chosen:
                continue
            make = lambda: Hinges(chosen + (name,), bends)
            a = figures(thin, left_out(thin, make, person))[1]
            b = figures(*strange(thin, left_out(thin, make, family)))[1]
            trial[name] = (a + b) / 2, a, b
        best = min(trial, key=trial.get)
        chosen += (best,)
        print(len(chosen), best, [round(v, 4) for v in trial[best]], flush=True)
    return chosen


CHOSEN = ("relative level", "level norm", "steadiness", "flight", "norm r2", "utility",
          "sway share", "vertical share", "level short", "tilt")
RUN_CHOSEN = ("level", "ln f", "flight", "vertical share", "norm r2", "vector r1")


def running_rows(rows):
    """The same frames with running against everything else. Running files hold standing at
    their ends: frames below an RMS of e m/s² do not count as running."""
    out = []
    for r in rows:
        y = np.full(len(r["y"]), SKIP)
        y[(r["y"] == WALK) | (r["y"] == OTHER)] = 0
        y[(r["y"] == RUN) & (r["x"][:, NAMES.index("level")] > 1)] = 1
        out.append(dict(r, y=y))
    return out


def constants(model):
    """Machine form: logit = intercept + Σ slope·(v − low) + bend·max(v − knee, 0), v held between
    low and high."""
    terms = []
    for i, (name, k) in enumerate(zip(model.chosen, model.knots)):
        slope, bend = model.weights[2 * i: 2 * i + 2]
        terms.append(dict(feature=name, low=float(k[0]), knee=float(k[1]), high=float(k[2]),
                          slope=round(float(slope), 5), bend=round(float(bend), 5)))
    return dict(intercept=round(float(model.intercept), 5), terms=terms)


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    ask.add_argument("--cache", default="/tmp/fit_events")
    ask.add_argument("--compare", action="store_true", help="also fit trees and select features")
    ask.add_argument("--constants", default=os.path.join(os.path.dirname(__file__),
                                                         "constants.json"))
    a = ask.parse_args()
    rows = table(a.data, a.cache)
    show("chosen, one bend", rows, lambda: Hinges(CHOSEN), True)
    if a.compare:
        show("8 features, one bend", rows, lambda: Hinges(CHOSEN[:8]))
        show("10 features, linear", rows, lambda: Hinges(CHOSEN, 0))
        show("10 features, two bends", rows, lambda: Hinges(CHOSEN, 2))
        show("all features, one bend", rows, lambda: Hinges(NAMES))
        show("10 features, 25 monotone trees", rows, lambda: Trees(25, CHOSEN, rate=0.3))
        show("all features, 25 monotone trees", rows, lambda: Trees(25, rate=0.3))
        show("all features, 80 free trees", rows, lambda: Trees(80, monotone=False))
        forward(rows, len(CHOSEN), [n for n in NAMES if n != "crest"])
    kept = json.load(open(a.constants)) if os.path.exists(a.constants) else {}
    kept["step_frequency_ridge"] = dict(
        candidates="0.6 exp(0.0375 k) Hz, k = 0...45",
        coefficients=dict(zip(fr.EVIDENCE, json.load(open(a.cache + "/ridge.json")))))
    kept["gait_frame"] = constants(Hinges(CHOSEN).fit(*stack(rows)))
    runs = running_rows(rows)
    show("running, six features, one bend", runs, lambda: Hinges(RUN_CHOSEN), True)
    kept["running_frame"] = constants(Hinges(RUN_CHOSEN).fit(*stack(runs)))
    json.dump(kept, open(a.constants, "w"), indent=1, ensure_ascii=False)


if __name__ == "__main__":
    main()
