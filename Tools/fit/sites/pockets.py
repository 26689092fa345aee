"""Step-time asymmetry seen from both trouser pockets at once: what is the site's, and what is the walk's?

    python3 pockets.py --results RESULTS
    python3 pockets.py --results RESULTS --data DATA --warped DIR     writes walks with a change that is known
    gait analyze DIR/*.csv --output FOUND
    python3 pockets.py --results RESULTS --found FOUND                says how much of it is found

RESULTS holds what `gait analyze` wrote for `weallwalk`, where each walk was recorded in two pockets. Nothing is fitted.

A known change: time itself runs slower in the steps of one foot and faster in those of the other, by half a logarithm of
the change each, between the contacts that were found. The signals are the pocket's own; only when they happen changes.
"""

import argparse
import collections
import csv
import glob
import gzip
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


CHANGES = (-0.10, -0.05, 0.0, 0.05, 0.10)


def warp(path, results, out):
    """Writes a walk once for each change."""
    stem = os.path.basename(path)[: -len(".csv.gz")]
    folder = f"{results}/weallwalk/{stem}"
    if asymmetry(folder) is None:
        return
    with gzip.open(path, "rt") as f:
        names = f.readline().strip()
        rows = np.loadtxt(f, delimiter=",")
    about = json.load(open(path.replace(".csv.gz", ".json")))
    with open(os.path.join(folder, "initial_contacts.csv")) as f:
        contacts = [(float(r["time_s"]), r["side"], r["bout"]) for r in csv.DictReader(f)]
    for change in CHANGES:
        knots, places = [0.0], [0.0]
        for (t, _, bout), (after, foot, same) in zip(contacts, contacts[1:]):
            if t > knots[-1]:
                places.append(places[-1] + t - knots[-1])
                knots.append(t)
            share = {"left": 0.5, "right": -0.5}.get(foot, 0.0) * change if bout == same else 0.0
            places.append(places[-1] + (after - t) * np.exp(share))
            knots.append(after)
        places.append(places[-1] + rows[-1, 0] - knots[-1])
        knots.append(rows[-1, 0])
        at = np.arange(0, places[-1], 1 / about["sampling_rate_hz"])
        before = np.interp(at, places, knots)
        columns = [np.interp(before, rows[:, 0], rows[:, k]) for k in range(1, rows.shape[1])]
        moved = np.stack([at] + columns, 1)
        name = f"{out}/{stem}_{CHANGES.index(change)}"
        np.savetxt(name + ".csv", moved, delimiter=",", header=names, comments="", fmt="%.5f")
        json.dump(about, open(name + ".json", "w"))


def known(found):
    """Slope and correlation of what was found over what was done, walk by walk."""
    walks = collections.defaultdict(dict)
    for folder in glob.glob(found + "/*"):
        stem, k = os.path.basename(folder).rsplit("_", 1)
        value = asymmetry(folder)
        if value is not None:
            walks[stem][CHANGES[int(k)]] = value
    lines, left = [], []
    for stem, values in sorted(walks.items()):
        if len(values) < len(CHANGES):
            continue
        x = np.array(sorted(values))
        y = np.array([values[v] for v in x])
        slope, level = np.polyfit(x, y, 1)
        left += list(y - level - slope * x)
        lines.append((stem.split("_")[0], slope, np.corrcoef(x, y)[0, 1]))
    slopes = np.array([s for _, s, _ in lines])
    print(f"known change: {len(lines)} walks, slope {slopes.mean():.2f} (SD {slopes.std(ddof=1):.2f}), "
          f"least r {min(r for *_, r in lines):.3f}, RMS about the line {np.sqrt(np.mean(np.square(left))):.4f}")
    for person in sorted({p for p, *_ in lines}):
        own = [s for p, s, _ in lines if p == person]
        print(f"   {person}: {len(own)} walks, slopes {min(own):.2f} to {max(own):.2f}")


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--results", required=True)
    ask.add_argument("--data")
    ask.add_argument("--warped")
    ask.add_argument("--found")
    a = ask.parse_args()
    if a.warped:
        os.makedirs(a.warped, exist_ok=True)
        for path in sorted(glob.glob(f"{a.data}/weallwalk/*.csv.gz")):
            warp(path, a.results, a.warped)
        return
    if a.found:
        return known(a.found)
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
