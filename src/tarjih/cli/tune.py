"""`tarjih tune`: choose a threshold on human judgments."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import click
import numpy as np

from tarjih.cli.argv import SacrebleuCommand
from tarjih.cli.judging import judgment_options, load
from tarjih.cli.options import align_options, fields_of, threads_option
from tarjih.cli.tuned import METRICS_WITH_THRESHOLD, Tuned, vectors_of, write_tuned
from tarjih.errors import UsageError
from tarjih.metaeval.thresholds import Sweep, sweep
from tarjih.metrics import METRICS
from tarjih.report.plot import plot_curves
from tarjih.report.tables import Table, to_latex, to_markdown, to_text, to_tsv
from tarjih.stats.tau import TIE_RULES

FORMATS: dict[str, Callable[[Table], str]] = {
    "text": to_text,
    "md": to_markdown,
    "latex": to_latex,
    "tsv": to_tsv,
}


@click.command(cls=SacrebleuCommand, short_help="Choose a threshold on judgments.")
@click.argument(
    "metric", type=click.Choice(METRICS_WITH_THRESHOLD, case_sensitive=False)
)
@click.option(
    "--on",
    "judgments",
    multiple=True,
    required=True,
    metavar="JUDGMENTS...",
    help="Human judgments in any format that `tarjih judgments inspect` knows.",
)
@click.option(
    "--tau",
    type=click.Choice([*TIE_RULES]),
    default="wmt12",
    show_default=True,
    help="The rule for ties of Kendall's tau.",
)
@click.option(
    "--step",
    type=click.FloatRange(0.001, 1),
    default=0.01,
    show_default=True,
    help="Between thresholds, from 0 to below 1.",
)
@align_options
@click.option("-tok", "--tokenize", metavar="NAME", help="Tokenizer; 13a.")
@judgment_options
@click.option("-o", "--output", metavar="FILE", help="Write the best as JSON.")
@click.option("--plot", metavar="FILE", help="Draw tau by threshold, as SVG.")
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice([*FORMATS, "json"]),
    default="text",
    show_default=True,
)
@click.option(
    "-w",
    "--width",
    type=click.IntRange(0, 17),
    default=4,
    show_default=True,
    help="Digits after the point.",
)
@threads_option
def tune(**options: Any) -> None:
    """Compare AAS, MAS or HAS with people at every threshold.

    The best one is that with the largest tau, averaged over language pairs; of equal
    ones the smallest. What --output writes is read by `tarjih score --align-config`.

    \b
    tarjih tune mas --on cs-en.rank de-en.rank -o mas.json --plot mas.svg
    tarjih score ref.txt -i sys.txt -m mas --align-config mas.json
    """
    if options["align_threshold"] is not None or options["align_config"]:
        raise UsageError("the threshold is what is tuned: leave the option out")
    name = options["metric"].lower()
    metric = METRICS.create(name, **fields_of(name, options))
    found = sweep(
        load(options),
        metric,
        thresholds(options["step"]),
        statistics=[options["tau"]],
        gap=options["gap"],
        threads=options["threads"],
    )[0]
    click.echo(_printed(found, options["form"], options["width"]))
    if options["output"]:
        write_tuned(_tuned(name, metric, found, options), _chosen(found))
    if options["plot"]:
        low = found.thresholds[found.best]
        plot_curves(
            options["plot"],
            found.thresholds,
            {found.metric: found.averages.tolist()},
            x_label="threshold",
            y_label=f"tau ({found.statistic})",
            marked={found.metric: low},
        )


def thresholds(step: float) -> list[float]:
    """From 0 to below 1."""
    count = int(np.ceil(round(1 / step, 6)))
    return [round(i * step, 6) for i in range(count)]


def _tuned(name: str, metric: Any, found: Sweep, options: dict[str, Any]) -> Tuned:
    return Tuned(
        options["output"],
        name,
        {
            "embeddings": metric.embeddings,
            "unknown": metric.unknown,
            "lowercase": metric.lowercase,
            "tokenize": metric.tokenize,
            "idf": metric.idf,
            "threshold": found.thresholds[found.best],
        },
        vectors_of(metric.embeddings),
    )


def _chosen(found: Sweep) -> dict[str, Any]:
    return {
        "statistic": found.statistic,
        "value": round(float(found.averages[found.best]), 6),
        "on": list(found.names),
    }


def _printed(found: Sweep, form: str, width: int) -> str:
    if form == "json":
        data = {
            "metric": found.metric,
            "signature": found.recipe,
            "statistic": found.statistic,
            "best": found.thresholds[found.best],
            "thresholds": list(found.thresholds),
            "average": found.averages.tolist(),
            "values": dict(zip(found.names, found.values.T.tolist(), strict=True)),
        }
        return json.dumps(data, indent=1, ensure_ascii=False)
    rows = [
        _row(low, [average, *values], width, best=i == found.best)
        for i, (low, average, values) in enumerate(
            zip(found.thresholds, found.averages, found.values, strict=True)
        )
    ]
    table = FORMATS[form](Table(["threshold", "average", *found.names, "best"], rows))
    if form != "text":
        return table
    low, tau = found.thresholds[found.best], found.averages[found.best]
    best = f"threshold {low:g}, {found.statistic} {tau:.{width}f}"
    return f"{table}\n\n{found.metric}: {best}\n{found.recipe}"


def _row(low: float, values: Sequence[float], width: int, *, best: bool) -> list[str]:
    return [f"{low:g}", *(f"{v:.{width}f}" for v in values), "*" if best else ""]
