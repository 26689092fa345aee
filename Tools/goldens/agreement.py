#!/usr/bin/env python3
"""Makes the golden data of agreement with pingouin and SciPy.

ICC with intervals and correlation with its interval are pingouin's; limits of agreement, detectable change and
quantiles follow their papers with SciPy's distributions. Inputs stand beside the answers.
"""

import json
import pathlib
import warnings

import numpy as np
import pandas as pd
import pingouin as pg
from scipy import stats

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "GaitValidationTests" / "Goldens"
REACH = stats.norm.ppf(0.975)


def people(seed, count, repeats, bias, noise, slope=1.0, spread=0.25):
    """Pairs as `participant, truth, found, error` with few digits."""
    dice = np.random.Generator(np.random.PCG64(seed))
    rows = []
    for person in range(count):
        own = dice.normal(scale=0.6 * noise)
        middle = dice.normal(1.1, spread)
        for _ in range(repeats[person % len(repeats)]):
            truth = middle + dice.normal(scale=0.08)
            found = 1.1 + slope * (truth - 1.1) + bias + own + dice.normal(scale=noise)
            rows.append((f"P{person:02}", round(truth, 4), round(found, 4), round(noise * dice.uniform(0.5, 2), 4)))
    return pd.DataFrame(rows, columns=["participant", "truth", "found", "error"])


def icc(pairs, kind):
    """pingouin's coefficient and interval; its table rounds the interval, so the unrounded one is taken where
    the installed release gives it."""
    long = pd.concat(
        [
            pd.DataFrame({"target": range(len(pairs)), "rater": name, "value": pairs[name].to_numpy()})
            for name in ("truth", "found")
        ]
    )
    table = pg.intraclass_corr(data=long, targets="target", raters="rater", ratings="value")
    names = {"agreement": ("ICC2", "ICC(A,1)"), "consistency": ("ICC3", "ICC(C,1)")}[kind]
    row = table[table["Type"].isin(names)].iloc[0]
    interval = next(row[name] for name in ("CI95%", "CI95") if name in row.index)
    return [float(row["ICC"]), float(interval[0]), float(interval[1])]


def limits(pairs):
    """Bland and Altman 1999: of single pairs with intervals, of repeated ones from the analysis of variance."""
    error = (pairs["found"] - pairs["truth"]).to_numpy()
    n = len(error)
    groups = [group.to_numpy() for _, group in (pairs["found"] - pairs["truth"]).groupby(pairs["participant"])]
    if all(len(group) == 1 for group in groups):
        deviation = error.std(ddof=1)
        t = stats.t.ppf(0.975, n - 1)
        half = t * deviation * np.sqrt(1 / n + REACH**2 / (2 * (n - 1)))
        bias = t * deviation / np.sqrt(n)
        low, high = error.mean() - REACH * deviation, error.mean() + REACH * deviation
        return {
            "sd": deviation,
            "bias_interval": [error.mean() - bias, error.mean() + bias],
            "lower_limit": [low, low - half, low + half],
            "upper_limit": [high, high - half, high + half],
        }
    k = len(groups)
    within = sum(((group - group.mean()) ** 2).sum() for group in groups) / (n - k)
    between = sum(len(group) * (group.mean() - error.mean()) ** 2 for group in groups) / (k - 1)
    f, _ = stats.f_oneway(*groups)
    assert np.isclose(f, between / within)
    sizes = np.array([len(group) for group in groups])
    weight = (sizes.sum() ** 2 - (sizes**2).sum()) / ((k - 1) * sizes.sum())
    deviation = np.sqrt(max(0, (between - within) / weight) + within)
    return {
        "sd": deviation,
        "within_sd": np.sqrt(within),
        "lower_limit": [error.mean() - REACH * deviation],
        "upper_limit": [error.mean() + REACH * deviation],
    }


def case(name, pairs):
    error = pairs["found"] - pairs["truth"]
    corr = pg.corr(pairs["truth"], pairs["found"]).iloc[0]
    interval = next(corr[key] for key in ("CI95%", "CI95") if key in corr.index)
    anova = limits(pairs)
    return {
        "name": name,
        "pairs": pairs.to_dict(orient="records"),
        "bias": error.mean(),
        "mae": error.abs().mean(),
        "rmse": np.sqrt((error**2).mean()),
        "relative_percent": (100 * error.abs() / pairs["truth"].abs()).mean(),
        "icc_agreement": icc(pairs, "agreement"),
        "icc_consistency": icc(pairs, "consistency"),
        "correlation": [float(corr["r"]), float(interval[0]), float(interval[1])],
        "mdc": REACH * np.sqrt(2) * error.std(ddof=1) / np.sqrt(2),
        "coverage_68": (error.abs() <= pairs["error"]).mean(),
        "coverage_95": (error.abs() <= REACH * pairs["error"]).mean(),
        **anova,
    }


def drawn(pairs):
    """The interval of the mean absolute error over people, by SciPy's bootstrap of the persons' sums."""
    error = (pairs["found"] - pairs["truth"]).abs()
    sums = error.groupby(pairs["participant"]).sum().to_numpy()
    counts = error.groupby(pairs["participant"]).count().to_numpy()
    result = stats.bootstrap(
        (sums, counts), lambda s, n, axis=-1: s.sum(axis=axis) / n.sum(axis=axis), paired=True,
        vectorized=True, n_resamples=20000, method="percentile", random_state=np.random.default_rng(1))
    return [float(result.confidence_interval.low), float(result.confidence_interval.high)]


def quantiles():
    points = []
    for share in (0.025, 0.5, 0.95, 0.975):
        for top, bottom in ((1, 3), (1, 40), (4, 4), (11, 11), (57, 1.37), (2.6, 57), (300, 300), (3, 2000)):
            points.append([share, top, bottom, float(stats.f.ppf(share, top, bottom))])
    return points


def main():
    warnings.simplefilter("ignore")
    # pingouin rounds intervals to two digits unless told otherwise.
    pg.options["round"] = None
    pg.options["round.column.CI95%"] = None
    pg.options["round.column.CI95"] = None
    single = people(1, 14, [1], 0.02, 0.05)
    repeated = people(2, 9, [1, 4, 7, 3], -0.03, 0.06)
    content = {
        "made_with": {"pingouin": pg.__version__, "scipy": __import__("scipy").__version__},
        "cases": [
            case("one pair per person", single),
            case("five people, large bias", people(3, 5, [1], 0.4, 0.1)),
            case("no agreement", people(4, 20, [1], 0.0, 0.4, slope=-0.2, spread=0.05)),
            case("several pairs per person", repeated),
            case("equally many pairs per person", people(5, 6, [5], 0.0, 0.1)),
        ],
        "bootstrap": {"case": "several pairs per person", "mae": drawn(repeated)},
        "f_quantiles": quantiles(),
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, separators=(",", ":"), default=float)
    (FOLDER / "agreement.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
