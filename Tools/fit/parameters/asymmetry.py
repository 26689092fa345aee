"""Step-time asymmetry and the share of asymmetric steps, from contacts sharpened twice.

    python3 asymmetry.py --data DATA          prints the tables and updates constants.json

A step phase smoothed over a third of a step pulls long and short steps together.  For asymmetry alone the phase is
smoothed less and the waveform correction is applied a second time, at the corrected place.
"""
import argparse

import numpy as np

import constants
import phase as ph
import recordings
import signals as s
from steps import BodyFrame

SMOOTHING = 0.25          # cycles, Gaussian sigma of the step phase
PASSES = (0, 1, 2, 3)
CHOSEN = 2
MARGIN = 0.8              # s left out at both ends of a straight run
CREDIBLE = (0.55, 1.7)    # of the run's median step
PAIRS = 7
LIMITS = (0.06, 0.08, 0.10, 0.12)
LIMIT = 0.10


def sharpened(frame, frequency, smoothing=SMOOTHING):
    """Contacts in seconds after 0, 1, 2 … waveform corrections."""
    norm = np.linalg.norm(frame.acc, axis=1)
    contacts = ph.phase_contacts(ph.step_phase(norm, frequency, smoothing)[0])
    stages = [contacts]
    for _ in PASSES[1:]:
        contacts = np.sort(ph.refined(contacts, norm, frequency))
        stages.append(contacts)
    return [c / s.RATE + frame.time[0] for c in stages]


class Run:
    """The steps of one straight stretch, alternating in side."""

    def __init__(self, walk, contacts):
        self.times = np.diff(contacts)
        typical = np.median(self.times)
        whole = np.array([not any(a < y and b > x for x, y in walk.gaps) for a, b in zip(contacts[:-1], contacts[1:])])
        self.good = (self.times > CREDIBLE[0] * typical) & (self.times < CREDIBLE[1] * typical) & whole
        self.even = np.arange(len(self.times)) % 2 == 0

    def asymmetry(self):
        """|ln(median even / median odd)| and the number of steps behind it."""
        even, odd = self.times[self.good & self.even], self.times[self.good & ~self.even]
        if min(len(even), len(odd)) < 3:
            return np.nan, 0
        return abs(np.log(np.median(even) / np.median(odd))), len(even) + len(odd)

    def asymmetric(self, limit):
        """(asymmetric, judged) steps: a step counts when the median of its 7 surrounding pairs exceeds the limit."""
        log = np.log(self.times)
        ratio = (log[:-1] - log[1:]) * np.where(self.even[:-1], 1, -1)
        usable = self.good[:-1] & self.good[1:]
        count = judged = 0
        for i in np.flatnonzero(self.good):
            first = min(max(0, i - PAIRS), max(0, len(ratio) - 2 * PAIRS))
            near = ratio[first : first + 2 * PAIRS][usable[first : first + 2 * PAIRS]]
            if len(near) >= 6:
                judged += 1
                count += abs(np.median(near)) > limit
        return count, judged


def runs(walk, contacts):
    inside = (contacts[(contacts >= a + MARGIN) & (contacts <= b - MARGIN)] for a, b, _ in walk.legs)
    return [Run(walk, c) for c in inside if len(c) >= 6]


def asymmetry(walk, contacts):
    values = np.array([r.asymmetry() for r in runs(walk, contacts)]).reshape(-1, 2)
    values = values[values[:, 1] > 0]
    return np.average(values[:, 0], weights=values[:, 1]) * 100 if len(values) else np.nan


def share(walk, contacts, limit):
    counts = np.array([r.asymmetric(limit) for r in runs(walk, contacts)]).reshape(-1, 2).sum(0)
    return counts[0] / counts[1] if counts[1] else np.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    walks = [w for w in recordings.all_walks(parser.parse_args().data) if w.legs]
    healthy = np.array([w.dataset == "voisard_ipol" for w in walks])
    stages = []
    for walk in walks:
        frame = BodyFrame(walk)
        stages.append(sharpened(frame, ph.step_frequency(frame.acc)) + [walk.contacts])
    stored = {}
    for k, name in enumerate([f"{p} corrections" for p in PASSES] + ["reference contacts"]):
        values = np.array([asymmetry(w, c[k]) for w, c in zip(walks, stages)])
        h = values[healthy]
        print(f"== {name}: healthy median {np.nanmedian(h):.1f} %  p95 {np.nanpercentile(h, 95):.1f} %  max {np.nanmax(h):.1f} %  patient {values[~healthy].round(1)} %")
        for limit in LIMITS:
            shares = np.array([share(w, c[k], limit) for w, c in zip(walks, stages)])
            print(f"      limit {limit}: asymmetric steps healthy mean {100 * np.nanmean(shares[healthy]):.1f} %, walks with any {np.sum(shares[healthy] > 0)} of {healthy.sum()}; patient {shares[~healthy].round(2)}")
        if k == CHOSEN:
            for p in sorted({w.person for w in walks}):
                mine = np.array([w.person == p for w in walks])
                print(f"         {p}: {np.nanmean(values[mine]):.1f} % (walks {values[mine].round(1)})")
            stored = dict(healthy_median_percent=np.nanmedian(h), healthy_p95_percent=np.nanpercentile(h, 95), patient_percent=values[~healthy])
    stored.update(phase_smoothing_cycles=SMOOTHING, corrections=CHOSEN, run_margin_s=MARGIN, credible_step=CREDIBLE, pairs=PAIRS, limit=LIMIT, people=len({w.person for w in walks}))
    constants.store("asymmetry", stored)


if __name__ == "__main__":
    main()
