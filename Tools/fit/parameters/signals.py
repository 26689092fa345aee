"""The signal operations the engine has: zero-phase Butterworth, trapezoid, attitude, local maxima."""
import numpy as np
from scipy.signal import butter, find_peaks, sosfiltfilt

RATE = 100.0
GRAVITY = 9.80665


def _zero_phase(x, cutoff, order, kind):
    lowest = np.min(cutoff)
    sos = butter(order, np.asarray(cutoff) / (RATE / 2), kind, output="sos")
    return sosfiltfilt(sos, x, axis=0, padtype="even", padlen=min(len(x) - 1, int(3 * RATE / max(lowest, 0.1))))


def low_pass(x, hertz, order=4):
    return _zero_phase(x, hertz, order, "low")


def high_pass(x, hertz, order=2):
    return _zero_phase(x, hertz, order, "high")


def band_pass(x, low, high, order=2):
    """Low-pass, then high-pass, each zero-phase."""
    return high_pass(low_pass(x, high, order), low, order)


def integral(x):
    """Trapezoid, zero at the first sample."""
    y = np.zeros_like(x)
    y[1:] = np.cumsum((x[1:] + x[:-1]) / 2, axis=0) / RATE
    return y


def attitude(acc, gyr, tau=4.0):
    """Unit up vector in sensor axes: complementary filter run forward and backward, summed, normalized."""
    def run(acc, gyr, sign):
        start = acc[: int(2 * RATE)].mean(0)
        x, y, z = start / np.linalg.norm(start)
        gain, step = 1 / (tau * RATE), sign / RATE
        up = np.empty_like(acc)
        for i, ((ax, ay, az), (wx, wy, wz)) in enumerate(zip((acc / GRAVITY).tolist(), (gyr * step).tolist())):
            x, y, z = (x - (wy * z - wz * y) + gain * (ax - x),
                       y - (wz * x - wx * z) + gain * (ay - y),
                       z - (wx * y - wy * x) + gain * (az - z))
            norm = (x * x + y * y + z * z) ** 0.5
            x, y, z = x / norm, y / norm, z / norm
            up[i] = x, y, z
        return up
    both = run(acc, gyr, 1) + run(acc[::-1], gyr[::-1], -1)[::-1]
    return both / np.linalg.norm(both, axis=1, keepdims=True)


def peak_contacts(vertical, time, start, end):
    """Plain step marks: maxima of vertical acceleration between 0.6 and 3 Hz."""
    band = band_pass(vertical, 0.6, 3.0)
    inside = (time >= start) & (time <= end)
    index, _ = find_peaks(band, distance=33, prominence=0.5 * band[inside].std())
    marks = time[index]
    return marks[(marks >= start - 0.2) & (marks <= end + 0.2)]
