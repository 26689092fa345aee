"""Double support per walk, fused from a prior and the lateness of the body's oscillation, and final contacts from it.

    python3 double_support.py --data DATA --results RESULTS     prints the tables and updates constants.json

`RESULTS` is the folder that `gait validate DATA --output RESULTS` wrote: its contacts are the program's own.

The body is lowest, and its forward speed turns from gaining to losing, in the middle of double support.  The later both
lie after the initial contact, the longer double support.  With a gyroscope a second sign is how far the pelvis rolls down
on the landing side just before contact.  Without one it is, weakly, the vertical hump: the time from the moment the ground
pushes more than the weight to the late vertical peak.
"""
import argparse

import numpy as np

import constants
import phase as ph
import program
import recordings
import signals as s
from steps import BodyFrame

SAMPLES = 64              # per step
BEFORE = 24               # samples before contact from which the pelvic drop is counted
SWAPPED = ("S04_lower_back_10m_uturn_10m_T1", "S04_lower_back_10m_uturn_10m_T2")   # left and right exchanged in the truth
RANGES = {"lateness": (-0.15, 0.05), "hump": (0.25, 0.55), "drop": (-1.0, 1.0)}
PRIOR_SLOPE = -6.0        # points per m/s, within people
PRIOR_SD = 3.3            # points, between people
SHIPPED_ERROR = 2.5   # points of the stride
PENALTY = {"lateness": 0.05, "hump": 1.0, "drop": 0.2}   # ridge on standardized signs: what a search found counts less
SMALLEST, LARGEST = 12.0, 45.0
LAB = "mobgap"
TRIED = (("constant", [], False), ("prior by speed", [], True), ("lateness", [0], True), ("hump", [1], True), ("drop", [2], True),
         ("lateness, hump", [0, 1], True), ("lateness, drop", [0, 2], True), ("all three", [0, 1, 2], True), ("lateness, drop, flat", [0, 2], False))
SHIPPED = {"gyroscope": [0, 1, 2], "accelerometer": [0, 1]}


def true_strides(walk):
    """(stride time, stance, double support) of every stride with all its events."""
    rows = []
    for own, other in (("L", "R"), ("R", "L")):
        contacts, opposite = walk.contacts[walk.sides == own], walk.contacts[walk.sides == other]
        offs, opposite_offs = walk.toe_offs[walk.toe_sides == own], walk.toe_offs[walk.toe_sides == other]
        for a, b in zip(contacts[:-1], contacts[1:]):
            if not 0.4 < b - a < 4 or any(a < y and b > x for x, y in walk.gaps):
                continue
            last = offs[(offs > a) & (offs < b)]
            if len(last) != 1:
                continue
            first = opposite_offs[(opposite_offs > a - 0.05) & (opposite_offs < last[0])]
            if len(first) != 1:
                continue
            landing = opposite[(opposite > first[0]) & (opposite < last[0] + 0.05)]
            if len(landing) == 1:
                rows.append((b - a, last[0] - a, first[0] - a + last[0] - landing[0]))
    return np.array(rows).reshape(-1, 3)


def mean_stride(walk, frame, contacts):
    """Mean stride of vertical and forward acceleration and roll rate, as if every stride began with the right foot, or none."""
    x = np.stack([frame.vertical, frame.forward, frame.roll], 1)
    right = walk.sides[np.abs(contacts[:, None] - walk.contacts).argmin(1)] == ("L" if walk.name in SWAPPED else "R")
    x = s.high_pass(s.low_pass(x, 20.0), 0.3)
    turn = walk.turn or (np.inf, -np.inf)
    waves, times = [], []
    for i in range(1, len(contacts) - 3):
        a, m, b = contacts[i : i + 3]
        if not (0.35 < m - a < 1.2 and 0.35 < b - m < 1.2) or abs((m - a) / (b - a) - 0.5) > 0.12:
            continue
        if (b > turn[0] - 0.1 and a < turn[1] + 0.1) or any(a < y and b > x0 for x0, y in walk.gaps):
            continue
        at = np.r_[np.linspace(a, m, SAMPLES, endpoint=False), np.linspace(m, b, SAMPLES, endpoint=False)]
        wave = [np.interp((at - frame.time[0]) * s.RATE, np.arange(len(x)), x[:, c]) for c in (0, 1, 2)]
        wave[2] *= 1 if right[i] else -1
        waves.append(wave)
        times.append((b - a) / 2)
    return (np.mean(waves, 0), np.median(times), len(times)) if times else None


def mean_step(stride):
    return (stride[:SAMPLES] + stride[SAMPLES:]) / 2


def drop(roll):
    """Roll angle gained toward the landing side in the last 24/64 step before contact, of the angle's range."""
    odd = (roll - np.roll(roll, SAMPLES)) / 2
    rate, angle = np.fft.rfft(odd), np.zeros(SAMPLES + 1, complex)
    for k in (1, 3):
        angle[k] = rate[k] / (1j * k)
    angle = np.fft.irfft(angle, 2 * SAMPLES)
    return (angle[0] - angle[-BEFORE]) / np.ptp(angle)


def lateness(vertical, forward):
    """Mean over both axes of the crest of the step harmonic after contact, in steps."""
    crest = [-np.angle(np.fft.rfft(x)[1]) / (2 * np.pi) for x in (vertical, forward)]
    return np.mean(crest)


def hump(vertical):
    """From the upward zero crossing around contact to the late peak, in steps, on six harmonics."""
    spectrum = np.fft.rfft(vertical)
    spectrum[0] = spectrum[7:] = 0
    x = np.fft.irfft(spectrum, SAMPLES)
    around = np.arange(-25, 20)
    now, after = x[around % SAMPLES], x[(around + 1) % SAMPLES]
    rising = np.flatnonzero((now <= 0) & (after > 0))
    if len(rising) == 0:
        return np.nan
    j = rising[0]
    start = around[j] - now[j] / (after[j] - now[j])
    late = np.arange(13, 43)
    y = x[late]
    k = int(np.argmax(y))
    peak = float(late[k])
    if 0 < k < len(y) - 1:
        peak += (y[k - 1] - y[k + 1]) / 2 / (y[k - 1] - 2 * y[k] + y[k + 1])
    return (peak - start) / SAMPLES


class Sample:
    def __init__(self, walk, frame, contacts):
        self.walk, self.frame, self.contacts = walk, frame, contacts
        rows = true_strides(walk)
        self.usable = len(rows) >= 3
        wave = mean_stride(walk, frame, contacts)
        self.usable &= wave is not None
        if not self.usable:
            return
        self.double_support, self.stance = 100 * np.mean(rows[:, 2] / rows[:, 0]), 100 * np.mean(rows[:, 1] / rows[:, 0])
        (vertical, forward, roll), self.step_time, self.count = wave
        vertical, forward = mean_step(vertical), mean_step(forward)
        self.speed = np.mean([v for *_, v in walk.legs]) if walk.legs else walk.speed
        self.raw = [lateness(vertical, forward), hump(vertical), drop(roll)]
        self.x = [np.clip(v, *RANGES[n]) for v, n in zip(self.raw, RANGES)]


def prior(mean, speed):
    """Slower walkers stand on both feet longer; the slope is the one within people."""
    return mean + PRIOR_SLOPE * (np.clip(speed, 0.4, 1.6) - 1.17)


class Model:
    """Regression of what the prior leaves, on the signs given; the regression is the posterior of an unbiased event."""

    def __init__(self, samples, columns, sloped=True):
        people = [o.walk.person for o in samples]
        w = np.array([1 / people.count(p) for p in people])
        self.columns, self.sloped = columns, sloped
        y = np.array([o.double_support for o in samples])
        self.mean = np.average(y - self.offset(samples), weights=w)
        x = self.inputs(samples)
        self.center = np.average(x, axis=0, weights=w)
        self.scale = np.sqrt(np.average((x - self.center) ** 2, axis=0, weights=w))
        z, rest = (x - self.center) / self.scale, y - self.offset(samples) - self.mean
        gram = (z * w[:, None]).T @ z / w.sum() + np.diag([list(PENALTY.values())[c] for c in columns])
        self.slope = np.linalg.solve(gram, (z * w[:, None]).T @ rest / w.sum()) / self.scale
        fitted = (x - self.center) @ self.slope
        self.reliability = np.average(fitted ** 2, weights=w) / np.average(rest ** 2, weights=w)

    def offset(self, samples):
        return np.array([prior(0, o.speed) if self.sloped else 0.0 for o in samples])

    def inputs(self, samples):
        return np.array([[o.x[c] for c in self.columns] for o in samples]).reshape(len(samples), -1)

    def predict(self, samples):
        return np.clip(self.mean + self.offset(samples) + (self.inputs(samples) - self.center) @ self.slope, SMALLEST, LARGEST)


def figures(estimate, truth):
    e = estimate - truth
    r = np.corrcoef(estimate, truth)[0, 1] if np.std(estimate) > 1e-9 else np.nan
    return f"MAE {np.abs(e).mean():.2f}  bias {e.mean():+.2f}  rms {np.sqrt((e ** 2).mean()):.2f}  r {r:.2f}"


def left_out(samples, columns, sloped):
    people = sorted({o.walk.person for o in samples})
    folds = {p: Model([o for o in samples if o.walk.person != p], columns, sloped) for p in people}
    return np.concatenate([folds[o.walk.person].predict([o]) for o in samples]), folds


def matched(found, truth, tolerance=0.1):
    """One-to-one matches in time order."""
    hits, j = 0, 0
    for t in truth:
        while j < len(found) and found[j] < t - tolerance:
            j += 1
        if j < len(found) and found[j] <= t + tolerance:
            hits, j = hits + 1, j + 1
    return hits


def final_contacts(samples, percent, contacts_of):
    hits = found = true = 0
    errors = []
    for o, d in zip(samples, percent):
        contacts = contacts_of(o)
        step = np.diff(contacts, append=contacts[-1] + o.step_time)
        step = np.where(step > 1.3, o.step_time, step)
        offs = contacts + d / 100 * step
        inside = [t for t in np.sort(o.walk.toe_offs) if not any(a - 0.1 < t < b + 0.1 for a, b in o.walk.gaps)]
        mine = [t for t in offs if not any(a - 0.1 < t < b + 0.1 for a, b in o.walk.gaps)]
        hits, found, true = hits + matched(mine, inside), found + len(mine), true + len(inside)
        near = np.array([mine[np.argmin(np.abs(np.array(mine) - t))] - t for t in inside])
        errors += list(near[np.abs(near) < 0.1])
    precision, recall = hits / found, hits / true
    return f"F1 at 0.1 s {2 * precision * recall / (precision + recall):.3f} (precision {precision:.3f}, recall {recall:.3f})  bias {1e3 * np.mean(errors):+.0f} ms  MAE {1e3 * np.mean(np.abs(errors)):.0f} ms"


def phase_contacts(walk, frame):
    t = ph.Steps(frame).contacts
    return t[(t >= walk.start - 0.2) & (t <= walk.end + 0.2)]


def detail(title, columns, fitted, others, truth, own):
    """Prints one model in full and returns what is stored of it."""
    estimate, folds = left_out(fitted, columns, True)
    every = Model(fitted, columns, True)
    slopes = np.array([f.slope for f in folds.values()])
    event_sd = PRIOR_SD * np.sqrt(1 / every.reliability - 1)
    rms = np.sqrt(np.mean((estimate - truth) ** 2))
    print(f"   -- {title}: mean {every.mean:.3f} center {every.center.round(5)} slope {every.slope.round(4)} fold min {slopes.min(0).round(2)} max {slopes.max(0).round(2)}"
          f" reliability {every.reliability:.3f} event sd {event_sd:.2f} left-out rms {rms:.2f}")
    z = np.abs(estimate - truth) / SHIPPED_ERROR
    print(f"      error of {SHIPPED_ERROR} points covers, left out: 68 % {np.mean(z < 1):.2f}  95 % {np.mean(z < 1.96):.2f}")
    for p in folds:
        mine = np.array([o.walk.person == p for o in fitted])
        print(f"      {p}: true {truth[mine].mean():.1f}  left out {estimate[mine].mean():.1f}  {figures(estimate[mine], truth[mine])}")
    for o in others:
        print(f"      not fitted {o.walk.name}: true {o.double_support:.1f}  estimate {every.predict([o])[0]:.1f}  lateness, hump, drop {np.round(o.raw, 3)}  speed {o.speed:.2f}")
    print("      stance from (100 + double support)/2:", figures((100 + estimate) / 2, np.array([o.stance for o in fitted])))
    print("      final contacts at given contacts:", final_contacts(fitted, estimate, lambda o: o.walk.contacts))
    print("      final contacts at own contacts:  ", final_contacts(own, estimate, lambda o: o.contacts))
    return dict(prior_mean_at_1_17_mps=every.mean, prior_slope_per_mps=PRIOR_SLOPE, prior_sd=PRIOR_SD, signs=[list(RANGES)[c] for c in columns],
                center=every.center, slope=every.slope, fold_sd=slopes.std(0, ddof=1), reliability=every.reliability, event_sd=event_sd, left_out_rms=rms,
                people=len(folds), walks=len(fitted), r2_fitted=np.corrcoef(every.predict(fitted), truth)[0, 1] ** 2, r2_left_out=np.corrcoef(estimate, truth)[0, 1] ** 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--results", required=True)
    given = parser.parse_args()
    walks = [w for w in recordings.all_walks(given.data) if w.dataset != LAB or (w.system == "Stereophoto" and "Test5" in w.name)]
    framed = [(w, BodyFrame(w)) for w in walks]
    sources = {"own": lambda w, f: program.contacts(given.results, w), "phase": phase_contacts, "reference": lambda w, f: w.contacts}
    all_of = {name: [o for o in (Sample(w, f, contacts(w, f)) for w, f in framed) if o.usable] for name, contacts in sources.items()}
    stored = {}
    for name, everyone in all_of.items():
        fitted = [o for o in everyone if o.walk.dataset == "voisard_ipol"]
        others = [o for o in everyone if o.walk.dataset != "voisard_ipol"]
        truth = np.array([o.double_support for o in fitted])
        print(f"==== contacts: {name}; {len(fitted)} walks of {len({o.walk.person for o in fitted})} people, mean {truth.mean():.2f} sd {truth.std():.2f}")
        for title, columns, sloped in TRIED:
            estimate, _ = left_out(fitted, columns, sloped)
            every = Model(fitted, columns, sloped)
            outside = np.round(every.predict(others) - [o.double_support for o in others], 1)
            print(f"   {title:22s} left out {figures(estimate, truth)}   all {figures(every.predict(fitted), truth)}   errors on others {outside}")
        for title, columns in SHIPPED.items():
            stored[f"{title}_{name}_contacts"] = detail(title, columns, fitted, others, truth, [o for o in all_of["own"] if o.walk.dataset == "voisard_ipol"])
    constants.store("double_support", dict(stored, ranges=RANGES, clamp=[SMALLEST, LARGEST], recommended=["gyroscope_own_contacts", "accelerometer_own_contacts"]))


if __name__ == "__main__":
    main()
