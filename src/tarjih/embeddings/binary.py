"""word2vec's binary file: a line that says how much there is, words, float32 rows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tarjih.embeddings.intake import Intake
from tarjih.embeddings.stream import Stream
from tarjih.embeddings.table import Embeddings
from tarjih.embeddings.text import HEADER, dimensions, promised

_WORDS = 1024  # that are added at once
_LONGEST = 1 << 12  # bytes of a word; more and it is none


def read_binary(
    stream: Stream, name: str, *, encoding: str = "utf-8", duplicates: str = "refuse"
) -> Embeddings:
    """Read such a file."""
    pieces = _Pieces(stream.blocks())
    header = HEADER.fullmatch(pieces.until(b"\n").decode("ascii", "replace"))
    if header is None:
        raise stream.error("numbers of words and dimensions are expected", line=1)
    count, dim = int(header[1]), dimensions(stream, int(header[2]))
    with Intake(stream, dim, None, duplicates) as intake:
        while intake.count < count:
            some = range(min(_WORDS, count - intake.count))
            entries = [_entry(intake, pieces, i, count, encoding) for i in some]
            rows = b"".join(numbers for _, numbers in entries)
            found = np.frombuffer(rows, "<f4").reshape(-1, dim)
            intake.add([word for word, _ in entries], found)
        if pieces.exactly(2).strip():
            raise stream.error(f"goes on after the {count:,} words that it promises")
        return intake.finish(name)


def is_binary(head: bytes) -> bool:
    """Whether this begins a binary file, and not a text of the same header."""
    header, _, rest = head.partition(b"\n")
    dim = int(header.split()[1])
    line = rest.partition(b" ")[2].partition(b"\n")[0]
    return len(line) < dim or bool(line.strip(b"0123456789.,eEnaif+- \r\t"))


def _entry(
    intake: Intake, pieces: _Pieces, row: int, count: int, encoding: str
) -> tuple[str, bytes]:
    raw = pieces.until(b" ").lstrip(b"\n")  # some writers end a row with it
    numbers = pieces.exactly(4 * intake.dim)
    if len(numbers) < 4 * intake.dim:
        raise promised(intake.stream, count, intake.count + row)
    try:
        return raw.decode(encoding), numbers
    except UnicodeDecodeError as error:
        raise intake.error(f"the word {raw[:40]!r} is not {encoding}", row) from error


class _Pieces:
    """Bytes, taken as many as are asked for."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks
        self._held = b""
        self._at = 0

    def until(self, mark: bytes) -> bytes:
        """The bytes before a mark, which is passed over; none where it is not near."""
        end = self._held.find(mark, self._at)
        while end < 0 and len(self._held) - self._at < _LONGEST and self._more():
            end = self._held.find(mark, self._at)
        if end < 0:
            return b""
        found = self._held[self._at : end]
        self._at = end + len(mark)
        return found

    def exactly(self, size: int) -> bytes:
        """So many bytes, or what is left."""
        while len(self._held) - self._at < size and self._more():
            pass
        found = self._held[self._at : self._at + size]
        self._at += size
        return found

    def _more(self) -> bool:
        block = next(self._blocks, b"")
        self._held = self._held[self._at :] + block
        self._at = 0
        return bool(block)
