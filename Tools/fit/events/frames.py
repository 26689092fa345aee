"""Frames of the slow stream: spectra, autocorrelations, evidence for each step frequency.

Everything here works in streaming: one finite linear-phase filter, fixed frames on the 100 Hz
grid, no state beyond the frame.
"""

import numpy as np
from scipy import signal

from recordings import RATE

SLOW = 25.0          # Hz
HOP = 10             # samples at 25 Hz: a frame every 0.4 s
LONG, SHORT = 100, 64  # frame lengths at 25 Hz: 4.00 and 2.56 s
BINS = 256           # points of the padded Fourier transform
FREQUENCIES = np.fft.rfftfreq(BINS, 1 / SLOW)
CANDIDATES = 0.6 * np.exp(0.0375 * np.arange(46))  # steps per second, 0.6 to 3.24
LOW_PASS = signal.firwin(73, 10, fs=RATE, window=("kaiser", signal.kaiser_beta(50)))


def slow_stream(acc):
    """25 Hz: low-pass (pass 8, stop 12 Hz, 50 dB, 73 taps), edges mirrored, every 4th sample."""
    half = len(LOW_PASS) // 2
    mode = "reflect" if len(acc) > half else "edge"
    padded = np.pad(acc, ((half, half), (0, 0)), mode=mode)
    return signal.fftconvolve(padded, LOW_PASS[:, None], mode="valid", axes=0)[::4]


def windows(slow, length):
    """(frames, 3, length) and (frames, length) of |a|; a frame is centered on its time."""
    half = length // 2
    mode = "reflect" if len(slow) > half else "edge"
    padded = np.pad(slow, ((half, half), (0, 0)), mode=mode)
    centers = np.arange(0, len(slow), HOP)
    view = lambda x: np.lib.stride_tricks.sliding_window_view(x, length, axis=0)[centers]
    return view(padded), view(np.linalg.norm(padded, axis=1))


def detrended(x):
    """Without mean and straight line, along the last axis."""
    ramp = np.arange(x.shape[-1]) - (x.shape[-1] - 1) / 2
    ramp /= np.sqrt((ramp**2).sum())
    x = x - x.mean(-1, keepdims=True)
    return x - (x @ ramp)[..., None] * ramp


class Frames:
    """Spectra and autocorrelations of all frames of one length."""

    def __init__(self, slow, length):
        self.length = length
        self.raw, norm = windows(slow, length)
        self.raw_norm = norm
        self.vector, self.norm = detrended(self.raw), detrended(norm)
        hann = np.hanning(length + 1)[:-1]
        power = lambda x: np.abs(np.fft.rfft(x * hann, BINS)) ** 2
        self.vector_power, self.norm_power = power(self.vector).sum(1), power(self.norm)
        self.vector_total = self.band(self.vector_power, 0.3, 9.0) + 1e-9
        self.norm_total = self.band(self.norm_power, 0.3, 9.0) + 1e-9
        self.vector_corr = self.autocorrelation(self.vector[:, 0], self.vector[:, 1],
                                                self.vector[:, 2])
        self.norm_corr = self.autocorrelation(self.norm)

    @staticmethod
    def band(power, low, high):
        return power[:, (FREQUENCIES >= low) & (FREQUENCIES <= high)].sum(1)

    def autocorrelation(self, *parts):
        """Of 0.3-8 Hz, all lags, 1 at lag 0, corrected for the overlap up to 85 % of the frame."""
        f = np.fft.rfftfreq(512, 1 / SLOW)
        keep = (f >= 0.3) & (f <= 8)
        power = sum(np.abs(np.fft.rfft(p, 512)) ** 2 for p in parts) * keep
        r = np.fft.irfft(power, 512)[:, : self.length]
        lag = np.minimum(np.arange(self.length), int(0.85 * self.length))
        return r / (r[:, :1] + 1e-9) * (self.length / (self.length - lag))

    def near(self, power, f, half=0.15):
        """Power within ±half Hz of each frequency in `f` (bins rounded)."""
        total = np.cumsum(np.pad(power, ((0, 0), (1, 0))), 1)
        step = FREQUENCIES[1]
        low = np.clip(np.round((f - half) / step).astype(int), 0, len(FREQUENCIES) - 1)
        high = np.clip(np.round((f + half) / step).astype(int) + 1, 0, len(FREQUENCIES))
        return total[:, high] - total[:, low]

    def at(self, corr, lag):
        """Autocorrelation at lags in seconds, linear between samples, held at the last one."""
        p = np.clip(lag * SLOW, 0, self.length - 2)
        i = p.astype(int)
        return corr[:, i] * (1 - (p - i)) + corr[:, i + 1] * (p - i)


EVIDENCE = ("norm f", "norm 2f", "norm 3f", "norm f/2", "norm 1.5f", "vector f", "vector 2f",
            "vector f/2", "vector 1.5f", "norm r(1/f)", "norm r(2/f)", "vector r(1/f)",
            "vector r(2/f)", "x", "x²")


def evidence(frames):
    """(frames, 46, 15): what speaks for each candidate step frequency."""
    c, one = CANDIDATES, np.ones((len(frames.norm), 1))
    share = lambda power, total, f: np.log(frames.near(power, f) / total[:, None] + 0.003)
    norm = [share(frames.norm_power, frames.norm_total, k * c) for k in (1, 2, 3, 0.5, 1.5)]
    vector = [share(frames.vector_power, frames.vector_total, k * c) for k in (1, 2, 0.5, 1.5)]
    corr = [frames.at(r, n / c) for r in (frames.norm_corr, frames.vector_corr) for n in (1, 2)]
    x = np.log(c / 1.8)
    return np.stack(norm + vector + corr + [one * x, one * x * x], 2)
