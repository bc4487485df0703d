"""Error span annotation of WMT23 and later, as Appraise exports it: CSV, no header.

    login, system, item, TGT or BAD, source language, target language, score 0 to 100,
    document#system, whole document?, error spans (JSON), start, end

The item counts the screens of one login, not the segments of the test set. Segments are
therefore numbered by document and place in it, or by the documents of the test set
where these are given.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tarjih.errors import UsageError
from tarjih.judgments.delimited import comma_rows
from tarjih.judgments.intake import (
    Intake,
    Item,
    Passed,
    Source,
    Unfit,
    number,
    opened,
    whole,
)
from tarjih.judgments.languages import language_pair
from tarjih.judgments.table import Judgments
from tarjih.judgments.wmt_folder import TextsFrom, find_wmt_plain
from tarjih.text import Value
from tarjih.text.lines import Text

WIDTH = 12
Document = tuple[str, str]  # login, document#system


def read_esa(
    source: Source,
    *,
    test_set: str | None = None,
    docs: Iterable[Value] | None = None,
    texts: TextsFrom = None,
    skip_bad: bool = False,
) -> Judgments:
    """Read the scores; quality control and scores of whole documents are left out.

    `docs` holds the document of every segment of the test set, in order. Only with it
    do the segments have the numbers that texts in a folder have.
    """
    if isinstance(texts, (str, Path)):
        if docs is None:
            raise UsageError(
                "ESA counts segments by document: texts in a folder need `docs` as well"
            )
        texts = find_wmt_plain(texts)
    file = opened(source)
    name = test_set or Path(file.name).name.partition(".")[0]
    rows = list(comma_rows(file))
    segments = _Segments(_places(cells for _, cells in rows), _starts(docs))
    intake = Intake(file, "scores", texts or {}, skip_bad)
    return intake.take(rows, lambda cells: [_item(name, segments, cells)]).judgments()


def is_esa(file: Text) -> bool:
    """Tell by the first row, which has no name to go by."""
    try:
        cells = next(csv.reader([file.head.partition("\n")[0]]), [])
    except csv.Error:
        return False
    return len(cells) == WIDTH and cells[3] in ("TGT", "BAD", "REF", "CHK")


def _item(test_set: str, segments: _Segments, cells: list[str]) -> Item:
    if len(cells) != WIDTH:
        raise Unfit(f"has {len(cells)} columns, not {WIDTH}", "wrong number of columns")
    login, system, item, kind, source, target, score, document, complete = cells[:9]
    if kind != "TGT":
        raise Passed("quality control")
    if complete == "True":
        raise Passed("the score of a whole document")
    value = number(score, "score")
    if not 0 <= value <= 100:
        raise Unfit(f"score {value:g} is not between 0 and 100", "score out of range")
    segment = segments.number(login, document, whole(item, "item"))
    # The system is given as `wmt23.ONLINE-A`: the test set, then the name.
    name = system.partition(".")[2] or system
    return Item(test_set, language_pair(source, target), segment, login, name, value)


def _places(rows: Iterable[list[str]]) -> dict[Document, list[int]]:
    """Return the screens that each login had of each document, in order."""
    items: defaultdict[Document, set[int]] = defaultdict(set)
    for cells in rows:
        if len(cells) == WIDTH and cells[3] == "TGT" and cells[8] != "True":
            try:
                items[cells[0], cells[7]].add(whole(cells[2], "item"))
            except Unfit:  # met again when the row is read
                continue
    return {document: sorted(found) for document, found in items.items()}


def _starts(docs: Iterable[Value] | None) -> Mapping[str, tuple[int, int]] | None:
    """Return the first segment of each document, and how many it has."""
    if docs is None:
        return None
    found: dict[str, tuple[int, int]] = {}
    for segment, name in enumerate(docs, 1):
        first, count = found.get(f"{name}", (segment, 0))
        found[f"{name}"] = first, count + 1
    return found


@dataclass
class _Segments:
    """The numbers of the segments."""

    places: Mapping[Document, list[int]]
    starts: Mapping[str, tuple[int, int]] | None

    def __post_init__(self) -> None:
        self._seen: dict[tuple[str, int], int] = {}

    def number(self, login: str, document: str, item: int) -> int:
        place = self.places[login, document].index(item)
        name = document.partition("#")[0]
        if self.starts is None:
            return self._seen.setdefault((name, place), len(self._seen) + 1)
        if name not in self.starts:
            raise Unfit(f"unknown document {name[:40]!r}", "unknown document")
        first, count = self.starts[name]
        if place >= count:
            raise Unfit(
                f"segment {place + 1} of {name[:40]!r} is past its end: it has {count}",
                "segment past the end",
            )
        return first + place
