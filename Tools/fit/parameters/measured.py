"""What the finished program shows: coverage of its standard errors, asymmetry, and the speed of legs at lower rates.

    python3 measured.py --data DATA --results RESULTS

`RESULTS` is the folder that `gait validate DATA --output RESULTS` wrote.  The constants were fitted on the same people; the
left-out coverage is printed by standard_error.py.
"""
import argparse
import csv
import glob
import json
import os

import numpy as np

from personal_factor import legs

LATENESS_SLOPE = 91.990   # points per step, from double_support.py


def table(folder, name):
    return list(csv.DictReader(open(os.path.join(folder, name))))


def number(text):
    return float(text) if text else np.nan


def leg_errors(data, results):
    """z of every leg: its error over the standard error of its bout."""
    z = []
    root = os.path.join(results, "voisard_ipol")
    error_of = {}
    for folder in glob.glob(os.path.join(root, "*")):
        errors = [number(b["walking_speed_se_mps"]) for b in table(folder, "bouts.csv")]
        error_of.setdefault(os.path.basename(folder).split("_")[0], []).append(np.nanmean(errors))
    for person, true, found in legs(data, root):
        z.append((person, (found - true) / np.mean(error_of[person])))
    return z


def lab_errors(data, results, system):
    """z of every reference bout that one bout of the program overlaps by more than a half."""
    z = []
    for path in sorted(glob.glob(os.path.join(data, "mobgap", "*.reference.json"))):
        name = os.path.basename(path)[: -len(".reference.json")]
        found = table(os.path.join(results, "mobgap", name), "bouts.csv")
        for bout in json.load(open(path)).get(system, {}).get("walking_bouts") or []:
            for b in found:
                a, e = number(b["start_s"]), number(b["end_s"])
                both = min(e, bout["end_s"]) - max(a, bout["start_s"])
                either = max(e, bout["end_s"]) - min(a, bout["start_s"])
                if both / either > 0.5 and b["walking_speed_se_mps"] and bout["walking_speed_mps"] is not None:
                    z.append((name.split("_")[0], (number(b["walking_speed_mps"]) - bout["walking_speed_mps"]) / number(b["walking_speed_se_mps"])))
    return z


def lateness_center(results):
    """The program's contacts lie a few milliseconds from those of the fit: where its double support is right on average."""
    for row in csv.DictReader(open(os.path.join(results, "validation.csv"))):
        if row["dataset"] == "voisard_ipol" and row["figure"] == "double support bias" and not row["site"]:
            bias = float(row["value"])
            print(f"double support: bias {bias:+.2f} points; add {bias / LATENESS_SLOPE:+.5f} steps to the first of its centers")


def coverage(name, z):
    size = np.abs([v for _, v in z])
    people = {p: [abs(v) for q, v in z if q == p] for p in sorted({p for p, _ in z})}
    print(f"{name}: n {len(size)}  68 %: {np.mean(size < 1):.2f}  95 %: {np.mean(size < 1.96):.2f}  rms z {np.sqrt(np.mean(size ** 2)):.2f}")
    print("   by person, rms z: " + "  ".join(f"{p} {np.sqrt(np.mean(np.square(v))):.2f}" for p, v in people.items()))


def asymmetry(results):
    for dataset in ("voisard_ipol", "voisard_semiogram"):
        rows = [b for f in sorted(glob.glob(os.path.join(results, dataset, "*"))) for b in table(f, "bouts.csv")]
        share = np.array([number(b["asymmetry_fraction"]) for b in rows])
        ratio = np.array([number(b["step_time_asymmetry"]) for b in rows])
        print(f"{dataset}: bouts {len(rows)}; asymmetric steps mean {100 * np.nanmean(share):.1f} %, bouts with any {np.sum(share > 0)}; "
              f"step-time asymmetry median {100 * np.nanmedian(ratio):.1f}, p95 {100 * np.nanpercentile(ratio, 95):.1f}, max {100 * np.nanmax(ratio):.1f} %, "
              f"min {100 * np.nanmin(ratio):.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--results", required=True)
    given = parser.parse_args()
    coverage("legs", leg_errors(given.data, given.results))
    for system in ("INDIP", "Stereophoto"):
        coverage(f"bouts, {system}", lab_errors(given.data, given.results, system))
    asymmetry(given.results)
    lateness_center(given.results)


if __name__ == "__main__":
    main()
