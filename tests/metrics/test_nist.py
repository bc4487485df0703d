from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from strategies import corpora
from tarjih import DataError, FittedNist, Nist, UsageError, score
from tarjih.text.batch import Batch

Corpus = tuple[list[str], list[list[str]]]
Tokens = list[str]


def fit(references: list[list[str]], **options: object) -> FittedNist:
    recipe = Nist(**options)  # type: ignore[arg-type]
    half = len(references) // 2
    parts = references[:half], references[half:]
    return recipe.fit(
        Batch.of_lines(x for refs in part for x in refs) for part in parts
    )


def ngrams(tokens: Tokens, n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def textbook(
    hypotheses: list[Tokens], references: list[list[Tokens]], order: int
) -> float:
    """NIST as Doddington (2002) writes it, with mteval's average reference length."""
    corpus = [tokens for refs in references for tokens in refs]
    words = sum(map(len, corpus))
    counts = sum((ngrams(t, n) for t in corpus for n in range(1, order + 1)), Counter())

    def information(ngram: tuple[str, ...]) -> float:
        before = counts[ngram[:-1]] if len(ngram) > 1 else words
        return math.log2(before / counts[ngram])

    score_ = 0.0
    for n in range(1, order + 1):
        gained, total = 0.0, 0
        for tokens, refs in zip(hypotheses, references, strict=True):
            most: Counter[tuple[str, ...]] = Counter()
            for reference in refs:
                most |= ngrams(reference, n)
            found = ngrams(tokens, n)
            gained += sum(information(g) * c for g, c in (found & most).items())
            total += found.total()
        score_ += gained / max(total, 1)
    length = sum(sum(map(len, refs)) / len(refs) for refs in references)
    ratio = min(1.0, sum(map(len, hypotheses)) / length)
    if ratio == 0:
        return 0.0
    return score_ * math.exp(math.log(0.5) / math.log(1.5) ** 2 * math.log(ratio) ** 2)


@given(corpora())
def test_textbook(corpus: Corpus) -> None:
    hypotheses = [f"word {line}".replace("0", "1") for line in corpus[0]]
    references = [[f"word {x}".replace("0", "1") for x in refs] for refs in corpus[1]]
    metric = fit(references, tokenize="none", lowercase=False, max_ngram_order=4)
    rows = metric.stats(Batch.of(hypotheses, references))
    expected = textbook(
        [line.split() for line in hypotheses],
        [[line.split() for line in refs] for refs in references],
        4,
    )
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(expected, abs=1e-9)


def test_penalty_is_one_half_at_two_thirds() -> None:
    references = [["a b c d e f"]]
    full = fit(references).score(np.array([6.0] + [1.0] * 5 + [4.0] * 5))
    short = fit(references).score(np.array([6.0] + [1.0] * 5 + [6.0] * 5))
    assert full / short == pytest.approx(0.5 * 6 / 4)


def test_zero_as_a_prefix() -> None:
    """mteval reads the prefix "0" as none: its bigrams weigh as unigrams do."""
    plain, zero = (fit([[f"{w} x {w} x {w} y"]], tokenize="none") for w in "10")
    batch = Batch.of(["1 x"], [["1 x"]]), Batch.of(["0 x"], [["0 x"]])
    assert plain.stats(batch[0])[0, 2] == pytest.approx(math.log2(3 / 2))
    assert zero.stats(batch[1])[0, 2] == pytest.approx(math.log2(6 / 2))


def test_words_that_the_references_lack() -> None:
    """A frozen metric scores other text: unknown n-grams match without information."""
    metric = fit([["a b c"]], tokenize="none")
    rows = metric.stats(Batch.of(["x y a"], [["x y a"]]))
    assert rows[0].tolist() == [3, math.log2(3), 0, 0, 0, 0, 3, 2, 1, 0, 0]


def test_unfitted() -> None:
    message = r"^NIST weighs n-grams by the references: call fit\(references\) first$"
    with pytest.raises(UsageError, match=message):
        Nist().stats(Batch.of(["a"], [["a"]]))


def test_empty_references() -> None:
    message = r"^NIST needs references with at least one word to weigh n-grams$"
    with pytest.raises(DataError, match=message):
        score(["a"], refs=[[" "]], metrics=["nist"])


def test_bad_order() -> None:
    with pytest.raises(UsageError, match=r"^max_ngram_order must be ≥ 1, not 0$"):
        Nist(max_ngram_order=0)


@pytest.mark.data
@pytest.mark.parametrize(
    ("streams", "corpus"),
    [
        (["ref"], {"sys1": 4.9283, "sys10": 4.1148}),
        (["ref", "sys5"], {"sys1": 10.7016, "sys10": 8.1744}),
    ],
)
def test_mteval(mteval: Path, streams: Sequence[str], corpus: dict[str, float]) -> None:
    """mteval-v13a.pl with its default flags prints four decimals."""

    def lines(name: str) -> list[str]:
        return (mteval / f"{name}.txt").read_text("utf-8").split("\n")[:-1]

    with (mteval / "segment.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for system, expected in corpus.items():
        found = score(
            lines(system),
            ref_streams=[lines(name) for name in streams],
            metrics=["nist"],
        )["nist"]
        assert found.corpus == pytest.approx(expected, abs=5.01e-5)
        golden = [
            float(row["score"])
            for row in rows
            if (row["references"], row["system"], row["metric"])
            == (str(len(streams)), system, "NIST")
        ]
        assert len(golden) == 400
        np.testing.assert_allclose(found.segments, golden, atol=5.01e-5)
