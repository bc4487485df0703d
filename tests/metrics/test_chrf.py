from __future__ import annotations

from typing import Any

import pytest

from tarjih import Chrf, UsageError
from tarjih.text.batch import Batch


def test_rows() -> None:
    """Hypothesis n-grams, reference n-grams, matches; white space does not count."""
    rows = Chrf(char_order=2, word_order=1).stats(Batch.of(["ab ab."], [["ab a"]]))
    # abab. and aba share two a, one b, "ab" and "ba"; the words are ab ab . and ab a
    assert rows.tolist() == [[5, 3, 3, 4, 2, 2, 3, 2, 1]]


def test_order_without_reference_ngrams_is_not_charged() -> None:
    rows = Chrf(char_order=3).stats(Batch.of(["abc"], [["a"]]))
    assert rows.tolist() == [[3, 1, 1, 0, 0, 0, 0, 0, 0]]


def test_first_of_equal_references_counts() -> None:
    rows = Chrf(char_order=1).stats(Batch.of(["ab"], [["ax", "by"]]))
    assert rows.tolist() == [[2, 2, 1]]


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        (Chrf(), "chrF2"),
        (Chrf(word_order=1, beta=3), "chrF3+"),
        (Chrf(word_order=2), "chrF2++"),
    ],
)
def test_name(metric: Chrf, name: str) -> None:
    assert metric.name == name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"char_order": -1}, "char_order and word_order must be ≥ 0"),
        ({"char_order": 0}, "char_order and word_order cannot both be 0"),
        ({"beta": 0}, "beta must be > 0, not 0"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Chrf(**options)
    assert str(caught.value) == message
