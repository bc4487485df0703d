from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tarjih import Bleu, Has, Mas, UsageError
from tarjih.judgments import read_judgments
from tarjih.metaeval import as_scorer, evaluate
from tarjih.metaeval.thresholds import sweep

JUDGED = """\
ref\thyp1\thyp2\tpreference
the cat sat on the mat\tthe cat sat on a rug\tthe dog sat\t1
it was raining hard\tthe rain was heavy\tit was snowing\t2
he left the house\the went out of the home\the entered the house\t1
we saw two birds\twe saw some birds\twe see two bird\t1
"""


@pytest.mark.parametrize(
    "metric", [Mas(), Mas(idf=True, part="f"), Has(unknown="drop")]
)
def test_sweep_is_a_metric_for_each_threshold(metric: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_text(JUDGED, "utf-8")
    table = read_judgments(str(path))
    lows = [0.0, 0.5, 0.8]
    for found in sweep([table], metric, lows, statistics=["wmt12", "wmt14"]):
        for low, average in zip(lows, found.averages, strict=True):
            fixed = type(metric)(
                threshold=low,
                idf=metric.idf,
                unknown=metric.unknown,
                **({"part": metric.part} if isinstance(metric, Mas) else {}),
            )
            meta = evaluate(
                [table], [as_scorer(fixed)], statistic=found.statistic, resamples=2
            )
            assert average == meta.average.values[0]
        assert found.averages[found.best] == max(found.averages)
        assert "|thr:swept|" in found.recipe


def test_nothing_to_sweep() -> None:
    with pytest.raises(UsageError, match=r"^BLEU has no threshold to choose$"):
        sweep([], Bleu(), [0.5])
    with pytest.raises(UsageError, match=r"^MAS has no threshold to choose$"):
        sweep([], Mas(), [])
