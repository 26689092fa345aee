#!/usr/bin/env python3
"""Instructions of each stage, compared with what they were: instructions.py FUNCTIONS FILE [--remake]

FUNCTIONS is what callgrind_annotate prints, with inclusive counts and readable names; `.ci/costs` makes it.
"""

import csv
import pathlib
import re
import sys

# Each stage is entered through one function; a stage that lies within another is counted in both.
STAGES = {
    "calibration": "GaitPipeline.calibration(of:excerpts:)",
    "reading": "TimedSource.nextBlock()",
    "conditioning": "Conditioning.append(_:)",
    "gait sequences": "GaitSequenceSearch.append(_:)",
    "step frequency": "StepFrequencyTracker.cycle(of:)",
    "initial contacts": "InitialContactDetector.initialContacts(in:cycle:)",
    "chair stands": "WalkCheck.walks(_:in:)",
    "turns": "TurnDetector.turns(in:body:)",
    "heading": "BodyAlignmentEstimator.headings(of:in:memory:)",
    "laterality": "LateralityClassifier.sides(of:axes:in:)",
    "step length": "StepLengthEstimator.steps(of:signal:person:)",
    "double support": "DoubleSupportEstimator.doubleSupport(of:feet:speed:in:)",
    "gait quality": "GaitQualityEstimator.quality(of:in:)",
    "walking without rhythm": "IrregularWalkDetector.walks(in:beside:)",
    "everything": "BenchCommand.run()",
}
NAMED, BROKEN = 1.05, 1.15


def counted(functions):
    """The largest count of each stage's function: others of the same name are parts of it."""
    found = {}
    for line in pathlib.Path(functions).read_text(errors="replace").splitlines():
        match = re.match(r"\s*([\d,]+) \(", line)
        if not match:
            continue
        for stage, function in STAGES.items():
            if function in line:
                found[stage] = max(found.get(stage, 0), int(match[1].replace(",", "")))
    return found


def main():
    functions, file = sys.argv[1], pathlib.Path(sys.argv[2])
    now = counted(functions)
    missing = [stage for stage in STAGES if stage not in now]
    if missing:
        print(f"no function was found for {', '.join(missing)}; mend STAGES in Tools/benchmarks/instructions.py")
        return 1
    if "--remake" in sys.argv[3:]:
        with file.open("w") as out:
            print("stage,instructions", file=out)
            for stage in STAGES:
                print(f"{stage},{now[stage]}", file=out)
        return 0
    with file.open() as text:
        then = {row["stage"]: int(row["instructions"]) for row in csv.DictReader(text)}
    code = 0
    for stage, before in then.items():
        ratio = now[stage] / before
        if ratio > NAMED:
            print(f"{stage}: {before:,} instructions before, {now[stage]:,} now ({100 * (ratio - 1):+.1f} %)")
        if ratio > BROKEN:
            code = 1
    if code:
        print("More than 15 % on top: find the cause, or say why it is worth it and run .ci/costs --remake")
    return code


if __name__ == "__main__":
    sys.exit(main())
