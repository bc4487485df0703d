"""The embeddings that are shipped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tarjih.embeddings
from tarjih.embeddings import Embeddings, load
from tarjih.embeddings.own import check_content
from tarjih.kernels.arrays import F32
from tarjih.text.batch import Batch

FILE = Path(tarjih.embeddings.__file__).parent / "data" / "glove.safetensors"


@pytest.fixture(scope="module")
def glove() -> Embeddings:
    return load("glove")


def vectors(glove: Embeddings, line: str) -> F32:
    found = glove.rows(glove.places_of(Batch.of_lines([line]).tokens("none")))
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


def test_size_and_checksum(glove: Embeddings) -> None:
    assert FILE.stat().st_size <= 7_000_000
    assert 55_000 < len(glove) < 60_000
    assert glove.dim == 100
    check_content(glove, "glove")
    assert glove.parameters()["sha256"] == "afcc3b05"
    assert "Public Domain" in glove.notes["licence"]


@pytest.mark.parametrize(
    "line",
    [
        "a i 's n't s t 're -- ... “ ” ’s",
        "0 7 10 42 100 1,000 2012 1990s 20th 31st",
        "don't can't won't it's i'm we're they've",
        "the The THE , . ( )",
    ],
)
def test_tokens_of_english_are_there(glove: Embeddings, line: str) -> None:
    places = glove.places_of(Batch.of_lines([line]).tokens("none"))
    assert (places >= 0).all()


@pytest.mark.parametrize(
    ("near", "far"),
    [("cat dog", "cat parliament"), ("a the", "a zebra"), ("7 seven", "7 river")],
)
def test_similar_words_are_near(glove: Embeddings, near: str, far: str) -> None:
    (one, other), (same, third) = vectors(glove, near), vectors(glove, far)
    assert one @ other > 0.5 > same @ third


def test_the_mean_of_other_rows(glove: Embeddings) -> None:
    tokens = Batch.of_lines(["42 forty two"]).tokens("none")
    rows = glove.rows(glove.places_of(tokens))
    np.testing.assert_allclose(rows[0], rows[1:].mean(0), atol=0.02)
