"""Jumping and hopping against running: both feet push at once, straight up.

    python3 jumping.py --data DATA --cache CACHE
"""

import argparse
import json
import os

import numpy as np

from models import Logistic
from tables import HOP, RUN, rows

JUMPING = ("h h.5", "vh ratio", "jerk")
ENDURING, SLOPE = 30.0, -4.0     # beyond so many seconds the duration speaks for a run: ln units; a judgement, not fitted


def endurance(frames):
    """What the duration of a series adds to the log-odds of jumping; frames follow each other every 0.4 s."""
    return SLOPE * max(0.0, np.log(0.4 * frames / ENDURING))


def stack(recordings):
    """One row per recording: the mean over its frames, as a bout is judged."""
    x, y = [], []
    for r in recordings:
        for c in (RUN, HOP):
            m = r["y"] == c
            if m.sum() >= 3:
                x.append(r["x"][m].mean(0))
                y.append(int(c == HOP))
    y = np.array(y)
    share = np.array([(y == 0).mean(), (y == 1).mean()])
    return np.array(x), y, 0.5 / share[y]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True), p.add_argument("--cache", required=True)
    a = p.parse_args()
    recordings = [r for r in rows(a.data, a.cache) if np.isin(r["y"], (RUN, HOP)).sum() >= 3]
    for title, key in (("people", lambda r: r["person"]), ("data sets", lambda r: r["dataset"]),
                       ("sites", lambda r: r["site"])):
        right, enduring, margins = {}, {}, []
        for g in sorted({key(r) for r in recordings}):
            model = Logistic(JUMPING, 1.0).fit(*stack([r for r in recordings if key(r) != g]))
            for r in recordings:
                if key(r) == g:
                    for c in (RUN, HOP):
                        m = r["y"] == c
                        if m.sum() >= 3:
                            odds = model.logit(r["x"][m].mean(0)[None])[0]
                            e = enduring.setdefault((r["dataset"], r["site"], "hop" if c == HOP else "run"), [0, 0])
                            e[0] += 1
                            e[1] += int((odds + endurance(m.sum()) > 0) == (c == HOP))
                            z = odds * (1 if c == HOP else -1)
                            n = right.setdefault((r["dataset"], r["site"], "hop" if c == HOP else "run"), [0, 0])
                            n[0] += 1
                            n[1] += int(z > 0)
                            margins.append((round(float(z), 2), r["stem"]))
        print(title, "left out, with the duration:", {k: tuple(v) for k, v in enduring.items()})
        print(title, "left out:", {k: tuple(v) for k, v in right.items()}, sorted(margins)[:5])
    numbers = Logistic(JUMPING, 1.0).fit(*stack(recordings)).numbers()
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "constants.json")
    all_numbers = json.load(open(path))
    all_numbers["jumping"] = numbers
    json.dump(all_numbers, open(path, "w"), indent=1)
    print(numbers)


if __name__ == "__main__":
    main()
