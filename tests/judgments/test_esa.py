from __future__ import annotations

from collections.abc import Callable

import pytest

from tarjih.errors import DataError, UsageError
from tarjih.judgments import read_esa

Write = Callable[..., str]


def row(
    item: object,
    score: object,
    *,
    login: str = "engdeu6e10",
    system: str = "ONLINE-A",
    kind: str = "TGT",
    doc: str = "latimes.1",
    whole: bool = False,
) -> str:
    spans = '"[{""start_i"":22,""end_i"":37,""severity"":""minor""}]"'
    return (
        f"{login},wmt23.{system},{item},{kind},eng,deu,{score},"
        f"{doc}#{system},{whole},{spans},1717331169.5,1717331231.3\n"
    )


ROWS = (
    row(9, 80)
    + row(8, 70)
    + row(7, 5, kind="BAD", doc="latimes.1#bad2")
    + row(3, 60, doc="metro.2")
    + row(100, 61, whole=True)
    + row(21, 50, login="other", system="ONLINE-B")
    + row(22, 40.5, login="other", system="ONLINE-B")
)


def test_segments_are_places_in_documents(write: Write) -> None:
    found = read_esa(write(ROWS, "wmt23.csv"))
    assert found.kind == "scores"
    assert found.test_set.present() == ("wmt23",)
    assert found.pair.present() == ("en-de",)
    assert found.judge.present() == ("engdeu6e10", "other")
    assert found.system.present() == ("ONLINE-A", "ONLINE-B")
    assert found.value.tolist() == [80, 70, 60, 50, 40.5]
    # item 9 is the second of its document, which is met first
    assert found.segment.tolist() == [1, 2, 3, 2, 1]
    assert {name: r.count for name, r in found.skipped.reasons.items()} == {
        "quality control": 1,
        "the score of a whole document": 1,
    }


def test_segments_of_the_test_set(write: Write) -> None:
    docs = ["first", "latimes.1", "latimes.1", "metro.2"]
    found = read_esa(write(ROWS), docs=docs)
    assert found.segment.tolist() == [3, 2, 4, 2, 3]


def test_texts_in_a_folder(write: Write) -> None:
    """Their segments are those of the test set, which only the documents tell."""
    write("r\n" * 4, "t/f-ref.de")
    for system in ("ONLINE-A", "ONLINE-B"):
        write("h\n" * 4, f"t/f.en-de.{system}")
    docs = ["first", "latimes.1", "latimes.1", "metro.2"]
    found = read_esa(write(ROWS), docs=docs, texts="t")
    assert found.texts["f", "en-de"].hypothesis("ONLINE-A", 4) == "h"
    with pytest.raises(UsageError, match=r"^ESA counts segments by document: texts"):
        read_esa("f", texts="t")


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ("a,b,c\n", "has 3 columns, not 12"),
        (row(4, "x"), "score 'x' is no number"),
        (row(4, 101), "score 101 is not between 0 and 100"),
        (row("x", 1), "item 'x' is no whole number"),
        (row(4, 5, doc="unknown"), "unknown document 'unknown'"),
        (row(4, 5), "segment 3 of 'latimes.1' is past its end: it has 2"),
    ],
)
def test_bad_rows(bad: str, problem: str, write: Write) -> None:
    write(row(2, 1) + row(3, 1) + bad)
    with pytest.raises(DataError) as caught:
        read_esa("f", docs=["latimes.1", "latimes.1"])
    assert str(caught.value) == f"f:3: {problem}"
    assert len(read_esa("f", docs=["latimes.1"] * 2, skip_bad=True)) == 2
