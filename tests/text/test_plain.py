from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from itertools import islice

import pytest

from tarjih.errors import DataError
from tarjih.text import open_column

Write = Callable[..., str]


@pytest.mark.parametrize(
    ("content", "segments"),
    [
        ("a\nb\n", ["a", "b"]),
        ("a\nb", ["a", "b"]),
        ("\n", [""]),
        ("\n\na", ["", "", "a"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb\n", ["a\rb"]),
        ("a \t \n  b\u3000\n", ["a", "  b"]),
        ("a\u2028b\x0bc\x0cd\x85e\x1cf\n", ["a\u2028b\x0bc\x0cd\x85e\x1cf"]),
        ("a\tb\n", ["a\tb"]),
        ("a\0b\n", ["a\0b"]),
        ("\ufeffa\n\ufeffb\n", ["a", "\ufeffb"]),
        ("{\n<p>\n", ["{", "<p>"]),
        ("<3 you\n< refset>\n", ["<3 you", "< refset>"]),
    ],
)
def test_lines(content: str, segments: list[str], write: Write) -> None:
    assert list(open_column(write(content))) == segments


@pytest.mark.parametrize("content", ["", "\ufeff"])
def test_empty(content: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError, match=r"^f: is empty$"):
        list(open_column("f"))


def test_a_column_can_be_read_again(write: Write) -> None:
    column = open_column(write("a\nb\n"))
    assert list(column) == list(column) == ["a", "b"]


def test_a_line_longer_than_any_block(write: Write) -> None:
    long = "سطر" * 400_000
    write(f"a\n{long}\nb\n")
    assert list(open_column("f")) == ["a", long, "b"]


def test_memory_is_bounded(write: Write) -> None:
    write(b"ninety characters or so: a line of the length that news have\n" * 300_000)
    tracemalloc.start()
    count = sum(1 for _ in open_column("f"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 300_000
    assert peak < 4 << 20


def test_segments_arrive_before_the_file_ends(write: Write) -> None:
    write(b"good\n" * 200_000 + b"\xff\n")
    assert list(islice(open_column("f"), 5)) == ["good"] * 5
