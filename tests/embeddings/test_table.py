from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tarjih.embeddings import Embeddings
from tarjih.embeddings.hashing import hashed_vectors, ngrams
from tarjih.embeddings.precision import stored_as
from tarjih.errors import DataError, UnknownName
from tarjih.text.batch import Batch, Tokens

WORDS = ["cat", "Paris", "paris", "été", "us"]
VECTORS = np.array([[1, 2], [3, 4], [5, 6], [7, 8], [9, -10]], np.float32)
HASHED = [0.0, -0.8455, -0.4776, -0.2388]
TABLE = Embeddings.of("toy", WORDS, VECTORS)


def tokens(line: str) -> Tokens:
    return Batch.of_lines([line]).tokens("none")


@pytest.mark.parametrize(
    ("policy", "line", "expected"),
    [
        ({}, "cat Cat Paris PARIS dog Été US", [0, 0, 1, 2, -1, 3, 4]),
        ({"fallback": False}, "cat Cat Paris PARIS Été", [0, -1, 1, -1, -1]),
        ({"lowercase": True}, "cat Cat Paris PARIS Été", [0, 0, 2, 2, 3]),
        ({}, "", []),
    ],
)
def test_places(policy: dict[str, bool], line: str, expected: list[int]) -> None:
    found = replace(TABLE, **policy).places_of(tokens(line))  # type: ignore[arg-type]
    assert found.dtype == np.int32
    assert found.tolist() == expected


def test_rows() -> None:
    rows = TABLE.rows(np.array([4, -1, 0], np.int32))
    assert rows.dtype == np.float32
    assert rows.tolist() == [[9, -10], [0, 0], [1, 2]]
    assert VECTORS[0].tolist() == [1, 2]


@pytest.mark.parametrize("unknown", ["drop", "zero", "hash"])
def test_no_words_at_all(unknown: str) -> None:
    empty = Embeddings.of("none", [], np.zeros((0, 3), np.float32))
    vectors, counts = replace(empty, unknown=unknown).of_types(tokens("a b"))
    assert vectors.shape == (2, 3)
    assert counts.tolist() == [unknown != "drop"] * 2


@pytest.mark.parametrize(
    ("unknown", "counts"), [("drop", False), ("zero", True), ("hash", True)]
)
def test_unknown(unknown: str, counts: bool) -> None:
    vectors, known = replace(TABLE, unknown=unknown).of_types(tokens("cat dog Dog"))
    assert known.tolist() == [True, counts, counts]
    assert vectors[0].tolist() == [1, 2]
    assert vectors[1].any() == (unknown == "hash")
    assert vectors[1].tolist() == vectors[2].tolist()


def test_hashed_vectors_are_as_long_as_the_others() -> None:
    wide = Embeddings.of("wide", ["a"], np.full((1, 100), 2, np.float32))
    vectors, _ = replace(wide, unknown="hash").of_types(tokens("unknown"))
    assert np.linalg.norm(vectors[0]) == pytest.approx(20, rel=1e-6)


def test_words_that_share_ngrams_are_alike() -> None:
    one, other, third = hashed_vectors(["translation", "translations", "house"], 300)
    assert one @ other > 0.6
    assert abs(one @ third) < 0.2


def test_hashed_vectors_stay_what_they_are() -> None:
    (vector,) = hashed_vectors(["word"], 4)
    assert vector.round(4).tolist() == pytest.approx(HASHED, abs=1e-4)


def test_ngrams() -> None:
    assert ngrams("ab") == ["<ab", "ab>", "<ab>"]
    assert ngrams("") == ["<>"]


def test_unknown_policy() -> None:
    with pytest.raises(UnknownName, match="unknown policy for unknown words 'ignore'"):
        replace(TABLE, unknown="ignore")


def test_parameters() -> None:
    found = replace(TABLE, lowercase=True).parameters()
    checksum = found.pop("sha256")
    assert found == {
        "embeddings": "toy",
        "dim": "2",
        "precision": "float32",
        "case": "lower",
        "unknown": "drop",
    }
    assert checksum == TABLE.checksum[:8]
    assert checksum != stored_as(TABLE, "float16").checksum[:8]
    assert TABLE.parameters()["case"] == "fallback"
    assert replace(TABLE, fallback=False).parameters()["case"] == "as-is"


def test_precision_is_bounded() -> None:
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(50, 20)).astype(np.float32)
    vectors[3] = 0
    table = Embeddings.of("random", map(str, range(50)), vectors)
    every = np.arange(50, dtype=np.int32)
    small = stored_as(table, "int8")
    assert small.precision == "int8"
    steps = np.abs(vectors).max(1, keepdims=True) / 127
    assert (np.abs(small.rows(every) - vectors) <= steps / 2 + 1e-6).all()
    assert stored_as(table, "float32") is table
    np.testing.assert_allclose(
        stored_as(table, "float16").rows(every), vectors, rtol=1e-3, atol=1e-6
    )
    with pytest.raises(UnknownName, match="unknown precision 'int4'"):
        stored_as(table, "int4")


def test_length_and_list() -> None:
    assert len(TABLE) == 5
    assert TABLE.word_list() == WORDS
    assert repr(TABLE) == "<Embeddings toy: 5 words, 2 dimensions>"


def test_too_large_for_float16() -> None:
    table = Embeddings.of("large", ["a", "b"], VECTORS[:2] * np.float32(2e4))
    with pytest.raises(DataError, match="a number of 'b' is too large for float16"):
        stored_as(table, "float16")
