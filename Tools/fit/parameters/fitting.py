"""Robust weighted fit of a step-length model, and the same with one person left out at a time."""
import numpy as np
from scipy.optimize import least_squares

from units import weights

HINGE = 40.0


def hinge(x):
    """Smooth min(0, x)."""
    return -np.logaddexp(0, -HINGE * x) / HINGE


class Table:
    """Units flattened to arrays over steps, with the unit each step belongs to."""

    def __init__(self, units):
        self.units = units
        rows, unit = [], []
        for k, u in enumerate(units):
            known = [r["even"] for r in u.steps if np.isfinite(r["even"])]
            fallback = np.mean(known) if known else 0.85
            for r in u.steps:
                rows.append(dict(r, even=r["even"] if np.isfinite(r["even"]) else fallback))
                unit.append(k)
        self.unit, self.count = np.array(unit), len(units)
        self.column = {key: np.array([r[key] for r in rows]) for key in rows[0]}
        for name in ("level", "dataset", "person", "system", "walk", "length", "speed", "cadence"):
            setattr(self, name, np.array([getattr(u, name) for u in units]))
        self.weight = weights(units)
        self.steps_in = np.bincount(self.unit, minlength=self.count)

    def mean(self, per_step):
        return np.bincount(self.unit, per_step, self.count) / np.maximum(1, self.steps_in)


def fit(table, model, start, keep=None):
    weight = table.weight if keep is None else table.weight * keep
    use = (weight > 0) & np.isfinite(table.length) & (table.length > 0.05)
    scale = np.sqrt(weight[use] / table.length[use])
    return least_squares(lambda q: scale * (table.mean(model(q, table.column))[use] - table.length[use]),
                         start, loss="soft_l1", f_scale=0.02, max_nfev=200).x


def left_out(table, model, start, score=None):
    """Mean step length per unit predicted without its person, and the coefficients of every fold.
    With `score`, coefficients fitted on `table` are applied to that table instead."""
    score = score or table
    predicted, folds = np.zeros(score.count), {}
    for person in np.unique(table.person):
        folds[person] = fit(table, model, start, table.person != person)
        mine = score.person == person
        predicted[mine] = score.mean(model(folds[person], score.column))[mine]
    return predicted, folds
