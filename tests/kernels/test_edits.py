from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarjih.kernels import edits

Words = list[int]

# Long enough to need more than one 64-bit word of the native kernel.
LINES = st.one_of(
    st.lists(st.integers(0, 3), max_size=12),
    st.lists(st.integers(0, 9), min_size=60, max_size=70),
    st.lists(st.integers(0, 40), min_size=120, max_size=200),
)
REFERENCES = st.lists(LINES, min_size=1, max_size=3)
SEGMENTS = st.lists(st.tuples(LINES, REFERENCES), max_size=3)


@pytest.fixture(scope="session", params=["plain", "native"])
def kernels(request: pytest.FixtureRequest) -> Any:
    if request.param == "plain":
        return edits
    return request.getfixturevalue("native")


def textbook(a: Words, b: Words) -> int:
    distance = {(i, 0): i for i in range(len(a) + 1)}
    distance |= {(0, j): j for j in range(len(b) + 1)}
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            distance[i, j] = min(
                distance[i - 1, j] + 1,
                distance[i, j - 1] + 1,
                distance[i - 1, j - 1] + (a[i - 1] != b[j - 1]),
            )
    return distance[len(a), len(b)]


def unmatched(a: Words, b: Words) -> int:
    extra, missing = Counter(a) - Counter(b), Counter(b) - Counter(a)
    return max(extra.total(), missing.total())


def expected(count: Any, segments: Any) -> Any:
    rows = [
        (min(count(h, r) for r in refs), sum(map(len, refs)) / len(refs))
        for h, refs in segments
    ]
    return np.array(rows, float).reshape(-1, 2)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "word_edits", "bag_edits"),
    [
        ("", "", 0, 0),
        ("a b c", "", 3, 3),
        ("", "a b c", 3, 3),
        ("a b c", "a b c", 0, 0),
        ("a x c", "a b c", 1, 1),
        ("a c", "a b c", 1, 1),
        ("a b b c", "a b c", 1, 1),
        ("b a", "a b", 2, 0),
        ("c d a b", "a b c d", 4, 0),
        ("a a a", "a", 2, 2),
        ("x y", "a b c", 3, 3),
    ],
)
def test_table(
    kernels: Any,
    batch: Any,
    hypothesis: str,
    reference: str,
    word_edits: int,
    bag_edits: int,
) -> None:
    h, r = ([ord(word) for word in line.split()] for line in (hypothesis, reference))
    arrays = batch([(h, [r])])
    assert kernels.word_edits(*arrays).tolist() == [[word_edits, len(r)]]
    assert kernels.bag_edits(*arrays).tolist() == [[bag_edits, len(r)]]


def test_references_are_averaged_and_the_closest_counts(
    kernels: Any, batch: Any
) -> None:
    arrays = batch([([1, 2], [[1, 2, 3, 4], [], [2, 1]])])
    assert kernels.word_edits(*arrays).tolist() == [[2, 2]]
    assert kernels.bag_edits(*arrays).tolist() == [[0, 2]]


def test_no_rows(kernels: Any, batch: Any) -> None:
    assert kernels.word_edits(*batch([])).shape == (0, 2)
    assert kernels.bag_edits(*batch([])).shape == (0, 2)


@settings(max_examples=25, deadline=None)
@given(segments=SEGMENTS)
def test_word_edits_are_the_textbook_distance(
    kernels: Any, batch: Any, segments: Any
) -> None:
    rows = kernels.word_edits(*batch(segments))
    np.testing.assert_array_equal(rows, expected(textbook, segments))


@settings(max_examples=50, deadline=None)
@given(segments=SEGMENTS)
def test_bag_edits_are_unmatched_words(kernels: Any, batch: Any, segments: Any) -> None:
    rows = kernels.bag_edits(*batch(segments))
    np.testing.assert_array_equal(rows, expected(unmatched, segments))


@settings(max_examples=25, deadline=None)
@given(segments=SEGMENTS)
def test_native_equals_plain(native: Any, batch: Any, segments: Any) -> None:
    arrays = batch(segments)
    np.testing.assert_array_equal(native.word_edits(*arrays), edits.word_edits(*arrays))
    np.testing.assert_array_equal(native.bag_edits(*arrays), edits.bag_edits(*arrays))
