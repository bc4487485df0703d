"""Several references a line, tabs between them: sacreBLEU's `--num-refs`."""

from __future__ import annotations

from collections.abc import Iterator

from tarjih.errors import UsageError
from tarjih.text.columns import open_column
from tarjih.text.lines import open_text


def read_tabbed(
    spec: str, count: int, *, encoding: str = "utf-8"
) -> Iterator[tuple[str, ...]]:
    """Yield exactly `count` references a line; tabs beyond belong to the last one.

    Unlike sacreBLEU, a line may end with an empty reference.
    """
    if count < 1:
        raise UsageError(f"the number of references must be 1 or more, not {count}")
    column = open_column(spec, encoding=encoding)
    if column.selector is not None:
        raise UsageError(f"{spec!r}: tab-separated references take no selector")
    return _split(column.path, count, encoding)


def _split(path: str, count: int, encoding: str) -> Iterator[tuple[str, ...]]:
    text = open_text(path, encoding)
    for number, line in enumerate(text.lines(), 1):
        cells = line.split("\t", count - 1)
        if len(cells) != count:
            raise text.error(
                f"expected {count} tab-separated references, found {len(cells)}",
                line=number,
            )
        cells[-1] = cells[-1].rstrip()
        yield tuple(cells)
