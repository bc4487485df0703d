from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tarjih.errors import DataError
from tarjih.judgments import read_pairs, unroll

Write = Callable[..., str]

HEADER = "source\tref\thyp1\thyp2\tpreference\tweight\tjudge\n"


def test_tsv(write: Write) -> None:
    write(
        HEADER
        + "s\tr\ta\tb\t1\t\tann\n"
        + "s\tr\tb\tc\thyp2\t2.5\t\n"
        + "t\tr\tc\td\ttie\t1\tbob\n"
        + "s\tr\tc\ta\t0\t1\tbob\n"
    )
    found = read_pairs("f")
    assert found.kind == "ranks"
    assert found.segment.tolist() == [1, 1, 1, 1, 2, 2, 1, 1]
    assert found.system.values() == [f"hyp{i}" for i in (1, 2, 2, 3, 1, 2, 3, 1)]
    preferences, report = unroll(found)
    assert preferences.sign.tolist() == [1, -1, 0, 0]
    assert preferences.weight.tolist() == [1, 2.5, 1, 1]
    assert preferences.judge.values() == ["ann", "", "bob", "bob"]
    assert report.ties == 2
    texts = found.texts["f", ""]
    assert texts.source_text(2) == "t"
    assert texts.reference(2) == ["r"]
    assert texts.hypothesis("hyp3", 1) == "c"


def test_only_what_is_needed(write: Write) -> None:
    write("note\tref\thyp1\thyp2\tpreference\nn\tr\ta\tb\t2\r\n", "my.pairs.tsv")
    found = read_pairs("my.pairs.tsv", pair="en-ar")
    assert found.test_set.present() == ("my",)
    assert found.texts["my", "en-ar"].source is None
    assert unroll(found)[0].sign.tolist() == [-1]


def test_jsonl(write: Write) -> None:
    records: list[dict[str, Any]] = [
        {"ref": ["r1", "r2"], "hyp1": "a", "hyp2": "b", "preference": 1, "judge": 7},
        {"ref": "r", "hyp1": "a", "hyp2": "b", "preference": "TIE", "source": None},
        {"ref": ["r1", "r2"], "hyp1": "b", "hyp2": "a", "preference": 2, "weight": 3},
    ]
    write("".join(json.dumps(record) + "\n" for record in records))
    found = read_pairs("f", test_set="mine")
    assert found.segment.tolist() == [1, 1, 2, 2, 1, 1]
    assert found.texts["mine", ""].reference(1) == ["r1", "r2"]
    preferences, report = unroll(found, duplicates="weight")
    assert preferences.weight.tolist() == [4, 1]
    assert report.duplicates == 1
    assert found.judge.values()[0] == "7"


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("s\tr\ta\tb\t3\t\t", "preference '3' is none of 1, 2, 0, hyp1, hyp2, tie"),
        ("s\tr\ta\tb\t\t\t", "preference '' is none of 1, 2, 0, hyp1, hyp2, tie"),
        ("s\tr\ta\tb\t1\tx\t", "weight 'x' is no number"),
        ("s\tr\ta\tb\t1\tinf\t", "weight 'inf' is no number"),
        ("s\tr\ta\tb\t1\t0\t", "weight 0 is not above 0"),
        ("s\tr\ta\tb\t1", "has 5 columns, the header has 7"),
        ("s\tr\ta\ta\t1\t\t", "prefers one of two identical translations"),
    ],
)
def test_bad_rows(row: str, problem: str, write: Write) -> None:
    write(f"{HEADER}s\tr\ta\tb\t1\t\t\n{row}\n")
    with pytest.raises(DataError) as caught:
        read_pairs("f")
    assert str(caught.value) == f"f:3: {problem}"
    assert len(read_pairs("f", skip_bad=True)) == 2


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ({}, "no 'preference'"),
        ({"preference": True}, "preference 'True' is none of 1, 2, 0, hyp1, hyp2, tie"),
        ({"preference": 1}, "no text 'hyp1'"),
        ({"preference": 1, "hyp1": "a", "hyp2": 3}, "no text 'hyp2'"),
        ({"preference": 1, "hyp1": "a", "hyp2": "b"}, "no text 'ref'"),
        (
            {"preference": 1, "hyp1": "a", "hyp2": "b", "ref": []},
            "'ref' is not a list of texts",
        ),
        (
            {"preference": 1, "hyp1": "a", "hyp2": "b", "ref": ["r", None]},
            "'ref' is not a list of texts",
        ),
        (
            {"preference": 1, "hyp1": "a", "hyp2": "b", "ref": "r", "source": 1},
            "no text 'source'",
        ),
        (
            {"preference": 1, "hyp1": "a", "hyp2": "b", "ref": "r", "weight": True},
            "weight 'True' is no number",
        ),
    ],
)
def test_bad_records(record: dict[str, Any], problem: str, write: Write) -> None:
    write(json.dumps(record))
    with pytest.raises(DataError) as caught:
        read_pairs("f")
    assert str(caught.value) == f"f:1: {problem}"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "Expecting property name enclosed in double quotes"),
        ('{"ref": NaN}', "NaN is no JSON value"),
        ('{"ref": "\\ud83d"}', "half a surrogate pair"),
        ('{"ref": ' + "[" * 200_000, "nested too deeply"),
        ("[]", "not an object"),
    ],
)
def test_bad_json(line: str, problem: str, write: Write) -> None:
    write('{"ref": "r", "hyp1": "a", "hyp2": "b", "preference": 1}\n' + line)
    with pytest.raises(DataError) as caught:
        read_pairs("f", skip_bad=True)
    assert str(caught.value).startswith(f"f:2: invalid JSON: {problem}")


def test_header(write: Write) -> None:
    write("ref\thyp1\thyp2\n")
    with pytest.raises(DataError, match=r"^f:1: the header has no 'preference'; col"):
        read_pairs("f")


def test_a_tie_of_identical_translations_is_counted(write: Write) -> None:
    write(HEADER + "s\tr\ta\ta\t0\t\t\n" + "s\tr\ta\tb\t1\t\t\n")
    (line,) = read_pairs("f").skipped.lines()
    assert line == (
        "left out 1: a tie of identical translations; "
        "first f:2: a tie of identical translations"
    )
