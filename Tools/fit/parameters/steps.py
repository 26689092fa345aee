"""Per-step quantities behind step length, for one gait sequence and its contacts."""
import numpy as np

import signals as s

MARGIN = 5.0          # s of recording kept on either side of the gait sequence
SHORTEST, LONGEST = 0.25, 1.6
LARGEST_RISE = 0.12   # m


class BodyFrame:
    """Vertical, fore-aft and side-to-side acceleration of one gait sequence with its margins."""

    def __init__(self, walk):
        keep = (walk.time >= walk.start - MARGIN) & (walk.time <= walk.end + MARGIN)
        acc, gyr = walk.acc[keep], walk.gyr[keep]
        self.time = walk.time[keep]
        self.acc, self.gyr = acc, gyr
        self.up = up = s.attitude(acc, gyr)
        sensor_axis = np.array([0.0, 0.0, float(walk.forward_sign)])
        forward = sensor_axis - (up @ sensor_axis)[:, None] * up
        forward /= np.linalg.norm(forward, axis=1, keepdims=True)
        left = np.cross(up, forward)
        vertical = (acc * up).sum(1)
        self.vertical = vertical - vertical.mean()
        self.forward, self.left = (acc * forward).sum(1), (acc * left).sum(1)
        self.yaw, self.roll, self.pitch = (gyr * up).sum(1), (gyr * forward).sum(1), (gyr * left).sum(1)


def rise_signal(vertical, cutoff):
    """Vertical position whose range within a step is the rise of the center of mass."""
    velocity = s.high_pass(s.integral(s.high_pass(vertical, 0.1, 4)), cutoff, 4)
    return s.integral(velocity)


def pendulum(rise, leg):
    """Chord of an inverted pendulum of length `leg` whose tip rises by `rise`, m."""
    rise = min(rise, LARGEST_RISE)
    return 2 * np.sqrt(max(1e-6, 2 * leg * rise - rise ** 2))


def step_features(frame, contacts, height):
    """One dictionary per step whose duration is credible."""
    leg = 0.53 * height
    slow, classic = rise_signal(frame.vertical, 0.7), rise_signal(frame.vertical, 1.0)
    band = np.stack([s.band_pass(x, 0.3, 5.0) for x in (frame.vertical, frame.forward, frame.left)], 1)
    slow_yaw = s.low_pass(frame.yaw, 0.5, 2)
    index = np.clip(np.round((contacts - frame.time[0]) * s.RATE).astype(int), 0, len(frame.time) - 1)
    steps = []
    for i in range(len(contacts) - 1):
        duration = contacts[i + 1] - contacts[i]
        a, b = index[i], index[i + 1] + 1
        if not SHORTEST < duration < LONGEST or b - a < 5:
            continue
        power = (band[a:b] ** 2).mean(0)
        steps.append(dict(
            start=contacts[i], end=contacts[i + 1], duration=duration, height=height, yaw=slow_yaw[a:b].mean(),
            pendulum=pendulum(np.ptp(slow[a:b]), leg), classic=pendulum(np.ptp(classic[a:b]), leg),
            sagittal=np.sqrt((power[0] + power[1]) / power.sum()), even=even_share(band, index, i)))
    return steps


def even_share(band, index, i):
    """Share of one stride's oscillation that repeats every step; none without a whole stride."""
    a, b = index[i], index[i + 2] if i + 2 < len(index) else -1
    if (b < 0 or b - a > 2.6 * s.RATE) and i > 0:
        a, b = index[i - 1], index[i + 1]
    if b < 0 or b - a < 20:
        return np.nan
    window = band[a:b] - band[a:b].mean(0)
    power = (np.abs(np.fft.rfft(window, axis=0)[:9]) ** 2).sum(1)
    return np.sqrt(power[2::2].sum() / power[1:].sum())
