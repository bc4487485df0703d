"""`tarjih judgments`: what files of human judgments hold."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import click

from tarjih.cli.judging import judgment_options, load
from tarjih.cli.meta import FORMATS
from tarjih.cli.printing import Cells, print_rows
from tarjih.errors import DataError, UsageError
from tarjih.judgments import (
    Judgments,
    Report,
    concatenate,
    describe,
    split,
    unroll,
    write_comet_csv,
    write_comet_scores,
    write_mtme,
    write_pairs_jsonl,
    write_pairs_tsv,
)
from tarjih.metaeval.judges import (
    JudgeAgreement,
    SystemScores,
    judge_agreement,
    system_scores,
)
from tarjih.stats.agreement import Kappa

WRITERS = {
    "pairs": write_pairs_tsv,
    "jsonl": write_pairs_jsonl,
    "comet": write_comet_csv,
}


@click.group(short_help="Describe, convert and split human judgments.")
def judgments() -> None:
    """Describe, convert and split files of human judgments."""


def _sources(command: Callable[..., Any]) -> Callable[..., Any]:
    command = judgment_options(command)
    return click.argument("judgments", nargs=-1, required=True, metavar="JUDGMENTS...")(
        command
    )


_form = click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice([*FORMATS, "json"]),
    default="text",
    show_default=True,
)
_ties = click.option(
    "--ties",
    type=click.Choice(["keep", "drop"]),
    default="keep",
    show_default=True,
    help="Pairs that were judged equal.",
)
_duplicates = click.option(
    "--duplicates",
    type=click.Choice(["keep", "collapse", "weight"]),
    default="keep",
    show_default=True,
    help="Pairs that were judged alike more than once.",
)
_contradictions = click.option(
    "--contradictions",
    type=click.Choice(["keep", "drop", "majority"]),
    default="keep",
    show_default=True,
    help="Pairs that were judged both ways.",
)


_references = click.option(
    "--references",
    type=click.Choice(["keep", "drop"]),
    default="keep",
    show_default=True,
    help="Pairs with a reference that was judged as a system.",
)


@judgments.command(short_help="Count what files hold.")
@_sources
@_form
def inspect(**options: Any) -> None:
    """Count rankings, pairs, ties, judges, contradictions by language pair."""
    rows: dict[str, Cells] = {}
    for table in load(options):
        for name, description in describe(table).items():
            rows[name] = asdict(description)
    print_rows(rows, options["form"])


@judgments.command(short_help="Say how well judges agree.")
@_sources
@_form
def agreement(**options: Any) -> None:
    """Print Cohen's kappa between judges, and of judges with themselves.

    P(E) is 1/3, and from the shares of better, tie and worse (the columns *marginals*);
    tau is Kendall's, between two judges, averaged over the pairs of judges who judged
    the same translations.
    """
    rows: dict[str, Cells] = {}
    for table in load(options):
        for name, found in judge_agreement(table).items():
            rows[name] = _kappas(found)
    print_rows(rows, options["form"])


@judgments.command(short_help="Score systems by their rankings.")
@_sources
@_form
def systems(**options: Any) -> None:
    """Score the systems by what people preferred.

    Expected wins are averaged over opponents, the ratio is wins by wins and losses;
    strengths are Bradley and Terry's log-odds, with their 95 % interval.
    """
    rows: dict[str, Cells] = {}
    for table in load(options):
        for name, found in system_scores(table, gap=options["gap"]).items():
            rows |= _by_system(name, found)
    print_rows(rows, options["form"])


@judgments.command(short_help="Write judgments in another format.")
@_sources
@click.option(
    "--to",
    type=click.Choice([*WRITERS, "comet-scores", "mtme"]),
    default="pairs",
    show_default=True,
    help="Pairs as TSV or JSON Lines, COMET's CSV src,ref,pos,neg or (of scores) "
    "src,mt,ref,score, or a folder of mt-metrics-eval.",
)
@click.option("-o", "--output", required=True, metavar="PATH")
@_ties
@_duplicates
@_contradictions
@_references
def convert(**options: Any) -> None:
    """Write judgments with their texts, for training or for other tools."""
    table = concatenate(load(options))
    if options["to"] == "mtme":
        write_mtme(table, options["output"])
        click.echo(f"tarjih: wrote {options['output']}", err=True)
        return
    if options["to"] == "comet-scores":
        count = write_comet_scores(options["output"], table)
        click.echo(f"tarjih: wrote {count:,} scores to {options['output']}", err=True)
        return
    _write(table, options["output"], options)


@judgments.command("split", short_help="Part judgments, so that no segment is shared.")
@_sources
@click.option(
    "--share",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.8,
    show_default=True,
    help="Of the segments, for the first file.",
)
@click.option("--seed", type=click.IntRange(0), default=12345, show_default=True)
@click.option(
    "-o", "--output", nargs=2, required=True, metavar="FIRST SECOND", help="The files."
)
@_ties
@_duplicates
@_contradictions
@_references
def split_command(**options: Any) -> None:
    """Write two TSVs of pairs: segments and references are on one side only."""
    if options["output"][0] == options["output"][1]:
        raise UsageError(f"{options['output'][0]!r} is given twice")
    parts = split(
        concatenate(load(options)), share=options["share"], seed=options["seed"]
    )
    for path, part in zip(options["output"], parts, strict=True):
        if not len(part):
            raise DataError("one side would have no segments", path=path)
    for path, part in zip(options["output"], parts, strict=True):
        _write(part, path, {**options, "to": "pairs"})


def _write(table: Judgments, path: str, options: dict[str, Any]) -> None:
    pairs, report = unroll(
        table,
        gap=options["gap"],
        ties=options["ties"],
        references=options["references"],
        duplicates=options["duplicates"],
        contradictions=options["contradictions"],
    )
    if report.kept < report.pairs:
        click.echo(f"tarjih: kept {report.kept:,} of {_counted(report)}", err=True)
    count = WRITERS[options["to"]](path, pairs, table.texts)
    rest = len(pairs) - count
    left_out = f"; left out {rest:,} of one text or tied" if rest else ""
    click.echo(f"tarjih: wrote {count:,} pairs to {path}{left_out}", err=True)


def _counted(report: Report) -> str:
    """How many pairs there were, and how many of each kind that can be left out."""
    kinds = {
        "identical": report.identical,
        "with a reference": report.references,
        "nearer than the gap": report.close,
        "ties": report.ties,
        "duplicates": report.duplicates,
        "disputed": report.disputed,
        "contradicted": report.contradicted,
    }
    found = [f"{count:,} {kind}" for kind, count in kinds.items() if count]
    return f"{report.pairs:,} pairs: {', '.join(found)}"


def _by_system(name: str, found: SystemScores) -> dict[str, Cells]:
    order = sorted(range(len(found.systems)), key=lambda i: -found.expected_wins[i])
    fitted = found.strengths
    return {
        f"{name} {found.systems[i]}": {
            "expected wins": _digits(found.expected_wins[i]),
            "wins ratio": _digits(found.wins_ratio[i]),
            "strength": _digits(fitted.strengths[i]),
            "low": _digits(fitted.low[i]),
            "high": _digits(fitted.high[i]),
        }
        for i in order
    }


def _kappas(found: JudgeAgreement) -> Cells:
    def numbers(name: str, third: Kappa, marginals: Kappa) -> dict[str, object]:
        return {
            f"{name} pairs": third.pairs,
            f"{name} P(A)": _digits(third.observed),
            f"{name} kappa": _digits(third.kappa),
            f"{name} kappa, marginals": _digits(marginals.kappa),
        }

    return {
        "judges": found.judges,
        **numbers("inter", found.inter, found.inter_marginals),
        **numbers("intra", found.intra, found.intra_marginals),
        "tau": _digits(found.tau),
        "pairs of judges": found.tau_pairs,
    }


def _digits(value: float) -> float | None:
    return None if math.isnan(value) else round(float(value), 4)
