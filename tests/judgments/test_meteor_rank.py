from __future__ import annotations

import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from tarjih.errors import DataError
from tarjih.judgments import read_meteor_rank

Write = Callable[..., str]


def sgml(*segments: str) -> bytes:
    body = "".join(f'<seg id="{i}"> {s} </seg>\n' for i, s in enumerate(segments, 1))
    text = f'<tstset trglang="any">\n<doc docid="any">\n{body}</doc>\n</tstset>\n'
    return lzma.compress(text.encode())


@pytest.fixture
def folder(write: Write) -> str:
    write(sgml("r1", "r &amp;lt; &apos;2&quot;"), "w/meteor/cs-en.ref.sgm.xz")
    write(sgml("a1", "a2"), "w/meteor/cs-en.sys1.sgm.xz")
    write(sgml("b1", "b2"), "w/meteor/cs-en.sys2.sgm.xz")
    write("sys1\tnewstest2012.cs-en.cu-bojar\t1.0\tjudged\nx\n", "w/sysmap.cs-en.tsv")
    return write("2\tcs-en\tsys1\tcs-en\tsys2\n", "w/meteor/cs-en.rank")


def test_with_texts(folder: str) -> None:
    found = read_meteor_rank(folder)
    assert found.test_set.present() == ("newstest2012",)
    assert found.pair.present() == ("cs-en",)
    assert found.system.values() == ["cu-bojar", "sys2"]
    assert found.value.tolist() == [1, 2]
    assert found.segment.tolist() == [2, 2]
    assert found.judge.values() == ["", ""]
    texts = found.texts["newstest2012", "cs-en"]
    assert texts.reference(2) == ["r &lt; '2\""]
    assert texts.hypothesis("cu-bojar", 2) == "a2"
    assert texts.hypothesis("sys2", 1) == "b1"


def test_alone(write: Write) -> None:
    write("9\tde-en\tsys3\tde-en\tsys10\r\n", "m/de-en.rank")
    found = read_meteor_rank("m/de-en.rank")
    assert found.test_set.present() == ("m",)
    assert found.system.values() == ["sys3", "sys10"]
    assert not found.texts
    found = read_meteor_rank("m/de-en.rank", test_set="t", texts={})
    assert found.test_set.present() == ("t",)


def test_texts_elsewhere(folder: str, write: Write) -> None:
    row = "2\tcs-en\tsys1\tcs-en\tsys2\n"
    found = read_meteor_rank(write(row, "m/cs-en.rank"), texts="w/meteor")
    assert found.texts["m", "cs-en"].hypothesis("sys1", 2) == "a2"
    assert not read_meteor_rank(folder, texts="m").texts
    with pytest.raises(DataError, match=r"^none: no such folder$"):
        read_meteor_rank(folder, texts="none")


def test_names_that_are_no_files(folder: str, write: Write) -> None:
    write("sys1\tmine\nsys2\tyours\n", "w/meteor/sysmap.cs-en.tsv")
    found = read_meteor_rank(folder)
    assert found.test_set.present() == ("meteor",)
    assert found.system.values() == ["mine", "yours"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("1\tcs-en\tsys1", "has 3 columns, not 5"),
        (
            "1\tde-en\tsys1\tde-en\tsys2",
            "ranks de-en and de-en in the file of cs-en",
        ),
        (
            "1\tcs-en\tsys1\tde-en\tsys2",
            "ranks cs-en and de-en in the file of cs-en",
        ),
        ("x\tcs-en\tsys1\tcs-en\tsys2", "segment 'x' is no whole number"),
        ("0\tcs-en\tsys1\tcs-en\tsys2", "segment 0: segments are counted from 1"),
        (
            "3\tcs-en\tsys1\tcs-en\tsys2",
            "segment 3 is past the end: newstest2012 cs-en has 2 segments",
        ),
        (
            "2\tcs-en\tsys1\tcs-en\tsys9",
            "unknown system 'sys9'; systems of newstest2012 cs-en: cu-bojar, sys2",
        ),
    ],
)
def test_bad_lines(line: str, problem: str, folder: str, write: Write) -> None:
    write(f"2\tcs-en\tsys1\tcs-en\tsys2\n{line}\n", folder)
    with pytest.raises(DataError) as caught:
        read_meteor_rank(folder)
    assert str(caught.value) == f"w/meteor/cs-en.rank:2: {problem}"
    found = read_meteor_rank(folder, skip_bad=True)
    assert len(found) == 2
    assert found.skipped.total == 1


def test_messages_name_no_test_set_that_is_not_known(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("w/meteor")
    Path("../sysmap.cs-en.tsv").unlink()
    Path("cs-en.rank").write_text("3\tcs-en\tsys1\tcs-en\tsys2\n")
    with pytest.raises(DataError, match=r"the end: cs-en has 2 segments$"):
        read_meteor_rank("cs-en.rank")
