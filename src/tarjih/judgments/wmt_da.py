"""Segment-level direct assessment of WMT's metrics tasks, one blank between columns.

    LP DATA SYSTEM SID HUMAN      a score a row (WMT17)
    LP DATA SID BETTER WORSE      relative ranks made of scores, daRR (from WMT18)

`SID` is counted from 1. The header of WMT18's daRR lacks a name. A system of WMT19 may
end with the language pair, as its file does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain, islice
from pathlib import Path

from tarjih.judgments.delimited import Header, Numbered, blank_rows, headed
from tarjih.judgments.intake import Intake, Item, Source, number, opened, whole
from tarjih.judgments.table import Judgments, Kind
from tarjih.judgments.wmt_folder import TextsFrom, texts_beside
from tarjih.text.lines import Text

SCORED = ("SYSTEM", "SID", "HUMAN")
RANKED = ("SID", "BETTER", "WORSE")
_DARR = ["LP", "DATA", *RANKED]
Row = Mapping[str, str]


def read_wmt_da(
    source: Source,
    *,
    test_set: str | None = None,
    texts: TextsFrom = None,
    skip_bad: bool = False,
) -> Judgments:
    """Read scores or daRR pairs; texts are searched for in the file's own folder.

    WMT names identical outputs `A+B`. There is no such output among the texts, so that
    with texts these rows are unknown systems.
    """
    file = opened(source)
    header, rows = _header(file)
    kind: Kind = "ranks" if "BETTER" in header else "scores"
    header.require("LP", *(RANKED if kind == "ranks" else SCORED))
    name = test_set or Path(file.name).name.partition(".")[0]
    read = (_ranked if kind == "ranks" else _scored)(name)
    intake = Intake(file, kind, texts_beside(file.name, texts, ".", depth=1), skip_bad)
    return intake.take(rows, lambda cells: read(header.row(cells))).judgments()


def _header(file: Text) -> tuple[Header, Numbered]:
    rows = blank_rows(file)
    header = headed(file, rows)
    first = list(islice(rows, 1))
    narrow = any(
        len(cells) == len(_DARR) == len(header.names) + 1 for _, cells in first
    )
    if narrow and header.names[-2:] == _DARR[-2:]:
        header = Header(file, _DARR)
    return header, chain(first, rows)


def _scored(test_set: str) -> Callable[[Row], list[Item]]:
    def read(row: Row) -> list[Item]:
        score = number(row["HUMAN"], "HUMAN", blank=("NA", "None"))
        return [_item(row, test_set, row["SYSTEM"], score, 1)]

    return read


def _ranked(test_set: str) -> Callable[[Row], list[Item]]:
    def read(row: Row) -> list[Item]:
        return [
            _item(row, test_set, row["BETTER"], 1.0, 1),
            _item(row, test_set, row["WORSE"], 2.0, 2),
        ]

    return read


def _item(row: Row, test_set: str, system: str, value: float, place: int) -> Item:
    segment = whole(row["SID"], "SID")
    test_set, pair = row.get("DATA", test_set), row["LP"]
    name = system.removesuffix(f".{pair}")
    return Item(test_set, pair, segment, "", name, value, place)
