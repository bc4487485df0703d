"""What tarjih is asked to do: each function takes a text and returns its scores."""

from __future__ import annotations

from collections.abc import Callable

from race import Side
from wmt12 import Text

import tarjih
from tarjih.scoring import Score
from tarjih.streaming import Job, Totals
from tarjih.text.columns import open_column
from tarjih.types import Metric

RESAMPLES = 1000


def scored(text: Text, metric: Metric, threads: int = 1) -> Score:
    streams = [text.references]
    return tarjih.score(
        text.hypotheses, ref_streams=streams, metrics={"it": metric}, threads=threads
    )["it"]


def corpus(make: Callable[[], Metric], threads: int = 1) -> Side:
    return lambda text: [scored(text, make(), threads).corpus]


def sentences(text: Text) -> list[float]:
    scores: list[float] = scored(text, tarjih.Bleu()).segments.tolist()
    return scores


def one_by_one(text: Text) -> list[float]:
    bleu = tarjih.Bleu(effective_order=True)
    pairs = zip(text.hypotheses, text.references, strict=True)
    return [scored(Text([line], [ref]), bleu).corpus for line, ref in pairs]


def interval(text: Text) -> list[float]:
    found = scored(text, tarjih.Bleu()).bootstrap(RESAMPLES)
    return [found.mean, found.half_width]


def from_files(paths: tuple[str, str]) -> list[float]:
    system, reference = map(open_column, paths)
    job = Job({"system": system}, [reference], {"bleu": tarjih.Bleu()})
    totals = Totals(job.metrics)
    for chunk in job.run():
        totals.add(chunk)
    return [totals.score("bleu", 0)]
