from __future__ import annotations

import lzma
from collections.abc import Callable

import pytest

from tarjih.errors import DataError, UnknownName
from tarjih.judgments import Stream, Texts, find_wmt_plain, is_reference
from tarjih.judgments.wmt_folder import Output, output_name

Write = Callable[..., str]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("newstest2012.cs-en.cu-bojar.xz", ("newstest2012", "cs-en", "cu-bojar")),
        ("newstest2013.cs-en.MES:.2796", ("newstest2013", "cs-en", "MES:.2796")),
        ("newstest2015.KIT.4017.de-en.txt", ("newstest2015", "de-en", "KIT.4017")),
        ("newstest2017.jhu-nmt.5151.zh-en", ("newstest2017", "zh-en", "jhu-nmt.5151")),
        ("newstest2013.de-en.x.sgm.gz", ("newstest2013", "de-en", "x")),
        ("newstest2021.zh-en.hyp.SMU.en.xz", ("newstest2021", "zh-en", "SMU")),
        ("newstest2021.zh-en.ref.A.en.xz", None),
        ("online-A", None),
        ("newstest2012-ref.en", None),
        ("", None),
    ],
)
def test_names_of_outputs(name: str, expected: tuple[str, str, str] | None) -> None:
    assert output_name(name) == (expected and Output(*expected))


def test_layout_of_2015(write: Write) -> None:
    write("r\n", "t/references/newstest2015-csen-ref.en")
    write("other\n", "t/references/newstest2015-deen-ref.en")
    write("s\n", "t/sources/newstest2015-csen-src.cs")
    write("o\n", "t/system-outputs/newstest2015/cs-en/newstest2015.KIT.1.cs-en.txt")
    write("README", "t/README")
    ((key, texts),) = find_wmt_plain("t").items()
    assert key == ("newstest2015", "cs-en")
    assert texts.reference(1) == ["r"]
    assert texts.source_text(1) == "s"
    assert texts.hypothesis("KIT.1", 1) == "o"


def test_layout_of_2021(write: Write) -> None:
    write(lzma.compress(b"a\n"), "t/newstest2021.en-de.ref.A.de.xz")
    write(lzma.compress(b"c\n"), "t/newstest2021.en-de.ref.C.de.xz")
    write(lzma.compress(b"s\n"), "t/newstest2021.en-de.src.en.xz")
    write(lzma.compress(b"o\n"), "t/newstest2021.en-de.hyp.VolcTrans-AT.de.xz")
    texts = find_wmt_plain("t")["newstest2021", "en-de"]
    assert texts.reference(1) == ["a", "c"]
    assert texts.reference(1, "C") == ["c"]
    assert texts.hypothesis("VolcTrans-AT", 1) == "o"
    assert texts.hypothesis("ref-C", 1) == "c"
    assert texts.knows("ref-A")
    assert not texts.knows("ref-B")
    with pytest.raises(UnknownName, match=r"^unknown reference 'B'; known: A, C$"):
        texts.reference(1, "B")
    with pytest.raises(UnknownName, match=r"^unknown system 'ref-B'"):
        texts.hypothesis("ref-B", 1)


def test_hidden_and_deep_files_are_passed_over(write: Write) -> None:
    write("x\n", "t/.hidden/newstest2012.cs-en.a")
    write("x\n", "t/1/2/3/4/newstest2012.cs-en.b")
    write("x\n", "t/1/2/3/newstest2012.cs-en.c")
    ((_, texts),) = find_wmt_plain("t").items()
    assert list(texts.systems) == ["c"]


def test_sgml_is_read_too(write: Write) -> None:
    sgml = '<tstset><doc docid="d"><seg id="1"> a b </seg></doc></tstset>'
    write(sgml, "t/newstest2013.cs-en.x.sgm")
    ((_, texts),) = find_wmt_plain("t").items()
    assert texts.hypothesis("x", 1) == "a b"
    with pytest.raises(DataError, match="segment 1 has no reference"):
        texts.reference(1)


def test_missing_texts() -> None:
    texts = Texts({"ref": Stream([("a", None, "b"), ()])}, {"x": Stream([None, "h"])})
    assert texts.reference(1) == ["a", "b"]
    assert texts.hypothesis("x", 2) == "h"
    assert texts.source_text(1) == ""
    with pytest.raises(DataError, match=r"^x: segment 1 is missing$"):
        texts.hypothesis("x", 1)
    with pytest.raises(DataError, match="segment 2 has no reference"):
        texts.reference(2)
    assert len(Texts({}, {})) == 0
    with pytest.raises(UnknownName):
        Texts({}, {}).hypothesis("_ref", 1)


def test_a_stream_is_read_once() -> None:
    stream = Stream(iter(["a", "b"]), "s")
    assert stream.at(2) == stream.at(2) == "b"
    with pytest.raises(DataError, match=r"^s ends after segment 2: there is no 0$"):
        stream.at(0)


@pytest.mark.parametrize(
    ("name", "human"),
    [
        ("_ref", True),
        ("ref-A", True),
        ("refB", True),
        ("ref.C", True),
        ("reflex", False),
    ],
)
def test_references_as_systems(name: str, human: bool) -> None:
    assert is_reference(name) == human
