"""Copies of a store: which file is made, handed out and taken away."""
import os
import pathlib
import sqlite3

import pytest
from conftest import GAIT

import gaitkit


@pytest.fixture
def sites(gait, tmp_path, monkeypatch):
    """Two sites with a store each, of which the second has a copy of its own; the program stands in the first."""
    for name in ("A", "B"):
        (tmp_path / name).mkdir()
        gait("simulate", "--history", "steady", "--participant", f"P{name}", "--days", "1", "--store",
             tmp_path / name / "study.gait", "--quiet")
    gait("store", "copy", "--store", tmp_path / "B/study.gait", "--output", tmp_path / "B/copy.gait", "--quiet")
    monkeypatch.chdir(tmp_path / "A")
    return tmp_path


def people(path):
    return set(gaitkit.Store(path, program=GAIT).holdings().participant)


def test_the_copy_that_was_made_goes_wherever_the_program_is(sites):
    copy = gaitkit.Store("study.gait", program=GAIT).copy("copy.gait")
    os.chdir("../B")
    with copy as path:
        assert path == os.fspath(sites / "A/copy.gait")
        os.chdir("..")
        assert people(path) == {"PA"}
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        os.chdir("B")
    assert sorted(os.listdir(sites / "A")) == ["study.gait"]
    assert people(sites / "B/copy.gait") == {"PB"}


def test_what_stands_in_the_place_of_a_copy_stays(sites):
    store = gaitkit.Store("study.gait", program=GAIT)
    (sites / "A/notes.txt").write_text("mine")
    for name, words in (("../B/copy.gait", "is there already"), ("notes.txt", "is there already"), ("../B", "is a folder"),
                        ("study.gait", "study.gait")):
        with pytest.raises(gaitkit.ProgramError, match=words), store.copy(name):
            raise AssertionError(f"{name} was taken for a copy")
    assert pathlib.Path("notes.txt").read_text() == "mine"
    assert people("study.gait") == {"PA"} and people("../B/copy.gait") == {"PB"}


def test_a_path_goes_through_links_as_the_system_has_it(sites):
    # What lies above the folder that a link leads to, and not above the link.
    (sites / "far/inner").mkdir(parents=True)
    os.rename(sites / "B/study.gait", sites / "far/study.gait")
    os.symlink(sites / "far/inner", "link")
    assert people("link/../study.gait") == {"PB"}
    with gaitkit.Store("link/../study.gait", program=GAIT).copy("link/../copy.gait") as path:
        assert os.listdir(sites / "far").count("copy.gait") == 1
        assert people(path) == {"PB"}
    assert sorted(os.listdir(sites / "far")) == ["inner", "study.gait"]
