"""Google's MQM: errors as the raters marked them, and average scores of segments.

    system doc doc_id seg_id rater source target category severity     (tabs)
    system mqm_avg_score seg_id                           (blanks and tabs, mixed)

An error costs what `cost` says (Freitag et al. 2021), and the score of a rater is the
sum. `read_mqm` keeps the raters apart: unrolling averages them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from tarjih.errors import UsageError
from tarjih.judgments.combine import combine
from tarjih.judgments.delimited import Header, Row, blank_rows, headed, tab_rows
from tarjih.judgments.intake import (
    Intake,
    Item,
    Source,
    Unfit,
    number,
    opened,
    whole,
)
from tarjih.judgments.table import Judgments
from tarjih.judgments.texts import Stream, TextKey
from tarjih.judgments.wmt_folder import TextsFrom, texts_beside

ERRORS = ("system", "rater", "category", "severity")
AVERAGES = ("system", "mqm_avg_score", "seg_id")
_SEGMENT = ("seg_id", "globalSegId")  # the second is what WMT22 and later call it
_FILE = re.compile(r"mqm[_-](?P<set>\w+)_(?P<source>[a-z]{2})(?P<target>[a-z]{2})\b")
_SEVERITIES = {"major": -5.0, "minor": -1.0, "neutral": 0.0, "no-error": 0.0}
_NON_TRANSLATION = -25.0
_MINOR_PUNCTUATION = -0.1


def cost(category: str, severity: str) -> float:
    """Return the cost of an error, which is negative."""
    kind, degree = category.strip().lower().rstrip("!"), severity.strip().lower()
    if degree not in _SEVERITIES:
        raise Unfit(
            f"unknown severity {severity[:40]!r}; known: {', '.join(_SEVERITIES)}",
            "unknown severity",
        )
    if kind == "non-translation" and degree == "major":
        return _NON_TRANSLATION
    if kind == "fluency/punctuation" and degree == "minor":
        return _MINOR_PUNCTUATION
    return _SEVERITIES[degree]


def read_mqm(
    source: Source,
    *,
    test_set: str | None = None,
    pair: str | None = None,
    texts: TextsFrom = None,
    skip_bad: bool = False,
) -> Judgments:
    """Read the errors; the scores are one for each rater, system and segment."""
    file = opened(source)
    key = _key(file.name, test_set, pair)
    rows = tab_rows(file)
    header = headed(file, rows)
    header.require(*ERRORS)
    segment = header.first_of(*_SEGMENT)

    docs: dict[int, str] = {}

    def read(cells: Row) -> list[Item]:
        row = header.row(cells)
        value = cost(row["category"], row["severity"])
        place = whole(row[segment], segment)
        if "doc" in row:
            docs[place] = row["doc"]
        return [Item(*key, place, row["rater"], row["system"], value)]

    intake = Intake(file, "scores", texts_beside(file.name, texts, "texts"), skip_bad)
    errors = intake.take(rows, read).judgments()
    return combine(_with_docs(errors, key, docs), "sum", each_judge=True)


def _with_docs(judgments: Judgments, key: TextKey, docs: dict[int, str]) -> Judgments:
    """Let the texts, if they are there, know the document of every rated segment."""
    if not docs or key not in judgments.texts:
        return judgments
    texts = judgments.texts[key]
    stream = Stream([docs.get(number + 1) for number in range(len(texts))])
    known = {**judgments.texts, key: replace(texts, docs=stream)}
    return replace(judgments, texts=known)


def read_mqm_averages(
    source: Source,
    *,
    test_set: str | None = None,
    pair: str | None = None,
    texts: TextsFrom = None,
    skip_bad: bool = False,
) -> Judgments:
    """Read average scores of segments; `None` is a blank."""
    file = opened(source)
    key = _key(file.name, test_set, pair)
    rows = blank_rows(file)
    header = headed(file, rows)
    header.require(*AVERAGES)
    found = texts_beside(file.name, texts, "texts")
    intake = Intake(file, "scores", found, skip_bad)
    return intake.take(rows, lambda cells: _average(header, key, cells)).judgments()


def _average(header: Header, key: TextKey, cells: Row) -> list[Item]:
    row = header.row(cells)
    score = number(row["mqm_avg_score"], "mqm_avg_score", blank=("None",))
    return [Item(*key, whole(row["seg_id"], "seg_id"), "", row["system"], score)]


def _key(path: str, test_set: str | None, pair: str | None) -> TextKey:
    """Return what the caller says, or else the file's name."""
    found = _FILE.search(Path(path).name)
    if found is not None:
        test_set = test_set or found["set"]
        pair = pair or f"{found['source']}-{found['target']}"
    if pair is None:
        raise UsageError(f"{path}: name the language pair of these scores")
    return test_set or Path(path).name.partition(".")[0], pair
