"""Reads the lower-back recordings with a length, speed or contact truth, as lists of gait sequences.

A gait sequence is what the models are applied to: one reference walking bout (mobgap) or one whole
walk out and back (voisard).  Times are seconds on the recording's clock.
"""
import glob
import gzip
import json
import os
from dataclasses import dataclass, field

import numpy as np

RATE = 100.0
DEFAULT_HEIGHT = 1.70


@dataclass
class Walk:
    dataset: str
    person: str
    name: str
    system: str
    height: float            # m, 1.70 when unknown
    age: float
    sex: str
    time: np.ndarray
    acc: np.ndarray          # m/s², specific force, sensor axes
    gyr: np.ndarray          # rad/s
    start: float
    end: float
    contacts: np.ndarray     # initial contacts, s
    sides: np.ndarray        # "L" / "R"
    toe_offs: np.ndarray
    toe_sides: np.ndarray
    strides: list = field(default_factory=list)   # (start, end, length m)
    legs: list = field(default_factory=list)      # (start, end, speed m/s)
    speed: float = np.nan
    stride_length: float = np.nan
    cadence: float = np.nan
    gaps: list = field(default_factory=list)
    turn: tuple = ()
    forward_sign: int = 1    # +1 when sensor z points forward


def read_table(path):
    with gzip.open(path, "rt") as file:
        return np.loadtxt(file, delimiter=",", skiprows=1)


def number(value, fallback=np.nan):
    return fallback if value is None else float(value)


def distinct(times, sides, gap):
    """Sorted contacts without the ones that repeat within `gap` seconds."""
    order = np.argsort(times, kind="stable")
    times, sides = times[order], sides[order]
    if len(times) == 0:
        return times, sides
    keep = np.r_[True, np.diff(times) > gap]
    return times[keep], sides[keep]


def lab_walks(data):
    """mobgap: every reference bout of both systems.  The reference counts samples from one."""
    walks = []
    shift = 1 / RATE
    for path in sorted(glob.glob(os.path.join(data, "mobgap", "*.reference.json"))):
        stem = path[: -len(".reference.json")]
        about = json.load(open(stem + ".json"))
        truth = json.load(open(path))
        table = read_table(stem + ".csv.gz")
        for system in ("INDIP", "Stereophoto"):
            for bout in truth.get(system, {}).get("walking_bouts") or []:
                pairs = [(t, s) for t, s in zip(bout["initial_contacts_s"], bout["initial_contacts_foot"]) if t is not None]
                times = np.array([t for t, _ in pairs]) - shift
                sides = np.array([s[0] for _, s in pairs])
                times, sides = distinct(times, sides, 0.05)
                if len(times) < 3:
                    continue
                offs = [(t - shift, s[0]) for t, s in zip(bout.get("final_contacts_s") or [], bout.get("final_contacts_foot") or []) if t is not None]
                strides = [(s["start_s"] - shift, s["end_s"] - shift, s["length_m"]) for s in bout["strides"]
                           if s["start_s"] is not None and s["end_s"] is not None and s["length_m"] is not None]
                walks.append(Walk(
                    "mobgap", about["participant"], os.path.basename(stem), system,
                    number(about["height_m"], DEFAULT_HEIGHT), number(about["age_years"]), about["sex"] or "",
                    table[:, 0], table[:, 1:4], table[:, 4:7], bout["start_s"] - shift, bout["end_s"],
                    times, sides, np.array([t for t, _ in offs]), np.array([s for _, s in offs]), strides, [],
                    number(bout["walking_speed_mps"]), number(bout["stride_length_m"]), number(bout["cadence_spm"])))
    return walks


def corridor_walks(data, dataset):
    """voisard: ten metres, U-turn, ten metres; every contact and toe-off with its foot."""
    walks = []
    for path in sorted(glob.glob(os.path.join(data, dataset, "*.reference.json"))):
        stem = path[: -len(".reference.json")]
        about = json.load(open(stem + ".json"))
        truth = json.load(open(path))
        table = read_table(stem + ".csv.gz")
        times = np.array(truth["initial_contacts_s"], float)
        sides = np.array([s[0] for s in truth["initial_contacts_foot"]])
        if "M0" in stem:
            times, sides = without_spurious_right(times, sides)
        times, sides = distinct(times, sides, 0.2)
        (start, end), (out, back) = truth["walking_bouts"][0], truth["uturn"]
        speeds = truth["straight_10m_speed_mps"]
        walks.append(Walk(
            dataset, about["participant"], os.path.basename(stem), "nominal",
            number(about["height_m"], DEFAULT_HEIGHT), number(about["age_years"]), about["sex"] or "",
            table[:, 0], table[:, 1:4], table[:, 4:7], start, end, times, sides,
            np.array(truth["toe_offs_s"], float), np.array([s[0] for s in truth["toe_offs_foot"]]),
            [], [(start, out, speeds[0]), (back, end, speeds[1])], gaps=about.get("gaps_interpolated_s") or [],
            turn=(out, back), forward_sign=-1))
    return walks


def without_spurious_right(times, sides):
    """One patient recording lists right contacts less than 0.25 s from a left one; they are no steps."""
    left = times[sides == "L"]
    keep = np.array([s == "L" or np.min(np.abs(left - t)) >= 0.25 for t, s in zip(times, sides)])
    return times[keep], sides[keep]


def all_walks(data):
    return lab_walks(data) + corridor_walks(data, "voisard_ipol") + corridor_walks(data, "voisard_semiogram")
