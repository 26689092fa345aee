"""Step length at the lower back: an inverted pendulum that shrinks where the motion is not walking.

    python3 step_length.py --data DATA --results RESULTS        prints the tables and updates constants.json

`RESULTS` is the folder that `gait validate DATA --output RESULTS` wrote: the finished program's bouts are scored too, each against
what the reference measured in the same seconds.
"""
import argparse

import numpy as np

import constants
import fitting
import recordings
import units
from steps import BodyFrame

SOURCES = {"reference": "reference contacts", "phase": "contacts of the step phase", "peaks": "plain vertical peaks as contacts", "program": "the finished program's contacts and bouts"}
CLASSES = ((0.0, 0.95), (0.95, 1.15), (1.15, 1.35), (1.35, 9.0))


def shape(column, names):
    return sum(np.log(column[n]) for n in names) / len(names)


def shrinking(pendulum, names):
    """exp(k) · pendulum · exp(p · smooth-min(0, q − q0)), q = mean of the logs of the shares."""
    return (lambda q, c: np.exp(q[0] + q[1] * fitting.hinge(shape(c, names) - q[2])) * c[pendulum], [0.25, 2.3, -0.12])


TYPICAL = 0.35            # of body height: the pendulum chord at which tempering changes nothing but K
TEMPER = -0.15            # the free exponent below, rounded toward theory (0)


def tempered(pendulum, names, exponent=None):
    """The same times (z / 0.35 height)^exponent: extreme rises count a little less.  The exponent is fitted when none is given."""
    base, start = shrinking(pendulum, names)
    power = lambda q: q[3] if exponent is None else exponent
    return (lambda q, c: base(q, c) * (c[pendulum] / c["height"] / TYPICAL) ** power(q), start + ([0.0] if exponent is None else []))


MODELS = {
    "plain": (lambda q, c: np.exp(q[0]) * c["pendulum"], [0.2]),
    "even_only": shrinking("pendulum", ("even",)),
    "sagittal_only": shrinking("pendulum", ("sagittal",)),
    "even_sagittal": shrinking("pendulum", ("even", "sagittal")),
    "tempered": tempered("pendulum", ("even", "sagittal"), TEMPER),
    "tempered_free": tempered("pendulum", ("even", "sagittal")),
    "even_only_tempered": tempered("pendulum", ("even",), TEMPER),
    "sagittal_only_tempered": tempered("pendulum", ("sagittal",), TEMPER),
    "even_sagittal_1Hz": shrinking("classic", ("even", "sagittal")),
}
RECOMMENDED = "tempered"


def text(error):
    error = error[np.isfinite(error)]
    return f"{np.abs(error).mean():.3f} ({error.mean():+.3f}) n {len(error)}" if len(error) else "–"


def by_class(name, error, value):
    return "  ".join([name] + [f"{a:g}-{b:g}: {text(error[(value >= a) & (value < b)])}" for a, b in CLASSES])


def report(table, length, title):
    stride, speed = 2 * (length - table.length), length * table.cadence
    error = speed - table.speed
    print(f"-- {title}")
    for system in ("INDIP", "Stereophoto"):
        mine = table.system == system
        strides, bouts = mine & (table.level == "stride"), mine & (table.level == "bout")
        parts = [("all", strides), ("<.6 m/s", strides & (table.speed < 0.6)), (".6-1", strides & (table.speed >= 0.6) & (table.speed < 1)), (">=1", strides & (table.speed >= 1))]
        print(f"   strides {system}, m:", "  ".join(f"{n} {text(stride[m])}" for n, m in parts))
        print(f"   bouts {system}: speed {text(error[bouts])}   stride length {text(stride[bouts])}")
        for person in np.unique(table.person[strides]):
            print(f"      {person}: strides {text(stride[strides & (table.person == person)])}   bout speed {text(error[bouts & (table.person == person)])}")
    legs = table.dataset == "voisard_ipol"
    print(f"   legs, m/s: {text(error[legs])}  r {np.corrcoef(speed[legs], table.speed[legs])[0, 1]:.3f}")
    print("     ", by_class("by nominal speed", error[legs], table.speed[legs]))
    print("     ", by_class("by the mean of both", error[legs], (table.speed + speed)[legs] / 2))
    print("      per person, mean ln ratio:", "  ".join(f"{p} {np.log(speed / table.speed)[legs & (table.person == p)].mean():+.3f}" for p in np.unique(table.person[legs])))
    print("   patient legs:", text(error[table.dataset == "voisard_semiogram"]))


def leg_noise(table, length):
    """How well the two nominal legs of one walk agree with each other, in the truth and in the estimate."""
    speed = length * table.cadence
    pairs = {}
    for k in np.flatnonzero(table.dataset == "voisard_ipol"):
        pairs.setdefault(table.walk[k], []).append(k)
    pairs = np.array([p for p in pairs.values() if len(p) == 2])
    truth = np.log(table.speed[pairs[:, 0]] / table.speed[pairs[:, 1]])
    ours = np.log(speed[pairs[:, 0]] / speed[pairs[:, 1]])
    print(f"-- first leg against second, ln: truth {truth.mean():+.3f} sd {truth.std(ddof=1):.3f}; estimate {ours.mean():+.3f} sd {ours.std(ddof=1):.3f}; difference sd {(truth - ours).std(ddof=1):.3f}")


def walk_noise(table, length):
    """Legs against the other leg of the same walk: what of a class's bias is the truth's own noise."""
    speed = length * table.cadence
    pairs = {}
    for k in np.flatnonzero(table.dataset == "voisard_ipol"):
        pairs.setdefault(table.walk[k], []).append(k)
    pairs = np.array([p for p in pairs.values() if len(p) == 2])
    true, found = table.speed[pairs], speed[pairs]
    error = (found - true).ravel()
    for name, by in (("its own nominal speed", true), ("the other leg's nominal speed", true[:, ::-1]), ("its estimate", found)):
        print("  ", by_class("legs by " + name, error, by.ravel()))
    both, mine = 2 / (1 / true).sum(1), 2 / (1 / found).sum(1)
    print(f"   both legs together, 20 m: {text(mine - both)}  r {np.corrcoef(mine, both)[0, 1]:.3f}  ", by_class("by nominal speed", mine - both, both))
    order = np.log(found / true)
    print(f"   ln estimate/nominal: first leg {order[:, 0].mean():+.3f}, second {order[:, 1].mean():+.3f}")


def personal_calibration(table, length):
    """Leg error after a shrunken personal factor learned from the first k legs."""
    speed, legs = length * table.cadence, table.dataset == "voisard_ipol"
    log = np.log(speed / table.speed)
    people = np.unique(table.person[legs])
    between = np.std([log[legs & (table.person == p)].mean() for p in people], ddof=1)
    within = np.sqrt(np.mean([log[legs & (table.person == p)].var(ddof=1) for p in people]))
    ratio = (within / between) ** 2
    print(f"-- person factor: sd between {between:.4f}, within {within:.4f}, shrinkage k/(k + {ratio:.2f})")
    for known in (2, 4, 6):
        left = []
        for p in people:
            i = np.flatnonzero(legs & (table.person == p))
            factor = np.exp(-known / (known + ratio) * log[i[:known]].mean())
            left += list(np.abs(speed[i[known:]] * factor - table.speed[i[known:]]))
        print(f"   after {known} known legs: leg MAE {np.mean(left):.3f}")
    return dict(between_person_sd_ln=between, within_person_sd_ln=within, shrinkage_legs=ratio)


def tables(data, results):
    walks = recordings.all_walks(data)
    frames = [(w, BodyFrame(w)) for w in walks]
    every = {source: fitting.Table([u for w, f in frames for u in units.units_of(w, f, source)]) for source in SOURCES if source != "program"}
    known = {(w.name, w.start, w.end): f for w, f in frames}
    frame_of = lambda w: known.get((w.name, w.start, w.end)) or BodyFrame(w)
    return dict(every, program=fitting.Table(units.program_units(walks, frame_of, results)))


def explained(table, length):
    use = (table.weight > 0) & np.isfinite(table.length)
    w, y, e = table.weight[use], table.length[use], (length - table.length)[use]
    return 1 - np.sum(w * e ** 2) / np.sum(w * (y - np.average(y, weights=w)) ** 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--results", required=True)
    given = parser.parse_args()
    both = tables(given.data, given.results)
    reference = both["reference"]
    stored = {}
    for name, (model, start) in MODELS.items():
        length, folds = fitting.left_out(reference, model, start)
        every = fitting.fit(reference, model, start)
        spread = np.array(list(folds.values()))
        fitted = reference.mean(model(every, reference.column))
        print(f"==== {name}: all {np.round(every, 4)}  folds min {spread.min(0).round(3)} max {spread.max(0).round(3)}  r² fitted {explained(reference, fitted):.3f} left out {explained(reference, length):.3f}")
        report(reference, length, "left out, " + SOURCES["reference"])
        if name == RECOMMENDED:
            report(reference, fitted, "fitted on all, reference contacts")
            leg_noise(reference, length)
            stored["person_factor"] = personal_calibration(reference, length)
        for source in list(SOURCES)[1:]:
            report(both[source], fitting.left_out(reference, model, start, both[source])[0], "left out, " + SOURCES[source])
        if name == RECOMMENDED:
            report(both["program"], both["program"].mean(model(every, both["program"].column)), "fitted on all, " + SOURCES["program"])
            refitted = fitting.fit(both["program"], model, start)
            print(f"refitted on the finished program's contacts: {refitted.round(4)}")
            report(both["program"], fitting.left_out(both["program"], model, start)[0], "left out, refitted on " + SOURCES["program"])
            walk_noise(both["program"], both["program"].mean(model(every, both["program"].column)))
        stored[name] = dict(coefficients=every, names=["ln_K", "p", "q0", "exponent"][: len(every)], fold_sd=spread.std(0, ddof=1), fold_min=spread.min(0), fold_max=spread.max(0),
                            r2_fitted=explained(reference, fitted), r2_left_out=explained(reference, length))
    use = reference.weight > 0
    stored.update(recommended=RECOMMENDED, tempered_exponent=TEMPER, tempered_chord_of_height=TYPICAL, hinge=fitting.HINGE, people=len(np.unique(reference.person)), units=int(use.sum()))
    constants.store("step_length", stored)


if __name__ == "__main__":
    main()
