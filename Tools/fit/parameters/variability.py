"""How much of the spread of stride and step times is the error of contacts, and what remains of it.

    python3 variability.py --data DATA --results RESULTS     prints the tables and updates constants.json

`RESULTS` is the folder that `gait validate DATA --output RESULTS` wrote.  Straight walking of the corridor, where every contact was
checked by hand.  Runs end at pauses and missed contacts and lose a contact at either end, as in the program.
"""
import argparse

import numpy as np

import constants
import program
import recordings

PLAUSIBLE = (0.6, 1.5)    # of the median step
LEAST_CONTACTS = 6        # in a run
LEAST_STRIDES = 10        # in a walk
TURN_MARGIN = 0.1         # s


def runs(contacts, legs, gaps):
    """Contacts of each straight leg without its first and last, cut at gaps and where a step is implausible."""
    steps = np.diff(contacts)
    usual = np.median(steps)
    found, run = [], [contacts[0]]
    for previous, time in zip(contacts[:-1], contacts[1:]):
        same = any(a <= previous and time <= b for a, b in legs)
        same = same and not any(a < time and previous < b for a, b in gaps)
        if same and PLAUSIBLE[0] * usual <= time - previous <= PLAUSIBLE[1] * usual:
            run.append(time)
        else:
            found, run = found + [run], [time]
    trimmed = (np.array(r[1:-1]) for r in found + [run])
    return [r for r in trimmed if len(r) >= LEAST_CONTACTS]


def spread(values):
    """Pooled variance about each group's own mean, and degrees of freedom."""
    squares = sum(np.sum((v - np.mean(v)) ** 2) for v in values if len(v) > 1)
    freedom = sum(len(v) - 1 for v in values if len(v) > 1)
    return squares / freedom, freedom


def variances(parts):
    strides = [r[2:] - r[:-2] for r in parts]
    steps = [np.diff(r)[k::2] for r in parts for k in (0, 1)]
    return spread(strides)[0], spread(steps)[0], sum(len(s) for s in strides)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--results", required=True)
    given = parser.parse_args()
    rows = []
    for walk in recordings.corridor_walks(given.data, "voisard_ipol"):
        legs = [(a + TURN_MARGIN, b - TURN_MARGIN) for a, b, _ in walk.legs]
        mine, true = (runs(c, legs, walk.gaps) for c in (program.contacts(given.results, walk), walk.contacts))
        if mine and true:
            (a, b, n), (c, d, m) = variances(mine), variances(true)
            if min(n, m) >= LEAST_STRIDES:
                rows.append((walk.person, a, b, c, d, n))
    person, stride, step, true_stride, true_step, count = (np.array(x) for x in zip(*rows))
    people = np.unique(person)
    print(f"{len(rows)} walks of {len(people)} people, {count.min()}-{count.max()} strides, median {np.median(count):.0f}")
    ms = lambda v: 1e3 * np.sqrt(np.maximum(v, 0))
    stored = dict(people=len(people), walks=len(rows))
    for name, found, true in (("stride", stride, true_stride), ("step", step, true_step)):
        extra = found - true
        fold = {p: np.mean([extra[person == q].mean() for q in people if q != p]) for p in people}
        noise = np.mean([extra[person == q].mean() for q in people])
        corrected = found - np.array([fold[p] for p in person])
        print(f"{name} times: SD true {ms(true).mean():.1f} ms (people {ms(true).min():.1f}-{ms(true).max():.1f}), found {ms(found).mean():.1f}; added by contacts {np.sign(noise) * ms(abs(noise)):.1f} ms"
              f" = {np.sign(noise) * ms(abs(noise) / 2):.1f} ms a contact (fold sd {ms(np.std(list(fold.values()), ddof=1) / 2):.1f})")
        for title, value in (("found", found), ("corrected, left out", corrected)):
            e = ms(value) - ms(true)
            print(f"   {title}: MAE {np.abs(e).mean():.1f} ms  bias {e.mean():+.1f}  r {np.corrcoef(ms(value), ms(true))[0, 1]:.2f}  walks at zero {np.sum(value <= 0)}")
            by = np.array([[ms(value)[person == p].mean(), ms(true)[person == p].mean()] for p in people])
            print(f"      means of people: MAE {np.abs(by[:, 0] - by[:, 1]).mean():.1f} ms  r {np.corrcoef(by.T)[0, 1]:.2f}")
        stored[name] = dict(taken_ms=np.sign(-noise) * ms(abs(noise)), fold_sd_ms=ms(np.std(list(fold.values()), ddof=1)), true_sd_ms=ms(true).mean(), found_sd_ms=ms(found).mean())
    constants.store("variability", stored)


if __name__ == "__main__":
    main()
