from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tarjih.errors import DataError
from tarjih.judgments import read_wmt_da, unroll

Write = Callable[..., str]

HEADER = "LP DATA SYSTEM SID HUMAN\n"


def test_scores(write: Write) -> None:
    write(HEADER + "cs-en newstest2017 a.1 3 -0.25\ncs-en newstest2017 b.2 3 NA\n")
    found = read_wmt_da("f")
    assert found.kind == "scores"
    assert found.test_set.present() == ("newstest2017",)
    assert found.pair.present() == ("cs-en",)
    assert found.system.values() == ["a.1", "b.2"]
    assert found.segment.tolist() == [3, 3]
    np.testing.assert_equal(found.value, [-0.25, np.nan])
    assert not found.texts


def test_relative_ranks(write: Write) -> None:
    found = read_wmt_da(write("LP SID BETTER WORSE\ncs-en 3 a b\n", "daRR.csv"))
    assert found.kind == "ranks"
    assert found.test_set.present() == ("daRR",)
    assert unroll(found)[0].better.values() == ["a"]


@pytest.mark.parametrize("header", ["DATA SID BETTER WORSE", "LP SID BETTER WORSE"])
def test_the_header_of_2018(header: str, write: Write) -> None:
    found = read_wmt_da(write(f"{header}\ncs-en newstest2018 3 a b\n"))
    assert found.test_set.present() == ("newstest2018",)
    assert found.pair.present() == ("cs-en",)
    assert found.segment.tolist() == [3, 3]


def test_a_system_of_2019(write: Write) -> None:
    write("LP DATA SID BETTER WORSE\nzh-en newstest2019 3 a.1.zh-en b.2.zh-en\n")
    assert read_wmt_da("f").system.values() == ["a.1", "b.2"]


@pytest.fixture
def texts(write: Write) -> None:
    write("x\ny\n", "cs-en/newstest2017.a.1.cs-en")
    write("r\nq\n", "newstest2017-csen-ref.en")
    write("no\n", "deep/er/newstest2017.no.1.cs-en")


@pytest.mark.usefixtures("texts")
def test_absent_outputs_are_counted(write: Write) -> None:
    write(
        HEADER
        + "cs-en newstest2017 a.1 2 1\n"
        + "cs-en newstest2017 a.1+b.2 2 1\n"
        + "cs-en newstest2017 no.1 2 1\n"
        + "cs-en newstest2017 a.1 3 1\n"
        + "en-cs newstest2017 a.1 1 1\n"
    )
    with pytest.raises(DataError) as caught:
        read_wmt_da("f")
    assert str(caught.value) == (
        "f:3: unknown system 'a.1+b.2'; systems of newstest2017 cs-en: a.1"
    )
    found = read_wmt_da("f", skip_bad=True)
    assert len(found) == 1
    assert {n: (r.count, r.first[:3]) for n, r in found.skipped.reasons.items()} == {
        "unknown system": (2, "f:3"),
        "segment past the end": (1, "f:5"),
        "no texts": (1, "f:6"),
    }
    assert len(read_wmt_da("f", texts={})) == 5


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("LP DATA SYSTEM SID\n", "f:1: the header has no 'HUMAN'; columns: "),
        ("SYSTEM SID HUMAN\n", "f:1: the header has no 'LP'; columns: "),
        (HEADER + "cs-en d a 1\n", "f:2: has 4 columns, the header has 5"),
        (HEADER + "cs-en d a 1 x\n", "f:2: HUMAN 'x' is no number"),
        (HEADER + "cs-en d a one 1\n", "f:2: SID 'one' is no whole number"),
        (HEADER + "cs-en d a -1 1\n", "f:2: segment -1: segments are counted from 1"),
        (HEADER + "\n", "f: holds no judgments"),
    ],
)
def test_bad_files(content: str, problem: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError) as caught:
        read_wmt_da("f")
    assert str(caught.value).startswith(problem)
