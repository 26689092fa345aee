"""Text that begins as options do is text all the same, and reaches the command as that."""
import pytest
from conftest import GAIT

import gaitkit

WORDS = ("-h", "--help", "--version", "-q", "--", "--participant", "--store=other.gait", "-1")


@pytest.fixture(scope="module")
def store(gait, tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "study.gait"
    gait("simulate", "--history", "steady", "--participant", "P", "--days", "20", "--store", path, "--quiet")
    return gaitkit.Store(path, program=GAIT)


@pytest.mark.parametrize("word", WORDS)
def test_no_text_is_an_option(store, word):
    for call in (
            lambda: store.samples(word), lambda: store.samples("step-count", participant=word),
            lambda: store.samples(participant=word), lambda: store.samples("step-count", since=word),
            lambda: store.samples("step-count", until=word), lambda: store.samples("step-count", unit=word),
            lambda: store.statistics(word), lambda: store.statistics("step-count", word),
            lambda: store.statistics("step-count", every=word), lambda: store.statistics("step-count", unit=word),
            lambda: store.statistics("step-count", participant=word)):
        with pytest.raises(gaitkit.ProgramError) as said:
            call()
        assert word in str(said.value) and "OVERVIEW" not in str(said.value), said.value


def test_a_person_may_be_called_so(gait, walk, tmp_path):
    path = tmp_path / "study.gait"
    gait("analyze", walk, "--store", path, "--participant=-h", "--start", "2026-05-04T09:30:00+02:00", "--quiet")
    store = gaitkit.Store(path, program=GAIT)
    assert set(store.samples("step-count", participant="-h").participant) == {"-h"}
    assert len(store.statistics("step-count", "sum", participant="-h")) == 1


@pytest.mark.parametrize("words", [
    ["--help"], ["-h"], ["--version"], ["--help-hidden"], ["--participant", "P", "--help"], ["-qh"],
    ["--generate-completion-script", "bash"], ["--experimental-dump-help"]], ids=" ".join)
def test_what_makes_no_estimates_is_said(store, words):
    with pytest.raises(gaitkit.GaitError, match="gait printed|-qh"):
        store.estimate(*words)
    assert len(store.samples("six-minute-walk-distance")) == 0


def test_estimates_are_made_where_nothing_is_new(gait, tmp_path):
    path = tmp_path / "study.gait"
    gait("simulate", "--history", "steady", "--participant", "P", "--days", "20", "--store", path, "--quiet")
    store = gaitkit.Store(path, program=GAIT)
    store.estimate("--participant", "P")
    found = store.samples("six-minute-walk-distance")
    store.estimate()
    store.estimate("--quiet")
    assert len(found) > 0 and store.samples("six-minute-walk-distance").equals(found)
