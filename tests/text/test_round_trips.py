"""What is written in any form comes back, and nothing but our errors comes out."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarjih.errors import TarjihError
from tarjih.text import open_column, tabbed_column

zstandard = pytest.importorskip("zstandard")
unhurried = settings(deadline=None)  # they write files

PACKERS: list[Callable[[bytes], bytes]] = [
    bytes,
    gzip.compress,
    bz2.compress,
    lzma.compress,
    zstandard.ZstdCompressor().compress,
]
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
cells = text.map(lambda found: re.sub(r"[\t\n\r]", " ", found))
packers = st.sampled_from(PACKERS)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round") / "f"


@unhurried
@given(
    lines=st.lists(text.map(lambda t: t.replace("\n", "")), min_size=1), pack=packers
)
def test_plain(lines: list[str], pack: Callable[[bytes], bytes], file: Path) -> None:
    # A first line tells that this is plain text and that a mark is no mark.
    content = "plain\n" + "".join(f"{line}\n" for line in lines)
    file.write_bytes(pack(content.encode()))
    assert list(open_column(f"{file}")) == ["plain", *map(str.rstrip, lines)]


@unhurried
@given(rows=st.lists(st.tuples(cells, cells), min_size=1), pack=packers)
def test_tsv(
    rows: list[tuple[str, str]], pack: Callable[[bytes], bytes], file: Path
) -> None:
    content = "".join(f"{a}\t{b}\n" for a, b in [("src", "ref"), *rows])
    file.write_bytes(pack(content.encode()))
    assert list(open_column(f"{file}::src")) == [a for a, _ in rows]
    assert list(open_column(f"{file}::2")) == ["ref", *(b for _, b in rows)]
    assert list(tabbed_column(f"{file}", 2))[1:] == [(a, b.rstrip()) for a, b in rows]


values = st.one_of(text, st.none(), st.lists(text | st.none()).map(tuple))


@unhurried
@given(found=st.lists(values, min_size=1), pack=packers, ascii_only=st.booleans())
def test_jsonl(
    found: list[str | tuple[str | None, ...] | None],
    pack: Callable[[bytes], bytes],
    ascii_only: bool,
    file: Path,
) -> None:
    lines = (json.dumps({"a": {"b": v}}, ensure_ascii=ascii_only) for v in found)
    file.write_bytes(pack("\n".join(lines).encode()))
    assert list(open_column(f"{file}::a.b")) == found


printable = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"]), max_size=12)


@unhurried
@given(lines=st.lists(printable.map(str.strip), min_size=1), pack=packers)
def test_xml_and_sgml(
    lines: list[str], pack: Callable[[bytes], bytes], file: Path
) -> None:
    segments = [escape(line) for line in lines]
    body = "".join(f'<seg id="{n}">\n{seg}\n</seg>' for n, seg in enumerate(segments))
    file.write_bytes(pack(f"<dataset><doc><src>{body}</src></doc></dataset>".encode()))
    assert list(open_column(f"{file}")) == lines
    file.write_bytes(pack(f"<tstset>{body}</tstset>".encode()))
    assert list(open_column(f"{file}")) == segments


BEGINNINGS = [
    b"",
    b"a\tref\n",
    b'{"ref": ',
    b"<refset><doc docid=1><seg>",
    b"<?xml version='1.0'?><dataset><doc id='1'><src><seg id='1'>",
    b"<!DOCTYPE dataset [",
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00",
    b"BZh91AY&SY",
    b"\xfd7zXZ\x00\x00\x04",
    b"\x28\xb5\x2f\xfd\x04",
    gzip.compress(b"a\n" * 9),
    zstandard.ZstdCompressor().compress(b"a\n" * 9),
]
MARKUP = b"""<>/?!-[]"'={}:,\t\n\r&;"""
noise = st.binary(max_size=60) | st.lists(st.sampled_from(MARKUP)).map(bytes)


@settings(max_examples=400, deadline=None)
@given(
    start=st.sampled_from(BEGINNINGS),
    noise=noise,
    selector=st.sampled_from(["", "::ref", "::src", "::2", "::doc", "::hyp"]),
    encoding=st.sampled_from(["utf-8", "utf-16", "latin-1"]),
)
def test_noise(
    start: bytes, noise: bytes, selector: str, encoding: str, file: Path
) -> None:
    file.write_bytes(start + noise)
    with contextlib.suppress(TarjihError):
        list(open_column(f"{file}{selector}", encoding=encoding))
    with contextlib.suppress(TarjihError):
        list(tabbed_column(f"{file}", 2, encoding=encoding))
