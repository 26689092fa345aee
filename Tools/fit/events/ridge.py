"""The step-frequency ridge: which of 46 candidate frequencies are the steps?

    python3 ridge.py --data DATA --cache DIR      fits, reports left-out figures, prints numbers

A conditional logit over the candidates (15 coefficients, no intercept); along a walk a Viterbi
path with a price per change of ln f.
"""

import argparse
import json

import numpy as np
from scipy.optimize import minimize

import frames as fr
from recordings import contacts, read_all, slow_walks

CHANGE_PRICE, PRICE_LIMIT = 25.0, 8.0  # per unit of ln f between frames; at most


def log_softmax(u):
    u = u - u.max(-1, keepdims=True)
    return u - np.log(np.exp(u).sum(-1, keepdims=True))


def path(score, price=CHANGE_PRICE, limit=PRICE_LIMIT):
    """Step frequency per frame: Viterbi over log-softmax scores, then a parabola."""
    lnf = np.log(fr.CANDIDATES)
    cost = np.minimum(price * np.abs(lnf[:, None] - lnf[None]), limit)
    n, k = score.shape
    back, best = np.zeros((n, k), int), score[0].copy()
    for t in range(1, n):
        total = best[None] - cost
        back[t] = total.argmax(1)
        best = total[np.arange(k), back[t]] + score[t]
    states = np.zeros(n, int)
    states[-1] = best.argmax()
    for t in range(n - 1, 0, -1):
        states[t - 1] = back[t, states[t]]
    return refined(score, states)


def refined(score, states):
    """Frequencies of the chosen candidates, moved by at most half a candidate to the crest."""
    i, k = np.arange(len(states)), np.clip(states, 1, score.shape[1] - 2)
    a, b, c = score[i, k - 1], score[i, k], score[i, k + 1]
    bend = a - 2 * b + c
    move = np.where(bend < -1e-9, np.clip(0.5 * (a - c) / np.minimum(bend, -1e-9), -0.5, 0.5), 0)
    return fr.CANDIDATES[states] * np.exp(0.0375 * np.where(states == k, move, 0))


def true_frequency(r, times):
    """Steps per second around each frame; nan where the reference has too few contacts."""
    all_contacts, half = contacts(r), 2.0 if r["stretch"] == 1 else 3.5
    out = np.full(len(times), np.nan)
    for i, t in enumerate(times + r["start"]):
        q = all_contacts[np.abs(all_contacts - t) <= half]
        if len(q) >= 4 and np.diff(q).max() < 1.7 and q[0] < t - 0.8 and q[-1] > t + 0.8:
            out[i] = (len(q) - 1) / (q[-1] - q[0])
    return out


def fit(x, truth, weight, ridge=1e-3):
    """Coefficients of the conditional logit; the target is a bell of 4 % around the truth."""
    sd = x.reshape(-1, x.shape[2]).std(0)
    z = x / sd
    far = np.log(fr.CANDIDATES)[None] - np.log(truth)[:, None]
    target = np.exp(-0.5 * (far / 0.04) ** 2)
    target /= target.sum(1, keepdims=True)
    weight = weight / weight.sum()

    def loss(b):
        logp = log_softmax(z @ b)
        value = -(weight * (target * logp).sum(1)).sum() + ridge * b @ b
        return value, -np.einsum("t,tk,tkj->j", weight, target - np.exp(logp), z) + 2 * ridge * b

    return minimize(loss, np.zeros(x.shape[2]), jac=True, method="L-BFGS-B").x / sd


def training_set(recordings):
    """Per recording with contacts: evidence and truth of all its frames."""
    out = []
    for r in recordings:
        if not len(contacts(r)):
            continue
        ev = fr.evidence(fr.Frames(fr.slow_stream(r["acc"]), fr.LONG))
        truth = true_frequency(r, np.arange(len(ev)) * fr.HOP / fr.SLOW)
        truth[(truth < 0.55) | (truth > 3.4)] = np.nan
        if np.isfinite(truth).any():
            out.append((r, ev, truth))
    return out


def fit_on(rows):
    """Groups (dataset, slow or not) weigh count^0.4: large sets do not drown small ones."""
    groups = {}
    for r, ev, truth in rows:
        groups.setdefault((r["dataset"], r["stretch"] > 1), []).append((ev, truth))
    x, y, w = [], [], []
    for part in groups.values():
        ev = np.concatenate([e[np.isfinite(t)] for e, t in part])
        y0 = np.concatenate([t[np.isfinite(t)] for _, t in part])
        thin = max(1, len(y0) // 2500)
        x.append(ev[::thin]), y.append(y0[::thin])
        w.append(np.full(len(y0[::thin]), len(y0[::thin]) ** -0.6))
    return fit(np.concatenate(x), np.concatenate(y), np.concatenate(w))


def report(rows, coefficients_for):
    """Share of frames within 15 %, half and double errors, median error, per dataset."""
    out = {}
    for r, ev, truth in rows:
        known = np.isfinite(truth)
        f = path(log_softmax(ev @ coefficients_for(r)))[known]
        e = np.log(f / truth[known])
        key = r["dataset"] + ("@slow" if r["stretch"] > 1 else "") + "/" + r["site"]
        out.setdefault(key, []).append(e)
    for key, e in sorted(out.items()):
        e = np.concatenate(e)
        half, double = np.mean(np.abs(e + 0.693) < 0.15), np.mean(np.abs(e - 0.693) < 0.15)
        print(f"  {key:28s} within 15 % {np.mean(np.abs(e) < .15):.3f} half {half:.4f} "
              f"double {double:.4f} median {100 * np.median(np.abs(e)):.1f} %")


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    ask.add_argument("--cache", default="/tmp/fit_events")
    a = ask.parse_args()
    recordings = read_all(a.data, a.cache)
    rows = training_set(recordings + slow_walks(recordings))
    everyone = fit_on(rows)
    print("fitted on all"), report(rows, lambda r: everyone)
    fold = {}
    for r, _, _ in rows:
        fold.setdefault(r["person"], len(fold) % 5)
    parts = [fit_on([q for q in rows if fold[q[0]["person"]] != i]) for i in range(5)]
    print("people left out"), report(rows, lambda r: parts[fold[r["person"]]])
    out = {f: fit_on([q for q in rows if q[0]["family"] != f])
           for f in {r["family"] for r, _, _ in rows}}
    print("datasets left out"), report(rows, lambda r: out[r["family"]])
    print(json.dumps(dict(zip(fr.EVIDENCE, everyone.round(5).tolist())), ensure_ascii=False))
    json.dump(everyone.round(5).tolist(), open(a.cache + "/ridge.json", "w"))


if __name__ == "__main__":
    main()
