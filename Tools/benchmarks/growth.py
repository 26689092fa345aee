#!/usr/bin/env python3
"""How cost and memory grow with the length of a recording: Tools/benchmarks/growth.py [--tile RECORDINGS] [--rest 0] [--plot FILE.svg]

Makes recordings of 1 h to 30 days (`days.py`), analyzes each, prints a table, and draws CPU seconds and memory over hours,
both axes logarithmic.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

HOURS = [1, 6, 24, 72, 168, 720]
HERE = pathlib.Path(__file__).resolve().parent


def measured(hours, more, gait):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, HERE / "days.py", folder, "--days", str(hours / 24), "--gait", gait, *more], check=True)
        printed = subprocess.run(
            [gait, "bench", f"{folder}/day.cwa", "--runs", "1", "--format", "json", "--site", "lower_back", "--height", "1.75"],
            check=True, capture_output=True, text=True).stdout
    report = json.loads(printed)
    return report["total"]["cpu_s"], report["peak_memory_bytes"] / 2**20


def drawn(rows):
    """Two lines over hours, as SVG."""
    width, height, left, top = 640, 360, 60, 20
    values = [value for row in rows for value in row[1:]]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def x(hours):
        return left + (width - left - 90) * math.log10(hours) / math.log10(HOURS[-1])

    def y(value):
        return top + (height - top - 40) * (high - math.log10(value)) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">']
    for power in range(low, high + 1):
        parts.append(f'<path d="M{left} {y(10**power):.1f}H{width - 90}" stroke="#ccc"/>'
                     f'<text x="{left - 6}" y="{y(10**power) + 4:.1f}" text-anchor="end">{10**power:g}</text>')
    for row in rows:
        parts.append(f'<text x="{x(row[0]):.1f}" y="{height - 20}" text-anchor="middle">{row[0]} h</text>')
    for column, (name, color) in enumerate([("CPU s", "#1f5fa8"), ("MiB", "#b3541e")], 1):
        path = "L".join(f"{x(row[0]):.1f} {y(row[column]):.1f}" for row in rows)
        parts.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"/>'
                     f'<text x="{x(rows[-1][0]) + 8:.1f}" y="{y(rows[-1][column]) + 4:.1f}" fill="{color}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tile", help="a folder of tables; without it they are simulated")
    parser.add_argument("--rest", default="0", help="seconds at rest after each second of recording")
    parser.add_argument("--longest", type=int, default=HOURS[-1], help="hours")
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--gait", default=str(HERE.parent / "gait"))
    options = parser.parse_args()
    more = ["--rest", options.rest, *(["--tile", options.tile] if options.tile else [])]
    rows = []
    print("| hours | CPU s | CPU s an hour | peak MiB |\n|---|---|---|---|")
    for hours in [hours for hours in HOURS if hours <= options.longest]:
        rows.append((hours, *measured(hours, more, options.gait)))
        print(f"| {hours} | {rows[-1][1]:.2f} | {rows[-1][1] / hours:.3f} | {rows[-1][2]:.0f} |", flush=True)
    if options.plot:
        options.plot.write_text(drawn(rows))


if __name__ == "__main__":
    main()
