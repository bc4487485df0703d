"""`tarjih embed train`: word embeddings learned from texts."""

from __future__ import annotations

import logging
from dataclasses import fields
from typing import Any

import click

from tarjih.cli.embed_output import format_of, output_options, write_table
from tarjih.embeddings.training import Training
from tarjih.embeddings.training import train as learn
from tarjih.stats.resampling import SEED


@click.command(short_help="Learn embeddings from texts, by gensim.")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@output_options
@click.option(
    "--model",
    type=click.Choice(["skipgram", "cbow"]),
    default=Training.model,
    show_default=True,
)
@click.option("--dim", type=click.IntRange(1), default=Training.dim, show_default=True)
@click.option(
    "--window", type=click.IntRange(1), default=Training.window, show_default=True
)
@click.option(
    "--min-count",
    type=click.IntRange(1),
    default=Training.min_count,
    show_default=True,
    help="Rarer units are left out.",
)
@click.option(
    "--negative",
    type=click.IntRange(1),
    default=Training.negative,
    show_default=True,
    help="Negative samples for each unit.",
)
@click.option(
    "--subsample",
    type=click.FloatRange(0),
    default=Training.subsample,
    show_default=True,
    help="More frequent units are left out by chance.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0, min_open=True),
    default=Training.rate,
    show_default=True,
    help="Of learning, at first.",
)
@click.option(
    "--epochs", type=click.IntRange(1), default=Training.epochs, show_default=True
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=Training.workers,
    show_default=True,
    help="Threads; only one gives the same bits again.",
)
@click.option("--seed", type=click.IntRange(0), default=SEED, show_default=True)
@click.option(
    "--checkpoints",
    metavar="DIR",
    help="Keep the model here after every epoch, and go on from what is here.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
def train(**options: Any) -> None:
    """Learn embeddings of the units that white space separates in texts.

    Units may be words, lemmas, tags or anything else. Needs the extra `embed`.
    """
    form = format_of(options)
    settings = {field.name for field in fields(Training)} & options.keys()
    training = Training(**{name: options[name] for name in settings})
    logging.getLogger("gensim").setLevel(logging.ERROR)

    def report(done: int) -> None:
        if not options["quiet"]:
            click.echo(f"tarjih: epoch {done} of {training.epochs}", err=True)

    table = learn(
        options["texts"],
        training,
        checkpoints=options["checkpoints"],
        report=report,
    )
    write_table(options["output"], table, form)
