from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from strategies import lines
from tarjih.text.batch import Batch


@given(st.lists(lines, max_size=5), st.booleans())
def test_tokens_are_the_lines(given_lines: list[str], lowercase: bool) -> None:
    tokens = Batch.of_lines(given_lines).tokens("none", lowercase=lowercase)
    types = tokens.types
    found = [
        [types[i] for i in tokens.ids[start:end]]
        for start, end in zip(tokens.offsets[:-1], tokens.offsets[1:], strict=True)
    ]
    cased = [line.lower() if lowercase else line for line in given_lines]
    assert found == [line.split() for line in cased]
    assert len(set(types)) == len(types)


def test_pairs() -> None:
    batch = Batch.of_systems([["a", "b"], ["c", "d"]], [["r"], ["s", "t"]])
    assert batch.lines == ["a", "b", "c", "d", "r", "s", "t"]
    assert batch.pairs.tolist() == [[0, 4, 5], [1, 5, 7], [2, 4, 5], [3, 5, 7]]
    assert len(batch) == 4


def test_tokens_are_made_once() -> None:
    batch = Batch.of(["a b"], [["a"]])
    assert batch.tokens("13a") is batch.tokens("13a")
    assert batch.tokens("13a") is not batch.tokens("13a", lowercase=True)


def test_empty() -> None:
    batch = Batch.of_lines([])
    assert len(batch) == 0
    assert batch.tokens("13a").types == []
