from __future__ import annotations

from collections.abc import Callable

import pytest

from tarjih.errors import DataError
from tarjih.judgments import read_comet_csv, unroll

Write = Callable[..., str]


def test_ranking(write: Write) -> None:
    write('src,ref,pos,neg\ns,"r, 1",good,"bad\nnews"\ns,"r, 1",good,worse\n')
    found = read_comet_csv("f")
    assert found.kind == "ranks"
    assert found.task.tolist() == [0, 0, 1, 1]
    assert unroll(found)[0].sign.tolist() == [1, 1]
    texts = found.texts["f", ""]
    assert texts.hypothesis("hyp2", 1) == "bad news"
    assert texts.reference(1) == ["r, 1"]


def test_regression(write: Write) -> None:
    write(
        "lp,src,mt,ref,score,raw\nde-en,s,a,r,0.5,x\nde-en,s,b,r,-1,x\ncs-en,s,a,r,1,x\n"
    )
    found = read_comet_csv("f", pair="ignored", test_set="da")
    assert found.kind == "scores"
    assert found.pair.values() == ["de-en", "de-en", "cs-en"]
    assert found.value.tolist() == [0.5, -1, 1]
    assert set(found.texts) == {("da", "de-en"), ("da", "cs-en")}
    assert unroll(found)[0].sign.tolist() == [1]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (
            "src,ref,pos,neg\ns,r,a,a\n",
            "f:2: prefers one of two identical translations",
        ),
        ("src,ref,pos,neg\ns,r,a\n", "f:2: has 3 columns, the header has 4"),
        ("src,ref,pos\n", "f:1: the header has no 'neg'; columns: src, ref, pos"),
        ("src,mt\n", "f:1: the header has no 'ref' or 'score'; columns: src, mt"),
        ("src,mt,ref,score\ns,a,r,good\n", "f:2: score 'good' is no number"),
        ("src,mt,ref,score\ns,a,r,1_0\n", "f:2: score '1_0' is no number"),
    ],
)
def test_bad_files(content: str, problem: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError) as caught:
        read_comet_csv("f")
    assert str(caught.value) == problem
