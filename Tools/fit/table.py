"""Every fitted constant of the gait parameters with its data: what the program holds beside what the fit gave.

    python3 Tools/fit/table.py            writes Tools/fit/CONSTANTS.md; ends with 1 when a constant is not what was fitted
"""
import json
import math
import os
import re
import sys

import fitted

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "..", "..", "Sources", "GaitAnalysis")
CORRIDOR = "corridor, 58 walks"
ALL = "laboratory (2), corridor (10), patient (1)"
ONE = 0.5e-4              # constants of the fits have five digits
CONTACTS = 0.002          # those fitted on the program's own contacts move with them


class Constant:
    """One number, or list of numbers, of the program and where it was fitted."""

    def __init__(self, file, name, section, key, data, people, spread=None, index=None, change=None, within=ONE, note=""):
        self.file, self.name, self.section, self.key = file, name, section, key
        self.data, self.people, self.spread, self.index = data, people, spread, index
        self.change, self.within, self.note = change or (lambda x: x), within, note


STEP, SUPPORT, KNOWN = "GaitParameters/StepLength/PendulumStepLength.swift", "GaitParameters/DoubleSupport.swift", "GaitParameters/KnownDistanceCalibration.swift"
ELSEWHERE, FEET, PAST, TIMES = "GaitParameters/StepLength/ProportionalStepLength.swift", "GaitEvents/LateralityClassifier.swift", "GaitParameters/WithinPersonScatter.swift", "GaitParameters/TimingVariability.swift"
UNEVEN = "GaitParameters/StepAsymmetry.swift"
SIDES, CHOSEN = ALL + ", 2252 contacts", "chosen, not fitted"
share = lambda x: x / 100
WITHOUT_STEPS = lambda x: math.sqrt(x ** 2 - (0.12 / 1.15) ** 2 / 28)
SECONDS = lambda x: x / 1000

CONSTANTS = [
    Constant(STEP, "factor", "step_length.tempered", "coefficients", ALL, 13, "fold_sd", 0, math.exp, 1e-4),
    Constant(STEP, "shorteningExponent", "step_length.tempered", "coefficients", ALL, 13, "fold_sd", 1),
    Constant(STEP, "hinge", "step_length.tempered", "coefficients", ALL, 13, "fold_sd", 2),
    Constant(STEP, "temper", "step_length.tempered_free", "coefficients", ALL, 13, "fold_sd", 3, within=0.3, note="rounded toward theory (0)"),
    Constant(STEP, "unheadedFactor", "step_length.even_only_tempered", "coefficients", ALL, 13, "fold_sd", 0, math.exp, 1e-4),
    Constant(STEP, "unheadedExponent", "step_length.even_only_tempered", "coefficients", ALL, 13, "fold_sd", 1),
    Constant(STEP, "unheadedHinge", "step_length.even_only_tempered", "coefficients", ALL, 13, "fold_sd", 2),
    Constant(STEP, "personErrorShare", "standard_error.bout", "fitted", ALL, 13, "fold_sd", 0, within=0.12, note="wider, so that parts of bouts are covered too"),
    Constant(STEP, "shorteningError", "standard_error.bout", "fitted", ALL, 13, "fold_sd", 1, within=0.15, note="rounded"),
    Constant(STEP, "stepError", "standard_error.bout", "fitted", ALL, 13, "fold_sd", 2, within=9, note="one bout of seven steps decides it, .04 or .13: the wider one"),
    Constant(STEP, "walkErrorShare", "own_past.speed_share", "standard_error", CORRIDOR, 10, change=WITHOUT_STEPS, within=0.1, note="rounded; less what 28 single steps add"),
    Constant(KNOWN, "personShare", "step_length.person_factor", "between_person_sd_ln", "corridor, 115 legs", 10, within=0.05, note="rounded"),
    Constant(KNOWN, "walkShare", "step_length.person_factor", "within_person_sd_ln", "corridor, 115 legs", 10, within=0.05, note="rounded; truth's own noise included"),
    Constant(KNOWN, "personShareElsewhere", "cadence_model.slope_0.5", "between", "corridor, 116 legs, contacts only", 10, within=0.05, note="rounded"),
    Constant(KNOWN, "walkShareElsewhere", "cadence_model.slope_0.5", "within", "corridor, 116 legs, contacts only", 10, within=0.05, note="rounded"),
    Constant(ELSEWHERE, "personalSlope", "cadence_model", "slope", "corridor, 116 legs, contacts only", 10, "slope_error", within=0.15, note="rounded"),
    Constant(ELSEWHERE, "walkErrorShare", "cadence_model.slope_0.5", "within", "corridor, 116 legs, contacts only", 10, within=0.05, note="rounded"),
    Constant(FEET, "weights", "laterality.gyroscope", "coefficients", SIDES, 13, "fold_sd"),
    Constant(FEET, "accelerationWeights", "laterality.accelerometer", "coefficients", SIDES, 13, "fold_sd"),
    Constant(FEET, "yawWeights", "laterality.heading_unknown", "coefficients", SIDES, 13, "fold_sd"),
    Constant(FEET, "largestEvidence", "laterality", "clip", SIDES, 13, note=CHOSEN),
    Constant(FEET, "repetitionCost", "laterality", "same_foot", SIDES, 13, note=CHOSEN),
    Constant(FEET, "missedShare", "laterality", "missed", SIDES, 13, note=CHOSEN + ", after the scores"),
    Constant(FEET, "pauseShare", "laterality", "lost", SIDES, 13, note=CHOSEN),
    Constant(UNEVEN, "threshold", "asymmetry", "limit", "corridor (10), patient (1)", 11, note=CHOSEN),
    Constant(UNEVEN, "marginSeconds", "asymmetry", "run_margin_s", "corridor (10), patient (1)", 11, note=CHOSEN),
    Constant(SUPPORT, "expectedPercent", "double_support.gyroscope_own_contacts", "prior_mean_at_1_17_mps", CORRIDOR, 10, within=CONTACTS),
    Constant(SUPPORT, "slopes", "double_support.gyroscope_own_contacts", "slope", CORRIDOR, 10, "fold_sd", within=CONTACTS),
    Constant(SUPPORT, "slopesWithoutGyroscope", "double_support.accelerometer_own_contacts", "slope", CORRIDOR, 10, "fold_sd", within=CONTACTS),
    Constant(SUPPORT, "reliability", "double_support.gyroscope_own_contacts", "reliability", CORRIDOR, 10, within=CONTACTS),
    Constant(SUPPORT, "reliabilityWithoutGyroscope", "double_support.accelerometer_own_contacts", "reliability", CORRIDOR, 10, within=CONTACTS),
    Constant(SUPPORT, "standardErrorPercent", "double_support.gyroscope_own_contacts", "left_out_rms", CORRIDOR, 10, within=0.05, note="rounded"),
    Constant(TIMES, "takenSeconds", "variability.step", "taken_ms", "corridor, 57 walks", 10, "fold_sd_ms", change=SECONDS, within=0.02),
    Constant(PAST, "cadenceShare", "own_past.cadence_share", "standard_error", CORRIDOR, 10, within=0.02),
    Constant(PAST, "doubleSupportFraction", "own_past.double_support_points", "standard_error", "corridor, 56 walks", 10, change=share, within=0.02),
    Constant(PAST, "stepTimeAsymmetry", "own_past.step_time_asymmetry_points", "standard_error", CORRIDOR, 10, change=share, within=0.02),
]


MODELS = {STEP: "PendulumStepLength", SUPPORT: "OscillationDoubleSupport", FEET: "StrideSwayLaterality"}


def shipped(constant):
    """What the program holds: a coefficient of a model, or else a setting of the method."""
    if constant.file in MODELS:
        coefficients = fitted.coefficients(os.path.join(HERE, "models", MODELS[constant.file] + ".json"))
        if constant.name in coefficients:
            return coefficients[constant.name]
    with open(os.path.join(SOURCES, constant.file)) as file:
        found = re.search(rf"\bvar {constant.name}(?:: [^=]+)? = (\[[^\]]*\]|-?[0-9.]+)", file.read())
    if not found:
        raise SystemExit(f"{constant.file}: no constant {constant.name}; mend the list in this script")
    return json.loads(found.group(1))


def looked_up(tree, path):
    # A key may hold a dot, as in slope_0.5: the longest match goes first.
    if not path:
        return tree
    for cut in range(len(path), 0, -1):
        key = ".".join(path[:cut])
        if isinstance(tree, dict) and key in tree:
            return looked_up(tree[key], path[cut:])
    raise SystemExit(f"constants.json: no {'.'.join(path)}")


def numbers(value, index=None, change=lambda x: x):
    values = value if isinstance(value, list) else [value]
    return [change(v) for v in (values if index is None else [values[index]])]


def text(values):
    return ", ".join(f"{v:.5g}" for v in values)


def row(constant, fits):
    section = looked_up(fits, constant.section.split("."))
    mine = numbers(shipped(constant))
    fitted = numbers(section[constant.key], constant.index, constant.change)
    same = len(mine) == len(fitted) and all(abs(a - b) <= constant.within * abs(b) for a, b in zip(mine, fitted))
    spread = text(numbers(section[constant.spread], constant.index, SECONDS if constant.spread.endswith("_ms") else lambda x: x)) if constant.spread else "–"
    name = os.path.basename(constant.file)[: -len(".swift")]
    return f"| `{name}.{constant.name}` | {text(mine)} | {text(fitted)} | {spread} | {constant.data} | {constant.people} | {constant.note} |", same


def main():
    with open(os.path.join(HERE, "parameters", "constants.json")) as file:
        fits = json.load(file)
    rows = [row(c, fits) for c in CONSTANTS]
    lines = [
        "# Fitted constants of the gait parameters", "",
        "Made by `python3 Tools/fit/table.py`. Spread: standard deviation over the fits with one person left out, for the factor of its logarithm;",
        "people: left out one by one. What was chosen rather than fitted is in the README of `parameters`.", "",
        "| constant | in the program | fitted | spread | data | people | |", "|---|---|---|---|---|---|---|",
    ] + [line for line, _ in rows]
    with open(os.path.join(HERE, "CONSTANTS.md"), "w") as file:
        file.write("\n".join(lines) + "\n")
    wrong = [line for line, same in rows if not same]
    for line in wrong:
        print("not what was fitted:", line)
    print(f"{len(rows)} constants, {len(wrong)} not what was fitted")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
