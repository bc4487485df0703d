from __future__ import annotations

import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tarjih
from strategies import corpora
from tarjih import Aas, DataError, Has, Mas, UsageError, VectorCosine
from tarjih.embeddings import Embeddings
from tarjih.embeddings.own import write_own
from tarjih.metrics import METRICS
from tarjih.scoring import fit_metrics
from tarjih.text.batch import Batch

Corpus = tuple[list[str], list[list[str]]]
VECTORS = {
    "cat": [2.0, 0],
    "dog": [0.6, 0.8],
    "feline": [0.8, 0.6],
    "rock": [-0.5, 0.0],
    "the": [0.0, 3.0],
}
TABLE = Embeddings.of("pets", VECTORS, np.array([*VECTORS.values()], np.float32))


def segments(metric: Any, hypothesis: str, *references: str) -> float:
    batch = Batch.of([hypothesis], [list(references)])
    return float(metric.score(metric.stats(batch))[0])


@pytest.mark.parametrize(
    ("metric", "hypothesis", "reference", "expected"),
    [
        # cosines: cat-dog .6, cat-feline .8, dog-feline .96, cat-rock -1
        (Aas(TABLE, threshold=None), "cat", "dog feline", (0.6 + 0.8) / 2),
        (Aas(TABLE, threshold=0.7), "cat", "dog feline", 0.8 / 2),
        (Aas(TABLE, threshold=None), "cat cat zzz", "cat zzz", (2 + 1) / 6),
        (Aas(TABLE, unknown="zero", threshold=None), "cat cat zzz", "cat zzz", 2 / 6),
        (Aas(TABLE, unknown="drop", threshold=None), "cat cat zzz", "cat zzz", 1),
        (Aas(TABLE, threshold=None), "rock", "cat", -1),
        (Aas(TABLE, threshold=0.0), "rock", "cat", 0),
        (Mas(TABLE, threshold=None), "cat", "dog feline", (0.8 + (0.6 + 0.8) / 2) / 2),
        (Mas(TABLE, part="precision", threshold=None), "cat", "dog feline", 0.8),
        (Mas(TABLE, part="recall", threshold=None), "cat", "dog feline", 0.7),
        (
            Mas(TABLE, part="f", threshold=None),
            "cat",
            "dog feline",
            2 * 0.8 * 0.7 / 1.5,
        ),
        (Mas(TABLE, threshold=0.7), "cat", "dog feline", (0.8 + 0.4) / 2),
        (Mas(TABLE, threshold=None), "rock zzz", "cat", (-0.5 + 0) / 2),
        (Mas(TABLE, part="f", threshold=None), "rock", "cat", 0),
        (Has(TABLE, threshold=None), "cat dog", "feline", 0.96),
        (Has(TABLE, threshold=None), "cat dog", "feline cat", (1 + 0.96) / 2),
        (Has(TABLE, threshold=0.97), "cat dog", "feline cat", 1 / 2),
        (Has(TABLE, threshold=None), "the the", "the cat", 1 / 2),
        (VectorCosine(TABLE), "cat cat", "cat the zzz", 2 / np.sqrt(13)),
        (VectorCosine(TABLE), "zzz", "zzz", 0),
        (Mas(TABLE, threshold=None), "", "", 0),
        (Mas(TABLE, unknown="drop", threshold=None), "zzz", "zzz", 0),
        (Mas(TABLE, threshold=None), "zzz", "zzz", 1),
        (Mas(TABLE, lowercase=False, threshold=None), "The ZZZ", "the zzz", 1 / 2),
        (Mas(TABLE, threshold=None), "The ZZZ", "the zzz", 1),
    ],
)
def test_by_hand(metric: Any, hypothesis: str, reference: str, expected: float) -> None:
    assert segments(metric, hypothesis, reference) == pytest.approx(expected, abs=1e-6)


def test_hashed_words_are_alike_if_their_letters_are() -> None:
    """Random vectors in two dimensions say little, so there are more of them."""
    table = Embeddings.of("wide", ["cat"], np.ones((1, 300), np.float32))
    metric = Mas(table, unknown="hash")
    assert segments(metric, "internationalize", "internationalized") > 0.6
    assert segments(metric, "zzz", "zzz") == 1
    assert abs(segments(metric, "qwertyuiop", "internationalized")) < 0.3


@pytest.mark.parametrize("metric", [Aas(TABLE), Mas(TABLE), Has(TABLE)])
def test_best_reference_counts(metric: Any) -> None:
    alone = [segments(metric, "cat dog", ref) for ref in ("the", "dog cat", "rock")]
    assert segments(metric, "cat dog", "the", "dog cat", "rock") == max(alone)


@given(corpora())
def test_corpus_is_the_mean_of_segments(corpus: Corpus) -> None:
    for metric in (Aas(TABLE), Mas(TABLE, part="f"), Has(TABLE)):
        found = tarjih.score(corpus[0], corpus[1], metrics={"it": metric})["it"]
        assert found.corpus == pytest.approx(found.segments.mean(), abs=1e-12)


@pytest.mark.parametrize(
    "metric", [Aas(TABLE), Mas(TABLE), Mas(TABLE, part="f"), Has(TABLE)]
)
@given(corpus=corpora())
def test_sweep(metric: Any, corpus: Corpus) -> None:
    """Scores at many thresholds are those of as many metrics."""
    batch = Batch.of(*corpus)
    lows = [0.0, 0.3, 0.61, 0.97]
    for row, low in zip(metric.sweep(batch, lows), lows, strict=True):
        fixed = replace(metric, threshold=low)
        np.testing.assert_array_equal(row, fixed.score(fixed.stats(batch)))


words = st.lists(st.sampled_from([*VECTORS, "zzz", "yyy"]), min_size=1).map(" ".join)


@pytest.mark.parametrize("unknown", ["exact", "zero", "drop", "hash"])
@given(one=words, two=words)
def test_mas_is_symmetric(unknown: str, one: str, two: str) -> None:
    metric = Mas(TABLE, unknown=unknown, threshold=0.1)
    there, back = segments(metric, one, two), segments(metric, two, one)
    assert there == pytest.approx(back, abs=1e-12)
    assert 0 <= there <= 1


def test_idf() -> None:
    """Lines with a word: the 3 of 3, cat 1 of 3, others none."""
    references = ["the cat", "the the", "the"]
    batches = [Batch.of_lines(references[:2]), Batch.of_lines(references[2:])]
    metric = Mas(TABLE, idf=True, part="recall", threshold=None).fit(iter(batches))
    the, cat = np.log(4 / 3.5), np.log(4 / 1.5)
    assert segments(metric, "the", "the cat") == pytest.approx(the / (the + cat))
    dog = np.log(4 / 0.5)
    assert segments(metric, "the", "dog the") == pytest.approx(
        (0.8 * dog + the) / (dog + the), abs=1e-6
    )
    assert metric.parameters()["idf"] == "yes"
    again = pickle.loads(pickle.dumps(metric))
    assert segments(again, "the", "the cat") == segments(metric, "the", "the cat")


@pytest.mark.parametrize("make", [Aas, Mas, Has, VectorCosine])
def test_idf_weighs_all(make: Any) -> None:
    lines = ["the cat", "the dog"], [["the feline"], ["the dog"]]
    plain, weighed = (
        tarjih.score(*lines, metrics={"it": make(TABLE, idf=idf)})["it"]
        for idf in (False, True)
    )
    assert plain.segments[0] != weighed.segments[0]


def test_only_idf_sees_the_references_first() -> None:
    def never() -> Any:
        raise AssertionError

    assert fit_metrics({"mas": Mas(TABLE)}, never) == {"mas": Mas(TABLE)}
    assert Mas(TABLE).fit([]) == Mas(TABLE)
    with pytest.raises(UsageError, match=r"^idf weighs words by the references: call"):
        Mas(TABLE, idf=True).stats(Batch.of(["a"], [["a"]]))


def test_signature(tmp_path: Path) -> None:
    write_own(tmp_path / "pets.safetensors", TABLE)
    metric = Has(tmp_path / "pets.safetensors", threshold=0.5, unknown="zero")
    assert metric.parameters() == {
        "case": "lc",
        "tok": "13a",
        "emb": f"pets-{TABLE.checksum[:8]}",
        "unk": "zero",
        "idf": "no",
        "thr": "0.5",
    }
    assert segments(metric, "cat", "feline") == pytest.approx(0.8)
    assert Mas(TABLE, threshold=None).parameters()["thr"] == "no"


def test_details() -> None:
    found = tarjih.score(
        ["cat"], [["dog feline"]], metrics={"mas": Mas(TABLE, threshold=None)}
    )
    assert found["mas"].verbose == "P = 0.800 R = 0.700 F = 0.747"


@pytest.mark.parametrize(
    ("make", "options", "message"),
    [
        (Mas, {"threshold": 1.5}, "the threshold is 0 to 1, or none, not 1.5"),
        (Aas, {"threshold": -0.1}, "the threshold is 0 to 1, or none, not -0.1"),
        (
            Has,
            {"unknown": "exac"},
            "unknown policy for unknown words 'exac'; did you mean 'exact'?",
        ),
        (Mas, {"part": "F"}, "unknown part of MAS 'F'; did you mean 'f'?"),
        (Mas, {"tokenize": "13b"}, "unknown tokenizer '13b'; did you mean '13a'?"),
    ],
)
def test_mistakes(make: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        make(TABLE, **options)


def test_missing_file() -> None:
    with pytest.raises(DataError, match=r"^none\.safetensors: no such file$"):
        Mas("none.safetensors")


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("aas", "AAS"),
        ("mas", "MAS"),
        ("mas-f", "MAS-F"),
        ("mas-p", "MAS-P"),
        ("mas-r", "MAS-R"),
        ("has", "HAS"),
        ("w2v-cos", "w2v-cos"),
    ],
)
def test_names(name: str, printed: str) -> None:
    assert METRICS.create(name, embeddings=TABLE).name == printed
