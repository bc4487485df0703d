from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgments.tables import Row, rows_of, table
from tarjih.errors import UnknownName, UsageError
from tarjih.judgments import Judgments, describe, unroll
from tarjih.judgments.numbering import number_rows

NAN = math.nan
RANKS: list[Row] = [
    (0, 1, "a", 1),
    (0, 1, "b", 2),
    (0, 1, "_ref", 1),
    (0, 1, "c", NAN),
    (1, 1, "b", 1),
    (1, 1, "a", 3),
    (2, 1, "a", 1),
    (2, 1, "b", 4),
    (3, 2, "a", 5),
]


def test_rankings() -> None:
    preferences, report = unroll(table("ranks", RANKS))
    assert rows_of(preferences) == [
        (1, "a", "b", 1),
        (1, "a", "_ref", 0),
        (1, "b", "_ref", -1),
        (1, "b", "a", 1),
        (1, "a", "b", 1),
    ]
    assert preferences.better.values() == ["a", "a", "_ref", "b", "a"]
    assert preferences.worse.values() == ["b", "_ref", "b", "a", "b"]
    assert (report.blanks, report.pairs, report.kept) == (1, 5, 5)
    assert (report.references, report.ties) == (2, 1)
    assert (report.disputed, report.contradicted, report.duplicates) == (3, 1, 1)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"ties": "drop"}, ["ab+", "b_-", "ba+", "ab+"]),
        ({"references": "drop"}, ["ab+", "ba+", "ab+"]),
        ({"references": "drop", "duplicates": "collapse"}, ["ab+", "ba+"]),
        ({"references": "drop", "contradictions": "drop"}, []),
        ({"references": "drop", "contradictions": "majority"}, ["ab+", "ab+"]),
        (
            {
                "references": "drop",
                "contradictions": "majority",
                "duplicates": "collapse",
            },
            ["ab+"],
        ),
    ],
)
def test_options(options: dict[str, Any], expected: list[str]) -> None:
    preferences, report = unroll(table("ranks", RANKS), **options)
    shown = [f"{a[0]}{b[0]}{'-=+'[s + 1]}" for _, a, b, s in rows_of(preferences)]
    assert shown == expected
    assert report.kept == len(expected)


def test_weights_of_duplicates() -> None:
    judgments = replace(table("ranks", RANKS), weight=np.arange(1.0, 10.0))
    preferences, _ = unroll(judgments, references="drop", duplicates="weight")
    assert rows_of(preferences) == [(1, "a", "b", 1), (1, "b", "a", 1)]
    assert preferences.weight.tolist() == [1 + 7, 5]
    majority, _ = unroll(judgments, references="drop", contradictions="majority")
    assert len(majority) == 2
    even = replace(judgments, weight=np.array([1, 1, 1, 1, 3, 3, 2, 2, 1.0]))
    assert len(unroll(even, references="drop", contradictions="majority")[0]) == 0


def test_scores() -> None:
    rows: list[Row] = [
        (0, 1, "a", 50),
        (1, 1, "b", 75),
        (2, 1, "c", 74),
        (3, 2, "a", 10),
        (4, 1, "a", NAN),
        (5, 2, "b", 10),
    ]
    preferences, report = unroll(table("scores", rows))
    assert rows_of(preferences) == [
        (1, "a", "b", -1),
        (1, "a", "c", -1),
        (1, "b", "c", 1),
        (2, "a", "b", 0),
    ]
    assert (report.blanks, report.ties) == (1, 1)
    preferences, report = unroll(table("scores", rows), gap=25)
    assert rows_of(preferences) == [(1, "a", "b", -1)]
    assert (report.pairs, report.close, report.kept) == (4, 3, 1)


def test_several_scores_are_averaged() -> None:
    rows: list[Row] = [(0, 1, "a", 1), (1, 1, "b", 3), (2, 1, "a", 4), (3, 1, "c", 5)]
    judgments = table("scores", rows, ["x", "x", "y", "x"])
    preferences, report = unroll(judgments)
    assert preferences.sign.tolist() == [-1, -1, -1]  # 2.5 against 3 and 5
    assert preferences.judge.values() == ["", "", "x"]
    assert report.averaged == 1
    named = replace(judgments, judge=table("scores", rows, ["", "", "y", "x"]).judge)
    assert unroll(named)[0].judge.values() == ["", "", ""]
    apart = unroll(table("scores", rows[:2], ["x", "y"]))[0]
    assert apart.judge.values() == [""]


def test_one_system_twice_on_a_screen_is_no_pair() -> None:
    found = unroll(table("ranks", [(0, 1, "a", 1), (0, 1, "a", 2)]))[1]
    assert (found.pairs, found.identical, found.kept) == (1, 1, 0)


@pytest.mark.parametrize("kind", ["ranks", "scores"])
def test_nothing(kind: Any) -> None:
    for rule in ("keep", "collapse", "weight"):
        empty = table(kind, [(0, 1, "a", NAN)])
        preferences, report = unroll(empty, duplicates=rule, contradictions="majority")
        assert len(preferences) == 0
        assert report.blanks == 1


@pytest.mark.parametrize("value", ["maybe", None])
@pytest.mark.parametrize(
    "option", ["ties", "references", "identical", "duplicates", "contradictions"]
)
def test_unknown_choices(option: str, value: Any) -> None:
    with pytest.raises(UnknownName, match=f"^unknown choice of {option} '{value}'; "):
        unroll(table("ranks", RANKS), **{option: value})


@pytest.mark.parametrize("gap", [-1, math.nan])
def test_gaps(gap: float) -> None:
    for bad in (table("scores", RANKS), gap), (table("ranks", RANKS), 25):
        with pytest.raises(UsageError, match=f"^a gap of {bad[1]} cannot be: it is 0 "):
            unroll(bad[0], gap=bad[1])


values = st.one_of(st.integers(1, 5).map(float), st.just(NAN))
some_rows = st.lists(
    st.tuples(st.integers(0, 4), st.integers(1, 2), st.sampled_from("abcd"), values),
    max_size=25,
)


def slow(judgments: Judgments, rows: list[Row]) -> Counter[tuple[int, str, str, int]]:
    """Unroll by the definition: from the better system's side, or sorted if tied."""
    found: Counter[tuple[int, str, str, int]] = Counter()
    groups: defaultdict[Any, list[tuple[int, str, float]]] = defaultdict(list)
    if judgments.kind == "ranks":
        for task, segment, system, value in rows:
            groups[task].append((segment, system, -value))
    else:
        cells: defaultdict[tuple[int, str], list[float]] = defaultdict(list)
        for _, segment, system, value in rows:
            if not math.isnan(value):
                cells[segment, system].append(value)
        for (segment, system), given in cells.items():
            groups[segment].append((segment, system, sum(given) / len(given)))
    for group in groups.values():
        for one, other in combinations(group, 2):
            if math.isnan(one[2] + other[2]) or one[1] == other[1]:
                continue
            winner, loser = (one, other) if one[2] > other[2] else (other, one)
            tied = one[2] == other[2]
            names = (winner[1], loser[1])
            a, b = sorted(names) if tied else names
            found[one[0], a, b, int(not tied)] += 1
    return found


@given(some_rows, st.sampled_from(["ranks", "scores"]))
def test_like_the_definition(rows: list[Row], kind: Any) -> None:
    # a task is of one segment
    rows = [(task, task % 2 + 1, system, value) for task, _, system, value in rows]
    judgments = table(kind, rows)
    preferences, report = unroll(judgments)
    found = Counter(
        (segment, *(sorted(pair) if sign == 0 else pair), abs(sign))
        for segment, *pair, sign in zip(
            preferences.segment.tolist(),
            preferences.better.values(),
            preferences.worse.values(),
            preferences.sign.tolist(),
            strict=True,
        )
    )
    expected = slow(judgments, rows)
    assert found == expected
    assert report.kept == expected.total()
    assert report.duplicates == expected.total() - len(expected)
    opposite = {key: expected[key[0], key[2], key[1], 1] for key in expected if key[3]}
    assert (
        report.contradicted == sum(min(expected[k], o) for k, o in opposite.items()) / 2
    )
    assert report.disputed == sum(expected[k] for k, o in opposite.items() if o)


@given(some_rows)
def test_rules_are_consistent(rows: list[Row]) -> None:
    rows = [(task, task % 2 + 1, system, value) for task, _, system, value in rows]
    judgments = table("ranks", rows)
    kept, report = unroll(judgments)
    joined, _ = unroll(judgments, duplicates="weight")
    assert joined.weight.sum() == kept.weight.sum()
    assert len(joined) == report.kept - report.duplicates
    settled, _ = unroll(judgments, contradictions="drop")
    assert len(settled) == report.kept - report.disputed
    majority, after = unroll(judgments, contradictions="majority")
    assert after.contradicted == report.contradicted  # counted before it is settled
    once = unroll(judgments, contradictions="majority", duplicates="collapse")[0]
    assert len(set(rows_of(once))) == len(once) <= len(majority)


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 2), st.integers(0, 1))),
    st.booleans(),
)
def test_numbering(rows: list[tuple[int, int, int]], huge: bool) -> None:
    first: dict[tuple[int, int, int], int] = {}
    for i, row in enumerate(rows):
        first.setdefault(row, i)
    places = {row: number for number, row in enumerate(first)}
    columns = np.array(rows, np.int64).reshape(-1, 3).T
    scale = np.array([[1 << 59]]) if huge else np.array([[1]])
    numbers, starts = number_rows(*(columns * scale))
    assert numbers.tolist() == [places[row] for row in rows]
    assert starts.tolist() == list(first.values())


def test_description() -> None:
    judgments = table("ranks", RANKS, ["x", "x", "x", "x", "y", "y", "", "", "y"])
    ((name, found),) = describe(judgments).items()
    assert name == "t cs-en"
    assert (found.rankings, found.judgments, found.judges) == (4, 9, 2)
    assert (found.segments, found.systems, found.blanks) == (2, 4, 1)
    assert (found.pairs, found.ties, found.duplicates) == (5, 1, 1)
    assert (found.disputed, found.contradicted) == (3, 1)
