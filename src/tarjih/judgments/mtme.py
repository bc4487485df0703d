"""Test sets as mt-metrics-eval v2 lays them out in a folder, with their scores.

    human-scores/LP.NAME.{seg,sys,doc}.score       `None` where nobody judged
    metric-scores/LP/METRIC-REF.{seg,sys,doc}.score

The texts are found by `tarjih.text.open_test_set`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from tarjih.errors import DataError, UnknownName, UsageError
from tarjih.judgments.combine import combine
from tarjih.judgments.factor import Factor
from tarjih.judgments.output import open_output
from tarjih.judgments.scores import Scores, read_scores, write_scores
from tarjih.judgments.skipped import Reason, Skipped
from tarjih.judgments.table import Judgments
from tarjih.judgments.texts import Stream, Texts
from tarjih.text import Value, open_test_set

_FILE_NAME = re.compile(r"[^\s/.][^\s/]*")
Level = Literal["seg", "sys", "doc"]


def read_mtme(
    folder: str | Path, pair: str, name: str = "mqm", *, skip_bad: bool = False
) -> Judgments:
    """Read the human scores `name` of the segments, with the texts."""
    root = Path(folder)
    texts = read_mtme_texts(root, pair)
    path = _human(root, pair, name, "seg")
    if not path.is_file():
        raise UnknownName("human score", name, _names(root, pair))
    scores = read_scores(f"{path}", segments=len(texts), missing=True)
    skipped = Skipped.joined(
        _unknown(path, system, texts, skip_bad=skip_bad)
        for system in scores
        if not texts.knows(system)
    )
    known = {name: values for name, values in scores.items() if texts.knows(name)}
    found = _judgments(root.resolve().name, pair, known, texts)
    return replace(found, skipped=skipped)


def read_mtme_texts(folder: str | Path, pair: str) -> Texts:
    """Return the texts of one language pair."""
    found = open_test_set(folder, pair)
    return Texts(
        references={name: Stream(text) for name, text in found.references.items()},
        systems={name: Stream(text) for name, text in found.systems.items()},
        source=Stream(found.source) if found.source else None,
        docs=Stream(found.docs) if found.docs else None,
    )


def read_human_scores(
    folder: str | Path, pair: str, name: str, level: Level = "sys"
) -> Scores:
    """Return human scores by system; NaN where nobody judged."""
    return read_scores(f"{_human(Path(folder), pair, name, level)}", missing=True)


def read_metric_scores(
    folder: str | Path, pair: str, metric: str, level: Level = "seg"
) -> Scores:
    """Return the scores of a metric such as `BLEU-refA`, by system."""
    return read_scores(f"{_metric(Path(folder), pair, metric, level)}")


def write_metric_scores(
    folder: str | Path, pair: str, metric: str, scores: Scores, level: Level = "seg"
) -> Path:
    """Write the scores of a metric such as `BLEU-refA`; all must be there."""
    if any(np.isnan(values).any() for values in scores.values()):
        raise UsageError(f"{metric}: a metric must score everything, NaN is no score")
    path = _metric(Path(folder), pair, metric, level)
    write_scores(path, scores)
    return path


def write_mtme(judgments: Judgments, folder: str | Path, name: str = "human") -> None:
    """Write one test set's texts and segment scores; several scores are averaged."""
    if judgments.kind != "scores":
        raise UsageError("mt-metrics-eval holds scores; rankings cannot be written")
    if len(judgments.test_set.present()) != 1:
        raise UsageError("one folder of mt-metrics-eval holds one test set")
    (test_set,) = judgments.test_set.present()
    table = combine(judgments, "mean")
    for pair in table.pair.present():
        if (test_set, pair) not in judgments.texts:
            raise UsageError(f"there are no texts of {test_set} {pair} to write")
        texts = judgments.texts[test_set, pair]
        _write_texts(Path(folder), pair, texts)
        part = table.select(table.pair.equals(pair))
        path = _human(Path(folder), pair, name, "seg")
        write_scores(path, _scores(part, texts))


def _human(root: Path, pair: str, name: str, level: Level) -> Path:
    return root / "human-scores" / f"{pair}.{name}.{_known(level)}.score"


def _metric(root: Path, pair: str, metric: str, level: Level) -> Path:
    return root / "metric-scores" / pair / f"{metric}.{_known(level)}.score"


def _known(level: str) -> str:
    if level not in get_args(Level):
        raise UnknownName("level", level, get_args(Level))
    return level


def _names(root: Path, pair: str) -> list[str]:
    paths = (root / "human-scores").glob(f"{pair}.*.seg.score")
    return [path.name[len(pair) + 1 : -len(".seg.score")] for path in paths]


def _judgments(test_set: str, pair: str, scores: Scores, texts: Texts) -> Judgments:
    count, systems = len(texts), list(scores)
    rows = count * len(systems)
    same = np.zeros(rows, np.int32)
    return Judgments(
        kind="scores",
        task=np.arange(rows),
        item=np.zeros(rows, np.int64),
        test_set=Factor(same, (test_set,)),
        pair=Factor(same, (pair,)),
        segment=np.tile(np.arange(1, count + 1), len(systems)),
        judge=Factor(same, ("",)),
        system=Factor(
            np.repeat(np.arange(len(systems), dtype=np.int32), count), tuple(systems)
        ),
        value=np.concatenate([np.zeros(0), *scores.values()]),
        weight=np.ones(rows),
        texts={(test_set, pair): texts},
    )


def _unknown(path: Path, system: str, texts: Texts, *, skip_bad: bool) -> Skipped:
    """Refuse the scores of a system without texts, or count them as left out."""
    problem = f"{UnknownName('system', system, texts.systems)}"
    if not skip_bad:
        raise DataError(problem, path=f"{path}")
    return Skipped({"unknown system": Reason(len(texts), f"{path}: {problem}")})


def _scores(table: Judgments, texts: Texts) -> Scores:
    """Return the scores of the judged systems, NaN where there is none."""
    found: Scores = {}
    for system in table.system.present():
        rows = table.system.equals(system)
        values = np.full(len(texts), np.nan)
        values[table.segment[rows] - 1] = table.value[rows]
        found[system] = values
    return found


def _write_texts(root: Path, pair: str, texts: Texts) -> None:
    streams: Mapping[str, Stream] = {
        **{f"references/{pair}.{name}.txt": s for name, s in texts.references.items()},
        **{f"system-outputs/{pair}/{n}.txt": s for n, s in texts.systems.items()},
        **({f"sources/{pair}.txt": texts.source} if texts.source is not None else {}),
    }
    for name in [*texts.references, *texts.systems]:
        if not _FILE_NAME.fullmatch(name):
            raise UsageError(f"{name!r} cannot be the name of a file")
    for place, stream in streams.items():
        _write_lines(root / place, map(_line, stream.values))
    if texts.docs is not None:
        lines = (f"all\t{_line(doc)}" for doc in texts.docs.values)
        _write_lines(root / "documents" / f"{pair}.docs", lines)


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    with open_output(path) as file:
        file.writelines(f"{line}\n" for line in lines)


def _line(value: Value) -> str:
    """Return a text as one line; only the first of several fits in a file."""
    text = value if isinstance(value, str) else next(filter(None, value or ()), "")
    return " ".join(text.split("\n"))
