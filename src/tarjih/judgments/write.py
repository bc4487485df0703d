"""Preferences with their texts, written for other tools."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tarjih.errors import UsageError
from tarjih.judgments.output import open_output
from tarjih.judgments.preferences import Preferences
from tarjih.judgments.texts import TextKey, Texts

_PREFERENCE = {1: "1", -1: "2", 0: "0"}
PathLike = str | Path


@dataclass(frozen=True)
class _Pair:
    """One preference with its texts."""

    source: str
    reference: str
    first: str
    second: str
    sign: int
    weight: float
    judge: str


def write_pairs_tsv(
    path: PathLike, preferences: Preferences, texts: Mapping[TextKey, Texts]
) -> int:
    """Write `source ref hyp1 hyp2 preference weight judge`; return the number of rows.

    White space in texts becomes single blanks. Of several references the first is
    written. The source is empty where there is none. Pairs of one text are left out.
    """
    count = 0
    with open_output(path) as file:
        file.write("source\tref\thyp1\thyp2\tpreference\tweight\tjudge\n")
        for pair in _pairs(preferences, texts):
            count += 1
            cells = (pair.source, pair.reference, pair.first, pair.second)
            numbers = (_PREFERENCE[pair.sign], f"{pair.weight:.17g}", pair.judge)
            file.write("\t".join([*map(_cell, cells), *map(_cell, numbers)]) + "\n")
    return count


def write_comet_csv(
    path: PathLike, preferences: Preferences, texts: Mapping[TextKey, Texts]
) -> int:
    """Write COMET's `src,ref,pos,neg`; return the number of rows.

    Ties have no place there, nor have pairs of one text.
    """
    kept = preferences.select(preferences.sign != 0)
    count = 0
    with open_output(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("src", "ref", "pos", "neg"))
        for pair in _pairs(kept, texts):
            count += 1
            better, worse = pair.first, pair.second
            if pair.sign < 0:
                better, worse = worse, better
            writer.writerow((pair.source, pair.reference, better, worse))
    return count


def _pairs(preferences: Preferences, texts: Mapping[TextKey, Texts]) -> Iterator[_Pair]:
    """The pairs of different texts; nobody can prefer one of two that are the same."""
    found = _all_pairs(preferences, texts)
    return (pair for pair in found if _cell(pair.first) != _cell(pair.second))


def _all_pairs(
    preferences: Preferences, texts: Mapping[TextKey, Texts]
) -> Iterator[_Pair]:
    for row in range(len(preferences)):
        key = preferences.test_set[row], preferences.pair[row]
        if key not in texts:
            raise UsageError(f"there are no texts of {' '.join(key)} to write")
        found = texts[key]
        segment = int(preferences.segment[row])
        yield _Pair(
            source=found.source_text(segment),
            reference=found.reference(segment)[0],
            first=found.hypothesis(preferences.first[row], segment),
            second=found.hypothesis(preferences.second[row], segment),
            sign=int(preferences.sign[row]),
            weight=float(preferences.weight[row]),
            judge=preferences.judge[row],
        )


def _cell(text: str) -> str:
    return " ".join(text.split())
