"""Initial contacts from the phase of |a| at the tracked step frequency, then from the waveform."""

import numpy as np
from scipy import signal
from scipy.ndimage import gaussian_filter1d

from recordings import RATE

CONTACT_PHASE = np.radians(-36)  # between the rise of |a| (-90°) and its crest (0°)
WIDTH = 0.3                      # steps: sigma of the demodulation's Gaussian
LEVELS = 0.6 * np.sqrt(2) ** np.arange(6)
HIGH_PASS = signal.butter(2, 0.4, "high", fs=RATE, output="sos")
LOW_PASS = signal.butter(4, 8, fs=RATE, output="sos")


def zero_phase(sos, x):
    return signal.sosfiltfilt(sos, x, padtype="odd", padlen=min(len(x) - 2, 300))


def demodulated(norm, f):
    """Phase (unwrapped) and amplitude of `norm` at frequency f(t), both at 100 Hz."""
    carrier = 2 * np.pi * np.cumsum(f) / RATE
    base = norm * np.exp(-1j * carrier)
    u = np.clip(np.log(f / 0.6) / np.log(np.sqrt(2)), 0, 4.999)
    i, k = u.astype(int), np.arange(len(norm))
    z = np.zeros((6, len(norm)), complex)
    for j in range(i.min(), i.max() + 2):
        z[j] = gaussian_filter1d(base, WIDTH / LEVELS[j] * RATE, mode="nearest")
    z = z[i, k] * (1 - (u - i)) + z[i + 1, k] * (u - i)
    return carrier + np.unwrap(np.angle(z)), 2 * np.abs(z)


def crossings(phase, target):
    """Sample positions where the running maximum of the phase passes 2πk + target."""
    p = (np.maximum.accumulate(phase) - target) / (2 * np.pi)
    k = np.floor(p)
    out = []
    for j in np.where(np.diff(k) > 0)[0]:
        for turn in range(int(k[j]) + 1, int(k[j + 1]) + 1):
            out.append(j + (turn - p[j]) / (p[j + 1] - p[j]))
    return np.array(out)


def contacts(acc, f):
    """Positions (samples), amplitudes (m/s²) and the high-passed |a|."""
    norm = zero_phase(HIGH_PASS, np.linalg.norm(acc, axis=1))
    phase, amplitude = demodulated(norm, f)
    at = crossings(phase, CONTACT_PHASE)
    return at, np.interp(at, np.arange(len(norm)), amplitude), norm


REACH = np.arange(-8, 9) / 16  # steps


def waveforms(norm, at, f, reach=REACH):
    """|a| (0.4-8 Hz) around each contact, `reach` in steps, divided by its RMS."""
    smooth = zero_phase(LOW_PASS, norm)
    k = np.arange(len(smooth))
    local = np.interp(at, k, f)
    w = np.interp(at[:, None] + reach * RATE / local[:, None], k, smooth)
    return w / (np.sqrt((w**2).mean(1, keepdims=True)) + 1e-6), local
