#!/usr/bin/env python3
"""The norm of stride-time variability: what the program finds on straight, steady laboratory walks.

    Tools/fit/estimates/stride_time_norm.py GAIT DATA

GAIT is the program, DATA the folder of data sets. Prints and writes constants.json beside this file. Nothing is
fitted to a reference: the norm is what this program measures of people who walk in a laboratory.
"""

import csv
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

# Data sets with a sensor at the lower back or hip and walks of ten strides and more.
DATASETS = ["voisard_ipol", "sisfall"]


def walks(gait, folder):
    """Variability and length of each steady walk, by person."""
    people = {}
    with tempfile.TemporaryDirectory() as results:
        recordings = sorted(str(path) for path in folder.glob("*.csv.gz"))
        subprocess.run([gait, "analyze", "--quiet", "--output", results, *recordings], check=True)
        for table in sorted(pathlib.Path(results).glob("*/bouts.csv")):
            facts = json.loads((folder / (table.parent.name + ".json")).read_text())
            for bout in csv.DictReader(table.open()):
                if bout["is_steady"] == "true" and bout["stride_time_variation"]:
                    seconds = float(bout["end_s"]) - float(bout["start_s"])
                    people.setdefault(folder.name + " " + str(facts["participant"]), []).append(
                        (float(bout["stride_time_variation"]), seconds))
    return people


def main(gait, data):
    people = {}
    for name in DATASETS:
        people |= walks(gait, pathlib.Path(data) / name)
    means = {
        person: sum(v * s for v, s in own) / sum(s for _, s in own) for person, own in people.items()
    }
    middle = statistics.median(means.values())
    spread = 1.4826 * statistics.median(abs(value - middle) for value in means.values())
    found = {
        "stride_time_variation": {
            "people": len(means), "walks": sum(len(own) for own in people.values()),
            "median": round(middle, 4), "robust_deviation": round(spread, 4),
            "least": round(min(means.values()), 4), "greatest": round(max(means.values()), 4),
        }
    }
    text = json.dumps(found, indent=1, sort_keys=True) + "\n"
    (pathlib.Path(__file__).parent / "constants.json").write_text(text)
    print(text, end="")


if __name__ == "__main__":
    main(*sys.argv[1:3])
