#!/usr/bin/env python3
"""How much each estimate moves with each of its inputs: Tools/benchmarks/sensitivity.py

Prints the tables of the articles of MobilityEstimates, which a test computes from the models, by how far each input moves the
estimate, and draws them: a bar from the estimate as it is to the estimate with another input, with the 68 % interval as a
line. Table and picture are one.
"""

import html
import pathlib
import re

ARTICLES = pathlib.Path(__file__).resolve().parents[2] / "Sources/MobilityEstimates/MobilityEstimates.docc"


def rows(article):
    """(what changed, value, error) of the article's table; a row with several values gives several."""
    text = (ARTICLES / f"{article}.md").read_text()
    table = text.split("## Sensitivity")[1].split("\n## ")[0]
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        values = re.findall(r"([\d.]+) ± ([\d.]+)", cells[-1]) if len(cells) == 2 else []
        names = re.split(r", (?![^(]*\))", cells[0]) if len(values) > 1 else [cells[0]]
        for index, (value, error) in enumerate(values):
            name = names[index] if len(names) == len(values) else f"{cells[0]} [{index + 1}]"
            yield name, float(value), float(error)


def picture(article, unit, name):
    found = list(rows(article))
    base = found[0][1]
    print(f"{article}: as it is {base:g}{unit}")
    for label, value, error in sorted(found[1:], key=lambda row: -abs(row[1] - base)):
        print(f"  {value - base:+8.2f}{unit}  ± {error:g}{unit}  {label}")
    low = min(value - error for _, value, error in found)
    high = max(value + error for _, value, error in found)
    left, width, step = 330, 400, 20

    def x(value):
        return left + width * (value - low) / (high - low)

    parts = []
    for index, (label, value, error) in enumerate(found):
        y = 30 + index * step
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{html.escape(label)}</text>')
        begin, end = sorted((x(base), x(value)))
        parts.append(f'<rect x="{begin:.1f}" y="{y - 5}" width="{max(end - begin, 1):.1f}" height="10" fill="#3a78b5"/>')
        parts.append(f'<line x1="{x(value - error):.1f}" x2="{x(value + error):.1f}" y1="{y}" y2="{y}" stroke="#222"/>')
    bottom = 30 + len(found) * step
    parts.append(f'<line x1="{x(base):.1f}" x2="{x(base):.1f}" y1="15" y2="{bottom - 10}" stroke="#888" stroke-dasharray="3"/>')
    for value in (low, base, high):
        parts.append(f'<text x="{x(value):.1f}" y="{bottom + 8}" text-anchor="middle">{value:g}{unit}</text>')
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 {bottom + 20}" font-family="sans-serif" font-size="12">\n'
           + "\n".join(parts) + "\n</svg>\n")
    (ARTICLES / "Resources" / f"{name}.svg").write_text(svg)


def main():
    picture("SixMinuteWalk", " m", "six-minute-walk-sensitivity")
    picture("WalkingSteadiness", "", "steadiness-sensitivity")
    picture("CardioFitness", " mL/(kg·min)", "cardio-fitness-sensitivity")


if __name__ == "__main__":
    main()
