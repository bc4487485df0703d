"""Preferences and scores with their texts, written for other tools."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tarjih.errors import UsageError
from tarjih.judgments.output import open_output
from tarjih.judgments.preferences import Preferences
from tarjih.judgments.table import Judgments
from tarjih.judgments.texts import TextKey, Texts

_PREFERENCE = {1: "1", -1: "2", 0: "0"}
PathLike = str | Path


@dataclass(frozen=True)
class _Pair:
    """One preference with its texts."""

    source: str
    references: list[str]
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
            cells = (pair.source, pair.references[0], pair.first, pair.second)
            numbers = (_PREFERENCE[pair.sign], f"{pair.weight:.17g}", pair.judge)
            file.write("\t".join([*map(_cell, cells), *map(_cell, numbers)]) + "\n")
    return count


def write_pairs_jsonl(
    path: PathLike, preferences: Preferences, texts: Mapping[TextKey, Texts]
) -> int:
    """Write the same as objects, texts as they are; return the number of lines.

    `ref` is a list where there are several references.
    """
    count = 0
    with open_output(path) as file:
        for pair in _pairs(preferences, texts):
            count += 1
            several = len(pair.references) > 1
            row = {
                "source": pair.source,
                "ref": pair.references if several else pair.references[0],
                "hyp1": pair.first,
                "hyp2": pair.second,
                "preference": int(_PREFERENCE[pair.sign]),
                "weight": pair.weight,
                "judge": pair.judge,
            }
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return count


def write_comet_scores(path: PathLike, judgments: Judgments) -> int:
    """Write COMET's `src,mt,ref,score`, and `lp`; return the number of rows.

    Every score is a row, also where several judges gave one. Blanks are left out.
    """
    if judgments.kind != "scores":
        raise UsageError("src,mt,ref,score holds scores; rankings cannot be written")
    scored = judgments.select(~np.isnan(judgments.value))
    with open_output(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("src", "mt", "ref", "score", "lp"))
        for row in range(len(scored)):
            pair, segment = scored.pair[row], int(scored.segment[row])
            found = _texts_of(scored.texts, scored.test_set[row], pair)
            source, references = found.source_text(segment), found.reference(segment)
            translation = found.hypothesis(scored.system[row], segment)
            score = repr(float(scored.value[row]))
            writer.writerow((source, translation, references[0], score, pair))
    return len(scored)


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
            writer.writerow((pair.source, pair.references[0], better, worse))
    return count


def _texts_of(texts: Mapping[TextKey, Texts], test_set: str, pair: str) -> Texts:
    if (test_set, pair) not in texts:
        name = " ".join(filter(None, (test_set, pair)))
        raise UsageError(f"there are no texts of {name} to write")
    return texts[test_set, pair]


def _pairs(preferences: Preferences, texts: Mapping[TextKey, Texts]) -> Iterator[_Pair]:
    """The pairs of different texts; nobody can prefer one of two that are the same."""
    found = _all_pairs(preferences, texts)
    return (pair for pair in found if _cell(pair.first) != _cell(pair.second))


def _all_pairs(
    preferences: Preferences, texts: Mapping[TextKey, Texts]
) -> Iterator[_Pair]:
    for row in range(len(preferences)):
        found = _texts_of(texts, preferences.test_set[row], preferences.pair[row])
        segment = int(preferences.segment[row])
        yield _Pair(
            source=found.source_text(segment),
            references=found.reference(segment),
            first=found.hypothesis(preferences.first[row], segment),
            second=found.hypothesis(preferences.second[row], segment),
            sign=int(preferences.sign[row]),
            weight=float(preferences.weight[row]),
            judge=preferences.judge[row],
        )


def _cell(text: str) -> str:
    return " ".join(text.split())
