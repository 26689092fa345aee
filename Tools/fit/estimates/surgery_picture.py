#!/usr/bin/env python3
"""Draws truth.csv, without.json and with.json of a folder as SVG on standard output."""

import csv
import datetime
import json
import pathlib
import sys

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 20, 40
LOWEST, HIGHEST = 100, 520


def day(text):
    return datetime.date.fromisoformat(text).toordinal()


def main(folder):
    truth = [
        (day(row["date"]), float(row["six_minute_walk_m"]))
        for row in csv.DictReader(open(folder / "truth.csv"))
    ]
    first, last = truth[0][0], truth[-1][0]
    surgery = day("2026-04-05")

    def x(ordinal):
        return LEFT + (ordinal - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(meters):
        return TOP + (HIGHEST - meters) / (HIGHEST - LOWEST) * (HEIGHT - TOP - BOTTOM)

    def weeks(name):
        person = json.load(open(folder / name))["participants"][0]
        return [
            (day(w["week_ending"]), w["meters"], w["standard_error"], w["recalibrated_from"])
            for w in person["six_minute_walk"]["weeks"]
        ]

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for meters in range(100, 501, 100):
        out.append(
            f'<line x1="{LEFT}" y1="{y(meters):.1f}" x2="{WIDTH - RIGHT}" y2="{y(meters):.1f}" '
            'stroke="#dddddd"/>'
            f'<text x="{LEFT - 6}" y="{y(meters) + 4:.1f}" text-anchor="end">{meters} m</text>'
        )
    for month in range(2, 8):
        ordinal = datetime.date(2026, month, 1).toordinal()
        label = datetime.date(2026, month, 1).strftime("%b")
        out.append(f'<text x="{x(ordinal):.1f}" y="{HEIGHT - 20}">{label}</text>')
    out.append(
        f'<line x1="{x(surgery):.1f}" y1="{TOP}" x2="{x(surgery):.1f}" y2="{HEIGHT - BOTTOM}" '
        'stroke="#888888" stroke-dasharray="4 3"/>'
        f'<text x="{x(surgery) - 6:.1f}" y="{TOP + 10}" text-anchor="end">operation</text>'
    )
    path = " ".join(f"{x(d):.1f},{y(m):.1f}" for d, m in truth)
    out.append(f'<polyline points="{path}" fill="none" stroke="#222222" stroke-width="2"/>')
    for name, color, shift in (("without.json", "#c0392b", -2), ("with.json", "#1f6fb2", 2)):
        for d, meters, error, anew in weeks(name):
            place = x(d) + shift
            out.append(
                f'<line x1="{place:.1f}" y1="{y(meters - error):.1f}" x2="{place:.1f}" '
                f'y2="{y(meters + error):.1f}" stroke="{color}" stroke-opacity="0.5"/>'
                f'<circle cx="{place:.1f}" cy="{y(meters):.1f}" r="{4 if anew else 3}" '
                f'fill="{color if anew or name.startswith("without") else "#ffffff"}" '
                f'stroke="{color}"/>'
            )
    for index, (color, text) in enumerate(
        (
            ("#222222", "truth: the clinic's test"),
            ("#c0392b", "estimate without recalibration, ± standard error"),
            ("#1f6fb2", "with it; filled: only data since the operation"),
        )
    ):
        height = HEIGHT - BOTTOM - 48 + 16 * index
        out.append(
            f'<rect x="{LEFT + 8}" y="{height - 9}" width="10" height="10" fill="{color}"/>'
            f'<text x="{LEFT + 24}" y="{height}">{text}</text>'
        )
    out.append("</svg>")
    print("\n".join(out))


main(pathlib.Path(sys.argv[1]))
