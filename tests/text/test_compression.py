from __future__ import annotations

import bz2
import errno
import gzip
import io
import lzma
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from tarjih.errors import DataError, MissingExtra
from tarjih.text import open_column, zstd
from tarjih.text.compression import unpack

Write = Callable[..., str]
Pack = Callable[[bytes], bytes]


def pack_zstd(data: bytes) -> bytes:
    library = pytest.importorskip("zstandard")
    packed: bytes = library.ZstdCompressor().compress(data)
    return packed


PACKERS: dict[str, Pack] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": pack_zstd,
}
each_form = pytest.mark.parametrize("form", PACKERS)
TEXT = "".join(f"{n} سطر\n" for n in range(50_000))


@each_form
def test_unpacked_whatever_the_name(form: str, write: Write) -> None:
    write(PACKERS[form](TEXT.encode()), "f.txt")
    assert list(open_column("f.txt")) == TEXT.splitlines()


@each_form
def test_members_are_joined(form: str, write: Write) -> None:
    pack = PACKERS[form]
    write(pack(b"a\nb") + pack(b"") + pack(b"c\n"))
    assert list(open_column("f")) == ["a", "bc"]


@each_form
def test_stdin(form: str, feed_stdin: Callable[[bytes], None]) -> None:
    feed_stdin(PACKERS[form](b"a\nb\n"))
    assert list(open_column("-")) == ["a", "b"]


@each_form
def test_empty_content(form: str, write: Write) -> None:
    write(PACKERS[form](b""))
    with pytest.raises(DataError, match=r"^f: is empty$"):
        list(open_column("f"))


@each_form
@pytest.mark.parametrize("part", [0.3, 0.9])
def test_truncated(form: str, part: float, write: Write) -> None:
    packed = PACKERS[form](TEXT.encode())
    write(packed[: int(len(packed) * part)])
    with pytest.raises(DataError, match=rf"^f: truncated {form} data$"):
        list(open_column("f"))


@each_form
def test_corrupt(form: str, write: Write) -> None:
    packed = bytearray(PACKERS[form](TEXT.encode()))
    packed[10:60] = b"\xff" * 50
    write(bytes(packed))
    with pytest.raises(DataError, match=rf"^f: corrupt {form} data$"):
        list(open_column("f"))


def test_gzip_checksum(write: Write) -> None:
    packed = bytearray(gzip.compress(b"a\nb\n"))
    packed[-5] ^= 1
    write(bytes(packed))
    with pytest.raises(DataError, match=r"^f: corrupt gzip data$"):
        list(open_column("f"))


def test_zstd_skippable_frame_in_front(write: Write) -> None:
    write(b"\x50\x2a\x4d\x18\x02\x00\x00\x00hi" + pack_zstd(b"a\n"))
    assert list(open_column("f")) == ["a"]


@pytest.mark.parametrize("line", ["BZh9", "BZh9 is how bzip2 begins", "P*M", "\x1f"])
def test_text_that_begins_like_a_packed_file(line: str, write: Write) -> None:
    write(line + "\n")
    assert list(open_column("f")) == [line.rstrip()]


def test_failing_disk() -> None:
    class Disk(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    with pytest.raises(DataError, match=r"^f: cannot be read: Input/output error$"):
        list(unpack(Disk(), "f"))


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python has its own")
def test_zstandard_is_not_installed(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(b"\x28\xb5\x2f\xfd")
    monkeypatch.setitem(sys.modules, "zstandard", None)
    message = r"^reading zstd files needs: pip install 'tarjih\[zstd\]'$"
    with pytest.raises(MissingExtra, match=message):
        list(open_column("f"))


def test_python_3_14_reads_zstd_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    own = SimpleNamespace(ZstdDecompressor=object, ZstdError=ValueError)
    monkeypatch.setattr("sys.version_info", (3, 14))
    monkeypatch.setattr(zstd, "import_module", {"compression.zstd": own}.__getitem__)
    assert zstd._library() == (object, ValueError)
