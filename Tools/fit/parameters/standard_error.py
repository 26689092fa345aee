"""Standard error of speed per bout and of length per stride, from the errors on people left out.

    python3 standard_error.py --data DATA --results RESULTS     prints the coverage and updates constants.json

SE² = (relative · v)² + (correction · c̄)² + per_step² / n, c̄ = mean over steps of −p·c, the size of the ln correction.
"""
import argparse

import numpy as np
from scipy.optimize import minimize

import constants
import fitting
import step_length

START = np.array([0.06, 0.10, 0.10])
PRIOR = 0.02             # pull of the starting values, in units of ln²: keeps an undetermined term finite
WEIGHT = {"mobgap": 2.0, "voisard_ipol": 0.15, "voisard_semiogram": 1.0}
SHIPPED = np.array([0.065, 0.060, 0.120])   # the fit on the finished program's bouts and legs, the first wider: parts of bouts are used too


class Errors:
    def __init__(self, table, names, fitted_on=None):
        model, start = step_length.MODELS[names]
        self.table = table
        self.length, folds = fitting.left_out(fitted_on or table, model, start, table)
        shares = ("even", "sagittal")
        correction = np.zeros(len(table.unit))
        for person, q in folds.items():
            mine = table.person[table.unit] == person
            column = {k: v[mine] for k, v in table.column.items()}
            correction[mine] = -q[1] * fitting.hinge(step_length.shape(column, shares) - q[2])
        self.correction = table.mean(correction)
        self.speed = self.length * table.cadence


def bout_variance(q, speed, correction, count):
    return (q[0] * speed) ** 2 + (q[1] * correction) ** 2 + q[2] ** 2 / count


def stride_variance(q, correction):
    return q[0] ** 2 + (q[1] * correction) ** 2


def likelihood_fit(variance, error, weight, start):
    def loss(log_q):
        v = variance(np.exp(log_q))
        return np.sum(weight * (np.log(v) / 2 + error ** 2 / v / 2)) + PRIOR * np.sum((log_q - np.log(start)) ** 2)
    return np.exp(minimize(loss, np.log(start), method="Nelder-Mead", options=dict(maxiter=4000, xatol=1e-5, fatol=1e-7)).x)


def coverage(error, deviation):
    z = np.abs(error / deviation)
    return f"n {len(z)}  68 %: {np.mean(z < 1):.2f}  95 %: {np.mean(z < 1.96):.2f}  rms z {np.sqrt(np.mean(z ** 2)):.2f}  median SE {np.median(deviation):.3f}"


def bouts(errors):
    t = errors.table
    use = np.isin(t.level, ("bout", "leg")) & (t.steps_in >= 3) & np.isfinite(t.speed)
    weight = np.array([WEIGHT[d] for d in t.dataset])
    error = errors.speed - t.speed

    def fit(mask):
        return likelihood_fit(lambda q: bout_variance(q, errors.speed[mask], errors.correction[mask], t.steps_in[mask]), error[mask], weight[mask], START)
    every = fit(use)
    folds = {p: fit(use & (t.person != p)) for p in np.unique(t.person)}
    groups = [("legs", use & (t.dataset == "voisard_ipol")), ("patient legs", use & (t.dataset == "voisard_semiogram")),
              ("bouts INDIP", use & (t.system == "INDIP")), ("bouts cameras", use & (t.system == "Stereophoto")), ("all", use)]
    print("bout speed: relative, correction, per step =", every.round(4), " folds", np.array(list(folds.values())).round(3).tolist())
    for name, of in (("fitted on all", lambda p: every), ("left out", lambda p: folds[p]), ("shipped", lambda p: SHIPPED)):
        deviation = np.sqrt([bout_variance(of(p), v, c, n) for p, v, c, n in zip(t.person, errors.speed, errors.correction, t.steps_in)])
        print("  ", name)
        for label, mask in groups:
            print(f"      {label}: {coverage(error[mask], deviation[mask])}")
        for p in np.unique(t.person):
            mask = use & (t.person == p)
            print(f"         {p}: {coverage(error[mask], deviation[mask])}")
    known = use & np.isfinite(t.length)
    deviation = np.sqrt(bout_variance(SHIPPED, errors.speed, errors.correction, t.steps_in)) / t.cadence
    print("   step and stride length, the shipped error of the speed as a share of them")
    for label, mask in groups:
        if np.any(mask & known):
            print(f"      {label}: {coverage((errors.length - t.length)[mask & known], deviation[mask & known])}")
    return every, np.array(list(folds.values()))


def strides(errors):
    t = errors.table
    use = t.level == "stride"
    error = 2 * (errors.length - t.length)
    start = np.array([0.13, 0.3])
    every = likelihood_fit(lambda q: stride_variance(q, errors.correction[use]), error[use], np.ones(use.sum()), start)
    print("stride length: straight, correction =", every.round(4), coverage(error[use], np.sqrt(stride_variance(every, errors.correction[use]))))
    for p in np.unique(t.person[use]):
        rest, mine = use & (t.person != p), use & (t.person == p)
        q = likelihood_fit(lambda q: stride_variance(q, errors.correction[rest]), error[rest], np.ones(rest.sum()), start)
        print(f"   {p} left out {q.round(3)}: {coverage(error[mine], np.sqrt(stride_variance(q, errors.correction[mine])))}")
    return every


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--results", required=True)
    given = parser.parse_args()
    tables = step_length.tables(given.data, given.results)
    errors = Errors(tables["reference"], step_length.RECOMMENDED)
    print("== reference contacts")
    bouts(errors)
    print("== the finished program's contacts and bouts, length coefficients fitted on reference contacts")
    every, folds = bouts(Errors(tables["program"], step_length.RECOMMENDED, tables["reference"]))
    stride = strides(errors)
    constants.store("standard_error", dict(
        bout=dict(names=["relative", "correction_mps", "per_step_mps"], fitted=every, fold_sd=folds.std(0, ddof=1), shipped=SHIPPED),
        stride=dict(names=["straight_m", "correction_m"], fitted=stride)))


if __name__ == "__main__":
    main()
