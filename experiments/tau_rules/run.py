"""BLEU and chrF under every rule for ties, and how well WMT12's judges agreed.

    python -m experiments.tau_rules.run

writes result.json; `oracle.py` writes expected.json with sacreBLEU and plain loops.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from experiments.experiment import arguments, read_config, save
from tarjih.judgments import Judgments, read_judgments
from tarjih.metaeval import as_scorer, evaluate
from tarjih.metaeval.judges import judge_agreement
from tarjih.metrics import METRICS

HERE = Path(__file__).parent


def run(data: Path, config: dict[str, Any]) -> dict[str, Any]:
    sets = {
        name: _taus([_rank(data, chosen, lp) for lp in chosen["pairs"]], config)
        for name, chosen in config["sets"].items()
    }
    csv = read_judgments(data / config["csv"]["judgments"])
    into_english = csv.select(csv.pair.equals(*config["csv"]["pairs"]))
    return {
        "sets": sets,
        "csv": _taus([into_english], config),
        "kappa": _kappas(csv, config["published"]),
    }


def _rank(data: Path, chosen: dict[str, Any], lp: str) -> Judgments:
    return read_judgments(data / chosen["judgments"].format(lp=lp))


def _taus(tables: list[Judgments], config: dict[str, Any]) -> dict[str, Any]:
    scorers = [as_scorer(METRICS.create(name)) for name in config["metrics"]]
    options = {"resamples": config["resamples"], "seed": config["seed"]}
    found = {}
    for rule in config["rules"]:
        meta = evaluate(tables, scorers, statistic=rule, **options)
        found[rule] = {
            name: {
                **{c.name.split()[-1]: c.values[i] for c in meta.columns},
                "mean": meta.average.values[i],
                "interval": [meta.average.low[i], meta.average.high[i]],
            }
            for i, name in enumerate(config["metrics"])
        }
    # pairs that people did not call equal
    reports = {name.split()[-1]: r for name, r in meta.reports.items()}
    pairs = {lp: report.kept - report.ties for lp, report in reports.items()}
    return {"pairs": pairs, "tau": found}


def _kappas(csv: Judgments, published: dict[str, list[float]]) -> dict[str, Any]:
    rows = {}
    for name, found in judge_agreement(csv).items():
        lp = name.split()[-1]
        rows[lp] = {
            kind: {
                "pairs": third.pairs,
                "observed": third.observed,
                "kappa": third.kappa,
                "kappa_marginals": marginals.kappa,
                "published": printed,
            }
            for kind, third, marginals, printed in (
                ("inter", found.inter, found.inter_marginals, published[lp][0]),
                ("intra", found.intra, found.intra_marginals, published[lp][1]),
            )
        }
    gaps = [
        abs(row["inter"]["kappa_marginals"] - row["inter"]["published"])
        for row in rows.values()
    ]
    return {"rows": rows, "largest_inter_gap": float(np.max(gaps))}


if __name__ == "__main__":
    options = arguments(__doc__)
    save(HERE, run(options.data / "judgments", read_config(HERE)))
