from __future__ import annotations

import gzip
from collections.abc import Callable

import numpy as np
import pytest

from tarjih.errors import DataError
from tarjih.judgments import read_appraise_xml, unroll

Write = Callable[..., str]

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<WMT15-results>\n'
HIT = '<HIT hit-id="1" source-language="deu" target-language="eng">\n'
END = "</HIT>\n</WMT15-results>\n"


def name(system: str, pair: str = "de-en") -> str:
    return f"newstest2015.{system}.{pair}.txt"


def shown(systems: str, rank: object) -> str:
    return f'<translation system="{systems}" rank="{rank}"/>\n'


def task(*translations: str, segment: object = 7, more: str = "") -> str:
    return (
        f'<ranking-task id="{segment}">\n<ranking-result user="ann" {more}>\n'
        f"{''.join(translations)}</ranking-result>\n</ranking-task>\n"
    )


A, B = shown(name("a.1"), 1), shown(name("b.2"), 2)


def test_a_ranking(write: Write) -> None:
    both = f"{name('c.3')}, {name('d.4')}"
    content = HEAD + HIT + task(A, shown(both, 3), shown(name("e"), -1)) + END
    found = read_appraise_xml(write(gzip.compress(content.encode()), "wmt15.xml.gz"))
    assert found.test_set.present() == ("newstest2015",)
    assert found.pair.present() == ("de-en",)
    assert found.judge.present() == ("ann",)
    assert set(found.segment.tolist()) == {7}
    assert found.system.values() == ["a.1", "c.3", "d.4", "e"]
    assert found.item.tolist() == [1, 2, 2, 3]
    np.testing.assert_equal(found.value, [1, 3, 3, np.nan])
    preferences, report = unroll(found)
    assert len(preferences) == 2
    assert (report.pairs, report.identical, report.blanks) == (3, 1, 1)
    assert unroll(found, identical="keep")[1].ties == 1


def test_cut_anywhere(write: Write) -> None:
    content = HEAD + HIT + task(A, B) * 3000 + END  # longer than what is read at once
    assert len(read_appraise_xml(write(content))) == 6000


def test_systems_with_bare_names(write: Write) -> None:
    content = HEAD + HIT + task(shown("x,y", 1), shown("z", 2)) + END
    found = read_appraise_xml(write(content, "wmt16.xml"))
    assert found.system.values() == ["x", "y", "z"]
    assert found.test_set.present() == ("wmt16",)


def test_a_judge_who_skips_is_counted(write: Write) -> None:
    write(HEAD + HIT + task(more='skipped="true"') + task(A, B) + END)
    found = read_appraise_xml("f")
    assert [(n, r.count) for n, r in found.skipped.reasons.items()] == [
        ("skipped by the judge", 1)
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (HIT + task(), "f:5: <ranking-result> without a <translation>"),
        (
            HIT + task(A, shown(name("b"), 0)),
            "f:5: rank is 0; ranks are 1 to 5, or -1 where blank",
        ),
        (
            HIT + task(A, shown(name("b"), 7)),
            "f:5: rank is 7; ranks are 1 to 5, or -1 where blank",
        ),
        (HIT + task(A, shown(name("b"), "x")), "f:5: rank 'x' is no whole number"),
        (
            HIT + task(A, shown(name("b", "cs-en"), 1)),
            "f:5: a system of cs-en in a ranking of de-en",
        ),
        (
            HIT + task(A, '<translation rank="1"/>'),
            "f:5: <translation> without 'system'",
        ),
        (
            HIT + task(A, '<translation system="b"/>'),
            "f:5: <translation> without 'rank'",
        ),
        (HIT + task(A, B, segment="x"), "f:5: ranking-task id 'x' is no whole number"),
        (HIT + task(A, B, segment=0), "f:5: segment 0: segments are counted from 1"),
        (task(A, B), "f:4: <HIT> without 'source-language'"),
        (
            HIT.replace("deu", "x1") + task(A, B),
            "f:5: unknown language 'x1'",
        ),
        (
            HIT + "<ranking-result>" + A + "</ranking-result>",
            "f:4: <ranking-task> without 'id'",
        ),
    ],
)
def test_bad_rankings(content: str, problem: str, write: Write) -> None:
    end = END if "<HIT" in content else "</WMT15-results>\n"
    write(HEAD + content + end)
    with pytest.raises(DataError) as caught:
        read_appraise_xml("f")
    assert str(caught.value) == problem
    good = HIT + task(A, B) + "</HIT>"
    write(HEAD + content + end.replace("</WMT15", f"{good}</WMT15"))
    assert len(read_appraise_xml("f", skip_bad=True)) == 2


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (HEAD + HIT, "f:4: invalid XML: no element found"),
        (HEAD + HIT + "</x>", "f:4: invalid XML: mismatched tag"),
        (HEAD + END.replace("</HIT>", ""), "f: holds no judgments"),
        (
            '<!DOCTYPE a [<!ENTITY b "c">]>\n<a/>',
            "f:1: declares the entity 'b'; declarations are refused",
        ),
        (
            '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "x">\n<a>&b;</a>',
            "f:3: unknown entity &b;",
        ),
        (HEAD + A + END.replace("</HIT>", ""), "f: holds no judgments"),
    ],
)
def test_bad_files(content: str, problem: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError) as caught:
        read_appraise_xml("f")
    assert str(caught.value) == problem
