#!/usr/bin/env python3
"""What other engines reach on recordings with a truth, by the figures of `gait validate`.

    pip install mobgap scikit-digital-health multigait ssqueezepy && pip install --no-deps beiwe-forest
    Tools/benchmarks/peer_accuracy.py FOLDER --output OUT

runs every installed peer on the recordings of every dataset in FOLDER that it was made for, writes what it found to
OUT/ENGINE/DATASET/NAME (the tables of `gait analyze`), and prints a CSV of figures. What is there already is not computed
again. KielMAT needs an environment of its own: `pip install kielmat`, and the same command. `--score` only judges:
with the name of a folder that `gait validate FOLDER --output` wrote, it must print the figures of `gait validate`.

A peer that raises an exception on a recording has found nothing there; `failed` counts these recordings.
"""

import argparse
import contextlib
import csv
import gzip
import hashlib
import importlib.metadata
import json
import math
import pathlib
import sys
import time
import traceback
import types
import warnings

import numpy as np

GRAVITY = 9.80665
# The people whose height nobody wrote down are taken to be this tall, meters.
HEIGHT = 1.70


# Recordings


class Recording:
    def __init__(self, reference):
        self.name = reference.name.removesuffix(".reference.json")
        self.folder = reference.parent
        self.truth = json.loads(reference.read_text())
        self.about = json.loads((self.folder / f"{self.name}.json").read_text())
        self.site, self.person = self.about.get("site", ""), self.about["participant"]
        self.height = self.about.get("height_m") or HEIGHT
        path = next(p for p in sorted(self.folder.glob(f"{self.name}.*")) if p.suffix != ".json")
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        self.digest = hashlib.sha256(text + reference.read_bytes()).digest()
        columns = text.split(b"\n", 1)[0].decode().strip().split(",")
        rows = np.genfromtxt(text.decode().splitlines()[1:], delimiter=",", ndmin=2)
        self.table = rows[np.isfinite(rows[:, :4]).all(axis=1)]
        self.has_gyroscope = "gyr_x" in columns and np.isfinite(self.table[:, 4:7]).all()
        self.seconds = self.table[-1, 0] - self.table[0, 0]

    def at(self, hertz):
        """Acceleration, m/s², and angular velocity, rad/s (or none), at even times from the first sample on."""
        clock = self.table[:, 0] - self.table[0, 0]
        times = np.arange(0, clock[-1], 1 / hertz)
        turned = lambda first: np.column_stack([np.interp(times, clock, c) for c in self.table[:, first : first + 3].T])
        return turned(1), turned(4) if self.has_gyroscope else None


def recordings(dataset):
    """Those of a dataset; one that is there twice counts once."""
    found = {}
    for reference in sorted(dataset.glob("*.reference.json")):
        recording = Recording(reference)
        found.setdefault(recording.digest, recording)
    return list(found.values())


def upright(force, *others):
    """Turned the shortest way, so that the first axis is the mean of the force: up. Forward stays as it was worn."""
    up = force.mean(axis=0) / np.linalg.norm(force.mean(axis=0))
    axis, cosine = np.cross(up, [1, 0, 0]), up[0]
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + cross + cross @ cross / (1 + cosine) if cosine > -0.999 else np.diag([-1.0, -1.0, 1.0])
    return [values @ turn.T for values in (force, *others)]


# Engines: what each finds is a Found


class Found:
    def __init__(self, bouts=(), contacts=(), strides=()):
        """bouts: (start s, end s, speed m/s, steps); contacts: s; strides: (start s, end s, speed m/s, length m)."""
        self.bouts = [tuple(map(float, bout)) for bout in bouts]
        self.contacts = sorted(map(float, contacts))
        self.strides = [tuple(map(float, stride)) for stride in strides]


def norm_engine(detector):
    """mobgap's walking detection and contact detector on the acceleration norm, which needs no orientation."""

    def run(recording):
        import pandas as pd
        from mobgap.gait_sequences import GsdIonescu

        hertz = 100.0
        force, _ = recording.at(hertz)
        # The detectors look at the acceleration only, and refuse a table without a gyroscope.
        data = pd.DataFrame(0.0, index=range(len(force)), columns=[f"{s}_{a}" for s in ("acc", "gyr") for a in ("is", "ml", "pa")])
        data["acc_is"] = np.linalg.norm(force, axis=1)
        walks = GsdIonescu().detect(data, sampling_rate_hz=hertz).gs_list_[["start", "end"]].to_numpy()
        contacts = []
        for start, end in walks:
            walk = data.iloc[start:end].reset_index(drop=True)
            contacts += list((start + detector().detect(walk, sampling_rate_hz=hertz).ic_list_["ic"].to_numpy()) / hertz)
        return Found([(start / hertz, end / hertz, math.nan, math.nan) for start, end in walks], contacts)

    return run


def ionescu():
    from mobgap.initial_contacts import IcdIonescu

    return IcdIonescu()


def shin():
    from mobgap.initial_contacts import IcdShinImproved

    return IcdShinImproved(axis="norm")


def pipeline_result(pipeline, hertz):
    """Walking bouts, their contacts and strides of a pipeline of mobgap's kind."""
    bouts, strides = pipeline.per_wb_parameters_, pipeline.per_stride_parameters_
    contacts = pipeline.raw_ic_list_["ic"].to_numpy() / hertz
    inside = lambda seconds: any(a <= seconds * hertz <= b for a, b in bouts[["start", "end"]].to_numpy())
    columns = ["start", "end", "walking_speed_mps", "stride_length_m"]
    return Found(
        [(b.start / hertz, b.end / hertz, b.walking_speed_mps, math.nan) for b in bouts.itertuples()],
        filter(inside, contacts),
        [(a / hertz, b / hertz, speed, length) for a, b, speed, length in strides.reindex(columns=columns).to_numpy()])


def mobgap(recording):
    """Mobilise-D's pipeline for healthy people. It wants a gyroscope in degrees, and x up."""
    import pandas as pd
    from mobgap.data import GaitDatasetFromData
    from mobgap.pipeline import MobilisedPipelineHealthy

    hertz = 100.0
    force, rate = recording.at(hertz)
    force, rate = upright(force, rate)
    imu = pd.DataFrame(
        np.hstack([force, np.degrees(rate)]), columns=["acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z"])
    about = {"height_m": recording.height, "sensor_height_m": 0.53 * recording.height, "cohort": "HA"}
    data = GaitDatasetFromData(
        {"a": {"LowerBack": imu}}, hertz, {"a": about}, {"a": {"measurement_condition": "free_living"}})
    return pipeline_result(MobilisedPipelineHealthy().run(data[0]), hertz)


def multigait(recording):
    """MultiGait's pipeline for wrists, the one that its authors validated. It knows no rate but 100 Hz."""
    import pandas as pd
    from multigait.pipeline import MultiGaitPipelineMultimorbidityImpaired

    hertz = 100.0
    force, _ = recording.at(hertz)
    data = types.SimpleNamespace(
        data_ss=pd.DataFrame(force, columns=["acc_x", "acc_y", "acc_z"]), sampling_rate_hz=hertz, group_label=("a",),
        participant_metadata={"height_m": recording.height}, recording_metadata={"measurement_condition": "free_living"},
        participant_id="a")
    return pipeline_result(MultiGaitPipelineMultimorbidityImpaired().run(data), hertz)


def skdh(recording):
    """Its walking detector and its lumbar gait, at the detector's own 50 Hz, in g."""
    from skdh.context import PredictGaitLumbarLgbm
    from skdh.gait import GaitLumbar

    hertz, epoch = 50.0, 1.6e9
    force, _ = recording.at(hertz)
    clock, force = epoch + np.arange(len(force)) / hertz, np.ascontiguousarray(force / GRAVITY)
    walks = PredictGaitLumbarLgbm().predict(time=clock, accel=force, fs=hertz)
    limits = np.column_stack([walks["Gait Bout Start Index"], walks["Gait Bout Stop Index"]]).astype(int)
    gait = GaitLumbar().predict(time=clock, accel=force, fs=hertz, height=recording.height, gait_bouts=limits)
    contacts = gait["IC Timestamp"] - epoch
    columns = [gait.get(name, []) for name in ("stride time", "gait speed", "stride length")]
    strides = [(t, t + duration, speed, length) for t, duration, speed, length in zip(contacts, *columns) if duration > 0]
    bouts = []
    for start, end in limits / hertz:
        speeds = [speed for t, _, speed, _ in strides if start <= t < end and np.isfinite(speed)]
        bouts.append((start, end, np.mean(speeds) if speeds else math.nan, math.nan))
    return Found(bouts, contacts, strides)


def kielmat(recording):
    """Its walking detector and contact detector, x up, in g."""
    import pandas as pd
    from kielmat.modules.gsd import ParaschivIonescuGaitSequenceDetection
    from kielmat.modules.icd import ParaschivIonescuInitialContactDetection

    hertz = 100.0
    (force,) = upright(recording.at(hertz)[0])
    data = pd.DataFrame(force / GRAVITY, columns=["acc_x", "acc_y", "acc_z"])
    walks = ParaschivIonescuGaitSequenceDetection().detect(data, hertz).gait_sequences_
    if walks is None or len(walks) == 0:
        return Found()
    contacts = ParaschivIonescuInitialContactDetection().detect(data, hertz, "acc_x", walks).initial_contacts_
    return Found(
        [(onset, onset + length, math.nan, math.nan) for onset, length in walks[["onset", "duration"]].to_numpy()],
        contacts["onset"].dropna())


def oak(recording):
    """Forest's oak: walking and steps second by second. It counts steps and has no contacts."""
    from forest.oak.base import find_walking, preprocess_bout

    force, _ = recording.at(100.0)
    _, magnitude = preprocess_bout(np.arange(len(force)) / 100.0, *force.T)
    steps = np.append(find_walking(magnitude), 0)
    edges = np.flatnonzero(np.diff(np.append(0, steps > 0).astype(int)))
    return Found([(a, b, math.nan, steps[a:b].sum()) for a, b in zip(edges[::2], edges[1::2])])


# By name: the package that must be installed, the sites that the engine was made for (none: every site), how it is run.
ENGINES = {
    "norm + Ionescu": ("mobgap", None, norm_engine(ionescu)),
    "norm + Shin": ("mobgap", None, norm_engine(shin)),
    "oak": ("beiwe-forest", None, oak),
    "KielMAT": ("kielmat", None, kielmat),
    "mobgap": ("mobgap", {"lower_back"}, mobgap),
    "skdh": ("scikit-digital-health", {"lower_back", "hip"}, skdh),
    "MultiGait": ("multigait", {"wrist"}, multigait),
}


# Files, as `gait analyze` writes them

TABLES = {
    "bouts.csv": ("bouts", ["start_s", "end_s", "walking_speed_mps", "n_steps"]),
    "initial_contacts.csv": ("contacts", ["time_s"]),
    "strides.csv": ("strides", ["start_s", "end_s", "speed_mps", "length_m"]),
}


def write(found, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, (attribute, columns) in TABLES.items():
        with open(folder / name, "w", newline="") as file:
            rows = [row if isinstance(row, tuple) else (row,) for row in getattr(found, attribute)]
            csv.writer(file).writerows([columns] + [[f"{v:.4f}" if np.isfinite(v) else "" for v in row] for row in rows])


def read(folder):
    """What is in the tables, without running; nothing was found where there are none."""
    parts = {}
    for name, (attribute, columns) in TABLES.items():
        with open(folder / name, newline="") if (folder / name).exists() else open("/dev/null") as file:
            rows = [row for row in csv.DictReader(file) if "run" not in row.get("activity", "")]
        parts[attribute] = [tuple(float(row.get(c) or "nan") for c in columns) for row in rows]
    return Found(parts["bouts"], [row[0] for row in parts["contacts"]], parts["strides"])


# Figures, as the article Figures defines them

TASKS_WITHOUT_STEP = {"drinking water", "jacket on/off", "pick up object", "sit/stand", "washing hands", "waving hand"}
LABELS_WITH_OWN_FIGURES = {"walking", "walking+stumble", "other", "running", "stairs_up", "stairs_down", "stairs"}


def overlap(start, end, limits):
    return max(0.0, min(end, limits[1]) - max(start, limits[0]))


def weighted_mean(stretches, limits):
    pairs = [(overlap(a, b, limits), value) for a, b, value in stretches if np.isfinite(value)]
    weight = sum(w for w, _ in pairs)
    return sum(w * v for w, v in pairs) / weight if weight > 0 else None


class Trial:
    """A stretch with a set task; one with a distance is a marked walk."""

    def __init__(self, name, start, end, meters, found):
        self.name, self.meters, self.seconds = name, meters, end - start
        self.walking = sum(overlap(a, b, (start, end)) for a, b, *_ in found.bouts)
        by_bouts = [bout[:3] for bout in found.bouts]
        speed = meters and meters / self.seconds
        self.speeds = weighted_mean([s[:3] for s in found.strides] or by_bouts, (start, end)), speed
        self.bout_speeds = weighted_mean(by_bouts, (start, end)), speed
        lengths = [s[3] for s in found.strides if start <= (s[0] + s[1]) / 2 <= end and np.isfinite(s[3])]
        self.distances = sum(lengths) / 2 + np.median(lengths) / 2 if lengths else None, meters


def trials(truth, found):
    marks = [("marked walk", w["start_s"], w["end_s"], w["distance_m"]) for w in truth.get("walks") or []]
    if span := truth.get("task_span_s"):
        marks.append((truth.get("task", "task"), *span, truth.get("distance_m")))
    if "path_m" in truth:
        marks.append(("path", truth["waypoints"][0]["t_s"], truth["waypoints"][-1]["t_s"], truth["path_m"]))
    if meters := truth.get("distance_m_between_first_and_last_label"):
        marks.append(("strides", truth["strides"][0]["t_s"], truth["strides"][-1]["t_s"], meters))
    if fixes := truth.get("gps"):
        times, speeds = (np.array([fix.get(key) or 0 for fix in fixes]) for key in ("t_s", "speed_m_s"))
        meters = np.sum(np.diff(times) * (speeds[1:] + speeds[:-1]) / 2)
        marks.append(("satellites", times[0], times[-1], meters))
    return [Trial(*mark, found) for mark in marks if mark[2] > mark[1]]


def counted(truth):
    """Where the study counted steps."""
    if bouts := truth.get("walking_bouts"):
        contacts = sorted(truth.get("initial_contacts_s", []))
        return min([bouts[0][0], *contacts[:1]]) - 0.25, max([bouts[-1][1], *contacts[-1:]]) + 0.25
    if span := truth.get("count_interval_s") or (truth.get("walking") or [None])[0]:
        return span[0] - 0.5, span[1] + 0.5
    return -1, 1e9


def steps(found, limits):
    if found.contacts:
        return sum(limits[0] <= seconds <= limits[1] for seconds in found.contacts)
    return sum(n * overlap(a, b, limits) / (b - a) for a, b, _, n in found.bouts if np.isfinite(n))


class Score:
    def __init__(self, recording, found):
        truth = recording.truth
        self.recording, self.person, self.seconds = recording, recording.person, recording.seconds
        self.label, count = truth.get("activity"), truth.get("step_count")
        self.step_errors = [100 * (steps(found, counted(truth)) - count) / count] if count else []
        self.false_steps = steps(found, (-1, 1e9)) if count == 0 else None
        trust = f"{truth['trust'].split('(')[0].strip()} trust" if "trust" in truth else truth.get("grade")
        kind = "walks" if (self.label or "walk") in ("walk", "walking") else "other activities"
        self.grade = f"{kind}, {trust}" if trust and count else None
        self.trials = trials(truth, found)
        self.walks = [trial for trial in self.trials if trial.meters]
        self.walking = sum(overlap(a, b, (0, self.seconds)) for a, b, *_ in found.bouts)


def figures(scores):
    """(stage, figure, unit, value, people, recordings) of a group."""
    rows = []

    def add(stage, name, unit, value, contributing):
        contributing = list(contributing)
        if value is not None and np.isfinite(value):
            rows.append((stage, name, unit, value, len({s.person for s in contributing}), len(contributing)))

    def quotient(stage, name, unit, parts, scale=1):
        own = [(score, pair) for score in scores if (pair := parts(score))]
        whole = sum(pair[1] for _, pair in own)
        if whole > 0:
            add(stage, name, unit, scale * sum(pair[0] for _, pair in own) / whole, [score for score, _ in own])

    def errors(stage, name, unit, values):
        own = [score for score in scores if len(values(score))]
        every = [v for score in own for v in values(score)]
        if every:
            add(stage, f"{name}MAE", unit, np.mean(np.abs(every)), own)
            add(stage, f"{name}bias", unit, np.mean(every), own)

    def compared(name, pairs, has_r):
        known = lambda score: [p for walk in score.walks if (p := pairs(walk))[0] is not None and p[1]]
        errors("trials", name, "%", lambda score: [100 * (found / true - 1) for found, true in known(score)])
        every = np.array([p for score in scores for p in known(score)])
        if has_r and len(every) >= 4:
            add("trials", f"{name}r", "1", np.corrcoef(every.T)[0, 1], [score for score in scores if known(score)])

    errors("steps", "", "%", lambda score: score.step_errors)
    grades = sorted({score.grade for score in scores if score.grade})
    for grade in grades if len(grades) > 1 else []:
        errors("steps", f"{grade}: ", "%", lambda score: score.step_errors if score.grade == grade else [])
    quotient(
        "steps", "false steps where nobody walks", "1/min",
        lambda score: score.false_steps is not None and (score.false_steps, score.seconds), 60)
    quotient(
        "activity", "false walking in tasks without a step", "s/min",
        lambda score: score.label in TASKS_WITHOUT_STEP and (score.walking, score.seconds), 60)
    of_walks = lambda part, whole: lambda score: score.walks and (sum(map(part, score.walks)), sum(map(whole, score.walks)))
    one = lambda walk: 1
    quotient("trials", "marked walks found", "1", of_walks(lambda walk: walk.walking >= 0.5 * walk.seconds, one))
    quotient("trials", "time of marked walks found", "1", of_walks(lambda walk: walk.walking, lambda walk: walk.seconds))
    quotient("trials", "speed of marked walks found", "1", of_walks(lambda walk: walk.speeds[0] is not None, one))
    compared("speed of marked walks ", lambda walk: walk.speeds, True)
    compared("speed of marked walks by bouts ", lambda walk: walk.bout_speeds, True)
    compared("distance of marked walks ", lambda walk: walk.distances, False)
    for task in sorted({trial.name for score in scores for trial in score.trials if not trial.meters}):
        of_task = lambda score: [trial for trial in score.trials if trial.name == task and not trial.meters]
        quotient(
            "trials", f"time of {task} found as walking", "1",
            lambda score: of_task(score) and (
                sum(trial.walking for trial in of_task(score)), sum(trial.seconds for trial in of_task(score))))
    for label in sorted({score.label for score in scores if score.label} - LABELS_WITH_OWN_FIGURES):
        quotient(
            "activity", f"time of {label} found as walking", "1",
            lambda score: score.label == label and (score.walking, score.seconds))
    return rows


def groups(scores):
    """All recordings of a dataset, and those of each site where there are several."""
    sites = sorted({score.recording.site for score in scores})
    whole = [("", scores)]
    return whole + [(site, [s for s in scores if s.recording.site == site]) for site in sites if len(sites) > 1]


# The run


def run(name, own, output):
    """The engine's files of some recordings, computed where they are missing."""
    engine, started = ENGINES[name][2], time.process_time()
    for recording in own:
        folder = output / name / recording.folder.name / recording.name
        if folder.exists():
            continue
        try:
            with contextlib.redirect_stdout(sys.stderr):
                found = engine(recording)
            write(found, folder)
        except Exception:
            folder.mkdir(parents=True)
            (folder / "failure.txt").write_text(traceback.format_exc())
    print(f"{own[0].folder.name}, {name}: {time.process_time() - started:.0f} CPU s", file=sys.stderr)


def is_installed(package):
    try:
        print(f"{package} {importlib.metadata.version(package)}", file=sys.stderr)
        return True
    except importlib.metadata.PackageNotFoundError:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="one folder of recordings per dataset")
    parser.add_argument("--output", type=pathlib.Path, help="where the engines' files go")
    parser.add_argument("--score", type=pathlib.Path, help="only judge the files of this folder, one folder per dataset")
    parser.add_argument("--datasets", help="only these, with commas between")
    parser.add_argument("--engines", help="only these, with commas between")
    options = parser.parse_args()
    if not options.output and not options.score:
        parser.error("give --output or --score")
    warnings.filterwarnings("ignore")
    chosen = [e for e in ENGINES if not options.engines or e in options.engines.split(",")]
    engines = [] if options.score else [name for name in chosen if is_installed(ENGINES[name][0])]
    table = csv.writer(sys.stdout)
    table.writerow(["dataset", "site", "engine", "stage", "figure", "unit", "value", "people", "recordings", "failed"])
    for dataset in sorted(path for path in options.folder.iterdir() if any(path.glob("*.reference.json"))):
        if options.datasets and dataset.name not in options.datasets.split(","):
            continue
        all_of_it = recordings(dataset)
        judged = [(str(options.score), all_of_it, options.score)] if options.score else []
        for name in engines:
            sites = ENGINES[name][1]
            if own := [recording for recording in all_of_it if not sites or recording.site in sites]:
                run(name, own, options.output)
                judged.append((name, own, options.output / name))
        for name, own, files in judged:
            folders = {recording.name: files / dataset.name / recording.name for recording in own}
            scores = [Score(recording, read(folders[recording.name])) for recording in own]
            for site, some in groups(scores) if len(own) == len(all_of_it) else groups(scores)[1:] or [(own[0].site, scores)]:
                failed = sum((folders[score.recording.name] / "failure.txt").exists() for score in some)
                for stage, figure, unit, value, people, count in figures(some):
                    table.writerow([dataset.name, site, name, stage, figure, unit, f"{value:.4g}", people, count, failed])
        sys.stdout.flush()


if __name__ == "__main__":
    main()
