"""How fast the metrics that align words are, next to NumPy and SciPy, pair by pair.

Both sides take turns on the same words, one thread each, with the vectors that come
with tarjih; splitting lines into words is not measured. For a pair of lines the plain
side looks up the words, multiplies their unit vectors, and lets NumPy take the mean or
the maxima, or SciPy assign the words. The numbers must agree. MAS is timed from strings
as well.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import ours
from race import Case, Side, race
from record import circumstances, save
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from scipy.optimize import linear_sum_assignment
from wmt12 import NAME, Text, default_data, read_systems

import tarjih
from tarjih.embeddings import load
from tarjih.scoring import CHUNK
from tarjih.text.batch import Batch
from tarjih.types import Metric

STATIC_MAS = 150_000  # segments a second that we mean to reach, from strings
TOLERANCE = 1e-6  # both multiply in single precision

Align = Callable[[np.ndarray, float], float]


class Plain:
    """What one would write in NumPy."""

    def __init__(self) -> None:
        table = load("glove")
        vectors = table.rows(np.arange(len(table), dtype=np.int32))
        self.vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        self.places = {word: i for i, word in enumerate(table.word_list())}

    def side(self, align: Align, low: float) -> Side:
        """The mean over a text; words without a vector are left out."""

        def score(task: Task) -> list[float]:
            found = [self.pair(align, one, two, low) for one, two in task.pairs]
            return [float(np.mean(found))]

        return score

    def pair(self, align: Align, one: list[str], two: list[str], low: float) -> float:
        rows = [self.places.get(word, -1) for word in one]
        columns = [self.places.get(word, -1) for word in two]
        first = self.vectors[[place for place in rows if place >= 0]]
        second = self.vectors[[place for place in columns if place >= 0]]
        if not len(first) or not len(second):
            return 0.0
        return align(first @ second.T, low)


@dataclass(frozen=True)
class Task:
    """The words of a text: as tarjih holds them, and as lists."""

    batches: list[Batch]
    pairs: list[tuple[list[str], list[str]]]

    @classmethod
    def of(cls, text: Text) -> Task:
        batches = [
            Batch.of(text.hypotheses[i : i + CHUNK], [[line] for line in lines])
            for i in range(0, len(text), CHUNK)
            for lines in [text.references[i : i + CHUNK]]
        ]
        for batch in batches:
            batch.tokens("13a", lowercase=True)  # kept by the batch
        split = Tokenizer13a()
        pairs = [
            (split(line.lower()).split(), split(ref.lower()).split())
            for line, ref in zip(text.hypotheses, text.references, strict=True)
        ]
        return cls(batches, pairs)


def by_tarjih(metric: Metric) -> Side:
    def score(task: Task) -> list[float]:
        rows = np.concatenate([metric.stats(batch) for batch in task.batches])
        return [float(metric.score(rows.sum(axis=0)))]

    return score


def from_strings(texts: list[Text], rounds: int) -> dict[str, Any]:
    """Segments a second of MAS, from lists of strings to the score."""
    work, times = ours.corpus(tarjih.Mas), []
    for number in range(rounds):
        text = texts[number % len(texts)]
        start = time.perf_counter()
        work(text)
        times.append(len(text) / (time.perf_counter() - start))
    found = {"median": round(median(times)), "best": round(max(times))}
    return {**found, "target": STATIC_MAS, "met": found["median"] >= STATIC_MAS}


def average(cosines: np.ndarray, low: float) -> float:
    return float(np.where(cosines >= low, cosines, 0).mean())


def maximum(cosines: np.ndarray, low: float) -> float:
    best = [cosines.max(axis=1), cosines.max(axis=0)]
    return float(np.mean([np.where(side >= low, side, 0).mean() for side in best]))


def hungarian(cosines: np.ndarray, low: float) -> float:
    cut = np.where(cosines >= low, cosines, 0)
    return float(
        cut[linear_sum_assignment(cut, maximize=True)].sum() / min(cosines.shape)
    )


def cases(plain: Plain) -> Iterator[Case]:
    def case(name: str, metric: Metric, align: Align, low: float, goal: float) -> Case:
        return Case(
            name,
            "NumPy + SciPy" if align is hungarian else "NumPy",
            by_tarjih(metric),
            plain.side(align, low),
            goal,
            TOLERANCE,
            prepare=Task.of,
        )

    for low, shown in ((None, ""), (0.3, ", threshold .3")):
        given = -1 if low is None else low
        for make, align, goal in (
            (tarjih.Aas, average, 20),
            (tarjih.Mas, maximum, 5),
            (tarjih.Has, hungarian, 2),
        ):
            metric = make(threshold=low, unknown="drop")
            yield case(f"{metric.name}{shown}", metric, align, given, goal)


def run(texts: list[Text], rounds: int) -> Iterator[dict[str, Any]]:
    for case in cases(Plain()):
        result = race(case, texts, rounds)
        print(
            f"{result['name']:20} {result['ratio']:7.1f} x  "
            f"{result['ours_per_second']:,} and {result['peer_per_second']:,} a second",
            flush=True,
        )
        yield result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=default_data())
    parser.add_argument("--rounds", type=int, default=15, help="runs of each side")
    given = parser.parse_args()
    texts = read_systems(given.data)
    about = circumstances(("tarjih", "numpy", "scipy")) | {
        "text": NAME,
        "systems": len(texts),
        "rounds": given.rounds,
    }
    strings = from_strings(texts, given.rounds)
    print(strings, flush=True)
    found = list(run(texts, given.rounds))
    save("alignment", about | {"mas_from_strings": strings, "cases": found})


if __name__ == "__main__":
    main()
