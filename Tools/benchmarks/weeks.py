#!/usr/bin/env python3
"""How right the weekly estimates are on simulated people: Tools/benchmarks/weeks.py [GAIT] [--people 60] [--first 50001]

Simulates lives (`gait simulate --history`) of people whom the seed draws, estimates them as a person would
(`gait estimate`), and compares with the truth that the simulator wrote. The seeds below 10000 were used to choose
constants; those from 50001 on never were. Each person's history begins on another day of the week.
"""

import argparse
import collections
import concurrent.futures
import csv
import datetime
import json
import pathlib
import random
import subprocess
import tempfile

CLASSES = [(150, 200), (200, 250), (250, 300), (300, 350), (350, 400), (400, 500), (500, 600)]
EVENT = {"knee-surgery": 90, "stroke": 90, "ankle-injury": 60, "drug-change": 90}


def call(gait, *arguments):
    return subprocess.run([gait, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def day_number(first, text):
    return (datetime.date.fromisoformat(text) - first).days


def life(gait, scenario, seed, days, test_on=None):
    """One person's document and truth, days counted from the first."""
    # Mondays; `gait simulate` makes no day that is still to come, and two years from the first would hold some.
    monday = datetime.date(2025, 1, 6) if days <= 364 else datetime.date(2023, 1, 2)
    first = monday + datetime.timedelta(days=seed % 7)
    with tempfile.TemporaryDirectory() as folder:
        store, truth = pathlib.Path(folder, "one.gait"), pathlib.Path(folder, "truth.csv")
        call(gait, "simulate", "--quiet", "--history", scenario, "--seed", seed, "--days", days, "--start", first,
             "--participant", "P", "--store", store, "--truth", truth)
        with open(truth, newline="") as file:
            rows = list(csv.DictReader(file))
        if test_on is not None:
            clinic = float(rows[test_on]["six_minute_walk_m"]) * (1 + 0.05 * random.Random(seed).gauss(0, 1))
            call(gait, "calibrate", "--six-minute-walk", f"{clinic:.1f}", "--on",
                 first + datetime.timedelta(days=test_on), "--participant", "P", "--store", store)
        document = json.loads(call(gait, "estimate", "--store", store, "--format", "json"))["participants"][0]
    for week in document["six_minute_walk"]["weeks"] + document["steadiness"]["weeks"]:
        week["sunday"] = day_number(first, week["week_ending"])
        # A six-minute walk stands on the last day worn, a score on the Sunday.
        week["day"] = day_number(first, week.get("latest_data_used", week["week_ending"]))
    for change in document["walking_changes"]:
        change["day"] = day_number(first, change["date"])
        change["noticed"] = day_number(first, change["noticed_on"])
    for event in document["steadiness"]["events"]:
        event["day"] = day_number(first, event["week_ending"])
    return document, rows


def lives(options, scenario, people, days, **more):
    seeds = range(options.first, options.first + people)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return list(pool.map(lambda seed: life(options.gait, scenario, seed, days, **more), seeds))


def classes(pairs):
    """Bias and coverage of (week, truth) by truth."""
    print("| true, m | people | bias, m | within 68 % | within 95 % |\n|---|---|---|---|---|")
    for low, high in CLASSES:
        here = [(week, truth) for week, truth in pairs if low <= truth < high]
        if not here:
            continue
        bias = sum(week["uncapped_m"] - truth for week, truth in here) / len(here)
        within = [sum(week[f"interval_{share}_m"][0] <= truth <= week[f"interval_{share}_m"][1]
                      for week, truth in here) / len(here) for share in (68, 95)]
        print(f"| {low}-{high} | {len(here)} | {bias:+.0f} | {within[0]:.2f} | {within[1]:.2f} |")
    capped = [week["is_capped"] for week, truth in pairs if truth < 470]
    print(f"at the cap although truth is below 470 m: {sum(capped) / len(capped):.3f} of {len(capped)}\n", flush=True)


def six_minute_walk(options):
    for title, more in [("without a clinic test", {}), ("with one clinic test", {"test_on": 35})]:
        print(f"## Six-minute walk, steady lives, {title}")
        pairs = []
        for document, truth in lives(options, "steady", options.people * 9, 70, **more):
            weeks = document["six_minute_walk"]["weeks"]
            if weeks:
                pairs.append((weeks[-1], float(truth[weeks[-1]["day"]]["six_minute_walk_m"])))
        classes(pairs)


def changes(options):
    print("## Changes that nobody told of")
    for scenario, event in EVENT.items():
        found = lives(options, scenario, options.people, 126)
        noticed, dated, covered, errors = [], [], collections.defaultdict(list), []
        for document, truth in found:
            first = next((c for c in document["walking_changes"] if c["noticed"] >= event), None)
            noticed.append(first is not None and first["noticed"] - event <= 7)
            dated.append(first is not None and abs(first["day"] - event) <= 1)
            for week in document["six_minute_walk"]["weeks"]:
                after = week["sunday"] - event
                if not 0 <= after <= 13:
                    continue
                low, high = week["interval_95_m"]
                name = "0-6" if after <= 6 else "7-13"
                # An estimate stands for its own last day, which is the last day worn.
                covered[name].append(low <= float(truth[week["day"]]["six_minute_walk_m"]) <= high)
                covered[name + " strictly"].append(
                    low <= float(truth[week["sunday"]]["six_minute_walk_m"]) <= high)
                if after > 6:
                    errors.append(week["standard_error_within_person"])
        def share(name):
            return f"{sum(covered[name]) / len(covered[name]):.2f}"

        print(f"{scenario}: {len(found)} people; noticed within 7 days {sum(noticed) / len(noticed):.2f}, dated to a day "
              f"{sum(dated) / len(dated):.2f}; in the 95 % interval, of the weeks whose Sunday lies 0-6 days after: "
              f"{share('0-6')} on the day that the estimate stands for, {share('0-6 strictly')} on that Sunday "
              f"(of {len(covered['0-6'])}); 7-13 days after: {share('7-13')}, {share('7-13 strictly')} (of "
              f"{len(covered['7-13'])}); error within the person then {sum(errors) / len(errors):.0f} m", flush=True)
    for scenario in ["steady", "phone-at-home", "holidays", "frail"]:
        found = lives(options, scenario, options.people, 364)
        count = sum(len(document["walking_changes"]) for document, _ in found)
        print(f"{scenario}: {count / (364 / 365.25 * len(found)):.2f} changes told per person-year", flush=True)
    print()


def steadiness(options):
    print("## Steadiness")
    waits, told, covered = collections.Counter(), 0, []
    for document, truth in lives(options, "unsteadiness", options.people * 2, 364):
        weeks = document["steadiness"]["weeks"]
        covered += [week["relative_rate_interval_95"][0] <= float(truth[week["day"]]["relative_fall_rate"])
                    <= week["relative_rate_interval_95"][1] for week in weeks]
        if not weeks or any(week["class"] != "ok" for week in weeks if week["day"] < 60):
            continue
        drop = next((week["day"] for week in weeks if week["class"] != "ok"), None)
        events = document["steadiness"]["events"]
        if drop is None:
            continue
        told += 1
        waits[(events[0]["day"] - drop) // 7 if events else "none"] += 1
    print(f"unsteadiness: {told} people who were ok; weeks from the first low week to the first event: {dict(waits)}")
    print(f"the rate of falls lies in its 95 % interval in {sum(covered) / len(covered):.2f} of {len(covered)} weeks")
    limit, people = collections.Counter(), 0
    for document, _ in lives(options, "steady", options.people * 2, 728):
        scores = [week["score"] for week in document["steadiness"]["weeks"]]
        low = document["steadiness"]["limits"]["low"]
        if scores and abs(sum(scores) / len(scores) - low) < 0.03 and people < 5:
            people += 1
            limit.update(event["event"].split("_")[0] for event in document["steadiness"]["events"])
    print(f"at the limit, two years, {people} people: {dict(limit)}")
    found = lives(options, "pocket-unsteadiness", options.people, 182)
    scored = sum(bool(document["steadiness"]["weeks"]) for document, _ in found)
    reasons = collections.Counter(document["steadiness"]["latest_week_missing"] for document, _ in found)
    print(f"pocket only, getting unsteady: {scored} of {len(found)} have a score; {reasons.most_common(1)[0][0]}\n")


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gait", nargs="?", default=str(root / "Tools/gait"))
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--first", type=int, default=50001)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=["six-minute-walk", "changes", "steadiness"])
    options = parser.parse_args()
    for name, part in [("six-minute-walk", six_minute_walk), ("changes", changes), ("steadiness", steadiness)]:
        if options.only in (None, name):
            part(options)


if __name__ == "__main__":
    main()
