from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgments.tables import table
from tarjih.errors import UsageError
from tarjih.judgments import (
    Factor,
    Judgments,
    Reason,
    Skipped,
    Stream,
    Texts,
    combine,
    concatenate,
)

names = st.lists(st.sampled_from(["", "a", "b", "ç"]), max_size=8)


@given(names)
def test_a_factor_holds_its_values(values: list[str]) -> None:
    factor = Factor.of(values)
    assert factor.values() == values
    assert [factor[i] for i in range(len(factor))] == values
    assert set(factor.present()) == set(values)
    assert factor.equals("a", "b").tolist() == [v in ("a", "b") for v in values]


@given(st.lists(names, max_size=4))
def test_joined_factors(parts: list[list[str]]) -> None:
    joined = Factor.joined([Factor.of(part) for part in parts])
    assert joined.values() == [value for part in parts for value in part]
    assert len(set(joined.names)) == len(joined.names)


def test_select_and_concatenate() -> None:
    one = table("ranks", [(0, 1, "a", 1), (0, 1, "b", 2)], ["x", "x"])
    two = table("ranks", [(5, 2, "b", 1), (5, 2, "c", 2)], ["y", "x"])
    both = concatenate([one, two, one])
    assert both.task.tolist() == [0, 0, 6, 6, 7, 7]
    assert both.system.values() == ["a", "b", "b", "c", "a", "b"]
    assert both.judge.values() == ["x", "x", "y", "x", "x", "x"]
    some = both.select(both.system.equals("b"))
    assert some.segment.tolist() == [1, 2, 1]
    assert some.select(np.array([2, 0])).task.tolist() == [7, 0]
    assert both.keys().values() == ["t cs-en"] * 6


def test_what_cannot_be_concatenated() -> None:
    with pytest.raises(UsageError, match="there are no judgments to concatenate"):
        concatenate([])
    scores, ranks = table("scores", [(0, 1, "a", 1)]), table("ranks", [(0, 1, "a", 1)])
    with pytest.raises(UsageError, match="ranks and scores cannot be put into one"):
        concatenate([scores, ranks])


def with_texts(reference: list[str], **systems: list[str]) -> Judgments:
    streams = {name: Stream(texts) for name, texts in systems.items()}
    texts = Texts({"ref": Stream(reference)}, streams)
    return replace(table("ranks", [(0, 1, "a", 1)]), texts={("t", "cs-en"): texts})


def test_texts_are_joined() -> None:
    one, two = with_texts(["r"], a=["x"]), with_texts(["r"], a=["x"], b=["y"])
    texts = concatenate([one, two, one]).texts["t", "cs-en"]
    assert list(texts.systems) == ["a", "b"]
    assert texts.reference(1) == ["r"]


@pytest.mark.parametrize("other", [with_texts(["q"]), with_texts(["r"], a=["y"])])
def test_texts_that_differ_are_not(other: Judgments) -> None:
    with pytest.raises(UsageError) as caught:
        concatenate([with_texts(["r"], a=["x"]), other])
    assert str(caught.value) == (
        "two tables have different texts of 't cs-en'; "
        "read one of them with another test_set"
    )


def test_reports_add_up() -> None:
    one = Skipped({"bad": Reason(2, "f:1: x"), "worse": Reason(1, "f:7: y")})
    both = Skipped.joined([one, Skipped(), Skipped({"bad": Reason(3, "g:1: z")})])
    assert both.total == 6
    assert list(both.lines()) == [
        "left out 5: bad; first f:1: x",
        "left out 1: worse; first f:7: y",
    ]
    assert both
    assert not Skipped()


def test_sums_keep_blanks_apart() -> None:
    nan = float("nan")
    rows = [(0, 1, "a", nan), (1, 1, "a", 2.0), (2, 2, "a", nan), (3, 2, "a", nan)]
    found = combine(table("scores", rows), "sum", each_judge=True)
    np.testing.assert_equal(found.value, [2, nan])
