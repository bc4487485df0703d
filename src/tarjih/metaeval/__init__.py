"""How well metrics agree with people, and whether a difference is real."""

from tarjih.metaeval.evaluate import Column, Meta, evaluate
from tarjih.metaeval.evidence import Evidence, gather
from tarjih.metaeval.scoring import ScoreFile, Scorer, as_scorer
from tarjih.metaeval.statistics import STATISTICS, get_statistic

__all__ = [
    "STATISTICS",
    "Column",
    "Evidence",
    "Meta",
    "ScoreFile",
    "Scorer",
    "as_scorer",
    "evaluate",
    "gather",
    "get_statistic",
]
