"""The coefficients of a model: each is a number, or the place where a fit wrote it.

A place is `FOLDER/section/…/key` in `Tools/fit/FOLDER/constants.json`; a term of a list goes by its feature, an item by its
number. `exp FOLDER/…` is the exponential of what stands there.
"""
import json
import math
import pathlib

FIT = pathlib.Path(__file__).resolve().parent
DIGITS = 5


def coefficients(path):
    """The numbers of a model file, by name, with every place looked up."""
    model = json.loads(pathlib.Path(path).read_text())
    return {name: value(of) for name, of in model["coefficients"].items()}


def value(of):
    if not isinstance(of, str):
        return of
    is_logarithm = of.startswith("exp ")
    found = looked_up(of.removeprefix("exp "))
    if is_logarithm:
        return round(math.exp(found), DIGITS)
    if isinstance(found, dict) and "low" in found:
        return hinge(found)
    return list(found.values()) if isinstance(found, dict) else found


def looked_up(place):
    folder, *keys = place.split("/")
    found = json.loads((FIT / folder / "constants.json").read_text())
    for key in keys:
        if isinstance(found, list):
            found = next(t for t in found if isinstance(t, dict) and t.get("feature") == key) if not key.isdigit() else found[int(key)]
        else:
            found = found[key]
    return found


def hinge(term):
    """A term as the program holds it: without a knee the slope never changes."""
    return {"low": term["low"], "hinge": term.get("knee", term["high"]), "high": term["high"], "slope": term["slope"],
            "bend": term.get("bend", 0.0)}
