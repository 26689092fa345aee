#!/usr/bin/env python3
"""How merges grow with what they merge: Tools/benchmarks/merges.py [DAYS] [GAIT]

For DAYS, twice and four times as many: two simulated people's histories in stores of their own are merged into a third, and
again, when nothing is new; and a phone's exports, one before and one after some of its records were condensed, are imported
into two stores, of which the older is merged into the newer, and again. By the clock and by the processor; twice as much
should take twice as long.
"""

import argparse
import datetime
import pathlib
import resource
import shutil
import subprocess
import tempfile
import time

FIRST = datetime.date(2020, 1, 6)
ZONE = datetime.timezone(datetime.timedelta(hours=1))


def run(gait, *arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run([gait, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def export(path, days, condensed):
    """A phone's export: steps of each minute of two hours a day, or of ten minutes where it has condensed them."""
    def stamp(moment):
        return moment.strftime("%Y-%m-%d %H:%M:%S %z")

    written = datetime.datetime.combine(FIRST + datetime.timedelta(days=days + (1 if condensed else 0)), datetime.time(20), ZONE)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n <ExportDate value="{stamp(written)}"/>\n')
        for day in range(days):
            minutes = 10 if condensed and day < days // 2 else 1
            for minute in range(0, 120, minutes):
                start = datetime.datetime.combine(FIRST + datetime.timedelta(days=day), datetime.time(9), ZONE)
                start += datetime.timedelta(minutes=minute)
                end = start + datetime.timedelta(minutes=minutes)
                file.write(
                    f' <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" creationDate="{stamp(end)}" '
                    f'startDate="{stamp(start)}" endDate="{stamp(end)}" value="{minutes * (40 + minute % 7)}"/>\n')
        file.write("</HealthData>\n")


def measured(gait, folder, days):
    def store(name):
        return folder / f"{name}.gait"

    for person, name in enumerate("ab", start=1):
        run(gait, "simulate", "--quiet", "--history", "steady", "--seed", person, "--days", days, "--start", FIRST,
            "--participant", f"P{person}", "--store", store(name))
    yield "two people's stores", run(gait, "merge", store("a"), store("b"), "--into", store("all"))
    yield "the same again", run(gait, "merge", store("a"), store("b"), "--into", store("all"))
    for name in ["earlier", "later"]:
        path = folder / f"{name}.xml"
        export(path, days, condensed=name == "later")
        yield f"import of the {name} export", run(gait, "import", path, "--participant", "P1", "--store", store(name))
    yield "the earlier into the later", run(gait, "merge", store("earlier"), "--into", store("later"))
    yield "the same again", run(gait, "merge", store("earlier"), "--into", store("later"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("days", type=int, nargs="?", default=100)
    parser.add_argument("gait", nargs="?", default="gait")
    asked = parser.parse_args()
    before = None
    for days in [asked.days, 2 * asked.days, 4 * asked.days]:
        folder = pathlib.Path(tempfile.mkdtemp())
        try:
            print(f"{days} days, {120 * days} records of the phone")
            now = []
            for name, (clock, processor) in measured(asked.gait, folder, days):
                times = f", {processor / before[len(now)]:.1f} times" if before else ""
                print(f"  {name}: {clock:.2f} s by the clock, {processor:.2f} s of processor{times}", flush=True)
                now.append(max(processor, 0.001))
            before = now
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
