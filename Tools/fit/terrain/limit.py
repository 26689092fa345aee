"""How well the height of a flight can be known from pressure at all (Cramér and Rao).

    python3 limit.py

The walk of the test `flights are found, their height within 0.3 m …`: four flights, level walks of 10 m and
stands between them, pressure ten times a second with white noise, a slow drift (0.05 hPa, 600 s) and a
front of 2 hPa an hour. Where the flights begin and end is taken for known; nobody knows it who has only a
barometer, so this is a limit that no method reaches. Doors are left out: they cost a few samples.
"""

import math

import numpy as np

METERS = 8434.5 / 1013.25  # for each hPa
RATE, DRIFT, DRIFT_SECONDS, FRONT = 10.0, 0.05, 600.0, 2.0 / 3600
RISER, RISER_DEVIATION = 0.17, 0.015
# seconds of level ground and of flights in turn, steps and riser of the flights
LEVEL = (13.5, 8.5, 24.0, 10.5, 14.5)
FLIGHTS = ((11.4, 18, 0.17), (12.6, 20, 0.16), (10.9, 19, 0.18), (6.9, 12, 0.17))


def shapes():
    """What share of each flight is done at each sample."""
    start, knots = 0.0, []
    for level, (seconds, _, _) in zip(LEVEL, FLIGHTS):
        start += level
        knots.append((start, start + seconds))
        start += seconds
    times = np.arange(0, start + LEVEL[-1], 1 / RATE)
    return times, np.array([np.interp(times, k, (0, 1)) for k in knots]).T


def deviations(noise, with_risers):
    """Standard deviation of each flight's height, meters, at a noise in hPa."""
    times, done = shapes()
    apart = np.abs(times[:, None] - times)
    cov = METERS**2 * (np.diag(np.full(len(times), noise**2))
                       + DRIFT**2 * np.exp(-apart / DRIFT_SECONDS)
                       + FRONT**2 * np.outer(times, times))
    design = np.c_[np.ones(len(times)), done]
    information = design.T @ np.linalg.solve(cov, design)
    if with_risers:
        for k, (_, steps, _) in enumerate(FLIGHTS):
            information[k + 1, k + 1] += 1 / (steps * RISER_DEVIATION) ** 2
    return np.sqrt(np.diag(np.linalg.inv(information)))[1:]


def main():
    within = lambda s: np.mean([math.erf(0.3 / v / math.sqrt(2)) for v in s])
    for noise in (0.03, 0.06, 0.1):
        plain, known = deviations(noise, False), deviations(noise, True)
        print(f"noise {noise:.2f} hPa: deviation {plain.mean():.3f} m, within 0.3 m {within(plain):.3f}; "
              f"risers known to {RISER_DEVIATION} m: {known.mean():.3f} m, {within(known):.3f}")


if __name__ == "__main__":
    main()
