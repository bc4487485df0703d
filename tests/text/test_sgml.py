from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih.errors import DataError
from tarjih.text import open_column
from tarjih.text.lines import Text
from tarjih.text.sgml import read_sgml

Write = Callable[..., str]

NEWS = """<?xml version="1.0"?>
<!DOCTYPE mteval SYSTEM "mteval.dtd" [ <!ENTITY x ">"> ]>
<!-- not yet a <srcset> -->
<RefSet setid=news srclang="any" trglang="en">
<doc sysid="ref" docid="d1" genre='news'>
<hl><seg id="1"> A &amp; B </seg></hl>
<p>
<SEG id=2>spans
  two lines</SEG><seg id="3">5 < 6 & <b>bold</b></seg>
</p>
</DOC>
<DOC docid=d2><seg id="1"></seg><seg id="2"/></DOC>
</RefSet>
"""


def test_segments(write: Write) -> None:
    assert list(open_column(write(NEWS))) == [
        "A &amp; B",
        "spans two lines",
        "5 < 6 & <b>bold</b>",
        "",
        "",
    ]


def test_documents(write: Write) -> None:
    assert list(open_column(f"{write(NEWS)}::doc")) == ["d1", "d1", "d1", "d2", "d2"]


@pytest.mark.parametrize("root", ["refset", "SRCSET", "TstSet", "mteval"])
def test_roots(root: str, write: Write) -> None:
    write(f"\ufeff \n<{root}>\r\n<seg>a\r\nb</seg></{root}>")
    assert list(open_column("f")) == ["a b"]


@pytest.mark.parametrize("quoted", ['"a b"', "'a b'"])
def test_quoted_document_id(quoted: str, write: Write) -> None:
    write(f"<refset><doc genre=x DOCID = {quoted}><seg>s</seg></doc></refset>")
    assert list(open_column("f::doc")) == ["a b"]


@pytest.mark.parametrize(
    ("body", "selector", "message"),
    [
        ("", "", "f: holds no segments"),
        ("<segment>a</segment>", "", "f: holds no segments"),
        ("\n<seg>a", "", "f:2: this <seg> is never closed"),
        ("\n<seg>a\n</doc>", "", "f:2: this <seg> is never closed"),
        ("\n<seg>a\n<seg>b</seg>", "", "f:3: <seg> inside the <seg> of line 2"),
        ("\na</seg>", "", "f:2: </seg> without a <seg>"),
        ("\n<seg>a</seg>", "::doc", "f:2: this <seg> is in no <doc docid=...>"),
        ("<doc>\n<seg>a</seg>", "::doc", "f:2: this <seg> is in no <doc docid=...>"),
        ("<seg>a</seg>", "::ref", "f: SGML has no 'ref'; the only selector is ::doc"),
    ],
)
def test_errors(body: str, selector: str, message: str, write: Write) -> None:
    write(f"<refset>{body}")
    with pytest.raises(DataError) as caught:
        list(open_column(f"f{selector}"))
    assert str(caught.value) == message


def test_line_numbers_count_lines_inside_tags(write: Write) -> None:
    write("<refset\nsetid=x>\n<doc\ndocid=d>\n<seg\nid=1>a")
    with pytest.raises(DataError, match=r"^f:5: this <seg> is never closed$"):
        list(open_column("f"))


@given(st.integers(1, 9))
def test_chunks_may_end_anywhere(size: int) -> None:
    chunks = [NEWS[at : at + size] for at in range(0, len(NEWS), size)]
    whole = list(read_sgml(Text("f", NEWS, iter([])), "doc"))
    assert list(read_sgml(Text("f", "", iter(chunks)), "doc")) == whole


@pytest.mark.parametrize("unit", ["<seg ", "<", "<doc docid", "<doc a=", " docid", "]"])
def test_hostile_text_takes_linear_time(unit: str, write: Write) -> None:
    write("<refset>" + unit * (1_000_000 // len(unit)))
    with pytest.raises(DataError, match=r"^f: holds no segments$"):
        list(open_column("f"))
