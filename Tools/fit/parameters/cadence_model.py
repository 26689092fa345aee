"""What cadence and stature alone know of step length, with and without known distances: for sites away from the pelvis.

    python3 cadence_model.py --data DATA --results RESULTS     prints the tables and updates constants.json

There is no truth of length at a pocket or wrist.  So the legs of the corridor are used with nothing but their contacts, as if a
sensor anywhere had counted the steps.  Step = share · height · (cadence / usual cadence)^slope; without known distances slope is 0.
A person's factor comes from the person's first legs and is scored on the others.
"""
import argparse

import numpy as np

import constants
import program
import recordings

SHARE = 0.385             # shipped
SLOPES = (0.0, 0.25, 0.5, 0.75, 1.0)


def legs(data, results):
    rows = []
    for walk in recordings.corridor_walks(data, "voisard_ipol"):
        contacts = program.contacts(results, walk)
        for a, b, speed in walk.legs:
            mine = contacts[(contacts >= a) & (contacts <= b)]
            steps = np.diff(mine)
            steps = steps[steps <= 1.5 * np.median(steps)]
            if len(steps) > 5:
                rows.append((walk.person, walk.height, 1 / np.mean(steps), speed))
    return [np.array(x) for x in zip(*rows)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--results", required=True)
    given = parser.parse_args()
    person, height, cadence, speed = legs(given.data, given.results)
    people = np.unique(person)
    log = np.log(speed / cadence / height)
    centered = lambda x: np.concatenate([x[person == p] - x[person == p].mean() for p in people])
    x, y = centered(np.log(cadence)), centered(log)
    slope = (x @ y) / (x @ x)
    each = [np.polyfit(np.log(cadence[person == p]), log[person == p], 1)[0] for p in people]
    folds = []
    for p in people:
        keep = np.concatenate([np.full((person == q).sum(), q != p) for q in people])
        folds.append((x[keep] @ y[keep]) / (x[keep] @ x[keep]))
    error = np.sqrt(np.sum((y - slope * x) ** 2) / (len(x) - len(people) - 1) / (x @ x))
    print(f"{len(log)} legs of {len(people)} people; ln(L/height): between people sd {np.std([log[person == p].mean() for p in people], ddof=1):.3f}")
    print(f"slope of ln L on ln cadence within people: {slope:.2f} ± {error:.2f} (folds {min(folds):.2f}-{max(folds):.2f}); each person's own: {np.round(each, 1)}")
    stored = dict(people=len(people), legs=len(log), slope=slope, slope_error=error, between_sd=np.std([log[person == p].mean() for p in people], ddof=1))
    for s in SLOPES:
        resid = log - s * np.log(cadence)
        within = np.sqrt(np.mean([resid[person == p].var(ddof=1) for p in people]))
        between = np.std([resid[person == p].mean() for p in people], ddof=1)
        line = []
        for k in (1, 2, 4, 6):
            errors, deviations = [], []
            for p in people:
                mine = np.flatnonzero(person == p)
                prior = np.mean([resid[person == q].mean() for q in people if q != p])
                trust = k / (k + (within / between) ** 2)
                level = prior + trust * (resid[mine[:k]].mean() - prior)
                found = np.exp(level + s * np.log(cadence[mine[k:]])) * height[mine[k:]] * cadence[mine[k:]]
                errors += list(found - speed[mine[k:]])
                deviations += list(found * np.hypot(between * np.sqrt(1 - trust), within))
            z = np.abs(np.array(errors) / deviations)
            line.append(f"{k} legs {np.mean(np.abs(errors)):.3f} (68 % holds {np.mean(z < 1):.2f})")
        print(f"   slope {s}: between people {between:.3f}, within {within:.3f}; MAE after " + ", ".join(line))
        stored[f"slope_{s}"] = dict(between=between, within=within)
    plain = SHARE * height * cadence - speed
    print(f"   nothing known, share {SHARE}: MAE {np.abs(plain).mean():.3f}, bias {plain.mean():+.3f}, rms {np.sqrt(np.mean(plain ** 2)):.3f} m/s, r {np.corrcoef(speed, plain + speed)[0, 1]:.2f}; mean share {np.exp(np.mean([log[person == p].mean() for p in people])):.3f}")
    constants.store("cadence_model", stored)


if __name__ == "__main__":
    main()
