from __future__ import annotations

from collections.abc import Callable

import pytest

from tarjih.errors import DataError, UsageError
from tarjih.text import tabbed_column

Write = Callable[..., str]


@pytest.mark.parametrize(
    ("content", "count", "rows"),
    [
        ("a\tb\nc\td\n", 2, [("a", "b"), ("c", "d")]),
        ("a\tb\tc \n", 2, [("a", "b\tc")]),
        ("a\t\n\tb\r\n", 2, [("a", ""), ("", "b")]),
        ("a\tb\n", 1, [("a\tb",)]),
    ],
)
def test_rows(
    content: str, count: int, rows: list[tuple[str, ...]], write: Write
) -> None:
    assert list(tabbed_column(write(content), count)) == rows


def test_too_few(write: Write) -> None:
    write("a\tb\tc\na\tb\n")
    message = r"^f:2: expected 3 tab-separated references, found 2$"
    with pytest.raises(DataError, match=message):
        list(tabbed_column("f", 3))


def test_no_selector() -> None:
    message = r"^'f::2': tab-separated references take no selector$"
    with pytest.raises(UsageError, match=message):
        tabbed_column("f::2", 2)


@pytest.mark.parametrize("count", [0, -1])
def test_count(count: int) -> None:
    message = rf"^the number of references must be 1 or more, not {count}$"
    with pytest.raises(UsageError, match=message):
        tabbed_column("f", count)
