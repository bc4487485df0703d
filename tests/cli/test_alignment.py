"""Options of the metrics that align words, and `tarjih tune`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tarjih import Aas, Has, Mas, VectorCosine
from tarjih.cli.tune import thresholds
from tarjih.embeddings import Embeddings
from tarjih.embeddings.own import write_own

WORDS = ["cat", "mat", "sat", "rained", "raining", "yes", "no"]
JUDGED = """\
ref\thyp1\thyp2\tpreference
the cat sat on the mat\tthe cat sat on the mat\tcat mat\t1
it was raining\tit rained\tsat it cat\t1
yes\tno\tyes yes\t2
"""


@pytest.fixture(autouse=True)
def files(run: Any) -> None:
    """Vectors and judgments."""
    vectors = np.random.default_rng(3).normal(size=(len(WORDS), 6)) + 0.3
    table = Embeddings.of("pets", WORDS, vectors.astype(np.float32))
    write_own("pets.safetensors", table)
    Path("own.tsv").write_text(JUDGED, "utf-8")


@pytest.mark.parametrize(
    ("options", "metric"),
    [
        ("-m mas", Mas()),
        ("-m mas-f", Mas(part="f")),
        ("-m mas --align-threshold .5", Mas(threshold=0.5)),
        ("-m aas --align-threshold none", Aas(threshold=None)),
        ("-m has --align-unknown zero", Has(unknown="zero")),
        ("-m w2v-cos --align-unknown hash", VectorCosine(unknown="hash")),
        ("-m w2v-cos --align-case-sensitive", VectorCosine(lowercase=False)),
        ("-m mas -tok char", Mas(tokenize="char")),
    ],
)
def test_options(run: Any, options: str, metric: Any) -> None:
    """They are the fields of the metric."""
    ran = run(f"score ref.txt -i good.txt -f json {options}")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["name"] == metric.name
    wanted = metric.parameters()
    assert {key: found[key] for key in wanted} == wanted


def test_file_and_idf(run: Any) -> None:
    """Only with idf are references read twice."""
    options = "-m mas --align-embeddings pets.safetensors"
    plain = json.loads(run(f"score ref.txt -i good.txt -f json {options}").out)
    assert plain["emb"].startswith("pets-")
    weighed = run(f"score ref.txt -i good.txt -f json --align-idf {options}")
    assert json.loads(weighed.out)["idf"] == "yes"
    references = Path("ref.txt").read_text("utf-8")
    piped = run(f"score - -i good.txt -f json {options}", references)
    assert json.loads(piped.out)["score"] == plain["score"]
    assert run(f"score - -i good.txt --align-idf {options}", references).err == (
        "tarjih: mas reads the references twice: give a file, not '-'\n"
    )


def test_tune(run: Any) -> None:
    """What is chosen is what `score` takes."""
    ran = run("tune mas --on own.tsv --step .25 -o mas.json --align-unknown zero")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].split() == ["threshold", "average", "own", "best"]
    assert [line.split()[0] for line in lines[2:6]] == ["0", "0.25", "0.5", "0.75"]
    assert lines[7].startswith("MAS: threshold ")
    assert "|thr:swept|" in lines[8]
    config = json.loads(Path("mas.json").read_text("utf-8"))
    assert config["unknown"] == "zero"
    assert config["chosen"]["on"] == ["own"]
    scored = run(
        "score ref.txt -i good.txt -m mas bleu --align-config mas.json -f json"
    )
    found = json.loads(scored.out)[-1]
    assert (found["name"], found["unk"]) == ("MAS", "zero")
    assert found["thr"] == f"{config['threshold']:g}"
    over = "--align-unknown drop --align-threshold .9"
    scored = run(
        f"score ref.txt -i good.txt -m mas --align-config mas.json {over} -f json"
    )
    assert json.loads(scored.out)["unk"] == "drop"
    assert json.loads(scored.out)["thr"] == "0.9"


@pytest.mark.parametrize("form", ["md", "latex", "tsv", "json"])
def test_formats(run: Any, form: str) -> None:
    ran = run(f"tune has --on own.tsv --tau wmt14 --step .5 --align-idf -f {form}")
    assert ran.code == 0
    if form == "json":
        data = json.loads(ran.out)
        assert data["thresholds"] == [0, 0.5]
        assert data["values"]["own"] == data["average"]
    else:
        assert "threshold" in ran.out


def test_plot(run: Any) -> None:
    pytest.importorskip("matplotlib")
    for name in ("one.svg", "two.svg"):
        assert run(f"tune aas --on own.tsv --step .2 --plot {name}").code == 0
    one = Path("one.svg").read_bytes()
    assert b"tau (wmt12)" in one
    assert one == Path("two.svg").read_bytes()
    ran = run("tune aas --on own.tsv --step .5 --plot none/p.svg")
    assert (ran.code, ran.err) == (
        1,
        "tarjih: none/p.svg: cannot be written: No such file or directory\n",
    )


def test_plot_needs_matplotlib(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = run("tune aas --on own.tsv --step .5 --plot p.svg")
    assert (ran.code, ran.err) == (
        2,
        "tarjih: a plot needs: pip install 'tarjih[report]'\n",
    )


def test_thresholds() -> None:
    assert len(thresholds(0.01)) == 100
    assert thresholds(0.01)[-1] == 0.99
    assert thresholds(0.3) == [0, 0.3, 0.6, 0.9]


SOUND = {"metric": "mas", "threshold": 0.2}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "c.json: is not JSON: Expecting property name enclosed in double quotes"),
        ([], "c.json: is not the JSON object that `tarjih tune` writes"),
        (
            {"metric": "bleu"},
            "c.json: 'metric' is 'bleu', not one of aas, has, mas, mas-f, mas-p, mas-r",
        ),
        (
            {**SOUND, "thr": 1},
            "c.json: unknown key 'thr'; known: embeddings, unknown, lowercase, ",
        ),
        ({**SOUND, "idf": 1}, "c.json: 'idf' cannot be 1"),
        (
            {**SOUND, "vectors": "glove-00000000"},
            "c.json: was tuned with glove-00000000, but glove is glove-",
        ),
        (
            {**SOUND, "metric": "has"},
            "c.json is for has, which is not asked for: -m has",
        ),
        ({**SOUND, "threshold": 3}, "the threshold is 0 to 1, or none, not 3"),
    ],
)
def test_bad_configs(run: Any, content: Any, message: str) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    Path("c.json").write_text(text, "utf-8")
    ran = run("score ref.txt -i good.txt -m mas --align-config c.json")
    assert ran.code in (1, 2)
    assert ran.err.startswith(f"tarjih: {message}")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "score ref.txt -i good.txt -m mas --align-config none.json",
            "none.json: cannot be read: No such file or directory",
        ),
        (
            "score ref.txt -i good.txt -m mas --align-threshold high",
            "Invalid value for '--align-threshold': 'high' is neither a number ",
        ),
        (
            "tune mas --on own.tsv --align-threshold .2",
            "the threshold is what is tuned: leave the option out",
        ),
        (
            "tune mas --on own.tsv --step .5 -o none/c.json",
            "none/c.json: cannot be written: No such file or directory",
        ),
        ("tune mas", "Missing option '--on'."),
    ],
)
def test_mistakes(run: Any, line: str, message: str) -> None:
    ran = run(line)
    assert ran.code in (1, 2)
    assert ran.err.startswith(f"tarjih: {message}")
