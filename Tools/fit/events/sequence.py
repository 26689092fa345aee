"""Fits the evidence for a contact at the lower back, and judges the sequence of steps, people left out.

    python3 sequence.py --data DATA --cache DIR --score SCORERS     (after ridge.py, detect.py, refine.py)

A conditional logit: which of the samples of the step around a true contact is it? 17 numbers of the
force, 8 of the jolt; then, with those held, what a turn adds to the 17. The settings of the search are chosen, not fitted; this script prints what they
do to people left out of all fits.
"""

import argparse
import json
import os
import sys

import numpy as np
from scipy import signal
from scipy.ndimage import gaussian_filter1d, uniform_filter1d
from scipy.optimize import minimize

import bouts as bt
import frames as fr
import phase
import refine
from detect import CHOSEN, RUN_CHOSEN, Hinges, folds, left_out, running_rows
from evaluate import prepare, score
from recordings import RATE, contacts

# INDIP and cameras disagree by 21 ms; the hand-checked reference has the most to say.
SAY = {"INDIP": 0.3, "Stereophoto": 0.5, "voisard_ipol": 1.0, "voisard_semiogram": 0.3}
PENALTY = 0.04       # ridge, per standardized weight: wide, 0.01 to 0.1 do the same
TURN_PENALTY = 0.1   # the same for what a turn adds: 0.01 to 0.1 do the same
TURNING, TURN_SECONDS = (0.5, 1.5), 1.5  # rad/s of the mean angular rate: nothing, and all, of a turn
BELL = 2.0           # samples: a contact is known to about 20 ms
SEARCH = dict(
    usual=1.3, slope=4.2, strength=3.0, first_slope=3.0, first=3.5, close_slope=3.0, closing=6.0, low=-8.0, high=1.0,
    brake_slope=3.0, brake=5.0, close_high=0.7, close_trust=0.75, close_usual=1.0, close_steps=0.92, close_spread=0.2,
    spread=0.2, wide=0.4, wide_share=0.08, steps=(0.45, 2.0), missed=2.0, restart=7.0, pause=300,
    reach=2.0, wave_width=0.12, wave_doubt=3.0, wave_smoothing=0.25,
)
JOLT = signal.butter(2, 8, "high", fs=RATE, output="sos")
COARSE = 4           # samples per value of what is smoothed over a part of a step or more
SLOW_HIGH_PASS = signal.butter(2, 0.4, "high", fs=RATE / COARSE, output="sos")
FORCE_AT, JOLT_AT = np.arange(-8, 9) / 16, np.arange(-6, 9, 2) / 16


def means(x):
    """The mean of each few samples."""
    edges = np.arange(0, len(x), COARSE)
    return np.add.reduceat(x, edges) / np.diff(np.r_[edges, len(x)]).reshape((-1,) + (1,) * (x.ndim - 1))


def fine(values, n):
    """Values at every sample, straight lines between those in the middle of their samples."""
    return np.interp(np.arange(n), np.arange(len(values)) * COARSE + (COARSE - 1) / 2, values)


def turning(gyr):
    """How far each sample lies in a turn, 0 to 1: the mean angular rate over more than a stride."""
    mean = np.linalg.norm(uniform_filter1d(gyr, int(TURN_SECONDS * RATE) | 1, axis=0, mode="nearest"), axis=1)
    return np.clip((mean - TURNING[0]) / (TURNING[1] - TURNING[0]), 0, 1)


class Region:
    """Samples around cores that are close together, with all that the search reads."""

    def __init__(self, r, score, first, end, cores):
        self.start = first * fr.HOP * 4
        stop = min(len(r["acc"]), end * fr.HOP * 4)
        acc, n = r["acc"][self.start:stop], stop - self.start
        f = bt.cadence(score, first, end, cores, True)
        self.f = np.interp(np.arange(n), np.arange(len(f)) * fr.HOP * 4, f)
        self.limits = [((a * bt.STEP - 0.2) * RATE - self.start,
                        (b * bt.STEP - 0.2) * RATE - self.start) for a, b in cores]
        self.borders = [int(0.5 * (p[1] + q[0])) for p, q in zip(self.limits, self.limits[1:])]
        inside = np.zeros(n, bool)
        for a, b in self.limits:
            inside[max(0, int(a)):int(b)] = True
        step = RATE / np.median(self.f[inside])
        local = lambda x, width: gaussian_filter1d(x, width * step / COARSE, mode="nearest")
        self.norm = phase.zero_phase(phase.HIGH_PASS, np.linalg.norm(acc, axis=1))
        force = phase.zero_phase(phase.LOW_PASS, self.norm)
        strength = np.sqrt(local(means(force**2), 0.6))
        force = force / fine(np.hypot(strength, 0.3 * self.typical(strength)), n)
        quick = np.stack([phase.zero_phase(JOLT, c) for c in acc.T], 1)
        jolt = np.sqrt(gaussian_filter1d((quick ** 2).sum(1), 2))
        usual = local(means(jolt), 0.6)
        jolt = jolt / fine(np.hypot(usual, np.hypot(0.3 * self.typical(usual), 0.01)), n)
        k = np.arange(n)
        at = lambda x, j: np.interp(k[:, None] + j * RATE / self.f[:, None], k, x)
        shape = at(force, FORCE_AT)
        self.x = np.c_[shape, at(jolt, JOLT_AT), turning(r["gyr"])[self.start:stop, None] * shape]
        slow = signal.sosfiltfilt(
            SLOW_HIGH_PASS, means(acc), axis=0, padtype="odd", padlen=min(len(acc) // COARSE - 2, 75))
        motion = 0.5 * np.log(local((slow ** 2).sum(1), 0.25) + 1e-3)
        self.level, self.step = fine(motion - self.typical(motion), n), step
        width, phase.WIDTH = phase.WIDTH, SEARCH["wave_smoothing"]
        angle, size = phase.demodulated(self.norm, self.f)
        size = means(size)
        self.rise = fine(np.log(size / self.typical(size) + 1e-3), n)
        phase.WIDTH = width
        self.wave = phase.crossings(angle, phase.CONTACT_PHASE)

    def typical(self, x):
        """Median of the core next to each value: a turn on the spot is not measured by the walk after."""
        median = [np.median(x[max(0, int(a)) // COARSE:][:max(1, int(b - max(a, 0)) // COARSE)])
                  for a, b in self.limits]
        place = np.arange(len(x)) * COARSE
        return np.array(median)[np.searchsorted(self.borders, place, "right")]


def regions(r, walking, running, score):
    """Regions of a recording, found by frame models that never saw its person."""
    s = bt.SETTINGS
    run = bt.two_state(running, s["switch_running"])
    mask = bt.two_state(np.where(run, -4, walking - s["waist_bias"]), s["switch"])
    return [Region(r, score, *g)
            for g in bt.regions(bt.runs(mask), len(walking), s["margin"])]


def choices(r, parts, kind):
    """One row per true contact: evidence at 25 places of the step around it, and how true each is."""
    at = (contacts(r, kind) - r["start"]) * RATE
    gaps = [((a - r["start"]) * RATE - 30, (b - r["start"]) * RATE + 30) for a, b in r["gaps"]]
    out = []
    for g in parts:
        for t in at - g.start:
            if any(a < t + g.start < b for a, b in gaps) or not 60 < t < len(g.f) - 60:
                continue
            half = 0.5 * RATE / g.f[int(t)]
            grid = np.round(t + np.linspace(-half, half, 25)).astype(int).clip(0, len(g.f) - 1)
            out.append((g.x[grid], np.exp(-0.5 * ((grid - t) / BELL) ** 2) + 1e-9))
    return out


def fit(rows):
    """Weights of the conditional logit from (kind, recording, choices)."""
    some, say = [], []
    for kind, worth in SAY.items():
        part = [c for k, _, choice in rows if k == kind for c in choice]
        some += part
        say += [worth / max(1, len(part))] * len(part)
    x, y = np.stack([c[0] for c in some]), np.stack([c[1] for c in some])
    y, say = y / y.sum(1, keepdims=True), np.array(say) / sum(say)
    plain = len(FORCE_AT) + len(JOLT_AT)
    walk = logit(x[:, :, :plain], y, say, 0.0, PENALTY)
    return np.r_[walk, logit(x[:, :, plain:], y, say, x[:, :, :plain] @ walk, TURN_PENALTY)]


def logit(x, y, say, known, penalty):
    """Weights of the values x of each choice, beside what is known of it."""
    sd = x.reshape(-1, x.shape[2]).std(0) + 1e-9
    z = x / sd

    def loss(b):
        u = known + z @ b
        u = u - u.max(1, keepdims=True)
        p = u - np.log(np.exp(u).sum(1, keepdims=True))
        return (-(say[:, None] * y * p).sum() + penalty * b @ b,
                -np.einsum("t,tk,tkj->j", say, y - np.exp(p), z) + 2 * penalty * b)

    return minimize(loss, np.zeros(x.shape[2]), jac=True, method="L-BFGS-B").x / sd


def evidence(g, weights, correction):
    """Per sample: log-odds from shape and jolt, and the same with the phase's contacts."""
    u = g.x @ weights
    top = u.max()
    around = gaussian_filter1d(means(np.exp(u - top)), 0.35 * g.step / COARSE, mode="nearest")
    shape = u - top - fine(np.log(around + 1e-12), len(u))
    if not len(g.wave):
        return shape, shape
    w, local = phase.waveforms(g.norm, g.wave, g.f)
    at = np.maximum.accumulate(g.wave + (correction[0] + w @ correction[1]) / local * RATE)
    k = np.arange(len(g.f))
    i = np.searchsorted(at, k).clip(1, max(1, len(at) - 1))
    far = np.abs(k - at[i - 1])
    if len(at) > 1:
        far = np.minimum(far, np.abs(at[i] - k))
    doubt = 0.5 * (far * g.f / RATE / SEARCH["wave_width"]) ** 2
    return shape, shape - np.minimum(doubt, SEARCH["wave_doubt"])


def search(g, shape, timing, s=SEARCH):
    """Samples of the best sequence: dynamic programming over crests of the evidence, each the end of a
    sequence as a step, as the step that brakes, or as the one that closes a walk."""
    held = lambda slope, at, high: np.clip(slope * g.level + at, s["low"], high)
    nxt = timing - s["usual"] + held(s["slope"], s["strength"], s["high"])
    first = timing - s["usual"] + np.clip(
        s["first_slope"] * g.rise + s["first"], s["low"], s["high"])
    braking = timing - s["usual"] + held(s["brake_slope"], s["brake"], s["close_high"])
    closing = s["close_trust"] * (shape - s["close_usual"]) + held(
        s["close_slope"], s["closing"], s["close_high"])
    n, allowed = len(nxt), np.zeros(len(nxt), bool)
    for a, b in g.limits:
        reach = s["reach"] * RATE / np.interp([a, b], np.arange(n), g.f)
        allowed[max(0, int(a - reach[0])):max(0, int(b + reach[1]) + 1)] = True
    top = lambda x: np.r_[False, (x[1:-1] >= x[:-2]) & (x[1:-1] > x[2:]), False]
    at = np.where(allowed & (top(timing) | top(shape)))[0]
    if not len(at):
        return at
    tracked = np.cumsum(g.f) / RATE
    wide = lambda x: np.log(
        (1 - s["wide_share"]) * np.exp(-0.5 * (x / s["spread"]) ** 2) / s["spread"]
        + s["wide_share"] * np.exp(-0.5 * (x / s["wide"]) ** 2) / s["wide"])
    best, back = np.full((3, len(at)), -np.inf), np.full((3, len(at)), -1)
    ended, near = (0.0, -1), 0  # value and place: three times the candidate, plus 1 if closing, 2 if braking
    for n, t in enumerate(at):
        while t - at[near] >= s["pause"]:
            for kind in (0, 1):
                ended = max(ended, (best[kind, near] - s["restart"], 3 * near + kind))
            near += 1
        best[0, n], back[0, n] = ended[0] + first[t], ended[1]
        if near == n:
            continue
        j = at[near:n]
        steps = (t - j) * g.f[t] / RATE
        usual = (steps >= s["steps"][0]) & (steps <= s["steps"][1])
        x = np.log(steps)
        link = np.where(usual, wide(x) - wide(0.0), np.where(
            steps > s["steps"][1],
            -np.minimum(s["missed"] * (tracked[t] - tracked[j] - 1), s["restart"]), -np.inf))
        k = (best[0, near:n] + link).argmax()
        if best[0, near + k] + link[k] + nxt[t] > best[0, n]:
            best[0, n], back[0, n] = best[0, near + k] + link[k] + nxt[t], 3 * (near + k)
        step = np.where(usual, link, -np.inf)
        k = (best[0, near:n] + step).argmax()
        best[2, n], back[2, n] = best[0, near + k] + step[k] + braking[t], 3 * (near + k)
        last = np.where(
            usual, -0.5 * ((x - np.log(s["close_steps"])) / s["close_spread"]) ** 2, -np.inf)
        for kind in (0, 2):
            k = (best[kind, near:n] + last).argmax()
            value = best[kind, near + k] + last[k] + closing[t]
            if value > best[1, n]:
                best[1, n], back[1, n] = value, 3 * (near + k) + kind
    kind, n = np.unravel_index(best[:2].argmax(), best[:2].shape)
    path, place = [], 3 * n + kind if best[:2].max() > 0 else -1
    while place >= 0:
        path.append(at[place // 3])
        place = back[place % 3, place // 3]
    return np.array(path[::-1], int)


def crest(x, at):
    """Places moved by at most half a sample to the top of the parabola."""
    i = at.clip(1, len(x) - 2)
    a, b, c = x[i - 1], x[i], x[i + 1]
    bend = a - 2 * b + c
    return i + np.where(bend < -1e-9, np.clip(0.5 * (a - c) / np.minimum(bend, -1e-9), -0.5, 0.5), 0)


def found(parts, weights, correction):
    """Walks of one recording, seconds from its first sample."""
    at = [np.zeros(0)]
    for g in parts:
        shape, timing = evidence(g, weights, correction)
        path = search(g, shape, timing)
        at.append((crest(timing, path) if len(path) else path) + g.start)
    return [("walk", p) for p in bt.assemble(np.concatenate(at), bt.SETTINGS)]


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    ask.add_argument("--cache", default="/tmp/fit_events")
    ask.add_argument("--score", required=True, help="folder of score_events.py and score_lab.py")
    a = ask.parse_args()
    everything = prepare(a.data, a.cache)
    rows = [q for _, q, _ in everything]
    key = folds(rows)
    walking = left_out(rows, lambda: Hinges(CHOSEN), key)
    running = left_out(running_rows(rows), lambda: Hinges(RUN_CHOSEN), key)
    ridge = np.array(json.load(open(a.cache + "/ridge.json")))
    lab = [(r, q, s) for r, q, s in everything if r["family"] in ("mobgap", "voisard")]
    parts = [(r, regions(r, walking[r["stem"], r["dataset"]], running[r["stem"], r["dataset"]], s))
             for r, _, s in lab]
    kinds = lambda r: ("INDIP", "Stereophoto") if r["dataset"] == "mobgap" else (r["dataset"],)
    shown = [(k, r, choices(r, g, k)) for r, g in parts if r["stretch"] == 1 for k in kinds(r)]
    moved = refine.gather([r for r, _ in parts if r["stretch"] == 1], ridge)
    people = sorted({r["person"] for _, r, _ in shown})
    weights = {p: fit([q for q in shown if q[1]["person"] != p]) for p in people}
    correction = {p: refine.fit_on([q for q in moved if q[1]["person"] != p]) for p in people}
    print("people left out")
    score([(r, found(g, weights[r["person"]], correction[r["person"]])) for r, g in parts], a.score)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "constants.json")
    kept = json.load(open(path))
    everyone = fit(shown)
    kept["contact_evidence"] = dict(
        sites=["lower_back", "hip"], force="-8...8 sixteenths of a step",
        jolt="-6...8 sixteenths of a step, every second", force_weights=everyone[:17].round(4).tolist(),
        jolt_weights=everyone[17:25].round(4).tolist(), turning_weights=everyone[25:].round(4).tolist(),
        turning_rad_s=TURNING, turning_mean_s=TURN_SECONDS, search=SEARCH)
    json.dump(kept, open(path, "w"), indent=1, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
