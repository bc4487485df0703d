from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih.embeddings import Averaged, Concatenated, Embeddings, IdfAveraged, load
from tarjih.embeddings.idf import Idf
from tarjih.errors import UsageError
from tarjih.text.batch import Batch
from tarjih.types import Encoder

WORDS = ["a", "cat", "sat", "the"]
ROWS = np.array([[1, 0], [0, 2], [4, 4], [6, -2]], np.float32)
TABLE = Embeddings.of("toy", WORDS, ROWS)
LINES = ["the cat", "The dog", "", "dog"]


@pytest.mark.parametrize(
    ("unknown", "additive", "expected"),
    [
        ("drop", False, [[3, 0], [6, -2], [0, 0], [0, 0]]),
        ("drop", True, [[6, 0], [6, -2], [0, 0], [0, 0]]),
        ("zero", False, [[3, 0], [3, -1], [0, 0], [0, 0]]),
        ("zero", True, [[6, 0], [6, -2], [0, 0], [0, 0]]),
    ],
)
def test_averaged(unknown: str, additive: bool, expected: list[list[float]]) -> None:
    encoder = Averaged(replace(TABLE, unknown=unknown), additive=additive)
    assert encoder.encode(Batch.of_lines(LINES)).tolist() == expected


def test_idf_weights() -> None:
    batches = [Batch.of_lines(["a cat", "The the cat"]), Batch.of_lines(["a dog"])]
    idf = Idf.fit(batch.tokens("none") for batch in batches)
    asked = Batch.of_lines(["THE a cat dog unknown"]).tokens("none")
    expected = [math.log(4 / n) for n in (2, 3, 3, 2, 1)]
    assert idf.of_types(asked).tolist() == pytest.approx(expected)


def test_idf_of_nothing() -> None:
    asked = Batch.of_lines(["a"]).tokens("none")
    assert Idf.fit([]).of_types(asked).tolist() == [0]


def test_case_counts_where_it_is_not_folded() -> None:
    lines = Batch.of_lines(["The", "the"]).tokens("none")
    assert Idf.fit([lines], fold=False).of_types(lines).tolist() == pytest.approx(
        [math.log(3 / 2)] * 2
    )


def test_idf_averaged() -> None:
    encoder = IdfAveraged(TABLE).fit([Batch.of_lines(["the cat", "the", "the dog"])])
    (row,) = encoder.encode(Batch.of_lines(["the cat dog"]))
    the, cat = math.log(4 / 4), math.log(4 / 2)
    expected = (the * ROWS[3] + cat * ROWS[1]) / (the + cat)
    np.testing.assert_allclose(row, expected, rtol=1e-6)
    assert encoder.name == "toy-idf"
    assert encoder.width == 2
    assert encoder.parameters()["idf"] == encoder.idf.checksum[:8]


def test_concatenated() -> None:
    parts = Averaged(TABLE), Averaged(TABLE, tokenize="none", additive=True)
    encoder = Concatenated(parts)
    assert encoder.name == "toy-mean+toy-sum"
    assert encoder.width == 4
    batch = Batch.of_lines(LINES)
    found = encoder.encode(batch)
    np.testing.assert_array_equal(found[:, :2], parts[0].encode(batch))
    np.testing.assert_array_equal(found[:, 2:], parts[1].encode(batch))
    assert encoder.parameters()["tok1"] == "13a"
    assert encoder.parameters()["tok2"] == "none"
    with pytest.raises(UsageError, match="no encoders"):
        Concatenated(())


ENCODERS: list[Encoder] = [
    Averaged(TABLE),
    Averaged(replace(TABLE, unknown="hash"), additive=True),
    IdfAveraged(TABLE).fit([Batch.of_lines(["a cat", "the dog"])]),
    Concatenated((Averaged(TABLE), Averaged(replace(TABLE, unknown="zero")))),
]


@pytest.mark.parametrize("encoder", ENCODERS, ids=lambda encoder: encoder.name)
@given(words=st.lists(st.sampled_from([*WORDS, "The", "dog"]), max_size=6))
def test_contract(encoder: Encoder, words: list[str]) -> None:
    """One row a line; the order of words and the rest of the batch change nothing."""
    batch = Batch.of(
        [" ".join(words), "sat"], [[" ".join(reversed(words))], ["a", "b"]]
    )
    found = encoder.encode(batch)
    assert found.shape == (len(batch.lines), encoder.width)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found[0], found[2], rtol=1e-5, atol=1e-6)
    alone = encoder.encode(Batch.of_lines([" ".join(words)]))
    np.testing.assert_array_equal(found[:1], alone)
    assert set(map(type, encoder.parameters().values())) <= {str}


def test_sentences_that_mean_the_same_are_near() -> None:
    encoder = Averaged(load("glove"))
    lines = ["The cat sat on the mat.", "A dog lay on a rug.", "Shares fell 3 percent."]
    rows = encoder.encode(Batch.of_lines(lines))
    one, other, third = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert one @ other > one @ third
