from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.lib_ter import translation_edit_rate

from tarjih.kernels import ter

Words = list[int]


@pytest.fixture(scope="session", params=["plain", "native"])
def kernels(request: pytest.FixtureRequest) -> Any:
    return ter if request.param == "plain" else request.getfixturevalue("native")


@cache
def sacrebleu(hypothesis: tuple[int, ...], reference: tuple[int, ...]) -> int:
    h, r = ([str(word) for word in line] for line in (hypothesis, reference))
    return int(translation_edit_rate(h, r)[0])


def oracle(hypothesis: Words, references: list[Words]) -> tuple[float, float]:
    edits = min(sacrebleu(tuple(hypothesis), tuple(r)) for r in references)
    return edits, sum(map(len, references)) / len(references)


def shuffled(words: Words, moves: int, replaced: int, seed: int) -> Words:
    rng = random.Random(seed)
    for _ in range(moves if words else 0):
        a, b, c = sorted(rng.randrange(len(words) + 1) for _ in range(3))
        words = words[:a] + words[b:c] + words[a:b] + words[c:]
    changed = set(rng.sample(range(len(words)), min(replaced, len(words))))
    return [10**4 + i if i in changed else word for i, word in enumerate(words)]


@st.composite
def segments(draw: st.DrawFn, longest: int) -> tuple[Words, list[Words]]:
    word = st.integers(0, draw(st.sampled_from([1, 5, 30, 300])))
    lines = st.lists(word, max_size=longest)
    references = draw(st.lists(lines, min_size=1, max_size=3))
    few = st.integers(0, 6)
    other = st.builds(shuffled, st.just(references[0]), few, few, st.integers(0))
    return draw(st.one_of(lines, other)), references


TWENTY, SIXTY = list(range(20)), list(range(60))
NEW = list(range(100, 140))

# More edits than without the limit named.
LIMITED = [
    ("MAX_LENGTH", SIXTY[:11] + NEW[:12], NEW[:12] + SIXTY[:11], 2),
    ("MAX_MOVE", [100, *SIXTY], [*SIXTY, 100], 2),
    ("MAX_CANDIDATES", [0] * 12 + [1] * 12, [1] * 12 + [0] * 12, 24),
    ("BEAM", NEW + SIXTY, SIXTY + list(range(200, 240)), 100),
]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "edits"),
    [
        ("", "", 0),
        ("a b c", "", 3),
        ("", "a b c", 3),
        ("a b c", "a b c", 0),
        ("a x c", "a b c", 1),
        ("a c", "a b c", 1),
        ("a b b c", "a b c", 1),
        ("b a", "a b", 1),
        ("c d a b", "a b c d", 1),
        ("b c a e d", "a b c d e", 2),
        ("a a a", "a", 2),
        ("d a b c x", "a b c d e", 2),
        (  # Snover et al. 2006: a shift, two replacements and an insertion
            "this week the saudis denied information published in the new york times",
            "saudi arabia denied this week information published in the american "
            "new york times",
            4,
        ),
    ],
)
def test_table(
    kernels: Any, batch: Any, hypothesis: str, reference: str, edits: int
) -> None:
    names = {word: k for k, word in enumerate(f"{hypothesis} {reference}".split())}
    h, r = ([names[word] for word in line.split()] for line in (hypothesis, reference))
    rows = kernels.ter_edits(*batch([(h, [r])]))
    assert rows.tolist() == [[edits, len(r)]]


def test_references_are_averaged_and_the_closest_counts(
    kernels: Any, batch: Any
) -> None:
    rows = kernels.ter_edits(*batch([([1, 2], [[1, 2, 3, 4], [], [2, 1]])]))
    assert rows.tolist() == [[1, 2]]


def test_no_rows(kernels: Any, batch: Any) -> None:
    assert kernels.ter_edits(*batch([])).shape == (0, 2)


@pytest.mark.parametrize(("limit", "hypothesis", "reference", "edits"), LIMITED)
def test_limits_are_part_of_the_score(
    batch: Any,
    limit: str,
    hypothesis: Words,
    reference: Words,
    edits: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arrays = batch([(hypothesis, [reference])])
    assert ter.ter_edits(*arrays)[0, 0] == edits
    monkeypatch.setattr(ter, limit, 10**6)
    assert ter.ter_edits(*arrays)[0, 0] < edits


@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [
        *((hypothesis, reference) for _, hypothesis, reference, _ in LIMITED),
        (TWENTY[:2], list(range(150))),  # a beam wider than 25 words
        (TWENTY[:3], list(range(150))),
        (list(range(150)), TWENTY[:2]),
        (shuffled(list(range(64)), 3, 5, 1), list(range(64))),
        (shuffled(list(range(65)), 3, 5, 2), list(range(65))),
        (shuffled(list(range(129)), 1, 9, 3), list(range(129))),
        (shuffled(list(range(200)), 1, 9, 4)[90:], list(range(200))),
        (shuffled(list(range(90)), 2, 50, 5), list(range(20, 120))),
        (shuffled([k % 30 for k in range(75)], 3, 9, 6), [k % 31 for k in range(70)]),
        (shuffled([k % 7 for k in range(50)], 4, 9, 7), [k % 9 for k in range(70)]),
        # Equal parts far from the diagonal: the best path leaves the beam.
        (NEW + shuffled(SIXTY, 3, 3, 8), SIXTY + list(range(200, 230))),
        (NEW[:28] + shuffled(SIXTY, 3, 3, 9), SIXTY),
        (SIXTY, NEW + shuffled(SIXTY, 3, 3, 10)),
    ],
)
def test_hard_cases_equal_sacrebleu(
    kernels: Any, batch: Any, hypothesis: Words, reference: Words
) -> None:
    rows = kernels.ter_edits(*batch([(hypothesis, [reference])]))
    assert tuple(rows[0]) == oracle(hypothesis, [reference])


@settings(max_examples=50, deadline=None)
@given(segment=segments(longest=25))
def test_equals_sacrebleu(kernels: Any, batch: Any, segment: Any) -> None:
    assert tuple(kernels.ter_edits(*batch([segment]))[0]) == oracle(*segment)


@settings(max_examples=30, deadline=None)
@given(several=st.lists(segments(longest=40), max_size=3))
def test_native_equals_plain(native: Any, batch: Any, several: Any) -> None:
    arrays = batch(several)
    np.testing.assert_array_equal(native.ter_edits(*arrays), ter.ter_edits(*arrays))


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0), size=st.integers(65, 250), words=st.integers(150, 999))
def test_native_equals_plain_on_long_lines(
    native: Any, batch: Any, seed: int, size: int, words: int
) -> None:
    reference = random.Random(seed).choices(range(words), k=size)
    hypothesis = shuffled(reference, 1, size // 4, seed)[seed % 40 :]
    arrays = batch([(hypothesis, [reference])])
    np.testing.assert_array_equal(native.ter_edits(*arrays), ter.ter_edits(*arrays))
