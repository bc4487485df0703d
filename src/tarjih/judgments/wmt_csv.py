"""The ranking CSVs of WMT07 to WMT16: one screen a row, rank 1 is the best.

    srclang,trglang,srcIndex,documentId,segmentId,judgeId,
    system1Number,system1Id,...,system1rank,...

There may be any number of systems. Later files leave columns out; those of WMT15 have
only `segmentId`, and pairs instead of screens.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path

from tarjih.judgments.delimited import Header, comma_rows, headed
from tarjih.judgments.intake import Intake, Item, Passed, Source, Unfit, opened, whole
from tarjih.judgments.languages import language_pair
from tarjih.judgments.table import Judgments
from tarjih.judgments.wmt_folder import TextsFrom, output_name, texts_beside

_BLANK = -1  # a rank that was not given
_RANKS = 5  # WMT's screens had five places, also where the file holds pairs of them
_NO_SYSTEM = ("", "blank")


def read_wmt_csv(
    source: Source,
    *,
    test_set: str | None = None,
    pair: str | None = None,
    texts: TextsFrom = None,
    skip_bad: bool = False,
) -> Judgments:
    """Read a ranking CSV; its texts are found in a folder `plain` beside it.

    `pair` is for the files that do not name their languages.
    """
    file = opened(source)
    found = texts_beside(file.name, texts, "plain")
    rows = comma_rows(file)
    header = headed(file, rows)
    places = _places(header, needs_languages=pair is None)
    names = [test_set] if test_set else sorted({name for name, _ in found})
    names = names or [Path(file.name).name.partition(".")[0]]
    screen = _Screen(header, places, names, pair, max(_RANKS, len(places)))
    return Intake(file, "ranks", found, skip_bad).take(rows, screen.read).judgments()


def _places(header: Header, *, needs_languages: bool) -> list[int]:
    """Return the numbers of the places on a screen: 1, 2 and so on."""
    if needs_languages:
        header.require("srclang", "trglang")
    header.require("system1Id", "system1rank")
    places = list(takewhile(lambda n: f"system{n}Id" in header, count(1)))
    header.require(*(f"system{n}rank" for n in places))
    header.first_of("srcIndex", "segmentId")
    return places


@dataclass(frozen=True)
class _Screen:
    """How a row is read."""

    header: Header
    places: list[int]
    test_sets: list[str]  # of systems whose names do not say theirs
    pair: str | None
    ranks: int

    def read(self, cells: list[str]) -> list[Item]:
        row = self.header.row(cells)
        pair = self.pair or language_pair(row["srclang"], row["trglang"])
        column = self.header.first_of("srcIndex", "segmentId")
        segment = whole(row[column], column)
        judge = row.get("judgeId", "")
        items = []
        for place in self.places:
            system = row[f"system{place}Id"].strip()
            if system not in _NO_SYSTEM:
                rank = self._rank(row[f"system{place}rank"], place)
                test_set, name = self._output(system)
                items.append(Item(test_set, pair, segment, judge, name, rank, place))
        if not items:
            raise Passed("a screen without systems")
        return items

    def _output(self, system: str) -> tuple[str, str]:
        """Return the test set and the system; some files name outputs by their file."""
        if named := output_name(system):
            return named.test_set, named.system
        if len(self.test_sets) > 1:
            raise Unfit(
                f"{system!r} may be of {' or '.join(self.test_sets)}: name the test set"
            )
        return self.test_sets[0], system

    def _rank(self, cell: str, place: int) -> float:
        rank = whole(cell, f"system{place}rank")
        if rank == _BLANK:
            return math.nan
        if not 1 <= rank <= self.ranks:
            raise Unfit(
                f"system{place}rank is {rank}; ranks are 1 to {self.ranks}, "
                f"or {_BLANK} where blank",
                "rank out of range",
            )
        return float(rank)
