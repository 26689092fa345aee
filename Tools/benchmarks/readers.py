"""Times readers against each other; see the script `readers` beside this file."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import long_files

GAIT = [".build/release/gait", "bench", "--reading", "--runs", "1"]

# What another reader does with a file, as a program of its own: the time of its imports is taken off.
PEERS = {
    "cwa": ("scikit-digital-health 0.17.18", "from skdh.io import ReadCwa", "ReadCwa().predict(file=path)"),
    "gt3x": ("pygt3x 0.7.1", "from pygt3x.reader import FileReader", "FileReader(path).__enter__().to_pandas()"),
    "bin": ("scikit-digital-health 0.17.18", "from skdh.io import ReadBin", "ReadBin().predict(file=path)"),
    "csv": ("polars 2.1.0", "import polars", "polars.read_csv(path)"),
}
PROGRAM = """
import resource, sys, json
{imports}
path = sys.argv[1]
before = resource.getrusage(resource.RUSAGE_SELF)
{call}
after = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss / 1024]))
"""


def simulated_hour(work: Path, ending: str) -> Path:
    path = work / f"hour.{ending}"
    if not path.exists():
        command = [".build/release/gait", "simulate", "straight-walk", "--seed", "1"]
        subprocess.run(command + ["--seconds", "3600", "--output", path], check=True)
    return path


def gait(path: Path) -> tuple[float, float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(
        ["/usr/bin/env", "python3", "-c", CHILD, *GAIT, path], check=True, capture_output=True
    )
    return tuple(json.loads(output.stdout))


# A process of its own, so that the peak of one program is not that of another.
CHILD = """
import json, resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024]))
"""


def peer(path: Path, imports: str, call: str) -> tuple[float, float]:
    program = PROGRAM.format(imports=imports, call=call)
    output = subprocess.run([sys.executable, "-c", program, path], check=True, capture_output=True)
    return tuple(json.loads(output.stdout.splitlines()[-1]))


def main() -> None:
    work, days, runs = Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    print("| file | reader | CPU s | MB per CPU-second | peak MiB | times |")
    print("|---|---|---|---|---|---|")
    for ending, (name, imports, call) in PEERS.items():
        maker = getattr(long_files, ending, None)
        if maker is None:
            continue
        # A table is seven times as long; a day of it says as much.
        length = min(days, 1) if ending == "csv" else days
        path = work / f"{length:g}-days.{ending}"
        if not path.exists():
            maker(simulated_hour(work, ending), path, length)
        ours, theirs = [], []
        for _ in range(runs):
            ours.append(gait(path))
            theirs.append(peer(path, imports, call))
        size = path.stat().st_size / 1e6
        (a, peak_a), (b, peak_b) = min(ours), min(theirs)
        print(f"| {length:g} d `.{ending}`, {size:.0f} MB | gait | {a:.2f} | {size / a:.0f} | {peak_a:.0f} | |")
        print(f"| | {name} | {b:.2f} | {size / b:.0f} | {peak_b:.0f} | {b / a:.1f} |")


if __name__ == "__main__":
    main()
