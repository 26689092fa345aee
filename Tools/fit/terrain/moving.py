"""How much of the time in which runners move the program calls running.

    gait analyze DATA/umafall/*Jogging*.csv.gz --output OUT
    python3 moving.py --data DATA --output OUT --cache CACHE
"""

import argparse
import csv
import os

from tables import moving, read_all


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True), p.add_argument("--cache", required=True)
    p.add_argument("--output", required=True)
    a = p.parse_args()
    sums = {}
    for r in read_all(a.data, a.cache, ("umafall",)):
        if r["truth"].get("activity") != "running":
            continue
        with open(os.path.join(a.output, r["stem"], "bouts.csv")) as f:
            runs = [(float(b["start_s"]), float(b["end_s"])) for b in csv.DictReader(f)
                    if b["activity"] == "running"]
        spans = moving(r["acc"])
        s = sums.setdefault(r["site"], [0.0, 0.0, 0.0])
        s[0] += len(r["acc"]) / 100
        s[1] += sum(b - a for a, b in spans)
        s[2] += sum(max(0.0, min(b, d) - max(a, c)) for a, b in runs for c, d in spans)
    for site, (whole, moved, ran) in sorted(sums.items()):
        print(f"{site}: {moved / whole:.3f} of the recordings somebody moves, {ran / moved:.3f} of that runs")


if __name__ == "__main__":
    main()
