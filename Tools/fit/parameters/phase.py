"""Step frequency, step phase, contacts and body axes from the acceleration alone.

The frequency ridge uses the coefficients of the slow-robust fit; this script takes them as given.
"""
import numpy as np
from scipy.ndimage import gaussian_filter1d

import signals as s

GRID = 0.6 * np.exp(0.0375 * np.arange(46))
RIDGE = np.array([1.1950, 0.0699, 0.0744, -0.5289, 0.1150, 0.3648, -0.1222, 0.9717, 0.0481, 2.4646, 0.0708, -0.2267, 1.3629, -1.8941, -2.9602])
WAVEFORM = np.array([-0.0052, -0.0121, 0.0031, 0.0020, 0.0240, -0.0125, 0.0123, 0.0098, -0.0060, 0.0286, 0.0204, 0.0022, -0.0037, -0.0012, 0.0033, 0.0078, -0.0296])
WAVEFORM_OFFSET = -0.0973
SLOW, WINDOW, HOP, BINS = 25.0, 100, 10, 256


def detrended(x):
    """Windows along the last axis without mean and line."""
    line = np.arange(x.shape[-1]) - (x.shape[-1] - 1) / 2
    line /= np.sqrt((line ** 2).sum())
    x = x - x.mean(-1, keepdims=True)
    return x - (x @ line)[..., None] * line


def autocorrelation(windows):
    power = np.abs(np.fft.rfft(windows, 512, axis=-1)) ** 2
    frequency = np.fft.rfftfreq(512, 1 / SLOW)
    power = power * ((frequency >= 0.3) & (frequency <= 8))
    if power.ndim == 3:
        power = power.sum(1)
    r = np.fft.irfft(power, 512, axis=-1)[:, :WINDOW]
    return r / (r[:, :1] + 1e-9) * (WINDOW / (WINDOW - np.minimum(np.arange(WINDOW), 85)))


def emissions(acc):
    slow = s.low_pass(acc, 9.0)[::4]
    half = WINDOW // 2
    padded = np.pad(slow, ((half, half), (0, 0)), mode="reflect")
    cut = lambda x: np.lib.stride_tricks.sliding_window_view(x, WINDOW, axis=0)[: len(slow) : HOP]
    vector, norm = detrended(cut(padded)), detrended(cut(np.linalg.norm(padded, axis=1)))
    hann = np.hanning(WINDOW)
    power3 = (np.abs(np.fft.rfft(vector * hann, BINS, axis=-1)) ** 2).sum(1)
    power1 = np.abs(np.fft.rfft(norm * hann, BINS, axis=-1)) ** 2
    frequency = np.fft.rfftfreq(BINS, 1 / SLOW)
    total = lambda p: p[:, (frequency >= 0.3) & (frequency <= 9)].sum(1, keepdims=True) + 1e-9

    def share(power, f):
        low = np.clip(np.round((f - 0.15) / frequency[1]).astype(int), 0, len(frequency) - 1)
        high = np.clip(np.round((f + 0.15) / frequency[1]).astype(int) + 1, 0, len(frequency))
        cumulative = np.pad(np.cumsum(power, 1), ((0, 0), (1, 0)))
        return np.log((cumulative[:, high] - cumulative[:, low]) / total(power) + 0.003)

    def at(r, lag):
        place = np.clip(lag * SLOW, 0, WINDOW - 2)
        i = place.astype(int)
        return r[:, i] * (1 - (place - i)) + r[:, i + 1] * (place - i)
    r1, r3 = autocorrelation(norm), autocorrelation(vector)
    x = np.tile(np.log(GRID / 1.8), (len(power1), 1))
    features = [share(power1, k * GRID) for k in (1, 2, 3, 0.5, 1.5)] + [share(power3, k * GRID) for k in (1, 2, 0.5, 1.5)]
    features += [at(r1, 1 / GRID), at(r1, 2 / GRID), at(r3, 1 / GRID), at(r3, 2 / GRID), x, x ** 2]
    score = np.tensordot(np.stack(features, 2), RIDGE, 1)
    return score - np.logaddexp.reduce(score, axis=1, keepdims=True)


def step_frequency(acc):
    """Hz at every sample."""
    emission = emissions(acc)
    cost = np.minimum(25 * np.abs(np.log(GRID)[:, None] - np.log(GRID)), 8)
    score, back = emission[0], []
    for frame in emission[1:]:
        reach = score - cost
        back.append(reach.argmax(1))
        score = reach.max(1) + frame
    path = [int(score.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    path = np.array(path[::-1])
    log = np.log(GRID)[path]
    for t, k in enumerate(path):
        if 0 < k < len(GRID) - 1:
            a, b, c = emission[t, k - 1 : k + 2]
            if a - 2 * b + c < -1e-9:
                log[t] += 0.0375 * np.clip((a - c) / 2 / (a - 2 * b + c), -0.5, 0.5)
    return np.interp(np.arange(len(acc)) / s.RATE, np.arange(len(log)) * HOP / SLOW, np.exp(log))


def smoothed(x, sigma):
    return gaussian_filter1d(x.real, sigma, mode="nearest") + 1j * gaussian_filter1d(x.imag, sigma, mode="nearest")


def step_phase(norm, frequency, cycles):
    """Unwrapped phase of |a| at the step frequency (0 = crest), and its amplitude."""
    carrier = 2 * np.pi * np.cumsum(frequency) / s.RATE
    mixed = s.high_pass(norm, 0.4) * np.exp(-1j * carrier)
    levels = 0.6 * np.sqrt(2.0) ** np.arange(6)
    bank = np.stack([smoothed(mixed, cycles / f * s.RATE) for f in levels])
    place = np.clip(np.log(np.clip(frequency, 0.6, 3.3) / 0.6) / np.log(np.sqrt(2)), 0, 4.999)
    i, k = place.astype(int), np.arange(len(norm))
    y = bank[i, k] * (1 - (place - i)) + bank[i + 1, k] * (place - i)
    return carrier + np.unwrap(np.angle(y)), 2 * np.abs(y)


def phase_contacts(phase, degrees=-36.0):
    """Samples at which the phase passes a multiple of a turn plus `degrees`."""
    monotone = np.maximum.accumulate(phase) - np.radians(degrees)
    turns = np.arange(np.ceil(monotone[0] / (2 * np.pi)), monotone[-1] / (2 * np.pi))
    rising = np.r_[True, np.diff(monotone) > 1e-12]
    return np.interp(2 * np.pi * turns, monotone[rising], np.flatnonzero(rising))


def refined(contacts, norm, frequency):
    """Contacts shifted by the waveform around them."""
    band = s.low_pass(s.high_pass(norm, 0.4), 8.0)
    f = frequency[np.clip(contacts.astype(int), 0, len(norm) - 1)]
    w = np.interp(contacts[:, None] + np.arange(-8, 9) / 16 * s.RATE / f[:, None], np.arange(len(band)), band)
    w = w / (np.sqrt((w ** 2).mean(1, keepdims=True)) + 1e-6)
    return contacts + (WAVEFORM_OFFSET + w @ WAVEFORM) / f * s.RATE


class Steps:
    """Step phase and contacts of one gait sequence (a BodyFrame)."""

    def __init__(self, frame):
        self.frame = frame
        norm = np.linalg.norm(frame.acc, axis=1)
        self.frequency = step_frequency(frame.acc)
        self.phase, self.amplitude = step_phase(norm, self.frequency, 0.3)
        self.steady_phase, _ = step_phase(norm, self.frequency, 0.45)
        self.contacts = refined(phase_contacts(self.phase), norm, self.frequency) / s.RATE + frame.time[0]


def at_harmonic(x, phase, m, sigma):
    """Complex amplitude of x at m times half the step phase, Gaussian sigma in samples."""
    return smoothed(x * np.exp(-1j * m * phase / 2), sigma)


def body_axes(acc, phase):
    """Up, forward and right unit vectors, the quality of the fore-aft axis and of its sign."""
    up = acc.mean(0) / np.linalg.norm(acc.mean(0))
    first = np.cross(up, np.eye(3)[np.argmin(np.abs(up))])
    first /= np.linalg.norm(first)
    second = np.cross(up, first)
    horizontal = s.high_pass(np.stack([acc @ first, acc @ second], 1), 0.25)
    vertical = s.high_pass(acc @ up, 0.25)
    z = {m: np.stack([at_harmonic(horizontal[:, k], phase, m, 120) for k in (0, 1)], 1) for m in (1, 2, 3, 4)}
    power = {m: np.real(np.einsum("ti,tj->ij", v, v.conj())) for m, v in z.items()}
    even, odd = power[2] + power[4], power[1] + power[3]
    values, vectors = np.linalg.eigh(even / np.trace(even) - odd / np.trace(odd))
    axis = vectors[:, 1]
    lead = np.sum((z[2] @ axis) * at_harmonic(vertical, phase, 2, 120).conj())
    if lead.imag < 0:
        axis = -axis
    forward = axis[0] * first + axis[1] * second
    return up, forward, np.cross(forward, up), values[1] - values[0], abs(lead.imag) / abs(lead)
