"""Tables of a simulated study, as gait batch writes them: study_tables.py FOLDER PEOPLE

The people are drawn, not recorded: usual speeds about the published means, slower in daily life. They serve tests
and pictures, and are no evidence of anything.
"""

import csv
import random
import sys
from pathlib import Path


def rows(people: int):
    draw = random.Random(19)
    for number in range(people):
        age = min(95, max(20, draw.gauss(62, 15)))
        sex = draw.choice("fm")
        usual = 1.38 - (0.006 if sex == "f" else 0.005) * max(0, age - 55) - (0.06 if sex == "f" else 0)
        speed = max(0.3, 0.82 * usual + draw.gauss(0, 0.12))
        if draw.random() < 0.006:
            speed *= draw.choice([0.35, 1.9])
        yield f"P{number + 1:04d}", age, sex, speed, max(0, round(draw.gauss(6, 1.6))), draw


def write(path: Path, columns: list[str], lines: list[dict]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(lines)


def main() -> None:
    folder, people = Path(sys.argv[1]) / "tables", int(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    persons, recordings, days, failures = [], [], [], []
    for name, age, sex, speed, valid, draw in rows(people):
        steps = max(200, draw.gauss(9500 - 75 * (age - 50), 2600))
        worn = []
        for day in range(7):
            hours = min(24, max(0.2, draw.gauss(14.5, 1.8) if day < valid else draw.uniform(0.2, 7.5)))
            worn.append(hours)
            days.append({"participant": name, "day": f"2026-05-{4 + day:02d}", "is_valid": str(hours >= 8).lower(),
                         "worn_h": f"{hours:.4f}"})
        good = [hours for hours in worn if hours >= 8]
        persons.append({
            "participant": name, "n_recordings": 1, "age_years": f"{age:.1f}", "sex": sex, "n_days": 7,
            "n_valid_days": len(good), "steps_per_day": f"{steps:.1f}" if good else "",
            "worn_h_per_day": f"{sum(good) / len(good):.4f}" if good else "",
            "all_median_walking_speed_mps": f"{speed:.4f}",
            "all_median_cadence_spm": f"{70 + 35 * speed + draw.gauss(0, 4):.4f}",
            "all_median_double_support_fraction": f"{0.30 - 0.08 * (speed - 0.9) + draw.gauss(0, 0.012):.4f}",
        })
        if draw.random() < 0.02:
            failures.append({"path": f"{name}/week.cwa", "participant": name,
                             "reason": draw.choice(["truncated", "unreadable", "too_short"]),
                             "message": f"{name}/week.cwa: the file ends at byte 1,024; copy it again from the device"})
        else:
            recordings.append({"participant": name, "recording": "week", "path": f"{name}/week.cwa",
                               "site": "lower_back", "device": "Axivity AX6", "sampling_rate_hz": "100.0",
                               "duration_s": "604800.0", "gap_s": f"{draw.expovariate(1 / 400):.4f}"})
    write(folder / "persons.csv", list(persons[0]), persons)
    write(folder / "recordings.csv",
          ["participant", "recording", "path", "site", "device", "sampling_rate_hz", "duration_s", "gap_s"], recordings)
    write(folder / "days.csv", ["participant", "day", "is_valid", "worn_h"], days)
    write(folder / "failures.csv", ["path", "participant", "reason", "message"], failures)


main()
