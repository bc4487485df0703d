from __future__ import annotations

from collections.abc import Callable

import pytest

from tarjih.errors import DataError
from tarjih.text import Value, open_column

Write = Callable[..., str]


@pytest.mark.parametrize(
    ("content", "key", "segments"),
    [
        ('{"ref": "a"}\n {"ref": "b\\tc"}\r\n', "ref", ["a", "b\tc"]),
        ('{"ref": null}', "ref", [None]),
        ('{"ref": ["a", null]}\n{"ref": []}\n', "ref", [("a", None), ()]),
        ('\ufeff  {"ref": "a\u2028b"}\n', "ref", ["a\u2028b"]),
        ('{"a": {"b": {"c": "x"}}}', "a.b.c", ["x"]),
        ('{"a": {"b": "nested"}, "a.b": "whole"}', "a.b", ["whole"]),
        ('{"1": "number"}', "1", ["number"]),
        ('{"ref": "\\ud83d\\ude00 é"}', "ref", ["😀 é"]),
        ('{"doc": "d1"}\n', "doc", ["d1"]),
    ],
)
def test_keys(content: str, key: str, segments: list[Value], write: Write) -> None:
    write(content, "data.tsv")  # the name does not matter
    assert list(open_column(f"data.tsv::{key}")) == segments


GOOD = '{"ref": "a"}\n'


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"src": "a", "hyp": "b"}', "no key 'ref'; keys: src, hyp"),
        ("{}", "no key 'ref'; keys: "),
        ('{"ref": 3}', "'ref' is a number, not text or null"),
        ('{"ref": true}', "'ref' is true or false, not text or null"),
        ('{"ref": {}}', "'ref' is an object, not text or null"),
        ('{"ref": ["a", 3]}', "an item of 'ref' is a number, not text or null"),
        ('{"ref": [["a"]]}', "an item of 'ref' is a list, not text or null"),
        ('{"ref": "\\ud83d"}', "'ref' holds half a surrogate pair"),
        ("[1]", "expected a JSON object, found a list"),
        ('"a"', "expected a JSON object, found text"),
        ("null", "expected a JSON object, found null"),
        ('{"ref": NaN}', "invalid JSON: NaN is no JSON value"),
        ('{"ref": -Infinity}', "invalid JSON: -Infinity is no JSON value"),
        ("", "invalid JSON: Expecting value at column 1"),
        ('{"ref": "a"', "invalid JSON: Expecting ',' delimiter at column 12"),
        ('{"ref": "a"} x', "invalid JSON: Extra data at column 14"),
        ('{"ref": ' + "[" * 200_000, "invalid JSON: nested too deeply"),
    ],
)
def test_errors(line: str, problem: str, write: Write) -> None:
    write(GOOD + line + "\n")
    with pytest.raises(DataError) as caught:
        list(open_column("f::ref"))
    assert str(caught.value) == f"f:2: {problem}"


def test_integer_that_python_refuses(write: Write) -> None:
    write(GOOD + '{"ref": ' + "9" * 5000 + "}\n")
    with pytest.raises(DataError, match=r"^f:2: "):
        list(open_column("f::ref"))


def test_missing_inner_key(write: Write) -> None:
    write('{"a": {"c": "x"}}')
    with pytest.raises(DataError, match=r"^f:1: no key 'b'; keys: c$"):
        list(open_column("f::a.b"))
