"""`tarjih meta`: metrics against human judgments."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import click

from tarjih.cli.argv import SacrebleuCommand
from tarjih.cli.judging import judgment_options, load
from tarjih.cli.options import choose_metrics, metric_options, threads_option
from tarjih.cli.progress import prepare
from tarjih.errors import UsageError
from tarjih.metaeval import ScoreFile, Scorer, as_scorer, evaluate
from tarjih.metaeval.evaluate import AVERAGES, CORRECTIONS, Meta, sensitivity
from tarjih.metaeval.significance import TESTS, enough_resamples
from tarjih.metaeval.statistics import STATISTICS
from tarjih.metaeval.tables import by_pair, notes, places, summary, to_dict
from tarjih.metrics import METRICS
from tarjih.report.tables import Table, to_latex, to_markdown, to_text, to_tsv
from tarjih.stats.resampling import SEED
from tarjih.stats.tau import TIE_RULES

FORMATS: dict[str, Callable[[Table], str]] = {
    "text": to_text,
    "md": to_markdown,
    "latex": to_latex,
    "tsv": to_tsv,
}


@click.command(cls=SacrebleuCommand, short_help="Compare metrics with people.")
@click.argument("judgments", nargs=-1, required=True, metavar="JUDGMENTS...")
@metric_options
@click.option(
    "--tau",
    type=click.Choice([*TIE_RULES]),
    help="Kendall's tau over judged pairs, by a rule for ties; wmt12 unless chosen.",
)
@click.option(
    "--statistic",
    type=click.Choice([*STATISTICS]),
    metavar="NAME",
    help=f"Instead of tau: {', '.join(n for n in STATISTICS if n not in TIE_RULES)}.",
)
@judgment_options
@click.option(
    "--reference",
    metavar="NAME",
    help="Score against this reference, as refA; against all unless chosen.",
)
@click.option(
    "--average",
    type=click.Choice(AVERAGES),
    default="macro",
    show_default=True,
    help="Over language pairs: plain, or weighted by their judged pairs.",
)
@click.option(
    "--blocks",
    type=click.Choice(["segment", "document"]),
    default="segment",
    show_default=True,
    help="What is resampled for intervals.",
)
@click.option(
    "--resamples",
    type=click.IntRange(1),
    help="Resamples of the bootstrap, and draws of the permutation test; 1000 unless "
    "chosen, or more where many metrics are compared.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=SEED,
    show_default=True,
    help="Their seed.",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Level of significance of the ranks.",
)
@click.option(
    "--test",
    type=click.Choice(["auto", *TESTS]),
    default="auto",
    show_default=True,
    help="Of differences: auto permutes entries where it can, else bootstraps.",
)
@click.option(
    "--correction",
    type=click.Choice([*CORRECTIONS]),
    default="holm",
    show_default=True,
    help="Of p-values, for comparing many metrics.",
)
@click.option(
    "--sensitivity", is_flag=True, help="Also show the places under every tau rule."
)
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
    default=3,
    show_default=True,
    help="Digits after the point.",
)
@threads_option
def meta(**options: Any) -> None:
    """Say how well metrics agree with people, and whether differences are real.

    JUDGMENTS are files of rankings, direct assessment or MQM in any format that
    `tarjih judgments inspect` knows, or FOLDER::LP.NAME of mt-metrics-eval. Their texts
    are found beside them. A metric is a name, or a file of segment scores (FILE or
    FILE::COLUMN; `{lp}` in it stands for the language pair).

    \b
    tarjih meta wmt12.RNK_results.csv -l cs-en -l de-en -m bleu chrf ter
    tarjih meta cs-en.rank de-en.rank -m chrf -m my-scores.{lp}.tsv --tau wmt14
    tarjih meta mqm.tsv -m bleu chrf --statistic acc-eq --sensitivity -f md
    """
    if options["tau"] and options["statistic"]:
        raise UsageError("choose --tau or --statistic, not both")
    scorers = choose_scorers(options)
    tables = load(options)
    found = evaluate(
        tables,
        scorers,
        statistic=options["statistic"] or options["tau"] or "wmt12",
        gap=options["gap"],
        blocks=options["blocks"],
        average=options["average"],
        resamples=options["resamples"],
        seed=options["seed"],
        alpha=options["alpha"],
        test=options["test"],
        correction=options["correction"],
    )
    warn(found, options)
    under = None
    if options["sensitivity"]:
        under = sensitivity(tables, scorers, gap=options["gap"])
    click.echo(_printed(found, under, options["form"], options["width"]))


def warn(found: Meta, options: dict[str, Any]) -> None:
    """Warn where so few resamples were asked for that nothing can be significant."""
    metrics, corrected = len(found.metrics), options["correction"] != "none"
    enough = enough_resamples(metrics, options["alpha"], corrected=corrected)
    if metrics == 1 or found.settings["test"] == "williams":
        return
    resamples = found.settings["resamples"]
    if int(resamples) < enough:
        click.echo(
            f"tarjih: with {resamples} resamples no difference can be significant: "
            f"--resamples {enough} or more",
            err=True,
        )


def choose_scorers(options: dict[str, Any]) -> list[Scorer]:
    """Make metrics of the names, and score files of what is a file."""
    names = [name for name in options["metrics"] if name.lower() in METRICS.entries]
    chosen = choose_metrics({**options, "metrics": names, "language_pair": None})
    prepare(chosen.values(), quiet=False)
    scorers = []
    for name in dict.fromkeys(options["metrics"]):
        if name.lower() in chosen:
            metric = chosen[name.lower()]
            scorers.append(as_scorer(metric, options["threads"], options["reference"]))
        elif "." in name or "/" in name:
            path, _, column = name.partition("::")
            scorers.append(ScoreFile(path, column or None))
        else:
            METRICS.entry(name)  # says what is near
    return scorers


def _printed(found: Meta, under: Any, form: str, width: int) -> str:
    if form == "json":
        data = to_dict(found)
        if under is not None:
            names = found.metrics
            data["sensitivity"] = {
                rule: dict(zip(names, values.tolist(), strict=True))
                for rule, values in under.items()
            }
        return json.dumps(data, indent=1, ensure_ascii=False)
    table = by_pair(found, width) if form == "tsv" else summary(found, width)
    parts = [FORMATS[form](table)]
    if under is not None:
        parts.append(FORMATS[form](places(under, found.metrics, width)))
    if form != "tsv":
        parts.append(_noted(notes(found), form))
    return "\n\n".join(parts)


def _noted(lines: Sequence[str], form: str) -> str:
    marks = {"text": "{}", "md": "- `{}`", "latex": "% {}"}
    return "\n".join(marks[form].format(line) for line in lines)
