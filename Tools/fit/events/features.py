"""Numbers of a frame for the question: is somebody walking here?

The frame's own best step frequency f (crest of the ridge's log-softmax, no memory) anchors all
periodicity numbers, so slow and fast gait are asked the same questions.
"""

import numpy as np

import frames as fr
from ridge import log_softmax

NAMES = (
    "level", "level norm", "level short", "relative level", "steadiness", "vertical share",
    "norm r1", "norm r2", "vector r1", "vector r2", "norm harmonics", "vector harmonics",
    "stride share", "sway share", "fast share", "entropy", "utility", "posterior",
    "tilt", "tilt spread", "ln f", "flight", "short norm r1", "short vector r1",
    "short vector r2", "short norm harmonics", "short utility", "crest",
)


def pick(table, column):
    return table[np.arange(len(table)), column]


def harmonic_share(frames, best, vector):
    f, step = fr.CANDIDATES, fr.CANDIDATES
    if vector:
        total = frames.band(frames.vector_power, 0.4, 9) + 1e-9
        parts = [frames.near(frames.vector_power, k * f) * (k * f < 9)
                 for k in (0.5, 1, 1.5, 2, 2.5, 3)]
        weights = (1, 1, 1, 1, 1, 1)
    else:
        total = frames.band(frames.norm_power, 0.4, 9) + 1e-9
        parts = [frames.near(frames.norm_power, k * f) * (k * f < 9) for k in (1, 2, 3)]
        weights = (1, 1, 0.5)
    return np.minimum(pick(sum(w * p for w, p in zip(weights, parts)), best) / total, 1)


def angle(a, b):
    c = (a * b).sum(1) / (np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1) + 1e-6)
    return np.degrees(np.arccos(np.clip(c, -1, 1)))


def features(acc, coefficients):
    """(frames, 28), see NAMES; coefficients = the ridge's 15."""
    slow = fr.slow_stream(acc)
    a, b = fr.Frames(slow, fr.LONG), fr.Frames(slow, fr.SHORT)
    score = fr.evidence(a) @ coefficients
    best, logp = score.argmax(1), log_softmax(score)
    near = np.exp(logp)
    near = sum(near[np.arange(len(best)), np.clip(best + k, 0, 45)] for k in (-2, -1, 0, 1, 2))
    short_score = fr.evidence(b) @ coefficients
    f = fr.CANDIDATES[best]
    ms = lambda x: (x**2).sum(1).mean(-1) if x.ndim == 3 else (x**2).mean(-1)
    level = 0.5 * np.log(ms(a.vector) + 1e-3)
    mean = a.raw.mean(2)
    up = mean / np.linalg.norm(mean, axis=1, keepdims=True).clip(1e-6)
    vertical = np.einsum("fij,fi->fj", a.vector, up)
    quarters = (a.norm.reshape(len(best), 4, -1) ** 2).mean(2)
    total = a.band(a.vector_power, 0.4, 9) + 1e-9
    inside = (fr.FREQUENCIES >= 0.4) & (fr.FREQUENCIES <= 9)
    p = a.vector_power[:, inside] / total[:, None]
    parts = a.raw.reshape(len(best), 3, 4, -1).mean(3)
    spread = np.stack([angle(parts[:, :, k], mean) for k in range(4)], 1).max(1)
    at = lambda frames, corr, n: pick(frames.at(corr, n / fr.CANDIDATES), best)
    crest = np.percentile(a.norm, 95, axis=1) - np.percentile(a.norm, 5, axis=1)
    columns = [
        level, 0.5 * np.log(ms(a.norm) + 1e-3), 0.5 * np.log(ms(b.vector) + 1e-3),
        level - 1.5 * np.log(f / 1.8),
        0.5 * np.log((quarters.min(1) + 1e-3) / (quarters.mean(1) + 1e-3)),
        np.log(ms(vertical) + 1e-3) - np.log(ms(a.vector) + 1e-3),
        at(a, a.norm_corr, 1), at(a, a.norm_corr, 2),
        at(a, a.vector_corr, 1), at(a, a.vector_corr, 2),
        harmonic_share(a, best, False), harmonic_share(a, best, True),
        np.log(pick(a.near(a.vector_power, fr.CANDIDATES / 2), best) / total + 0.01),
        np.log(a.band(a.vector_power, 0.15, 0.4999) / total + 1e-2),
        np.log(a.band(a.vector_power, 3.5001, 9) / total + 1e-2),
        -(p * np.log(p + 1e-12)).sum(1) / np.log(inside.sum()),
        score.max(1), np.log(near),
        np.log1p(angle(a.raw[:, :, : fr.LONG // 2].mean(2), a.raw[:, :, fr.LONG // 2:].mean(2))),
        np.log1p(spread), np.log(f), (a.raw_norm < 4).mean(1),
        at(b, b.norm_corr, 1), at(b, b.vector_corr, 1), at(b, b.vector_corr, 2),
        harmonic_share(b, best, False), pick(short_score, best), np.log(crest + 0.05),
    ]
    return np.stack(columns, 1)
