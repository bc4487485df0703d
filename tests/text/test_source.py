from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from tarjih.errors import DataError, UsageError
from tarjih.text import open_column

Write = Callable[..., str]


def test_missing_file(write: Write) -> None:
    with pytest.raises(DataError, match=r"^gone: no such file$"):
        list(open_column("gone"))


def test_directory(write: Write) -> None:
    Path("d").mkdir()
    with pytest.raises(DataError, match=r"^d: is a directory$"):
        list(open_column("d"))


def test_nul_in_the_name() -> None:
    with pytest.raises(DataError, match=r"^a\x00b: no such file$"):
        list(open_column("a\0b"))


def test_file_taken_for_a_folder(write: Write) -> None:
    write("x")
    with pytest.raises(DataError, match=r"^f/g: cannot be opened: Not a directory$"):
        list(open_column("f/g"))


def test_no_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, mode: str) -> IO[bytes]:  # root may read everything
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DataError, match=r"^f: permission denied$"):
        list(open_column("f"))


def test_stdin(feed_stdin: Callable[[bytes], None]) -> None:
    feed_stdin(b"a\nb\n")
    assert list(open_column("-")) == ["a", "b"]


def test_stdin_takes_a_selector(feed_stdin: Callable[[bytes], None]) -> None:
    feed_stdin(b"src\tref\na\tb\n")
    assert list(open_column("-::ref")) == ["b"]


def test_stdin_is_read_once(feed_stdin: Callable[[bytes], None]) -> None:
    feed_stdin(b"a\n")
    first = iter(open_column("-"))
    assert next(first) == "a"
    message = r"^standard input \('-'\) can be read only once$"
    with pytest.raises(UsageError, match=message):
        list(open_column("-"))


def test_empty_stdin(feed_stdin: Callable[[bytes], None]) -> None:
    feed_stdin(b"")
    with pytest.raises(DataError, match=r"^<stdin>: is empty$"):
        list(open_column("-"))


def test_closed_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(DataError, match=r"^<stdin>: is closed$"):
        list(open_column("-"))


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd here")
def test_pipe_is_opened_once() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"a\nb")
    os.close(writing)
    assert list(open_column(f"/dev/fd/{reading}")) == ["a", "b"]
    os.close(reading)
