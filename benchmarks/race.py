"""Two functions run in turns on the same text, their numbers compared, and timed."""

from __future__ import annotations

import cProfile
import gc
import pstats
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from wmt12 import Text

Side = Callable[[Any], Sequence[float]]  # from a text to numbers
WARM_UP = 20  # segments scored before the clock starts: late imports, first calls
PROFILED = 12  # functions listed where a target is missed


@dataclass(frozen=True)
class Case:
    """A task, who else does it, and how many times as fast we mean to be.

    Before the clock starts, `select` may leave segments out, and `prepare` makes of the
    text what both sides take.
    """

    name: str
    peer: str
    ours: Side
    theirs: Side
    target: float | None = None
    tolerance: float = 1e-9
    select: Callable[[Text], Text] = lambda text: text
    prepare: Callable[[Text], Any] = lambda text: text


def race(case: Case, texts: Sequence[Text], rounds: int) -> dict[str, Any]:
    """Run both sides once a round, each round on the next text."""
    for side in (case.ours, case.theirs):
        side(case.prepare(texts[0].first(WARM_UP)))
    texts = [case.select(texts[i % len(texts)]) for i in range(rounds)]
    times = np.array([_round(case, text, i) for i, text in enumerate(texts)])
    sizes = np.array([len(text) for text in texts])
    ours, theirs = times.T
    ratio = median(theirs / ours)
    met = None if case.target is None else bool(ratio >= case.target)
    return {
        "name": case.name,
        "peer": case.peer,
        "segments": len(texts[0]),
        "ours_per_second": round((sizes / ours).max()),
        "peer_per_second": round((sizes / theirs).max()),
        "ratio": round(ratio, 2),
        "lowest": round((theirs / ours).min(), 2),
        "highest": round((theirs / ours).max(), 2),
        "target": case.target,
        "met": met,
        "tolerance": case.tolerance,
        "profile": profile(case, texts) if met is False else [],
    }


def profile(case: Case, texts: Sequence[Text]) -> list[dict[str, Any]]:
    """Where our time goes; that of a kernel is counted where the kernel is called."""
    profiler = cProfile.Profile()
    for text in texts:
        profiler.runcall(case.ours, case.prepare(text))
    stats: dict[Any, Any] = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    total = sum(own for _, _, own, _, _ in stats.values())
    rows = [
        {
            "function": f"{Path(file).name}:{line} {name}" if line else name,
            "calls": calls,
            "share": round(own / total, 3),
        }
        for (file, line, name), (_, calls, own, _, _) in stats.items()
    ]
    return sorted(rows, key=lambda row: -row["share"])[:PROFILED]


def _round(case: Case, text: Text, number: int) -> tuple[float, float]:
    """Seconds of ours and theirs; who goes first alternates."""
    task = case.prepare(text)
    sides = [case.ours, case.theirs]
    order = reversed(sides) if number % 2 else sides
    timed = {side: _timed(side, task) for side in order}
    (ours, mine), (theirs, other) = (timed[side] for side in sides)
    apart = np.abs(np.subtract(mine, other)).max()
    if not apart <= case.tolerance:
        raise SystemExit(
            f"{case.name}: tarjih and {case.peer} differ by {apart:.3g}: "
            f"{mine[:3]} and {other[:3]} ..."
        )
    return ours, theirs


def _timed(side: Side, task: Any) -> tuple[float, Sequence[float]]:
    _forget()
    gc.collect()
    start = time.perf_counter()
    scores = side(task)
    return time.perf_counter() - start, scores


def _forget() -> None:
    """Empty the tokenizer caches of sacreBLEU, which outlive its metrics."""
    for tokenizer in (Tokenizer13a, TokenizerRegexp, TercomTokenizer):
        tokenizer.__call__.cache_clear()
