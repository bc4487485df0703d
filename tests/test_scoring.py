from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import numpy as np
import pytest
import sacrebleu.metrics as oracle
from hypothesis import given

import tarjih
from strategies import corpora
from tarjih import Bleu, Chrf, MissingExtra, Scores, UnknownName, UsageError, score
from tarjih.scoring import CHUNK, map_in_order

Corpus = tuple[list[str], list[list[str]]]
HYPOTHESES = ["the cat sat on the mat .", "it rains , I think ."]
REFERENCES = [["the cat sat on a mat .", "a cat sat"], ["I think it rains ."]]
NAMES = ["bleu", "chrf++", "ter", "nist"]


@pytest.fixture
def scores() -> Scores:
    return score(HYPOTHESES, refs=REFERENCES, metrics=NAMES)


def test_by_name(scores: Scores) -> None:
    assert list(scores) == NAMES
    assert len(scores) == 4
    streams = list(zip_longest(*REFERENCES))
    expected = oracle.BLEU().corpus_score(HYPOTHESES, streams).score
    assert scores["bleu"].corpus == pytest.approx(expected, abs=1e-9)
    assert scores["bleu"].segments.shape == (2,)
    assert scores["bleu"].rows.shape == (2, 10)
    assert repr(scores).startswith("Scores(bleu: ")


def test_signature(scores: Scores) -> None:
    version = f"tarjih-{tarjih.__version__}"
    signature = scores["chrf++"].signature
    assert (
        str(signature)
        == f"nrefs:var|case:mixed|eff:yes|nc:6|nw:2|space:no|version:{version}"
    )
    assert str(score(["a"], refs=["a"])["bleu"].signature).startswith("nrefs:1|")
    assert scores["bleu"].verbose.startswith("84.6/")
    assert scores["ter"].verbose == ""


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_nothing(threads: int) -> None:
    texts = [f"line {i} of {i % 7} the end ." for i in range(2 * CHUNK + 3)]
    refs = [f"line {i} of {i % 5} , the end ." for i in range(len(texts))]
    one = score(texts, refs=refs, metrics=NAMES)
    many = score(texts, refs=refs, metrics=NAMES, threads=threads)
    for name in NAMES:
        np.testing.assert_array_equal(one[name].rows, many[name].rows)


@given(corpora())
def test_streams_and_segments_agree(corpus: Corpus) -> None:
    """The two ways to give references are transposes of each other."""
    hypotheses, references = corpus
    metrics = ["bleu", "chrf"]
    by_segment = score(hypotheses, refs=references, metrics=metrics)
    streams = list(zip_longest(*references))
    by_stream = score(hypotheses, ref_streams=streams, metrics=metrics)
    for name in metrics:
        np.testing.assert_array_equal(by_segment[name].rows, by_stream[name].rows)


def test_inputs_are_not_changed() -> None:
    hypotheses, references = list(HYPOTHESES), [list(refs) for refs in REFERENCES]
    score(hypotheses, refs=references, metrics=NAMES)
    assert (hypotheses, references) == (HYPOTHESES, REFERENCES)


def test_own_names() -> None:
    metrics = {"words": Bleu(), "characters": Bleu(tokenize="char")}
    found = score(HYPOTHESES, refs=REFERENCES, metrics=metrics)
    assert list(found) == ["words", "characters"]
    assert found["words"].corpus != found["characters"].corpus


def test_metrics_and_names_mix() -> None:
    found = score(HYPOTHESES, refs=REFERENCES, metrics=["BLEU", Chrf(beta=3)])
    assert list(found) == ["bleu", "chrf3"]


def test_interval(scores: Scores) -> None:
    interval = scores["bleu"].interval
    assert interval.low <= interval.mean <= interval.high
    assert (interval.confidence, interval.resamples, interval.seed) == (
        0.95,
        1000,
        12345,
    )
    assert scores["bleu"].bootstrap(10, seed=1).resamples == 10


def test_forms(scores: Scores) -> None:
    found = json.loads(scores.to_json())
    assert found == scores.to_dict()
    assert set(found["bleu"]) == {"score", "signature", "segments"}
    assert scores.to_numpy().shape == (2, 4)
    header, *lines = scores.to_tsv().split("\n")
    assert header == "segment\tbleu\tchrf++\tter\tnist"
    assert [float(line.split("\t")[1]) for line in lines] == list(
        scores["bleu"].segments
    )
    assert scores.to_markdown().startswith("| metric | score | signature |\n| --- |")
    assert scores.to_latex().startswith("\\begin{tabular}{lrl}\n\\toprule\nmetric")
    assert "$\\pm$" in scores.to_latex()


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frame(scores: Scores, library: str) -> None:
    pytest.importorskip(library)
    frame = scores.to_frame(library)
    assert list(frame.columns) == NAMES
    assert frame["bleu"].to_list() == list(scores["bleu"].segments)


def test_frame_is_missing(scores: Scores, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        MissingExtra, match=r"^a pandas frame needs: pip install 'tarjih\[pandas\]'$"
    ):
        scores.to_frame()
    with pytest.raises(
        UsageError, match=r"^a frame is made by pandas or polars, not by 'x'$"
    ):
        scores.to_frame("x")


@pytest.mark.parametrize(
    ("metrics", "error", "message"),
    [
        (["blue"], UnknownName, "unknown metric 'blue'; did you mean 'bleu'?"),
        ("bleu", UsageError, "metrics is a list: metrics=['bleu']"),
        ([], UsageError, "no metrics were asked for"),
        (
            ["bleu", Bleu(lowercase=True)],
            UsageError,
            "two metrics are called 'bleu'; name them yourself: "
            "metrics={'mine': ..., 'other': ...}",
        ),
    ],
)
def test_bad_metrics(metrics: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        score(["a"], refs=["a"], metrics=metrics)
    assert str(caught.value) == message


def test_nothing_to_score() -> None:
    with pytest.raises(UsageError, match=r"^there is nothing to score: no hypotheses"):
        score([], refs=[])


def test_few_items_wait_for_slow_threads() -> None:
    """The look-ahead is bounded, and an error comes out where its item would."""
    taken = 0
    gate = threading.Event()

    def items() -> Iterator[int]:
        nonlocal taken
        for i in range(1000):
            taken += 1
            yield i

    def work(item: int) -> int:
        gate.wait(5)
        if item == 3:
            raise ValueError("three")
        return item

    results = map_in_order(work, items(), 2)
    threading.Timer(0.05, gate.set).start()
    assert next(results) == 0
    assert taken <= 6
    assert [next(results), next(results)] == [1, 2]
    with pytest.raises(ValueError, match="three"):
        next(results)
