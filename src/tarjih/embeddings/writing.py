"""Embeddings in other programs' formats; numbers are written as float32."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np

from tarjih.embeddings.own import write_own
from tarjih.embeddings.precision import blocks
from tarjih.embeddings.stream import bare
from tarjih.embeddings.table import Embeddings
from tarjih.errors import DataError, UnknownName, UsageError
from tarjih.kernels.arrays import F32
from tarjih.tensors import replacing

_SPACE = re.compile(r"[ \t\r\n]")
_LINE_END = re.compile(r"[\r\n]")
_PACKERS: dict[str, Callable[[IO[bytes]], Any]] = {
    "": nullcontext,
    ".gz": lambda raw: gzip.GzipFile("", "wb", 6, raw, 0),  # no time: the same bytes
    ".bz2": lambda raw: bz2.BZ2File(raw, "wb"),
    ".xz": lambda raw: lzma.LZMAFile(raw, "wb"),  # noqa: SIM115  the caller closes
}


def write(path: str, table: Embeddings, form: str) -> None:
    """Write a format of `WRITERS`, and make the folders of the file."""
    if form not in WRITERS:
        raise UnknownName("format of embeddings", form, WRITERS)
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        WRITERS[form](path, table)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error


def write_text(path: str, table: Embeddings, *, header: bool) -> None:
    """Write a line a word; word2vec and fastText expect a header, GloVe none."""
    _check_words(path, table, _SPACE)
    with _writing(path) as file:
        if header:
            file.write(_header(table))
        for words, rows in _pieces(table):
            lines = map(_line, words, rows)
            file.write("".join(lines).encode())


def write_binary(path: str, table: Embeddings) -> None:
    """Write word2vec's binary file."""
    _check_words(path, table, _SPACE)
    with _writing(path) as file:
        file.write(_header(table))
        for words, rows in _pieces(table):
            for word, row in zip(words, rows.astype("<f4"), strict=True):
                file.write(word.encode() + b" " + row.tobytes() + b"\n")


def write_numpy(path: str, table: Embeddings) -> None:
    """Write `NAME.npy`, and its words to `NAME.words`."""
    _check_words(path, table, _LINE_END)
    if not path.endswith(".npy"):
        raise UsageError(f"{path!r} is to end in .npy; its words go beside it")
    words = "".join(f"{word}\n" for word in table.word_list())
    with _writing(path.removesuffix(".npy") + ".words") as file:
        file.write(words.encode())
    with _writing(path) as file:
        header = {"descr": "<f4", "fortran_order": False}
        shape = {"shape": (len(table), table.dim)}
        np.lib.format.write_array_header_1_0(file, header | shape)
        for _, rows in _pieces(table):
            file.write(rows.astype("<f4").tobytes())


WRITERS: dict[str, Callable[[str, Embeddings], None]] = {
    "safetensors": write_own,
    "glove": partial(write_text, header=False),
    "word2vec": partial(write_text, header=True),
    "word2vec-binary": write_binary,
    "numpy": write_numpy,
}


def _header(table: Embeddings) -> bytes:
    return f"{len(table)} {table.dim}\n".encode()


def _line(word: str, row: F32) -> str:
    return f"{word} {' '.join(row.astype(str))}\n"


def _pieces(table: Embeddings) -> Iterator[tuple[list[str], F32]]:
    words = table.word_list()
    for places in blocks(len(table)):
        yield words[places[0] : places[-1] + 1], table.rows(places)


def _check_words(path: str, table: Embeddings, forbidden: re.Pattern[str]) -> None:
    for word in table.word_list():
        if not word or forbidden.search(word):
            raise DataError(
                f"cannot hold the word {word!r} in this format; safetensors can",
                path=path,
            )


@contextmanager
def _writing(path: str) -> Iterator[IO[bytes]]:
    """A file that is packed as its name says, and stays away unless it is whole."""
    packed = path.removeprefix(bare(path))
    if packed not in _PACKERS:
        raise UsageError(f"{path!r}: no {packed} is written, but .gz, .bz2 and .xz")
    with (
        replacing(path) as beside,
        beside.open("wb") as raw,
        _PACKERS[packed](raw) as file,
    ):
        yield file
