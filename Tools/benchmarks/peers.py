#!/usr/bin/env python3
"""CPU seconds of this program and of installed peers on one recording: Tools/benchmarks/peers.py RECORDING.csv --height 1.75

Each runs once per round, in a process of its own, on one thread, and all in turn, so that a busy machine is busy for all.
`gait` reads the table too; a peer gets arrays, and the seconds that it takes to import and to read are not counted. The peak is
that of the whole process, so that a peer's holds Python, its packages and the table. A peer is run when its package is installed:
`pip install scikit-digital-health mobgap`.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

GAIT = pathlib.Path(__file__).resolve().parents[1] / "gait"

PROGRAM = """
import json, resource, sys, warnings
warnings.filterwarnings("ignore")
import numpy as np
{imports}
samples = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
time, force, rate = samples[:, 0], samples[:, 1:4], samples[:, 4:7]
hertz, height = round(1 / np.median(np.diff(time))), float(sys.argv[2])
def used():
    now = resource.getrusage(resource.RUSAGE_SELF)
    return now.ru_utime + now.ru_stime
before = used()
{call}
print(json.dumps({{"cpu_s": used() - before, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}}))
"""

PEERS = {
    "scikit-digital-health": (
        "from skdh.gait import GaitLumbar",
        "GaitLumbar().predict(time=time + 1.6e9, accel=force / 9.80665, gyro=rate, fs=float(hertz), height=height)",
    ),
    "mobgap": (
        "import pandas as pd\nfrom mobgap.data import GaitDatasetFromData\n"
        "from mobgap.pipeline import MobilisedPipelineHealthy",
        # The pipeline wants degrees, and says nothing of how the sensor was mounted.
        "imu = pd.DataFrame(np.hstack([force, np.degrees(rate)]),"
        ' columns=["acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z"])\n'
        'about = {"height_m": height, "sensor_height_m": 0.53 * height, "cohort": "HA"}\n'
        'data = GaitDatasetFromData({"a": {"LowerBack": imu}}, float(hertz), {"a": about},'
        ' {"a": {"measurement_condition": "free_living"}})\n'
        "MobilisedPipelineHealthy().safe_run(data[0])",
    ),
}

ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")}


def ours(recording, height):
    printed = subprocess.run(
        [GAIT, "bench", recording, "--runs", "1", "--format", "json", "--site", "lower_back", "--height", str(height)],
        check=True, capture_output=True, text=True).stdout
    report = json.loads(printed)
    return report["total"]["cpu_s"], report["peak_memory_bytes"] / 2**20


def theirs(name, recording, height):
    imports, call = PEERS[name]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(imports=imports, call=call), recording, str(height)],
        capture_output=True, text=True, env={**os.environ, **ONE_THREAD})
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[-1]
    found = json.loads(done.stdout.splitlines()[-1])
    return found["cpu_s"], found["peak"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recording", help="a table: time_s, acc_x … acc_z in m/s², gyr_x … gyr_z in rad/s, at the lower back")
    parser.add_argument("--height", type=float, required=True, help="of the person, meters")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    costs = {"gait": [], **{name: [] for name in PEERS}}
    memory = {}
    for _ in range(options.rounds):
        for name in costs:
            cost, peak = (
                ours(options.recording, options.height) if name == "gait"
                else theirs(name, options.recording, options.height))
            if cost is None:
                print(f"{name}: {peak}", file=sys.stderr)
                continue
            costs[name].append(cost)
            memory[name] = max(peak, memory.get(name, 0))
    base = statistics.median(costs["gait"])
    print("| program | CPU s | times ours | peak MiB |")
    print("|---|---|---|---|")
    for name, runs in costs.items():
        if runs:
            middle = statistics.median(runs)
            print(f"| {name} | {middle:.2f} | {middle / base:.0f} | {memory[name]:.0f} |")


if __name__ == "__main__":
    main()
