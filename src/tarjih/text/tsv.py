"""Tab-separated columns: no quoting, every row as wide as the first."""

from __future__ import annotations

from collections.abc import Iterator

from tarjih.text.lines import Text
from tarjih.text.reader import listed


def read_tsv(text: Text, selector: str) -> Iterator[str]:
    """Yield the column `selector`: a name in the header, or a number (no header)."""
    rows = _rows(text)
    first = next(rows)
    if _is_number(selector):
        index = _index(text, first, int(selector))
        yield first[index]
    else:
        index = _named(text, first, selector)
    for row in rows:
        yield row[index]


def _rows(text: Text) -> Iterator[list[str]]:
    width = 0
    for number, line in enumerate(text.lines(), 1):
        row = line.split("\t")
        width = width or len(row)
        if len(row) != width:
            raise text.error(
                f"has {_columns(len(row))}, the first line has {width}", line=number
            )
        yield row


def _is_number(selector: str) -> bool:
    return selector.isascii() and selector.isdecimal() and len(selector) < 10


def _index(text: Text, row: list[str], number: int) -> int:
    if number == 0:
        raise text.error("there is no column 0: columns are counted from 1")
    if number > len(row):
        raise text.error(f"has {_columns(len(row))}, there is no column {number}")
    return number - 1


def _named(text: Text, header: list[str], name: str) -> int:
    if len(header) == 1 and name != header[0]:
        raise text.error(f"no column {name!r}: the first line has no tabs", line=1)
    if name not in header:
        raise text.error(f"no column {name!r}; columns: {listed(header)}", line=1)
    if header.count(name) > 1:
        raise text.error(f"{header.count(name)} columns are named {name!r}", line=1)
    return header.index(name)


def _columns(count: int) -> str:
    return "1 column" if count == 1 else f"{count} columns"
