"""Numbers of a 4 s frame for the question: what ground?

Built on the frames of gait detection (`../events`): 25 Hz, one frame every 0.4 s, none depends on how
the sensor is turned. The frame's own best step frequency anchors all of them.
"""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "events"))
import frames as fr  # noqa: E402
from features import features as gait_features, NAMES as GAIT  # noqa: E402

NAMES = GAIT + (
    "v level", "h level", "v per cadence", "vh ratio", "v skew", "v kurt", "v up", "v down",
    "n skew", "jerk", "v jerk", "velocity skew", "velocity ratio", "dir spread", "dir p2p",
    "v h1", "v h2", "v h3", "v h.5", "n h1", "n h2", "n h3", "n h.5", "h h.5", "h h1", "h h2",
    "fall skew", "v r1", "v r2", "h r1", "dir stride", "v slope skew", "lf",
)


def skew(x):
    x = x - x.mean(1, keepdims=True)
    s = x.std(1) + 1e-3
    return (x**3).mean(1) / s**3


def high_pass(x, hertz):
    """Along the last axis of a frame: a Fourier mask, cheap and without state."""
    f = np.fft.rfftfreq(x.shape[-1], 1 / fr.SLOW)
    spectrum = np.fft.rfft(x)
    return np.fft.irfft(spectrum * (f >= hertz), x.shape[-1])


def low_pass(x, hertz):
    f = np.fft.rfftfreq(x.shape[-1], 1 / fr.SLOW)
    return np.fft.irfft(np.fft.rfft(x) * (f <= hertz), x.shape[-1])


def features(acc, coefficients):
    slow = fr.slow_stream(acc)
    gait = gait_features(acc, coefficients)
    a = fr.Frames(slow, fr.LONG)
    f = np.exp(gait[:, GAIT.index("ln f")])
    k = np.round(np.log(f / 0.6) / 0.0375).astype(int)
    mean = a.raw.mean(2)
    up = mean / np.linalg.norm(mean, axis=1, keepdims=True).clip(1e-6)
    v = np.einsum("fij,fi->fj", a.vector, up)
    h = a.vector - v[:, None] * up[:, :, None]
    rv, rh = v.std(1) + 1e-2, np.sqrt((h**2).sum(1).mean(1)) + 1e-2
    rn = a.norm.std(1) + 1e-2
    hann = np.hanning(fr.LONG + 1)[:-1]
    power = lambda x: np.abs(np.fft.rfft(x * hann, fr.BINS)) ** 2
    pv, ph, pn = power(v), power(h).sum(1), a.norm_power
    ratio = lambda p, m: np.log(
        np.take_along_axis(a.near(p, m * fr.CANDIDATES, 0.2), k[:, None], 1)[:, 0]
        / (a.band(p, 0.3, 9) + 1e-6) + 0.003)
    vs = low_pass(v, 5)
    velocity = high_pass(np.cumsum(v, 1) / fr.SLOW, 0.5)
    smooth = low_pass(a.raw, 1.6)
    smooth /= np.linalg.norm(smooth, axis=1, keepdims=True).clip(1e-6)
    angle = np.degrees(np.arccos(np.clip(np.einsum("fij,fi->fj", smooth, up), -1, 1)))
    jerk = np.sqrt((np.diff(a.raw, axis=2) ** 2).sum(1).mean(1)) * fr.SLOW
    vj = np.diff(vs, axis=1) * fr.SLOW
    rvv = a.autocorrelation(v)
    rhh = a.autocorrelation(*[h[:, i] for i in range(3)])
    at = lambda r, n: np.take_along_axis(a.at(r, n / fr.CANDIDATES), k[:, None], 1)[:, 0]
    dirs = smooth - smooth.mean(2, keepdims=True)
    dpow = power(dirs).sum(1)
    lf = np.log(f / 1.8)
    columns = [
        np.log(rv), np.log(rh), np.log(rv) - 1.5 * lf, np.log(rh / rv), skew(v),
        np.log((v**4).mean(1) / rv**4), np.percentile(v, 97, axis=1) / rv,
        -np.percentile(v, 3, axis=1) / rv, skew(a.norm), np.log(jerk / np.hypot(rv, rh)),
        np.log(vj.std(1) / rv), skew(velocity),
        np.percentile(velocity, 95, axis=1) / -np.percentile(velocity, 5, axis=1).clip(None, -1e-3),
        np.log(np.sqrt((angle**2).mean(1)) + 0.3), np.log(np.percentile(angle, 95, axis=1) + 0.5),
        ratio(pv, 1), ratio(pv, 2), ratio(pv, 3), ratio(pv, 0.5), ratio(pn, 1), ratio(pn, 2),
        ratio(pn, 3), ratio(pn, 0.5), ratio(ph, 0.5), ratio(ph, 1), ratio(ph, 2),
        skew(a.norm[:, 1:] - a.norm[:, :-1]), at(rvv, 1), at(rvv, 2), at(rhh, 1),
        np.log(np.take_along_axis(a.near(dpow, 0.5 * fr.CANDIDATES, 0.2), k[:, None], 1)[:, 0]
               / (dpow[:, 1:].sum(1) + 1e-9) + 0.01),
        skew(vj), lf,
    ]
    return np.c_[gait, np.stack(columns, 1)]
