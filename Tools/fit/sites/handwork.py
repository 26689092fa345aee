"""Rhythmic work of the hands and rides, felt at the wrist: motion that is periodic and not walking.

A forearm turns to and fro about a horizontal axis while the hand moves along a line or a circle;
both follow one phase whose period drifts and jitters. Frequencies and sizes are drawn from the
ranges below; the sources of the frequencies stand in README.md.
"""

import numpy as np

from recordings import RATE

G = 9.80665

# name: strokes per second; amplitude of the hand's path, m; of the forearm's turning, degrees;
# share of the path that is vertical; share of a second harmonic; blow at the end of a stroke, m/s²
KINDS = {
    "clapping": ((1.8, 5.0), (0.02, 0.09), (2, 12), (0.0, 0.5), (0.1, 0.4), (10, 50)),
    "brushing": ((1.5, 6.0), (0.004, 0.025), (1, 8), (0.0, 0.8), (0.0, 0.4), (0, 0)),
    "combing": ((0.4, 1.4), (0.03, 0.20), (10, 60), (0.2, 1.0), (0.1, 0.8), (0, 4)),
    "stirring": ((0.8, 2.5), (0.02, 0.10), (1, 10), (0.0, 0.3), (0.0, 0.3), (0, 1)),
    "washing": ((0.8, 3.0), (0.01, 0.06), (2, 20), (0.0, 0.6), (0.1, 0.5), (0, 2)),
    "typing": ((3.0, 8.0), (0.0005, 0.003), (0.5, 3), (0.3, 1.0), (0.2, 0.8), (0.5, 4)),
    "wiping": ((0.6, 2.5), (0.05, 0.20), (2, 15), (0.0, 0.4), (0.1, 0.4), (0, 2)),
    "hammering": ((0.8, 3.0), (0.03, 0.12), (10, 40), (0.4, 1.0), (0.2, 0.6), (10, 40)),
    "eating": ((0.15, 0.6), (0.05, 0.15), (10, 40), (0.4, 1.0), (0.3, 0.8), (0, 2)),
    "shaking": ((2.0, 5.0), (0.01, 0.06), (5, 30), (0.1, 1.0), (0.1, 0.4), (0, 0)),
    "cycling": ((0.8, 1.7), (0.002, 0.010), (0.5, 3), (0.2, 1.0), (0.2, 0.8), (0, 0)),
    "driving": ((0.2, 0.5), (0.02, 0.10), (2, 15), (0.0, 0.5), (0.2, 0.8), (0, 0)),
    "combing long hair": ((0.4, 1.2), (0.08, 0.20), (15, 60), (0.3, 1.0), (0.2, 0.8), (0, 4)),
}
# Vibration of the road at the hand, RMS m/s², and its band, Hz.
ROAD = {"cycling": ((0.8, 3.0), (4, 25)), "driving": ((0.1, 0.5), (1, 15))}
# name: reach of the moves, m (standard deviation); seconds of a move; of a pause; forearm, degrees
IRREGULAR = {
    "reaching": ((0.1, 0.4), (0.5, 1.5), (0.1, 2.0), (10, 60)),
    "gesturing": ((0.05, 0.2), (0.2, 0.7), (0.02, 0.5), (5, 40)),
    "bending": ((0.2, 0.5), (1.0, 2.5), (0.2, 2.0), (10, 60)),
}


def phase(n, hertz, rng):
    """Turns of a rhythm whose period drifts (to 10 %) and jitters (2 to 8 % from stroke to stroke)."""
    jitter = rng.uniform(0.02, 0.08)
    strokes = int(n / RATE * hertz * 2) + 20
    drift = np.cumsum(rng.normal(0, 0.015, strokes))
    drift -= np.linspace(drift[0], drift[-1], strokes)
    period = np.exp(rng.normal(0, jitter, strokes) + np.clip(drift, -0.1, 0.1)) / hertz
    at = np.r_[0, np.cumsum(period)]
    return np.interp(np.arange(n) / RATE, at, np.arange(strokes + 1))


def slow(n, seconds, rng):
    """A smooth curve of RMS 1 that changes within so many seconds."""
    knots = rng.normal(0, 1, int(n / RATE / seconds) + 4)
    x = np.arange(n) / RATE / seconds
    i, w = x.astype(int), x % 1
    w = w * w * (3 - 2 * w)
    return knots[i] * (1 - w) + knots[i + 1] * w


def band_noise(n, low, high, rng):
    spectrum = np.fft.rfft(rng.normal(0, 1, (n, 3)), axis=0)
    f = np.fft.rfftfreq(n, 1 / RATE)
    spectrum[(f < low) | (f > high)] = 0
    x = np.fft.irfft(spectrum, n, axis=0)
    return x / x.std()


def moves(n, size, length, pause, rng):
    """Points reached one after the other along smooth curves (minimum jerk), (samples, 3)."""
    out, here, t = np.zeros((n, 3)), np.zeros(3), rng.uniform(0, 2)
    while t < n / RATE:
        there, span = size * rng.normal(0, 1, 3), rng.uniform(*length)
        first, end = int(t * RATE), min(n, int((t + span) * RATE) + 1)
        s = np.clip((np.arange(first, end) / RATE - t) / span, 0, 1)[:, None]
        out[first:end] = here + (there - here) * (10 * s**3 - 15 * s**4 + 6 * s**5)
        out[end:] = there
        here, t = there, t + span + rng.exponential(pause)
    return out


def irregular(kind, seconds, rng):
    """Arms that reach and point and bodies that bend and sit: motion without a rhythm."""
    path, length, pause, angle = IRREGULAR[kind]
    n = int(seconds * RATE)
    usual = rng.uniform(*length)
    span = (0.7 * usual, 1.3 * usual)
    pause = rng.uniform(*pause)
    size = min(rng.uniform(*path), 4 * span[0] ** 2 / 5.8)
    state = rng.bit_generator.state
    force = np.gradient(np.gradient(moves(n, size, span, pause, rng), axis=0), axis=0) * RATE**2
    force[:, 2] += G
    rng.bit_generator.state = state  # the forearm turns while the hand moves, not apart from it
    turns = np.radians(rng.uniform(*angle)) * moves(n, 1, span, pause, rng)
    force = turned(force, (turns[:, 0], turns[:, 1]))
    force += rng.uniform(0.02, 0.4) * band_noise(n, 1, 8, rng) * np.abs(slow(n, 1, rng))[:, None]
    return sensor(force + rng.normal(0, rng.uniform(0.02, 0.12), (n, 3)), rng)


def bursts(n, rng):
    """1 while the hand works, 0 in pauses; half of all recordings have none."""
    on = np.ones(n)
    if rng.random() < 0.5:
        t = rng.uniform(2, 6)
        while t < n / RATE:
            stop = t + rng.uniform(0.5, 2.5)
            on[int(t * RATE): int(stop * RATE)] = 0
            t = stop + rng.uniform(2, 8)
    kernel = np.hanning(31)
    return np.convolve(on, kernel / kernel.sum(), "same")


def turned(force, angles):
    """`force` seen from a forearm turned by small and large angles about x, then y."""
    (a, b) = angles
    y = force[:, 1] * np.cos(a) + force[:, 2] * np.sin(a)
    z = -force[:, 1] * np.sin(a) + force[:, 2] * np.cos(a)
    x = force[:, 0] * np.cos(b) - z * np.sin(b)
    return np.stack([x, y, force[:, 0] * np.sin(b) + z * np.cos(b)], 1)


def recording(kind, seconds, rng):
    """Specific force at the wrist, (samples, 3), m/s², at 100 Hz."""
    if kind in IRREGULAR:
        return irregular(kind, seconds, rng)
    draw = lambda r: rng.uniform(*r)
    rates, paths, turns, vertical, second, blow = KINDS[kind]
    n = int(seconds * RATE)
    hertz = np.exp(rng.uniform(*np.log(rates)))
    turn = 2 * np.pi * phase(n, hertz, rng)
    size = bursts(n, rng) * np.clip(1 + draw((0.05, 0.25)) * slow(n, 1 / hertz, rng), 0.2, 2)
    h2, start = draw(second), rng.uniform(0, 2 * np.pi, 4)
    wave = np.cos(turn) + h2 * np.cos(2 * turn + start[0])
    # faster work is smaller work: nobody moves a hand at more than 2.5 g (combing 1 m/s²)
    reach = min(draw(paths), draw((10, 25)) / (2 * np.pi * hertz) ** 2)
    v = draw(vertical)
    side = rng.uniform(0, 2 * np.pi)
    line = np.array([np.sqrt(1 - v * v) * np.cos(side), np.sqrt(1 - v * v) * np.sin(side), v])
    across = np.cross(line, rng.normal(0, 1, 3))
    across /= np.linalg.norm(across)
    circle = draw((0.4, 1)) if kind == "stirring" else draw((0, 0.4))
    path = reach * size[:, None] * (
        wave[:, None] * line + circle * np.cos(turn + start[1])[:, None] * across)
    force = np.gradient(np.gradient(path, axis=0), axis=0) * RATE**2
    hit = draw(blow)
    if hit > 0:
        strikes = np.where(np.diff(np.floor(turn / (2 * np.pi) + 0.3)) > 0)[0]
        width = int(draw((2, 5)))
        pulse = np.hanning(2 * width + 3)[1:-1]
        for k in strikes:
            part = slice(k, min(n, k + len(pulse)))
            strength = hit * size[k] * np.exp(rng.normal(0, 0.25))
            force[part] += strength * pulse[: part.stop - k, None] * line
    if kind in ROAD:
        rms, band = ROAD[kind]
        force += draw(rms) * (1 + 0.5 * np.abs(slow(n, 2, rng)))[:, None] * band_noise(n, *band, rng)
    force[:, 2] += G
    swing = np.radians(draw(turns)) * size * (
        np.cos(turn + start[2]) + 0.3 * h2 * np.cos(2 * turn + start[3]))
    posture = np.radians(draw((1, 12)))
    lean = rng.uniform(0, 2 * np.pi)
    a = swing * np.cos(lean) + posture * slow(n, draw((2, 6)), rng)
    b = swing * np.sin(lean) + posture * slow(n, draw((2, 6)), rng)
    force = turned(force, (a, b)) + rng.normal(0, draw((0.02, 0.12)), (n, 3))
    return sensor(force, rng)


def sensor(force, rng):
    """One in four is a coarse sensor: six bits over ±1.5 g, as some wrist loggers have."""
    if rng.random() < 0.25:
        step = 3 * G / 63
        basis = np.linalg.qr(rng.normal(0, 1, (3, 3)))[0]
        return np.clip(np.round(force @ basis / step) * step, -1.5 * G, 1.5 * G)
    return force


def recordings(count=30, seconds=24, seed=1):
    """`count` recordings of each kind, as recordings.read gives them."""
    out = []
    for k, kind in enumerate((*KINDS, *IRREGULAR)):
        for i in range(count):
            rng = np.random.default_rng((seed, k, i))
            out.append(dict(
                dataset="simulated", family="simulated", stem=f"{kind}-{i}", site="wrist",
                person=f"simulated:{i}", start=0.0, stretch=1.0, gaps=[],
                acc=recording(kind, seconds, rng), kind=kind))
    return out
