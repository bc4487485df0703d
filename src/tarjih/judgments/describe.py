"""What a table of judgments holds, counted."""

from __future__ import annotations

from dataclasses import dataclass

from tarjih.judgments.table import Judgments
from tarjih.judgments.unroll import unroll


@dataclass(frozen=True)
class Description:
    """The counts of one test set and language pair, or of all."""

    rankings: int  # tasks; of scores, the judgments
    judgments: int
    judges: int
    segments: int
    systems: int
    blanks: int
    pairs: int
    ties: int
    duplicates: int
    disputed: int
    contradicted: int


def describe(judgments: Judgments) -> dict[str, Description]:
    """Count by test set and language pair, as `newstest2012 cs-en`."""
    keys = judgments.keys()
    return {
        name: _describe(judgments.select(keys.codes == code))
        for code, name in enumerate(keys.names)
    }


def _describe(part: Judgments) -> Description:
    _, report = unroll(part)
    return Description(
        rankings=len(set(part.task.tolist())),
        judgments=len(part),
        judges=sum(name != "" for name in part.judge.present()),
        segments=len(set(part.segment.tolist())),
        systems=len(part.system.present()),
        blanks=report.blanks,
        pairs=report.pairs - report.identical,
        ties=report.ties,
        duplicates=report.duplicates,
        disputed=report.disputed,
        contradicted=report.contradicted,
    )
