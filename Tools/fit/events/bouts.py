"""From frames to walking bouts: cores, regions, contacts, bouts.

Settings that were chosen, not fitted, are in SETTINGS; evaluate.py judges them.
"""

import numpy as np

import frames as fr
import phase
import ridge
from recordings import RATE

STEP = fr.HOP / fr.SLOW  # seconds between frames

WAIST = ("lower_back", "hip")
SETTINGS = dict(
    switch=1.5,          # price of starting or ending gait, in logits
    margin=3.0,          # s around a core that belong to its region
    strong_share=0.25,   # of the core's median amplitude: a bout begins with such a contact
    inner_share=0.07,    # waist: weakest contact between two strong ones (turning on the spot)
    inner_share_elsewhere=0.2,
    shortest=0.6,        # of the local step time: of two closer contacts the weaker goes
    closing=True,        # look for a closing step: at the waist, where it was measured
    close_share=0.05,    # weakest closing step: the swinging foot comes beside the other
    least=0.15,          # m/s²: weakest strong contact
    reach=1.5,           # steps a bout may grow beyond its core
    rhythm=(0.6, 1.6),   # of the local step time: the next contact while growing
    gap=3.0,             # s without a contact that end a bout
    wrist_bias=1.0,      # logits against walking at the wrist: hands beat their own time
    waist_bias=-0.2,     # for walking at the waist, where little else looks like it
    switch_running=4.0,  # the same price for running: a hasty step is not running
    steps=4,             # contacts of the shortest bout
    hold=True,           # hold the cadence of the core outside it
)


def two_state(logit, switch):
    """Gait or not per frame: Viterbi over held logits."""
    e = np.clip(logit, -4, 4) / 2
    n = len(e)
    back = np.zeros((n, 2), bool)
    no, yes = -e[0], e[0] - switch / 2
    for t in range(1, n):
        back[t] = yes - switch > no, yes >= no - switch
        no, yes = max(no, yes - switch) - e[t], max(yes, no - switch) + e[t]
    state = yes > no
    out = np.zeros(n, bool)
    for t in range(n - 1, -1, -1):
        out[t] = state
        state = back[t, int(state)]
    return out


def runs(mask):
    d = np.diff(np.r_[0, mask.astype(int), 0])
    return list(zip(np.where(d == 1)[0], np.where(d == -1)[0]))  # half-open frames


def regions(cores, count, margin):
    """Cores whose margins touch share a region: (first frame, end frame, [cores])."""
    m, out = int(round(margin / STEP)), []
    for a, b in cores:
        if out and a - m <= out[-1][1]:
            out[-1] = (out[-1][0], min(count, b + m), out[-1][2] + [(a, b)])
        else:
            out.append((max(0, a - m), min(count, b + m), [(a, b)]))
    return out


def cadence(score, first, end, cores, hold):
    """Step frequency per frame of a region; outside the cores the nearest core's."""
    f = np.zeros(end - first)
    if not hold:
        return ridge.path(ridge.log_softmax(score[first:end]))
    a, b = cores[0][0], cores[-1][1]
    inner = ridge.path(ridge.log_softmax(score[a:b]))
    f[a - first: b - first] = inner
    f[: a - first], f[b - first:] = inner[0], inner[-1]
    return f


def kept(at, amplitude, f, low, high, s):
    """Indices of the contacts of one core [low, high] (samples): from its first strong contact to
    its last, outwards while strong contacts follow in rhythm, then one weak closing step."""
    inside = np.where((at >= low) & (at <= high))[0]
    if not len(inside):
        return []
    typical = np.median(amplitude[inside])
    strong = amplitude >= max(s["least"], s["strong_share"] * typical)
    good = inside[strong[inside]]
    if not len(good):
        return []

    def in_rhythm(i):
        step = (at[i + 1] - at[i]) * f[int(np.clip(at[i], 0, len(f) - 1))] / RATE
        return s["rhythm"][0] <= step <= s["rhythm"][1]

    first, last = good[0], good[-1]
    before, after = (s["reach"] * RATE / f[int(at[i])] for i in (first, last))
    while first > 0 and strong[first - 1] and (
            at[first - 1] >= low - before and in_rhythm(first - 1)):
        first -= 1
    n = len(at)
    while last + 1 < n and strong[last + 1] and at[last + 1] <= high + after and in_rhythm(last):
        last += 1
    among = [i for i in range(first, last + 1) if amplitude[i] >= s["inner_share"] * typical]
    if s["closing"] and last + 1 < n and in_rhythm(last) and (
            amplitude[last + 1] >= s["close_share"] * typical):
        among.append(last + 1)
    return without_doubles(at, amplitude, f, among, s["shortest"])


def without_doubles(at, amplitude, f, among, shortest):
    """Of two contacts closer than `shortest` steps the weaker goes: where |a| fades, in a turn on
    the spot, its phase slips."""
    among = list(among)
    while len(among) > 1:
        gap = np.diff(at[among]) * np.interp(at[among[1:]], np.arange(len(f)), f) / RATE
        k = gap.argmin()
        if gap[k] >= shortest:
            break
        among.pop(k if amplitude[among[k]] < amplitude[among[k + 1]] else k + 1)
    return among


def region_contacts(r, score, region, s, correct=None):
    """Kept contacts (samples of the recording) of one region."""
    first, end, cores = region
    a = first * fr.HOP * 4
    b = min(len(r["acc"]), end * fr.HOP * 4)
    f = cadence(score, first, end, cores, s["hold"])
    f100 = np.interp(np.arange(b - a), np.arange(len(f)) * fr.HOP * 4, f)
    at, amplitude, norm = phase.contacts(r["acc"][a:b], f100)
    if not len(at):
        return np.zeros(0)
    if correct is not None:
        w, local = phase.waveforms(norm, at, f100)
        at = np.maximum.accumulate(at + (correct[0] + w @ correct[1]) / local * RATE)
    keep = np.zeros(len(at), bool)
    for c0, c1 in cores:
        # a frame stands for ±.2 s around its center
        low, high = (c0 * STEP - 0.2) * RATE - a, (c1 * STEP - 0.2) * RATE - a
        keep[kept(at, amplitude, f100, low, high, s)] = True
    return at[keep] + a


def assemble(at, s):
    """Bouts: lists of contacts in seconds from the first sample."""
    at = np.sort(at) / RATE
    cut = np.where(np.diff(at) > s["gap"])[0] + 1
    return [p for p in np.split(at, cut) if len(p) >= s["steps"]]


def find(r, logit, running, score, s, correct=None):
    """Bouts of one recording: (kind, contact times in seconds from its first sample). Running
    first; walking is what remains."""
    if r["site"] not in WAIST:
        s = dict(s, closing=False, inner_share=s["inner_share_elsewhere"])
    bias = {"wrist": s["wrist_bias"], "lower_back": s["waist_bias"], "hip": s["waist_bias"]}
    logit = logit - bias.get(r["site"], 0)
    out, at_run = [], two_state(running, s["switch_running"])
    for kind, mask in (("run", at_run), ("walk", two_state(np.where(at_run, -4, logit),
                                                           s["switch"]))):
        cores = runs(mask)
        parts = [region_contacts(r, score, g, s, correct)
                 for g in regions(cores, len(logit), s["margin"])]
        at = np.concatenate(parts + [np.zeros(0)])
        if kind == "walk":
            frame = np.clip(np.round(at / RATE / STEP).astype(int), 0, len(logit) - 1)
            at = at[~at_run[frame]]
        out += [(kind, p) for p in assemble(at, s)]
    return out
