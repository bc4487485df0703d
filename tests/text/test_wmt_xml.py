from __future__ import annotations

from collections.abc import Callable

import pytest

from tarjih.errors import DataError
from tarjih.text import Value, open_column

Write = Callable[..., str]

FULL = """<?xml version='1.0' encoding='utf-16'?>
<dataset id="set"><collection id="general">
<doc id="d1" origlang="en" domain="news">
  <src lang="en"><p><seg id="1">a &lt;b&gt; &#233;</seg></p><p><seg id="2">two
    lines</seg></p></src>
  <ref lang="de" translator="A"><p><seg id="1">A1</seg><seg id="2">A2</seg></p></ref>
  <hyp system="S" lang="de"><p><seg id="2">S2</seg><seg id="1"> S1 </seg></p></hyp>
</doc>
<doc id="ts" origlang="en" testsuite="x"><src lang="en"><seg id="1">no</seg></src></doc>
<doc id="d2" origlang="en" domain="social">
  <src lang="en"><p><seg id="1"/></p></src>
  <ref lang="de" translator="A"><p><seg id="1">A3</seg></p></ref>
  <ref lang="de" translator="B"><p><seg id="1">B3</seg></p></ref>
</doc>
</collection></dataset>
"""


@pytest.mark.parametrize(
    ("selector", "segments"),
    [
        ("src", ["a <b> é", "two lines", ""]),
        ("ref:A", ["A1", "A2", "A3"]),
        ("ref:B", [None, None, "B3"]),
        ("hyp:S", ["S1", "S2", None]),
        ("hyp", ["S1", "S2", None]),
        ("doc", ["d1", "d1", "d2"]),
        ("domain", ["news", "news", "social"]),
    ],
)
def test_selectors(selector: str, segments: list[Value], write: Write) -> None:
    assert list(open_column(f"{write(FULL)}::{selector}")) == segments


@pytest.mark.parametrize(
    ("body", "selector", "segments"),
    [
        ("<doc><src><seg id='1'>a</seg></src></doc>", "", ["a"]),
        ("<doc><src><seg>a</seg><seg>b</seg></src></doc>", "", ["a", "b"]),
        ("<doc><ref translator='A'><seg>a</seg></ref></doc>", "", ["a"]),
        ("<doc><ref translator='A'><seg>a</seg></ref></doc>", "::ref", ["a"]),
        ("<doc><ref><seg>a</seg></ref></doc>", "::ref", ["a"]),
        ("<doc id='d'><hyp><seg>a</seg></hyp></doc>", "::doc", ["d"]),
        ("<doc><hyp>x<seg>a<b>c</b></seg></hyp></doc>", "::hyp", ["ac"]),
        ("<src><seg>x</seg></src><doc><src><seg>a</seg></src></doc>", "", ["a"]),
        ("<doc><seg>x</seg><src><seg>a</seg></src></doc>", "", ["a"]),
    ],
)
def test_small_files(
    body: str, selector: str, segments: list[Value], write: Write
) -> None:
    write(f"<dataset>{body}</dataset>")
    assert list(open_column(f"f{selector}")) == segments


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        (
            "",
            "f:3: holds several texts; "
            "add one of ::src, ::ref:A, ::hyp:S to the file name",
        ),
        (
            "::ref",
            "f:10: holds several texts; add one of ::ref:A, ::ref:B to the file name",
        ),
        ("::ref:Z", "f: has no 'ref:Z'; selectors: ::src, ::ref:A, ::hyp:S, ::ref:B"),
        ("::3", "f: has no '3'; selectors: ::src, ::ref:A, ::hyp:S, ::ref:B"),
    ],
)
def test_which_text(selector: str, message: str, write: Write) -> None:
    write(FULL)
    with pytest.raises(DataError) as caught:
        list(open_column(f"f{selector}"))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("body", "selector", "message"),
    [
        ("", "", "f: holds no segments"),
        ("", "::doc", "f: holds no segments"),
        ("<doc/>", "::src", "f: holds no segments"),
        ("\n<doc/>", "::doc", "f:2: this <doc> has no 'id'"),
        ("<p>\n<doc>", "", "f:2: invalid XML: mismatched tag"),
        ("\n<doc id=1>", "", "f:2: invalid XML: not well-formed (invalid token)"),
        ("\na & b", "", "f:2: invalid XML: not well-formed (invalid token)"),
        ("\n&nbsp;", "", "f:2: invalid XML: undefined entity"),
        (
            "<doc><src>\n<seg>a<seg>b</seg></seg></src></doc>",
            "",
            "f:2: <seg> inside a <seg>",
        ),
        (
            "<doc><src>\n<seg id='1'/><seg id='1'/></src></doc>",
            "",
            "f:2: a second <seg id='1'>",
        ),
        (
            "<doc><ref translator='A'/>\n<ref translator='A'/></doc>",
            "",
            "f:2: a second 'ref:A' in one <doc>",
        ),
        (
            "\n<doc><src><seg id='1'/></src><ref><seg id='2'/></ref></doc>",
            "::ref",
            "f:2: 'ref' has a segment '2' that 'src' has not",
        ),
    ],
)
def test_errors(body: str, selector: str, message: str, write: Write) -> None:
    write(f"<dataset>{body}</dataset>")
    with pytest.raises(DataError) as caught:
        list(open_column(f"f{selector}"))
    assert str(caught.value) == message


def test_cut_file(write: Write) -> None:
    write("<dataset>\n<doc>")
    with pytest.raises(DataError, match=r"^f:2: invalid XML: no element found$"):
        list(open_column("f"))


def test_billion_laughs(write: Write) -> None:
    write(
        '<!DOCTYPE dataset [\n<!ENTITY a "ha">\n<!ENTITY b "&a;&a;">]>\n'
        "<dataset>&b;</dataset>"
    )
    message = r"^f:2: declares the entity 'a'; declarations are refused$"
    with pytest.raises(DataError, match=message):
        list(open_column("f"))


def test_entity_of_an_external_dtd(write: Write) -> None:
    write('<!DOCTYPE dataset SYSTEM "x.dtd">\n<dataset>&nbsp;</dataset>')
    with pytest.raises(DataError, match=r"^f:2: unknown entity &nbsp;$"):
        list(open_column("f"))
