from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tarjih.errors import DataError, UnknownName, UsageError
from tarjih.judgments import read_scores, write_scores
from tarjih.kernels.arrays import F64

Write = Callable[..., str]

PRINTED = (
    "segment\tsystem\tBLEU\tchrF2\n"
    "1\tx\t1.5\t3\n1\ty y\t2\t4\n2\tx\t-1\t5\n2\ty y\t0\t6\n"
)


def test_of_mt_metrics_eval(write: Write) -> None:
    write("b\t0.5\na  1e-3\nb\t-2\na\t0\n")
    found = read_scores("f", segments=2)
    assert {name: s.tolist() for name, s in found.items()} == {
        "b": [0.5, -2],
        "a": [0.001, 0],
    }


def test_none_is_for_people(write: Write) -> None:
    write("a\tNone\na\t1\n")
    np.testing.assert_equal(read_scores("f", missing=True), {"a": [np.nan, 1]})
    with pytest.raises(DataError) as caught:
        read_scores("f")
    assert str(caught.value) == (
        "f:1: score 'None' is no number; only human scores may be None"
    )


def test_as_tarjih_prints_them(write: Write) -> None:
    found = read_scores(write(PRINTED), column="chrF2", segments=2)
    assert {name: s.tolist() for name, s in found.items()} == {
        "x": [3, 5],
        "y y": [4, 6],
    }
    one = "".join(line.rpartition("\t")[0] + "\n" for line in PRINTED.splitlines())
    assert read_scores(write(one))["x"].tolist() == [1.5, -1]


def test_several_metrics(write: Write) -> None:
    write(PRINTED)
    with pytest.raises(DataError, match=r"^f:1: holds 2 metrics \(BLEU, chrF2\): name"):
        read_scores("f")
    with pytest.raises(
        UnknownName, match=r"^unknown metric 'TER'; known: BLEU, chrF2$"
    ):
        read_scores("f", column="TER")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("\n", "f: holds no scores"),
        ("a\n", "f:1: expected a system and a score, found 1 fields"),
        ("a 1 2\n", "f:1: expected a system and a score, found 3 fields"),
        ("a\tx\n", "f:1: score 'x' is no number"),
        ("a\tnan\n", "f:1: score 'nan' is no number"),
        ("a\t1\nb\t1\na\t1\n", "f: b has 1 scores, a has 2"),
        ("segment\tsystem\tB\n1\tx\n", "f:2: has 2 columns, the header has 3"),
        ("segment\tsystem\tB\n1\tx\ty\n", "f:2: B 'y' is no number"),
        ("segment\tsystem\tB\n2\tx\t1\n", "f:2: segment 2 of x, where 1 is expected"),
        ("segment\tsystem\n", "f:1: holds 0 metrics (): name one"),
    ],
)
def test_bad_files(content: str, problem: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError) as caught:
        read_scores("f")
    assert str(caught.value) == problem


def test_wrong_length(write: Write) -> None:
    write("a\t1\na\t1\n")
    with pytest.raises(DataError, match=r"^f: a has 2 scores, the test set has 3,003$"):
        read_scores("f", segments=3003)


numbers = st.floats(allow_infinity=False)
names = st.text("abcXYZ-_.#", min_size=1)


@given(
    st.integers(1, 4).flatmap(
        lambda size: st.dictionaries(
            names, hnp.arrays(np.float64, size, elements=numbers), min_size=1
        )
    )
)
def test_write_then_read(scores: dict[str, F64]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.seg.score"
        write_scores(path, scores)
        np.testing.assert_equal(read_scores(f"{path}", missing=True), scores)


def test_where_nothing_can_be_written(write: Write) -> None:
    write("a file", "f")
    with pytest.raises(UsageError, match=r"^f/x cannot be written: "):
        write_scores("f/x", {})
