"""Rows with a header: quoted commas, bare tabs or blanks."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tarjih.judgments.intake import Unfit, no_column
from tarjih.text.lines import Text

Row = list[str]
Numbered = Iterator[tuple[int, Row]]


def comma_rows(file: Text) -> Numbered:
    """Yield the rows of a CSV file with the line on which each ends.

    A quoted cell may span lines.
    """
    reader = csv.reader(f"{line}\n" for line in file.lines())
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise file.error(f"invalid CSV: {error}", line=reader.line_num) from error
        if row:
            yield reader.line_num, row


def tab_rows(file: Text) -> Numbered:
    """Yield the cells between tabs, as they are."""
    return _split(file, lambda line: line.split("\t"))


def blank_rows(file: Text) -> Numbered:
    """Yield the words of every line."""
    return _split(file, str.split)


def _split(file: Text, cut: Callable[[str], Row]) -> Numbered:
    for number, line in enumerate(file.lines(), 1):
        if line.strip():
            yield number, cut(line)


class Header:
    """The names in the first row, and the cells of a row by these names."""

    def __init__(self, file: Text, names: Iterable[str]) -> None:
        self.file = file
        self.names = [" ".join(name.split()) for name in names]  # one line

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def require(self, *names: str) -> None:
        """Refuse the file if one of the columns is not there."""
        if missing := [name for name in names if name not in self.names]:
            raise no_column(self.file, missing, self.names)

    def first_of(self, *names: str) -> str:
        """Return the name that this file uses of those that mean the same."""
        for name in names:
            if name in self.names:
                return name
        raise no_column(self.file, names, self.names)

    def row(self, cells: Sequence[str]) -> Mapping[str, str]:
        """Return the cells of a row, which is as wide as the header."""
        if len(cells) != len(self.names):
            raise Unfit(
                f"has {len(cells)} columns, the header has {len(self.names)}",
                "wrong number of columns",
            )
        return dict(zip(self.names, cells, strict=True))


def headed(file: Text, rows: Numbered) -> Header:
    """Take the header from the rows."""
    for _, names in rows:
        return Header(file, names)
    raise file.error("holds no header")
