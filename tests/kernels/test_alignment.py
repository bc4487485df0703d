"""The kernels that align words, against their twins, SciPy and themselves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from kernels.conftest import Segment
from kernels.twins import both, native
from tarjih.kernels import alignment
from tarjih.kernels.arrays import F32, F64, I32, I64

# cosines of these are exact in single precision
HALVES = [np.array(signs) / 2 for signs in product((1, -1), repeat=4)]
VECTORS = np.array([*np.eye(4), *HALVES, HALVES[0]], np.float32)
WORDS = len(VECTORS) + 3
ALIGNMENTS = ["average_alignment", "maximum_alignment", "hungarian_alignment"]

Layout = Callable[[list[Segment]], tuple[I32, I64, I64]]
words = st.lists(st.integers(0, WORDS - 1), max_size=24)
# some words more than once in a line
repeated = st.lists(st.sampled_from([0, 4, 5, WORDS - 2, WORDS - 1]), max_size=10)
lines = st.one_of(words, repeated)
segments = st.lists(st.tuples(lines, st.lists(lines, min_size=1, max_size=3)))
weights = st.lists(
    st.sampled_from([0.0, 0.5, 1.0, 2.25]), min_size=WORDS, max_size=WORDS
)
cuts = st.lists(st.sampled_from([-1.0, 0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=3)


@pytest.mark.parametrize("name", ALIGNMENTS)
@given(segments, weights, cuts, st.booleans())
def test_twins(
    batch: Layout,
    name: str,
    segments: list[Segment],
    weights: list[float],
    cuts: list[float],
    exact: bool,
) -> None:
    both(
        name,
        getattr(alignment, name),
        *batch(segments),
        VECTORS,
        np.array(weights),
        np.array(cuts, np.float64),
        exact,
    )


@given(segments, weights)
def test_vector_cosines(
    batch: Layout, segments: list[Segment], weights: list[float]
) -> None:
    laid = batch(segments)
    both("vector_cosines", alignment.vector_cosines, *laid, VECTORS, np.array(weights))


def drawn(seed: int, words: int, dim: int = 30) -> F32:
    """Unit vectors that are more alike than chance would have them."""
    random = np.random.default_rng(seed)
    vectors = random.normal(size=(words, dim)) + 0.5
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors.astype(np.float32)


def align(
    kernel: Any,
    one: list[int],
    two: list[int],
    vectors: F32,
    low: float,
    weights: F64 | None = None,
) -> list[float]:
    ids = np.array([*one, *two], np.int32)
    offsets = np.array([0, len(one), len(one) + len(two)], np.int64)
    mass = np.ones(len(vectors)) if weights is None else weights
    pairs = np.array([[0, 1, 2]], np.int64)
    low_ = np.array([low])
    found: list[float] = kernel(ids, offsets, pairs, vectors, mass, low_, True)[
        0
    ].tolist()
    return found


@pytest.mark.parametrize("kernels", [native, alignment])
@given(
    sizes=st.tuples(st.integers(1, 20), st.integers(1, 20)),
    low=st.sampled_from([-1, 0, 0.3, 0.6]),
    seed=st.integers(0, 10_000),
)
def test_hungarian_is_scipys(
    kernels: Any, sizes: tuple[int, int], low: float, seed: int
) -> None:
    vectors = drawn(seed, sum(sizes))
    one, two = list(range(sizes[0])), list(range(sizes[0], sum(sizes)))
    cosines = vectors[one].astype(np.float64) @ vectors[two].astype(np.float64).T
    cosines[cosines < low] = 0
    best = cosines[linear_sum_assignment(cosines, maximize=True)].sum() / min(sizes)
    found = align(kernels.hungarian_alignment, one, two, vectors, low)
    assert found == pytest.approx([best], abs=1e-6)


@pytest.mark.parametrize("kernels", [native, alignment])
def test_average_with_and_without_the_closed_form(kernels: Any) -> None:
    """A threshold below every cosine counts all pairs, one by one."""
    vectors = np.abs(drawn(5, 40))
    one, two = [3, 3, *range(20)], [5, *range(15, 40)]
    whole, single = (
        align(kernels.average_alignment, one, two, vectors, low) for low in (-1, -0.999)
    )
    assert single == pytest.approx(whole, abs=1e-6)


@pytest.mark.parametrize("kernels", [native, alignment])
@pytest.mark.parametrize("name", ALIGNMENTS)
@given(
    one=st.lists(st.integers(0, 29), min_size=1),
    two=st.lists(st.integers(0, 29), min_size=1),
    low=st.sampled_from([-1, 0, 0.5]),
    seed=st.integers(0, 100),
    data=st.data(),
)
def test_symmetry_order_range_identity(
    kernels: Any,
    name: str,
    one: list[int],
    two: list[int],
    low: float,
    seed: int,
    data: st.DataObject,
) -> None:
    kernel = getattr(kernels, name)
    vectors = drawn(seed, 30)
    weights = np.random.default_rng(seed).random(30) + 0.1
    found = align(kernel, one, two, vectors, low, weights)
    back = align(kernel, two, one, vectors, low, weights)
    assert sum(back) == pytest.approx(sum(found), abs=1e-6)
    mixed = data.draw(st.permutations(one)), data.draw(st.permutations(two))
    assert align(kernel, *mixed, vectors, low, weights) == pytest.approx(
        found, abs=1e-6
    )
    assert -1 - 1e-6 <= min(found) <= max(found) <= 1 + 1e-6
    if name != "average_alignment":
        same = align(kernel, one, mixed[0], vectors, low, weights)
        assert same == pytest.approx([1] * len(same))


@pytest.mark.parametrize("name", ALIGNMENTS)
def test_bits_do_not_depend_on_the_neighbours(batch: Layout, name: str) -> None:
    """A comparison has the same numbers wherever it stands, however wide the tiles."""
    vectors = drawn(1, 60, dim=101)
    random = np.random.default_rng(1)
    segments: list[Segment] = [
        (random.integers(0, 60, n).tolist(), [random.integers(0, 60, 37 - n).tolist()])
        for n in range(38)
    ]
    low, mass = np.array([0.2]), np.ones(60)
    kernel = getattr(native, name)
    whole = kernel(*batch(segments), vectors, mass, low, True)
    single = [kernel(*batch([one]), vectors, mass, low, True) for one in segments]
    np.testing.assert_array_equal(whole, np.concatenate(single))


def test_long_lines(batch: Layout) -> None:
    """Lines of thousands of words take no square of memory where none is needed."""
    random = np.random.default_rng(2)
    one, two = random.integers(0, 2000, (2, 20_000)).tolist()
    vectors = drawn(2, 2000, dim=8)
    laid = batch([(one, [two])])
    for name in ALIGNMENTS[:2]:
        found = getattr(native, name)(
            *laid, vectors, np.ones(2000), np.array([0.0]), True
        )
        assert np.isfinite(found).all()
