"""Judge machine translation: the public names of tarjih."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tarjih.errors import (
        DataError,
        MissingExtra,
        TarjihError,
        UnknownName,
        UsageError,
    )
    from tarjih.metrics.alignment import Aas, Has, Mas, VectorCosine
    from tarjih.metrics.bleu import Bleu
    from tarjih.metrics.chrf import Chrf
    from tarjih.metrics.edits import LengthRatio, Per, Wer
    from tarjih.metrics.meteor import Meteor
    from tarjih.metrics.nist import FittedNist, Nist
    from tarjih.metrics.ter import Ter
    from tarjih.scoring import Score, Scores, score
    from tarjih.stats.resampling import Interval
    from tarjih.text.batch import Batch
    from tarjih.types import Metric, Signature

__version__ = "0.1.0.dev0"

__all__ = [
    "Aas",
    "Batch",
    "Bleu",
    "Chrf",
    "DataError",
    "FittedNist",
    "Has",
    "Interval",
    "LengthRatio",
    "Mas",
    "Meteor",
    "Metric",
    "MissingExtra",
    "Nist",
    "Per",
    "Score",
    "Scores",
    "Signature",
    "TarjihError",
    "Ter",
    "UnknownName",
    "UsageError",
    "VectorCosine",
    "Wer",
    "__version__",
    "score",
]

# Names are imported when they are first used: `tarjih --version` needs no NumPy.
_HOME = {
    "Aas": "tarjih.metrics.alignment",
    "Batch": "tarjih.text.batch",
    "Bleu": "tarjih.metrics.bleu",
    "Chrf": "tarjih.metrics.chrf",
    "DataError": "tarjih.errors",
    "FittedNist": "tarjih.metrics.nist",
    "Has": "tarjih.metrics.alignment",
    "Interval": "tarjih.stats.resampling",
    "LengthRatio": "tarjih.metrics.edits",
    "Mas": "tarjih.metrics.alignment",
    "Meteor": "tarjih.metrics.meteor",
    "Metric": "tarjih.types",
    "MissingExtra": "tarjih.errors",
    "Nist": "tarjih.metrics.nist",
    "Per": "tarjih.metrics.edits",
    "Score": "tarjih.scoring",
    "Scores": "tarjih.scoring",
    "Signature": "tarjih.types",
    "TarjihError": "tarjih.errors",
    "Ter": "tarjih.metrics.ter",
    "UnknownName": "tarjih.errors",
    "UsageError": "tarjih.errors",
    "VectorCosine": "tarjih.metrics.alignment",
    "Wer": "tarjih.metrics.edits",
    "score": "tarjih.scoring",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'tarjih' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
