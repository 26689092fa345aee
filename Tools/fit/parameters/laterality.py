"""Which foot lands: odd log-odds models on the stride-frequency motion of the lower back.

    python3 laterality.py --data DATA         prints accuracies and updates constants.json
"""
import argparse

import numpy as np
from scipy.optimize import minimize

import constants
import phase as ph
import recordings
import signals as s
from steps import BodyFrame

PENALTY = 1.0            # 0.05 of the squared coefficients against a total sample weight of 100
CLIP, SAME_FOOT = 4.0, 4.0
MISSED, LOST = 1.5, 2.5  # of the median interval
SWAPPED = ("S04_lower_back_10m_uturn_10m_T1", "S04_lower_back_10m_uturn_10m_T2")
MODELS = {
    "gyroscope": ["ML1", "yaw1", "roll1"],
    "accelerometer": ["ML1", "ML3"],
    "heading_unknown": ["yaw1"],
    "gyroscope_only": ["yaw1", "roll1"],
}


def features(walk, contacts, frame, steps, axes):
    """Real and imaginary part of each odd narrow-band signal at each contact, by name."""
    up, forward, right, *_ = axes
    inside = (frame.time >= walk.start) & (frame.time <= walk.end)
    acc, gyr, phase = frame.acc[inside], frame.gyr[inside], steps.steady_phase[inside]
    step_rate = np.median(np.gradient(phase)) * s.RATE / (2 * np.pi)
    sigma = 0.9 * s.RATE / step_rate
    at = (contacts - frame.time[inside][0]) * s.RATE
    sources = {"ML": s.high_pass(acc @ right, 0.25), "yaw": s.high_pass(gyr @ up, 0.2), "roll": s.high_pass(gyr @ forward, 0.2)}
    columns = {}
    for name, x in sources.items():
        rms = np.sqrt((x ** 2).mean())
        for m in (1, 3):
            z = ph.at_harmonic(x, phase, m, sigma) * np.exp(1j * m * phase / 2) / rms
            k = np.arange(len(x))
            columns[f"{name}{m}"] = np.stack([np.interp(at, k, z.real), np.interp(at, k, z.imag)], 1)
    return columns


def fit(x, right, weight):
    """Logistic regression through the origin."""
    y, w = np.where(right, 1.0, -1.0), weight / weight.sum() * 100

    def loss(b):
        margin = y * (x @ b)
        p = 1 / (1 + np.exp(margin))
        return (w * np.logaddexp(0, -margin)).sum() + 0.05 * PENALTY * b @ b, -(w * y * p) @ x + 0.1 * PENALTY * b
    return minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x


def parity(odds):
    """One alternating sequence for the whole run."""
    sign = np.where(np.arange(len(odds)) % 2 == 0, 1.0, -1.0)
    return sign * np.sign(np.sum(sign * np.clip(odds, -CLIP, CLIP))) > 0


def viterbi(odds, times):
    """Alternating feet: two equal feet in a row cost SAME_FOOT.  After a gap of one missed step a change of foot costs
    half of it instead; after a longer one nothing is known."""
    e = np.clip(odds, -CLIP, CLIP) / 2
    gaps = np.diff(times)
    typical = np.median(gaps)
    score, back = np.array([-e[0], e[0]]), []
    for x, gap in zip(e[1:], gaps):
        cost = SAME_FOOT * np.eye(2)
        if gap > MISSED * typical:
            cost = SAME_FOOT / 2 * (1 - np.eye(2)) if gap <= LOST * typical else np.zeros((2, 2))
        reach = score[None, :] - cost
        back.append(reach.argmax(1))
        score = reach.max(1) + np.array([-x, x])
    state = [int(score.argmax())]
    for b in reversed(back):
        state.append(int(b[state[-1]]))
    return np.array(state[::-1]) > 0


def own_contacts(walk, steps):
    """Detected contacts that have a reference contact within 0.25 s, and its foot."""
    times = steps.contacts[(steps.contacts >= walk.start - 0.2) & (steps.contacts <= walk.end + 0.2)]
    gap = np.abs(times[:, None] - walk.contacts)
    near = gap.min(1) < 0.25
    return times[near], walk.sides[gap.argmin(1)][near]


def samples(data, known_axes, own=False):
    """(walk, contacts, true feet, features) per gait sequence."""
    rows = []
    for walk in recordings.all_walks(data):
        if walk.name in SWAPPED:
            continue
        frame = BodyFrame(walk)
        steps = ph.Steps(frame)
        inside = (frame.time >= walk.start) & (frame.time <= walk.end)
        axes = ph.body_axes(frame.acc[inside], steps.steady_phase[inside])
        if known_axes:
            up = axes[0]
            forward = np.array([0, 0, float(walk.forward_sign)])
            forward = forward - (forward @ up) * up
            forward /= np.linalg.norm(forward)
            axes = (up, forward, np.cross(forward, up))
        contacts, sides = own_contacts(walk, steps) if own else (walk.contacts, walk.sides)
        if len(contacts):
            rows.append((walk, contacts, sides == "R", features(walk, contacts, frame, steps, axes)))
    return rows


def run(rows, names, test_rows):
    people = sorted({w.person for w, *_ in rows})
    count = {p: sum(len(r) for w, _, r, _ in rows if w.person == p) for p in people}
    x = np.concatenate([np.concatenate([f[n] for n in names], 1) for *_, f in rows])
    right = np.concatenate([r for _, _, r, _ in rows])
    person = np.concatenate([[w.person] * len(r) for w, _, r, _ in rows])
    weight = np.array([1 / np.sqrt(count[p]) for p in person])
    every = fit(x, right, weight)
    folds = {p: fit(x[person != p], right[person != p], weight[person != p]) for p in people}
    print("   coefficients (Re, Im of each):", every.round(3), " fold sd", np.std(list(folds.values()), axis=0, ddof=1).round(3))
    table = {}
    for walk, contacts, truth, f in test_rows:
        values = np.concatenate([f[n] for n in names], 1)
        for label, b in (("all", every), ("left out", folds[walk.person])):
            odds = values @ b
            for group in (walk.dataset, walk.person):
                t = table.setdefault((group, label), np.zeros(4))
                t += [len(truth), np.sum((odds > 0) == truth), np.sum(parity(odds) == truth), np.sum(viterbi(odds, contacts) == truth)]
    for (group, label), t in sorted(table.items()):
        print(f"      {group:18s} {label:8s} n {int(t[0]):4d}  each contact {t[1] / t[0]:.3f}  parity {t[2] / t[0]:.3f}  Viterbi {t[3] / t[0]:.3f}")
    return dict(inputs=names, coefficients=every, fold_sd=np.std(list(folds.values()), axis=0, ddof=1), people=len(people), contacts=len(right))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    data = parser.parse_args().data
    known, found, own = samples(data, True), samples(data, False), samples(data, False, own=True)
    stored = {}
    for name, inputs in MODELS.items():
        print("==", name, "fitted and scored with known axes")
        stored[name] = run(known, inputs, known)
        print("==", name, "fitted with known axes, scored with axes found in the signal")
        run(known, inputs, found)
        print("==", name, "the same at own contacts")
        run(known, inputs, own)
    constants.store("laterality", dict(stored, clip=CLIP, same_foot=SAME_FOOT, missed=MISSED, lost=LOST))


if __name__ == "__main__":
    main()
