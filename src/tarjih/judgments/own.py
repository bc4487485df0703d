"""Preferences of one's own, with their texts: TSV with a header, or JSON Lines.

    source? ref hyp1 hyp2 preference weight? judge?

`preference` is 1, 2 or 0, or else `hyp1`, `hyp2` or `tie`. In JSON Lines `ref` may be a
list. Other columns are ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tarjih.judgments.delimited import headed, tab_rows
from tarjih.judgments.inline import InlineTexts
from tarjih.judgments.intake import (
    Intake,
    Item,
    Passed,
    Source,
    Unfit,
    number,
    opened,
)
from tarjih.judgments.json_lines import json_records
from tarjih.judgments.table import Judgments
from tarjih.text.jsonl import is_jsonl
from tarjih.text.lines import Text

NEEDED = ("ref", "hyp1", "hyp2", "preference")
_RANKS = {  # of hyp1 and hyp2
    "1": (1.0, 2.0),
    "2": (2.0, 1.0),
    "0": (1.0, 1.0),
    "hyp1": (1.0, 2.0),
    "hyp2": (2.0, 1.0),
    "tie": (1.0, 1.0),
}
Record = Mapping[str, Any]


def read_pairs(
    source: Source,
    *,
    test_set: str | None = None,
    pair: str = "",
    skip_bad: bool = False,
) -> Judgments:
    """Read preferences between two translations of a segment."""
    file = opened(source)
    name = test_set or Path(file.name).name.partition(".")[0]
    texts = InlineTexts()
    intake = Intake(file, "ranks", skip_bad=skip_bad)
    if is_jsonl(file.head):
        intake.take(json_records(file), _reader(name, pair, texts))
    else:
        _take_rows(file, intake, _reader(name, pair, texts))
    return intake.judgments({(name, pair): texts.texts()})


def _take_rows(
    file: Text, intake: Intake, read: Callable[[Record], list[Item]]
) -> None:
    rows: Iterator[tuple[int, list[str]]] = tab_rows(file)
    header = headed(file, rows)
    header.require(*NEEDED)
    intake.take(rows, lambda cells: read(header.row(cells)))


def _reader(
    test_set: str, pair: str, texts: InlineTexts
) -> Callable[[Record], list[Item]]:
    def read(record: Record) -> list[Item]:
        ranks = _ranks(record)
        hypotheses = _text(record, "hyp1"), _text(record, "hyp2")
        _refuse_identical(hypotheses, ranks)
        weight = _weight(record.get("weight"))
        judge = f"{record.get('judge') or ''}"
        segment = texts.segment(_source(record), _references(record))
        return [
            Item(
                test_set,
                pair,
                segment,
                judge,
                texts.system(segment, hypothesis),
                rank,
                place,
                weight,
            )
            for place, (hypothesis, rank) in enumerate(
                zip(hypotheses, ranks, strict=True), 1
            )
        ]

    return read


def _ranks(record: Record) -> tuple[float, float]:
    if "preference" not in record:
        raise Unfit("no 'preference'")
    found = record["preference"]
    plain = "" if isinstance(found, bool) else f"{found}".strip().lower()
    if plain not in _RANKS:
        raise Unfit(
            f"preference {str(found)[:40]!r} is none of {', '.join(_RANKS)}",
            "unknown preference",
        )
    return _RANKS[plain]


def _refuse_identical(hypotheses: tuple[str, str], ranks: tuple[float, float]) -> None:
    if hypotheses[0] == hypotheses[1]:
        if ranks[0] == ranks[1]:
            raise Passed("a tie of identical translations")
        raise Unfit("prefers one of two identical translations")


def _text(record: Record, key: str) -> str:
    found = record.get(key)
    if not isinstance(found, str):
        raise Unfit(f"no text {key!r}", f"no text {key!r}")
    return found


def _source(record: Record) -> str | None:
    return _text(record, "source") if record.get("source") is not None else None


def _references(record: Record) -> tuple[str, ...]:
    found = record.get("ref")
    if not isinstance(found, list):
        return (_text(record, "ref"),)
    texts = tuple(text for text in found if isinstance(text, str))
    if not texts or len(texts) < len(found):
        raise Unfit("'ref' is not a list of texts", "no text 'ref'")
    return texts


def _weight(found: Any) -> float:
    if found is None or found == "":
        return 1.0
    weight = number(f"{found}", "weight")
    if weight <= 0:
        raise Unfit(f"weight {weight:g} is not above 0", "bad weight")
    return weight
