from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tarjih.errors import DataError
from tarjih.judgments import find_wmt_plain, read_wmt_csv, unroll

Write = Callable[..., str]

HEADER = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    "system1Number,system1Id,system2Number,system2Id,system3Number,system3Id,"
    "system1rank,system2rank,system3rank\n"
)
ROW = "Czech,English,2,cs-en.test,2,ann,1,cu-bojar,2,_ref,3,online-B,2,1,-1\n"
PAIRS = "segmentId,system1Id,system1rank,system2Id,system2rank,rankingID\n"


def test_a_screen(write: Write) -> None:
    found = read_wmt_csv(write(HEADER + ROW, "wmt12.RNK_results.csv"))
    assert found.kind == "ranks"
    assert found.task.tolist() == [0, 0, 0]
    assert found.item.tolist() == [1, 2, 3]
    assert found.test_set.values() == ["wmt12"] * 3
    assert found.pair.values() == ["cs-en"] * 3
    assert found.segment.tolist() == [2, 2, 2]
    assert found.judge.values() == ["ann"] * 3
    assert found.system.values() == ["cu-bojar", "_ref", "online-B"]
    np.testing.assert_equal(found.value, [2.0, 1.0, np.nan])
    assert not found.texts
    assert not found.skipped


@pytest.mark.parametrize(
    ("source", "target", "pair"),
    [
        ("English", "Czech", "en-cs"),
        ("cz", "en", "cs-en"),
        ("deu", "eng", "de-en"),
        ("fre", " French", "fr-fr"),
        ("sw", "yor", "sw-yor"),
    ],
)
def test_languages(source: str, target: str, pair: str, write: Write) -> None:
    row = ROW.replace("Czech,English", f"{source},{target}")
    assert read_wmt_csv(write(HEADER + row)).pair.present() == (pair,)


def test_blank_places_are_none(write: Write) -> None:
    row = ROW.replace("_ref", "blank").replace(",2,1,-1", ",2,-1,1")
    assert read_wmt_csv(write(HEADER + row)).system.values() == ["cu-bojar", "online-B"]


def test_any_number_of_systems(write: Write) -> None:
    names = [f"system{i}Id" for i in range(1, 8)]
    ranks = [f"system{i}rank" for i in range(1, 8)]
    header = ",".join(["srclang", "trglang", "srcIndex", *names, *ranks])
    row = ",".join(["en", "cs", "1", *"abcdefg", *"1234567"])
    found = read_wmt_csv(write(f"{header}\n{row}\n"))
    assert found.value.tolist() == [1, 2, 3, 4, 5, 6, 7]


def test_pairs_without_languages(write: Write) -> None:
    write(PAIRS + "7,newstest2015.a.1.cs-en.txt,5,newstest2015.b.2.cs-en.txt,1,33\n")
    found = read_wmt_csv("f", pair="cs-en")
    assert found.test_set.present() == ("newstest2015",)
    assert found.system.values() == ["a.1", "b.2"]
    assert found.segment.tolist() == [7, 7]


def test_quotes_and_compressed_blanks(write: Write) -> None:
    row = ROW.replace("ann", '"ann, ""the"" judge"')
    found = read_wmt_csv(write("\ufeff" + HEADER.replace(",", " ,") + "\n" + row))
    assert found.judge.present() == ('ann, "the" judge',)


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        (",2,1,-1", ",0,1,2", "system1rank is 0; ranks are 1 to 5, or -1 where blank"),
        (",2,1,-1", ",2,7,1", "system2rank is 7; ranks are 1 to 5, or -1 where blank"),
        (",2,1,-1", ",2,x,1", "system2rank 'x' is no whole number"),
        (",2,1,-1", ",2,1", "has 14 columns, the header has 15"),
        ("English,2", "English,two", "srcIndex 'two' is no whole number"),
        ("English,2", "English,0", "segment 0: segments are counted from 1"),
        ("Czech", "Klingon", "unknown language 'Klingon'"),
    ],
)
def test_bad_rows(before: str, after: str, problem: str, write: Write) -> None:
    bad = ROW.replace(before, after)
    write(HEADER + ROW + bad + ROW + bad)
    with pytest.raises(DataError) as caught:
        read_wmt_csv("f")
    assert str(caught.value) == f"f:3: {problem}"
    found = read_wmt_csv("f", skip_bad=True)
    assert len(found) == 6
    ((_, reason),) = found.skipped.reasons.items()
    assert (reason.count, reason.first) == (2, f"f:3: {problem}")
    assert found.skipped.total == 2
    (line,) = found.skipped.lines()
    assert line.startswith("left out 2: ")
    assert line.endswith(f"; first f:3: {problem}")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "f: is empty"),
        ("\n", "f: holds no header"),
        (ROW, "f:1: the header has no 'srclang' or 'trglang'; columns: Czech"),
        (HEADER, "f: holds no judgments"),
        ("srclang,trglang\n", "f:1: the header has no 'system1Id' or 'system1rank'"),
        (HEADER.replace("system2rank", "x"), "f:1: the header has no 'system2rank'"),
        (
            HEADER.replace("srcIndex", "x").replace("segmentId", "y"),
            "f:1: the header has no 'srcIndex' or 'segmentId'; columns: ",
        ),
        (HEADER + '"' + "x" * 200_000, "f:2: invalid CSV: field larger than"),
    ],
)
def test_bad_files(content: str, problem: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError) as caught:
        read_wmt_csv("f")
    assert str(caught.value).startswith(problem)


def test_all_rows_left_out(write: Write) -> None:
    write(HEADER + ROW.replace(",2,1,-1", ",0,1,2"))
    with pytest.raises(
        DataError, match=r"^f: holds no judgments \(left out 1: rank out"
    ):
        read_wmt_csv("f", skip_bad=True)


def test_a_screen_without_systems_is_counted(write: Write) -> None:
    blank = "Czech,English,2,d,2,ann,0,blank,0,blank,0,,-1,-1,-1\n"
    found = read_wmt_csv(write(HEADER + blank + ROW))
    assert list(found.skipped.lines()) == [
        "left out 1: a screen without systems; first f:2: a screen without systems"
    ]


@pytest.fixture
def plain(write: Write) -> str:
    """The texts of a little WMT12 beside its CSV."""
    outputs = "w/plain/system-outputs/newstest2012"
    write("r1\nr2\n", "w/plain/references/newstest2012-ref.en")
    write("c1\nc2\n", "w/plain/references/newstest2012-ref.cs")
    write("s1\ns2\n", "w/plain/sources/newstest2012-src.cs")
    write("b1\nb2\n", f"{outputs}/cs-en/newstest2012.cs-en.cu-bojar")
    write("o1\no2\n", f"{outputs}/cs-en/newstest2012.cs-en.online-B")
    write("mac", f"{outputs}/cs-en/.DS_Store")
    return write(HEADER + ROW, "w/r.csv")


def test_texts_beside(plain: str) -> None:
    found = read_wmt_csv(plain)
    assert found.test_set.present() == ("newstest2012",)
    texts = found.texts["newstest2012", "cs-en"]
    assert texts.reference(2) == ["r2"]
    assert texts.source_text(2) == "s2"
    assert texts.hypothesis("cu-bojar", 2) == "b2"
    assert texts.hypothesis("_ref", 1) == "r1"
    assert len(texts) == 2
    assert len(unroll(found)[0]) == 1


@pytest.mark.parametrize("place", ["w", "w/plain"])
def test_texts_elsewhere(plain: str, write: Write, place: str) -> None:
    """The folder that holds the release is as good as the release."""
    write("sys1\tnewstest2012.cs-en.cu-bojar\n", "w/sysmap.cs-en.tsv")
    found = read_wmt_csv(write(HEADER + ROW, "r.csv"), texts=place)
    assert [*found.texts] == [("newstest2012", "cs-en")]


@pytest.mark.parametrize(
    ("before", "after", "problem", "reason"),
    [
        (
            "cu-bojar",
            "cu-bojar2",
            "unknown system 'cu-bojar2'; systems of newstest2012 cs-en: "
            "cu-bojar, online-B",
            "unknown system",
        ),
        (
            "English,2",
            "English,3",
            "segment 3 is past the end: newstest2012 cs-en has 2 segments",
            "segment past the end",
        ),
    ],
)
def test_texts_are_checked(
    before: str, after: str, problem: str, reason: str, plain: str, write: Write
) -> None:
    write(HEADER + ROW.replace(before, after) + ROW, plain)
    with pytest.raises(DataError) as caught:
        read_wmt_csv(plain)
    assert str(caught.value) == f"w/r.csv:2: {problem}"
    assert list(read_wmt_csv(plain, skip_bad=True).skipped.reasons) == [reason]
    assert len(read_wmt_csv(plain, texts={})) == 6  # not to be checked


def test_pairs_without_texts(plain: str, write: Write) -> None:
    """They are kept for files of scores, unless what is bad is skipped."""
    write(HEADER + ROW.replace("Czech", "German") + ROW, plain)
    found = read_wmt_csv(plain)
    assert (len(found), set(found.pair.present())) == (6, {"cs-en", "de-en"})
    assert list(found.texts) == [("newstest2012", "cs-en")]
    skipped = read_wmt_csv(plain, skip_bad=True).skipped.reasons["no texts"]
    place = "w/r.csv:2: there are no texts of newstest2012 de-en"
    assert (skipped.count, skipped.first) == (1, place)


def test_texts_from_a_folder(plain: str, write: Write) -> None:
    write(HEADER + ROW, "other.csv")
    assert read_wmt_csv("other.csv", texts="w/plain").texts
    with pytest.raises(DataError, match=r"^nowhere: no such folder$"):
        read_wmt_csv("other.csv", texts="nowhere")


def test_texts_of_two_test_sets(plain: str, write: Write) -> None:
    write("x\n", "w/plain/system-outputs/newstest2011.cs-en.a")
    with pytest.raises(DataError, match=r"^w/r.csv:2: 'cu-bojar' may be of newstest"):
        read_wmt_csv(plain)
    assert len(read_wmt_csv(plain, test_set="newstest2012")) == 3


def test_a_cut_output_is_found_when_it_is_used(plain: str, write: Write) -> None:
    write("b1\n", "w/plain/system-outputs/newstest2012.cs-en.short")
    texts = find_wmt_plain("w/plain")["newstest2012", "cs-en"]
    with pytest.raises(DataError, match=r"short ends after segment 1: there is no 2$"):
        texts.hypothesis("short", 2)
