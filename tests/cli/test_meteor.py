"""METEOR's options on the command line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tarjih.cli import progress
from tarjih.metrics.meteor import Meteor, paraphrases

TABLE = "0.5\nit rained\nit was raining\n"


@pytest.fixture(autouse=True)
def table(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of paraphrases, and an empty cache."""
    monkeypatch.setenv("TARJIH_CACHE", str(tmp_path / "cache"))
    paraphrases.load.cache_clear()
    Path("table.gz").write_bytes(gzip.compress(TABLE.encode()))


@pytest.mark.parametrize(
    ("options", "metric"),
    [
        ("", {}),
        ("-l cs-en", {"language": "en"}),
        ("-l en-de", {"language": "de"}),
        ("-l en-de --meteor-language ru", {"language": "ru"}),
        ("--meteor-task hter --meteor-beam 7", {"task": "hter", "beam": 7}),
        ("--meteor-modules exact,stem", {"modules": ("exact", "stem")}),
        ("--meteor-params .5,1,.5,.5", {"params": (0.5, 1.0, 0.5, 0.5)}),
        ("--meteor-weights 1,.5,.25", {"weights": (1.0, 0.5, 0.25)}),
        ("--meteor-no-norm", {"normalize": False}),
        ("--meteor-no-punct", {"no_punct": True}),
        ("--meteor-characters", {"characters": True}),
        ("--meteor-function-words own", {"function_words": "own"}),
        ("--meteor-paraphrases table.gz", {"paraphrases": "table.gz"}),
    ],
)
def test_options(run: Any, options: str, metric: dict[str, Any]) -> None:
    """They are the fields of the metric."""
    ran = run(f"score ref.txt -i good.txt -m meteor -f json {options}")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    wanted = Meteor(**metric).parameters()
    assert {key: found[key] for key in wanted} == wanted


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--meteor-params .5,a", "'.5,a' is no list of numbers"),
        ("--meteor-params .5,1", "METEOR's parameters are four"),
        (
            "--meteor-modules exat",
            "unknown module of METEOR 'exat'; did you mean",
        ),
        ("--meteor-data nowhere", "nowhere: no such file or folder"),
        ("--meteor-paraphrases nowhere.gz", "nowhere.gz: cannot be read: No such file"),
        ("--meteor-paraphrases ref.txt", "ref.txt:1: a probability is expected"),
    ],
)
def test_mistakes(run: Any, options: str, message: str) -> None:
    ran = run(f"score ref.txt -i good.txt -m meteor {options}")
    assert ran.code in {1, 2}
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_people_see_that_data_are_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only on a terminal, and only of metrics that have something to read."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    metric = Meteor(paraphrases="table.gz")
    progress.prepare([object(), metric], quiet=True)
    assert capsys.readouterr().err == ""
    for place in Path("cache").iterdir():
        place.unlink()
    progress.prepare([metric], quiet=False)
    assert "reading" in capsys.readouterr().err
    assert len(list(Path("cache").iterdir())) == 1
