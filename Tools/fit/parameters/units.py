"""Turns gait sequences into scoring units: strides, bouts (lab) and 10 m legs (corridor)."""
from dataclasses import dataclass

import numpy as np

import phase
import signals
import steps as step_model

PERSON_WEIGHT = {"mobgap": 3.0, "voisard_semiogram": 1.5, "voisard_ipol": 1.0}


@dataclass
class Unit:
    level: str        # stride, bout, leg
    dataset: str
    person: str
    system: str
    walk: str
    steps: list
    length: float     # true mean step length, m
    speed: float      # true speed, m/s
    cadence: float    # of the contacts in use, steps/s
    fitted: bool      # strides and legs are fitted, bouts only scored


def contacts_of(walk, frame, source):
    if source == "reference":
        return walk.contacts
    if source == "phase":
        times = phase.Steps(frame).contacts
        return times[(times >= walk.start - 0.2) & (times <= walk.end + 0.2)]
    return signals.peak_contacts(frame.vertical, frame.time, walk.start, walk.end)


def between(rows, start, end, slack):
    return [r for r in rows if r["start"] >= start - slack and r["end"] <= end + slack]


def overlapping(rows, start, end):
    return [r for r in rows if min(r["end"], end) - max(r["start"], start) > 0.3 * r["duration"]]


def in_gap(row, gaps):
    return any(a < row["end"] and b > row["start"] for a, b in gaps)


def rate(rows):
    return 1 / np.mean([r["duration"] for r in rows])


def units_of(walk, frame, source):
    rows = step_model.step_features(frame, contacts_of(walk, frame, source), walk.height)
    if not rows:
        return []
    base = dict(dataset=walk.dataset, person=walk.person, system=walk.system, walk=f"{walk.name}/{walk.system}/{walk.start:.1f}")
    units = []
    if walk.dataset == "mobgap":
        units.append(Unit("bout", steps=rows, length=walk.stride_length / 2, speed=walk.speed, cadence=rate(rows), fitted=False, **base))
        for start, end, length in walk.strides:
            mine = between(rows, start, end, 0.02) if source == "reference" else overlapping(rows, start, end)
            if source == "reference" and len(mine) != 2 or not mine:
                continue
            units.append(Unit("stride", steps=mine, length=length / 2, speed=length / (end - start),
                              cadence=2 / (end - start), fitted=True, **base))
    for start, end, speed in walk.legs:
        mine = [r for r in between(rows, start, end, 0.05) if not in_gap(r, walk.gaps)]
        if len(mine) < 4:
            continue
        units.append(Unit("leg", steps=mine, length=speed / rate(mine), speed=speed, cadence=rate(mine), fitted=True, **base))
    return units


def weights(units):
    """A person weighs the same however many units there are; the per-stride truth weighs more."""
    count = {}
    for u in units:
        if u.fitted:
            count[u.person] = count.get(u.person, 0) + 1
    return np.array([PERSON_WEIGHT[u.dataset] / count[u.person] if u.fitted else 0.0 for u in units])
