"""Turns simulated truths into those of a laboratory system: laboratory.py FOLDER

NAME.reference.json of `gait simulate` says what really happened; a walkway that sees the level walks would have written
the same in this form. People are called by the seed at the end of a recording's name.
"""

import json
import re
import sys
from pathlib import Path

for path in sorted(Path(sys.argv[1]).glob("*.reference.json")):
    truth = json.loads(path.read_text())
    name = path.name.removesuffix(".reference.json")
    description = path.with_name(f"{name}.json")
    about = json.loads(description.read_text())
    about["participant"] = "P" + re.search(r"\d+$", name).group().zfill(2)
    description.write_text(json.dumps(about, indent=1))
    if "level_walking_bouts" not in truth:
        continue
    contacts = list(zip(truth["initial_contacts_s"], truth["initial_contacts_foot"]))
    bouts = []
    for bout in truth["level_walking_bouts"]:
        own = [(second, foot) for second, foot in contacts if bout["start_s"] <= second <= bout["end_s"]]
        bouts.append({key: bout.get(key) for key in (
            "start_s", "end_s", "walking_speed_mps", "stride_length_m", "cadence_spm")} | {
            "initial_contacts_s": [second for second, _ in own],
            "initial_contacts_foot": ["Left" if foot == "L" else "Right" for _, foot in own],
            "strides": [stride | {"duration_s": stride["end_s"] - stride["start_s"]} for stride in bout["strides"]],
        })
    path.write_text(json.dumps({"walkway": {"fs": about["sampling_rate_hz"], "walking_bouts": bouts}}))
