"""A logistic regression on a few features held within limits, and a decoder of three states."""

import numpy as np

from ground import NAMES

STAIRS = ("h h.5", "v per cadence", "v h1", "vertical share", "vector r2", "v up", "vh ratio",
          "tilt spread")
UP = ("jerk", "vh ratio")
BIAS, CLIP, COST, JUMP, SCALE, LEAST = 0.8, 6.0, 4.0, 1.5, 0.5, 8


class Logistic:
    """Features are held between the 2nd and 98th percentile of the class that reaches further."""

    def __init__(self, names, penalty=3.0):
        self.names, self.penalty = names, penalty
        self.columns = [NAMES.index(n) for n in names]

    def basis(self, x):
        z = np.clip(x[:, self.columns], self.low, self.high)
        return np.c_[(z - self.mean) / self.sd, np.ones(len(z))]

    def fit(self, x, y, w):
        z, yes = x[:, self.columns], y == 1
        limit = lambda q, pick: pick(np.percentile(z[~yes], q, 0), np.percentile(z[yes], q, 0))
        self.low, self.high = limit(2, np.minimum).round(3), limit(98, np.maximum).round(3)
        z = np.clip(z, self.low, self.high)
        self.mean, self.sd = z.mean(0), z.std(0) + 1e-6
        b, y = self.basis(x), y.astype(float)
        beta = np.zeros(b.shape[1])
        keep = np.diag(np.r_[np.full(b.shape[1] - 1, self.penalty), 1e-9])
        for _ in range(30):
            p = 1 / (1 + np.exp(-np.clip(b @ beta, -30, 30)))
            gradient = b.T @ (w * (p - y)) + keep @ beta
            change = np.linalg.solve((b * (w * p * (1 - p))[:, None]).T @ b + keep, gradient)
            beta -= change * min(1, 3 / (np.abs(change).max() + 1e-9))
            if np.abs(change).max() < 1e-4:
                break
        self.beta = beta
        return self

    def logit(self, x):
        return self.basis(x) @ self.beta

    def numbers(self):
        slope = self.beta[:-1] / self.sd
        intercept = self.beta[-1] - (slope * (self.mean - self.low)).sum()
        return {"intercept": round(float(intercept), 5), "terms": [
            {"feature": n, "low": float(a), "high": float(b), "slope": round(float(s), 5)}
            for n, a, b, s in zip(self.names, self.low, self.high, slope)]}


def decode(stairs, up, bias=BIAS, clip=CLIP, cost=COST):
    """0 level, 1 up, 2 down, frame by frame: Viterbi; stretches shorter than LEAST are level."""
    s, d = np.clip(stairs - bias, -clip, clip), np.clip(up, -clip, clip)
    e = np.stack([-s / 2, s / 2 - np.log1p(np.exp(-d)), s / 2 - np.log1p(np.exp(d))], 1) * SCALE
    price = cost * np.array([[0, 1, 1], [1, 0, JUMP], [1, JUMP, 0]])
    back, best = np.zeros((len(e), 3), int), e[0] - cost / 2 * np.array([0, 1, 1])
    for t in range(1, len(e)):
        total = best[:, None] - price
        back[t] = total.argmax(0)
        best = total.max(0) + e[t]
    out = np.zeros(len(e), int)
    out[-1] = best.argmax()
    for t in range(len(e) - 1, 0, -1):
        out[t - 1] = back[t, out[t]]
    for a, b in stretches(out > 0):
        if b - a < LEAST:
            out[a:b] = 0
    return out


def stretches(mask):
    d = np.diff(np.r_[0, mask.astype(int), 0])
    return list(zip(np.where(d == 1)[0], np.where(d == -1)[0]))
