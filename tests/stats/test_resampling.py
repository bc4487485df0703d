from __future__ import annotations

import numpy as np
import pytest
import sacrebleu.metrics as oracle

from tarjih import UsageError, score
from tarjih.kernels.arrays import F64
from tarjih.stats import resampling
from tarjih.stats.resampling import bootstrap, draw_segments

WORDS = ["the", "a", "cat", "dog", "sat", "lay", "on", "under", "mat", "bed", ".", ","]


def corpus(segments: int) -> tuple[list[str], list[str]]:
    rng = np.random.default_rng(1)
    draw = [
        " ".join(rng.choice(WORDS, rng.integers(3, 12))) for _ in range(2 * segments)
    ]
    mixed = [f"{a} {b}" for a, b in zip(draw[::2], draw[1::2], strict=True)]
    return mixed, draw[1::2]


@pytest.mark.parametrize("segments", [7, 100])
def test_draws_are_sacrebleus(segments: int) -> None:
    """The same seed gives the same interval as sacreBLEU, to its single precision."""
    hypotheses, references = corpus(segments)
    for name, metric in {"bleu": oracle.BLEU(), "chrf": oracle.CHRF()}.items():
        theirs = metric.corpus_score(hypotheses, [references], n_bootstrap=1000)
        ours = score(hypotheses, refs=references, metrics=[name])[name].interval
        assert ours.mean == pytest.approx(theirs._mean, rel=1e-5)
        assert ours.half_width == pytest.approx(theirs._ci, rel=1e-4)


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(draw_segments(50, 20, seed=3))
    monkeypatch.setattr(resampling, "_CELLS", 120)
    blocks = list(draw_segments(50, 20, seed=3))
    assert len(whole) == 1
    assert len(blocks) == 10
    np.testing.assert_array_equal(whole[0], np.concatenate(blocks))


def test_coverage() -> None:
    """A 90 % interval of a mean covers it in about 90 of 100 samples."""
    rng = np.random.default_rng(5)

    def mean(rows: F64) -> F64:
        return rows[..., 0] / rows[..., 1]

    covered = 0
    for _ in range(300):
        rows = np.column_stack([rng.normal(2.0, 1.0, 60), np.ones(60)])
        found = bootstrap(rows, mean, resamples=400, confidence=0.9, seed=1)
        covered += found.low <= 2.0 <= found.high
    # five standard errors of a share of 300, and the bias of percentiles
    assert 0.80 < covered / 300 < 0.97


@pytest.mark.parametrize(
    "options", [{"resamples": 0}, {"confidence": 1.0}, {"confidence": 0}]
)
def test_bad_options(options: dict[str, int]) -> None:
    rows = np.ones((2, 2))
    with pytest.raises(UsageError, match=r"^a bootstrap needs resamples ≥ 1 and 0 < "):
        bootstrap(rows, lambda r: r[..., 0], **options)
