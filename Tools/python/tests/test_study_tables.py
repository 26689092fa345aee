"""The tables of a study load by the lines of the article, with people as they are called."""
from conftest import ROOT

import pytest

pandas = pytest.importorskip("pandas")


def test_the_article_keeps_people_called_na(tmp_path, monkeypatch):
    article = (ROOT / "Sources/GaitStudies/GaitStudies.docc/PopulationStudy.md").read_text(encoding="utf-8")
    line = next(line for line in article.splitlines() if line.startswith("days = pandas.read_csv("))
    people = ["007", "NA", "nan", "null", "None", "7"]
    (tmp_path / "results/tables").mkdir(parents=True)
    (tmp_path / "results/tables/days.csv").write_text(
        "participant,n_steps,distance_m\n" + "".join(f"{name},12,\n" for name in people))
    monkeypatch.chdir(tmp_path)
    found = {}
    exec(line, {"pandas": pandas}, found)
    assert list(found["days"]["participant"]) == people
    assert found["days"]["n_steps"].sum() == 72 and found["days"]["distance_m"].isna().all()
