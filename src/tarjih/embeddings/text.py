"""Vectors as text, a line a word: GloVe's, word2vec's, fastText's `.vec`.

The last two say in a first line how many words there are, and dimensions.
"""

from __future__ import annotations

import re
import warnings
from contextlib import suppress
from itertools import chain, islice, takewhile

import numpy as np

from tarjih.embeddings.intake import Intake
from tarjih.embeddings.stream import Stream
from tarjih.embeddings.table import Embeddings
from tarjih.errors import DataError
from tarjih.kernels.arrays import F32
from tarjih.text.decode import decode
from tarjih.text.lines import Text

HEADER = re.compile(r"([0-9]{1,15})[ \t]([0-9]{1,6})[ \t\r]*")
_GAP = re.compile("[ \t]+")
_LINES = 1024  # that are read at once


def read_text(
    stream: Stream, name: str, *, encoding: str = "utf-8", duplicates: str = "refuse"
) -> Embeddings:
    """Read any of these files."""
    text = Text(stream.name, "", decode(stream.blocks(), stream.name, encoding))
    lines = text.lines()
    first = next(lines, "")
    header = HEADER.fullmatch(first)
    if header is None:
        width, first_line = _width(stream, first), 1
        lines = chain([first], lines)
    else:
        width, first_line = dimensions(stream, int(header[2])), 2
    with Intake(stream, width, first_line, duplicates) as intake:
        while some := list(islice(lines, _LINES)):
            _add(intake, some)
        if header is not None and int(header[1]) != intake.count:
            raise promised(stream, int(header[1]), intake.count)
        return intake.finish(name)


def dimensions(stream: Stream, found: int) -> int:
    """Refuse vectors without numbers."""
    if not found:
        raise stream.error("promises vectors of no dimensions", line=1)
    return found


def promised(stream: Stream, count: int, found: int) -> DataError:
    """The error about a file that is shorter or longer than it says."""
    return stream.error(f"promises {count:,} words, but holds {found:,}", line=1)


def _width(stream: Stream, line: str) -> int:
    """How many numbers end the line."""
    fields = _fields(line)[1:]
    count = sum(1 for _ in takewhile(_is_number, reversed(fields)))
    if not count:
        raise stream.error("a word and its numbers are expected", line=1)
    return count


def _add(intake: Intake, lines: list[str]) -> None:
    parts = [line.rstrip(" \r").split(" ", 1) for line in lines]
    rows = _at_once([part[-1] for part in parts], intake.dim)
    if rows is not None:
        intake.add([part[0] for part in parts], rows)
        return
    for line in lines:
        word, row = _one(intake, line)
        intake.add([word], row)


def _at_once(numbers: list[str], dim: int) -> F32 | None:
    """The rows of lines that are as they should be, or None."""
    if any(line.count(" ") != dim - 1 for line in numbers):
        return None
    with warnings.catch_warnings(), suppress(ValueError, DeprecationWarning):
        warnings.simplefilter("error", DeprecationWarning)
        found = np.fromstring(" ".join(numbers), np.float32, sep=" ")
        if len(found) == len(numbers) * dim:
            return found.reshape(-1, dim)
    return None


def _one(intake: Intake, line: str) -> tuple[str, F32]:
    """The word and the row of a line; the word may have spaces in it, as some do."""
    *word, last = _fields(line)[: -intake.dim] or [""]
    numbers = _fields(line)[-intake.dim :]
    count = len(_fields(line)) - 1
    if count < intake.dim or (word and _is_number(last)):
        raise intake.error(f"a word and {intake.dim} numbers are expected, not {count}")
    for number in numbers:
        if not _is_number(number):
            raise intake.error(f"a number is expected, not {number[:40]!r}")
    with np.errstate(over="ignore"):
        row = np.array([list(map(float, numbers))], np.float32)
    return " ".join((*word, last)), row


def _fields(line: str) -> list[str]:
    return _GAP.split(line.rstrip(" \t\r"))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
