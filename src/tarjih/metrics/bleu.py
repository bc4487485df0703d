"""BLEU (Papineni et al. 2002), as sacreBLEU computes it, and its components."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tarjih.errors import UnknownName, UsageError
from tarjih.kernels import ngram_matches
from tarjih.text.batch import Batch
from tarjih.text.tokenizers import get_tokenizer
from tarjih.types import Rows, yes_no

# The default of each smoothing's value; None where it has none (Chen and Cherry 2014;
# epsilon: Liu and Gildea 2005, with the value of Bouamor et al. 2014).
SMOOTHINGS = {"exp": None, "floor": 0.1, "add-k": 1.0, "none": None, "epsilon": 1e-3}
LOG_OF_ZERO = -9999999999.0


@dataclass(frozen=True)
class Bleu:
    """BLEU on a scale from 0 to 100.

    `smooth_method` is one of sacreBLEU's `exp`, `floor`, `add-k` and `none`, or
    `epsilon`, which adds a small value to the matches and the totals of every order.
    `effective_order` leaves out the orders that a text is too short for; by default
    segments do and corpora do not. BLEU+1 (Nakov et al. 2012) is `add-k` with 1.
    `name` is what the score is printed as.
    """

    lowercase: bool = False
    tokenize: str = "13a"
    smooth_method: str = "exp"
    smooth_value: float | None = None
    max_ngram_order: int = 4
    effective_order: bool | None = None
    name: str = "BLEU"

    higher_is_better = True

    def __post_init__(self) -> None:
        if self.smooth_method not in SMOOTHINGS:
            raise UnknownName("smoothing", self.smooth_method, SMOOTHINGS)
        get_tokenizer(self.tokenize)
        if self.max_ngram_order < 1:
            raise UsageError(f"max_ngram_order must be ≥ 1, not {self.max_ngram_order}")
        if self.smooth_value is not None and not self.smooth_value >= 0:
            raise UsageError(f"smooth_value must be ≥ 0, not {self.smooth_value}")

    def stats(self, batch: Batch) -> Rows:
        """Rows of hypothesis length, reference length, matches and totals by order."""
        tokens = batch.tokens(self.tokenize, lowercase=self.lowercase)
        return ngram_matches(
            tokens.ids, tokens.offsets, batch.pairs, self.max_ngram_order
        )

    def score(self, rows: Rows) -> Rows:
        """Score rows of `stats`, or sums of them."""
        hypothesis, reference, matches, totals = self._split(rows)
        precisions, orders = self._precisions(matches, totals)
        with np.errstate(divide="ignore"):
            logs = np.log(precisions)
        logs[precisions == 0] = LOG_OF_ZERO
        logs *= np.arange(self.max_ngram_order) < orders[..., None]
        means = logs.sum(axis=-1) / orders
        return np.asarray(brevity_penalty(hypothesis, reference) * np.exp(means))

    def for_segments(self) -> Bleu:
        """BLEU with effective order, unless that was decided."""
        if self.effective_order is None:
            return replace(self, effective_order=True)
        return self

    def parameters(self) -> dict[str, str]:
        """The parameters as sacreBLEU prints them."""
        smooth = self.smooth_method
        if SMOOTHINGS[smooth] is not None:
            digits = 2 if smooth != "epsilon" else 3
            smooth += f"[{self._smooth_value():.{digits}f}]"
        order = (
            {"order": str(self.max_ngram_order)} if self.max_ngram_order != 4 else {}
        )
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": yes_no(bool(self.effective_order)),
            "tok": self.tokenize,
            "smooth": smooth,
            **order,
        }

    def verbose(self, row: Rows) -> str:
        """Precisions, brevity penalty and lengths, as sacreBLEU prints them."""
        hypothesis, reference, matches, totals = self._split(row)
        precisions, _ = self._precisions(matches, totals)
        ratio = hypothesis / reference if reference else 0.0
        return (
            f"{'/'.join(f'{p:.1f}' for p in precisions)} "
            f"(BP = {brevity_penalty(hypothesis, reference):.3f} ratio = {ratio:.3f} "
            f"hyp_len = {hypothesis:.0f} ref_len = {reference:.0f})"
        )

    def component_names(self) -> list[str]:
        """Names of the columns of `components`."""
        orders = range(1, self.max_ngram_order + 1)
        return [
            f"{kind}{n}" for kind in ("precision", "match", "total") for n in orders
        ] + ["hyp_len", "ref_len", "ratio", "brevity"]

    def components(self, rows: Rows) -> Rows:
        """BLEU's parts as features (Guzmán et al. 2017, section 5.1), unsmoothed."""
        hypothesis, reference, matches, totals = self._split(rows)
        precisions = np.divide(
            matches, totals, out=np.zeros_like(matches), where=totals > 0
        )
        ratio = np.divide(
            hypothesis, reference, out=np.zeros_like(hypothesis), where=reference > 0
        )
        ends = [hypothesis, reference, ratio, brevity_penalty(hypothesis, reference)]
        return np.concatenate(
            [precisions, matches, totals, np.stack(ends, axis=-1)], axis=-1
        )

    def _split(self, rows: Rows) -> tuple[Rows, Rows, Rows, Rows]:
        middle = 2 + self.max_ngram_order
        rows = np.asarray(rows, np.float64)
        return rows[..., 0], rows[..., 1], rows[..., 2:middle], rows[..., middle:]

    def _smooth_value(self) -> float:
        chosen = self.smooth_value
        return chosen if chosen is not None else SMOOTHINGS[self.smooth_method] or 0.0

    def _precisions(self, matches: Rows, totals: Rows) -> tuple[Rows, Rows]:
        """Smoothed precisions in percent, and the number of orders that count."""
        value = self._smooth_value()
        # without a single match there is nothing to smooth, except by epsilon
        hopeless = ~matches.any(axis=-1, keepdims=True)
        hopeless &= self.smooth_method != "epsilon"
        if self.smooth_method == "epsilon":
            matches, totals = matches + value, totals + value
        elif self.smooth_method == "add-k":
            added = np.where(np.arange(self.max_ngram_order) > 0, value, 0.0)
            matches, totals = matches + added, totals + added
        # an order without n-grams ends the sum: no higher one can have any
        counted = np.cumprod(totals > 0, axis=-1, dtype=bool)
        missed = counted & (matches == 0)
        if self.smooth_method == "exp":
            # the k-th order without a match counts as 1 / 2^k matches
            matches = np.where(missed, 0.5 ** np.cumsum(missed, axis=-1), matches)
        elif self.smooth_method == "floor":
            matches = np.where(missed, value, matches)
        precisions = np.divide(
            100 * matches, totals, out=np.zeros(totals.shape), where=counted & ~hopeless
        )
        if self.effective_order:
            return precisions, np.maximum(counted.sum(axis=-1), 1)
        return precisions, np.full(totals.shape[:-1], self.max_ngram_order)


def brevity_penalty(hypothesis: Rows, reference: Rows) -> Rows:
    """BLEU's penalty for hypotheses shorter than their references."""
    ratio = np.divide(
        reference, hypothesis, out=np.full_like(reference, np.inf), where=hypothesis > 0
    )
    return np.where(hypothesis < reference, np.exp(np.minimum(1 - ratio, 0)), 1.0)
