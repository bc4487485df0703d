"""The permutation tests of ten metrics against plain NumPy, and tau over many pairs.

The plain side does what the paper describes: for every two metrics and every draw, swap
the scores, correlate both, subtract. It runs a few of the draws, on all pairs of
metrics, and its time is scaled up. Both sides see the same draws, their differences are
compared, and both use one thread: run with OPENBLAS_NUM_THREADS=1.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import argparse
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from record import circumstances, save

from tarjih.kernels.arrays import F64
from tarjih.stats.permutation import Statistic, draw_bits, permutation_test
from tarjih.stats.permuted_agreement import (
    grouped_pearson,
    pair_agreement,
    pooled_pearson,
    system_accuracy,
    system_agreement,
)
from tarjih.stats.tau import ACCURACY, count_pairs, tau

METRICS, SYSTEMS, SEGMENTS = 10, 15, 1200
PAIRS = 363_000
TARGET, TAU_TARGET_MS = 20, 10
SEED = 1

Correlate = Callable[[F64], float]  # of (systems, segments), with the gold scores


@dataclass(frozen=True)
class Case:
    name: str
    ours: Callable[[], Statistic]
    plain: Correlate


# --- the plain side -------------------------------------------------------------------


def plain_differences(scores: F64, correlate: Correlate, draws: int) -> F64:
    z = [(x - x.mean()) / x.std() for x in scores]
    found = []
    for bits in bits_of(scores[0].size, draws):
        kept = bits.reshape(scores[0].shape) == 1
        row = []
        for x, y in combinations(z, 2):
            first, second = np.where(kept, x, y), np.where(kept, y, x)
            row.append(correlate(first) - correlate(second))
        found.append(row)
    return np.array(found).T


def bits_of(units: int, draws: int) -> Iterator[F64]:
    for block in draw_bits(units, draws, SEED):
        yield from block.T


def pearson_rows(x: F64, y: F64) -> F64:
    x = x - x.mean(-1, keepdims=True)
    y = y - y.mean(-1, keepdims=True)
    scale = np.sqrt((x * x).sum(-1) * (y * y).sum(-1))
    r: F64 = (x * y).sum(-1) / scale
    return r


def cases(scores: F64, gold: F64) -> list[Case]:
    flat, flat_gold = scores.reshape(METRICS, -1), gold.ravel()
    segments = np.tile(np.arange(SEGMENTS), SYSTEMS)
    i, j = np.triu_indices(SYSTEMS, 1)
    entry = np.arange(SYSTEMS * SEGMENTS).reshape(SYSTEMS, SEGMENTS)
    pairs = entry[i].ravel(), entry[j].ravel()
    better = gold[i] - gold[j]
    human, of_systems = np.sign(better), gold.mean(1)

    def accuracy(x: F64) -> float:
        return float((np.sign(x[i] - x[j]) == human).mean())

    return [
        Case(
            "Pearson, no grouping",
            lambda: pooled_pearson(flat, flat_gold),
            lambda x: float(pearson_rows(x.ravel(), flat_gold)),
        ),
        Case(
            "Pearson, by segment",
            lambda: grouped_pearson(flat, flat_gold, segments),
            lambda x: float(pearson_rows(x.T, gold.T).mean()),
        ),
        Case(
            "pairwise accuracy, by segment",
            lambda: pair_agreement(flat, pairs, better.ravel(), ACCURACY),
            accuracy,
        ),
        Case(
            "Pearson of systems",
            lambda: system_agreement(scores, of_systems),
            lambda x: float(pearson_rows(x.mean(1), of_systems)),
        ),
        Case(
            "pairwise accuracy of systems",
            lambda: system_agreement(scores, of_systems, system_accuracy),
            lambda x: float(system_accuracy(of_systems, x.mean(1))),
        ),
    ]


# --- the race -------------------------------------------------------------------------


def race(case: Case, scores: F64, draws: int, share: int) -> dict[str, Any]:
    units = scores[0].size
    plain, theirs = timed(lambda: plain_differences(scores, case.plain, share))
    blocks = np.hstack([case.ours()(bits) for bits in draw_bits(units, share, SEED)])
    difference = float(np.abs(blocks - plain).max())
    if difference > 1e-9:
        raise SystemExit(f"{case.name}: differs from plain NumPy by {difference}")
    runs = [
        timed(lambda: permutation_test(case.ours(), units, draws=draws, seed=SEED))[1]
        for _ in range(3)
    ]
    ours, theirs = min(runs), theirs * draws / share
    row = {
        "name": case.name,
        "seconds": round(ours, 3),
        "plain_seconds": round(theirs, 1),
        "times": round(theirs / ours, 1),
        "target": TARGET,
        "met": theirs / ours >= TARGET,
        "largest_difference": difference,
    }
    print(row, flush=True)
    return row


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    result = run()
    return result, time.perf_counter() - start


def tau_of_pairs(rng: np.random.Generator) -> dict[str, Any]:
    human, metric = rng.integers(-1, 2, PAIRS), rng.normal(size=PAIRS)

    def plain() -> float:
        judged = human != 0
        return float((np.sign(metric[judged]) * human[judged]).mean())

    runs = [timed(lambda: tau(count_pairs(human, metric), "wmt14")) for _ in range(9)]
    plain_runs = [timed(plain) for _ in range(9)]
    if abs(float(runs[0][0]) - plain_runs[0][0]) > 1e-12:
        raise SystemExit("tau differs from plain NumPy")
    best = min(seconds for _, seconds in runs) * 1e3
    return {
        "pairs": PAIRS,
        "ms": round(best, 2),
        "plain_ms": round(min(seconds for _, seconds in plain_runs) * 1e3, 2),
        "target_ms": TAU_TARGET_MS,
        "met": best < TAU_TARGET_MS,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--plain-draws", type=int, default=20)
    given = parser.parse_args()
    rng = np.random.default_rng(0)
    gold = rng.normal(size=(SYSTEMS, SEGMENTS))
    quality = rng.uniform(0.3, 0.5, METRICS)[:, None, None]
    scores = gold * quality + rng.normal(size=(METRICS, *gold.shape))
    result = circumstances(["tarjih", "numpy"]) | {
        "metrics": METRICS,
        "systems": SYSTEMS,
        "segments": SEGMENTS,
        "draws": given.draws,
        "plain_draws": given.plain_draws,
        "tests": [
            race(case, scores, given.draws, given.plain_draws)
            for case in cases(scores, gold)
        ],
        "tau": tau_of_pairs(rng),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3),
    }
    save("permutation", result)


if __name__ == "__main__":
    main()
