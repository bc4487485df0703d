"""What every metric in the registry promises."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from strategies import corpora
from tarjih.metrics import METRICS
from tarjih.scoring import fit_metrics, segment_metric
from tarjih.text.batch import Batch
from tarjih.types import Metric

Corpus = tuple[list[str], list[list[str]]]
# A word in front of every line: no reference corpus is empty.
TEXTS = ["the cat sat on the mat .", "a second, longer line: 3.5 cats", "x"]

pytestmark = pytest.mark.parametrize("name", METRICS.entries)


def make(name: str, references: list[list[str]]) -> Metric:
    """Create a metric and fit it where it must be."""
    lines = Batch.of_lines(line for segment in references for line in segment)
    return fit_metrics({name: METRICS.create(name)}, lambda: [lines])[name]


def with_words(corpus: Corpus) -> Corpus:
    """Give every reference a word."""
    return corpus[0], [[f"word {line}" for line in refs] for refs in corpus[1]]


@given(corpora())
def test_rows_add_up(name: str, corpus: Corpus) -> None:
    """Scoring a corpus in parts gives the same rows as scoring it whole."""
    hypotheses, references = with_words(corpus)
    metric = make(name, references)
    whole = metric.stats(Batch.of(hypotheses, references))
    parts = [
        metric.stats(Batch.of([hypothesis], [refs]))
        for hypothesis, refs in zip(hypotheses, references, strict=True)
    ]
    np.testing.assert_allclose(whole, np.concatenate(parts), rtol=1e-12)
    assert whole.dtype == np.float64
    assert whole.shape[0] == len(hypotheses)


@given(corpora())
def test_scores_are_finite_and_pure(name: str, corpus: Corpus) -> None:
    """A number for a row, for rows and for a stack of rows; nothing is changed."""
    hypotheses, references = with_words(corpus)
    metric = make(name, references)
    rows = metric.stats(Batch.of(hypotheses, references))
    before = rows.copy()
    for scored in (metric, segment_metric(metric)):
        segments = scored.score(rows)
        assert segments.shape == (len(rows),)
        assert np.isfinite(segments).all()
        for one, row in zip(segments, rows, strict=True):
            assert float(scored.score(row)) == pytest.approx(one, rel=1e-12, abs=1e-12)
        stacked = scored.score(np.stack([rows, rows]))
        np.testing.assert_allclose(stacked, [segments, segments])
    np.testing.assert_array_equal(rows, before)


@given(corpora(max_references=2))
@settings(max_examples=50)
def test_systems_share_references(name: str, corpus: Corpus) -> None:
    """A batch of several systems has the rows of each of them."""
    hypotheses, references = with_words(corpus)
    systems = [hypotheses, [refs[-1] for refs in references]]
    metric = make(name, references)
    together = metric.stats(Batch.of_systems(systems, references))
    alone = [metric.stats(Batch.of(system, references)) for system in systems]
    np.testing.assert_allclose(together, np.concatenate(alone), rtol=1e-12)


def test_perfect_is_best(name: str) -> None:
    references = [[text] for text in TEXTS]
    metric = make(name, references)
    worse = ["the dog sat on a mat .", "a second line", "y"]
    scores = [
        float(metric.score(metric.stats(Batch.of(texts, references)).sum(axis=0)))
        for texts in (TEXTS, worse)
    ]
    if name == "length-ratio":
        assert scores[0] == 100
    else:
        assert (scores[0] > scores[1]) == metric.higher_is_better


def test_is_a_value(name: str) -> None:
    """Frozen, picklable, and with a recipe of plain strings."""
    metric = make(name, [[text] for text in TEXTS])
    with pytest.raises(FrozenInstanceError):
        metric.tokenize = "char"  # type: ignore[attr-defined]
    again: Metric = pickle.loads(pickle.dumps(metric))
    batch = Batch.of(TEXTS, [[text] for text in TEXTS])
    np.testing.assert_array_equal(again.stats(batch), metric.stats(batch))
    recipe: dict[str, Any] = metric.parameters()
    assert all(isinstance(part, str) for item in recipe.items() for part in item)
    assert METRICS.entry(name).summary
