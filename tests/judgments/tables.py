"""Tables of judgments, written down short."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tarjih.judgments import Factor, Judgments, Preferences
from tarjih.judgments.table import Kind

Row = tuple[int, int, str, float]  # task, segment, system, value


def table(kind: Kind, rows: Sequence[Row], judges: Sequence[str] = ()) -> Judgments:
    """Return judgments of one test set and pair."""
    count = len(rows)
    return Judgments(
        kind=kind,
        task=np.array([row[0] for row in rows], np.int64),
        item=np.arange(count),
        test_set=Factor.of(["t"] * count),
        pair=Factor.of(["cs-en"] * count),
        segment=np.array([row[1] for row in rows], np.int64),
        judge=Factor.of(judges or [""] * count),
        system=Factor.of(row[2] for row in rows),
        value=np.array([row[3] for row in rows], np.float64),
        weight=np.ones(count),
    )


def rows_of(preferences: Preferences) -> list[tuple[int, str, str, int]]:
    """Return segment, first, second and sign of every pair."""
    return list(
        zip(
            preferences.segment.tolist(),
            preferences.first.values(),
            preferences.second.values(),
            preferences.sign.tolist(),
            strict=True,
        )
    )
