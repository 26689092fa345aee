"""What the finished program found, read from the folder that `gait validate DATA --output RESULTS` wrote."""
import csv
import os

import numpy as np


def table(results, walk, name):
    with open(os.path.join(results, walk.dataset, walk.name, name + ".csv")) as file:
        return list(csv.DictReader(file))


def contacts(results, walk):
    """Initial contacts inside the walk, s."""
    times = np.array([float(r["time_s"]) for r in table(results, walk, "initial_contacts")])
    return times[(times >= walk.start - 0.2) & (times <= walk.end + 0.2)]


def bouts(results, walk):
    """The contacts of each of the recording's bouts, s."""
    rows = table(results, walk, "initial_contacts")
    numbers = sorted({int(r["bout"]) for r in rows})
    return [np.array([float(r["time_s"]) for r in rows if int(r["bout"]) == n]) for n in numbers]
