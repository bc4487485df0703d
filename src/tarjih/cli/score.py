"""`tarjih score`: systems against references."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from tarjih.cli.argv import SacrebleuCommand
from tarjih.cli.inputs import Inputs, open_inputs, sound_systems
from tarjih.cli.options import choose_metrics, metric_options, threads_option
from tarjih.cli.progress import prepare, watched
from tarjih.errors import UsageError
from tarjih.report import results as report
from tarjih.report.segments import SEGMENT_FORMATS, SegmentWriter
from tarjih.scoring import count_references, segment_metric, signature, verbose
from tarjih.stats.resampling import SEED
from tarjih.streaming import Job, Totals

FORMATS: dict[str, Callable[..., str]] = {
    "text": report.as_text,
    "json": report.as_json,
    "jsonl": report.as_jsonl,
    "tsv": report.as_tsv,
    "md": report.as_markdown,
    "latex": report.as_latex,
}
TOKENIZED_LINES = 100


@click.command(cls=SacrebleuCommand, short_help="Score systems against references.")
@click.argument("references", nargs=-1, metavar="[REF]...")
@click.option(
    "-i",
    "--input",
    "inputs",
    multiple=True,
    metavar="SYS...",
    help="System outputs; standard input when none is given.",
)
@click.option(
    "-t",
    "--test-set",
    metavar="DIR",
    help="Instead of REF: a test set in the folder layout of mt-metrics-eval v2.",
)
@click.option(
    "-l",
    "--language-pair",
    metavar="LP",
    help="The language pair, as en-de: finds the files of DIR, and chooses the "
    "tokenizer of Chinese, Japanese and Korean.",
)
@click.option(
    "-nr",
    "--num-refs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many references a line of REF holds, separated by tabs.",
)
@click.option(
    "-e",
    "--encoding",
    default="utf-8",
    show_default=True,
    help="The encoding of all files.",
)
@click.option(
    "--by",
    metavar="COLUMN",
    help="Score groups of segments as well: doc or domain of the references or test "
    "set, FILE::COLUMN, or a file with one label a line.",
)
@metric_options
@click.option("-sl", "--sentence-level", is_flag=True, help="Score every segment.")
@click.option(
    "-ci", "--confidence", is_flag=True, help="Bootstrap a 95 % confidence interval."
)
@click.option(
    "-cin",
    "--confidence-n",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Resamples of the bootstrap.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=SEED,
    show_default=True,
    help="Seed of the bootstrap.",
)
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="How to print: text on a terminal and json elsewhere, unless chosen.",
)
@click.option(
    "-w",
    "--width",
    type=click.IntRange(0, 17),
    help="Digits after the point: 1 (NIST: 4) unless chosen, 6 in tables of segments.",
)
@click.option("-b", "--score-only", is_flag=True, help="Print the score alone.")
@click.option("-sh", "--short", is_flag=True, help="Shorten signatures.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no warnings.")
@click.option("-nc", "--no-color", is_flag=True, hidden=True)  # nothing is coloured
@threads_option
@click.option(
    "--keep-going", is_flag=True, help="Leave out systems that cannot be read."
)
def score(**options: Any) -> int:
    """Score system outputs against references.

    REF and SYS are text files with one segment a line, `-` for standard input, or
    FILE::COLUMN: a column of a TSV by name or number, a key of JSONL, or an element of
    WMT SGML or XML. Compressed files are recognised.

    \b
    tarjih score ref.txt -i sys.txt
    tarjih score refA.txt refB.txt -i sys1.txt sys2.txt -m bleu chrf ter -ci
    tarjih score data.tsv::ref -i data.tsv::mt --by domain -f md
    """
    metrics = choose_metrics(options)
    prepare(metrics.values(), quiet=options["quiet"])
    inputs = open_inputs(options)
    failed = 0
    if options["keep_going"]:
        systems = sound_systems(inputs)
        failed = len(inputs.systems) - len(systems)
        inputs = Inputs(systems, inputs.references, inputs.labels)
    job = Job(
        inputs.systems, inputs.references, metrics, inputs.labels, options["threads"]
    )
    if options["sentence_level"]:
        write_segments(job, options)
    else:
        write_corpus(job, options)
    return 1 if failed else 0


def write_corpus(job: Job, options: dict[str, Any]) -> None:
    """Print the scores of whole test sets."""
    totals = Totals(job.metrics, keep_rows=options["confidence"])
    for chunk in watched(job.run(), quiet=options["quiet"]):
        totals.add(chunk)
    if not options["quiet"]:
        warn(totals, force=options["force"])
    results = [
        result_of(totals, system, name, options)
        for system in job.systems
        for name in sorted(job.metrics)
    ]
    form = options["form"] or ("text" if sys.stdout.isatty() else "json")
    if options["score_only"]:
        click.echo("\n".join(result.number for result in results))
    elif form == "text":
        click.echo(report.as_text(results, short=options["short"]))
    else:
        click.echo(FORMATS[form](results))


def result_of(
    totals: Totals, system: str, name: str, options: dict[str, Any]
) -> report.Result:
    """One metric of one system, ready to print."""
    number = totals.systems.index(system)
    metric = totals.metrics[name]
    width = options["width"]
    if width is None:
        width = getattr(metric, "digits", 1)
    interval, recipe = None, {}
    if options["confidence"]:
        resamples, seed = options["confidence_n"], options["seed"]
        interval = totals.interval(name, number, resamples, seed)
        recipe = {"bs": resamples, "seed": seed}
    return report.Result(
        system,
        metric.name,
        totals.score(name, number),
        signature(metric, totals.nrefs, **recipe),
        width,
        verbose(metric, totals.sums[name][number]),
        interval,
        {
            label: (size, totals.group_score(label, name, number))
            for label, size in totals.group_sizes.items()
        },
    )


def write_segments(job: Job, options: dict[str, Any]) -> None:
    """Print the score of every segment as it is computed."""
    if options["confidence"] or options["by"]:
        raise UsageError("segments have no intervals or groups: leave out -ci and --by")
    form = options["form"] or "text"
    if form not in SEGMENT_FORMATS:
        raise UsageError(
            f"segments are printed as {', '.join(SEGMENT_FORMATS)}, not as {form}"
        )
    metrics = {name: segment_metric(job.metrics[name]) for name in sorted(job.metrics)}
    width = options["width"]
    if width is None:
        width = 1 if form == "text" and len(metrics) * len(job.systems) == 1 else 6
    writer = SegmentWriter(
        sys.stdout.write,
        form,
        list(job.systems),
        metrics,
        width,
        score_only=options["score_only"],
    )
    for chunk in watched(job.run(), quiet=options["quiet"]):
        nrefs = count_references(set(chunk.reference_counts))
        writer.add(chunk.rows, {n: signature(m, nrefs) for n, m in metrics.items()})
    writer.close()


def warn(totals: Totals, *, force: bool) -> None:
    """Warn of output that looks tokenized, as sacreBLEU does, or like several."""
    for system, spaced, tabbed in zip(
        totals.systems, totals.spaced_stops, totals.tabbed, strict=True
    ):
        if spaced >= TOKENIZED_LINES and not force:
            click.echo(
                f"tarjih: {system}: {spaced:,} lines end in ' .', as tokenized text "
                "does; scores want it detokenized (--force silences this)",
                err=True,
            )
        if tabbed == totals.segments:
            click.echo(
                f"tarjih: {system}: every line holds tabs, which are text here; a "
                "column is FILE::COLUMN, and several systems are several files",
                err=True,
            )
