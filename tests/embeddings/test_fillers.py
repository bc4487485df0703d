from __future__ import annotations

import numpy as np

from tarjih.embeddings import Embeddings
from tarjih.embeddings.fillers import filled

ROWS = np.array([[1, 0], [0, 1], [2, 2], [4, 0], [7, 7]], np.float32)


def rows(table: Embeddings) -> dict[str, list[float]]:
    every = np.arange(len(table), dtype=np.int32)
    return dict(zip(table.word_list(), table.rows(every).tolist(), strict=True))


def test_means_of_what_is_there() -> None:
    table = Embeddings.of("toy", ["the", "one", "not", "do", "5"], ROWS)
    found = rows(filled(table))
    assert found["a"] == [0.5, 0.5]  # `an` and `another` are unknown
    assert found["n't"] == found["n’t"] == [2, 2]
    assert found["don't"] == [3, 1]
    assert found["1"] == found["21"] == [0, 1]
    assert found["5"] == [7, 7]
    assert "i" not in found
    assert [*found][:5] == table.word_list()


def test_nothing_to_fill() -> None:
    table = Embeddings.of("toy", ["xyz"], ROWS[:1])
    assert filled(table) is table
    assert filled(filled(table)) is table


def test_once_is_enough() -> None:
    once = filled(Embeddings.of("toy", ["the", "not"], ROWS[:2]))
    assert filled(once) is once
