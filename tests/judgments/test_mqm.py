from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tarjih.errors import DataError, UsageError
from tarjih.judgments import read_mqm, read_mqm_averages, unroll
from tarjih.judgments.mqm import cost

Write = Callable[..., str]

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
FILE = "mqm_newstest2021_zhen.tsv"


def row(system: str, segment: int, rater: str, category: str, severity: str) -> str:
    return f'{system}\td\t1\t{segment}\t{rater}\ts "\tt\t{category}\t{severity}\n'


@pytest.mark.parametrize(
    ("category", "severity", "expected"),
    [
        ("Accuracy/Omission", "Major", -5),
        ("Accuracy/Omission", "minor", -1),
        ("Fluency/Punctuation", "Minor", -0.1),
        ("Fluency/Punctuation", "Major", -5),
        ("Non-translation!", "Major", -25),
        ("Non-translation", "major", -25),
        ("Style/Awkward", "Neutral", 0),
        ("No-error", "No-error", 0),
    ],
)
def test_costs(category: str, severity: str, expected: float) -> None:
    assert cost(category, severity) == expected


def test_errors_are_summed_by_rater(write: Write) -> None:
    write(
        HEADER
        + row("A", 1, "r1", "Accuracy", "Major")
        + row("A", 1, "r1", "Fluency", "Minor")
        + row("A", 1, "r2", "No-error", "No-error")
        + row("B", 1, "r1", "Fluency/Punctuation", "Minor")
        + row("B", 1, "r2", "Fluency", "Minor"),
        FILE,
    )
    found = read_mqm(FILE)
    assert found.test_set.present() == ("newstest2021",)
    assert found.pair.present() == ("zh-en",)
    assert found.judge.values() == ["r1", "r2", "r1", "r2"]
    np.testing.assert_allclose(found.value, [-6, 0, -0.1, -1])
    preferences, report = unroll(found)
    assert preferences.better.values() == ["B"]  # -0.55 against -3
    assert preferences.judge.values() == [""]
    assert report.averaged == 2


def test_later_names(write: Write) -> None:
    header = HEADER.replace("seg_id", "globalSegId")
    write(header + row("A", 7, "r", "x", "minor"))
    found = read_mqm("f", test_set="generalMT2022", pair="en-de")
    assert found.segment.tolist() == [7]
    assert found.test_set.present() == ("generalMT2022",)


def test_averages(write: Write) -> None:
    write("system mqm_avg_score seg_id\nA\tNone 1\nA\t-0.000000 2\nB -5.1\t2\n", FILE)
    write("r\nr\n", "texts/newstest2021.zh-en.ref.A.en")
    write("a\na\n", "texts/newstest2021.zh-en.hyp.A.en")
    with pytest.raises(DataError, match=r"zhen.tsv:4: unknown system 'B'; systems of"):
        read_mqm_averages(FILE)
    found = read_mqm_averages(FILE, texts={})
    assert found.pair.present() == ("zh-en",)
    np.testing.assert_equal(found.value, [np.nan, 0, -5.1])
    assert unroll(found)[1].blanks == 1
    assert len(read_mqm_averages(FILE, skip_bad=True)) == 2


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (
            HEADER + row("A", 1, "r", "x", "Huge"),
            "f:2: unknown severity 'Huge'; known: major, minor, neutral, no-error",
        ),
        (HEADER + "A\td\n", "f:2: has 2 columns, the header has 9"),
        (HEADER.replace("rater", "who"), "f:1: the header has no 'rater'; columns: "),
        (
            HEADER.replace("seg_id", "x"),
            "f:1: the header has no 'seg_id' or 'globalSegId'; columns: ",
        ),
    ],
)
def test_bad_errors(content: str, problem: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError) as caught:
        read_mqm("f", pair="zh-en")
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("system seg_id\n", "f:1: the header has no 'mqm_avg_score'; columns: "),
        ("system mqm_avg_score seg_id\nA x 1\n", "f:2: mqm_avg_score 'x' is no number"),
        ("system mqm_avg_score seg_id\nA 1\n", "f:2: has 2 columns, the header has 3"),
    ],
)
def test_bad_averages(content: str, problem: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError) as caught:
        read_mqm_averages("f", pair="zh-en")
    assert str(caught.value).startswith(problem)


def test_the_pair_must_be_known(write: Write) -> None:
    write(HEADER)
    with pytest.raises(
        UsageError, match=r"^f: name the language pair of these scores$"
    ):
        read_mqm("f")


def test_documents(write: Write) -> None:
    """They are resampled for intervals; nobody needs that of an unrated segment."""
    for system in ("A", "B"):
        write("h\n" * 3, f"texts/newstest2021.zh-en.hyp.{system}.en")
    write("r\n" * 3, "texts/newstest2021.zh-en.ref.A.en")
    rows = row("A", 1, "r1", "Style", "Minor") + row("B", 3, "r1", "Style", "Minor")
    write(HEADER + rows, FILE)
    docs = read_mqm(FILE).texts["newstest2021", "zh-en"].docs
    assert docs is not None
    assert docs.values == ["d", None, "d"]
    assert not read_mqm(FILE, texts={}).texts
    write(HEADER.replace("doc\t", "document\t") + rows, FILE)
    assert read_mqm(FILE).texts["newstest2021", "zh-en"].docs is None
