"""METEOR with the data that come with tarjih beside METEOR's own data.

    pip install pycocoevalcap
    python -m experiments.meteor.run

writes result.json; `oracle.py` writes expected.json with METEOR 1.5's Java program.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.oracles.jar import find_jar
from experiments.experiment import arguments, read_config, save
from tarjih import Meteor
from tarjih.judgments import read_judgments
from tarjih.metaeval import as_scorer, evaluate
from tarjih.metaeval.evidence import gather

HERE = Path(__file__).parent


def run(data: Path, config: dict[str, Any], jar: Path) -> dict[str, Any]:
    places = {"jar": jar, "table": jar.parent / "data/paraphrase-en.gz"}
    metrics = {
        name: Meteor("en", **{k: _placed(v, places) for k, v in options.items()})
        for name, options in config["metrics"].items()
    }
    sets = {}
    for name, chosen in config["sets"].items():
        ranks = [data / chosen["judgments"].format(lp=lp) for lp in chosen["pairs"]]
        sets[name] = _taus(ranks, metrics, config)
    recipes = {name: metric.parameters() for name, metric in metrics.items()}
    return {"recipes": recipes, "sets": sets}


def _placed(value: Any, places: dict[str, Path]) -> Any:
    return places.get(value, value) if isinstance(value, str) else value


def _taus(
    ranks: list[Path], metrics: dict[str, Meteor], config: dict[str, Any]
) -> dict[str, Any]:
    tables = [read_judgments(rank) for rank in ranks]
    found: dict[str, Any] = {"tau": {}, "segments": 0}
    for name, metric in metrics.items():
        meta = evaluate(
            tables,
            [as_scorer(metric)],
            statistic=config["rule"],
            resamples=config["resamples"],
            seed=config["seed"],
        )
        found["tau"][name] = {
            **{c.name.split()[-1]: c.values[0] for c in meta.columns},
            "mean": meta.average.values[0],
            "interval": [meta.average.low[0], meta.average.high[0]],
        }
    scorers = [as_scorer(metric) for metric in metrics.values()]
    scores = [e.scores for table in tables for e in gather(table, scorers)]
    joined = np.concatenate(scores, axis=1)
    found["segments"] = joined.shape[1]
    names = list(metrics)
    last = names.index("jar")
    found["correlation with jar"] = {
        name: float(np.corrcoef(joined[i], joined[last])[0, 1])
        for i, name in enumerate(names)
    }
    return found


if __name__ == "__main__":
    options = arguments(__doc__, "--jar")
    jar = find_jar(options.jar)
    save(HERE, run(options.data / "judgments", read_config(HERE), jar))
