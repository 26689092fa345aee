"""Standard errors of the steps, the cadence and the distance of a bout, people and data sets left out.

    python3 stored_errors.py --data DATA --more MORE --results RESULTS --more-results RESULTS

RESULTS and MORE-RESULTS hold what `gait analyze` found, one folder per data set. A recording whose walk came out as several bouts counts as
one: end errors of the bouts add up as squares.

    steps     SE² = ends² b + (share n)²      n contacts found in b bouts
    cadence   SE² = (share f)² + (k f s)² / n           f in steps per minute, s the scatter of the n strides as a share, two of .06 among
                                                        them; k shipped as √2, because strides share steps

The fit is by the interval score of both intervals (T. Gneiting, A. E. Raftery, J. Am. Stat. Assoc. 102:359, 2007): as short as they can be
and still hold the truth, which is what an error is read for; a likelihood needs the tail's shape, and 60 walks do not have it.

Steps are whole numbers. A true count of 33 stands for everything from 32.5 to 33.5, and the share of that which lies in the interval is what
the interval covers (the nonrandomized form of the probability integral transform for counts: C. Czado, T. Gneiting, L. Held, Biometrics
65:1254, 2009). Without it the coverage of 68 % jumps from .50 to .85 at an error of one step. Beside each coverage stands the interval of 95 % that
drawing people (and walks of theirs) again gives.
"""
import argparse
import csv
import glob
import json
import os

import numpy as np
from scipy.optimize import minimize

SITES = {"lower_back": "pelvis", "hip": "pelvis", "waist": "pelvis", "wrist": "wrist"}
INTERVALS = ((1.0, 0.3173), (1.96, 0.05))  # half width in standard errors, share outside
SHIPPED = {"steps, pelvis": (1.05, 0.0145), "steps, elsewhere": (1.05, 0.0145), "steps, wrist": (1.05, 0.06),
           "cadence, pelvis": (0.004, 1.4142), "cadence, elsewhere": (0.004, 1.4142), "asymmetry": (0.034,)}
# The reference's left contacts are 75 ms early there: its left steps are .14 s shorter than the right ones, the stance and double
# support after the left contact .07 s longer, and nothing after the right contact is: twice the shift, and once each.
SHIFTED = ("S08_lower_back_10m_uturn_10m_T3", "S08_lower_back_10m_uturn_10m_T4")
COUNTED = ("voisard_ipol", "voisard_semiogram", "weallwalk", "oxford_steps")


def table(path):
    with open(path) as f:
        return list(csv.DictReader(f))


def number(text):
    try:
        return float(text)
    except ValueError:
        return np.nan


def true_contacts(truth):
    """The reference's contacts, without those that follow another within a quarter of a second: 17 of one patient's right ones."""
    contacts = listed_contacts(truth)
    return contacts if contacts is None else contacts[np.r_[True, np.diff(contacts) > 0.25]]


def listed_contacts(truth):
    for key in ("initial_contacts_s", "initial_contacts"):
        held = truth.get(key)
        if isinstance(held, list) and held and not isinstance(held[0], dict):
            return np.sort(np.array(held, float))
        if isinstance(held, list) and held:
            return np.sort([c.get("time_s", c.get("t_s")) for c in held])
    for side in ("left", "right"):
        if isinstance(truth.get(side), dict):
            return np.sort(np.r_[truth["left"]["initial_contacts_s"], truth["right"]["initial_contacts_s"]])
    return None


def cadence(contacts):
    steps = np.diff(contacts)
    return 60 / np.mean(steps[steps <= 1.5 * np.median(steps)])


def scatter(contacts):
    """How many strides count for the cadence, and how much their times scatter, as a share, with two usual strides among them."""
    strides = contacts[2:] - contacts[:-2]
    if len(strides) < 2:
        return 0, np.nan
    strides = strides[strides <= 1.3 * np.median(strides)]
    own = (len(strides) - 1) * (np.std(strides, ddof=1) / np.mean(strides))**2 if len(strides) > 1 else 0.0
    return len(strides), np.sqrt((own + 2 * 0.06**2) / (len(strides) + 1))


def bout_cadences(folder, results):
    """Bouts of daily activities in the laboratory against those of shoes and cameras that share half of their time or more with them."""
    for path in sorted(glob.glob(f"{folder}/mobgap/*.reference.json")):
        truth, about = json.load(open(path)), json.load(open(path[:-15] + ".json"))
        out = f"{results}/mobgap/{os.path.basename(path)[:-15]}"
        found = np.array([number(c["time_s"]) for c in table(out + "/initial_contacts.csv")])
        for b in table(out + "/bouts.csv"):
            start, end = number(b["start_s"]), number(b["end_s"])
            if b["activity"] != "walking" or not b["cadence_spm"]:
                continue
            n, s = scatter(found[(found > start - 0.01) & (found < end + 0.01)])
            for system in ("INDIP", "Stereophoto"):
                for w in truth.get(system, {}).get("level_walking_bouts", []):
                    shared = min(end, w["end_s"]) - max(start, w["start_s"])
                    if w["cadence_spm"] and shared > 0.5 * max(end - start, w["end_s"] - w["start_s"]):
                        yield dict(dataset="mobgap", person="mobgap:" + about["participant"], site="pelvis", cadence=number(b["cadence_spm"]),
                                   true_cadence=w["cadence_spm"], strides=n, scatter=s)


def rows(folder, results, datasets):
    for name in datasets:
        for path in sorted(glob.glob(f"{folder}/{name}/*.reference.json")):
            truth, about = json.load(open(path)), json.load(open(path[:-15] + ".json"))
            out = f"{results}/{name}/{os.path.basename(path)[:-15]}"
            if not os.path.exists(out + "/bouts.csv"):
                continue
            bouts = [b for b in table(out + "/bouts.csv") if b["activity"] == "walking"]
            found = np.array([number(c["time_s"]) for c in table(out + "/initial_contacts.csv")])
            true = true_contacts(truth)
            limits = truth.get("count_interval_s") or (truth.get("walking_bouts") or [None])[0]
            if isinstance(truth.get("walking"), list) and truth["walking"]:
                limits = truth["walking"][0]
            if limits:
                low, high = limits[0] - 0.5, limits[1] + 0.5
                found = found[(found >= low) & (found <= high)]
                bouts = [b for b in bouts if number(b["end_s"]) > low and number(b["start_s"]) < high]
            steps = len(true) if true is not None else truth.get("step_count")
            if name == "bangle_wrist" and not (truth["grade"] == "controlled" and 0 < steps < 200):
                continue
            if not steps or not bouts:
                continue
            row = dict(dataset=name, person=f"{name}:{about['participant']}", site=SITES.get(about.get("site"), "elsewhere"),
                       steps=steps, found=len(found), bouts=len(bouts), cadence=np.nan, true_cadence=np.nan,
                       seconds=sum(number(b["end_s"]) - number(b["start_s"]) for b in bouts))
            if true is not None and len(true) > 6:
                row["true_cadence"] = cadence(true)
                time = np.array([number(b["end_s"]) - number(b["start_s"]) for b in bouts])
                value = np.array([number(b["cadence_spm"]) for b in bouts])
                known = np.isfinite(value)
                each = [scatter(found[(found > number(b["start_s"]) - 0.01) & (found < number(b["end_s"]) + 0.01)]) for b in bouts]
                row["strides"] = sum(n for n, _ in each)
                row["scatter"] = np.sqrt(sum(n * s**2 for n, s in each if n) / max(row["strides"], 1))
                if known.any():
                    row["cadence"] = np.average(value[known], weights=time[known])
            yield row


def fitted(variance, error, weight, start):
    """The numbers whose intervals score best; each person weighs the same."""
    def loss(log_q):
        deviation = np.sqrt(variance(np.exp(log_q)))
        score = sum(np.sum(weight * (2 * z * deviation + 2 / outside * np.maximum(np.abs(error) - z * deviation, 0)))
                    for z, outside in INTERVALS)
        return np.log(score / np.sum(weight)) + 0.02 * np.sum((log_q - np.log(start))**2)
    return np.exp(minimize(loss, np.log(start), method="Nelder-Mead", options=dict(maxiter=5000)).x)


def covered(error, deviation, z, whole):
    """Of each truth, the share that its interval holds: all or nothing, or of a whole number a part."""
    if not whole:
        return (np.abs(error) < z * deviation).astype(float)
    low, high = np.maximum(np.abs(error) - 0.5, -z * deviation), np.minimum(np.abs(error) + 0.5, z * deviation)
    return np.clip(high - low, 0, 1)


def coverage(error, deviation, people=None, whole=False):
    words, random = f"n {len(error)}", np.random.default_rng(1)
    for (z, _), name in zip(INTERVALS, ("68 %", "95 %")):
        held = covered(error, deviation, z, whole)
        words += f"  {name}: {held.mean():.2f}"
        if people is None or len(set(people)) < 2:
            continue
        groups, drawn = [held[people == p] for p in sorted(set(people))], []
        for _ in range(2000):
            pick = [groups[i] for i in random.integers(0, len(groups), len(groups))]
            again = np.concatenate([g[random.integers(0, len(g), len(g))] for g in pick])
            drawn.append(again.mean())
        words += " ({:.2f}-{:.2f})".format(*np.percentile(drawn, (2.5, 97.5)))
    return words


def judge(title, held, error, variance, start):
    """Each person weighs the same."""
    people, sets = np.array([r["person"] for r in held]), np.array([r["dataset"] for r in held])
    weight, whole = np.array([1 / np.sum(people == p) for p in people]), title.startswith("steps")
    take = lambda m: fitted(lambda q: variance(q, m), error[m], weight[m], start)
    every = take(np.ones(len(held), bool))
    print(f"{title}: fitted {every.round(4)}; {coverage(error, np.sqrt(variance(every, slice(None))), whole=whole)}")
    for name, group in (("people", people), ("data sets", sets)):
        deviation = np.zeros(len(held))
        if len(set(group)) < 2:
            continue
        for g in set(group):
            deviation[group == g] = np.sqrt(variance(take(group != g), group == g))
        print(f"   {name} left out: {coverage(error, deviation, people, whole)}")
        for d in sorted(set(sets)):
            print(f"      {d}: {coverage(error[sets == d], deviation[sets == d], whole=whole)}")
    deviation = np.sqrt(variance(np.array(SHIPPED[title]), slice(None)))
    print(f"   shipped {SHIPPED[title]}: {coverage(error, deviation, people, whole)}")
    return every


def asymmetries(data, results):
    """|ln ratio| of the feet's step times, ours and the shoes', off turns and ends."""
    for name in ("voisard_ipol", "voisard_semiogram"):
        for path in sorted(glob.glob(f"{data}/{name}/*.reference.json")):
            truth, about = json.load(open(path)), json.load(open(path[:-15] + ".json"))
            bouts = table(f"{results}/{name}/{os.path.basename(path)[:-15]}/bouts.csv")
            if os.path.basename(path)[:-15] in SHIFTED:
                continue
            t, foot = np.array(truth["initial_contacts_s"]), np.array(truth["initial_contacts_foot"])
            d = np.diff(t)
            use = (d > 0.55 * np.median(d)) & (d < 1.7 * np.median(d)) & (foot[1:] != foot[:-1])
            use &= (t[:-1] > t[0] + 0.8) & (t[1:] < t[-1] - 0.8)
            turns = truth.get("uturn") or []
            for a, b in [turns] if turns and not isinstance(turns[0], list) else turns:
                use &= ~((t[1:] > a) & (t[:-1] < b))
            known = [(number(b["step_time_asymmetry"]), number(b["n_steps"])) for b in bouts if b["step_time_asymmetry"]]
            if not known or use.sum() < 8:
                continue
            own = [np.median(np.log(d[use & (foot[1:] == f)])) for f in "LR"]
            yield dict(dataset=name, person=f"{name}:{about['participant']}", true=abs(own[0] - own[1]),
                       found=np.average([k[0] for k in known], weights=[k[1] for k in known]))


def distances(data, results, name, key):
    """Error and standard error of the distance: the speed's share and the steps' error, times a step."""
    for path in sorted(glob.glob(f"{data}/{name}/*.reference.json")):
        truth = json.load(open(path))
        bouts = [b for b in table(f"{results}/{name}/{os.path.basename(path)[:-15]}/bouts.csv")
                 if b["activity"] == "walking" and b["distance_m"]]
        if bouts:
            meters, steps = sum(number(b["distance_m"]) for b in bouts), sum(number(b["n_steps"]) for b in bouts)
            share = np.mean([number(b["walking_speed_se_mps"]) / number(b["walking_speed_mps"]) for b in bouts])
            ends, missed = SHIPPED["steps, elsewhere"]
            yield meters - truth[key], np.hypot(share * meters, meters / steps * np.sqrt(ends**2 * len(bouts) + (missed * steps)**2))


def main():
    p = argparse.ArgumentParser()
    for name in ("data", "more", "results", "more-results"):
        p.add_argument("--" + name, required=True)
    a = p.parse_args()
    held = list(rows(a.data, a.results, COUNTED)) + list(
        rows(a.more, a.more_results, ("bangle_wrist", "ubicomp13", "sensorlogger_steps")))
    for site in ("pelvis", "elsewhere", "wrist"):
        own = [r for r in held if r["site"] == site]
        if not own:
            continue
        n, b = np.array([r["found"] for r in own], float), np.array([r["bouts"] for r in own], float)
        error = n - np.array([r["steps"] for r in own], float)
        judge(f"steps, {site}", own, error, lambda q, m: q[0]**2 * b[m] + (q[1] * n[m])**2, np.array([1.0, 0.01]))
        known = [r for r in own if np.isfinite(r["cadence"]) and np.isfinite(r["true_cadence"])]
        known += [r for r in bout_cadences(a.data, a.results) if r["site"] == site]
        if len(known) > 5:
            f, s, n = (np.array([r[key] for r in known], float) for key in ("cadence", "scatter", "strides"))
            error = f - np.array([r["true_cadence"] for r in known])
            judge(f"cadence, {site}", known, error, lambda q, m: (q[0] * f[m])**2 + (q[1] * f[m] * s[m])**2 / n[m], np.array([0.003, 1.2]))
    own = list(asymmetries(a.data, a.results))
    error = np.array([r["found"] - r["true"] for r in own])
    judge("asymmetry", own, error, lambda q, m: q[0]**2 * np.ones(len(error))[m], np.array([0.03]))
    for folder, results, name, key in ((a.data, a.results, "voisard_ipol", "total_distance_m_nominal"),
                                       (a.more, a.more_results, "indoor_waypoints", "path_m"),
                                       (a.more, a.more_results, "stride_ict", "distance_m_between_first_and_last_label")):
        pairs = np.array(list(distances(folder, results, name, key)))
        print(f"distance, {name}: {coverage(pairs[:, 0], pairs[:, 1])}")


if __name__ == "__main__":
    main()
