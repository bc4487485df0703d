from __future__ import annotations

from collections.abc import Callable

import pytest

from tarjih.errors import DataError
from tarjih.text import open_column

Write = Callable[..., str]
TABLE = "src\tref\tdoc\n\"a\tb \td1\nc'\t\td2"


@pytest.mark.parametrize(
    ("content", "selector", "segments"),
    [
        (TABLE, "src", ['"a', "c'"]),
        (TABLE, "ref", ["b ", ""]),
        (TABLE, "doc", ["d1", "d2"]),
        (TABLE, "2", ["ref", "b ", ""]),
        ("\ufeffsrc\tref\r\na\tb\r\n", "ref", ["b"]),
        ("\ufeffsrc\tref\r\na\tb\r\n", "src", ["a"]),
        ("one\ntwo\n", "1", ["one", "two"]),
        ("7\ta\n", "2", ["a"]),
        ("²\n1\n", "²", ["1"]),
        (f"{'9' * 20}\n1\n", "9" * 20, ["1"]),
    ],
)
def test_columns(
    content: str, selector: str, segments: list[str], write: Write
) -> None:
    column = open_column(f"{write(content)}::{selector}")
    assert list(column) == segments


@pytest.mark.parametrize(
    ("content", "selector", "message"),
    [
        (TABLE, "hyp", "f:1: no column 'hyp'; columns: src, ref, doc"),
        (TABLE, "0", "f: there is no column 0: columns are counted from 1"),
        (TABLE, "4", "f: has 3 columns, there is no column 4"),
        ("a\n", "2", "f: has 1 column, there is no column 2"),
        ("a\tb\n1\t2\n1\n", "a", "f:3: has 1 column, the first line has 2"),
        ("a\tb\n1\t2\t3\n", "2", "f:2: has 3 columns, the first line has 2"),
        ("a\tb\n1\t2\n\n", "a", "f:3: has 1 column, the first line has 2"),
        ("a\tb\ta\n", "a", "f:1: 2 columns are named 'a'"),
        ("a\tb\n", "a", "f: holds no segments"),
        (
            "x" * 50 + "\ty" * 30,
            "a",
            f"f:1: no column 'a'; columns: {'x' * 40}…, {'y, ' * 19}… (31 in all)",
        ),
    ],
)
def test_errors(content: str, selector: str, message: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError) as caught:
        list(open_column(f"f::{selector}"))
    assert str(caught.value) == message
