"""What a reader finds, collected: words in memory, rows on disk when they are many."""

from __future__ import annotations

from dataclasses import dataclass, field
from tempfile import SpooledTemporaryFile

import numpy as np

from tarjih.embeddings.stream import Stream
from tarjih.embeddings.table import Embeddings
from tarjih.errors import DataError
from tarjih.kernels import find_words, index_words, pack
from tarjih.kernels.arrays import F32, I32, I64, U8

DUPLICATES = ("refuse", "first")
_IN_MEMORY = 1 << 26  # bytes of rows; more are put on disk


@dataclass
class Intake:
    """Rows as they come, inside `with`.

    `first_line` is where the first one stands, if lines count.
    """

    stream: Stream
    dim: int
    first_line: int | None = None
    duplicates: str = "refuse"
    words: list[U8] = field(default_factory=list)
    sizes: list[I64] = field(default_factory=list)
    count: int = 0

    def __enter__(self) -> Intake:
        self._file = SpooledTemporaryFile(_IN_MEMORY)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, words: list[str], rows: F32) -> None:
        """Take some words and their rows."""
        finite = np.isfinite(rows).all(1)
        if not finite.all():
            row = int(np.argmin(finite))
            raise self.error(f"a number of {words[row]!r} is not finite", row)
        if "" in words:
            raise self.error("the word before the numbers is missing", words.index(""))
        packed, offsets = pack(words)
        self.words.append(packed)
        self.sizes.append(np.diff(offsets))
        self._file.write(np.ascontiguousarray(rows, np.float32).data)
        self.count += len(words)

    def error(self, problem: str, row: int = 0) -> DataError:
        """Return the error to raise about a row of those to be added."""
        return self._error_at(problem, self.count + row)

    def finish(self, name: str) -> Embeddings:
        """All that was added, as a table; its words must be distinct."""
        words = np.concatenate([np.zeros(0, np.uint8), *self.words])
        sizes = np.concatenate([np.zeros(1, np.int64), *self.sizes])
        found = Embeddings(name, words, np.cumsum(sizes), self._rows())
        first = _first_places(found)
        again = np.flatnonzero(first != np.arange(self.count))
        if not len(again):
            return found
        if self.duplicates == "refuse":
            raise self._twice(found, int(first[again[0]]), int(again[0]))
        return chosen(found, np.flatnonzero(first == np.arange(self.count)))

    def _twice(self, found: Embeddings, first: int, again: int) -> DataError:
        place = f"as word {first + 1:,}"
        if self.first_line is not None:
            place = f"in line {self.first_line + first:,}"
        return self._error_at(
            f"the word {found.word_list()[again]!r} is there already, {place}; "
            "take the first with duplicates 'first'",
            again,
        )

    def _rows(self) -> F32:
        self._file.flush()
        if self._file.name is None:  # all of it is in memory
            self._file.seek(0)
            rows = np.frombuffer(self._file.read(), np.float32)
            return rows.reshape(self.count, self.dim)
        shape = self.count, self.dim
        return np.asarray(np.memmap(self._file, np.float32, "r", shape=shape))

    def _error_at(self, problem: str, row: int) -> DataError:
        if self.first_line is not None:
            return self.stream.error(problem, line=self.first_line + row)
        return self.stream.error(f"word {row + 1:,}: {problem}")


def _first_places(table: Embeddings) -> I32:
    """The first place of each word."""
    packed = table.words, table.word_offsets
    return find_words(*packed, index_words(*packed), *packed)


def chosen(table: Embeddings, places: I64) -> Embeddings:
    """Some words of a table, in the order given."""
    words = table.word_list()
    rows = table.rows(places.astype(np.int32))
    return Embeddings.of(table.name, (words[i] for i in places.tolist()), rows)
