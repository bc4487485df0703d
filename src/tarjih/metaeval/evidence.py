"""Judgments and metric scores of one language pair, as arrays side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tarjih.errors import DataError
from tarjih.judgments import Judgments, Preferences, is_reference, unroll
from tarjih.judgments.combine import combine
from tarjih.judgments.texts import TextKey
from tarjih.judgments.unroll import Report
from tarjih.kernels.arrays import F64, I64
from tarjih.metaeval.scoring import Item, Scorer, name_of


@dataclass(frozen=True)
class Evidence:
    """What people and metrics say of the translations of one language pair.

    An entry is a system's translation of a segment. `first` and `second` are the
    entries of judged pairs, `sign` says which one people preferred. Blocks, segments or
    whole documents, are what is resampled.
    """

    key: TextKey
    systems: tuple[str, ...]
    system: I64  # of each entry
    segment: I64  # of each entry
    block: I64  # of each entry, numbered from 0 without gaps
    scores: F64  # (metrics, entries)
    first: I64
    second: I64
    sign: I64
    weight: F64
    gold: F64 | None  # of each entry, where people gave scores
    report: Report

    @property
    def name(self) -> str:
        """The test set and language pair."""
        return name_of(self.key)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return int(self.block.max(initial=-1)) + 1

    @property
    def pair_block(self) -> I64:
        """The block of each pair."""
        return self.block[self.first]

    def differences(self) -> F64:
        """How much better each metric finds the first of every pair."""
        return self.scores[:, self.first] - self.scores[:, self.second]


def gather(
    judgments: Judgments,
    scorers: Sequence[Scorer],
    *,
    gap: float = 0.0,
    blocks: str = "segment",
) -> Iterator[Evidence]:
    """Score what was judged, one test set and language pair after the other."""
    keys = judgments.keys()
    for code in range(len(keys.names)):
        part = judgments.select(keys.codes == code)
        yield _gather(part, scorers, gap, blocks)


def _gather(
    part: Judgments, scorers: Sequence[Scorer], gap: float, blocks: str
) -> Evidence:
    key = part.test_set[0], part.pair[0]
    pairs, report = unroll(part, gap=gap, references="drop")
    table = _scored(part)
    items, places = _items(pairs, table)
    if not items:
        raise DataError(f"{name_of(key)}: there is nothing to compare")
    texts = part.texts.get(key)
    scores = np.stack([_finite(scorer, key, texts, items) for scorer in scorers])
    names = tuple(dict.fromkeys(system for system, _ in items))
    numbers = {name: i for i, name in enumerate(names)}
    judged = np.array([segment for _, segment in items])
    unit = _blocks(part, key, judged, blocks)
    half = len(pairs)
    gold = None
    if table is not None:
        gold = np.full(len(items), np.nan)
        gold[places[2 * half :]] = table.value
    return Evidence(
        key,
        names,
        np.array([numbers[system] for system, _ in items]),
        judged,
        np.unique(unit, return_inverse=True)[1].reshape(-1),
        scores,
        places[:half],
        places[half : 2 * half],
        pairs.sign.astype(np.int64),
        pairs.weight,
        gold,
        report,
    )


def _scored(part: Judgments) -> Judgments | None:
    """The scores of translations, averaged over judges, without references."""
    if part.kind == "ranks":
        return None
    human = np.array([is_reference(name) for name in part.system.names], np.bool_)
    kept = ~np.isnan(part.value) & ~human[part.system.codes]
    return combine(part.select(kept), "mean")


def _items(pairs: Preferences, table: Judgments | None) -> tuple[list[Item], I64]:
    """Every translation once, and where those of pairs and scores stand."""
    wanted = [
        *zip(pairs.first.values(), pairs.segment.tolist(), strict=True),
        *zip(pairs.second.values(), pairs.segment.tolist(), strict=True),
    ]
    if table is not None:
        wanted += zip(table.system.values(), table.segment.tolist(), strict=True)
    numbers: dict[Item, int] = {}
    places = [numbers.setdefault(item, len(numbers)) for item in wanted]
    return list(numbers), np.array(places, np.int64)


def _finite(scorer: Scorer, key: TextKey, texts: object, items: list[Item]) -> F64:
    scores = scorer.score(key, texts, items)  # type: ignore[arg-type]  # its texts
    if not np.isfinite(scores).all():
        system, segment = items[int(np.argmin(np.isfinite(scores)))]
        raise DataError(
            f"{scorer.name} has no finite score of segment {segment:,} by {system}"
        )
    return scores


def _blocks(part: Judgments, key: TextKey, segments: I64, blocks: str) -> I64:
    """What is resampled: segments, or the documents they belong to."""
    if blocks == "segment":
        return segments
    texts = part.texts.get(key)
    if texts is None or texts.docs is None:
        raise DataError(f"{name_of(key)}: the documents of the segments are not known")
    docs = [texts.docs.at(segment) for segment in segments.tolist()]
    numbers = {doc: i for i, doc in enumerate(dict.fromkeys(docs))}
    return np.array([numbers[doc] for doc in docs])
