"""Flight and push in every second: how often runs, walks and other activities have them, and what the rule adds to the running frames.

    python3 flight.py --data DATA --cache CACHE      (after ridge.py with the same cache)

Nothing is fitted but the running frames, anew without those who are tested, as in `../terrain/running.py`.
"""

import argparse
import os
import sys

import numpy as np

import frames as fr
from detect import OTHER, RUN_CHOSEN, WALK, Hinges, folds, left_out, running_rows, table
from recordings import read_all

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "terrain"))
from running import PRIOR, decode  # noqa: E402

GRAVITY = 9.80665
FLIGHT, PUSH, EVIDENCE = 0.5, 2.0, 4.0
SITES = {"lower_back": "pelvis", "hip": "pelvis"}


def every_second(acc, count):
    """Per frame: whether each of its four seconds bears less than half of gravity and more than twice of it."""
    n = np.linalg.norm(fr.slow_stream(acc), axis=1)
    out = np.zeros(count, bool)
    for k in range(count):
        low = fr.HOP * k - 50
        if low < 0 or low + 100 > len(n):
            continue
        w = n[low:low + 100].reshape(4, 25)
        out[k] = w.min(1).max() < FLIGHT * GRAVITY and w.max(1).min() > PUSH * GRAVITY
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True), p.add_argument("--cache", required=True)
    a = p.parse_args()
    plain = table(a.data, a.cache)
    samples = {(r["dataset"], r["stem"]): r["acc"] for r in read_all(a.data, a.cache)}
    rows = [dict(r, walks=w["y"] == WALK, others=w["y"] == OTHER) for r, w in zip(running_rows(plain), plain)
            if "@" not in r["stem"]]
    for r in rows:
        r["flight"] = every_second(samples[r["dataset"], r["stem"]], len(r["x"]))
    sums = {}
    for r in rows:
        for kind, m in (("running", r["y"] == 1), ("walking", r["walks"]), ("other", r["others"])):
            s = sums.setdefault((r["dataset"], r["site"], kind), [0, 0])
            s[0] += int(m.sum())
            s[1] += int((m & r["flight"]).sum())
    for k, v in sorted(sums.items()):
        if v[0]:
            print(*k, f"{v[1]} of {v[0]} frames")
    for title, key in (("people", folds(rows)), ("data sets", lambda r: r["family"])):
        logits = left_out(rows, lambda: Hinges(RUN_CHOSEN), key)
        for rule in (False, True):
            sums = {}
            for r in rows:
                if SITES.get(r["site"]) != "pelvis":
                    continue
                z = logits[r["stem"], r["dataset"]]
                if rule:
                    z = np.where(r["flight"], np.maximum(z, EVIDENCE + PRIOR["pelvis"]), z)
                ran = decode(z, PRIOR["pelvis"])
                s = sums.setdefault(r["dataset"], [0, 0, 0, 0, 1.0])
                m = r["y"] == 1
                s[0] += int(m.sum())
                s[1] += int((m & ran).sum())
                s[2] += int(r["walks"].sum())
                s[3] += int((r["walks"] & ran).sum())
                if m.any():
                    s[4] = min(s[4], (m & ran).sum() / m.sum())
            print(f"{title} left out, {'with' if rule else 'without'} the rule:",
                  {k: f"running found {v[1] / v[0]:.3f}, in the worst recording {v[4]:.2f}" for k, v in sums.items() if v[0]},
                  "walking called running", {k: v[3] for k, v in sums.items() if v[3]})


if __name__ == "__main__":
    main()
