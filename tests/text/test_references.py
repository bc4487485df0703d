from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tarjih import DataError, UsageError
from tarjih.text.references import by_segment, check_hypotheses


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"refs": ["a", "b"]}, [["a"], ["b"]]),
        ({"refs": [["a", "x"], ["b"]]}, [["a", "x"], ["b"]]),
        ({"refs": [["a", None], ("b",)]}, [["a"], ["b"]]),
        ({"refs": ["a", ["b", ""]]}, [["a"], ["b", ""]]),
        ({"refs": np.array(["a", "b"])}, [["a"], ["b"]]),
        ({"ref_streams": [["a", "b"]]}, [["a"], ["b"]]),
        ({"ref_streams": [["a", "b"], ["x", None]]}, [["a", "x"], ["b"]]),
    ],
)
def test_forms(arguments: dict[str, Any], expected: list[list[str]]) -> None:
    assert by_segment(2, **arguments) == list(map(tuple, expected))


BOTH = (
    "give the references either by segment, refs=[[a1, b1], [a2, b2], ...], or by "
    "stream, ref_streams=[[a1, a2, ...], [b1, b2, ...]]"
)
STREAMS = (
    "ref_streams holds whole translations of the test set: "
    "ref_streams=[[a1, a2, ...], [b1, b2, ...]]"
)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({}, UsageError, BOTH),
        ({"refs": ["a"], "ref_streams": [["a"]]}, UsageError, BOTH),
        (
            {"refs": "ab"},
            UsageError,
            "refs is a list with the references of each segment, not a string",
        ),
        ({"refs": ["a"]}, DataError, "2 hypotheses but references for 1 segment"),
        # one stream given as if it were the references of segments
        (
            {"refs": [["a", "b"]]},
            DataError,
            "2 hypotheses but references for 1 segment; these look like 1 stream of 2: "
            "write ref_streams=[[a1, a2, ...], [b1, b2, ...]]",
        ),
        (
            {"refs": [["a", "b"], ["c", "d"], ["e", "f"]]},
            DataError,
            "2 hypotheses but references for 3 segments; these look like 3 streams of "
            "2: write ref_streams=[[a1, a2, ...], [b1, b2, ...]]",
        ),
        # references of segments given as if they were streams: sacreBLEU says 100 here
        (
            {"ref_streams": [["a"], ["b"]]},
            DataError,
            "2 hypotheses but reference stream 1 has 1 segment; these look like "
            "references by segment: write refs=[[a1, b1], [a2, b2], ...]",
        ),
        (
            {"ref_streams": [["a", "b"], ["a", "b", "c"], ["a", "b"]]},
            DataError,
            "2 hypotheses but reference stream 2 has 3 segments",
        ),
        ({"ref_streams": ["a", "b"]}, UsageError, STREAMS),
        ({"ref_streams": "ab"}, UsageError, STREAMS),
        ({"refs": ["a", []]}, DataError, "segment 2 has no reference"),
        ({"refs": ["a", [None]]}, DataError, "segment 2 has no reference"),
        ({"ref_streams": []}, DataError, "segment 1 has no reference"),
        (
            {"refs": ["a", float("nan")]},
            DataError,
            "a reference of segment 2 is nan (float), not a string",
        ),
        (
            {"refs": [["a", 3], "b"]},
            DataError,
            "a reference of segment 1 is 3 (int), not a string; an empty translation "
            "is ''",
        ),
    ],
)
def test_mistakes(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        by_segment(2, **arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("hypotheses", "error", "message"),
    [
        (
            "ab",
            UsageError,
            "hypotheses are a list of strings, one a segment, not a string",
        ),
        (
            ["a", None],
            DataError,
            "hypothesis 2 is None (NoneType), not a string; an empty translation is ''",
        ),
        (
            [float("nan")],
            DataError,
            "hypothesis 1 is nan (float), not a string; an empty translation is ''",
        ),
    ],
)
def test_hypotheses(hypotheses: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        check_hypotheses(hypotheses)
    assert str(caught.value) == message
