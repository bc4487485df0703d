from __future__ import annotations

import pytest

from tarjih import LengthRatio, Per, Ter, UnknownName, Wer, score
from tarjih.types import Metric

CASES = [
    # hypothesis, references, WER, PER, TER, length ratio
    ("a b c d", ["a b c d"], 0, 0, 0, 100),
    ("b a", ["a b"], 100, 0, 50, 100),
    ("c d a b", ["a b c d"], 100, 0, 25, 100),
    ("", ["a b"], 100, 100, 100, 0),
    ("a b", [""], 100, 100, 100, 100),
    ("", [""], 0, 0, 0, 0),
    ("a x", ["a b c d", "a x"], 0, 0, 0, 100 * 2 / 3),
    ("a b c", ["a b"], 50, 50, 50, 150),
]


@pytest.mark.parametrize(
    ("hypothesis", "references", "wer", "per", "ter", "ratio"), CASES
)
def test_cases(
    hypothesis: str,
    references: list[str],
    wer: float,
    per: float,
    ter: float,
    ratio: float,
) -> None:
    metrics: list[Metric] = [Wer(), Per(), Ter(), LengthRatio(), Ter(complement=True)]
    found = score([hypothesis], refs=[references], metrics=metrics)
    expected = [wer, per, ter, ratio, 100 - ter]
    assert [s.corpus for s in found.values()] == pytest.approx(expected)


def test_lowercase() -> None:
    found = score(
        ["The Cat"],
        refs=["the cat"],
        metrics={
            "mixed": Wer(),
            "lower": Wer(lowercase=True),
            "per": Per(lowercase=True),
        },
    )
    assert [s.corpus for s in found.values()] == [100, 0, 0]
    assert str(found["lower"].signature).startswith("nrefs:1|case:lc|tok:13a|version:")


@pytest.mark.parametrize("kind", [Wer, Per, LengthRatio])
def test_unknown_tokenizer(kind: type[Wer]) -> None:
    with pytest.raises(UnknownName, match=r"^unknown tokenizer 'nope'; "):
        kind(tokenize="nope")
