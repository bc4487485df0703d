"""COMET's training files: `src,ref,pos,neg`, and `src,mt,ref,score`.

A column `lp` gives the language pair; other columns are ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tarjih.judgments.delimited import comma_rows, headed
from tarjih.judgments.inline import InlinePairs
from tarjih.judgments.intake import Intake, Item, Source, Unfit, number, opened
from tarjih.judgments.table import Judgments, Kind
from tarjih.text.markup import joined

RANKING = ("src", "ref", "pos", "neg")
REGRESSION = ("src", "mt", "ref", "score")
Row = Mapping[str, str]


def read_comet_csv(
    source: Source,
    *,
    test_set: str | None = None,
    pair: str = "",
    skip_bad: bool = False,
) -> Judgments:
    """Read a ranking or a regression file; the header says which."""
    file = opened(source)
    texts = InlinePairs(test_set or Path(file.name).name.partition(".")[0])
    rows = comma_rows(file)
    header = headed(file, rows)
    kind: Kind = "ranks" if "pos" in header or "neg" in header else "scores"
    header.require(*(RANKING if kind == "ranks" else REGRESSION))
    read = (_ranking if kind == "ranks" else _regression)(texts, pair)
    intake = Intake(file, kind, skip_bad=skip_bad)
    intake.take(rows, lambda cells: read(header.row(cells)))
    return intake.judgments(texts.texts())


def _ranking(texts: InlinePairs, pair: str) -> Callable[[Row], list[Item]]:
    def read(row: Row) -> list[Item]:
        better, worse = joined(row["pos"]), joined(row["neg"])
        if better == worse:
            raise Unfit("prefers one of two identical translations")
        return [
            _item(texts, pair, row, better, value=1.0, place=1),
            _item(texts, pair, row, worse, value=2.0, place=2),
        ]

    return read


def _regression(texts: InlinePairs, pair: str) -> Callable[[Row], list[Item]]:
    def read(row: Row) -> list[Item]:
        score = number(row["score"], "score")
        return [_item(texts, pair, row, joined(row["mt"]), value=score)]

    return read


def _item(
    texts: InlinePairs, pair: str, row: Row, text: str, *, value: float, place: int = 1
) -> Item:
    pair = row.get("lp") or pair
    inline = texts.of(pair)
    segment = inline.segment(joined(row["src"]), (joined(row["ref"]),))
    system = inline.system(segment, text)
    return Item(texts.test_set, pair, segment, "", system, value, place)
