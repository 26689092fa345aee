"""A person's own factor from known legs: spread between and within people, and what the factor is worth.

    python3 personal_factor.py --results RESULTS --data DATA

`RESULTS` is the folder that `gait analyze --output RESULTS` wrote for `DATA/voisard_ipol`.  Each 10 m leg is estimated from the
strides inside it.  The factor comes from the person's first legs and is scored on the others, so every leg is left out.
"""
import argparse
import csv
import glob
import json
import os

import numpy as np

PERSON, WALK = 0.045, 0.050    # shipped: spread between people, from walk to walk


def legs(data, results):
    """(person, true speed, estimated speed) of every leg, in the order of the walks."""
    rows = []
    for path in sorted(glob.glob(os.path.join(data, "voisard_ipol", "*.reference.json"))):
        name = os.path.basename(path)[: -len(".reference.json")]
        truth = json.load(open(path))
        strides = [(float(r["start_s"]), float(r["end_s"]), float(r["speed_mps"]))
                   for r in csv.DictReader(open(os.path.join(results, name, "strides.csv"))) if r["speed_mps"]]
        (start, end), (out, back) = truth["walking_bouts"][0], truth["uturn"]
        for (a, b), true in zip(((start, out), (back, end)), truth["straight_10m_speed_mps"]):
            inside = [(min(e, b) - max(s, a), v) for s, e, v in strides if min(e, b) > max(s, a)]
            if inside:
                weight, value = np.array(inside).T
                rows.append((name.split("_")[0], true, np.average(value, weights=weight)))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--results", required=True)
    given = parser.parse_args()
    rows = legs(given.data, given.results)
    person, true, found = (np.array(x) for x in zip(*rows))
    log = np.log(found / true)
    people = np.unique(person)
    within = np.sqrt(np.mean([log[person == p].var(ddof=1) for p in people]))
    between = np.std([log[person == p].mean() for p in people], ddof=1)
    print(f"legs {len(log)}, people {len(people)}; ln(found/true): between people {between:.3f}, within {within:.3f}")
    for low, high in ((0, 0.9), (0.9, 1.05), (1.05, 1.2), (1.2, 1.4), (1.4, 9)):
        for name, by in (("true", true), ("mean of both", (true + found) / 2)):
            m = (by >= low) & (by < high)
            if m.any():
                print(f"   {low}-{high} m/s by {name}: n {m.sum()}, bias {np.mean((found - true)[m]):+.3f}, MAE {np.mean(abs(found - true)[m]):.3f}")
    print(f"r {np.corrcoef(found, true)[0, 1]:.3f}, MAE {np.mean(abs(found - true)):.4f}")
    for k in (0, 1, 2, 4, 6):
        trust = k / (k + (WALK / PERSON) ** 2)
        before, after = [], []
        for p in people:
            mine = np.flatnonzero(person == p)
            factor = np.exp(-trust * log[mine[:k]].mean()) if k else 1
            before += list(abs(found - true)[mine[k:]])
            after += list(abs(found * factor - true)[mine[k:]])
        print(f"after {k} known legs: MAE of the other legs {np.mean(before):.4f} -> {np.mean(after):.4f} (n {len(after)})")
    every = {2: []}
    trust = 2 / (2 + (WALK / PERSON) ** 2)
    for p in people:
        mine = np.flatnonzero(person == p)
        for a in range(0, len(mine) - 1, 2):
            factor = np.exp(-trust * log[mine[a:a + 2]].mean())
            rest = np.delete(mine, [a, a + 1])
            every[2] += list(abs(found[rest] * factor - true[rest]))
    print(f"two known legs, every walk in turn: MAE {np.mean(every[2]):.4f}")
    limits(person, true, found)


def limits(person, true, found):
    """What the best possible factor could do: learned from all other legs, or from the scored ones too."""
    log, people = np.log(found / true), np.unique(person)
    first = np.array([np.flatnonzero(person == p).tolist().index(k) % 2 == 0 for k, p in enumerate(person)])
    for name, cut in (("as they are", np.zeros(len(log))), ("first and second leg each centered", np.where(first, log[first].mean(), log[~first].mean()))):
        rest = log - cut
        others, all_of = np.zeros(len(log)), np.zeros(len(log))
        for p in people:
            mine = np.flatnonzero(person == p)
            all_of[mine] = rest[mine].mean()
            others[mine] = (rest[mine].sum() - rest[mine]) / (len(mine) - 1)
        mae = lambda factor: np.mean(np.abs(np.exp(np.log(true) + rest - factor) - true))
        slope = np.zeros(len(log))
        for p in people:
            mine = np.flatnonzero(person == p)
            for k in mine:
                keep = mine[mine != k]
                x = np.log(found[keep])
                b = 0.5 * np.polyfit(x, rest[keep], 1)[0]
                slope[k] = rest[keep].mean() + b * (np.log(found[k]) - x.mean())
        print(f"limits, legs {name}: no factor {mae(0):.4f}, all other legs known {mae(others):.4f}, with half the person's own slope by speed {mae(slope):.4f}, the scored leg known too {mae(all_of):.4f}")


if __name__ == "__main__":
    main()
