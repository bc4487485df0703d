from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tarjih import Bleu, DataError, UnknownName, UsageError, score
from tarjih.text.batch import Batch

HYPOTHESIS = "the cat the cat on the mat"
REFERENCES = ["the cat is on the mat", "there is a cat near the mat"]


def segment(metric: Bleu, hypothesis: str, references: list[str]) -> float:
    return float(metric.score(metric.stats(Batch.of([hypothesis], [references])))[0])


def test_rows() -> None:
    """Lengths, then matches and totals by order, clipped by the best reference."""
    rows = Bleu().stats(Batch.of([HYPOTHESIS], [REFERENCES]))
    assert rows.tolist() == [[7, 7, 5, 3, 1, 0, 7, 6, 5, 4]]


@pytest.mark.parametrize(
    ("lengths", "closest"),
    [((5, 9), 5), ((9, 5), 5), ((6, 8), 6), ((8, 6), 6), ((7, 1), 7), ((0, 20), 0)],
)
def test_closest_length(lengths: tuple[int, int], closest: int) -> None:
    """Of two equally close lengths the shorter one counts."""
    references = [" ".join("x" * length) for length in lengths]
    rows = Bleu().stats(Batch.of([" ".join("a" * 7)], [references]))
    assert rows[0, 1] == closest


# 5/7 · 3/6 · 1/5 · no match in 4 fourgrams, then smoothed
@pytest.mark.parametrize(
    ("options", "last"),
    [
        ({}, 0.5 / 4),
        ({"smooth_method": "floor"}, 0.1 / 4),
        ({"smooth_method": "floor", "smooth_value": 0.3}, 0.3 / 4),
        ({"smooth_method": "none"}, 0.0),
    ],
)
def test_smoothing(options: dict[str, Any], last: float) -> None:
    expected = 100 * (5 / 7 * 3 / 6 * 1 / 5 * last) ** 0.25
    assert segment(Bleu(**options), HYPOTHESIS, REFERENCES) == pytest.approx(expected)


def test_bleu_plus_one() -> None:
    """One is added above order 1 (Nakov et al. 2012)."""
    expected = 100 * (5 / 7 * 4 / 7 * 2 / 6 * 1 / 5) ** 0.25
    found = score([HYPOTHESIS], refs=[REFERENCES], metrics=["bleu+1"])["bleu+1"]
    assert found.segments[0] == pytest.approx(expected)
    assert found.metric.name == "BLEU+1"


def test_epsilon() -> None:
    """0.001 is added to matches and totals of every order (Bouamor et al. 2014)."""
    e = 1e-3
    ratios = [(5 + e) / (7 + e), (3 + e) / (6 + e), (1 + e) / (5 + e), e / (4 + e)]
    found = score([HYPOTHESIS], refs=[REFERENCES], metrics=["bleu-eps"])["bleu-eps"]
    assert found.segments[0] == pytest.approx(100 * np.prod(ratios) ** 0.25)
    assert dict(found.signature.items)["smooth"] == "epsilon[0.001]"


def test_epsilon_never_gives_zero() -> None:
    assert segment(Bleu(smooth_method="epsilon"), "no match", ["at all"]) > 0
    assert segment(Bleu(smooth_method="epsilon"), "", ["at all"]) == 0


def test_order_is_in_the_recipe() -> None:
    assert "order" not in Bleu().parameters()
    assert Bleu(max_ngram_order=2).parameters()["order"] == "2"


def test_segments_take_effective_order() -> None:
    found = score(["a b"], refs=[["a b"]])["bleu"]
    assert found.segments[0] == pytest.approx(100)
    assert found.corpus == 0
    assert dict(found.signature.items)["eff"] == "no"
    assert dict(found.segment_signature.items)["eff"] == "yes"


def test_components() -> None:
    """Guzmán et al. 2017, section 5.1."""
    metric = Bleu()
    rows = metric.stats(
        Batch.of([HYPOTHESIS, ""], [["the cat is on the mat here"], ["a"]])
    )
    found = dict(zip(metric.component_names(), metric.components(rows).T, strict=True))
    assert found["precision1"].tolist() == pytest.approx([5 / 7, 0])
    assert found["match2"].tolist() == [3, 0]
    assert found["total4"].tolist() == [4, 0]
    assert found["hyp_len"].tolist() == [7, 0]
    assert found["ref_len"].tolist() == [7, 1]
    assert found["ratio"].tolist() == [1, 0]
    assert found["brevity"].tolist() == [1, 0]
    assert len(found) == 16


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"smooth_method": "zzz"},
            UnknownName,
            "unknown smoothing 'zzz'; known: add-k, epsilon, exp, floor, none",
        ),
        (
            {"smooth_method": "flor"},
            UnknownName,
            "unknown smoothing 'flor'; did you mean 'floor'?",
        ),
        (
            {"tokenize": "13b"},
            UnknownName,
            "unknown tokenizer '13b'; did you mean '13a'?",
        ),
        ({"max_ngram_order": 0}, UsageError, "max_ngram_order must be ≥ 1, not 0"),
        ({"smooth_value": -1.0}, UsageError, "smooth_value must be ≥ 0, not -1.0"),
        (
            {"smooth_value": float("nan")},
            UsageError,
            "smooth_value must be ≥ 0, not nan",
        ),
    ],
)
def test_bad_options(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        Bleu(**options)
    assert str(caught.value) == message


def test_lone_surrogate() -> None:
    message = r"^text with a lone surrogate cannot be encoded: 'a \\ud800'; decode "
    with pytest.raises(DataError, match=message):
        score(["fine", "a \ud800"], refs=["x", "y"])
    with pytest.raises(DataError, match=message):
        score(["fine", "a \ud800"], refs=["x", "y"], metrics=[Bleu(tokenize="ar")])
