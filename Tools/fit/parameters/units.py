"""Turns gait sequences into scoring units: strides, bouts (lab) and 10 m legs (corridor)."""
from dataclasses import dataclass, replace

import numpy as np

import phase
import program
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
    return units + corridor_units(walk, frame, rows)


def weights(units):
    """A person weighs the same however many units there are; the per-stride truth weighs more."""
    count = {}
    for u in units:
        if u.fitted:
            count[u.person] = count.get(u.person, 0) + 1
    return np.array([PERSON_WEIGHT[u.dataset] / count[u.person] if u.fitted else 0.0 for u in units])


# The finished program: its own bouts, each against what the reference measured in the same seconds.

SLACK = 0.15              # s, a reference stride may begin before the bout or end behind it
LEAST_COVER = 0.4         # share of a bout that reference strides must fill
MATCH = 0.25              # s between the ends of a stride and of the reference's


def program_units(walks, frame_of, results):
    """Units of the finished program: bouts and strides in the laboratory, legs in the corridor."""
    units = []
    lab = {}
    for walk in walks:
        if walk.dataset == "mobgap":
            lab.setdefault(walk.name, []).append(walk)
        else:
            frame = frame_of(walk)
            units += corridor_units(walk, frame, step_model.step_features(frame, program.contacts(results, walk), walk.height))
    for seen in lab.values():
        for contacts in program.bouts(results, seen[0]):
            bout = replace(seen[0], start=contacts[0], end=contacts[-1])
            rows = step_model.step_features(frame_of(bout), contacts, bout.height)
            for system in ("INDIP", "Stereophoto"):
                truth = [s for w in seen if w.system == system for s in w.strides
                         if s[0] > contacts[0] - SLACK and s[1] < contacts[-1] + SLACK]
                if truth:
                    units += bout_units(replace(bout, system=system), contacts, rows, truth)
    return units


def corridor_units(walk, frame, rows):
    base = dict(dataset=walk.dataset, person=walk.person, system=walk.system, walk=f"{walk.name}/{walk.system}/{walk.start:.1f}")
    units = []
    for start, end, speed in walk.legs:
        mine = [r for r in between(rows, start, end, 0.05) if not in_gap(r, walk.gaps)]
        if len(mine) >= 4:
            units.append(Unit("leg", steps=mine, length=speed / rate(mine), speed=speed, cadence=rate(mine), fitted=True, **base))
    return units


def bout_units(bout, contacts, rows, truth):
    base = dict(dataset=bout.dataset, person=bout.person, system=bout.system, walk=f"{bout.name}/{bout.start:.1f}", fitted=True)
    units = []
    time = np.arange(bout.start, bout.end, 0.01)
    covered = np.mean(np.any([(time >= a) & (time < b) for a, b, _ in truth], axis=0))
    same = between(rows, min(a for a, _, _ in truth), max(b for _, b, _ in truth), SLACK)
    if covered >= LEAST_COVER and len(same) >= 3:
        speed = sum(l for *_, l in truth) / sum(b - a for a, b, _ in truth)
        units.append(Unit("bout", steps=same, length=speed / rate(same), speed=speed, cadence=rate(same), **base))
    for a, b, length in truth:
        gaps = [abs(c - a) + abs(d - b) if abs(c - a) <= MATCH and abs(d - b) <= MATCH else np.inf for c, d in zip(contacts, contacts[2:])]
        if len(gaps) and np.isfinite(min(gaps)):
            i = int(np.argmin(gaps))
            mine = between(rows, contacts[i], contacts[i + 2], 1e-6)
            if len(mine) == 2:
                units.append(Unit("stride", steps=mine, length=length / 2, speed=length / (b - a), cadence=2 / (b - a), **base))
    return units
