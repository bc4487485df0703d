"""A `.npy` file of rows, and the words in a text beside it, one a line."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryFile
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from tarjih.embeddings.intake import Intake
from tarjih.embeddings.stream import Stream, bare
from tarjih.embeddings.table import Embeddings
from tarjih.errors import DataError
from tarjih.text.lines import open_text

_BLOCK = 1 << 14  # rows that are added at once
_ENDINGS = (".words", ".txt")  # of the file of words
# what NumPy raises about a header that is none
_UNSOUND = (ValueError, KeyError, TypeError, SyntaxError, TokenError, OverflowError)
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def read_numpy(
    stream: Stream, name: str, *, encoding: str = "utf-8", duplicates: str = "refuse"
) -> Embeddings:
    """Read rows, and words from `NAME.words` or `NAME.txt` beside `NAME.npy`."""
    beside = str(_words_beside(stream))
    words = list(open_text(beside, encoding).lines())
    rows = _rows(stream)
    if len(words) != len(rows):
        raise DataError(
            f"holds {len(words):,} words for the {len(rows):,} rows of {stream.name}",
            path=beside,
        )
    with Intake(stream, rows.shape[1], None, duplicates) as intake:
        for at in range(0, len(rows), _BLOCK):
            some = rows[at : at + _BLOCK].astype(np.float32)
            intake.add(words[at : at + _BLOCK], some)
        return intake.finish(name)


def _words_beside(stream: Stream) -> Path:
    path = Path(stream.path)
    base = bare(path.name).removesuffix(".npy")
    for beside in sorted(path.parent.iterdir()) if stream.path != "-" else []:
        if any(bare(beside.name) == base + ending for ending in _ENDINGS):
            return beside
    names = " or ".join(base + ending for ending in _ENDINGS)
    raise stream.error(f"needs its words beside it, one a line: {names}")


def _rows(stream: Stream) -> NDArray[Any]:
    """The rows, mapped from a temporary file."""
    with TemporaryFile() as file:
        file.writelines(stream.blocks())
        size = file.tell()
        file.seek(0)
        try:
            shape, fortran, kind = _HEADERS[npy.read_magic(file)](file)
        except _UNSOUND as error:
            raise stream.error(f"is no sound .npy file: {error}") from error
        if len(shape) != 2 or kind.kind != "f":
            raise stream.error(
                f"holds {kind} of shape {shape}, not rows of float16, 32 or 64"
            )
        missing = file.tell() + shape[0] * shape[1] * kind.itemsize - size
        if missing > 0:
            raise stream.error(f"is cut: {missing:,} bytes of its rows are missing")
        if not shape[0] * shape[1]:
            return np.zeros(shape, kind)
        order: Any = "F" if fortran else "C"
        return np.memmap(file, kind, "r", file.tell(), shape, order)
