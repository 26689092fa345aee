"""Keeps constants.json: one section per script, numbers rounded to five digits."""
import json
import os

import numpy as np

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "constants.json")


def plain(value):
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(v) for v in value]
    if isinstance(value, (float, np.floating)):
        return float(f"{value:.5g}")
    if isinstance(value, np.integer):
        return int(value)
    return value


def store(section, values):
    everything = load() if os.path.exists(PATH) else {}
    everything[section] = plain(values)
    with open(PATH, "w") as file:
        json.dump(everything, file, indent=1, sort_keys=True)
        file.write("\n")


def load():
    with open(PATH) as file:
        return json.load(file)
