"""Several references a line, tabs between them: sacreBLEU's `--num-refs`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from tarjih.errors import UsageError
from tarjih.text.columns import Column, open_column
from tarjih.text.lines import Text


def tabbed_column(spec: str, count: int, *, encoding: str = "utf-8") -> Column:
    """Return a column of exactly `count` references a segment.

    Tabs beyond belong to the last one. Unlike sacreBLEU's, a line may end with an empty
    reference.
    """
    if count < 1:
        raise UsageError(f"the number of references must be 1 or more, not {count}")
    column = open_column(spec, encoding=encoding)
    if column.selector is not None:
        raise UsageError(f"{spec!r}: tab-separated references take no selector")
    return replace(column, read=partial(_split, count))


def _split(
    count: int, text: Text, _selector: str | None
) -> Iterator[tuple[str | None, ...]]:
    for number, line in enumerate(text.lines(), 1):
        cells = line.split("\t", count - 1)
        if len(cells) != count:
            raise text.error(
                f"expected {count} tab-separated references, found {len(cells)}",
                line=number,
            )
        cells[-1] = cells[-1].rstrip()
        yield tuple(cells)
