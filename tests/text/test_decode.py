from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih.errors import DataError, UsageError
from tarjih.text import open_column
from tarjih.text.decode import decode

Write = Callable[..., str]


@pytest.mark.parametrize(
    ("data", "line", "byte", "found"),
    [
        (b"\xff", 1, 1, "ff"),
        (b"a\nbc\xe9d\n", 2, 3, "e9"),
        (b"\xef\xbb\xbfa\xff\n", 1, 5, "ff"),
        ("سطر\nسطر".encode() + b"\xc3\n", 2, 7, "c3"),
        (b"a\n\xe2\x80", 2, 1, "e2"),
        (b"a\n\xed\xa0\x80\n", 2, 1, "ed"),  # a lone surrogate
        (b"\xc0\xaf", 1, 1, "c0"),
        (b"line\n" * 300_000 + b"\xff\n", 300_001, 1, "ff"),
        (b"a\n" + b"x" * 1_000_000 + b"\xff\n", 2, 1_000_001, "ff"),
    ],
)
def test_bad_byte(data: bytes, line: int, byte: int, found: str, write: Write) -> None:
    write(data)
    with pytest.raises(DataError) as caught:
        list(open_column("f"))
    assert str(caught.value) == (
        f"f:{line}: byte {byte} of the line (0x{found}) is not utf-8; "
        "name another encoding with -e"
    )


@given(st.text(alphabet="aé€😀\n", max_size=20), st.integers(1, 7))
def test_bad_byte_is_found_wherever_blocks_end(good: str, size: int) -> None:
    data = good.encode() + b"\xff" + b"tail\n"
    blocks = [data[at : at + size] for at in range(0, len(data), size)]
    line = good.count("\n") + 1
    byte = len(good.rpartition("\n")[2].encode()) + 1
    with pytest.raises(DataError) as caught:
        list(decode(blocks, "f", "utf-8"))
    assert str(caught.value).startswith(f"f:{line}: byte {byte} of the line (0xff)")


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig", "cp1252"])
def test_other_encodings(encoding: str, write: Write) -> None:
    write("café\nnaïve\n".encode(encoding))
    assert list(open_column("f", encoding=encoding)) == ["café", "naïve"]


def test_byte_outside_another_encoding(write: Write) -> None:
    write(b"a\nb\x81\n")
    with pytest.raises(DataError) as caught:
        list(open_column("f", encoding="ascii"))
    assert str(caught.value) == (
        "f:2: byte 2 of the line (0x81) is not ascii; name another encoding with -e"
    )


def test_utf_16_without_its_mark(write: Write) -> None:
    write("a\n".encode("utf-16-le"))
    with pytest.raises(DataError, match=r"^f:.*(start with BOM|is not utf-16)"):
        list(open_column("f", encoding="utf-16"))


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13", "undefined", "a\0b"])
def test_unknown_encoding(encoding: str) -> None:
    with pytest.raises(UsageError) as caught:
        open_column("f", encoding=encoding)
    assert str(caught.value) == f"unknown encoding {encoding!r}"
