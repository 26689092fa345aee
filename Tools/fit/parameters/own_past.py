"""How far a bout's values scatter about the same person's others, and the smallest change that is more than chance.

    python3 own_past.py --data DATA --results RESULTS     prints the tables and updates constants.json

`RESULTS` is the folder that `gait validate DATA --output RESULTS` wrote.  People of the corridor walked the same way several times.
Error = estimate minus truth, each person's own mean taken off; where the truth is known as badly as the estimate (asymmetry of healthy
people) the estimate itself.  MDC95 = 1.96 · √2 · SE, between two bouts.
"""
import argparse

import numpy as np

import constants
import program
import recordings
from double_support import SWAPPED, true_strides


def number(text):
    return float(text) if text else np.nan


def mean_of(bouts, column):
    value = np.array([number(b[column]) for b in bouts])
    time = np.array([number(b["end_s"]) - number(b["start_s"]) for b in bouts])
    known = np.isfinite(value)
    return np.average(value[known], weights=time[known]) if known.any() else np.nan


def within(person, values):
    """Standard deviation about each person's own mean, and people and values behind it."""
    people = [p for p in np.unique(person) if np.isfinite(values[person == p]).sum() > 1]
    squares = sum(np.nansum((values[person == p] - np.nanmean(values[person == p])) ** 2) for p in people)
    count = sum(np.isfinite(values[person == p]).sum() for p in people)
    return np.sqrt(squares / (count - len(people))), len(people), int(count)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--results", required=True)
    given = parser.parse_args()
    person, rows = [], []
    for walk in recordings.corridor_walks(given.data, "voisard_ipol"):
        bouts = [b for b in program.table(given.results, walk, "bouts") if number(b["start_s"]) < walk.end and number(b["end_s"]) > walk.start]
        strides = true_strides(walk)
        steps = np.diff(walk.contacts)
        steps = steps[steps <= 1.5 * np.median(steps)]
        seconds = sum(b - a for a, b, _ in walk.legs)
        true_speed = 20 / seconds
        legs = [[number(s["speed_mps"]) for s in program.table(given.results, walk, "strides")
                 if a <= number(s["start_s"]) and number(s["end_s"]) <= b and s["speed_mps"]] for a, b, _ in walk.legs]
        found_speed = np.mean([v for leg in legs for v in leg])
        support = 100 * np.mean(strides[:, 2] / strides[:, 0]) if len(strides) >= 3 and walk.name not in SWAPPED else np.nan
        person.append(walk.person)
        rows.append((np.log(found_speed / true_speed), np.log(mean_of(bouts, "cadence_spm") * np.mean(steps) / 60),
                     100 * mean_of(bouts, "double_support_fraction") - support, 100 * mean_of(bouts, "step_time_asymmetry"),
                     100 * mean_of(bouts, "double_support_fraction")))
    person, rows = np.array(person), np.array(rows)
    names = ("speed_share", "cadence_share", "double_support_points", "step_time_asymmetry_points", "double_support_itself_points")
    stored = {}
    for k, name in enumerate(names):
        sd, people, count = within(person, rows[:, k])
        print(f"{name}: SE against the own past {sd:.4f}, MDC95 {1.96 * np.sqrt(2) * sd:.4f} ({count} walks of {people} people)")
        stored[name] = dict(standard_error=sd, people=people, walks=count)
    constants.store("own_past", stored)


if __name__ == "__main__":
    main()
