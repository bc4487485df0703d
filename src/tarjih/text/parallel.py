"""Several columns read side by side, a chunk of segments at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from tarjih.errors import DataError
from tarjih.text.reader import Value
from tarjih.text.references import References, all_strings


def chunks(
    columns: Sequence[Iterable[Value]], names: Sequence[str], size: int
) -> Iterator[list[list[Value]]]:
    """Yield `size` segments of every column at a time; all must be equally long."""
    readers = list(map(iter, columns))
    done = 0
    while True:
        block = [list(islice(reader, size)) for reader in readers]
        lengths = list(map(len, block))
        if min(lengths) != max(lengths):
            totals = [
                done + length + sum(1 for _ in reader)
                for length, reader in zip(lengths, readers, strict=True)
            ]
            raise unequal(names, totals)
        if lengths[0] == 0:
            return
        yield block
        done += lengths[0]


def unequal(names: Sequence[str], totals: Sequence[int]) -> DataError:
    """Say which columns differ in length, and where the shorter one ends."""
    short = min(range(len(names)), key=lambda i: totals[i])
    # name the pair that differs first as the user gave them
    long = next(i for i in range(len(names)) if totals[i] != totals[short])
    return DataError(
        f"{names[short]} has {totals[short]:,} segments but {names[long]} has "
        f"{totals[long]:,}: {names[short]} ends after segment {totals[short]:,}"
    )


def references(
    columns: Sequence[Sequence[Value]], first: int, names: Sequence[str]
) -> list[References]:
    """Join by segment what the columns hold; `first` is the first segment's number."""
    segments = zip(*columns, strict=True)
    if all(map(all_strings, columns)):
        return list(segments)
    return [merge(values, first + i, names) for i, values in enumerate(segments)]


def texts(values: Sequence[Value], first: int, name: str) -> list[str]:
    """Return the one text of each segment, such as hypotheses or labels."""
    if all_strings(values):
        return list(values)  # type: ignore[arg-type]  # as was seen
    return [single(value, first + i, name) for i, value in enumerate(values)]


def merge(values: Sequence[Value], number: int, names: Sequence[str]) -> References:
    """Join what every reference column holds for a segment."""
    found: list[str] = []
    for value in values:
        if isinstance(value, str):
            found.append(value)
        elif value is not None:
            found += [text for text in value if text is not None]
    if not found:
        raise DataError(f"segment {number:,} has no reference in {' or '.join(names)}")
    return tuple(found)


def single(value: Value, number: int, name: str) -> str:
    """Return the one text of a segment, such as a hypothesis or a label."""
    if isinstance(value, str):
        return value
    problem = "is missing" if value is None else f"holds {len(value)} texts, not one"
    raise DataError(f"{name}: segment {number:,} {problem}")
