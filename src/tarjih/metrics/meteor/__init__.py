"""METEOR 1.5 (Denkowski and Lavie 2014), without Java."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, replace

import numpy as np

from tarjih.errors import UsageError
from tarjih.kernels import meteor_matches
from tarjih.kernels.arrays import F64
from tarjih.metrics.meteor import paraphrases
from tarjih.metrics.meteor.phrase_tree import Report
from tarjih.metrics.meteor.plan import plan_of
from tarjih.metrics.meteor.tuning import Tuning
from tarjih.metrics.meteor.words import Splitter
from tarjih.metrics.references import best_of
from tarjih.text.batch import Batch
from tarjih.types import Rows

BEAM, WIDEST = 40, 1000
_CHUNKS, _MATCHED = 20, slice(21, 23)
_NORMS = {(True, False): "yes", (True, True): "nopunct", (False, False): "no"}


@dataclass(frozen=True)
class Meteor:
    """F of aligned words, mostly recall, less a penalty for scattered matches.

    Modules and parameters are those that METEOR 1.5 has for the language, English
    unless one is given; the data come with tarjih and hold no paraphrases.
    `paraphrases` is a table of METEOR's, or "auto" for that of an installed
    pycocoevalcap. `data` is METEOR's own jar, or a folder of its files, to be used
    instead of ours, paraphrases included. `params` are alpha, beta, gamma and delta;
    `weights` are those of the modules, in their order. Function words are the English
    ones for every language, as in METEOR's program, or those of a file, or "own".
    """

    language: str | None = None
    task: str | None = None
    modules: tuple[str, ...] | None = None
    params: tuple[float, ...] | None = None
    weights: tuple[float, ...] | None = None
    beam: int = BEAM
    normalize: bool = True
    lowercase: bool = True
    no_punct: bool = False
    characters: bool = False
    function_words: str | os.PathLike[str] | None = None
    paraphrases: str | os.PathLike[str] | None = None
    data: str | os.PathLike[str] | None = None

    name = "METEOR"
    higher_is_better = True
    digits = 4  # from 0 to 1, as METEOR prints it

    def __post_init__(self) -> None:
        for field in ("modules", "params", "weights"):
            if getattr(self, field) is not None:
                object.__setattr__(self, field, tuple(getattr(self, field)))
        if not 1 <= self.beam <= WIDEST:
            raise UsageError(
                f"the beam holds 1 to {WIDEST} alignments, not {self.beam}"
            )
        if self.no_punct and not self.normalize:
            raise UsageError("no_punct drops marks that normalize must split off")
        plan_of(self)

    def for_language(self, code: str) -> Meteor:
        """The metric for this language, if it is not for one already."""
        return self if self.language else replace(self, language=code)

    def prepare(self, report: Report | None = None) -> None:
        """Compile a new table of paraphrases now; `report` hears of bytes read."""
        plan = plan_of(self)
        if plan.paraphrased and plan.table is not None:
            paraphrases.prepare(plan.table, report)

    def stats(self, batch: Batch) -> Rows:
        """Rows of lengths, matches by module, and chunks; of the best reference."""
        plan = plan_of(self)
        splitter = plan.lexicon.splitter if self.normalize else Splitter("split")
        tokens = splitter.split(
            batch, punctuation=not self.no_punct, lowercase=self.lowercase
        )
        known = plan.knowledge(tokens)
        rows = meteor_matches(
            tokens.ids, tokens.offsets, batch.pairs, **known, beam=self.beam
        )
        return best_of(rows, self.score(rows), batch.pairs)

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        rows = np.asarray(rows, np.float64)
        tuning = plan_of(self).tuning
        with np.errstate(divide="ignore", invalid="ignore"):
            precision, recall = _precision_and_recall(rows, tuning)
            alpha = tuning.alpha
            mean = 1 / ((1 - alpha) / precision + alpha / recall)
            penalty = tuning.gamma * _power(_scatter(rows), tuning.beta)
            score = mean * (1 - penalty)
        return np.asarray(np.where(np.isnan(score), 0, np.maximum(score, 0)))

    def verbose(self, row: Rows) -> str:
        """Precision, recall and the penalty, as METEOR tells them."""
        tuning = plan_of(self).tuning
        with np.errstate(divide="ignore", invalid="ignore"):
            precision, recall = _precision_and_recall(np.asarray(row), tuning)
            numbers = np.nan_to_num([precision, recall, _scatter(np.asarray(row))])
        return "P = {:.3f} R = {:.3f} frag = {:.3f}".format(*numbers)

    def parameters(self) -> dict[str, str]:
        """Language, task, text, modules, data; numbers where they are not METEOR's."""
        plan = plan_of(self)
        return {
            "lang": plan.language,
            "task": plan.task,
            "norm": _NORMS[self.normalize, self.no_punct],
            "case": "lc" if self.lowercase else "mixed",
            "mod": "+".join(plan.modules),
            **({"chars": "yes"} if self.characters else {}),
            **({"beam": str(self.beam)} if self.beam != BEAM else {}),
            **plan.custom,
            "data": plan.lexicon.name,
            "para": plan.fingerprint,
        }


def _precision_and_recall(rows: Rows, tuning: Tuning) -> tuple[F64, F64]:
    """Weighted shares of matched words, added up in METEOR's order."""
    delta = tuning.delta
    shares = []
    for side in (0, 1):  # the hypothesis, the reference
        length, function = rows[..., side], rows[..., 2 + side]
        matched = np.zeros(rows.shape[:-1])
        for first, share in ((4, delta), (6, 1 - delta)):  # content, function words
            for place, weight in enumerate(tuning.weights):
                matched += rows[..., first + side + 4 * place] * weight * share
        shares.append(matched / (delta * (length - function) + (1 - delta) * function))
    return shares[0], shares[1]


def _scatter(rows: Rows) -> F64:
    """Chunks per matched word; a perfect match has none."""
    chunks = rows[..., _CHUNKS]
    return np.where(chunks == 0, 0, chunks / (rows[..., _MATCHED].sum(axis=-1) / 2))


def _power(numbers: F64, exponent: float) -> F64:
    """Each number to a power; NumPy's own is off in the last digit on some machines."""
    raised = [math.pow(number, exponent) for number in numbers.ravel().tolist()]
    return np.array(raised, np.float64).reshape(numbers.shape)
