"""Steps that a moving wrist hides: gaps between contacts filled where the arm moves on, for shares of the motion and lengths of the gap.

    python3 hidden.py --more MORE --results RESULTS

RESULTS holds what `gait analyze` found in bangle_wrist with `longestHiddenSeconds` 0. Nothing is fitted.
"""

import argparse
import csv
import glob
import gzip
import json
import os

import numpy as np


def magnitude(path):
    with gzip.open(path, "rt") as f:
        rows = list(csv.DictReader(f))
    a = np.array([[float(r[c] or "nan") for c in ("acc_x", "acc_y", "acc_z")] for r in rows])
    return np.array([float(r["time_s"]) for r in rows]), np.linalg.norm(a, axis=1)


def hidden(contacts, t, m, share, longest):
    """How many steps gaps hide where the magnitude varies by a share of what it does 4 s before and after."""
    d, count = np.diff(contacts), 0
    for i in range(len(d)):
        near = np.r_[d[max(0, i - 6):i], d[i + 1:i + 7]]
        if len(near) < 4 or d[i] < 1.5 * np.median(near) or d[i] > longest:
            continue
        a, b = contacts[i], contacts[i + 1]
        inside, around = m[(t > a) & (t < b)], m[((t > a - 4) & (t <= a)) | ((t >= b) & (t < b + 4))]
        if len(inside) > 2 and inside.std() >= share * around.std():
            count += int(round(d[i] / np.median(near))) - 1
    return count


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--more", required=True), p.add_argument("--results", required=True)
    a = p.parse_args()
    held = []
    for path in sorted(glob.glob(a.more + "/bangle_wrist/*.reference.json")):
        stem, truth = os.path.basename(path)[:-15], json.load(open(path))
        with open(f"{a.results}/bangle_wrist/{stem}/initial_contacts.csv") as f:
            contacts = np.array([float(r["time_s"]) for r in csv.DictReader(f)])
        held.append((stem[:stem.index("_")], truth, contacts, *magnitude(path[:-15] + ".csv.gz")))
    for longest in (0.0, 1.3, 2.5, 5.0):
        for share in (0.4, 0.5, 0.6, 0.7)[:1 if not longest else 4]:
            counted, long, none = {}, [], 0
            for person, truth, contacts, t, m in held:
                n, more = truth["step_count"], hidden(contacts, t, m, share, longest) if len(contacts) > 5 else 0
                if truth["grade"] == "controlled" and 0 < (n or 0) < 200:
                    counted.setdefault(person, []).append(100 * abs(len(contacts) + more - n) / n)
                elif n and n > 1000 and truth["activity"] == "walk":
                    long.append(100 * abs(len(contacts) + more - n) / n)
                elif n == 0:
                    none += more
            print(f"gaps up to {longest} s, share {share}: counted {np.mean(sum(counted.values(), [])):.1f} %",
                  {k: round(float(np.mean(v)), 1) for k, v in counted.items()},
                  f"long walks {np.mean(long):.1f} %, without steps {none} more")


if __name__ == "__main__":
    main()
