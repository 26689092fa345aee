"""Whole chain, people or datasets left out, judged by the project's scorers.

    python3 evaluate.py --data DATA --cache DIR --score SCORERS [--model trees25|trees80]
"""

import argparse
import json
import os
import pickle
import sys

import numpy as np

import bouts as bt
import frames as fr
import refine
from detect import CHOSEN, RUN_CHOSEN, Hinges, Trees, folds, left_out, running_rows, table
from recordings import RATE, read_all, slow_walks


def prepare(data, cache):
    """Recordings with ridge scores; kept."""
    kept = os.path.join(cache, "scores.pickle")
    if not os.path.exists(kept):
        coefficients = np.array(json.load(open(cache + "/ridge.json")))
        base = read_all(data, cache)
        scores = [(fr.evidence(fr.Frames(fr.slow_stream(r["acc"]), fr.LONG)) @ coefficients)
                  for r in base + slow_walks(base)]
        pickle.dump(scores, open(kept, "wb"))
    base = read_all(data, cache)
    return list(zip(base + slow_walks(base), table(data, cache),
                    pickle.load(open(kept, "rb"))))


def engine_output(r, found):
    """As the scorers read it: bouts with limits, contacts, in the recording's clock."""
    nan = float("nan")
    empty = {k: nan for k in ("walking_speed_mps", "cadence_spm", "double_support_fraction",
                              "stance_fraction", "stride_time_s", "n_steps", "distance_m")}
    rows = [dict(empty, a=p[0] + r["start"], b=p[-1] + r["start"], kind=k, dir="")
            for k, p in found]
    at = np.sort(np.concatenate([p for _, p in found] + [np.zeros(0)])) + r["start"]
    return dict(missing=False, bouts=rows, ic=(at, [""] * len(at)), has_ic=True,
                fc=(np.zeros(0), []), strides=[], gs=None)


def lab(rows, scorer, system="INDIP"):
    """mobgap figures: pooled overlap of bouts, contacts at the tolerances; per trial groups."""
    tp = fp = fn = 0
    groups = []
    for r, found in rows:
        b = r["truth"].get(system, {}).get("walking_bouts") or []
        if not b:
            continue
        reference = [(int(round((x["start_s"] - 0.01) * 100)), int(round(x["end_s"] * 100)))
                     for x in b]
        got = [(int(round(p[0] * 100)), int(round(p[-1] * 100))) for k, p in found if k == "walk"]
        g = scorer.gsd_mobgap(got, reference, len(r["acc"]))
        tp, fp, fn = tp + g["tp"], fp + g["fp"], fn + g["fn"]
        seen = sorted({round(t - 0.01, 4) for x in b for t in x["initial_contacts_s"]
                       if t is not None})
        groups.append(([t for k, p in found if k == "walk" for t in p], seen))
    out = scorer.prf(tp, fp, fn)
    text = f"bouts P {out['precision']:.3f} R {out['recall']:.3f} F1 {out['f1']:.3f}  contacts"
    for tol in (0.05, 0.1, 0.5):
        c = scorer.ic_score(groups, tol)
        text += f"  ±{tol} {c['f1']:.3f}"
    return text + f"  MAE {1e3 * c['mae_s']:.0f} bias {1e3 * c['bias_s']:+.0f} ms"


KEYS = ("ic_f1_0.05", "ic_f1_0.1", "ic_f1_0.5", "ic_bias_ms_0.25", "ic_mae_ms_0.25",
        "ic_out_per_min", "steps_mape", "steps_bias_pct", "cad_mae", "ov_p", "ov_r", "ov_f1",
        "walk_found", "walk_mean_share", "adl_clean_false_s_per_min", "adl_jump_false_s_per_min",
        "adl_jump_false_files", "run_as_walk", "run_walk_share", "run_as_run",
        "stairs_as_gait", "spsw_false_s_per_min_nonwalk")


def score(rows, scorers, quiet=False):
    """Prints and returns the figures; rows = (recording, [(kind, contacts)])."""
    sys.path.insert(0, scorers)
    import score_events, score_lab
    out, result = [], {}
    for r, found in rows:
        about = dict(participant=r["person"], site=r["site"], reference=r["truth"],
                     gaps_interpolated_s=r["gaps"])
        o = score_events.score_recording(about, engine_output(r, found),
                                         r["start"] + len(r["acc"]) / RATE)
        name = r["dataset"] + ("@slow" if r["stretch"] > 1 else "")
        o.update(dataset=name, stem=r["stem"], split="given")
        out.append(o)
    for key, block in score_events.summarize(out).items():
        result[key] = {k: block[k] for k in KEYS if k in block}
        result[key]["adl"] = block.get("adl_by_condition")
        if not quiet:
            print(f"{key.split('|')[0]:24s}", "  ".join(
                f"{k} {block[k]:.3f}" for k in KEYS if k in block))
    if any(r["dataset"] == "mobgap" for r, _ in rows):
        for system in ("INDIP", "Stereophoto"):
            pick = [q for q in rows if q[0]["dataset"] == "mobgap"]
            result["mobgap/" + system] = lab(pick, score_lab, system)
            daily = lab([q for q in pick if "Test11" in q[0]["stem"]], score_lab, system)
            if not quiet:
                print(f"mobgap {system:12s}", result["mobgap/" + system], "\n   Test11", daily)
    return result


MODELS = {"hinges": lambda: Hinges(CHOSEN), "trees25": lambda: Trees(25, CHOSEN, rate=0.3),
          "trees80": lambda: Trees(80, monotone=False)}


def left_out_figures(recordings, scorers, model, key, ridge):
    """The whole chain on every recording, its frame models and its contact correction fitted
    without its group."""
    rows = [q for _, q, _ in recordings]
    walking = left_out(rows, MODELS[model], key)
    running = left_out(running_rows(rows), lambda: Hinges(RUN_CHOSEN), key)
    lab_rows = refine.gather([r for r, _, _ in recordings if r["family"] in ("mobgap", "voisard")],
                             ridge)
    groups = {key(r) for _, r, *_ in lab_rows}
    fits = {g: refine.fit_on([q for q in lab_rows if key(q[1]) != g]) for g in groups}
    everyone, out = refine.fit_on(lab_rows), []
    for r, q, scores in recordings:
        name = r["stem"], r["dataset"]
        correct = fits.get(key(r), everyone) if r["site"] in bt.WAIST else None
        out.append((r, bt.find(r, walking[name], running[name], scores, bt.SETTINGS, correct)))
    return score(out, scorers)


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", required=True)
    ask.add_argument("--cache", default="/tmp/fit_events")
    ask.add_argument("--score", required=True, help="folder of score_events.py and score_lab.py")
    ask.add_argument("--model", choices=MODELS, default="hinges")
    a = ask.parse_args()
    recordings = prepare(a.data, a.cache)
    ridge = np.array(json.load(open(a.cache + "/ridge.json")))
    usual = [q for q in recordings if q[0]["stretch"] == 1]
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "constants.json")
    kept = json.load(open(path))
    kept["bouts"] = bt.SETTINGS
    json.dump(kept, open(path, "w"), indent=1, ensure_ascii=False)
    print("people left out (five folds)")
    left_out_figures(recordings, a.score, a.model, folds([q for q, _, _ in recordings]), ridge)
    print("datasets left out (no slow walks then)")
    left_out_figures(usual, a.score, a.model, lambda r: r["family"], ridge)


if __name__ == "__main__":
    main()
