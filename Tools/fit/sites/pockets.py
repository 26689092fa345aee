"""Step-time asymmetry seen from both trouser pockets at once: what is the site's, and what is the walk's?

    python3 pockets.py --results RESULTS

RESULTS holds what `gait analyze` wrote for `weallwalk`, where each walk was recorded in two pockets. Nothing is fitted.
"""

import argparse
import collections
import csv
import glob
import json
import os

import numpy as np

LEAST_STEPS = 30  # of each foot: a median of fewer says nothing of some hundredths


def asymmetry(folder):
    """ln of the left steps' median time over the right steps'; None without a leg that carries the phone."""
    wearing = json.load(open(os.path.join(folder, "summary.json"))).get("wearing") or []
    if not wearing or not wearing[0].get("leg"):
        return None
    with open(os.path.join(folder, "initial_contacts.csv")) as f:
        rows = [(float(r["time_s"]), r["side"], r["bout"]) for r in csv.DictReader(f)]
    times = {"left": [], "right": []}
    for (t, foot, bout), (after, other, same) in zip(rows, rows[1:]):
        if bout == same and {foot, other} == {"left", "right"}:
            times[other].append(after - t)
    usual = np.median(times["left"] + times["right"])
    near = {k: [x for x in v if 0.6 * usual < x < 1.5 * usual] for k, v in times.items()}
    if min(map(len, near.values())) < LEAST_STEPS:
        return None
    return float(np.log(np.median(near["left"]) / np.median(near["right"])))


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--results", required=True)
    a = ask.parse_args()
    walks, pockets = collections.defaultdict(dict), collections.defaultdict(list)
    for folder in sorted(glob.glob(f"{a.results}/weallwalk/*")):
        value, stem = asymmetry(folder), os.path.basename(folder)
        if value is not None:
            person, phone = stem.split("_")[0], stem[-2:]
            walks[person, stem[:-2]][phone] = value
            pockets[person, phone].append(value)
    print("person, phone: walks, level, SD between walks")
    for (person, phone), values in sorted(pockets.items()):
        print(f"{person} {phone}: {len(values)}, {np.mean(values):+.3f}, {np.std(values, ddof=1):.3f}")
    print("both pockets of a person: walks, r of the changes, SD of their difference")
    for person in sorted({p for p, _ in walks}):
        both = np.array([sorted(v.items()) for (p, _), v in walks.items() if p == person and len(v) == 2])
        if len(both):
            x = both[:, :, 1].astype(float)
            x -= x.mean(0)
            print(f"{person}: {len(x)}, {np.corrcoef(x.T)[0, 1]:.2f}, {np.std(x[:, 0] - x[:, 1], ddof=1):.3f}")


if __name__ == "__main__":
    main()
