"""The tables of a study load by the lines of the article, with people and recordings as they are called."""
from conftest import ROOT

import pytest

pandas = pytest.importorskip("pandas")


PEOPLE = ["007", "NA", "nan", "null", "None", "7"]


def test_the_article_keeps_people_called_na(tmp_path, monkeypatch):
    days = loaded("days", "participant,n_steps,distance_m", [f"{name},12," for name in PEOPLE], tmp_path, monkeypatch)
    assert list(days["participant"]) == PEOPLE
    assert days["n_steps"].sum() == 72 and days["distance_m"].isna().all()


def test_the_article_keeps_recordings_called_001(tmp_path, monkeypatch):
    rows = [f"{person},00{number},0{number},lower_back,{number}" for person in PEOPLE for number in (1, 2)]
    bouts = loaded("bouts", "participant,recording,path,site,bout", rows, tmp_path, monkeypatch)
    assert set(bouts["recording"]) == {"001", "002"} and set(bouts["path"]) == {"01", "02"}
    assert bouts["bout"].sum() == 18


def loaded(table, header, rows, folder, monkeypatch):
    """A table of a study as the line of the article reads it."""
    article = (ROOT / "Sources/GaitStudies/GaitStudies.docc/PopulationStudy.md").read_text(encoding="utf-8")
    line = next(line for line in article.splitlines() if line.startswith("days = pandas.read_csv("))
    (folder / "results/tables").mkdir(parents=True)
    (folder / f"results/tables/{table}.csv").write_text("\n".join([header, *rows]) + "\n")
    monkeypatch.chdir(folder)
    found = {}
    exec(line.replace("days.csv", f"{table}.csv"), {"pandas": pandas}, found)
    return found["days"]
