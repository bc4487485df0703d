"""Figure 1 of Matsuo et al. (2017): tau by threshold, from result.json.

    pip install 'tarjih[report]'
    python -m experiments.matsuo2017.figures

writes docs/experiments/matsuo2017-SET-RULE.svg.
"""

from __future__ import annotations

import json
from pathlib import Path

from experiments.experiment import ROOT, read_config
from tarjih.cli.tune import thresholds
from tarjih.report.plot import plot_curves

HERE = Path(__file__).parent


def main() -> None:
    config = read_config(HERE)
    result = json.loads((HERE / "result.json").read_text("utf-8"))
    for name in ("wmt12", "wmt13"):
        for rule in ("wmt12", "wmt14"):
            path = ROOT / f"docs/experiments/matsuo2017-{name}-{rule}.svg"
            curves = {
                f"{metric.upper()}, {vectors}": by_rule[rule]["averages"]
                for vectors, found in result["vectors"].items()
                for metric, by_rule in found["sweeps"][name].items()
            }
            plot_curves(
                str(path),
                thresholds(config["step"]),
                curves,
                x_label="threshold",
                y_label=f"tau, mean of {name.upper()} ({rule})",
            )
            print(f"wrote {path}")


if __name__ == "__main__":
    main()
