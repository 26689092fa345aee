"""How much of running is called running, and of walking, by people and data sets that were not learned from.

    python3 running.py --data DATA --cache CACHE      (after ../events/ridge.py with the same cache)

The running frames of `../events` fitted anew without those who are tested, and decoded as the program does it.
"""

import argparse

import numpy as np

from tables import SITES  # finds ../events
from detect import RUN_CHOSEN, WALK, Hinges, folds, left_out, running_rows, table

COST, CLIP = 4.0, 4.0
PRIOR = {"pelvis": 0.8}


def decode(logits, prior):
    """Two states by Viterbi: half of the log-odds for one, minus half for the other."""
    evidence = np.clip(logits - prior, -CLIP, CLIP) / 2
    off, on, back = 0.0, -COST / 2, []
    for k, e in enumerate(evidence):
        back.append((k > 0 and on - COST > off, k > 0 and off - COST > on))
        off, on = max(off, on - COST) - e, max(on, off - COST) + e
    state, out = on > off, np.zeros(len(evidence), bool)
    for k in range(len(evidence) - 1, -1, -1):
        out[k] = state
        if back[k][1 if state else 0]:
            state = not state
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True), p.add_argument("--cache", required=True)
    a = p.parse_args()
    all_rows = table(a.data, a.cache)
    rows = [dict(r, walks=w["y"] == WALK) for r, w in zip(running_rows(all_rows), all_rows)]
    for title, key in (("people", folds(rows)), ("data sets", lambda r: r["family"])):
        logits = left_out(rows, lambda: Hinges(RUN_CHOSEN), key)
        sums = {}
        for r in rows:
            if "@" in r["stem"]:
                continue
            site = SITES.get(r["site"], r["site"])
            ran = decode(logits[r["stem"], r["dataset"]], PRIOR.get(site, 0.0))
            s = sums.setdefault((r["dataset"], site), [0, 0, 0, 0])
            s[0] += int((r["y"] == 1).sum())
            s[1] += int(((r["y"] == 1) & ran).sum())
            s[2] += int((r["walks"]).sum())
            s[3] += int((r["walks"] & ran).sum())
        print(f"{title} left out: running called running",
              {"/".join(k): round(v[1] / v[0], 3) for k, v in sums.items() if v[0]},
              "walking called running", {"/".join(k): round(v[3] / v[2], 4) for k, v in sums.items() if v[3]},
              f"in all {sum(v[3] for v in sums.values()) / sum(v[2] for v in sums.values()):.4f}")


if __name__ == "__main__":
    main()
